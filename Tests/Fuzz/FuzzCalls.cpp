// SPDX-License-Identifier: GPL-3.0-or-later
#include "FuzzFeed.h"

#include "Library/Handle.h"
#include "Library/kolophon.h"
#include "Web/Engine/Web.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

/* Bytes as a program of calls: an operation a byte, then its arguments. Any order of calls and any numbers are allowed;
   a call that fails says why and changes nothing, and what is rendered consists of numbers. */

namespace kolophon::test
{
namespace
{
/** The synth that all inputs share: making one takes longer than an input. What an input left behind is reset. */
class SharedSynth
{
public:
    static kolophon_synth* fresh ()
    {
        static const std::unique_ptr<kolophon_synth, void (*) (kolophon_synth*)> synth { kolophon_create (48000.0),
                                                                                         kolophon_destroy };
        promise (synth != nullptr, "no synth");
        if (kolophon_sample_rate (synth.get()) != 48000.0)
            (void)kolophon_set_sample_rate (synth.get(), 48000.0);
        for (const auto status : { kolophon_load_performance (synth.get(), nullptr),
                                   kolophon_set_tuning (synth.get(), nullptr, nullptr, 440.0),
                                   kolophon_load_preset (synth.get(), "First Light"),
                                   kolophon_set (synth.get(), "quality.ledger", 1.0), kolophon_reset (synth.get()) })
            promise (status == KOLOPHON_OK, "a good call fails: " + std::string (kolophon_error (synth.get())));
        return synth.get();
    }
};

/** The status of a call: a failure has its sentence. */
void judge (const kolophon_synth* synth, std::int32_t status)
{
    promise (status >= KOLOPHON_OK && status <= KOLOPHON_OUT_OF_MEMORY,
             "an internal error: " + std::string (kolophon_error (synth)));
    if (status != KOLOPHON_OK)
        promiseSentence (kolophon_error (synth));
}

void listen (kolophon_synth* synth, std::size_t count)
{
    std::vector<double> left (count, 0.5), right (count, 0.5);
    judge (synth, kolophon_render (synth, left.data(), right.data(), count));
    for (const auto* channel : { &left, &right })
        for (const double sample : *channel)
            promise (std::isfinite (sample), "a sample is not a number");
    kolophon_energy energy;
    judge (synth, kolophon_get_energy (synth, &energy));
    promise (energy.worst_residual <= 1e-12 * energy.peak, "the books don't close");
    promise (std::isfinite (energy.stored) && energy.stored >= 0.0, "an energy that is none");
}

using Call = std::int32_t (*) (kolophon_synth*, Feed&);

std::int32_t renderProbes (kolophon_synth* synth, Feed& feed)
{
    const std::size_t count = feed.byte(), capacity = feed.byte();
    std::vector<double> drive (count, feed.number()), left (count), right (count);
    std::vector<kolophon_probe> probes (capacity);
    std::size_t written = 0;
    const auto status = kolophon_render_probes (synth, feed.byte() % 2 != 0 ? drive.data() : nullptr, left.data(),
                                                right.data(), count, probes.data(), capacity, &written);
    promise (written <= capacity, "more probes than there is room for");
    return status;
}

std::int32_t setBox (kolophon_synth* synth, Feed& feed)
{
    std::vector<double> samples (feed.byte() * 8);
    double value = feed.number();
    const double factor = feed.number();
    for (double& sample : samples)
        sample = value, value *= factor;
    return kolophon_set_box (synth, samples.data(), feed.byte() % 2 != 0 ? samples.data() : nullptr, samples.size(),
                             48000.0 * feed.number());
}

std::int32_t sendMidi (kolophon_synth* synth, Feed& feed)
{
    const auto offset = static_cast<std::uint32_t> (feed.whole());
    const auto bytes = feed.text();
    return kolophon_midi (synth, offset, reinterpret_cast<const std::uint8_t*> (bytes.data()), bytes.size());
}

std::int32_t readBack (kolophon_synth* synth, Feed&)
{
    const std::string state = kolophon_state (synth);
    const auto status = kolophon_load_json (synth, state.c_str());
    promise (status == KOLOPHON_OK, "a state that was given is refused: " + std::string (kolophon_error (synth)));
    promise (state == kolophon_state (synth), "a state that is loaded is another one");
    return status;
}

std::int32_t showValue (kolophon_synth*, Feed& feed)
{
    char text[64] = {};
    const auto index = feed.whole();
    const double value = feed.number();
    const auto status = kolophon_parameter_text (index, value, text, feed.byte() % 65);
    promise (std::memchr (text, 0, sizeof text) != nullptr, "a text without an end");
    (void)kolophon_parameter_value (index, kolophon_parameter_position (index, value));
    if (status != KOLOPHON_OK)
        promiseSentence (kolophon_error (nullptr));
    return KOLOPHON_OK;
}

std::uint32_t offsetOf (Feed& feed)
{
    return static_cast<std::uint32_t> (feed.whole());
}

constexpr Call calls[] = {
    [] (kolophon_synth* synth, Feed& feed)
    {
        listen (synth, static_cast<std::size_t> (feed.byte()) * 4);
        return std::int32_t { KOLOPHON_OK };
    },
    // Arguments are named first: compilers evaluate those of a call in any order, but an input has one meaning.
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto offset = offsetOf (feed);
        const auto channel = feed.whole(), key = feed.whole();
        const double velocity = feed.number();
        return std::int32_t { kolophon_note_on (synth, offset, channel, key, velocity) };
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto offset = offsetOf (feed);
        const auto channel = feed.whole(), key = feed.whole();
        return std::int32_t { kolophon_note_off (synth, offset, channel, key, feed.number()) };
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto offset = offsetOf (feed);
        const auto channel = feed.whole(), key = feed.whole();
        return std::int32_t { kolophon_note_pressure (synth, offset, channel, key, feed.number()) };
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto offset = offsetOf (feed);
        const auto channel = feed.whole();
        return std::int32_t { kolophon_channel_pressure (synth, offset, channel, feed.number()) };
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto offset = offsetOf (feed);
        const auto channel = feed.whole();
        return std::int32_t { kolophon_pitch_bend (synth, offset, channel, feed.number()) };
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto offset = offsetOf (feed);
        const auto channel = feed.whole(), number = feed.whole();
        return std::int32_t { kolophon_controller (synth, offset, channel, number, feed.number()) };
    },
    [] (kolophon_synth* synth, Feed& feed) // a knob's place on its travel: any value is mostly out of range
    {
        const auto offset = offsetOf (feed);
        const auto index = feed.whole();
        return std::int32_t { kolophon_automate (synth, offset, index,
                                                 kolophon_parameter_value (index, feed.number())) };
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto offset = offsetOf (feed);
        const auto index = feed.whole();
        return std::int32_t { kolophon_automate (synth, offset, index, feed.number()) };
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto offset = offsetOf (feed);
        const auto key = feed.whole();
        return std::int32_t { kolophon_tune_key (synth, offset, key, 128.0 * feed.number()) };
    },
    sendMidi,
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto offset = offsetOf (feed);
        return std::int32_t { kolophon_tempo (synth, offset, 1000.0 * feed.number()) };
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto offset = offsetOf (feed);
        return std::int32_t { kolophon_bar (synth, offset, feed.number()) };
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto offset = offsetOf (feed);
        return std::int32_t { kolophon_position (synth, offset, feed.number()) };
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto offset = offsetOf (feed);
        const auto note = static_cast<std::uint32_t> (feed.whole());
        const auto channel = feed.whole(), key = feed.whole();
        return std::int32_t { kolophon_begin_note (synth, offset, note, channel, key, feed.number()) };
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto offset = offsetOf (feed);
        const auto note = static_cast<std::uint32_t> (feed.whole());
        const auto channel = feed.whole(), key = feed.whole();
        return std::int32_t { kolophon_release_note (synth, offset, note, channel, key, feed.number()) };
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto offset = offsetOf (feed);
        const auto note = static_cast<std::uint32_t> (feed.whole());
        const auto channel = feed.whole();
        return std::int32_t { kolophon_choke_note (synth, offset, note, channel, feed.whole()) };
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto offset = offsetOf (feed);
        const auto note = static_cast<std::uint32_t> (feed.whole());
        const auto expression = feed.whole();
        return std::int32_t { kolophon_express_note (synth, offset, note, expression, feed.number()) };
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto offset = offsetOf (feed);
        const auto note = static_cast<std::uint32_t> (feed.whole());
        const auto index = feed.whole();
        return std::int32_t { kolophon_modulate (synth, offset, note, index, feed.number()) };
    },
    [] (kolophon_synth* synth, Feed& feed) { return std::int32_t { kolophon_panic (synth, offsetOf (feed)) }; },
    renderProbes, [] (kolophon_synth* synth, Feed&) { return std::int32_t { kolophon_reset (synth) }; },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto index = feed.whole();
        return std::int32_t { kolophon_load_preset (synth, kolophon_preset_name (index)) };
    },
    [] (kolophon_synth* synth, Feed& feed) { return std::int32_t { kolophon_load_json (synth, feed.text().c_str()) }; },
    [] (kolophon_synth* synth, Feed& feed)
    { return std::int32_t { kolophon_load_performance (synth, feed.text().c_str()) }; },
    [] (kolophon_synth* synth, Feed& feed) { return std::int32_t { kolophon_set_body (synth, feed.text().c_str()) }; },
    [] (kolophon_synth* synth, Feed& feed)
    { return std::int32_t { kolophon_set_gesture (synth, feed.text().c_str()) }; },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto scl = feed.text(), kbm = feed.text();
        return std::int32_t { kolophon_set_tuning (synth, scl.empty() ? nullptr : scl.c_str(),
                                                   kbm.empty() ? nullptr : kbm.c_str(), 480.0 * feed.number()) };
    },
    setBox, readBack, showValue,
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto id = feed.text(), text = feed.text();
        return std::int32_t { kolophon_set_text (synth, id.c_str(), text.c_str()) };
    },
    [] (kolophon_synth* synth, Feed& feed)
    { return std::int32_t { kolophon_set_sample_rate (synth, feed.byte() < 250 ? 48000.0 : 96000.0 * feed.number()) }; }
};

constexpr Call pageCalls[] = {
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto bytes = feed.text();
        return web_load_song (synth, reinterpret_cast<const std::uint8_t*> (bytes.data()),
                              static_cast<std::int32_t> (bytes.size()));
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        const auto scl = feed.text(), kbm = feed.text();
        return web_tune (synth, scl.empty() ? nullptr : scl.c_str(), kbm.empty() ? nullptr : kbm.c_str());
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        double value = 0.0;
        const auto index = feed.byte() % kolophon_parameter_count(); // the page counts right
        return web_parse (synth, index, feed.text().c_str(), &value);
    },
    [] (kolophon_synth* synth, Feed& feed) // any values of knobs: drawings and states of them
    {
        std::vector<double> values (static_cast<std::size_t> (kolophon_parameter_count()));
        std::copy_n (web_values (synth), values.size(), values.begin());
        for (int changes = feed.byte() % 8; changes > 0; --changes)
        {
            const auto index = feed.byte() % kolophon_parameter_count();
            const double place = feed.number(); // the page's controls end where their travels do
            values[static_cast<std::size_t> (index)] =
                kolophon_parameter_value (index, place >= 0.0 && place <= 1.0 ? place : 0.5);
        }
        promise (web_state (synth, values.data()) != nullptr, "no state");
        promise (web_row_use (values.data()) != nullptr, "no rows");
        double speeds[] = { 0.0, -0.1, feed.number() }, friction[3];
        web_steady_friction (values.data(), feed.byte() % 2, speeds, friction, 3);
        return std::int32_t { KOLOPHON_OK };
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        promise (web_mesh (synth, feed.whole()) != nullptr, "no mesh");
        return std::int32_t { KOLOPHON_OK };
    },
    [] (kolophon_synth* synth, Feed& feed)
    {
        web_watch (synth, feed.byte() % 2);
        (void)web_picture (synth);
        promise (web_meters (synth) != nullptr && web_name (synth) != nullptr, "no meters");
        return std::int32_t { KOLOPHON_OK };
    }
};

/** One of `count` operations, in all inputs alike; more calls than a block has events are enough. */
template <class Choose>
bool play (FuzzBytes bytes, const Choose& choose)
{
    auto* const synth = SharedSynth::fresh();
    Feed feed (bytes);
    int succeeded = 0;
    for (int done = 0; ! feed.isEmpty() && done < 200; ++done)
    {
        const auto status = choose (feed.byte()) (synth, feed);
        judge (synth, status);
        succeeded += status == KOLOPHON_OK ? 1 : 0;
    }
    listen (synth, 64);
    return succeeded > 0;
}
} // namespace

bool callLibrary (FuzzBytes bytes)
{
    return play (bytes, [] (std::uint8_t which) { return calls[which % std::size (calls)]; });
}

bool callPage (FuzzBytes bytes)
{
    return play (bytes, [] (std::uint8_t which)
                 { return which < 128 ? pageCalls[which % std::size (pageCalls)] : calls[which % std::size (calls)]; });
}
} // namespace kolophon::test
