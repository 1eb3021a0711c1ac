// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Parts/BodyFile.h"
#include "Files/Parts/GestureFile.h"
#include "Files/Parts/TuningFile.h"
#include "Files/Presets/PluginState.h"
#include "Files/Songs/MidiFile.h"
#include "Files/Songs/PerformanceFile.h"
#include "Support/Damage.h"
#include "Support/Scene.h"
#include "Support/ToolFolder.h"
#include "Synth/Bodies/BodyTable.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <set>

/** Files as a bad disk, a bad editor or a bad friend leaves them: those of the archive and of the factory, damaged at
    random. They are read whole, or refused in a sentence; what was read is written as it was read, and can be played.
    */

using namespace kolophon;
using namespace kolophon::test;
namespace fs = std::filesystem;

namespace
{
/** A refusal that a person can read. */
template <class Value>
void requireSentence (const Result<Value>& result)
{
    const std::string sentence = result.error().what();
    INFO (sentence);
    REQUIRE (sentence.size() > 10);
    REQUIRE (sentence.size() < 600);
    REQUIRE (sentence.find ('\n') == std::string::npos);
}

/** Contents of the files of a folder whose names begin so, in the order of their names. */
std::vector<std::string> filesOf (const std::string& folder, const std::string& begin, const std::string& ending)
{
    std::set<fs::path> paths;
    for (const auto& entry : fs::directory_iterator (fs::path (KOLOPHON_SOURCE_FOLDER) / folder))
        if (const auto name = entry.path().filename().string(); name.starts_with (begin) && name.ends_with (ending))
            paths.insert (entry.path());
    std::vector<std::string> texts;
    for (const auto& path : paths)
        texts.push_back (contents (path));
    REQUIRE_FALSE (texts.empty());
    return texts;
}

std::vector<std::string> archived (const std::string& kind)
{
    return filesOf ("Tests/Reference/Archive", kind, ".json");
}

/** One in two is damaged anywhere, one in two only in its numbers, which leaves more of them readable. */
std::string hurt (const std::string& text, Dice& dice)
{
    return dice.below (2) == 0 ? damaged (text, dice, jsonAlphabet) : misprinted (text, dice);
}

/** Damages files, chosen at random, `count` times: each is refused in a sentence, or taken to `use`. Returns how many
    were read. */
template <class Mutate, class Read, class Use>
int endure (const std::vector<std::string>& files, int count, std::uint64_t seed, const Mutate& mutate,
            const Read& read, const Use& use)
{
    Dice dice (seed);
    int readable = 0;
    for (int round = 0; round < count; ++round)
    {
        CAPTURE (round);
        const auto result = read (mutate (files[dice.below (files.size())], dice));
        if (! result)
            requireSentence (result);
        else
            use (*result, ++readable);
    }
    return readable;
}

/** What was read is written so that it is read again, and then written alike. */
template <class Value, class Write, class Read>
void requireStable (const Value& value, const Write& write, const Read& read)
{
    const std::string again = write (value);
    const auto once = read (again);
    REQUIRE (once);
    REQUIRE (write (*once) == again);
}

/** Plays one note of a preset, and looks whether numbers are numbers and its books close. */
void requirePlayable (const Preset& preset)
{
    Synth synth;
    synth.prepare (48000.0);
    auto patch = preset;
    patch.patch.qualityLedger = 1.0;
    givePreset (synth, patch);
    const auto sound = render (synth, { noteOn (10, 57, 0.8), noteOff (1500, 57) }, 2400, 256);
    for (const auto* channel : { &sound.left, &sound.right })
        for (const double sample : *channel)
            REQUIRE (std::isfinite (sample));
    const auto& ledger = synth.ledger();
    REQUIRE (ledger.worstResidual <= 1e-12 * ledger.peakEnergy);
}
} // namespace

TEST_CASE ("damaged presets and states are read or refused, and what is read plays and keeps its books", "[preset]")
{
    auto files = filesOf ("Resources/Presets", "", ".json");
    for (const char* kind : { "preset", "state" })
        for (auto& text : archived (kind))
            files.push_back (std::move (text));
    const auto read = [] (const std::string& text)
    {
        Findings findings;
        return stateFromJson (text, findings);
    };
    const int count = rounds (400, 8000);
    const int readable = endure (files, count, 21, hurt, read,
                                 [&read] (const PluginState& state, int number)
                                 {
                                     requireStable (state, stateToJson, read);
                                     if (number % 8 == 0)
                                         requirePlayable (state.preset);
                                 });
    CHECK (readable > count / 20);
}

TEST_CASE ("damaged bodies are read or refused", "[body]")
{
    CHECK (endure (archived ("body"), 2000, 26, hurt, bodyFromJson,
                   [] (const CustomBody& body, int)
                   {
                       requireStable (
                           body, [] (const CustomBody& each) { return bodyToJson (each); }, bodyFromJson);
                       const auto table = tableOf (body);
                       for (std::size_t m = 0; m < static_cast<std::size_t> (table->count); ++m)
                       {
                           REQUIRE (
                               (std::isfinite (table->ratio[m]) && table->ratio[m] > 0.0 && table->decay[m] > 0.0));
                           REQUIRE ((m == 0 || table->ratio[m] >= table->ratio[m - 1]));
                       }
                   }) > 100);
}

TEST_CASE ("damaged gestures are read or refused", "[gesture]")
{
    const auto check = [] (const DrawnGesture& gesture, int)
    {
        for (std::size_t k = 0; k < gesture.tracks.size(); ++k)
        {
            const auto& track = gesture.tracks[k];
            const auto& range = DrawnGesture::ranges[k];
            for (int i = 0; i < track.count; ++i)
            {
                const auto& point = track.points[static_cast<std::size_t> (i)];
                REQUIRE ((point.time >= 0.0 && point.time <= 1.0));
                REQUIRE ((point.value >= range.lowest && point.value <= range.highest));
                REQUIRE (std::abs (point.curve) <= 1.0);
                if (i > 0)
                    REQUIRE (point.time > track.points[static_cast<std::size_t> (i - 1)].time);
            }
        }
        REQUIRE (gestureFromJson (gestureToJson (gesture)));
    };
    CHECK (endure (
               archived ("gesture"), 4000, 22, hurt, [] (const std::string& text) { return gestureFromJson (text); },
               check) > 100);
}

TEST_CASE ("damaged performances are read or refused, and written as they were read")
{
    // Most of a performance is its preset, which has a test of its own: half of them are hurt behind it.
    const auto behindPreset = [] (const std::string& text, Dice& dice)
    {
        const auto behind = dice.below (2) == 0 ? 0 : text.find ("\"events\"");
        return text.substr (0, behind) + hurt (text.substr (behind), dice);
    };
    const auto read = [] (const std::string& text) { return performanceFromJson (text); };
    const int count = rounds (900, 9000);
    const int readable = endure (archived ("performance"), count, 25, behindPreset, read,
                                 [&read] (const RecordedPerformance& performance, int)
                                 {
                                     const auto& events = performance.log.events;
                                     for (std::size_t i = 1; i < events.size(); ++i)
                                         REQUIRE (events[i].sample >= events[i - 1].sample);
                                     requireStable (performance, performanceToJson, read);
                                 });
    CHECK (readable > count / 20);
}

TEST_CASE ("damaged tunings are read or refused, and every key that plays has a pitch", "[tuning]")
{
    Dice dice (23);
    const std::string scale =
        "! meantone.scl\n!\nQuarter-comma\n 12\n!\n 76.04900\n 193.15686\n 310.26471\n 5/4\n"
        " 503.42157\n 579.47057\n 696.57843\n 25/16\n 889.73529\n 1006.84314\n 1082.89214\n 2/1\n";
    const std::string mapping = "! Size\n12\n! First, last\n0\n127\n! Middle\n60\n! Reference\n69\n440.0\n12\n"
                                "0\n1\n2\nx\n4\n5\n6\n7\n8\n9\n10\n11\n";
    constexpr std::string_view alphabet = "0123456789./!x-eE \n\r\t\xff";
    int scales = 0, mappings = 0, tunings = 0;
    for (int round = 0; round < 6000; ++round)
    {
        CAPTURE (round);
        const auto scl = scaleFromScl (dice.below (3) == 0 ? scale : damaged (scale, dice, alphabet));
        const auto kbm = mappingFromKbm (dice.below (3) == 0 ? mapping : damaged (mapping, dice, alphabet));
        if (! scl)
            requireSentence (scl);
        if (! kbm)
            requireSentence (kbm);
        scales += scl ? 1 : 0;
        mappings += kbm ? 1 : 0;
        if (! scl || ! kbm)
            continue;
        const auto tuning = tuningOf (KeyTuning { 440.0, *scl, *kbm });
        if (! tuning)
        {
            requireSentence (tuning);
            continue;
        }
        ++tunings;
        for (int key = 0; key < Tuning::keyCount; ++key)
        {
            REQUIRE (std::isfinite (tuning->noteOf (key)));
            REQUIRE (std::isfinite (440.0 * std::exp2 ((tuning->noteOf (key) - 69.0) / 12.0)));
        }
    }
    CHECK (scales > 2000);
    CHECK (mappings > 2000);
    CHECK (tunings > 1000);
}

TEST_CASE ("damaged MIDI files are read or refused, in time and in order", "[midi]")
{
    const auto files = filesOf ("Resources/Demos", "", ".mid");
    const auto bytesOf = [] (const std::string& text)
    { return std::span (reinterpret_cast<const std::uint8_t*> (text.data()), text.size()); };
    std::string anything;
    for (int byte = 0; byte < 256; ++byte)
        anything += static_cast<char> (byte);
    const auto mutate = [&anything] (const std::string& text, Dice& dice) { return damaged (text, dice, anything); };
    const auto read = [&bytesOf] (const std::string& text) { return songFromMidi (bytesOf (text), "hurt.mid"); };
    const auto check = [] (const Song& song, int)
    {
        double before = 0.0;
        std::set<int> down;
        for (const auto& timed : song.events)
        {
            REQUIRE ((std::isfinite (timed.seconds) && timed.seconds >= before));
            REQUIRE (std::isfinite (timed.event.value));
            before = timed.seconds;
            const int key = 128 * timed.event.channel + timed.event.index;
            if (timed.event.type == PerformanceEvent::Type::noteOn)
                REQUIRE (down.insert (key).second); // what sounded has ended
            else if (timed.event.type == PerformanceEvent::Type::noteOff)
                down.erase (key);
            else if (timed.event.type == PerformanceEvent::Type::controller && Controller::endsKeys (timed.event.index))
                std::erase_if (down, [&timed] (int each) { return each / 128 == timed.event.channel; });
        }
        REQUIRE (down.empty());
        REQUIRE ((std::isfinite (song.duration) && song.duration >= before));
        REQUIRE (song.warnings.size() < 30);
        for (const auto& warning : song.warnings)
            REQUIRE (warning.size() < 300);
    };
    CHECK (endure (files, rounds (2000, 20000), 24, mutate, read, check) > 500);
}
