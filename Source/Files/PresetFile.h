#pragma once

#include "../Synth/Modulation.h"
#include "../Synth/Patch.h"
#include "BodyFile.h"
#include "Findings.h"
#include "GestureFile.h"
#include "KeptPart.h"
#include "TuningFile.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/** Presets as text: one JSON object that people can read, edit and compare.

        { "format": "kolophon-preset", "version": 3, "name": "Gut Cello", "author": "…", "notes": "…", "tags": ["…"],
          "parameters": { "hand.speed": { "value": 0.035, "unit": "m/s", "text": "35 mm/s" },
                          "hand.lift": "Ring", "body.modes": 64, "body.decay": "800 ms" } }

    A parameter is a number in its own unit, a text with any spelling of the unit, or an object with a `value` (and
    then `unit` must be the parameter's own; `text` is for the reader only). Menus and toggles stand as text, so that
    a menu may be reordered. A parameter that is missing has its default; in a file of version 1, what it meant before
    the parameter was there (Parameter::before). The body "Custom" lies in the preset itself:
    its file (BodyFile.h) is the value of `custom_body`; and so does a drawn gesture, `gesture`
    (GestureFile.h): a list of points or an object of tracks.

    What is written about the sound, all of it optional:

        "category": "Doors", "intent": "…", "keys": ["C2", "C5"],
        "held": 4, "claims": { "clicks": [5, 20], "late centroid": [300, 900] }

    From version 3 on, `macros` and `modulation` say what moves which knobs (ModulationJson.h), and `tuning` what the
    keys are tuned to (TuningJson.h). Before version 4 the boxes were 12 dB softer beside the bare
    force: out.box_mix and out.level of such a file are read as what sounds the same. */
namespace kolophon
{
struct PresetInfo
{
    std::string name, author, notes;
    std::vector<std::string> tags;
    std::string category {}, intent {};  // where a list of presets has it; what it is for, in a line
    int lowestKey = 0, highestKey = 127; // where it is to be played

    /** The key that stands for all of them. */
    int middleKey () const noexcept { return (lowestKey + highestKey) / 2; }

    bool operator== (const PresetInfo&) const = default;
};

/** Something that a preset's words promise, as a number: what is measured, and between what it lies. Rendering's
    PresetCard.h knows the measures and plays the preset. */
struct PresetClaim
{
    std::string measure; // "clicks", "late centroid"
    double low, high;    // in the measure's own unit

    bool operator== (const PresetClaim&) const = default;
};

/** What is measured of a preset. */
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
    std::optional<DrawnGesture> gesture {};  // nothing: DrawnGesture::door()
    std::optional<CustomBody> customBody {}; // nothing: the set of modes that the body has without a file
    std::optional<KeyTuning> tuning {};      // nothing: equal temperament at 440 Hz
    PresetClaims claims {};
    Modulation modulation {};
    KeptParts kept {}; // what of its file could not be read as it stands: written again by presetToJson()
    std::vector<std::string> warnings {}; // what a report says of its file
};

/** Version that presetToJson() writes. */
inline constexpr int presetFormatVersion = 4;

/** Knobs as a file has them, in the meaning that they had in its format. */
struct WrittenPatch
{
    int version = presetFormatVersion;
    Patch patch = Patch::defaults();

    /** The patch that sounds the same today. */
    Patch today () const noexcept;
};

/** All parameters, one a line, each with the exact value (it reads back to the same double). */
std::string presetToJson (const Preset& preset);

/** The preset where all of it is as it should be, or one sentence that names field, value and range. Unknown names are
    no fault in a file of a newer version. */
Result<Preset> presetFromJson (std::string_view json);

/** All of the preset that can be used. Unknown names are left out, values out of range clamped, a choice that the
    menu hasn't is the default, and a damaged body, gesture or tuning is left out by itself; each of that is a finding,
    and its text is kept. Refused is only what is no preset at all. */
Result<Preset> presetFromJson (std::string_view json, Findings& findings);

/** A preset, and in what meaning its knobs were written. */
struct WrittenPreset
{
    Preset preset;
    WrittenPatch written;
};

/** What the keys of a preset play. Throws Refusal for a tuning that is none. */
Tuning tuningOf (const Preset& preset);

/** Gives a synth that is not playing all of a preset. Throws Refusal for a tuning that is none. [prepare] */
void givePreset (Synth& synth, const Preset& preset);

/** All that can be used of the preset in a file of at most `largestPresetFile` bytes; a sentence that refuses it begins
    with the file's name. */
Result<Preset> readPresetFile (const std::filesystem::path& file, Findings& findings);
inline constexpr std::size_t largestPresetFile = 4 << 20; // [bytes] with a body inside, which has 1 MB of its own

/** Presets built into the program: Resources/Presets by file name, "First Light" first. Each is read when somebody asks
    for it. */
std::span<const Preset> factoryPresets ();
const Preset& factoryPreset (std::size_t place);
std::span<const std::string_view> factoryPresetNames ();

/** Where the factory preset of that name stands, upper and lower case being the same. */
std::optional<std::size_t> findFactoryPlace (std::string_view name);

/** The preset there; nullptr when there is none. */
const Preset* findFactoryPreset (std::string_view name);

/** 64-bit FNV-1a over ids and exact values: equal for equal sounds, whatever the name or the notes say. */
std::uint64_t patchFingerprint (const Patch& patch) noexcept;

/** The same for a preset with a body, a gesture or a modulation of its own; the patch's without one. Names of macros
    don't count. */
std::uint64_t presetFingerprint (const Preset& preset) noexcept;
} // namespace kolophon
