// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Files/Songs/MidiFile.h"
#include "../Synth/Parameters/Patch.h"

#include <span>
#include <vector>

namespace kolophon
{
/** A song with what a player adds who has read it to its end. Phrase.h shapes a note without knowing how long it will
    last and what follows; here each note gets an expression that peaks and fades within its own length, more before a
    rest, later before a higher note, and no vibrato where it is short or a change of position follows (a fourth or
    more), whose last 0.1 s are still. These are events to the notes, which get numbers; Phrasing steps back from them,
    and its knob scales them. Without Phrasing the events stay as they are. */
std::vector<TimedEvent> phrasedFromScore (std::span<const TimedEvent> events, const Patch& patch);
} // namespace kolophon
