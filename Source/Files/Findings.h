#pragma once

#include "../Core/Error.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kolophon
{
/** What a reader could not use as it stands in a file: left out or brought into its range, so that the rest can be
    used. */
class Findings
{
public:
    void add (const Refusal& fault) { take (fault, true); }
    /** A name that this program does not know. In a file of a newer version that is no fault. */
    void addUnknown (const Refusal& unknown, bool fileIsNewer) { take (unknown, ! fileIsNewer); }
    /** The same findings, where their places are seen from further outside. */
    void addAll (const Findings& others, const std::string& outer);

    bool empty () const noexcept { return found == 0; }
    /** All of them, of which the first hundred are listed. */
    std::size_t count () const noexcept { return found; }
    const std::vector<Refusal>& list () const noexcept { return listed; }
    /** The first one that is a fault: why a strict reader refuses the file. */
    const std::optional<Refusal>& fault () const noexcept { return firstFault; }

    /** Those that are listed, as sentences. */
    std::vector<std::string> sentences () const;

    /** In one line: "2 entries could not be used as written: hand.new is not known; …". Empty where there are none. */
    std::string summary () const;

private:
    static constexpr std::size_t maxListed = 100;

    void take (const Refusal& finding, bool isFault);

    std::vector<Refusal> listed;
    std::optional<Refusal> firstFault;
    std::size_t found = 0;
};

/** What `read (Findings&)` gives; a refusal where it finds any fault. */
template <class Read>
auto strictly (Read&& read) -> Result<decltype (read (std::declval<Findings&>()))>
{
    Findings findings;
    auto result = resultOf ([&] { return read (findings); });
    if (findings.fault())
        return tl::unexpected<Refusal> (*findings.fault());
    return result;
}
} // namespace kolophon
