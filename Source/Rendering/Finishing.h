// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Core/Error.h"

#include <optional>
#include <string_view>
#include <vector>

/** Processing of a sound between the instrument and its file: trimming, fades, level. */
namespace kolophon
{
/** Loudness or peak level that a file should have. */
struct LevelTarget
{
    enum class Measure { loudness, peak };
    Measure measure = Measure::loudness;
    double level = -18.0; // [LUFS] integrated (ITU-R BS.1770), or [dBFS]
};

/** Parses "-18LUFS" or "-1 dBFS", -70 to 0. */
Result<LevelTarget> levelFromText (std::string_view text);

/** Lengths of the fades, parsed from "5ms", "0.2 s": 0 to 60 s; in a pair "5ms,50ms" the second is for the end, and
    a single one applies to both. */
struct Fades
{
    double in = 0.0, out = 0.0; // [s]
};
Result<Fades> fadesFromText (std::string_view text);

struct Finishing
{
    std::optional<double> trimDb; // both ends are trimmed up to this level below the peak [dB]
    Fades fades;
    std::optional<LevelTarget> level;
};

/** Two channels in memory. */
struct StereoSound
{
    std::vector<double> left, right;
};

/** Results of finish(). */
struct Finished
{
    double cutBefore = 0.0;         // [s] trimmed from the beginning
    double seconds = 0.0;           // length after trimming
    double gain = 1.0;              // applied to reach the level
    bool heldByPeak = false;        // true: the gain is limited by the peak level of -1 dBFS
    double peak = 0.0;              // of the finished sound, as is:
    std::optional<double> loudness; // [LUFS]; silence is appended to less than 0.4 s; nullopt: too quiet to be measured
};

/** Gain that brings a sound of this loudness and peak to its target; with a loudness target, limited so that the
    peak doesn't exceed -1 dBFS. */
double gainFor (const LevelTarget& target, std::optional<double> loudness, double peak, bool& heldByPeak);

Finished finish (StereoSound& sound, const Finishing& finishing, double sampleRate);
} // namespace kolophon
