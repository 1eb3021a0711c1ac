// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Parameters/Modulation.h"
#include "../../Synth/Parameters/Patch.h"
#include "../Bytes/Findings.h"
#include "../Parts/BodyFile.h"
#include "../Parts/BoxFile.h"
#include "../Parts/GestureFile.h"
#include "../Parts/KeptPart.h"
#include "../Parts/TuningFile.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/** Text format of presets: one JSON object that people can read, edit and compare.

        { "format": "kolophon-preset", "version": 3, "name": "Gut Cello", "author": "…", "notes": "…", "tags": ["…"],
          "parameters": { "hand.speed": { "value": 0.035, "unit": "m/s", "text": "35 mm/s" },
                          "hand.lift": "Ring", "body.modes": 64, "body.decay": "800 ms" } }

    A parameter is a number in its own unit, a text with any spelling of the unit, or an object with a `value` (and
    then `unit` must be the parameter's own; `text` is for the reader only). Menus and toggles stand as text, so that
    a menu may be reordered. A missing parameter has its default; in a file of version 1, the value that corresponds to
    the sound before the parameter existed (Parameter::before). The preset contains the body "Custom": its file
    (BodyFile.h) is the value of `custom_body`; the box "Measured", `measured_box` (BoxFile.h); and a drawn gesture,
    `gesture` (GestureFile.h): a list of points or an object of tracks.

    Optional descriptions of the sound:

        "category": "Doors", "intent": "…", "keys": ["C2", "C5"],
        "held": 4, "claims": { "clicks": [5, 20], "late centroid": [300, 900] }

    From version 3 on, `macros` and `modulation` contain the modulation of knobs (ModulationJson.h), and `tuning` the
    tuning of the keys (TuningJson.h). Before version 4 the boxes were 12 dB softer relative to the bare force:
    out.box_mix and out.level of such a file are converted to the same sound. Before version 5 notes were even, and had
    no vibrato, unless the file asks for it. */
namespace kolophon
{
struct PresetInfo
{
    std::string name, author, notes;
    std::vector<std::string> tags;
    std::string category {}, intent {};  // category in lists of presets; purpose, in one line
    int lowestKey = 0, highestKey = 127; // recommended range
    /** Representative key of the range. */
    int middleKey () const noexcept { return (lowestKey + highestKey) / 2; }

    bool operator== (const PresetInfo&) const = default;
};

/** "G3 to E6": the recommended range; empty if it is all keys. */
std::string rangeText (const PresetInfo& info);

/** Claim of a preset's description, as a number: a measure and its range. Rendering's PresetCard.h implements the
    measures and plays the preset. */
struct PresetClaim
{
    std::string measure; // "clicks", "late centroid"
    double low, high;    // in the measure's own unit

    bool operator== (const PresetClaim&) const = default;
};

/** Claims of a preset, and the duration of their measurement. */
struct PresetClaims
{
    double seconds = 2.5; // for which keys are held [s]
    std::vector<PresetClaim> list {};

    bool operator== (const PresetClaims&) const = default;
};

struct Preset
{
    PresetInfo info;
    Patch patch = Patch::defaults();
    std::optional<DrawnGesture> gesture {};    // nothing: DrawnGesture::door()
    std::optional<CustomBody> customBody {};   // nothing: the set of modes that the body has without a file
    std::optional<MeasuredBox> measuredBox {}; // nothing: the bare force
    std::optional<KeyTuning> tuning {};        // nothing: equal temperament at 440 Hz
    PresetClaims claims {};
    Modulation modulation {};
    KeptParts kept {};                    // parts of its file that could not be read: written again by presetToJson()
    std::vector<std::string> warnings {}; // about its file, for reports
};

/** Version that presetToJson() writes. */
inline constexpr int presetFormatVersion = 5;

/** Knobs of a file, in the meaning of its format. */
struct WrittenPatch
{
    int version = presetFormatVersion;
    Patch patch = Patch::defaults();

    /** Converts to the patch that sounds the same today. */
    Patch today () const noexcept;
};

/** Writes all parameters, one per line, each with the exact value (it reads back to the same double). */
std::string presetToJson (const Preset& preset);

/** Reads a completely valid preset; an error is one sentence with field, value and range. Unknown names are accepted in
    a file of a newer version. */
Result<Preset> presetFromJson (std::string_view json);

/** Reads the usable part of a preset. Unknown names are left out, values out of range clamped, unknown choices of a
    menu become the default, and a damaged body, gesture or tuning is left out separately; each of these is a finding,
    and its text is kept. Refuses only text that is not a preset. */
Result<Preset> presetFromJson (std::string_view json, Findings& findings);

/** A preset, and its knobs as they were written. */
struct WrittenPreset
{
    Preset preset;
    WrittenPatch written;
};

/** Tuning of a preset. Throws InputError if it is invalid. */
Tuning tuningOf (const Preset& preset);

/** Gives all of a preset to a synth that is not playing. Throws InputError if the tuning is invalid. [prepare] */
void givePreset (Synth& synth, const Preset& preset);

/** Reads the usable part of a preset in a file of at most `largestPresetFile` bytes; the sentence of a refusal begins
    with the file's name. */
Result<Preset> readPresetFile (const std::filesystem::path& file, Findings& findings);
inline constexpr std::size_t largestPresetFile =
    8 << 20; // [bytes] with a body inside, which has 1 MB, and a measured box of 3 MB

/** Presets built into the program: Resources/Presets by file name, "First Light" first. Each is parsed on demand. */
std::span<const Preset> factoryPresets ();
const Preset& factoryPreset (std::size_t place);
std::span<const std::string_view> factoryPresetNames ();

/** Place of the factory preset with that name, ignoring case. */
std::optional<std::size_t> findFactoryPlace (std::string_view name);

/** The factory preset with that name; nullptr without one. */
const Preset* findFactoryPreset (std::string_view name);

/** 64-bit FNV-1a over ids and exact values: equal for equal sounds, independent of name and notes. */
std::uint64_t patchFingerprint (const Patch& patch) noexcept;

/** Fingerprint that includes a preset's body, gesture and modulation; that of the patch without these. Names of macros
    don't count. */
std::uint64_t presetFingerprint (const Preset& preset) noexcept;
} // namespace kolophon
