// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Rendering/Renderer.h"

#include <string>
#include <vector>

namespace kolophon
{
/** Everything worth telling about one rendering. */
struct RenderReport
{
    std::string input, title, output, bits, preset;
    std::uint64_t presetFingerprint = 0, clippedSamples = 0;
    int sampleRate = 0, blockSize = 0, notes = 0, latencySamples = 0;
    bool ledgerOn = false, checksPassed = true;
    std::vector<std::string> warnings; // of the files that were read
    RenderResult result;
};

/** Residual of the worst step, as a share of the peak energy, from which on the books count as broken. */
inline constexpr double ledgerLimit = 1e-12;

/** For people. */
std::string reportText (const RenderReport& report);

/** For programs: one object with a schema name and version. */
std::string reportJson (const RenderReport& report);

/** The final energy account alone, in joules. */
std::string ledgerJson (const EnergyLedger& ledger);
} // namespace kolophon
