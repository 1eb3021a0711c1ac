// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ModulationKnobs.h"
#include "ParameterRows.h"

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
              "Moves the knobs linked to it by the preset, each by its own depth.", knobs::macros[n - 1]),             \
        0.0)

#define KOLOPHON_ENVELOPE(n)                                                                                           \
 later (real ("mod.env" #n "_attack", "Modulation", "Env " #n " attack", "", Unit::second, 0.0, 20.0, 0.01,            \
              Scale::power, "Time in which envelope " #n " rises to its peak.", knobs::envelopes[n - 1].attack),       \
        0.01),                                                                                                         \
     later (real ("mod.env" #n "_hold", "Modulation", "Env " #n " hold", "", Unit::second, 0.0, 20.0, 0.0,             \
                  Scale::power, "Time for which envelope " #n " stays at its peak.", knobs::envelopes[n - 1].hold),    \
            0.0),                                                                                                      \
     later (real ("mod.env" #n "_decay", "Modulation", "Env " #n " decay", "", Unit::second, 0.0, 20.0, 0.3,           \
                  Scale::power, "Time in which envelope " #n " falls to its sustain.", knobs::envelopes[n - 1].decay), \
            0.3),                                                                                                      \
     later (real ("mod.env" #n "_sustain", "Modulation", "Env " #n " sustain", "", Unit::percent, 0.0, 100.0, 70.0,    \
                  Scale::linear, "Level at which envelope " #n " stays while the key is held.",                        \
                  knobs::envelopes[n - 1].sustain),                                                                    \
            70.0),                                                                                                     \
     later (real ("mod.env" #n "_release", "Modulation", "Env " #n " release", "", Unit::second, 0.0, 20.0, 0.3,       \
                  Scale::power, "Time in which envelope " #n " falls to zero after note-off.",                         \
                  knobs::envelopes[n - 1].release),                                                                    \
            0.3),                                                                                                      \
     later (real ("mod.env" #n "_curve", "Modulation", "Env " #n " curve", "", Unit::none, -1.0, 1.0, 0.0,             \
                  Scale::linear,                                                                                       \
                  "Shape of envelope " #n                                                                              \
                  ". 0: straight lines. 1: fast at first, like a capacitor discharging. -1: slow at first.",           \
                  knobs::envelopes[n - 1].curve),                                                                      \
            0.0)

#define KOLOPHON_LFO(n, preset)                                                                                        \
 later (menu ("mod.lfo" #n "_shape", "Modulation", "LFO " #n " shape", lfoShapes, 0,                                   \
              "Shape of a cycle. Steps: a random value per cycle. Wander: glides from one random value to the next.",  \
              knobs::lfos[n - 1].shape),                                                                               \
        0.0),                                                                                                          \
     later (real ("mod.lfo" #n "_rate", "Modulation", "LFO " #n " rate", "", Unit::hertz, 0.01, 30.0, preset,          \
                  Scale::log, "Cycles per second while Sync is off.", knobs::lfos[n - 1].rate),                        \
            preset),                                                                                                   \
     later (toggle ("mod.lfo" #n "_sync", "Modulation", "LFO " #n " sync", false,                                      \
                    "Synchronises to the project tempo: a cycle lasts as long as Length and begins on the bar line.",  \
                    knobs::lfos[n - 1].sync),                                                                          \
            0.0),                                                                                                      \
     later (menu ("mod.lfo" #n "_length", "Modulation", "LFO " #n " length", lfoLengthNames, 7,                        \
                  "Length of a cycle while Sync is on.", knobs::lfos[n - 1].length),                                   \
            7.0),                                                                                                      \
     later (real ("mod.lfo" #n "_phase", "Modulation", "LFO " #n " phase", "", Unit::percent, 0.0, 100.0, 0.0,         \
                  Scale::linear, "Start phase in the cycle.", knobs::lfos[n - 1].phase),                               \
            0.0),                                                                                                      \
     later (menu ("mod.lfo" #n "_trigger", "Modulation", "LFO " #n " trigger", lfoTriggers, 0,                         \
                  "Restart of the cycle. Free: all notes move together. Key: restarts for every note.",                \
                  knobs::lfos[n - 1].trigger),                                                                         \
            0.0)

#define KOLOPHON_AMOUNT(n)                                                                                             \
 later (real ("mod.amount_" #n, "Modulation", "Mod " #n " amount", "", Unit::percent, -100.0, 100.0, 100.0,            \
              Scale::linear,                                                                                           \
              "Amount of slot " #n " of the matrix, as a fraction of its depth; below 0 the direction reverses.",      \
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
                 "Rate of the fastest part of Drift. Four slower parts lie below it, one octave apart.",
                 &Patch::driftRate),
           0.5),
    later (real ("mod.seed", "Modulation", "Modulation seed", "", Unit::none, 0.0, 9999.0, 0.0, Scale::integer,
                 "Random seed of Drift, Steps and Wander.", &Patch::modulationSeed),
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
    // Touch
    later (menu ("voice.controller", "Touch", "Controller", controllerMaps, 0,
                 "Controller of loudness. Keyboard: velocity. Breath: CC2 alone. MPE: pressure alone. Wheels: the "
                 "modulation wheel alone.",
                 &Patch::voiceController),
           0.0),
    later (menu ("voice.slide", "Touch", "Finger slide", slides, 0,
                 "Effect of CC74, or of a finger sliding along a key, on Position. Relative: from where the note "
                 "began. Absolute: from the middle.",
                 &Patch::voiceSlide),
           0.0),
    forPlayer (
        later (real ("voice.release_velocity", "Touch", "Release velocity", "", Unit::percent, 0.0, 100.0, 100.0,
                     Scale::linear,
                     "Effect of release velocity on how fast the bow leaves the string. MPE notes only: most keyboards "
                     "send no true release velocity.",
                     &Patch::voiceReleaseSpeedPercent),
               100.0)),
    // Gesture
    forPlayer (later (
        toggle ("gesture.sync", "Gesture", "Gesture sync", false,
                "Counts the gesture's length in beats of the project tempo instead of seconds. The gesture begins "
                "with the key.",
                &Patch::gestureSync),
        0.0)),
    forPlayer (later (real ("gesture.beats", "Gesture", "Gesture beats", "", Unit::none, 0.0625, 256.0, 4.0, Scale::log,
                            "Length of the gesture in quarter notes while Gesture sync is on.", &Patch::gestureBeats),
                      4.0)),
};
#undef KOLOPHON_MACRO
#undef KOLOPHON_ENVELOPE
#undef KOLOPHON_LFO
#undef KOLOPHON_AMOUNT
} // namespace kolophon::rows
