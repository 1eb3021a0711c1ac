// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Analysis/Notes/NoteMeasures.h"
#include "../../Files/Presets/PresetFile.h"

#include <array>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

/** Changes of a preset's note when one knob is moved and all others stand: whether the knob is heard. */
namespace kolophon
{
using ThirdOctaves = std::array<double, lastThirdOctave - firstThirdOctave + 1>; // [dB], -200 at least

/** A note as it sounds with a knob at one place. Levels are mean squares of both ears re full scale. */
struct AnswerPoint
{
    double place, value;          // of the knob: 0 … 1, and in its unit
    double level = -200.0;        // [dB] of the note from 0.3 s on
    double brightness = -200.0;   // [dB] power above 3.5 times the key's pitch, over all power
    std::optional<double> cents;  // off the key
    double onset = 0.0;           // [ms] until the level over 10 ms is within 10 dB of the steady one
    double fall = 0.0;            // [ms] from note-off until it is 20 dB below it
    ThirdOctaves thirdOctaves {}; // from 0.3 s on
    ThirdOctaves attack {};       // of the first tenth of a second after the key
};

/** A knob over its travel, in points of rising place. */
struct KnobAnswer
{
    std::string_view id;
    std::vector<AnswerPoint> points;

    /** Largest change between two points, of a third octave above -60 dB at one of them, of the note and of its
        attack, level, pitch, onset and fall. */
    struct Change
    {
        double thirdOctave = 0.0, attack = 0.0;                   // [dB]
        double level = 0.0, cents = 0.0, onset = 0.0, fall = 0.0; // [dB], [cent], [ms], [ms]
    };
    Change change () const;

    /** True if a player hears the knob: if any of them reaches leastHeard. */
    bool isHeard () const;
};

inline constexpr KnobAnswer::Change leastHeard {
    .thirdOctave = 3.0, .attack = 3.0, .level = 2.0, .cents = 5.0, .onset = 30.0, .fall = 30.0
};

/** Settings of the measurement. */
struct AnswerSettings
{
    int key = 69;
    std::vector<std::string_view> knobs = {};                       // empty: answeringKnobs()
    std::vector<double> places = { 0.05, 0.275, 0.5, 0.725, 0.95 }; // of a knob's travel
    int threads = 1;
    std::function<bool()> interrupted = {}; // called from any thread
};

/** Presets of all families, by which knobs are judged: strings, bars, glasses, plates, skins, a saw, a door. */
inline constexpr std::array<std::string_view, 10> answeringPresets { "First Light", "Violin Steel", "Cello Gut",
                                                                     "Bass Steel",  "Bowed Bar",    "Glass Rim",
                                                                     "Ghost Saw",   "Tam Deep",     "Balloon",
                                                                     "Old Hinge" };

/** Ids of the continuous knobs of Hand, Contact, Body and Surface that are in use. */
std::vector<std::string_view> answeringKnobs (const Patch& patch);

/** Moves each knob over its travel. Held for a second at velocity 80, without Human, Phrasing, vibrato and room, which
    would cover what changes. The results depend on neither `threads` nor time; those after an interruption have no
    points. */
std::vector<KnobAnswer> answersOf (const Preset& preset, const AnswerSettings& settings);
} // namespace kolophon
