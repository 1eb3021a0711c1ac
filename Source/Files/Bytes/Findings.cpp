// SPDX-License-Identifier: GPL-3.0-or-later
#include "Findings.h"

#include "PrintableText.h"

#include <algorithm>

namespace kolophon
{
namespace
{
/** Sentence without the allowed values, which the list of findings contains. */
std::string brief (const InputError& finding)
{
    constexpr std::size_t longest = 120; // [bytes]
    auto complaint = finding.complaint();
    complaint.allowed.clear();
    return printable (complaint.sentence(), longest);
}
} // namespace

void Findings::record (const InputError& finding, bool isFault)
{
    ++found;
    if (listed.size() < maxListed)
        listed.push_back (finding);
    if (isFault && ! firstFault)
        firstFault = finding;
}

void Findings::addAll (const Findings& others, const std::string& outer)
{
    for (const auto& finding : others.listed)
        record (finding.in (outer), others.firstFault.has_value());
    found += others.found - others.listed.size();
}

std::vector<std::string> Findings::sentences() const
{
    std::vector<std::string> all;
    for (const auto& finding : listed)
        all.emplace_back (finding.what());
    return all;
}

std::string Findings::summary() const
{
    if (found == 0)
        return {};
    constexpr std::size_t maxNamed = 2;
    auto text = std::to_string (found) + (found == 1 ? " entry" : " entries") + " could not be used as written: ";
    for (std::size_t n = 0; n < std::min (maxNamed, listed.size()); ++n)
        text += (n == 0 ? "" : "; ") + brief (listed[n]);
    if (found > maxNamed)
        text += "; and " + std::to_string (found - maxNamed) + " more";
    return text;
}
} // namespace kolophon
