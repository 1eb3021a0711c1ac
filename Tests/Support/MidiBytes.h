// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Files/Songs/MidiFile.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <tuple>
#include <vector>

/** MIDI files, byte by byte (SMF 1.0). */
namespace kolophon::test
{
using Bytes = std::vector<std::uint8_t>;

inline Bytes joined (std::initializer_list<Bytes> parts)
{
    Bytes all;
    for (const auto& part : parts)
        all.insert (all.end(), part.begin(), part.end());
    return all;
}

inline Bytes header (int format, int tracks, int division)
{
    const auto low = [] (int value) { return static_cast<std::uint8_t> (value & 0xff); };
    return { 'M', 'T', 'h', 'd', 0, 0, 0, 6, 0, low (format), 0, low (tracks), low (division >> 8), low (division) };
}

/** A chunk with its length, or with one that is wrong. */
inline Bytes chunk (const char* name, const Bytes& body, std::int64_t length = -1)
{
    const auto size = length < 0 ? static_cast<std::int64_t> (body.size()) : length;
    Bytes head;
    for (int i = 0; i < 4; ++i)
        head.push_back (static_cast<std::uint8_t> (name[i]));
    for (const int shift : { 24, 16, 8, 0 })
        head.push_back (static_cast<std::uint8_t> (size >> shift));
    return joined ({ head, body });
}

inline const Bytes endOfTrack { 0x00, 0xff, 0x2f, 0x00 };

/** A track, whose end is added. */
inline Bytes track (std::initializer_list<Bytes> events)
{
    return chunk ("MTrk", joined ({ joined (events), endOfTrack }));
}

/** A file of format 0 with these events. */
inline Bytes oneTrack (int division, const Bytes& events)
{
    return joined ({ header (0, 1, division), track ({ events }) });
}

inline Song songOf (const Bytes& bytes)
{
    const auto result = songFromMidi (bytes, "test.mid");
    if (! result)
        FAIL (result.error().what());
    return result.value();
}

inline std::string songError (const Bytes& bytes)
{
    const auto result = songFromMidi (bytes, "test.mid");
    return result ? "accepted" : result.error().what();
}

/** Everything that is played, to the last bit. */
using Played = std::vector<std::tuple<double, int, int, int, double>>;
inline Played played (const Song& song)
{
    Played all;
    for (const auto& [seconds, event] : song.events)
        all.emplace_back (seconds, static_cast<int> (event.type), event.channel, event.index, event.value);
    return all;
}

/** All warnings as one text. */
inline std::string warningsOf (const Song& song)
{
    std::string all;
    for (const auto& warning : song.warnings)
        all += warning + "\n";
    return all;
}
} // namespace kolophon::test
