// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kolophon
{
/** List of values in a file that a reader could not use unchanged: it left them out or clamped them, so that the rest
    can be used. */
class Findings
{
public:
    void add (const InputError& fault) { record (fault, true); }
    /** Adds a name that this program does not know. In a file of a newer version that is not a fault. */
    void addUnknown (const InputError& unknown, bool fileIsNewer) { record (unknown, ! fileIsNewer); }
    /** Adds findings of an inner part, with an outer place in front of theirs. */
    void addAll (const Findings& others, const std::string& outer);

    bool empty () const noexcept { return found == 0; }
    /** Number of all findings, of which the first hundred are listed. */
    std::size_t count () const noexcept { return found; }
    const std::vector<InputError>& list () const noexcept { return listed; }
    /** The first finding that is a fault: the reason for which a strict reader refuses the file. */
    const std::optional<InputError>& fault () const noexcept { return firstFault; }

    /** Listed findings as sentences. */
    std::vector<std::string> sentences () const;

    /** Summary in one line: "2 entries could not be used as written: hand.new is not known; …". Empty without findings.
        */
    std::string summary () const;

private:
    static constexpr std::size_t maxListed = 100;

    void record (const InputError& finding, bool isFault);

    std::vector<InputError> listed;
    std::optional<InputError> firstFault;
    std::size_t found = 0;
};

/** Returns the result of `read (Findings&)`, or a refusal if it finds any fault. */
template <class Read>
auto strictly (Read&& read) -> Result<decltype (read (std::declval<Findings&>()))>
{
    Findings findings;
    auto result = resultOf ([&] { return read (findings); });
    if (findings.fault())
        return tl::unexpected<InputError> (*findings.fault());
    return result;
}
} // namespace kolophon
