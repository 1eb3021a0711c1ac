// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Host.h"

#include "../Source/Core/Text/NumberText.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <fstream>
#include <memory>
#include <sstream>
#include <thread>

/* What hosts have recorded: ids, ranges, steps, texts. Tests/Reference/host-parameters.tsv has what they were promised.
   It only grows: rows at its end, names at the end of a menu. After either

       kolophon_host_tests "[renew]"

   appends what is new, and changes nothing that stands there. */
namespace juce
{
bool dispatchNextMessageOnSystemQueue (bool returnIfNoPendingMessages); // what JUCE's own loop calls
}

namespace kolophon
{
namespace
{
constexpr auto listFile = KOLOPHON_SOURCE_FOLDER "/Tests/Reference/host-parameters.tsv";
using Fields = std::vector<std::string>;
enum Field : std::size_t { id, since, unit, lowest, highest, steps, atStart, atMiddle, atEnd, names, fieldCount };
const Fields titles { "id", "since", "unit", "lowest", "highest", "steps", "at 0", "at 0.5", "at 1", "choices" };

std::string textAt (const TableParameter& parameter, float place)
{
    const auto& info = parameter.info;
    const bool isReserved = info.scale == Scale::menu && std::lround (place * static_cast<float> (info.places - 1)) >=
                                                             static_cast<long> (info.choices.size());
    return isReserved ? "" : parameter.getText (place, 1024).toStdString(); // a choice to come
}

Fields promised (const TableParameter& parameter)
{
    const auto& info = parameter.info;
    const auto& range = parameter.getNormalisableRange();
    Fields fields { std::string (info.id),
                    std::string (info.since),
                    parameter.getLabel().toStdString(),
                    shortest (static_cast<double> (range.start)),
                    shortest (static_cast<double> (range.end)),
                    parameter.isDiscrete() ? std::to_string (parameter.getNumSteps()) : "" };
    for (const float place : { 0.0f, 0.5f, 1.0f })
        fields.push_back (textAt (parameter, place));
    std::string choices;
    for (const auto choice : info.choices)
        choices += (choices.empty() ? "" : "|") + std::string (choice);
    fields.push_back (choices);
    return fields;
}

std::string line (const Fields& fields)
{
    std::string all;
    for (const auto& field : fields)
        all += (&field == &fields.front() ? "" : "\t") + field;
    return all;
}

std::vector<Fields> readList ()
{
    std::vector<Fields> rows;
    std::ifstream stream (listFile);
    for (std::string text; std::getline (stream, text);)
    {
        Fields fields;
        std::istringstream parts (text);
        for (std::string field; std::getline (parts, field, '\t');)
            fields.push_back (field);
        fields.resize (fieldCount);
        rows.push_back (fields);
    }
    return rows;
}

/** The row of the list with names that have been appended since, and texts of places that were reserved. */
Fields grown (Fields old, const Fields& now)
{
    if (old[names].empty() || ! (now[names] + "|").starts_with (old[names] + "|"))
        return old;
    old[names] = now[names];
    for (const auto field : { atStart, atMiddle, atEnd })
        if (old[field].empty())
            old[field] = now[field];
    return old;
}

const TableParameter* parameterOf (PluginProcessor& processor, const std::string& itsId)
{
    const auto place = findParameter (itsId);
    return place ? processor.bridge().parameters()[*place] : nullptr;
}
} // namespace

TEST_CASE (
    "what hosts have recorded keeps its meaning: ids, ranges, steps, texts, and new knobs come behind the others")
{
    PluginProcessor processor;
    auto list = readList();
    REQUIRE_FALSE (list.empty());
    CHECK (list.front() == titles);
    list.erase (list.begin());
    std::set<std::string> known;
    int latest = 0;
    for (const auto& row : list)
    {
        CAPTURE (row[id]);
        CHECK (known.insert (row[id]).second);
        const auto* parameter = parameterOf (processor, row[id]);
        REQUIRE (parameter != nullptr);
        const auto now = promised (*parameter);
        CHECK (line (grown (row, now)) == line (now));
        CHECK (parameter->getVersionHint() == versionHint (parameter->info));
        CHECK (parameter->getVersionHint() >= latest); // Audio Units sort by it
        latest = parameter->getVersionHint();
    }
    for (const auto& row : parameterTable())
    {
        INFO (row.id << " is new: kolophon_host_tests \"[renew]\" appends it");
        CHECK (known.count (std::string (row.id)) == 1);
    }
}

TEST_CASE ("the list of what hosts were promised gets what is new", "[.][renew]")
{
    PluginProcessor processor;
    auto list = readList();
    if (list.empty())
        list.push_back (titles);
    std::set<std::string> known;
    for (auto& row : list)
    {
        known.insert (row[id]);
        if (const auto* parameter = parameterOf (processor, row[id]))
            row = grown (row, promised (*parameter));
    }
    std::vector<Fields> more;
    for (const auto* parameter : processor.bridge().parameters())
        if (known.count (std::string (parameter->info.id)) == 0)
            more.push_back (promised (*parameter));
    std::stable_sort (more.begin(), more.end(),
                      [&] (const auto& a, const auto& b) {
                          return versionHint (parameterOf (processor, a[id])->info) <
                                 versionHint (parameterOf (processor, b[id])->info);
                      });
    list.insert (list.end(), more.begin(), more.end());
    std::ofstream stream (listFile);
    for (const auto& row : list)
        stream << line (row) << '\n';
    CHECK (stream.good());
}

TEST_CASE ("versions of knobs rise with the product's")
{
    const auto hint = [] (std::string_view since)
    {
        ParamInfo info {};
        info.since = since;
        return versionHint (info);
    };
    CHECK (hint ("0.1") == 1);
    CHECK (hint ("0.2") > hint ("0.1"));
    CHECK (hint ("0.10") > hint ("0.9"));
    CHECK (hint ("1.0") > hint ("0.99"));
    CHECK (hint ("1.2.3") == hint ("1.2"));
}

TEST_CASE ("every choice of a menu has its place on a host's slider, and those behind mean the last")
{
    PluginProcessor processor;
    for (auto* parameter : processor.bridge().parameters())
    {
        const auto& info = parameter->info;
        if (info.scale != Scale::menu)
            continue;
        CAPTURE (info.id);
        const auto count = static_cast<int> (info.choices.size());
        REQUIRE (parameter->getNumSteps() == info.places);
        REQUIRE (info.places > count);
        for (int place = 0; place < info.places; ++place)
        {
            const auto its = static_cast<std::size_t> (std::min (place, count - 1));
            const auto normalised = static_cast<float> (place) / static_cast<float> (info.places - 1);
            parameter->setValue (normalised);
            CHECK (parameter->exactValue() == static_cast<double> (its));
            CHECK (parameter->getValue() == normalised);
            CHECK (parameter->getText (normalised, 100).toStdString() == info.choices[its]);
            CHECK (parameter->convertFrom0to1 (normalised) == static_cast<float> (its));
            CHECK (parameter->convertTo0to1 (static_cast<float> (its)) == normalised);
            if (place < count)
                CHECK (parameter->getValueForText (juce::String (std::string (info.choices[its]))) == normalised);
        }
    }
}

TEST_CASE ("a place between choices that an older version has recorded moves no choice")
{
    // Then a menu had as many places as names: choice 5 of 16 laws lay at 5/15, and 0.35 meant the same.
    PluginProcessor processor;
    for (const double law : { 0.0, 5.0, 15.0 })
        for (const double recorded : { law / 15.0, law / 15.0 + 0.02 })
        {
            PluginState state;
            state.preset = factoryPresets().front();
            state.preset.patch.contact.law = law;
            state.places["contact.law"] = static_cast<float> (std::min (1.0, recorded));
            const auto json = stateToJson (state);
            processor.setStateInformation (json.data(), static_cast<int> (json.size()));
            CAPTURE (law, recorded);
            CHECK (processor.bridge().patch().contact.law == law);
            const auto* menu = processor.bridge().parameters()[*findParameter ("contact.law")];
            CHECK (menu->info.fromNormalised (static_cast<double> (menu->getValue())) == law);
        }
}

TEST_CASE ("a controller that is learned for a menu sweeps the choices that there are")
{
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 64);
    const auto law = *findParameter ("contact.law");
    processor.midiLearn().arm (law);
    juce::AudioBuffer<float> audio (2, 64);
    juce::MidiBuffer midi;
    midi.addEvent (juce::MidiMessage::controllerEvent (1, 20, 0), 0);
    processor.processBlock (audio, midi);
    processor.midiLearn().collect();
    const auto learned = processor.midiLearn().learned();
    REQUIRE (learned.count == 1);
    const auto& info = parameterTable()[law];
    const double last = (static_cast<double> (info.choices.size()) - 1.0) / (info.places - 1.0);
    CHECK (learned.rows[0].to == last);

    // As an older version has kept it, when the end of the slider was the last choice.
    Findings findings;
    const auto old = stateFromJson (R"({"format":"kolophon-state","version":1,"learned controllers":[
        {"controller":20,"parameter":"contact.law","from":0,"to":1},
        {"controller":21,"parameter":"hand.force","from":1,"to":0}],"preset":)" +
                                        presetToJson (factoryPresets().front()) + "}",
                                    findings);
    CHECK (findings.empty());
    REQUIRE (old.has_value());
    CHECK (old->learned.rows[0].to == last);
    CHECK (old->learned.rows[1].from == 1.0);
}

// A host's thread destroys it; the message thread, which is this one, may be in one of its timers.
TEST_CASE ("a processor is not destroyed while the message thread is at work")
{
    auto processor = std::make_unique<PluginProcessor>();
    std::atomic<bool> begins { false }, works { true }, waited { false }, over { false };
    std::thread host (
        [&]
        {
            begins = true;
            processor.reset();
            waited = ! works;
            over = true;
        });
    while (! begins)
        std::this_thread::yield();
    std::this_thread::sleep_for (std::chrono::milliseconds (100)); // the timer
    works = false;
    while (! over)
        juce::dispatchNextMessageOnSystemQueue (true);
    host.join();
    CHECK (waited);
}

TEST_CASE ("two threads set whole patches, and whoever reads sees one of them")
{
    PluginProcessor processor;
    auto& bridge = processor.bridge();
    std::array<Patch, 2> patches {};
    for (const auto& row : parameterTable())
    {
        row.in (patches[0]) = row.minimum;
        row.in (patches[1]) = row.maximum;
    }
    bridge.setPatch (patches[0]);
    std::atomic<bool> enough { false }, waiting { false };
    std::atomic<int> looks { 0 };
    std::vector<std::thread> writers;
    for (const auto& patch : patches)
        writers.emplace_back (
            [&]
            {
                while (! enough)
                {
                    bridge.setPatch (patch);
                    const int before = looks;
                    while (waiting && looks == before && ! enough)
                        std::this_thread::yield();
                }
            });

    std::vector<PerformanceEvent> events (parameterTable().size());
    int whole = 0, torn = 0;
    const auto look = [&]
    {
        auto known = Patch::defaults();
        if (bridge.collectChanges (known, events) > 0)
            ++(known == patches[0] || known == patches[1] ? whole : torn);
        ++looks;
    };
    while (looks < 100000) // both write without a pause: hardly anything is whole
        look();
    waiting = true; // now each waits after a patch until somebody has looked
    whole = 0;
    while (whole < 1000 && torn == 0)
    {
        look();
        std::this_thread::yield();
    }
    enough = true;
    for (auto& writer : writers)
        writer.join();
    CHECK (torn == 0);
    whole = 0;
    look();
    CHECK (whole == 1); // not half of each
    const auto now = bridge.patch();
    CHECK ((now == patches[0] || now == patches[1]));
}
} // namespace kolophon
