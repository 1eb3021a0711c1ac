// SPDX-License-Identifier: GPL-3.0-or-later
#include "BlockPlayer.h"

#include "../../Synth/Control/TuningMessage.h"
#include "../../Synth/Hands/Articulation.h"
#include "../../Synth/Parameters/PatchChoices.h"

#include <algorithm>

namespace kolophon
{
namespace
{
static_assert (BlockPlayer::eventsPerInput > std::max (LearnedControllers::capacity, maxTuned));
const std::size_t articulationKnob = *findParameter ("hand.articulation");

/** True if a side-chain moves the hands. */
bool movesHands (const Patch& patch) noexcept
{
    return choiceOf<&Patch::handDrive> (patch) >= Drive::audioSpeed;
}
} // namespace

void BlockPlayer::prepare (double sampleRate, bool isBypassed) noexcept
{
    soundRate = sampleRate;
    transport.reset (sampleRate);
    known = parts.knobs.patch();
    parts.synth.setPatch (known);
    bypass.prepare (sampleRate, isBypassed);
    atStart = true;
    forgetInputs();
}

void BlockPlayer::reset() noexcept
{
    transport.reset();
    atStart = true;
    forgetInputs();
}

void BlockPlayer::render (HostBlock& block, const Mode& mode) noexcept
{
    bypass.want (mode.isBypassed());
    eventCount = 0;
    loadProgramOffline (mode);
    readKnobs();
    parts.learning.beginBlock();
    hushWhenBypassed();
    block.begin();
    readScreenEvents();

    const int total = block.samples();
    int done = 0;
    do
    {
        if (! block.atEnd() && block.startsPiece() && std::min (block.nextSample(), total) <= done)
        {
            block.playNext (0);
            bypass.want (mode.isBypassed());
            continue;
        }
        const int until = playInputs (block, done, mode), count = until - done;
        const auto length = static_cast<std::size_t> (count);
        const bool driven = block.readSideChain (done, { drive.data(), length });
        parts.synth.render ({ events.data(), eventCount }, left.data(), right.data(), count, nullptr,
                            driven ? drive.data() : nullptr);
        parts.log.play (parts.synth, { events.data(), eventCount }, count, driven && movesHands (known));
        bypass.apply (left.data(), right.data(), count);
        parts.audition.mix (left.data(), right.data(), count, soundRate);
        block.write (done, { left.data(), length }, { right.data(), length });
        atStart = atStart && until == done && eventCount == 0;
        eventCount = 0;
        done = until;
        if (loadProgramOffline (mode))
            readKnobs();
    } while (done < total || ! block.atEnd());
    transport.endBlock (total);
}

/** Plays the inputs of the piece that begins at sample `done` of the block; returns the sample at which it ends. */
int BlockPlayer::playInputs (HostBlock& block, int done, const Mode& mode) noexcept
{
    const int total = block.samples();
    const int until = std::min (total, done + pieceLength);
    while (! block.atEnd())
    {
        const int sample = std::clamp (block.nextSample(), done, total);
        if (sample >= until && until < total)
            break;
        const bool isFull = eventCount + eventsPerInput > events.size(); // render what there is first
        if (isFull || (block.startsPiece() && sample > done))
            return std::min (sample, until);
        block.playNext (sample - done);
        if (parts.programs.isWaiting() && mode.offline) // loaded before what follows
            return std::min (sample, until);
    }
    return until;
}

/** Loads the preset of a program change while the host renders offline; true if one was chosen. */
bool BlockPlayer::loadProgramOffline (const Mode& mode) noexcept
{
    return mode.offline && parts.programs.isWaiting() && parts.programs.load();
}

void BlockPlayer::playMidi (std::span<const std::uint8_t> bytes, int offset) noexcept
{
    if (bytes.size() > 3 && bytes[0] == 0xf0)
        tuningFromMidi (bytes.subspan (1),
                        [this, offset] (auto event)
                        {
                            event.offset = offset;
                            addEvent (event);
                        });
    parts.programs.hear (bytes);
    if (const auto event = eventFromMidi (bytes, offset);
        event && ! parts.learning.follow (*event, known, [this] (const auto& e) { addEvent (e); }))
        playEvent (*event);
}

void BlockPlayer::playEvent (const PerformanceEvent& event) noexcept
{
    keys.follow (event);
    addEvent (event);
}

void BlockPlayer::playSong (const SongPosition& song, int sample, int offset) noexcept
{
    transport.follow (song, sample,
                      [this, offset] (PerformanceEvent event)
                      {
                          event.offset = offset;
                          addEvent (event);
                      });
}

void BlockPlayer::playKnob (std::size_t parameter, double value, int offset) noexcept
{
    auto& row = *parts.knobs.parameters()[parameter];
    row.setExactValue (value);
    const double valid = row.info.nearestValid (value);
    parameterTable()[parameter].in (known) = valid;
    addEvent ({ offset, PerformanceEvent::Type::setParameter, 0, static_cast<std::uint16_t> (parameter), valid });
}

void BlockPlayer::readKnobs() noexcept
{
    const auto changes = parts.knobs.collectChanges (known, events);
    if (changes == 0)
        return;
    // A knob that moves in silence reaches its value before the next note: a state loaded between prepare and the first
    // block sounds like one loaded before.
    if (atStart || parts.synth.isSilent())
    {
        parts.synth.setPatch (known);
        parts.log.recordPatch (parts.synth);
    }
    else
        eventCount = changes;
}

void BlockPlayer::readScreenEvents() noexcept
{
    for (PerformanceEvent event; eventCount < events.size() && screenEvents.pop (event);)
    {
        event.offset = 0;
        if (event.type == PerformanceEvent::Type::panic)
            keys.forget();
        addEvent (event);
    }
}

/** Adds an event. There is room: see playInputs() and `beforeInputs`. A key switch also moves its knob here; otherwise
    only the engine would follow it. */
void BlockPlayer::addEvent (const PerformanceEvent& event) noexcept
{
    const bool begins = event.type == PerformanceEvent::Type::noteOn;
    if ((bypass.isWanted() && begins) || eventCount == events.size())
        return;
    if (begins && event.value > 0.0)
        if (const auto chosen = switchedArticulation (known, event.index))
            parts.teller.move (articulationKnob, *chosen, known);
    events[eventCount++] = event;
}

/** Silences the strings after the fade-out. Controllers keep their values. */
void BlockPlayer::hushWhenBypassed() noexcept
{
    if (bypass.mustHush())
        for (std::uint8_t channel = 0; channel < 16; ++channel)
            addEvent ({ 0, PerformanceEvent::Type::controller, channel, Controller::allSoundOff, 0.0 });
}

/** Forgets held keys and the windows' events that wait for a block. */
void BlockPlayer::forgetInputs() noexcept
{
    keys.forget();
    for (PerformanceEvent stale; screenEvents.pop (stale);)
    {
    }
}
} // namespace kolophon
