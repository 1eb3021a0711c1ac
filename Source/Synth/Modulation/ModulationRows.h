// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/ParameterRows.h"
#include "ModulationKnobs.h"

/** Rows of the parameters of modulation and of touch. Only ParameterTable.cpp includes them. */
namespace kolophon::rows
{
constexpr auto lfoShapes = withPlaces (16, { "Sine", "Triangle", "Rise", "Fall", "Square", "Steps", "Wander" });
constexpr auto lfoLengthNames =
    withPlaces (32, { "8 bars", "4 bars", "2 bars", "1 bar", "1/2", "1/2 triplet", "1/4 dotted", "1/4", "1/4 triplet",
                      "1/8 dotted", "1/8", "1/8 triplet", "1/16 dotted", "1/16", "1/16 triplet", "1/32" });
constexpr auto lfoTriggers = withPlaces (4, { "Free", "Key" });
constexpr auto controllerMaps = withPlaces (8, { "Keyboard", "Breath", "MPE", "Wheels" });
constexpr auto slides = withPlaces (4, { "Relative", "Absolute" });

// Rows of one of several equal sets. Macros, because ids and texts are literals that contain its number.
#define KOLOPHON_MACRO(n)                                                                                              \
 later (real ("macro." #n, "Macro", "Macro " #n, "", Unit::percent, 0.0, 100.0, 0.0, Scale::linear,                    \
              "Moves the knobs that the preset has linked to it, each by its own depth.", knobs::macros[n - 1]),       \
        0.0)

#define KOLOPHON_ENVELOPE(n)                                                                                           \
 later (real ("mod.env" #n "_attack", "Modulation", "Env " #n " attack", "", Unit::second, 0.0, 20.0, 0.01,            \
              Scale::power, "Time in which envelope " #n " rises to its peak.", knobs::envelopes[n - 1].attack),       \
        0.01),                                                                                                         \
     later (real ("mod.env" #n "_hold", "Modulation", "Env " #n " hold", "", Unit::second, 0.0, 20.0, 0.0,             \
                  Scale::power, "How long envelope " #n " stays at its peak.", knobs::envelopes[n - 1].hold),          \
            0.0),                                                                                                      \
     later (real ("mod.env" #n "_decay", "Modulation", "Env " #n " decay", "", Unit::second, 0.0, 20.0, 0.3,           \
                  Scale::power, "Time in which envelope " #n " falls to its sustain.", knobs::envelopes[n - 1].decay), \
            0.3),                                                                                                      \
     later (real ("mod.env" #n "_sustain", "Modulation", "Env " #n " sustain", "", Unit::percent, 0.0, 100.0, 70.0,    \
                  Scale::linear, "Where envelope " #n " stays while the key is down.",                                 \
                  knobs::envelopes[n - 1].sustain),                                                                    \
            70.0),                                                                                                     \
     later (real ("mod.env" #n "_release", "Modulation", "Env " #n " release", "", Unit::second, 0.0, 20.0, 0.3,       \
                  Scale::power, "Time in which envelope " #n " falls to nothing when the key goes up.",                \
                  knobs::envelopes[n - 1].release),                                                                    \
            0.3),                                                                                                      \
     later (                                                                                                           \
         real ("mod.env" #n "_curve", "Modulation", "Env " #n " curve", "", Unit::none, -1.0, 1.0, 0.0, Scale::linear, \
               "How envelope " #n " gets there. 0: in straight lines. 1: fast at first, as a charge leaks away. -1: "  \
               "slowly at first.",                                                                                     \
               knobs::envelopes[n - 1].curve),                                                                         \
         0.0)

#define KOLOPHON_LFO(n, preset)                                                                                        \
 later (menu ("mod.lfo" #n "_shape", "Modulation", "LFO " #n " shape", lfoShapes, 0,                                   \
              "Shape of a cycle. Steps: a random value for each. Wander: from one random value to the next.",          \
              knobs::lfos[n - 1].shape),                                                                               \
        0.0),                                                                                                          \
     later (real ("mod.lfo" #n "_rate", "Modulation", "LFO " #n " rate", "", Unit::hertz, 0.01, 30.0, preset,          \
                  Scale::log, "Cycles a second, while it isn't in time with the song.", knobs::lfos[n - 1].rate),      \
            preset),                                                                                                   \
     later (toggle ("mod.lfo" #n "_sync", "Modulation", "LFO " #n " sync", false,                                      \
                    "In time with the host's song: a cycle lasts as long as Length says, and begins with its bars.",   \
                    knobs::lfos[n - 1].sync),                                                                          \
            0.0),                                                                                                      \
     later (menu ("mod.lfo" #n "_length", "Modulation", "LFO " #n " length", lfoLengthNames, 7,                        \
                  "How long a cycle lasts while Sync is on.", knobs::lfos[n - 1].length),                              \
            7.0),                                                                                                      \
     later (real ("mod.lfo" #n "_phase", "Modulation", "LFO " #n " phase", "", Unit::percent, 0.0, 100.0, 0.0,         \
                  Scale::linear, "Where in its cycle it begins.", knobs::lfos[n - 1].phase),                           \
            0.0),                                                                                                      \
     later (menu ("mod.lfo" #n "_trigger", "Modulation", "LFO " #n " trigger", lfoTriggers, 0,                         \
                  "Free: all notes move together. Key: begins anew with every note, for that note.",                   \
                  knobs::lfos[n - 1].trigger),                                                                         \
            0.0)

#define KOLOPHON_AMOUNT(n)                                                                                             \
 later (real ("mod.amount_" #n, "Modulation", "Mod " #n " amount", "", Unit::percent, -100.0, 100.0, 100.0,            \
              Scale::linear, "How much of its depth slot " #n " of the matrix has; below 0 it goes the other way.",    \
              knobs::amounts[n - 1]),                                                                                  \
        100.0)

inline constexpr Parameter modulationRows[] = {
    KOLOPHON_MACRO (1),
    KOLOPHON_MACRO (2),
    KOLOPHON_MACRO (3),
    KOLOPHON_MACRO (4),
    KOLOPHON_MACRO (5),
    KOLOPHON_MACRO (6),
    KOLOPHON_MACRO (7),
    KOLOPHON_MACRO (8),
    KOLOPHON_ENVELOPE (1),
    KOLOPHON_ENVELOPE (2),
    KOLOPHON_LFO (1, 5.0),
    KOLOPHON_LFO (2, 0.5),
    later (real ("mod.drift_rate", "Modulation", "Drift rate", "", Unit::hertz, 0.01, 20.0, 0.5, Scale::log,
                 "How fast the fastest part of Drift moves; four slower ones lie below it, an octave each.",
                 &Patch::driftRate),
           0.5),
    later (real ("mod.seed", "Modulation", "Modulation seed", "", Unit::none, 0.0, 9999.0, 0.0, Scale::integer,
                 "Which way Drift, Steps and Wander go.", &Patch::modulationSeed),
           0.0),
    KOLOPHON_AMOUNT (1),
    KOLOPHON_AMOUNT (2),
    KOLOPHON_AMOUNT (3),
    KOLOPHON_AMOUNT (4),
    KOLOPHON_AMOUNT (5),
    KOLOPHON_AMOUNT (6),
    KOLOPHON_AMOUNT (7),
    KOLOPHON_AMOUNT (8),
    KOLOPHON_AMOUNT (9),
    KOLOPHON_AMOUNT (10),
    KOLOPHON_AMOUNT (11),
    KOLOPHON_AMOUNT (12),
    KOLOPHON_AMOUNT (13),
    KOLOPHON_AMOUNT (14),
    KOLOPHON_AMOUNT (15),
    KOLOPHON_AMOUNT (16),
};
#undef KOLOPHON_MACRO
#undef KOLOPHON_ENVELOPE
#undef KOLOPHON_LFO
#undef KOLOPHON_AMOUNT

inline constexpr Parameter touchRows[] = {
    later (menu ("voice.controller", "Touch", "Controller", controllerMaps, 0,
                 "What makes it loud. Keyboard: velocity. Breath: CC2 alone. MPE: pressure alone. Wheels: the "
                 "modulation wheel alone.",
                 &Patch::voiceController),
           0.0),
    later (menu ("voice.slide", "Touch", "Finger slide", slides, 0,
                 "How CC74, or a finger along a key, moves Position. Relative: from where the note began. Absolute: "
                 "from the middle.",
                 &Patch::voiceSlide),
           0.0),
    later (
        real (
            "voice.release_velocity", "Touch", "Release velocity", "", Unit::percent, 0.0, 100.0, 100.0, Scale::linear,
            "How much sooner the bow leaves when a key is let go fast. Of MPE notes: most keyboards send no true one.",
            &Patch::voiceReleaseSpeedPercent),
        100.0),
};

inline constexpr Parameter gestureRows[] = {
    later (toggle ("gesture.sync", "Gesture", "Gesture sync", false,
                   "Counts the drawn gesture's length in beats of the host's song, not in seconds. It begins with the "
                   "key.",
                   &Patch::gestureSync),
           0.0),
    later (real ("gesture.beats", "Gesture", "Gesture beats", "", Unit::none, 0.0625, 256.0, 4.0, Scale::log,
                 "How many quarter notes the gesture takes while it goes with the song.", &Patch::gestureBeats),
           4.0),
};
} // namespace kolophon::rows
