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

/** Finds header and tracks, by themselves or in a RIFF file (RMID): at the lengths that chunks give, and where those
    are wrong, where the next track's signature stands. Throws Refusal where there is no header, no time or no track. */
MidiChunks midiChunks (std::span<const std::uint8_t> bytes);
} // namespace kolophon
