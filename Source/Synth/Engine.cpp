// SPDX-License-Identifier: GPL-3.0-or-later
#include "Engine.h"

#include "../Core/Index.h"
#include "../Core/Units.h"
#include "../Physics/PortableMath.h"
#include "Parameters/ParameterTable.h"
#include "VoiceParts/SideHands.h"

#include <algorithm>
#include <cmath>

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
    output.prepare (sampleRate);
    section.setTuning (tuning.value);
    reset();
}

void Synth::Engine::reset() noexcept
{
    for (auto* slot : { &slotA, &slotB })
        slot->groups.clear();
    section.reset();
    updateAwakeVoices();
    streamTime = gridBegan = 0;
    phase = 0;
    parts = 1;
    bridgePan = {};
    song.reset();
    modulation.reset();
    followHost();
    recalled.reset();
    drivingSignal.reset();
    slotA.bridge = slotB.bridge = {};
    resting = true;
    knobs.arrive();
    followAtOnce();
    output.reset();
    slotA.books.reset();
    slotB.books.reset();
    booksOpen = false;
    total = totalOfSlotB = {};
    meters.reset();
    pictures.reset();
}

void Synth::Engine::followAtOnce() noexcept
{
    ++revision;
    modulation.jump (knobs.playing());
    followMpe();
    oversampling = playing().qualityOversampling >= 0.5 ? 2 : 1;
    followComparison (true);
    followLaws (false);
    followSurface();
    followBridge();
    output.aim (playing(), voiceManager.heldChord(), 0, secondsOfGrid());
}

void Synth::Engine::collectCustomBody() noexcept
{
    const auto inUse = [this] (const GivenTable& given)
    {
        const auto plays = [table = &given.table] (const VoiceGroup& g)
        {
            const auto rubs = [table] (const SecondBody& second) { return second.table == table; };
            return std::find (g.table.begin(), g.table.end(), table) != g.table.end() ||
                   std::find (g.before.begin(), g.before.end(), table) != g.before.end() ||
                   std::any_of (g.second.begin(), g.second.end(), rubs) ||
                   std::any_of (g.secondBefore.begin(), g.secondBefore.end(), rubs);
        };
        const auto anyOf = [&plays] (const StringSet& slot)
        {
            for (int g = 0; g < slot.groups.count(); ++g)
                if (plays (slot.groups[index (g)]))
                    return true;
            return false;
        };
        return anyOf (slotA) || anyOf (slotB);
    };
    const auto* taken = customBodies.collect (inUse);
    const auto* latest = taken != nullptr ? &taken->table : nullptr;
    if (latest == voiceManager.voice (0).customModes())
        return;
    ++revision;
    section.setCustomModes (latest);
    slowestOfCustomBody = *std::min_element (latest->decay.begin(), latest->decay.begin() + latest->count);
}

void Synth::Engine::collectBox() noexcept
{
    auto* latest = boxes.collect ([this] (const GivenBox& box) { return output.plays (box); });
    if (latest == output.givenBox())
        return;
    ++revision;
    output.setBox (latest);
    section.setBoxLoudness ({ latest->convolver ? &latest->loudness : nullptr, latest->number });
}

void Synth::Engine::giveBox()
{
    if (response.sampleRate == sampleRate)
        return;
    response.sampleRate = sampleRate;
    if (lastSet.box != 0)
        boxes.give (prepareBox (response.latest.get(), sampleRate, lastSet.box));
}

void Synth::Engine::collectTuning() noexcept
{
    if (! nextTuning.collect (tuning))
        return;
    ++revision;
    slotA.bridge.forgetTuning();
    slotB.bridge.forgetTuning();
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
        ! voiceManager.channels().plays (tuning.value, event.channel, event.index))
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
    if (phase != 0)
    {
        auto budget = voiceManager.budget (playing());
        auto segment = nextSegment (limits::controlInterval - phase, { .finger = handUpdates().finger });
        const int its = plan (voiceManager, started, segment, budget);
        note ({ its, budget.used() });
    }
}

void Synth::Engine::layGrid() noexcept
{
    if (phase != 0) // the song has already advanced to the next point of the old grid
        song.move ((phase - limits::controlInterval) / sampleRate);
    phase = 0;
    gridBegan = streamTime;
    if (knobs.arrive())
        ++revision;
    if (! modulation.isEmpty())
        modulation.arrive (scene (0.0));
    output.aim (playing(), voiceManager.heldChord(), 0, secondsOfGrid());
    panBridge();
}

void Synth::Engine::panic() noexcept
{
    section.silence();
    updateAwakeVoices();
    followed = {};
    slotA.bridge.silence();
    slotB.bridge.silence();
    output.reset();
}

void Synth::Engine::tick() noexcept
{
    if (resting ? knobs.arrive() : knobs.move (sampleRate)) // in silence no glide is needed
        ++revision;
    song.move (limits::controlInterval / sampleRate);
    for (auto* slot : { &slotA, &slotB })
        slot->bridge.notePeak();
    if (! modulation.isEmpty())
        modulate();
    followKnobs();
    if (comparison.isOn())
        comparison.matchLevels();
    if (section.tick (now()))
    {
        ++revision;
        updateAwakeVoices();
        setLaws();
    }
    parts = 1;
    planAll (nextSegment (limits::controlInterval, handUpdates()));
    panBridge();
    pictures.noteHand (streamTime, sampleRate, voiceManager);
    output.aim (playing(), voiceManager.heldChord(), resting ? 0 : limits::controlInterval,
                secondsOfGrid()); // at rest the targets are reached at once
    slotA.groups.tidy();
    const bool nowResting = output.isQuiet() && nothingMoves() && (resting || slotA.groups.isTidy());
    if (nowResting && ! resting)
        rest();
    resting = nowResting;

    if (gridTime() / limits::controlInterval % energyInterval == 0)
    {
        lookAtEnergies();
        updateAwakeVoices();
    }
    if (meters.isDue (std::max (1, static_cast<int> (sampleRate / (30.0 * limits::controlInterval)))))
    {
        const auto& heard = comparison.isOn() && hearsSlotB() ? slotB : slotA;
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
        oversampling = playing().qualityOversampling >= 0.5 ? 2 : 1;
    }
    followComparison (false); // which may begin or end, and then all has to follow
    if (followed.isDone)
        return followTouches();
    followLaws (true);
    followSurface();
    followBridge();
    followed.isDone = laws.fade.isOpen();
}

HandUpdates Synth::Engine::handUpdates() const noexcept
{
    const auto now = static_cast<double> (gridTime());
    return Human::updatesAt ((now - limits::controlInterval) / sampleRate, now / sampleRate);
}

ControlSegment Synth::Engine::nextSegment (int samples, const HandUpdates& hands) const noexcept
{
    constexpr int part = limits::controlInterval / ControlSegment::substeps;
    return { .seconds = samples / sampleRate,
             .steps = samples * oversampling,
             .timeStep = timeStep(),
             .revision = { revision, knobs.number() },
             .hands = hands,
             .stepsOfHand = std::min (samples, part - phase % part) * oversampling };
}

void Synth::Engine::followMpe() noexcept
{
    section.followMpe (choiceOf<&Patch::voiceMpe> (playing()), playing().voiceMpeRangeSemitones);
}

void Synth::Engine::followLaws (bool waits) noexcept
{
    const auto choices = AbruptMenus::of (playing());
    std::array<double, AbruptMenus::laws> wanted;
    std::copy_n (choices.begin(), wanted.size(), wanted.begin());
    if (waits && awake.count > 0 && wanted != laws.used && ! laws.fade.isShut())
        laws.fade.out (limits::controlInterval / sampleRate);
    else
        laws = { wanted, {} };
    laws.groups = 0;
    setLaws();
}

/** Sets the laws of the groups that don't have them yet. */
void Synth::Engine::setLaws() noexcept
{
    for (int& g = laws.groups; g < slotA.groups.count(); ++g)
    {
        slotA.groups[index (g)].setLaw (static_cast<int> (laws.used[0]));
        slotB.groups[index (g)].setLaw (static_cast<int> (laws.used[1]));
        for (auto* slot : { &slotA, &slotB })
            SideHands::followKinds (slot->groups[index (g)], static_cast<int> (laws.used[2]), playing());
    }
}

/** Follows what no knob says when: another spring presses a bow as soon as none does. */
void Synth::Engine::followTouches() noexcept
{
    for (int g = 0; g < slotA.groups.count(); ++g)
        if (! SideHands::kindsMatch (slotA.groups[index (g)], playing()) ||
            ! SideHands::kindsMatch (slotB.groups[index (g)], playing()))
            return followLaws (true);
}

void Synth::Engine::followSurface() noexcept
{
    if (playing().surfaceSeed == surfaceSeed)
        return;
    surfaceSeed = playing().surfaceSeed;
    surface.roughen (static_cast<std::uint64_t> (surfaceSeed));
}

void Synth::Engine::followBridge() noexcept
{
    for (auto* bridge : { &slotA.bridge, &slotB.bridge })
    {
        bridge->setYield (playing().outSympatheticPercent);
        if (bridge->isInUse())
            bridge->tune (static_cast<int> (playing().outSympatheticTuning), playing().outSympatheticDecay, timeStep(),
                          tuning.value);
    }
}

/** Moves the bridges' pan with a time constant of 5 ms, like all that CC10 moves; at rest at once. */
void Synth::Engine::panBridge() noexcept
{
    const double goal = pan();
    if (resting || ! slotA.bridge.isInUse())
        bridgePan = { slotA.bridge.isInUse() ? goal : 0.0, 0.0 };
    else
        bridgePan.step = (1.0 - portable::exp (-limits::controlInterval / (0.005 * sampleRate))) *
                         (goal - bridgePan.now) / (limits::controlInterval * oversampling);
}

void Synth::Engine::followComparison (bool atOnce) noexcept
{
    switch (comparison.follow (playing().compareOn >= 0.5, hearsSlotB(), atOnce))
    {
        case SlotComparison::Change::none: break;
        case SlotComparison::Change::began:
        {
            followed = {};
            // Copies whole groups at once: both slots must be at the same sample, and a copy in pieces would have to
            // follow changes in the meantime. The cost is bounded and occurs when the user turns the comparison on:
            // half a megabyte per group, measured 45 µs with a cold cache (both groups 90 µs, to clear them again
            // 80 µs), while a block of 64 samples at 48 kHz lasts 1333 µs. A rest comes with every phrase, so that
            // groups are renewed from spares instead.
            for (int g = 0; g < slotA.groups.count(); ++g)
                if (awake.any (g))
                    slotB.groups[index (g)] = slotA.groups[index (g)];
            slotB.bridge = slotA.bridge;
            slotB.bridge.forgetBooks();
            slotB.books.reset();
            booksOpen = false;
            break;
        }
        case SlotComparison::Change::ended:
            followed = {};
            slotB.groups.clear();
            slotB.bridge.silence();
            break;
    }
}

bool Synth::Engine::nothingMoves() const noexcept
{
    return slotA.bridge.isAtRest() && slotB.bridge.isAtRest() && awake.count == 0;
}

void Synth::Engine::rest() noexcept
{
    slotA.groups.renew();
    slotB.groups.forgetOthers();
    section.rest();
    followHost();
    followLaws (false);
    output.reset();
    output.aim (playing(), voiceManager.heldChord(), 0, secondsOfGrid());
}

void Synth::Engine::lookAtEnergies() noexcept
{
    std::array<double, limits::maxStrings> energies {};
    for (int g = 0; g < slotA.groups.count(); ++g)
    {
        if (! awake.any (g))
            continue;
        VoiceGroup::Lane energy, other {};
        lanes::energies (slotA.groups[index (g)], energy);
        if (comparison.isOn())
            lanes::energies (slotB.groups[index (g)], other);
        for (int lane = 0; lane < VoiceGroup::lanes; ++lane)
            energies[index (g * VoiceGroup::lanes + lane)] = std::max (energy[index (lane)], other[index (lane)]);
    }
    section.dismiss (energies);
    for (auto* bridge : { &slotA.bridge, &slotB.bridge })
        if (bridge->hasRungOut() && section.areAllAsleep())
            bridge->silence();
}
} // namespace kolophon
