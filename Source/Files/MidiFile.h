#pragma once

#include "../Core/Error.h"
#include "../Synth/Performance.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** One event of a song; `event.offset` is 0 until somebody knows the sample rate. */
struct TimedEvent
{
    double seconds = 0.0;
    PerformanceEvent event;
};

/** What an instrument needs of a standard MIDI file. */
struct Song
{
    std::string title;              // the first track's name as UTF-8; may be empty
    std::vector<TimedEvent> events; // by time; see below for equal times
    double duration = 0.0;          // [s] to the last track's end
    int noteCount = 0;
    int trackCount = 0;
    int hangingNotes = 0;              // keys that the file never lets go; released at its end
    std::vector<std::string> warnings; // what is not as the format has it, a sentence for each kind
};

/** Reads standard MIDI files of format 0, 1 and 2 (whose patterns play one after the other), by themselves or in a RIFF
    file (.rmi): tempo map or SMPTE time, running status, MIDI Tuning Standard; other system exclusive messages and
    unknown chunks are skipped.

    Events of one track keep their order. Of several tracks at one tick, everything that a track says before its first
    note-on comes before all note-ons, so that no track's new note is cut off by another one's late note-off. What notes
    overlap on one key: see NotePairs.h. Keys and pedals that are still down at the end are let go there.

    What plays elsewhere plays here: wrong lengths and counts, bytes that belong nowhere, tracks that are cut off and
    values out of range are passed over, and stand in `warnings`; see MidiTrack.h and MidiChunks.h. Refused is what has
    no MIDI header, no time division or no track: one sentence that names the file, what is wrong, and the byte.

    Why not libsmf (Debian's libsmf-dev, looked at in version 1.3): it reports only by printing through GLib's log,
    plays the front half of a truncated track as if nothing had happened, asserts on some inputs, and refuses SMPTE
   time. The format is small enough to be read here. */
Result<Song> songFromMidi (std::span<const std::uint8_t> bytes, std::string_view fileName);

/** The same for a file on disk. */
Result<Song> readMidiFile (const std::filesystem::path& path);
} // namespace kolophon
