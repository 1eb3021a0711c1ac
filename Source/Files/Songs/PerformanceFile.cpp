// SPDX-License-Identifier: GPL-3.0-or-later
#include "PerformanceFile.h"

#include "../../Synth/Parameters/ParameterTable.h"
#include "../Bytes/WholeFile.h"
#include "../Json/JsonDocument.h"
#include "../Json/JsonFields.h"
#include "../Json/ShallowJson.h"
#include "../Parts/BodyJson.h"
#include "../Parts/BoxJson.h"
#include "../Parts/GestureJson.h"
#include "../Parts/TuningJson.h"
#include "../Presets/ModulationJson.h"
#include "../Presets/PresetJson.h"
#include "PerformanceEventJson.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace kolophon
{
namespace
{
using Type = PerformanceEvent::Type;
using Kind = LoggedEvent::Kind;

constexpr std::string_view performanceFormat = "kolophon-performance";

//----------------------------------------------------------------------------------------------------------------------
template <class Thing, class Write>
Json thingValue (const std::map<std::uint32_t, std::optional<Thing>>& things, std::uint32_t number, Write write)
{
    const auto found = things.find (number);
    return found != things.end() && found->second ? write (*found->second) : Json (nullptr);
}

Json loggedValue (const LoggedEvent& logged, const GivenThings& given)
{
    Json json { { "at", logged.sample } };
    switch (logged.kind)
    {
        case Kind::event: json.update (eventValue (logged.event)); break;
        case Kind::knob: json.update (parameterEventValue ("set at once", logged.event)); break;
        case Kind::reset: json["type"] = "reset"; break;
        case Kind::gesture:
            json["type"] = "gesture";
            json["gesture"] = thingValue (given.gestures, logged.number, gestureValue);
            break;
        case Kind::body:
            json["type"] = "body";
            json["body"] = thingValue (given.bodies, logged.number, bodyValue);
            break;
        case Kind::box:
            json["type"] = "box";
            json["box"] = thingValue (given.boxes, logged.number, boxValue);
            break;
        case Kind::tuning:
            json["type"] = "tuning";
            json["tuning"] = thingValue (given.tunings, logged.number, tuningValue);
            break;
        case Kind::modulation:
            json["type"] = "modulation";
            json["modulation"] =
                thingValue (given.modulations, logged.number,
                            [] (const Modulation& m) {
                                return Json { { "macros", macrosValue (m) }, { "slots", modulationSlotsValue (m) } };
                            });
            break;
    }
    return json;
}

//----------------------------------------------------------------------------------------------------------------------
Modulation modulationFrom (const Json& json, const std::string& path, Findings& findings)
{
    JsonFields fields (json, path, findings);
    Modulation modulation;
    KeptParts notKept; // discarded: a performance is played, not edited and written again
    Reading reading { findings, notKept };
    readMacros (fields.at ("macros"), reading, modulation);
    readModulationSlots (fields.at ("slots"), reading, modulation);
    fields.end();
    return modulation;
}

/** Reads the state of the modulation of Synth::Past. */
void readModulated (JsonFields& fields, Findings& findings, Synth::Past& past)
{
    const auto& numbers = fields.list ("modulated");
    past.isModulated = ! numbers.empty();
    if (past.isModulated && numbers.size() != past.modulation.size())
        throw InputError ({ "modulated", std::to_string (numbers.size()) + " numbers", "are too few or too many",
                            std::to_string (past.modulation.size()) + " or none" });
    for (std::size_t i = 0; i < numbers.size(); ++i)
        past.modulation[i] = readNumber (numbers[i], { -widestEventValue, widestEventValue },
                                         "modulated[" + std::to_string (i) + "]", findings);
}

Synth::Past pastFrom (JsonFields& fields, std::int64_t version, Findings& findings)
{
    Synth::Past past;
    const auto integer = [&fields] (const char* field, double lowest, double highest, auto otherwise)
    {
        return static_cast<decltype (otherwise)> (fields.orElse (static_cast<std::int64_t> (otherwise),
                                                                 [&] {
                                                                     return fields.integer (field, { lowest, highest });
                                                                 }));
    };
    const auto number = [] (JsonFields& from, const char* field, double lowest, double highest, double otherwise) {
        return from.orElse (otherwise, [&] { return from.number (field, { lowest, highest }); });
    };
    past.streamTime = integer ("stream_time", 0.0, longestPerformance, past.streamTime);
    past.strokes = integer ("strokes", 0.0, longestPerformance, past.strokes);
    past.gridPhase = static_cast<int> (past.streamTime % limits::controlInterval);
    if (version > 2)
        past.gridPhase = integer ("grid_phase", 0.0, limits::controlInterval - 1.0, past.gridPhase);
    if (version == 1 && ! fields.has ("song")) // the first files contained no more
        return past;
    past.lastVoice = integer ("last_voice", -1.0, limits::maxVoices - 1.0, past.lastVoice);
    past.lastKey = integer ("last_key", 0.0, 127.0, past.lastKey);
    if (version > 1)
    {
        past.lastChannel = integer ("last_channel", 1.0, 16.0, past.lastChannel + 1) - 1;
        past.lastPressure = number (fields, "last_pressure", 0.0, 1.0, past.lastPressure);
        past.lastTimbre = number (fields, "last_timbre", 0.0, 1.0, past.lastTimbre);
        auto modulated = past;
        if (const auto read = resultOf ([&] { return readModulated (fields, findings, modulated), true; }))
            past = modulated;
        else
            findings.add (read.error());
    }
    const auto readSong = [&]
    {
        JsonFields song (fields.at ("song"), "song", findings);
        past.songQuarters = number (song, "quarters", -widestEventValue, widestEventValue, past.songQuarters);
        past.songRate = number (song, "rate", 0.0, widestEventValue, past.songRate);
        past.songBar = number (song, "bar", 0.0, widestEventValue, past.songBar);
        song.end();
        return true;
    };
    if (const auto read = resultOf (readSong); ! read)
        findings.add (read.error());
    return past;
}

/** Stores a given thing under the number of its event. */
template <class Thing, class Read>
void keepThing (std::map<std::uint32_t, std::optional<Thing>>& things, std::uint32_t number, const Json& json,
                Read read)
{
    things[number] = json.is_null() ? std::nullopt : std::optional<Thing> (read (json));
}

/** The kind of event that gives a thing. */
std::optional<Kind> kindOfThing (const std::string& type)
{
    for (const auto& [name, kind] :
         { std::pair ("gesture", Kind::gesture), std::pair ("body", Kind::body), std::pair ("box", Kind::box),
           std::pair ("tuning", Kind::tuning), std::pair ("modulation", Kind::modulation) })
        if (type == name)
            return kind;
    return std::nullopt;
}

void readGiven (Kind kind, std::uint32_t number, const Json& thing, const std::string& here, Findings& findings,
                GivenThings& given)
{
    if (kind == Kind::gesture)
        keepThing (given.gestures, number, thing, [&] (const Json& j) { return gestureFromValue (j, here, findings); });
    else if (kind == Kind::body)
        keepThing (given.bodies, number, thing, [&] (const Json& j) { return bodyFromValue (j, here, findings); });
    else if (kind == Kind::box)
        keepThing (given.boxes, number, thing, [&] (const Json& j) { return boxFromValue (j, here, findings); });
    else if (kind == Kind::tuning)
        keepThing (given.tunings, number, thing, [&] (const Json& j) { return tuningFromValue (j, here, findings); });
    else
        keepThing (given.modulations, number, thing,
                   [&] (const Json& j) { return modulationFrom (j, here, findings); });
}

/** Reads an event. Throws InputError if it can't be played. */
LoggedEvent loggedFrom (const Json& json, const std::string& path, std::uint32_t number, GivenThings& given,
                        Findings& findings)
{
    JsonFields fields (json, path, findings);
    LoggedEvent logged;
    logged.sample = fields.integer ("at", { 0.0, longestPerformance });
    const auto type = fields.text ("type");
    if (const auto kind = kindOfThing (type))
    {
        logged.number = number;
        logged.kind = *kind;
        readGiven (*kind, number, fields.at (type.c_str()), path + "." + type, findings, given);
    }
    else if (type == "reset")
        logged.kind = Kind::reset;
    else if (type == "set at once")
    {
        logged.kind = Kind::knob;
        logged.event = parameterEventFrom (fields, path, findings);
    }
    else
        logged.event = eventFrom (fields, type, path, findings);
    fields.end();
    return logged;
}

/** Converts moves of knobs whose meaning has changed to moves with the same sound today, at the same sample:
    out.box_mix of an old file also moves the level. `written`: the knobs at the beginning. */
void moveAsToday (std::vector<LoggedEvent>& events, WrittenPatch written)
{
    const auto table = parameterTable();
    auto meant = written.today();
    std::vector<LoggedEvent> moved;
    for (const auto& logged : events)
    {
        moved.push_back (logged);
        if ((logged.kind != Kind::event && logged.kind != Kind::knob) || logged.event.type != Type::setParameter)
            continue;
        const auto before = meant;
        table[logged.event.index].in (written.patch) = logged.event.value;
        meant = written.today();
        moved.back().event.value = table[logged.event.index].in (meant);
        for (std::size_t i = 0; i < table.size(); ++i)
            if (i != logged.event.index && table[i].in (meant) != table[i].in (before))
            {
                moved.push_back (logged);
                moved.back().event.index = static_cast<std::uint16_t> (i);
                moved.back().event.value = table[i].in (meant);
            }
    }
    events = std::move (moved);
}

/** Reads the valid entries of a list; a value other than a list is treated as empty, and is a finding. */
template <class Read>
void readEach (JsonFields& fields, const char* name, Findings& findings, Read&& read)
{
    const auto* list = fields.orElse (static_cast<const Json*> (nullptr), [&] { return &fields.list (name); });
    for (std::size_t n = 0; list != nullptr && n < list->size(); ++n)
        if (const auto result =
                resultOf ([&] { return read ((*list)[n], std::string (name) + "[" + std::to_string (n) + "]"), true; });
            ! result)
            findings.add (result.error());
}

void readEvents (JsonFields& fields, Findings& findings, RecordedPerformance& performance)
{
    auto& log = performance.log;
    readEach (fields, "controllers", findings,
              [&] (const Json& json, const std::string& path)
              {
                  JsonFields event (json, path, findings);
                  log.controllers.push_back (eventFrom (event, event.text ("type"), path, findings));
                  event.end();
              });
    readEach (fields, "events", findings,
              [&] (const Json& json, const std::string& path)
              {
                  const auto number = static_cast<std::uint32_t> (log.events.size() + 1);
                  const auto logged = loggedFrom (json, path, number, performance.given, findings);
                  if (! log.events.empty() && logged.sample < log.events.back().sample)
                      throw InputError (
                          { path + ".at", std::to_string (logged.sample), "is earlier than the previous event" });
                  log.events.push_back (logged);
              });
}

RecordedPerformance readPerformance (const Json& root, Findings& findings)
{
    if (! root.is_object() || ! root.contains ("format") || root["format"] != std::string (performanceFormat))
        throw InputError ({ .place = "format",
                            .problem = "this is not a Kolophon performance (no \"format\": \"" +
                                       std::string (performanceFormat) + "\")" });
    JsonFields fields (root, "performance", findings);
    const auto otherwise = [&fields] (auto value, auto read)
    { return fields.orElse (decltype (read()) (value), read); };
    const auto version = otherwise (performanceFormatVersion, [&] { return fields.integer ("version", { 1.0, 1e6 }); });
    if (version > performanceFormatVersion)
        findings.addUnknown (InputError ({ "version", std::to_string (version), "is newer than this program",
                                           "1 to " + std::to_string (performanceFormatVersion) }),
                             true);
    RecordedPerformance performance;
    auto& log = performance.log;
    log.sampleRate =
        otherwise (48000.0,
                   [&] {
                       return fields.number ("sample_rate", { limits::minSampleRate, limits::maxSampleRate });
                   });
    const auto end = otherwise (-1, [&] { return fields.integer ("end", { 0.0, longestPerformance }); });
    log.from = otherwise (0, [&] { return fields.integer ("from", { 0.0, longestPerformance }); });
    log.beganAtRest = otherwise (true, [&] { return fields.flag ("began_at_rest"); });
    log.driven = otherwise (false, [&] { return fields.flag ("side_chain"); });
    log.past = pastFrom (fields, version, findings);
    const auto* preset = fields.orElse (static_cast<const Json*> (nullptr), [&] { return &fields.at ("preset"); });
    Findings inPreset;
    auto read = preset == nullptr ? WrittenPreset() : presetFromValue (*preset, inPreset);
    findings.addAll (inPreset, "preset");
    performance.preset = std::move (read.preset);
    log.patch = performance.preset.patch;
    readEvents (fields, findings, performance);
    fields.end ({ "format", "kolophon" });
    log.end = end >= 0 ? end : (log.events.empty() ? 0 : log.events.back().sample);
    if (log.from > log.end)
        findings.add (InputError ({ "performance.from", std::to_string (log.from), "is later than the end" }));
    log.from = std::min (log.from, log.end);
    moveAsToday (log.events, read.written);
    return performance;
}
} // namespace

std::string performanceToJson (const RecordedPerformance& performance)
{
    const auto& log = performance.log;
    auto preset = performance.preset;
    preset.patch = log.patch;
    Json controllers = Json::array(), events = Json::array();
    for (const auto& event : log.controllers)
        controllers.push_back (eventValue (event));
    for (const auto& event : log.events)
        events.push_back (loggedValue (event, performance.given));
    return jsonDocument (
        { { "format", performanceFormat },
          { "version", performanceFormatVersion },
          { "kolophon", KOLOPHON_VERSION },
          { "sample_rate", log.sampleRate },
          { "from", log.from },
          { "end", log.end },
          { "began_at_rest", log.beganAtRest },
          { "side_chain", log.driven },
          { "stream_time", log.past.streamTime },
          { "strokes", log.past.strokes },
          { "grid_phase", log.past.gridPhase },
          { "last_voice", log.past.lastVoice },
          { "last_key", log.past.lastKey },
          { "last_channel", log.past.lastChannel + 1 },
          { "last_pressure", log.past.lastPressure },
          { "last_timbre", log.past.lastTimbre },
          { "modulated", log.past.isModulated ? Json (log.past.modulation) : Json::array() },
          { "song",
            { { "quarters", log.past.songQuarters }, { "rate", log.past.songRate }, { "bar", log.past.songBar } } },
          { "preset", presetValue (preset) },
          { "controllers", controllers },
          { "events", events } });
}

Result<RecordedPerformance> performanceFromJson (std::string_view json)
{
    return strictly ([json] (Findings& findings) { return readPerformance (parseShallow (json, findings), findings); });
}

Result<RecordedPerformance> performanceFromJson (std::string_view json, Findings& findings)
{
    return resultOf ([&] { return readPerformance (parseShallow (json, findings), findings); });
}

Result<RecordedPerformance> readPerformanceFile (const std::filesystem::path& file, Findings& findings)
{
    return inFile (shownName (file.filename()), textOf (file, largestPerformanceFile)
                                                    .and_then ([&findings] (const std::string& text)
                                                               { return performanceFromJson (text, findings); }));
}
} // namespace kolophon
