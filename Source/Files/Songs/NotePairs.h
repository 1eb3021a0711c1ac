// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "MidiTrack.h"

#include <vector>

/** Assignment of note-offs to notes, for MidiFile.cpp. */
namespace kolophon
{
/** Returns the events without overlaps on a key. An instrument has one string per key, so that a new note ends the
    sounding one. Of overlapping notes of one key and channel, the first off belongs to the first note: that note gets
    its off where the next one begins, and its own off is removed. Only as many notes overlap as have offs later; the
    others end with the next off. An off before its own note at the same tick, which some programs write for notes of no
    length, is moved after it if the note would otherwise never end.

    `events`: in the order in which they are played. */
std::vector<TickEvent> withPairedNotes (const std::vector<TickEvent>& events, Warnings& warnings);
} // namespace kolophon
