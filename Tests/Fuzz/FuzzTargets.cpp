// SPDX-License-Identifier: GPL-3.0-or-later
#include "FuzzTargets.h"

#include "Files/Bytes/ExitCode.h"
#include "Files/Bytes/PrintableText.h"
#include "Files/Parts/BodyFile.h"
#include "Files/Parts/BoxFile.h"
#include "Files/Parts/GestureFile.h"
#include "Files/Parts/PartFile.h"
#include "Files/Parts/TuningFile.h"
#include "Files/Presets/PluginState.h"
#include "Files/Songs/MidiFile.h"
#include "Files/Songs/PerformanceFile.h"
#include "Files/Tables/CurveFile.h"
#include "Lab/Scenarios/Scenario.h"
#include "Support/Scene.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Parameters/ParameterTable.h"

#include <unistd.h>

#include <array>
#include <cmath>
#include <fstream>
#include <set>
#include <tuple>
#include <vector>

namespace kolophon::test
{
void promiseSentence (std::string_view sentence)
{
    const std::string shown (sentence.substr (0, 1000));
    promise (sentence.size() > 10, "too short to be a reason: " + shown);
    promise (sentence.size() < 600, "too long to be read: " + shown);
    for (const char letter : sentence)
        promise (static_cast<unsigned char> (letter) >= 0x20 && letter != 0x7f, "a control byte in: " + shown);
}

namespace
{
/** Whether it was read; if not, the reason is one. */
template <class Value>
bool wasRead (const Result<Value>& result)
{
    if (! result)
        promiseSentence (result.error().what());
    return result.has_value();
}

/** What was read is written so that it is read again, and then written alike. */
template <class Value, class Write, class Read>
void promiseStable (const Value& value, const Write& write, const Read& read)
{
    const std::string again = write (value);
    const auto once = read (again);
    promise (once.has_value(), once ? "" : std::string ("what was written can't be read: ") + once.error().what());
    promise (write (*once) == again, "what was read is written otherwise");
}

/** One note of the preset: numbers are numbers, and its books close. */
void promisePlayable (const Preset& read)
{
    Synth synth;
    synth.prepare (48000.0);
    auto preset = read;
    preset.patch.qualityLedger = 1.0;
    givePreset (synth, preset);
    const auto sound = render (synth, { noteOn (10, 57, 0.8), noteOff (1500, 57) }, 2400, 256);
    for (const auto* channel : { &sound.left, &sound.right })
        for (const double sample : *channel)
            promise (std::isfinite (sample), "a sample is not a number");
    const auto& ledger = synth.ledger();
    promise (ledger.worstResidual <= 1e-12 * ledger.peakEnergy, "the books don't close");
}

bool readState (FuzzBytes bytes)
{
    const auto read = [] (const std::string& text)
    {
        Findings findings;
        return stateFromJson (text, findings);
    };
    const std::string text (textOf (bytes));
    const auto state = read (text);
    if (! wasRead (state))
        return false;
    promiseStable (*state, stateToJson, read);
    if (std::hash<std::string>() (text) % 8 == 0) // a note takes as long as reading fifty presets
        promisePlayable (state->preset);
    return true;
}

bool readBody (FuzzBytes bytes)
{
    const auto body = bodyFromJson (textOf (bytes));
    if (! wasRead (body))
        return false;
    promiseStable (
        *body, [] (const CustomBody& each) { return bodyToJson (each); }, bodyFromJson);
    const auto table = tableOf (*body);
    for (std::size_t m = 0; m < static_cast<std::size_t> (table->count); ++m)
    {
        promise (std::isfinite (table->ratio[m]) && table->ratio[m] > 0.0, "a mode without a frequency");
        promise (table->decay[m] > 0.0, "a mode that does not decay");
        promise (m == 0 || table->ratio[m] >= table->ratio[m - 1], "modes out of order");
    }
    return true;
}

bool readGesture (FuzzBytes bytes)
{
    const auto gesture = gestureFromJson (textOf (bytes));
    if (! wasRead (gesture))
        return false;
    for (std::size_t k = 0; k < gesture->tracks.size(); ++k)
    {
        const auto& track = gesture->tracks[k];
        const auto& range = DrawnGesture::ranges[k];
        for (int i = 0; i < track.count; ++i)
        {
            const auto& point = track.points[static_cast<std::size_t> (i)];
            promise (point.time >= 0.0 && point.time <= 1.0, "a time outside the gesture");
            promise (point.value >= range.lowest && point.value <= range.highest, "a value outside its range");
            promise (std::abs (point.curve) <= 1.0, "a curve outside its range");
            promise (i == 0 || point.time > track.points[static_cast<std::size_t> (i - 1)].time, "times that go back");
        }
    }
    promise (gestureFromJson (gestureToJson (*gesture)).has_value(), "what was written can't be read");
    return true;
}

bool readPerformance (FuzzBytes bytes)
{
    const auto read = [] (std::string_view text) // with what a later version wrote, which is kept
    {
        Findings findings;
        return performanceFromJson (text, findings);
    };
    const auto performance = read (textOf (bytes));
    if (! wasRead (performance))
        return false;
    const auto& events = performance->log.events;
    for (std::size_t i = 1; i < events.size(); ++i)
        promise (events[i].sample >= events[i - 1].sample, "events that go back in time");
    promiseStable (*performance, performanceToJson, read);
    return true;
}

/** A scale, a mapping, or a scale and behind a line of "===" the mapping for it. */
bool readTuning (FuzzBytes bytes)
{
    const auto text = textOf (bytes);
    const auto line = text.find ("\n===\n");
    KeyTuning tuning;
    bool good = false;
    if (const auto scale = scaleFromScl (text.substr (0, line)); wasRead (scale))
    {
        tuning.scale = *scale;
        good = true;
    }
    const auto behind = line == std::string_view::npos ? text : text.substr (line + 5);
    if (const auto mapping = mappingFromKbm (behind); wasRead (mapping))
    {
        tuning.mapping = *mapping;
        good = true;
    }
    if (! good)
        return false;
    const auto keys = tuningOf (tuning);
    if (! wasRead (keys))
        return false;
    for (int key = 0; key < Tuning::keyCount; ++key)
        promise (std::isfinite (440.0 * std::exp2 ((keys->noteOf (key) - 69.0) / 12.0)), "a key without a pitch");
    return true;
}

bool readMidi (FuzzBytes bytes)
{
    const auto read = songFromMidi (bytes, "hurt.mid");
    if (! wasRead (read))
        return false;
    double before = 0.0;
    std::set<int> down;
    for (const auto& timed : read->events)
    {
        promise (std::isfinite (timed.seconds) && timed.seconds >= before, "events that go back in time");
        promise (std::isfinite (timed.event.value), "an event without a value");
        before = timed.seconds;
        const int key = 128 * timed.event.channel + timed.event.index;
        if (timed.event.type == PerformanceEvent::Type::noteOn)
            promise (down.insert (key).second, "a key that sounds goes down again");
        else if (timed.event.type == PerformanceEvent::Type::noteOff)
            down.erase (key);
        else if (timed.event.type == PerformanceEvent::Type::controller && Controller::endsKeys (timed.event.index))
            std::erase_if (down, [&timed] (int each) { return each / 128 == timed.event.channel; });
    }
    promise (down.empty(), "a key stays down");
    promise (std::isfinite (read->duration) && read->duration >= before, "a song that ends before its end");
    promise (read->warnings.size() < 30, "too many warnings");
    for (const auto& warning : read->warnings)
    {
        promiseSentence (warning);
        promise (warning.size() < 300, "too long a warning: " + warning);
    }
    return true;
}

/** A recording, and the box that it may make. */
bool readSound (FuzzBytes bytes)
{
    const auto recording = recordingFromBytes (bytes);
    if (! wasRead (recording))
        return false;
    promise (recording->sampleRate >= lowestRecordedRate && recording->sampleRate <= highestRecordedRate, "its rate");
    promise (recording->right.empty() || recording->left.size() == recording->right.size(),
             "channels of different length");
    for (const auto* channel : { &recording->left, &recording->right })
        for (const double sample : *channel)
            promise (std::isfinite (sample), "a sample is not a number");
    (void)wasRead (boxFromRecording (*recording, "hurt"));
    return true;
}

bool readCurve (FuzzBytes bytes)
{
    static const auto& speed = parameterTable()[*findParameter ("hand.speed")];
    const auto points = curveFromCsv (textOf (bytes), speed);
    if (! wasRead (points))
        return false;
    promise (! points->empty(), "a curve without points");
    for (std::size_t i = 0; i < points->size(); ++i)
    {
        const auto& point = (*points)[i];
        promise (point.value >= speed.minimum && point.value <= speed.maximum, "a value outside its range");
        promise (point.seconds >= 0.0 && point.seconds <= longestCurve, "a time outside its range");
        promise (i == 0 || point.seconds > (*points)[i - 1].seconds, "times that go back");
    }
    return true;
}

/** A folder that is gone when the program ends. */
struct OwnFolder
{
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("kolophon-fuzz-" + std::to_string (getpid()));
    ~OwnFolder() { std::filesystem::remove_all (path); }
};

/** Rows behind a good heading or, from text that begins with a "k" on, any file. */
bool readPart (FuzzBytes bytes)
{
    static const OwnFolder folder;
    const PartTopic topic { "map", "0123456789abcdef", "1.0.0" };
    const auto& place = folder.path;
    std::filesystem::remove_all (place);
    {
        PartFile heading (place, topic, {}, [] (std::string_view) {});
    }
    const auto text = textOf (bytes);
    std::ofstream (place / "map-1-of-1.csv",
                   text.starts_with ('k') ? std::ios::binary : std::ios::binary | std::ios::app)
        << text;
    try
    {
        std::size_t rows = 0;
        readParts (place, topic, [&rows] (std::string_view) { ++rows; });
        PartFile again (place, topic, {}, [&rows] (std::string_view) { --rows; });
        promise (rows == 0, "a part that is opened has other rows than one that is read");
        return true;
    }
    catch (const Failure& reason)
    {
        promiseSentence (reason.what());
        return false;
    }
}

bool readScenario (FuzzBytes bytes)
{
    try
    {
        const auto scenario = lab::scenarioFromJson (parseShallow (textOf (bytes)), {});
        promise (! scenario.runs.empty() || scenario.study() != nullptr, "a scenario of nothing");
        if (scenario.runs.empty())
            return true;
        // As far as a few steps go, in every solver that it asks for.
        auto run = scenario.runs.front();
        run.motion.seconds = std::min (run.motion.seconds, 200.0 / run.motion.rate);
        int looks = 0;
        const auto records = lab::perform (run, [&looks] { return ++looks > 20; });
        const auto& rows = records.of ({})->rows;
        promise (! rows.empty(), "a run without a row");
        promise (rows.back().time <= run.motion.seconds * 1.01 + 1.0 / run.motion.rate, "a run beyond its end");
        return true;
    }
    catch (const InputError& reason)
    {
        // A name that is unknown is told beside all that are known, of which programs leave out the middle.
        promiseSentence (printable (reason.what(), longestLine));
        return false;
    }
}

/** One knob of each unit, scale, range and menu: others read a text in the same way. */
std::vector<const Parameter*> kindsOfKnobs ()
{
    std::set<std::tuple<Unit, Scale, const std::string_view*, double, double>> known;
    std::vector<const Parameter*> kinds;
    for (const auto& p : parameterTable())
        if (known.emplace (p.unit, p.scale, p.choices.data(), p.minimum, p.maximum).second)
            kinds.push_back (&p);
    return kinds;
}

/** Numbers and menus as a person types them: what is shown is read again as the same. */
bool readNumber (FuzzBytes bytes)
{
    static const auto kinds = kindsOfKnobs();
    bool any = false;
    for (const auto* kind : kinds)
    {
        const auto& parameter = *kind;
        const auto value = parseValue (parameter, textOf (bytes));
        if (! value) // which quotes what was typed, whatever it is: the programs show it by printable()
        {
            promiseSentence (printable (value.error().what(), longestCell));
            continue;
        }
        any = true;
        promise (*value >= parameter.minimum && *value <= parameter.maximum, "a value outside its range");
        const auto shown = formatValue (parameter, *value);
        const auto again = parseValue (parameter, shown);
        promise (again.has_value(), "can't be read as it is shown: " + shown);
        promise (formatValue (parameter, *again) == shown, "is shown otherwise when it was typed: " + shown);
    }
    return any;
}

constexpr std::array targets {
    FuzzTarget { "state", readState,
                 "Resources/Presets/*.json Tests/Reference/Archive/preset*.json "
                 "Tests/Reference/Archive/state*.json" },
    FuzzTarget { "performance", readPerformance, "Tests/Reference/Archive/performance*.json" },
    FuzzTarget { "body", readBody, "Tests/Reference/Archive/body*.json" },
    FuzzTarget { "gesture", readGesture, "Tests/Reference/Archive/gesture*.json" },
    FuzzTarget { "tuning", readTuning, "Tests/Fuzz/Seeds/tuning/*" },
    FuzzTarget { "midi", readMidi, "Resources/Demos/*.mid", false },
    FuzzTarget { "sound", readSound, "Tests/Fuzz/Seeds/sound/*", false },
    FuzzTarget { "curve", readCurve, "Tests/Fuzz/Seeds/curve/*" },
    FuzzTarget { "part", readPart, "Tests/Fuzz/Seeds/part/*" },
    FuzzTarget { "scenario", readScenario, "Resources/Experiments/*.json" },
    FuzzTarget { "number", readNumber, "Tests/Fuzz/Seeds/number/*" },
    FuzzTarget { "library", callLibrary, "", false },
    FuzzTarget { "page", callPage, "", false },
#ifdef KOLOPHON_FUZZES_PUREDATA
    FuzzTarget { "puredata", callPureData, "", false }
#endif
};
} // namespace

std::span<const FuzzTarget> fuzzTargets ()
{
    return targets;
}

const FuzzTarget* findFuzzTarget (std::string_view name)
{
    for (const auto& target : targets)
        if (target.name == name)
            return &target;
    return nullptr;
}
} // namespace kolophon::test
