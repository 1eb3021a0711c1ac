#pragma once

#include "../Core/Error.h"
#include "../Synth/Tuning.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/** Scales and keyboard mappings in the formats of Scala (.scl and .kbm, as its manual describes them), and what they
    make of the keys. Our own reader: Debian has no library for them, and either format is a page of rules.

    MTS-ESP, by which a host retunes all its instruments at once, is not supported: its client is in no distribution
    that this program is built for. */
namespace kolophon
{
/** One degree of a scale. */
struct Degree
{
    std::string text; // as written: "3/2" or "701.955"
    double cents = 0.0;

    bool operator== (const Degree&) const = default;
};

/** A scale: its degrees above 1/1, which is not among them; the last one is where it begins again. */
struct TuningScale
{
    std::string name;
    std::vector<Degree> degrees; // 1 … maxScaleDegrees

    bool operator== (const TuningScale&) const = default;
};

/** Which degree a key plays. */
struct KeyMapping
{
    static constexpr int unmapped = -1;

    int first = 0, last = 127; // keys that are tuned by it; the others keep equal temperament
    int middle = 60;           // the key of the first entry, and of 1/1 in a mapping without entries
    int reference = 69;        // the key that sounds at
    double frequency = 440.0;  // [Hz], over 440 Hz times A4
    int octaveDegree = 0;      // the degree by which the entries are repeated; 0: the scale's last
    std::vector<int> entries;  // degrees, or `unmapped`; empty: every key the next degree

    bool operator== (const KeyMapping&) const = default;
};

/** What a preset carries: not the files, but what stands in them. */
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
inline constexpr double lowestKeyFrequency = 1.0, highestKeyFrequency = 50000.0; // [Hz] beyond, a key plays nothing

/** The scale, or one sentence that names the line, what stands there and what is allowed. */
Result<TuningScale> scaleFromScl (std::string_view text);

/** Likewise. */
Result<KeyMapping> mappingFromKbm (std::string_view text);

/** The same from a file; the sentence then begins with the file's name. */
Result<TuningScale> readScaleFile (const std::filesystem::path& file);
Result<KeyMapping> readMappingFile (const std::filesystem::path& file);

/** What every key plays, or why that can't be: a mapping may name degrees that the scale hasn't, or leave out its own
    reference. */
Result<Tuning> tuningOf (const KeyTuning& tuning);

/** What a person calls it: "Werckmeister III, A4 = 415 Hz". */
std::string tuningText (const KeyTuning& tuning);
} // namespace kolophon
