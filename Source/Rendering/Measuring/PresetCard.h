// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Presets/PresetFile.h"
#include "../../Physics/EnergyLedger.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/** Renders and measures a preset: the values of its card in the catalogue, and checks of its claims. */
namespace kolophon
{
class Synth;

/** The sound of a note, rendered without the ear guard. */
struct HeardNote
{
    double pitch = 0.0; // nominal pitch of its key [Hz]
    double held = 0.0;  // [s] from note-on to note-off
    std::vector<double> left, right;
    EnergyLedger ledger = {}; // of the whole note, if the preset keeps books

    std::vector<double> mono () const; // mean of both
};

inline constexpr int cardRate = 48000; // [Hz]

/** A measure, with the name that claims use. */
struct SoundMeasure
{
    std::string_view name, unit, help;
};
std::span<const SoundMeasure> soundMeasures () noexcept;

/** Plays one preset; renders each note only once, whatever the number of questions about it.

    A claim's measure is a name from soundMeasures(), after words that select the note, and the part of it:

        low, high            the lowest and the highest key; else the middle one
        soft, loud           velocity 20 and 127; else 80
        pressed, wheel       channel pressure and the modulation wheel at maximum
        macro1 … macro8      the macro at maximum
        early, late          the first and the last third of the time held
        released             the second after note-off; only then the release is rendered so far */
class PresetPlayer
{
public:
    /** `borrowed` is a Synth prepared for cardRate, used instead of a new one if given: constructing one takes
        longer than rendering a note. */
    explicit PresetPlayer (const Preset& played, std::shared_ptr<Synth> borrowed = {});

    std::function<bool()> stopped; // ends a rendering early, if given: measures are then of no use

    /** Creates such a Synth. */
    static std::shared_ptr<Synth> instrument ();

    /** Seconds of sound to render for these measures and a chord: each note counts once, a chord as eight. Throws
        InputError for unknown words. */
    double secondsFor (std::span<const std::string> words) const;

    /** Value of a claim's measure; NaN if it cannot be measured (silence, no pitch). Throws InputError for unknown
        words. */
    double measure (std::string_view words);

    /** Peak of eight simultaneous keys, evenly spaced over the range (two octaves about its middle at most),
        velocity 127 [dBFS]. */
    double chordPeak ();

    /** Renders the note, or returns it from the cache. */
    const HeardNote& note (int key, int velocity, std::string_view touch, bool released);

private:
    struct Question;
    Question questionFrom (std::string_view words) const;
    HeardNote play (std::span<const int> keys, int velocity, std::string_view touch, double tail);

    const Preset& preset;
    std::shared_ptr<Synth> synth;
    std::map<std::string, HeardNote> heard;
};

/** A measured value and its limits. */
struct CardLine
{
    std::string measure;
    double value, low, high;

    bool holds () const noexcept { return value >= low && value <= high; }
};

/** Checks the requirements on every factory preset, and the preset's own claims, at its middle key and the ends of
    its range; with `thorough`, also at every third key in between.

        speaks        within 150 ms, or as it claims
        loudness      -18 LUFS ± 1.5 at the middle key, or as it claims, ± 4 LU of that elsewhere; creaks (a hand
                      that yields, a gesture) by their loudest second
        loud peak     -1 dBFS at velocity 127: below the ear guard, or as it claims
        chord peak    -1 dBFS, eight keys at velocity 127; not in the category Lab, where chord levels are not balanced
        cents         if claimed: at every key */
std::vector<CardLine> presetCard (const Preset& preset, bool thorough);
std::vector<CardLine> presetCard (const Preset& preset, PresetPlayer& player, bool thorough);

/** Name of the measure of a preset's loudness: of its loudest second where the sound comes and goes. */
std::string loudnessMeasure (const Patch& patch);
} // namespace kolophon
