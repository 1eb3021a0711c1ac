// SPDX-License-Identifier: GPL-3.0-or-later
#include "FuzzFeed.h"
#include "Support/ClapHost.h"

#include <cstdlib>

/* Bytes as lists of events of a CLAP host: of any type, space, length and time, for any note and knob, with any
   numbers; between the blocks states are saved and loaded, knobs flushed, and the plugin is reset. Of a list in
   disorder a plugin may do what it likes, but not break. */

namespace kolophon::test
{
namespace
{
/** A plugin in its host. */
class Hosted
{
public:
    Hosted() : instance (ours())
    {
        for (const auto& info : parametersOf (instance))
            knobs.push_back (info.id);
        ClapStream stream;
        promise (instance.state->save (instance.plugin, &stream.out), "no state");
        atFirst = stream.bytes;
    }

    void begin ()
    {
        instance.stop();
        load (atFirst);
        instance.start (48000.0, longest);
        instance.violations.clear();
    }
    void load (const std::string& bytes)
    {
        ClapStream stream (bytes);
        promise (instance.state->load (instance.plugin, &stream.in), "a state that was saved is refused");
    }
    void saveAndLoad ()
    {
        ClapStream once, again;
        promise (instance.state->save (instance.plugin, &once.out), "no state");
        load (once.bytes);
        promise (instance.state->save (instance.plugin, &again.out) && once.bytes == again.bytes,
                 "a state that is loaded is another one");
    }
    clap_id knob (Feed& feed) const
    {
        const auto which = feed.whole();
        return which >= 0 && which < 250 ? knobs[static_cast<std::size_t> (which) % knobs.size()]
                                         : static_cast<clap_id> (which);
    }

    static constexpr std::uint32_t longest = 1024;
    ClapInstance instance;
    std::vector<clap_id> knobs;
    std::string atFirst;
};

ForNote anyNote (Feed& feed)
{
    const auto id = feed.whole();
    const auto port = static_cast<std::int16_t> (feed.byte() < 240 ? 0 : feed.whole());
    const auto channel = static_cast<std::int16_t> (feed.whole());
    return { id % 8, port, static_cast<std::int16_t> (channel % 18), static_cast<std::int16_t> (feed.whole()) };
}

/** A song that stands, runs or jumps. */
void addTransport (ClapEvents& events, Feed& feed, std::uint32_t time)
{
    auto& song = events.add (&AnyEvent::song, CLAP_EVENT_TRANSPORT, time);
    song.flags = static_cast<std::uint32_t> (feed.whole());
    song.tempo = 200.0 * feed.number();
    song.song_pos_beats = static_cast<clap_beattime> (feed.whole()) << 24;
    song.bar_start = static_cast<clap_beattime> (feed.whole()) << 24;
    song.tsig_num = static_cast<std::uint16_t> (feed.whole());
    song.tsig_denom = static_cast<std::uint16_t> (feed.whole());
}

void addEvent (const Hosted& hosted, ClapEvents& events, Feed& feed, std::uint32_t time)
{
    const int which = feed.byte();
    if (which < 70)
        events.note (static_cast<std::uint16_t> (which % 4), time, anyNote (feed), feed.number());
    else if (which < 110)
        events.express (time, which % 9 - 1, feed.number(), anyNote (feed));
    else if (which < 150)
    {
        const auto id = hosted.knob (feed);
        events.set (time, id, feed.number(), which < 140 ? ForNote {} : anyNote (feed));
    }
    else if (which < 190)
    {
        const auto id = hosted.knob (feed);
        events.modulate (time, id, feed.number(), which < 160 ? ForNote {} : anyNote (feed));
    }
    else if (which < 220)
    {
        const auto status = feed.byte(), first = feed.byte();
        events.midi (time, status, first, feed.byte());
    }
    else if (which < 235)
        addTransport (events, feed, time);
    else // an event of another space, of a type that is none, or cut short: what is unknown is passed over
    {
        auto& header = events.add (&AnyEvent::note, feed.byte(), time).header;
        header.space_id = which < 240 ? static_cast<std::uint16_t> (feed.whole()) : CLAP_CORE_EVENT_SPACE_ID;
        header.flags = feed.byte();
        if (which >= 240) // no longer than the memory behind it
            header.size = std::min<std::uint32_t> (feed.byte(), sizeof (AnyEvent));
    }
}

/** Notes and knobs of a block in order of time, which a host promises; sometimes not. */
void fill (const Hosted& hosted, ClapEvents& events, Feed& feed, std::uint32_t frames)
{
    std::uint32_t time = 0;
    for (int left = feed.byte() % 32; left > 0 && ! feed.isEmpty(); --left)
    {
        const auto step = feed.byte();
        time = step < 250 ? std::min (time + step / 8u, std::max (frames, 1u) - 1u)
                          : static_cast<std::uint32_t> (feed.whole());
        addEvent (hosted, events, feed, time);
    }
}

template <class Sample>
void playBlock (Hosted& hosted, ClapBlocks<Sample>& blocks, Feed& feed)
{
    const auto frames = std::min (feed.byte() * 4u, Hosted::longest);
    ClapEvents events;
    fill (hosted, events, feed, frames);
    blocks.sound.clear();
    promise (blocks.play (frames, events) != CLAP_PROCESS_ERROR, "a block is refused");
    promise (blocks.isFinite(), "a sample is not a number");
    promise (blocks.insideBounds, "memory of the host's was written");
    promise (blocks.wellOrdered, "events come out in disorder");
    if (blocks.produced.all.size() > 60000)
        blocks.produced.all.clear();
}

/** What happens on the main thread between two runs of blocks. */
void visit (Hosted& hosted, Feed& feed)
{
    auto& its = hosted.instance;
    switch (feed.byte() % 4)
    {
        case 0: hosted.saveAndLoad(); break;
        case 1: its.pump(); break;
        case 2:
        {
            char text[64];
            const auto id = hosted.knob (feed);
            const double value = feed.number();
            double again = 0.0;
            if (its.parameters->value_to_text (its.plugin, id, value, text, 1 + feed.byte() % 64))
                (void)its.parameters->text_to_value (its.plugin, id, text, &again);
            (void)its.parameters->text_to_value (its.plugin, id, feed.text().c_str(), &again);
            break;
        }
        default:
        {
            its.stop();
            ClapEvents events, told;
            fill (hosted, events, feed, 0);
            told.all.reserve (1000);
            its.parameters->flush (its.plugin, &events.in, &told.out);
            its.start (feed.byte() % 2 != 0 ? 48000.0 : 44100.0, Hosted::longest);
        }
    }
}

Hosted& shared ()
{
    (void)ours();
    auto& kept = clapLibraries().at (KOLOPHON_CLAP)->kept;
    if (kept == nullptr)
    {
        kept = std::make_shared<Hosted>();
        std::atexit ([] { clapLibraries().clear(); }); // before the library's own objects: libFuzzer has the main()
    }
    return *static_cast<Hosted*> (kept.get());
}

bool hostClap (FuzzBytes bytes)
{
    auto& hosted = shared();
    hosted.begin();
    Feed feed (bytes);
    ClapBlocks<float> blocks (hosted.instance);
    for (int visits = 0; ! feed.isEmpty() && visits < 4; ++visits)
    {
        std::string broken; // what is thrown may not leave a thread
        hosted.instance.audio (
            [&]
            {
                try
                {
                    for (int count = 1 + feed.byte() % 8; count > 0 && ! feed.isEmpty(); --count)
                        playBlock (hosted, blocks, feed);
                    if (feed.byte() % 16 == 0)
                        hosted.instance.plugin->reset (hosted.instance.plugin);
                }
                catch (const BrokenPromise& reason)
                {
                    broken = reason.what();
                }
            });
        promise (broken.empty(), broken);
        visit (hosted, feed);
        promise (hosted.instance.violations.empty(),
                 hosted.instance.violations.empty() ? "" : hosted.instance.violations.front());
    }
    return true;
}
} // namespace

const FuzzTarget clapTarget { "clap", hostClap, "", false };
} // namespace kolophon::test
