// SPDX-License-Identifier: GPL-3.0-or-later
#include "Arguments.h"

#include <array>
#include <charconv>
#include <cmath>

namespace kolophon::puredata
{
namespace
{
[[noreturn]] void refuseNumber (std::string_view name, double value, const char* problem, double low, double high)
{
    throw Refused { std::string (name) + ": " + numberText (static_cast<t_float> (value)) + " " + problem +
                    "; allowed: " + numberText (static_cast<t_float> (low)) + " to " +
                    numberText (static_cast<t_float> (high)) };
}
} // namespace

std::string numberText (t_float number)
{
    std::array<char, 64> digits {};
    const auto end = std::to_chars (digits.data(), digits.data() + digits.size(), number).ptr;
    return { digits.data(), end };
}

std::string textOf (std::span<const t_atom> atoms)
{
    std::string text;
    for (const auto& atom : atoms)
    {
        if (! text.empty())
            text += ' ';
        if (atom.a_type == A_FLOAT)
            text += numberText (atom.a_w.w_float);
        else if (atom.a_type == A_SYMBOL)
            text += atom.a_w.w_symbol->s_name;
        else
        {
            std::array<char, MAXPDSTRING> buffer {};
            atom_string (&atom, buffer.data(), static_cast<unsigned int> (buffer.size()));
            text += buffer.data();
        }
    }
    return text;
}

const t_atom& Arguments::next (std::string_view name)
{
    if (left.empty())
        throw Refused { std::string (selector) + ": " + std::string (name) + " is missing" };
    const auto& first = left.front();
    left = left.subspan (1);
    return first;
}

double Arguments::number (std::string_view name)
{
    const auto& atom = next (name);
    if (atom.a_type != A_FLOAT)
        throw Refused { std::string (name) + ": \"" + textOf ({ &atom, 1 }) + "\" is not a number" };
    return atom.a_w.w_float;
}

double Arguments::number (std::string_view name, double low, double high)
{
    const double value = number (name);
    if (! (value >= low && value <= high))
        refuseNumber (name, value, "is not in its range", low, high);
    return value;
}

int Arguments::whole (std::string_view name, int low, int high)
{
    const double value = number (name, low, high);
    if (value != std::round (value))
        refuseNumber (name, value, "is not a whole number", low, high);
    return static_cast<int> (value);
}

int Arguments::whole (std::string_view name, int low, int high, int absent)
{
    return empty() ? absent : whole (name, low, high);
}

std::string Arguments::word (std::string_view name)
{
    return textOf ({ &next (name), 1 });
}

std::string Arguments::rest()
{
    return textOf (std::exchange (left, {}));
}

void Arguments::end() const
{
    if (! left.empty())
        throw Refused { std::string (selector) + ": unexpected value \"" + textOf (left.first (1)) + "\"" };
}
} // namespace kolophon::puredata
