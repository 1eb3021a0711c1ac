// SPDX-License-Identifier: GPL-3.0-or-later
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include "Support/Vst3Host.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

/* The finished VST3 bundle, loaded through its factory as a host does that has no display. */

int main (int count, char** arguments)
{
    ::unsetenv ("DISPLAY");
    return Catch::Session().run (count, arguments);
}

namespace kolophon::test
{
namespace
{
Vst3Plugin& plugin ()
{
    static Vst3Plugin one (KOLOPHON_VST3);
    return one;
}

float peakOf (const std::vector<float>& samples)
{
    float most = 0.0f;
    for (const float sample : samples)
        most = std::max (most, std::abs (sample));
    return most;
}

/** Announces an MPE zone in the order given, then bends a note on channel 2 by 1/48 of the way up; its first 0.4 s. */
std::vector<float> bentNote (const std::vector<int>& order)
{
    Vst3Plugin fresh (KOLOPHON_VST3);
    fresh.start();
    ParameterChanges announcement;
    for (const int number : order)
        announcement.add (fresh.idOfController (0, number), number == 101 ? 0.0 : (number == 100 ? 6.0 : 15.0) / 127.0);
    fresh.play (&announcement);
    ParameterChanges bend;
    bend.add (fresh.idOfController (1, vst::kPitchBend), 0.5 + 0.5 / 48.0);
    EventList note;
    note.noteOn (1, 57, 0.8f);
    auto all = fresh.play (&bend, &note);
    for (int block = 1; block < 40; ++block)
    {
        const auto next = fresh.play();
        all.insert (all.end(), next.begin(), next.end());
    }
    return all;
}
} // namespace

TEST_CASE ("a VST3 host without a display asks for the editor and gets none")
{
    CHECK (plugin().controller->createView (vst::ViewType::kEditor) == nullptr);
}

TEST_CASE ("the VST3's one input is a side-chain, and its latency is told before anything is set up")
{
    vst::BusInfo bus {};
    REQUIRE (plugin().component->getBusCount (vst::kAudio, vst::kInput) == 1);
    REQUIRE (plugin().component->getBusInfo (vst::kAudio, vst::kInput, 0, bus) == Steinberg::kResultOk);
    CHECK (bus.busType == vst::kAux);
    CHECK (ascii (bus.name) == "Side-chain");
    REQUIRE (plugin().component->getBusInfo (vst::kAudio, vst::kOutput, 0, bus) == Steinberg::kResultOk);
    CHECK (bus.busType == vst::kMain);
    CHECK (plugin().processor->getLatencySamples() == 32);
}

TEST_CASE ("a VST3 host's list of parameters: every name once, every choice another text, every unit beside its number")
{
    auto& controller = *plugin().controller.get();
    std::set<std::string> names;
    int menus = 0, units = 0;
    for (int i = 0; i < controller.getParameterCount(); ++i)
    {
        vst::ParameterInfo info {};
        REQUIRE (controller.getParameterInfo (i, info) == Steinberg::kResultOk);
        const auto name = ascii (info.title);
        if (name.starts_with ("MIDI CC"))
            continue;
        CAPTURE (name);
        CHECK (names.insert (name).second);
        vst::String128 text;
        if (info.stepCount > 1 && info.stepCount < 64 && name != "Human seed")
        {
            ++menus;
            std::set<std::string> texts;
            std::string last;
            for (int step = 0; step <= info.stepCount; ++step)
            {
                REQUIRE (controller.getParamStringByValue (info.id, static_cast<double> (step) / info.stepCount,
                                                           text) == Steinberg::kResultOk);
                const bool isNew = texts.insert (ascii (text)).second;
                CHECK ((isNew || ascii (text) == last)); // places for choices to come mean the last
                last = ascii (text);
            }
        }
        if (const auto unit = ascii (info.units); ! unit.empty())
        {
            ++units;
            controller.getParamStringByValue (info.id, 0.5, text);
            CHECK (ascii (text).find (unit) == std::string::npos);
        }
    }
    CHECK (names.count ("Law") == 1);
    CHECK (names.count ("B Law") == 1);
    CHECK (names.count ("Bypass") == 1);
    CHECK (menus >= 10);
    CHECK (std::string (plugin().maker.url) == "https://kolophon.org");
    CHECK (units >= 40);
}

TEST_CASE ("an MPE zone is opened whatever order a VST3 host gives the controllers of one sample")
{
    const auto inOrder = bentNote ({ 101, 100, 6 });
    REQUIRE (peakOf (inOrder) > 1e-3f);
    std::vector<int> order { 6, 100, 101 };
    do
    {
        CAPTURE (order);
        CHECK ((bentNote (order) == inOrder)); // without a list of all samples
    } while (std::next_permutation (order.begin(), order.end()));
    CHECK ((bentNote ({ 101, 100 }) != inOrder)); // no zone: the bend reaches 2 semitones, not 48
}
} // namespace kolophon::test
