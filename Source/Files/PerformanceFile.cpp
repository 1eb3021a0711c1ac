#include "PerformanceFile.h"

#include "../Synth/ParameterTable.h"
#include "BodyJson.h"
#include "GestureJson.h"
#include "JsonDocument.h"
#include "ModulationJson.h"
#include "ShallowJson.h"
#include "TuningJson.h"
#include "WholeFile.h"

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
constexpr double longestPerformance = 1e12; // [samples]
constexpr double widestValue = 1e9;

/** How an event of a channel is written: what its index is called, if it has one. */
struct TypeName
{
    Type type;
    std::string_view name, indexName;
};
constexpr std::array typeNames {
    TypeName { Type::noteOn, "note on", "key" },
    TypeName { Type::noteOff, "note off", "key" },
    TypeName { Type::notePressure, "key pressure", "key" },
    TypeName { Type::channelPressure, "pressure", "" },
    TypeName { Type::pitchBend, "bend", "" },
    TypeName { Type::controller, "controller", "number" },
    TypeName { Type::tempo, "tempo", "" },
    TypeName { Type::bar, "bar", "" },
    TypeName { Type::position, "position", "" },
    TypeName { Type::tuneKey, "tune key", "program_key" },
    TypeName { Type::tuneOctave, "tune octave", "note" },
    TypeName { Type::tuneAll, "tune all", "coarse" },
};

//----------------------------------------------------------------------------------------------------------------------
Json parameterEvent (const char* type, const PerformanceEvent& event)
{
    return { { "type", type }, { "parameter", parameterTable()[event.index].id }, { "value", event.value } };
}

Json eventValue (const PerformanceEvent& event)
{
    if (event.type == Type::setParameter)
        return parameterEvent ("set", event);
    for (const auto& [type, name, indexName] : typeNames)
        if (type == event.type)
        {
            Json json { { "type", name }, { "channel", event.channel + 1 } };
            if (! indexName.empty())
                json[std::string (indexName)] = event.index;
            json["value"] = event.value;
            return json;
        }
    return { { "type", "panic" } };
}

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
        case Kind::knob: json.update (parameterEvent ("set at once", logged.event)); break;
        case Kind::reset: json["type"] = "reset"; break;
        case Kind::gesture:
            json["type"] = "gesture";
            json["gesture"] = thingValue (given.gestures, logged.number, gestureValue);
            break;
        case Kind::body:
            json["type"] = "body";
            json["body"] = thingValue (given.bodies, logged.number, bodyValue);
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
/** The fields of one object; each must be asked for, and nothing else may stand there. */
class Fields
{
public:
    Fields (const Json& itsJson, std::string itsPath) : json (itsJson), path (std::move (itsPath))
    {
        if (! json.is_object())
            throw Refusal ({ path, shown (json), "is not an object" });
    }

    const Json& at (const char* field)
    {
        ++asked;
        const auto found = json.find (field);
        if (found == json.end())
            throw Refusal ({ .place = path + "." + field, .problem = "missing" });
        return *found;
    }

    double number (const char* field, double lowest, double highest)
    {
        const auto& value = at (field);
        const double found = value.is_number() ? value.get<double>() : highest + 1.0;
        if (! (found >= lowest && found <= highest))
            throw Refusal ({ path + "." + field, shown (value),
                             value.is_number() ? "is out of range" : "is not a number",
                             dump (lowest) + " to " + dump (highest) });
        return found;
    }

    std::int64_t integer (const char* field, double lowest, double highest)
    {
        const double value = number (field, lowest, highest);
        if (value != std::floor (value))
            throw Refusal ({ path + "." + field, shown (json[field]), "is not a whole number" });
        return static_cast<std::int64_t> (value);
    }

    bool flag (const char* field)
    {
        const auto& value = at (field);
        if (! value.is_boolean())
            throw Refusal ({ path + "." + field, shown (value), "is neither true nor false" });
        return value.get<bool>();
    }

    std::string text (const char* field)
    {
        const auto& value = at (field);
        if (! value.is_string())
            throw Refusal ({ path + "." + field, shown (value), "is not a string" });
        return value.get<std::string>();
    }

    const Json& list (const char* field)
    {
        const auto& value = at (field);
        if (! value.is_array())
            throw Refusal ({ path + "." + field, shown (value), "is not a list" });
        return value;
    }

    /** Refuses what nobody has asked for. */
    void end (std::size_t others = 0) const
    {
        if (json.size() != asked + others)
            throw Refusal ({ path, shown (json), "has a field too many" });
    }

private:
    const Json& json;
    std::string path;
    std::size_t asked = 0;
};

PerformanceEvent parameterEvent (Fields& fields, const std::string& path)
{
    const auto id = fields.text ("parameter");
    const auto parameter = findParameter (id);
    if (! parameter)
        throw Refusal ({ path, shown (Json (id)), "is no parameter" });
    PerformanceEvent event { 0, Type::setParameter, 0, static_cast<std::uint16_t> (*parameter), 0.0 };
    event.value = fields.number ("value", -widestValue, widestValue);
    if (const auto problem = checkValue (parameterTable()[*parameter], event.value))
        throw problem->in (path);
    return event;
}

PerformanceEvent eventFrom (Fields& fields, const std::string& type, const std::string& path)
{
    if (type == "set")
        return parameterEvent (fields, path);
    if (type == "panic")
        return {};
    for (const auto& [known, name, indexName] : typeNames)
        if (type == name)
        {
            PerformanceEvent event { 0, known, 0, 0, 0.0 };
            event.channel = static_cast<std::uint8_t> (fields.integer ("channel", 1, 16) - 1);
            if (! indexName.empty())
                event.index = static_cast<std::uint16_t> (fields.integer (
                    std::string (indexName).c_str(), 0, known == Type::tuneKey ? SentTuning::indexCount - 1.0 : 127.0));
            const bool isWide = known == Type::tempo || known == Type::bar || known == Type::position ||
                                known == Type::tuneKey || known == Type::tuneAll;
            event.value = fields.number ("value", isWide ? -widestValue : -1.0, isWide ? widestValue : 1.0);
            return event;
        }
    throw Refusal ({ path + ".type", shown (Json (type)), "is no event" });
}

Modulation modulationFrom (const Json& json, const std::string& path)
{
    Fields fields (json, path);
    Modulation modulation;
    readMacros (fields.at ("macros"), true, modulation);
    readModulationSlots (fields.at ("slots"), true, modulation);
    fields.end();
    return modulation;
}

Synth::Past pastFrom (Fields& fields, std::int64_t version)
{
    Synth::Past past;
    past.streamTime = static_cast<std::uint64_t> (fields.integer ("stream_time", 0.0, longestPerformance));
    past.strokes = static_cast<std::uint64_t> (fields.integer ("strokes", 0.0, longestPerformance));
    past.gridPhase = version > 2 ? static_cast<int> (fields.integer ("grid_phase", 0.0, Synth::controlInterval - 1.0))
                                 : static_cast<int> (past.streamTime % Synth::controlInterval);
    past.lastVoice = static_cast<int> (fields.integer ("last_voice", -1.0, Synth::maxVoices - 1.0));
    past.lastKey = static_cast<int> (fields.integer ("last_key", 0.0, 127.0));
    if (version > 1)
    {
        past.lastChannel = static_cast<int> (fields.integer ("last_channel", 1.0, 16.0)) - 1;
        past.lastPressure = fields.number ("last_pressure", 0.0, 1.0);
        past.lastTimbre = fields.number ("last_timbre", 0.0, 1.0);
        const auto& numbers = fields.list ("modulated");
        past.isModulated = ! numbers.empty();
        if (past.isModulated && numbers.size() != past.modulation.size())
            throw Refusal ({ "modulated", std::to_string (numbers.size()) + " numbers",
                             "are not as many as there must be",
                             std::to_string (past.modulation.size()) + " or none" });
        for (std::size_t i = 0; i < numbers.size(); ++i)
        {
            if (! numbers[i].is_number() || ! (std::abs (numbers[i].get<double>()) <= widestValue))
                throw Refusal ({ "modulated[" + std::to_string (i) + "]", shown (numbers[i]),
                                 "is no number in its range", "-1e9 to 1e9" });
            past.modulation[i] = numbers[i].get<double>();
        }
    }
    Fields song (fields.at ("song"), "song");
    past.songQuarters = song.number ("quarters", -widestValue, widestValue);
    past.songRate = song.number ("rate", 0.0, widestValue);
    past.songBar = song.number ("bar", 0.0, widestValue);
    song.end();
    return past;
}

/** What was given, under the number of this event. */
template <class Thing, class Read>
void takeThing (std::map<std::uint32_t, std::optional<Thing>>& things, std::uint32_t number, const Json& json,
                Read read)
{
    things[number] = json.is_null() ? std::nullopt : std::optional<Thing> (read (json));
}

LoggedEvent loggedFrom (const Json& json, const std::string& path, std::uint32_t number, GivenThings& given)
{
    Fields fields (json, path);
    LoggedEvent logged;
    logged.sample = fields.integer ("at", 0.0, longestPerformance);
    const auto type = fields.text ("type");
    if (type == "gesture" || type == "body" || type == "tuning" || type == "modulation")
    {
        logged.number = number;
        logged.kind = type == "gesture"  ? Kind::gesture
                      : type == "body"   ? Kind::body
                      : type == "tuning" ? Kind::tuning
                                         : Kind::modulation;
        const auto& thing = fields.at (type.c_str());
        const auto here = path + "." + type;
        if (logged.kind == Kind::gesture)
            takeThing (given.gestures, number, thing, [&] (const Json& j) { return gestureFromValue (j, here); });
        else if (logged.kind == Kind::body)
            takeThing (given.bodies, number, thing, [&] (const Json& j) { return bodyFromValue (j, here); });
        else if (logged.kind == Kind::tuning)
            takeThing (given.tunings, number, thing, [&] (const Json& j) { return tuningFromValue (j, here); });
        else
            takeThing (given.modulations, number, thing, [&] (const Json& j) { return modulationFrom (j, here); });
    }
    else if (type == "reset")
        logged.kind = Kind::reset;
    else if (type == "set at once")
    {
        logged.kind = Kind::knob;
        logged.event = parameterEvent (fields, path);
    }
    else
        logged.event = eventFrom (fields, type, path);
    fields.end();
    return logged;
}

/** Moves of knobs that have come to mean something else become moves to what sounds the same today, at the same sample:
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

RecordedPerformance readPerformance (const Json& root)
{
    if (! root.is_object() || ! root.contains ("format") || root["format"] != std::string (performanceFormat))
        throw Refusal ({ .place = "format",
                         .problem = "this is not a Kolophon performance (no \"format\": \"" +
                                    std::string (performanceFormat) + "\")" });
    Fields fields (root, "performance");
    const auto version = fields.integer ("version", 1, 1e6);
    if (version > performanceFormatVersion)
        throw Refusal ({ "version", std::to_string (version), "is newer than this program",
                         "1 to " + std::to_string (performanceFormatVersion) });
    RecordedPerformance performance;
    auto& log = performance.log;
    log.sampleRate = fields.number ("sample_rate", Synth::minSampleRate, Synth::maxSampleRate);
    log.end = fields.integer ("end", 0.0, longestPerformance);
    log.from = fields.integer ("from", 0.0, static_cast<double> (log.end));
    log.beganAtRest = fields.flag ("began_at_rest");
    log.driven = fields.flag ("side_chain");
    log.past = pastFrom (fields, version);
    auto read = valueOrThrow (inFile ("preset", writtenPresetFromJson (fields.at ("preset").dump())));
    performance.preset = std::move (read.preset);
    log.patch = performance.preset.patch;
    for (const auto& json : fields.list ("controllers"))
    {
        const auto path = "controllers[" + std::to_string (log.controllers.size()) + "]";
        Fields event (json, path);
        log.controllers.push_back (eventFrom (event, event.text ("type"), path));
        event.end();
    }
    for (const auto& json : fields.list ("events"))
    {
        const auto path = "events[" + std::to_string (log.events.size()) + "]";
        const auto number = static_cast<std::uint32_t> (log.events.size() + 1);
        log.events.push_back (loggedFrom (json, path, number, performance.given));
        if (log.events.size() > 1 && log.events.back().sample < log.events[log.events.size() - 2].sample)
            throw Refusal (
                { path + ".at", std::to_string (log.events.back().sample), "is earlier than the event before" });
    }
    fields.end (2); // format, kolophon
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
          { "preset", parseShallow (presetToJson (preset)) },
          { "controllers", controllers },
          { "events", events } });
}

Result<RecordedPerformance> performanceFromJson (std::string_view json)
{
    return resultOf ([json] { return readPerformance (parseShallow (json)); });
}

Result<RecordedPerformance> readPerformanceFile (const std::filesystem::path& file)
{
    return inFile (shownName (file.filename()), textOf (file, largestPerformanceFile).and_then (performanceFromJson));
}
} // namespace kolophon
