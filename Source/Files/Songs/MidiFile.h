// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"
#include "../../Synth/Control/Performance.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** One event of a song; `event.offset` is 0 until the sample rate is known. */
struct TimedEvent
{
    double seconds = 0.0;
    PerformanceEvent event;
};

/** Contents of a standard MIDI file that an instrument needs. */
struct Song
{
    std::string title;              // the first track's name as UTF-8; may be empty
    std::vector<TimedEvent> events; // by time; see below for equal times
    double duration = 0.0;          // [s] to the last track's end
    int noteCount = 0;
    int trackCount = 0;
    int hangingNotes = 0;              // notes without a note-off in the file; released at its end
    std::vector<std::string> warnings; // violations of the format, a sentence for each kind
};

/** Reads standard MIDI files of format 0, 1 and 2 (whose patterns play one after the other), by themselves or in a RIFF
    file (.rmi): tempo map or SMPTE time, running status, MIDI Tuning Standard; other system exclusive messages and
    unknown chunks are skipped.

    Events of one track keep their order. At equal ticks of several tracks, all events of a track before its first
    note-on come before all note-ons, so that no track's new note is cut off by another one's late note-off. Overlapping
    notes of one key: see NotePairs.h. Keys and pedals that are still down at the end are released there.

    Tolerates what other players tolerate: wrong lengths and counts, stray bytes, truncated tracks and values out of
    range are skipped, and reported in `warnings`; see MidiTrack.h and MidiChunks.h. A file without a MIDI header, a
    time division or a track is refused: one sentence with the file, the reason and the byte.

    Reasons against libsmf (Debian's libsmf-dev, examined in version 1.3): it reports only by printing through GLib's
    log, plays the first half of a truncated track without an error, asserts on some inputs, and refuses SMPTE time. The
    format is small enough to be read here. */
Result<Song> songFromMidi (std::span<const std::uint8_t> bytes, std::string_view fileName);

/** Reads a file on disk. */
Result<Song> readMidiFile (const std::filesystem::path& path);
} // namespace kolophon
