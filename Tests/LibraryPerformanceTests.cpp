// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Songs/PerformanceFile.h"
#include "Library/kolophon.h"
#include "Rendering/Renderer.h"
#include "Support/Listener.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

using namespace kolophon;

namespace
{
struct Destroy
{
    void operator() (kolophon_synth* synth) const noexcept { kolophon_destroy (synth); }
};
using Handle = std::unique_ptr<kolophon_synth, Destroy>;

/** Two seconds: notes, a knob that glides and two that jump, a gesture and a tuning that come in between. */
const std::string& recorded ()
{
    static const std::string text = []
    {
        std::ifstream file (KOLOPHON_SOURCE_FOLDER "/Tests/Web/engine-phrase.performance");
        return std::string (std::istreambuf_iterator<char> (file), {});
    }();
    return text;
}

struct Sound
{
    std::vector<double> left, right;
};

Sound rendered (kolophon_synth* synth, std::size_t count, const std::vector<std::size_t>& blocks)
{
    Sound sound { std::vector<double> (count), std::vector<double> (count) };
    for (std::size_t done = 0, i = 0; done < count; ++i)
    {
        const auto samples = std::min (blocks[i % blocks.size()], count - done);
        REQUIRE (kolophon_render (synth, &sound.left[done], &sound.right[done], samples) == KOLOPHON_OK);
        done += samples;
    }
    return sound;
}

double loudest (const std::vector<double>& samples, std::size_t from, std::size_t to)
{
    double peak = 0.0;
    for (auto i = from; i < to; ++i)
        peak = std::max (peak, std::abs (samples[i]));
    return peak;
}

/** The same with one text in place of another. */
std::string changed (const std::string& from, const std::string& to)
{
    auto text = recorded();
    text.replace (text.find (from), from.size(), to);
    return text;
}

Handle playing (double rate = 48000.0, const std::string& performance = recorded())
{
    Handle synth (kolophon_create (rate));
    const auto status = kolophon_load_performance (synth.get(), performance.c_str());
    INFO (kolophon_error (synth.get()));
    REQUIRE (status == KOLOPHON_OK);
    CHECK (std::string (kolophon_findings (synth.get())).empty());
    return synth;
}
} // namespace

TEST_CASE ("a performance through the library has the samples that the renderer gives it, whatever the blocks",
           "[library]")
{
    // At its end a key goes down and everything is put back: in this order nothing of it is heard.
    const auto text = changed (R"("key": 69, "value": 0.6 } ])", R"("key": 69, "value": 0.6 },
        { "at": 90000, "type": "note on", "channel": 1, "key": 72, "value": 0.6 }, { "at": 90000, "type": "reset" } ])");
    const auto performance = performanceFromJson (text).value();
    Synth synth;
    synth.prepare (48000.0);
    Sound expected;
    RenderSinks sinks;
    sinks.audio = [&expected] (auto left, auto right)
    {
        expected.left.insert (expected.left.end(), left.begin(), left.end());
        expected.right.insert (expected.right.end(), right.begin(), right.end());
    };
    replay (synth, performance, performance.preset, {}, sinks);
    REQUIRE (expected.left.size() == 96000);
    REQUIRE (loudest (expected.left, 30000, 90000) > test::listener::audible);
    REQUIRE (loudest (expected.left, 90000, 96000) == 0.0);
    for (const auto& blocks : { std::vector<std::size_t> { 128 }, std::vector<std::size_t> { 1, 999, 20011 },
                                std::vector<std::size_t> { 96000 } })
    {
        const auto handle = playing (48000.0, text);
        CHECK (kolophon_performance_left (handle.get()) == 2.0);
        const auto sound = rendered (handle.get(), 96000, blocks);
        CHECK (sound.left == expected.left);
        CHECK (sound.right == expected.right);
    }
}

TEST_CASE ("the end of a performance releases its keys, and a reset ends it", "[library]")
{
    auto handle = playing (48000.0, changed (R"("hand.drive": "Gesture")", R"("hand.drive": "Keys")"));
    auto* s = handle.get();
    CHECK (kolophon_is_silent (s) == 0);
    rendered (s, 48000, { 480 });
    CHECK (kolophon_performance_left (s) == 1.0);
    rendered (s, 48000 + 4800, { 480 });
    CHECK (kolophon_performance_left (s) == 0.0);
    const auto after = rendered (s, 10 * 48000, { 480 });
    CHECK (loudest (after.left, after.left.size() - 4800, after.left.size()) <
           test::listener::inaudible); // held keys would go on bowing

    handle = playing();
    s = handle.get();
    rendered (s, 40000, { 480 });
    for (const bool byNull : { false, true })
    {
        if (byNull)
            REQUIRE (kolophon_load_performance (s, recorded().c_str()) == KOLOPHON_OK);
        CHECK ((byNull ? kolophon_load_performance (s, nullptr) : kolophon_reset (s)) == KOLOPHON_OK);
        CHECK (kolophon_performance_left (s) == 0.0);
        CHECK (kolophon_is_silent (s) == 1);
        CHECK (loudest (rendered (s, 48000, { 480 }).left, 0, 48000) == 0.0);
    }
}

TEST_CASE ("at another sample rate a performance keeps its times, and other events join it", "[library]")
{
    const auto handle = playing (96000.0);
    CHECK (kolophon_performance_left (handle.get()) == 2.0);
    const auto sound = rendered (handle.get(), 192000, { 480 });
    const auto first = [] (const std::vector<double>& samples)
    { return std::find_if (samples.begin(), samples.end(), [] (double x) { return std::abs (x) > 1e-4; }); };
    const auto plain = rendered (playing().get(), 96000, { 480 });
    const auto begins = static_cast<double> (first (sound.left) - sound.left.begin()) / 96000.0;
    CHECK (std::abs (begins - static_cast<double> (first (plain.left) - plain.left.begin()) / 48000.0) <
           32.0 / 48000.0); // a point of the control grid

    const auto joined = playing();
    REQUIRE (kolophon_note_on (joined.get(), 100, 0, 76, 0.8) == KOLOPHON_OK);
    CHECK_FALSE (rendered (joined.get(), 96000, { 480 }).left == plain.left);
}

TEST_CASE ("a damaged performance is refused and changes nothing, or its findings name what was left out", "[library]")
{
    const Handle handle (kolophon_create (48000.0));
    auto* s = handle.get();
    REQUIRE (kolophon_load_preset (s, "Glass Rim") == KOLOPHON_OK);
    const std::string before = kolophon_state (s);
    CHECK (kolophon_load_performance (s, "{}") == KOLOPHON_INVALID_DATA);
    CHECK (std::string (kolophon_error (s)).size() > 10);
    CHECK (kolophon_state (s) == before);
    CHECK (kolophon_performance_left (s) == 0.0);
    CHECK (kolophon_load_performance (nullptr, recorded().c_str()) == KOLOPHON_INVALID_ARGUMENT);
    CHECK (kolophon_performance_left (nullptr) == 0.0);

    auto damaged = recorded();
    damaged.replace (damaged.find ("\"note on\""), 9, "\"note in\"");
    CHECK (kolophon_load_performance (s, damaged.c_str()) == KOLOPHON_OK);
    CHECK_THAT (kolophon_findings (s), Catch::Contains ("note in"));
    CHECK_THAT (kolophon_state (s), Catch::Contains ("Two notes"));
}
