// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Analysis/Notes/LineMeasures.h"
#include "../../Analysis/Notes/NoteStart.h"
#include "../../Files/Presets/PresetFile.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace kolophon
{
/** A way to play a line of twenty notes, 0.42 s from each to the next, at velocity 80. */
struct LineManner
{
    std::string_view name;
    double held;          // of the time from one key to the next; over 1: keys overlap
    std::string_view bow; // of each note, repeated: s slurs into the next, d detached, k short; empty: all alike
};
inline constexpr std::array lineManners { LineManner { "slurred", 1.07, "" }, LineManner { "detached, 97 %", 0.97, "" },
                                          LineManner { "detached, 85 %", 0.85, "" },
                                          LineManner { "staccato", 0.15 / 0.42, "" },
                                          LineManner { "mixed", 0.85, "ssdkkssddskd" } };

/** Plays a line upwards from a key, as three performances of the preset (voice.seed) one after the other, and measures
    their notes, all without a room. Throws InputError. */
std::vector<LineNote> measuredLine (const Preset& preset, const LineManner& manner, int lowestKey, int velocity = 80);

/** Levels [dB] of the first and of the last one of fifteen detached sixteenths at 160 quarter notes per minute, over a
    held note's; and how many of the fifteen sound at their keys' pitches, to a quarter of a tone. The room is off. */
struct PassageMeasures
{
    double first, last;
    int inTune;
};
PassageMeasures measuredPassage (const Preset& preset, int lowestKey);

/** Measures the start of a held key, without a room. Throws InputError. */
NoteStart measuredStart (const Preset& preset, int key, int velocity);
} // namespace kolophon
