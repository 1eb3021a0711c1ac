// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/PerformanceLog.h"
#include "../Presets/PresetFile.h"

#include <filesystem>
#include <map>

/** Text format of a performance: everything that a synth was given to play, so that it plays the same again, to the
    last bit.

        { "format": "kolophon-performance", "version": 4, "kolophon": "0.2.0", "sample_rate": 48000,
          "from": 0, "end": 288000, "began_at_rest": true, "side_chain": false, "stream_time": 0, "strokes": 0,
          "grid_phase": 0,
          "last_voice": -1, "last_key": 60, "last_channel": 1, "last_pressure": 0, "last_timbre": 0.5,
          "modulated": [ … state of the modulation, see Synth::Past … ],
          "song": { "quarters": 0, "rate": 2, "bar": 4 },
          "preset": { … as in PresetFile.h … },
          "controllers": [ { "type": "controller", "channel": 1, "number": 1, "value": 0.5 } ],
          "events": [ { "at": 480, "type": "note on", "channel": 1, "key": 57, "value": 0.8 },
                      { "at": 9600, "type": "set", "parameter": "hand.speed", "value": 0.3 },
                      { "at": 12000, "type": "expression", "note": 7, "name": "tuning", "value": 0.5 },
                      { "at": 12000, "type": "modulate", "note": 7, "parameter": "hand.speed", "value": 0.1 },
                      { "at": 48000, "type": "set at once", "parameter": "hand.lift", "value": 1 },
                      { "at": 60000, "type": "tune key", "channel": 1, "program_key": 57, "value": 57.5 },
                      { "at": 60000, "type": "gesture", "gesture": [[0, 0, 1], [1, 1, 1]] } ] }

    Times are samples from the performance's beginning; `from` is the start of the audible part. Values are the
    engine's: 0 … 1, -1 … 1 for a bend, a parameter's own unit in the meaning of the preset's version: a file with an
    old preset is converted to the same sound, moves of knobs included. Version 1 contained neither the last stroke's
    channel state nor the modulation, version 2 no phase of the control grid, which began at multiples of 32. Version 4
    added notes with a number ("note": 7 in "note on" and "note off"), their expressions, the host's modulation (of a
    note, or without its number of all; the value is a fraction of the knob's slider) and "choke". */
namespace kolophon
{
/** Gestures, bodies, boxes, tunings and modulation given during a performance. Empty: the engine's defaults. */
struct GivenThings
{
    std::map<std::uint32_t, std::optional<DrawnGesture>> gestures;
    std::map<std::uint32_t, std::optional<CustomBody>> bodies;
    std::map<std::uint32_t, std::optional<MeasuredBox>> boxes;
    std::map<std::uint32_t, std::optional<KeyTuning>> tunings;
    std::map<std::uint32_t, std::optional<Modulation>> modulations;
};

struct RecordedPerformance
{
    Preset preset; // at the beginning
    LoggedPerformance log;
    GivenThings given; // under the numbers of the log's events
};

inline constexpr int performanceFormatVersion = 4;
inline constexpr double longestPerformance = 1e12;              // [samples]
inline constexpr std::size_t largestPerformanceFile = 64 << 20; // [bytes]

/** Writes one event per line, each number exact. */
std::string performanceToJson (const RecordedPerformance& performance);

/** Reads a completely valid performance; an error is one sentence with place, value and allowed values. */
Result<RecordedPerformance> performanceFromJson (std::string_view json);

/** Reads the playable part of a performance: invalid events are left out, numbers clamped, as those of the
    preset are (PresetFile.h); each is a finding. Refuses only text that is not a performance. */
Result<RecordedPerformance> performanceFromJson (std::string_view json, Findings& findings);

/** Reads the playable part of a file; a refusal begins with the file's name. */
Result<RecordedPerformance> readPerformanceFile (const std::filesystem::path& file, Findings& findings);
} // namespace kolophon
