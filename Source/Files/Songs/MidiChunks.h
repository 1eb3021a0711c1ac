// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "MidiTrack.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/** The chunks of a MIDI file, for MidiFile.cpp. */
namespace kolophon
{
struct MidiHeader
{
    int format = 0;
    std::uint32_t ticksPerQuarter = 0; // 0: SMPTE time
    double secondsPerTick = 0.0;       // SMPTE time only
};

struct MidiChunks
{
    MidiHeader header;
    std::vector<MidiTrack> tracks; // one at least
    Warnings warnings;             // those of tracks included
};

/** Finds header and tracks, in a plain file or a RIFF file (RMID): by the lengths of chunks or, if these are wrong, by
    the next track's signature. Throws InputError without a header, a time division or a track. */
MidiChunks midiChunks (std::span<const std::uint8_t> bytes);
} // namespace kolophon
