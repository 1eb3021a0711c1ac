// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/GestureFile.h"
#include "Files/MidiFile.h"
#include "Files/PerformanceFile.h"
#include "Files/TuningFile.h"
#include "Support/Damage.h"
#include "Support/Scene.h"
#include "Synth/Bodies/BodyTable.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <set>

/** Files that a bad disk, a bad editor or a bad friend has touched: they are read whole, or refused in a sentence; and
    what was read can be played. */

using namespace kolophon;
using namespace kolophon::test;

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

/** One in two is damaged anywhere, one in two only in its numbers, which leaves more of them readable. */
std::string hurt (const std::string& text, Dice& dice)
{
    return dice.below (2) == 0 ? damaged (text, dice, jsonAlphabet) : misprinted (text, dice);
}

/** A preset with everything in it that a preset may hold. */
Preset richPreset (Dice& dice)
{
    const auto all = factoryPresets();
    Preset preset = all[dice.below (all.size())];
    preset.tuning = KeyTuning { 415.0, scaleFromScl ("! t.scl\n!\nthree\n 3\n!\n 300.0\n 5/4\n 2/1\n").value(), {} };
    DrawnGesture gesture;
    gesture.tracks[0].add ({ 0.0, 0.0, 0.0 });
    gesture.tracks[0].add ({ 0.3, 1.0, 0.4 });
    gesture.tracks[0].add ({ 1.0, -0.5, 0.0 });
    preset.gesture = gesture;
    preset.modulation.slots[0] = { ModulationSource::lfo1, { findParameter ("hand.speed").value(), 0.4 } };
    preset.modulation.slots[3] = { ModulationSource::slipRate, { findParameter ("body.tune").value(), -0.1 } };
    return preset;
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

TEST_CASE ("damaged presets are read or refused, and what is read plays and keeps its books", "[preset]")
{
    Dice dice (21);
    int readable = 0;
    const int count = rounds (300, 8000);
    for (int round = 0; round < count; ++round)
    {
        CAPTURE (round);
        const auto text = hurt (presetToJson (richPreset (dice)), dice);
        const auto result = presetFromJson (text);
        if (! result)
        {
            requireSentence (result);
            continue;
        }
        ++readable;
        const auto again = presetToJson (*result);
        const auto read = presetFromJson (again);
        REQUIRE (read);
        REQUIRE (presetToJson (*read) == again);
        if (readable % 8 == 0)
            requirePlayable (*result);
    }
    CHECK (readable > count / 20);
}

TEST_CASE ("damaged gestures are read or refused", "[gesture]")
{
    Dice dice (22);
    DrawnGesture gesture;
    for (auto& track : gesture.tracks)
        for (int i = 0; i < 5; ++i)
            track.add ({ 0.2 * i, 0.1 * i, 0.3 });
    int readable = 0;
    for (int round = 0; round < 4000; ++round)
    {
        CAPTURE (round);
        const auto result = gestureFromJson (hurt (gestureToJson (gesture), dice));
        if (! result)
        {
            requireSentence (result);
            continue;
        }
        ++readable;
        for (std::size_t k = 0; k < result->tracks.size(); ++k)
        {
            const auto& track = result->tracks[k];
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
        REQUIRE (gestureFromJson (gestureToJson (*result)));
    }
    CHECK (readable > 100);
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
    const std::string track { "\x00\xff\x51\x03\x07\xa1\x20"                  // tempo
                              "\x00\xb0\x0b\x60\x00\xe0\x00\x50"              // expression, bend
                              "\x00\x90\x3c\x64\x60\x40\x50\x60\x3c\x00"      // running status
                              "\x00\xf0\x05\x7e\x7f\x09\x01\xf7"              // system exclusive
                              "\x30\xd0\x40\x10\x80\x40\x40\x00\xff\x2f\x00", // channel pressure, off, end
                              44 };
    std::string file { "MThd\x00\x00\x00\x06\x00\x01\x00\x01\x00\x60MTrk\x00\x00\x00", 21 };
    file += static_cast<char> (track.size());
    file += track;
    const auto bytesOf = [] (const std::string& text)
    { return std::span (reinterpret_cast<const std::uint8_t*> (text.data()), text.size()); };
    REQUIRE (songFromMidi (bytesOf (file), "whole.mid"));

    Dice dice (24);
    std::string anything;
    for (int byte = 0; byte < 256; ++byte)
        anything += static_cast<char> (byte);
    int readable = 0;
    for (int round = 0; round < 20000; ++round)
    {
        CAPTURE (round);
        const auto text = damaged (file, dice, anything);
        const auto song = songFromMidi (bytesOf (text), "hurt.mid");
        if (! song)
        {
            requireSentence (song);
            continue;
        }
        ++readable;
        double before = 0.0;
        std::set<int> down;
        for (const auto& timed : song->events)
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
        REQUIRE ((std::isfinite (song->duration) && song->duration >= before));
        REQUIRE (song->warnings.size() < 30);
        for (const auto& warning : song->warnings)
            REQUIRE (warning.size() < 300);
    }
    CHECK (readable > 500);
}

TEST_CASE ("damaged performances are read or refused, and written as they were read")
{
    Dice dice (25);
    Synth synth;
    synth.prepare (48000.0);
    auto log = std::make_unique<PerformanceLog>();
    givePreset (synth, richPreset (dice));
    log->prepare (48000.0, synth);
    std::vector<double> left (4800), right (4800);
    for (int block = 0; block < 6; ++block)
    {
        const std::vector<PerformanceEvent> events { noteOn (3, 50 + block, 0.7), control (40, 11, 0.1 * block + 0.3),
                                                     setParameter (50, "hand.speed", 0.1 + 0.02 * block),
                                                     noteOff (4000, 50 + block) };
        synth.render (events, left.data(), right.data(), 4800);
        log->play (synth, events, 4800, false);
    }
    const RecordedPerformance performance { richPreset (dice), log->copy().value(), {} };
    const auto whole = performanceToJson (performance);
    REQUIRE (performanceFromJson (whole));
    // Most of a performance is its preset, which has a test of its own: half of them are hurt behind it.
    const auto behind = whole.find ("\"controllers\"");
    REQUIRE (behind != std::string::npos);

    int readable = 0;
    const int count = rounds (900, 9000);
    for (int round = 0; round < count; ++round)
    {
        CAPTURE (round);
        const auto text =
            dice.below (2) == 0 ? hurt (whole, dice) : whole.substr (0, behind) + hurt (whole.substr (behind), dice);
        const auto result = performanceFromJson (text);
        if (! result)
        {
            requireSentence (result);
            continue;
        }
        ++readable;
        const auto& events = result->log.events;
        for (std::size_t i = 1; i < events.size(); ++i)
            REQUIRE (events[i].sample >= events[i - 1].sample);
        const auto again = performanceToJson (*result);
        const auto read = performanceFromJson (again);
        REQUIRE (read);
        REQUIRE (performanceToJson (*read) == again);
    }
    CHECK (readable > count / 15.0 - 3.0 * std::sqrt (count / 15.0)); // one in fifteen, by three standard deviations
}
