#pragma once

#include "../Synth/PerformanceLog.h"
#include "PresetFile.h"

#include <filesystem>
#include <map>

/** A performance as text: what a synth was given to play, so that it plays the same again, to the last bit.

        { "format": "kolophon-performance", "version": 3, "kolophon": "0.2.0", "sample_rate": 48000,
          "from": 0, "end": 288000, "began_at_rest": true, "side_chain": false, "stream_time": 0, "strokes": 0,
          "grid_phase": 0,
          "last_voice": -1, "last_key": 60, "last_channel": 1, "last_pressure": 0, "last_timbre": 0.5,
          "modulated": [ … what modulates, as Synth::Past has it … ],
          "song": { "quarters": 0, "rate": 2, "bar": 4 },
          "preset": { … as in PresetFile.h … },
          "controllers": [ { "type": "controller", "channel": 1, "number": 1, "value": 0.5 } ],
          "events": [ { "at": 480, "type": "note on", "channel": 1, "key": 57, "value": 0.8 },
                      { "at": 9600, "type": "set", "parameter": "hand.speed", "value": 0.3 },
                      { "at": 48000, "type": "set at once", "parameter": "hand.lift", "value": 1 },
                      { "at": 60000, "type": "gesture", "gesture": [[0, 0, 1], [1, 1, 1]] } ] }

    Times are samples from the performance's beginning; `from` is where what is to be heard begins. Values are the
    engine's: 0 … 1, -1 … 1 for a bend, a parameter's own unit in the meaning that the preset's version gives it: a file
    whose preset is old is read as what sounds the same, moves of knobs included. Version 1 had neither what the last
    stroke's channel said nor what modulates, version 2 no phase of the control grid: it began at multiples of 32. */
namespace kolophon
{
/** What was given in mid-performance. Nothing in it: the engine's own. */
struct GivenThings
{
    std::map<std::uint32_t, std::optional<DrawnGesture>> gestures;
    std::map<std::uint32_t, std::optional<CustomBody>> bodies;
    std::map<std::uint32_t, std::optional<KeyTuning>> tunings;
    std::map<std::uint32_t, std::optional<Modulation>> modulations;
};

struct RecordedPerformance
{
    Preset preset; // at the beginning
    LoggedPerformance log;
    GivenThings given; // under the numbers of the log's events
};

inline constexpr int performanceFormatVersion = 3;
inline constexpr std::size_t largestPerformanceFile = 64 << 20; // [bytes]

/** One event a line, each number exact. */
std::string performanceToJson (const RecordedPerformance& performance);

/** The performance where all of it is as it should be, or one sentence that names place, value and what is allowed. */
Result<RecordedPerformance> performanceFromJson (std::string_view json);

/** All of the performance that can be played: events that can't be read are left out, numbers brought into range,
    and the preset is read likewise (PresetFile.h); each is a finding. Refused is only what is no performance. */
Result<RecordedPerformance> performanceFromJson (std::string_view json, Findings& findings);

/** The same of a file; a sentence that refuses it begins with the file's name. */
Result<RecordedPerformance> readPerformanceFile (const std::filesystem::path& file, Findings& findings);
} // namespace kolophon
