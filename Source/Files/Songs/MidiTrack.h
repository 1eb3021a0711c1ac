// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Control/Performance.h"
#include "../Bytes/Warnings.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/** One track of a MIDI file, for MidiFile.cpp. */
namespace kolophon
{
struct TickEvent
{
    std::uint64_t tick;
    int part; // 0 up to the track's first note-on at this tick, 1 from there on
    PerformanceEvent event;
    std::uint8_t port = 0; // MIDI port of the track there
};

struct TempoChange
{
    std::uint64_t tick;
    std::uint32_t tempo; // [µs per quarter note]
};

struct MidiTrack
{
    std::vector<TickEvent> events;
    std::vector<TempoChange> tempi;
    std::vector<TickEvent> song; // tempo and bars, for modulation synchronised to the song
    std::uint64_t length = 0;    // [ticks]
    std::string title;           // UTF-8
    std::size_t end = 0;         // the first byte that was not read
    bool ended = false;          // by its end-of-track event
    bool cut = false;            // the bytes ended inside an event
    Warnings warnings;
};

inline constexpr std::string_view trackSignature = "MTrk";

bool startsWith (std::span<const std::uint8_t> bytes, std::string_view signature);

/** "in track 2 (byte 80)" */
std::string placeInFile (const std::string& where, std::size_t byte);

/** Reads the events between two bytes of a file, up to the end of the track, to another track's header or to `end`. A
    track is always read: errors in it are skipped, and reported in `warnings`.

    * Running status continues across meta events and system exclusive messages, as in most players.
    * Values above 127 count as 127; notes and controllers whose number is above 127 are left out.
    * A truncated event is left out.

    `tunings`: remaining number of events that tuning messages may produce, because 20 bytes can make 192; it counts
    down. */
MidiTrack midiTrack (std::span<const std::uint8_t> bytes, std::size_t begin, std::size_t end, const std::string& name,
                     std::size_t& tunings);
} // namespace kolophon
