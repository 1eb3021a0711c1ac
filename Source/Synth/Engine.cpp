// SPDX-License-Identifier: GPL-3.0-or-later
#include "Engine.h"

#include "../Core/Index.h"
#include "../Core/Units.h"
#include "../Physics/PortableMath.h"
#include "Parameters/ParameterTable.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kolophon
{
namespace
{
constexpr int energyInterval = 8; // [control ticks] between looks at the stored energy
static_assert (2 * limits::controlInterval <= VoiceGroup::maxSteps);
static_assert (limits::maxModes == VoiceGroup::maxSounding);

const std::size_t articulationKnob = *findParameter ("hand.articulation");
} // namespace

Synth::Engine::Engine()
{
    output.prepare (grid.sampleRate);
    section.setTuning (given.tuning());
    reset();
}

void Synth::Engine::reset() noexcept
{
    slots.reset();
    section.reset();
    updateAwakeVoices();
    grid.reset();
    bridgePan = {};
    song.reset();
    modulation.reset();
    followHost();
    recalled.reset();
    drivingSignal.reset();
    resting = true;
    knobs.arrive();
    output.reset();
    followAtOnce();
    meters.reset();
    pictures.reset();
}

void Synth::Engine::followAtOnce() noexcept
{
    ++revision;
    modulation.jump (knobs.playing());
    followMpe();
    grid.oversampling = playing().qualityOversampling >= 0.5 ? 2 : 1;
    followComparison (true);
    followLaws (false);
    followSurface();
    followBridge();
    output.aim (playing(), voiceManager.heldChord(), 0, grid.seconds());
}

void Synth::Engine::collectCustomBody() noexcept
{
    const auto* latest = given.collectBody ([this] (const ModeTable& table) { return slots.plays (table); });
    if (latest == voiceManager.voice (0).customModes())
        return;
    ++revision;
    section.setCustomModes (latest);
    slowestOfCustomBody = *std::min_element (latest->decay.begin(), latest->decay.begin() + latest->count);
}

void Synth::Engine::collectBox() noexcept
{
    auto* latest = given.collectBox ([this] (const GivenBox& box) { return output.plays (box); });
    if (latest == output.givenBox())
        return;
    ++revision;
    output.setBox (latest);
    section.setBoxLoudness ({ latest->convolver ? &latest->loudness : nullptr, latest->number });
}

void Synth::Engine::collectTuning() noexcept
{
    if (! given.collectTuning())
        return;
    ++revision;
    slots.each ([] (StringSet& slot) { slot.bridge.forgetTuning(); });
}

namespace
{
bool bendsOrPresses (PerformanceEvent::Type type) noexcept
{
    using Type = PerformanceEvent::Type;
    return type == Type::pitchBend || type == Type::channelPressure || type == Type::notePressure ||
           type == Type::noteExpression;
}
} // namespace

void Synth::Engine::handle (const PerformanceEvent& event) noexcept
{
    if (std::isfinite (event.value) && followSong (event))
        return;
    ++revision;
    if (event.type == PerformanceEvent::Type::panic)
        return panic();
    if (! std::isfinite (event.value))
        return;
    if (event.type == PerformanceEvent::Type::setParameter)
        return knobs.set (event.index, event.value);
    if (event.type == PerformanceEvent::Type::modulate)
        return setTravel (event);
    if (event.type == PerformanceEvent::Type::noteOn && event.value > 0.0)
        if (const auto chosen = switchedArticulation (playing(), event.index))
            return knobs.set (articulationKnob, *chosen);
    if (event.type == PerformanceEvent::Type::noteOn && event.index < Tuning::keyCount &&
        ! voiceManager.channels().plays (given.tuning(), event.channel, event.index))
        return;
    if (resting && event.type == PerformanceEvent::Type::noteOn && event.value > 0.0)
        layGrid();
    const int started = section.handle (event, now());
    if (! bendsOrPresses (event.type)) // those neither wake nor silence a voice, and are frequent
        updateAwakeVoices();
    if (started < 0)
        return;
    resting = false;
    if (! modulation.isEmpty())
        modulation.start (started, std::clamp (event.value, 0.0, 1.0), voiceManager.voice (started).keys().stroke());
    if (grid.phase != 0)
    {
        auto budget = voiceManager.budget (playing());
        auto segment = nextSegment (limits::controlInterval - grid.phase, { .finger = handUpdates().finger });
        const int its = plan (voiceManager, started, segment, budget);
        note ({ its, budget.used() });
    }
}

void Synth::Engine::layGrid() noexcept
{
    if (grid.phase != 0) // the song has already advanced to the next point of the old grid
        song.move (grid.fromNextPoint());
    grid.lay();
    if (knobs.arrive())
        ++revision;
    if (! modulation.isEmpty())
        modulation.arrive (scene (0.0));
    output.aim (playing(), voiceManager.heldChord(), 0, grid.seconds());
    panBridge();
}

void Synth::Engine::panic() noexcept
{
    section.silence();
    updateAwakeVoices();
    followed = {};
    slots.silenceBridges();
    output.reset();
}

void Synth::Engine::tick() noexcept
{
    if (resting ? knobs.arrive() : knobs.move (grid.sampleRate)) // in silence no glide is needed
        ++revision;
    song.move (grid.interval());
    slots.each ([] (StringSet& slot) { slot.bridge.notePeak(); });
    if (! modulation.isEmpty())
        modulate();
    followKnobs();
    if (slots.comparison.isOn())
        slots.comparison.matchLevels();
    if (section.tick (now()))
    {
        ++revision;
        updateAwakeVoices();
        laws.setNew (playing(), slots);
    }
    grid.parts = 1;
    planAll (nextSegment (limits::controlInterval, handUpdates()));
    panBridge();
    pictures.noteHand (grid.streamTime, grid.sampleRate, voiceManager);
    output.aim (playing(), voiceManager.heldChord(), resting ? 0 : limits::controlInterval,
                grid.seconds()); // at rest the targets are reached at once
    slots.a.groups.tidy();
    const bool nowResting = output.isQuiet() && nothingMoves() && (resting || slots.a.groups.isTidy());
    if (nowResting && ! resting)
        rest();
    resting = nowResting;

    if (grid.time() / limits::controlInterval % energyInterval == 0)
    {
        lookAtEnergies();
        updateAwakeVoices();
    }
    if (meters.isDue (std::max (1, static_cast<int> (grid.sampleRate / (30.0 * limits::controlInterval)))))
    {
        const auto& heard = slots.comparison.isOn() && hearsSlotB() ? slots.b : slots.a;
        for (std::size_t side = 0; side < VoiceGroup::maxBeside; ++side)
            meters.tellSide (side, heard.books.ofSides()[side].work, heard.books.ofSides()[side].loss);
        meters.publish (heard.ledger(), playing().qualityLedger >= 0.5 || pictures.isWatched());
        publishMovedKnobs();
    }
}

void Synth::Engine::followKnobs() noexcept
{
    if (followed.revision != revision || ! modulation.isEmpty())
        followed = { revision, false };
    if (! followed.isDone)
    {
        followMpe();
        grid.oversampling = playing().qualityOversampling >= 0.5 ? 2 : 1;
    }
    followComparison (false); // which may begin or end, and then all has to follow
    if (followed.isDone)
    {
        if (! laws.areFollowed (playing(), slots))
            followLaws (true);
        return;
    }
    followLaws (true);
    followSurface();
    followBridge();
    followed.isDone = laws.isSettled();
}

HandUpdates Synth::Engine::handUpdates() const noexcept
{
    const auto now = static_cast<double> (grid.time());
    return Human::updatesAt ((now - limits::controlInterval) / grid.sampleRate, now / grid.sampleRate);
}

ControlSegment Synth::Engine::nextSegment (int samples, const HandUpdates& hands) const noexcept
{
    constexpr int part = limits::controlInterval / ControlSegment::substeps;
    return { .seconds = samples / grid.sampleRate,
             .steps = samples * grid.oversampling,
             .timeStep = grid.timeStep(),
             .revision = { revision, knobs.number() },
             .hands = hands,
             .stepsOfHand = std::min (samples, part - grid.phase % part) * grid.oversampling };
}

void Synth::Engine::followMpe() noexcept
{
    section.followMpe (choiceOf<&Patch::voiceMpe> (playing()), playing().voiceMpeRangeSemitones);
}

void Synth::Engine::followLaws (bool waits) noexcept
{
    laws.follow (playing(), slots, waits && awake.count > 0 ? grid.interval() : 0.0);
}

void Synth::Engine::followSurface() noexcept
{
    if (std::exchange (surface.seed, playing().surfaceSeed) != playing().surfaceSeed)
        surface.profile.roughen (static_cast<std::uint64_t> (surface.seed));
}

void Synth::Engine::followBridge() noexcept
{
    slots.each (
        [this] (StringSet& slot)
        {
            slot.bridge.setYield (playing().outSympatheticPercent);
            if (slot.bridge.isInUse())
                slot.bridge.tune (static_cast<int> (playing().outSympatheticTuning), playing().outSympatheticDecay,
                                  grid.timeStep(), given.tuning());
        });
}

/** Moves the bridges' pan with a time constant of 5 ms, like all that CC10 moves; at rest at once. */
void Synth::Engine::panBridge() noexcept
{
    const double goal = pan();
    if (resting || ! slots.a.bridge.isInUse())
        bridgePan = { slots.a.bridge.isInUse() ? goal : 0.0, 0.0 };
    else
        bridgePan.step = (1.0 - portable::exp (-limits::controlInterval / (0.005 * grid.sampleRate))) *
                         (goal - bridgePan.now) / (limits::controlInterval * grid.oversampling);
}

void Synth::Engine::followComparison (bool atOnce) noexcept
{
    if (slots.followComparison (playing().compareOn >= 0.5, hearsSlotB(), atOnce, awake))
        followed = {};
}

bool Synth::Engine::nothingMoves() const noexcept
{
    return slots.areBridgesAtRest() && awake.count == 0;
}

void Synth::Engine::rest() noexcept
{
    slots.rest();
    section.rest();
    followHost();
    followLaws (false);
    output.reset();
    output.aim (playing(), voiceManager.heldChord(), 0, grid.seconds());
}

void Synth::Engine::lookAtEnergies() noexcept
{
    section.dismiss (slots.energies (awake));
    slots.each (
        [this] (StringSet& slot)
        {
            if (slot.bridge.hasRungOut() && section.areAllAsleep())
                slot.bridge.silence();
        });
}
} // namespace kolophon
