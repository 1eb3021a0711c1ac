#pragma once

#include "../Core/Error.h"

#include <optional>
#include <string_view>
#include <vector>

/** What is done to a sound between the instrument and its file: cut, faded, levelled. */
namespace kolophon
{
/** How loud a file shall be. */
struct LevelTarget
{
    enum class Measure { loudness, peak };
    Measure measure = Measure::loudness;
    double level = -18.0; // [LUFS] integrated (ITU-R BS.1770), or [dBFS]
};

/** "-18LUFS" or "-1 dBFS", -70 to 0. */
Result<LevelTarget> levelFromText (std::string_view text);

/** "5ms", "0.2 s": 0 to 60 s; of a pair "5ms,50ms" the second is for the end, and one alone is for both. */
struct Fades
{
    double in = 0.0, out = 0.0; // [s]
};
Result<Fades> fadesFromText (std::string_view text);

struct Finishing
{
    std::optional<double> trimDb; // what lies so far below the peak [dB] is cut off at both ends
    Fades fades;
    std::optional<LevelTarget> level;
};

/** Two channels in memory. */
struct StereoSound
{
    std::vector<double> left, right;
};

/** What was done. */
struct Finished
{
    double cutBefore = 0.0;         // [s] of the beginning
    double seconds = 0.0;           // length of what is left
    double gain = 1.0;              // by which it was levelled
    bool heldByPeak = false;        // true: any louder, and its peak would have passed -1 dBFS
    double peak = 0.0;              // of the finished sound, as are:
    std::optional<double> loudness; // [LUFS]; of less than 0.4 s, with silence behind; nothing: too soft to be measured
};

/** Gain that brings a sound of this loudness and peak to its target; a loudness never takes the peak past -1 dBFS. */
double gainFor (const LevelTarget& target, std::optional<double> loudness, double peak, bool& heldByPeak);

Finished finish (StereoSound& sound, const Finishing& finishing, double sampleRate);
} // namespace kolophon
