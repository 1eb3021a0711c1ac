// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"
#include "../../Synth/Control/Tuning.h"

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/** Scales and keyboard mappings in the formats of Scala (.scl and .kbm, as its manual describes them), and the tunings
    that they make. A custom reader: Debian has no library for them, and either format is a page of rules.

    MTS-ESP, with which a host retunes all its instruments at once, is not supported: its client is not in any
    distribution that this program is built for. */
namespace kolophon
{
/** One degree of a scale. */
struct Degree
{
    std::string text; // as written: "3/2" or "701.955"
    double cents = 0.0;

    bool operator== (const Degree&) const = default;
};

/** A scale: its degrees above 1/1, which is not among them; the last one is the interval of repetition. */
struct TuningScale
{
    std::string name;
    std::vector<Degree> degrees; // 1 … maxScaleDegrees

    bool operator== (const TuningScale&) const = default;
};

/** Assignment of degrees to keys. */
struct KeyMapping
{
    static constexpr int unmapped = std::numeric_limits<int>::min();
    static constexpr int largestDegree = 100000; // up or down

    int first = 0, last = 127; // keys tuned by the mapping; the others keep equal temperament
    int middle = 60;           // key of the first entry, and of 1/1 in a mapping without entries
    int reference = 69;        // key with a fixed frequency
    double frequency = 440.0;  // [Hz] of the reference key, if A4 is 440 Hz; it is scaled with A4
    int octaveDegree = 0;      // degree at which the entries repeat, negative downwards; 0: the scale's last
    std::vector<int> entries;  // degrees, below 0 under 1/1, or `unmapped`; empty: every key the next degree

    bool operator== (const KeyMapping&) const = default;
};

/** Tuning in a preset: the contents of the files. */
struct KeyTuning
{
    double a4 = 440.0;                 // [Hz]
    std::optional<TuningScale> scale;  // nothing: twelve equal semitones
    std::optional<KeyMapping> mapping; // nothing: 1/1 on key 60, and key 69 at A4

    bool isEqual () const noexcept { return ! scale && ! mapping && a4 == 440.0; }
    bool operator== (const KeyTuning&) const = default;
};

inline constexpr double lowestA4 = 400.0, highestA4 = 480.0; // [Hz]
inline constexpr std::size_t maxScaleDegrees = 1024, largestTuningFile = 1 << 18;
inline constexpr double lowestKeyFrequency = 1.0, highestKeyFrequency = 50000.0; // [Hz] beyond, a key is unmapped

/** Reads a scale; an error is one sentence with the line, its content and the allowed values. */
Result<TuningScale> scaleFromScl (std::string_view text);

/** Reads a mapping; errors as of a scale. */
Result<KeyMapping> mappingFromKbm (std::string_view text);

/** Read files; an error begins with the file's name. */
Result<TuningScale> readScaleFile (const std::filesystem::path& file);
Result<KeyMapping> readMappingFile (const std::filesystem::path& file);

/** Computes the note of every key, or an error: a mapping may contain degrees that the scale does not have, or leave
    out its own reference. */
Result<Tuning> tuningOf (const KeyTuning& tuning);

/** Display name: "Werckmeister III, A4 = 415 Hz". */
std::string tuningText (const KeyTuning& tuning);
} // namespace kolophon
