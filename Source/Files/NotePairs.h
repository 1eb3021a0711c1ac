#pragma once

#include "MidiTrack.h"

#include <vector>

/** Which note-off ends which note, for MidiFile.cpp. */
namespace kolophon
{
/** An instrument has one string per key, and what begins again on it ends what sounded. Of the notes of one key and
    channel that overlap, the first off belongs to the first note: so that note gets its off where the next one begins,
    and its own off is dropped. As many notes overlap as have offs to come; the others end with the next off. An off in
    front of its own note at the same tick, which some programs write for notes of no length, is put behind it where
    the note would never end else.

    `events`: in the order in which they are played. */
std::vector<TickEvent> withPairedNotes (const std::vector<TickEvent>& events, Warnings& warnings);
} // namespace kolophon
