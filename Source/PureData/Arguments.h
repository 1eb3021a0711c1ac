// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <m_pd.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace kolophon::puredata
{
/** A message that cannot be followed: the sentence for Pd's console. */
struct Refused
{
    std::string sentence;
};

/** A number as Pd's user wrote it: 0.4, where a float is 0.4000000059604645. */
std::string numberText (t_float number);

/** Text of atoms, with a space between two of them. */
std::string textOf (std::span<const t_atom> atoms);

/** The values of a message, one after the other. */
class Arguments
{
public:
    Arguments (const t_symbol* message, int count, const t_atom* atoms)
        : selector (message->s_name), left (atoms, static_cast<std::size_t> (count))
    {
    }

    bool empty () const noexcept { return left.empty(); }
    bool startsWithNumber () const noexcept { return ! left.empty() && left[0].a_type == A_FLOAT; }
    std::string_view message () const noexcept { return selector; }

    double number (std::string_view name);
    double number (std::string_view name, double low, double high);
    int whole (std::string_view name, int low, int high);
    /** Returns a whole number, or `absent` at the end of the message. */
    int whole (std::string_view name, int low, int high, int absent);
    std::string word (std::string_view name);
    /** Returns everything that is left, as text. */
    std::string rest ();
    /** Refuses what is left. */
    void end () const;

private:
    const t_atom& next (std::string_view name);

    std::string_view selector;
    std::span<const t_atom> left;
};
} // namespace kolophon::puredata
