// SPDX-License-Identifier: GPL-3.0-or-later
#include "Engine.h"

#include "../Core/Index.h"

#include <algorithm>
#include <cmath>

/** Parts of the engine that plan and render one segment of a block. */
namespace kolophon
{
namespace
{
template <class Visit>
void eachGain (lanes::MixGains& gains, Visit visit) noexcept
{
    for (auto* gain : { &gains.now, &gains.step, &gains.place, &gains.placeStep, &gains.pan, &gains.panStep })
        visit (*gain);
}

/** Updates of the hands behind the first player's at a point of the control grid, `interval` [s] after the one before:
    their arms move when fingers do. */
HandUpdates updatesBehind (HandUpdates hands, double now, double interval) noexcept
{
    hands.arm = hands.finger;
    hands.pointsToArm = 1;
    while (! Human::updatesAt (now + (hands.pointsToArm - 1) * interval, now + hands.pointsToArm * interval).finger)
        ++hands.pointsToArm;
    return hands;
}
} // namespace

void Synth::Engine::planAll (const ControlSegment& segment) noexcept
{
    note (planOf (voiceManager, segment)); // first, because the others follow its modulation
    auto behind = segment;
    if (section.furtherPlayers() > 0)
        behind.hands = updatesBehind (segment.hands, static_cast<double> (gridTime()) / sampleRate, segment.seconds);
    std::array<PlannedParts, limits::maxPlayers> planned;
    distribute (helpersNow(), section.furtherPlayers(),
                [&] (int player) { planned[index (player)] = planOf (section.further (player), behind); });
    for (int player = 0; player < section.furtherPlayers(); ++player)
        note (planned[index (player)]);
}

void Synth::Engine::note (const PlannedParts& planned) noexcept
{
    parts = std::max (parts, planned.parts);
    meters.countPartials (planned.partials);
}

Synth::Engine::PlannedParts Synth::Engine::planOf (VoiceManager& player, ControlSegment segment) noexcept
{
    auto budget = player.budget (playing());
    int most = 1;
    for (int v = 0; v < limits::maxVoices; ++v)
        if (player.voice (v).isAwake())
            most = std::max (most, plan (player, v, segment, budget));
    return { most, budget.used() };
}

int Synth::Engine::plan (VoiceManager& player, int v, ControlSegment& segment, PartialBudget& budget) noexcept
{
    auto& voice = player.voice (v);
    const bool isFirst = &player == &voiceManager;
    const Patch* patch = &playing();
    auto& number = segment.revision.patchNumber;
    if (! modulation.isEmpty())
    {
        // Further players follow what moves the knobs of the first one's note, while that sounds.
        const int lead = isFirst ? v : section.leadOf (voice, v);
        const auto planned = isFirst     ? modulation.plan (v, voice, scene (segment.seconds), song)
                             : lead >= 0 ? modulation.planned (lead)
                                         : ModulationMatrix::Planned { playing(), 0 };
        patch = &planned.patch;
        number = planned.patchNumber;
    }
    if (! isFirst)
        patch = &section.asPlayed (player, *patch, number);
    if (! voice.canReusePlan (segment))
    {
        const bool mayStart = v < VoiceManager::startable (playing());
        budget.count (voice, mayStart, -1);
        voice.plan (*patch, voiceManager.channels(), { gesture.value, song.rate() }, budget.allowance(), segment);
        budget.count (voice, mayStart);
        if (const auto left = voice.collectRemainder(); left.main > 0.0 || left.shadow > 0.0)
            section.bookRemainder (voice.string(), left);
    }
    if (comparison.isOn())
        voice.planShadow();
    return voice.parts();
}

void Synth::Engine::updateAwakeVoices() noexcept
{
    const auto before = static_cast<const AwakeLanes&> (awake);
    awake = section.awake();
    if (before == awake)
        return;
    for (int s = 0; s < slotA.groups.count() * VoiceGroup::lanes; ++s)
    {
        const auto g = index (s / VoiceGroup::lanes), lane = index (s % VoiceGroup::lanes);
        if (! awake.lane[g][lane])
            eachGain (current.gains[g], [lane] (VoiceGroup::Lane& gain) { gain[lane] = 0.0; });
    }
}

void Synth::Engine::renderSegment (double* left, double* right, const double* drive, int samples,
                                   ProbeBuffer* probes) noexcept
{
    if (! modulation.isEmpty())
        modulation.hear (drive, samples);
    prepareSegment (drive, samples, probes != nullptr);
    const bool probeB = comparison.isOn() && hearsSlotB();
    current.probes = probeB ? nullptr : probes;
    current.pictures = pictures.isWatched() ? &pictures.of (Slot::a) : nullptr;
    slotA.render (current, mixOfA);
    current.watch = nullptr;
    if (comparison.isOn())
    {
        current.probes = probeB ? probes : nullptr;
        current.pictures = pictures.isWatched() ? &pictures.of (Slot::b) : nullptr;
        slotB.render (current, mixOfSlotB);
        comparison.mix (mixOfA, mixOfSlotB, current.steps, current.timeStep);
    }
    keepGains();
    meters.countVoices (awake.count);
    if (resting)
        std::fill_n (left, samples, 0.0), std::fill_n (right, samples, 0.0);
    else
    {
        const auto heard = [] (const StringMix::Ear& ear) {
            return OutputStage::Heard { ear.middle.data(), ear.side.data() };
        };
        OutputStage::Behind behind {};
        for (std::size_t d = 0; d < behind.ears.size(); ++d)
        {
            const auto& desk = mixOfA.desks[d + 1];
            behind.sounds[d] = desk.sounds;
            behind.ears[d][0] = heard (desk.left);
            behind.ears[d][1] = heard (desk.ofRight (mixOfA.panned));
        }
        const auto& front = mixOfA.front();
        output.process (heard (front.left), heard (front.ofRight (mixOfA.panned)), oversampling, left, right, samples,
                        behind);
        meters.hear (left, right, samples, output.smallestGuardGain());
        meters.countGuarded (output.guardedSamples());
    }
    streamTime += static_cast<std::uint64_t> (samples);
    phase = (phase + samples) % limits::controlInterval;
    lookAtPictures();
}

void Synth::Engine::keepGains() noexcept
{
    for (const int s : awake)
    {
        auto& voice = section.voice (s);
        if (! isStringHeard (s))
        {
            voice.advanceMix (current.steps);
            continue;
        }
        const auto lane = index (s % VoiceGroup::lanes);
        const auto& gains = mixOfA.gains[index (s / VoiceGroup::lanes)];
        voice.setMixReached (gains.now[lane], gains.place[lane]);
        if (current.panned)
            voice.setPanReached (gains.pan[lane]);
    }
}

void Synth::Engine::prepareSegment (const double* drive, int samples, bool probed) noexcept
{
    const bool watched = pictures.isWatched() || modulation.readsContacts();
    const bool booked = playing().qualityLedger >= 0.5 || probed || watched;
    if (booked && ! booksOpen)
    {
        slotA.openBooks();
        if (comparison.isOn())
            slotB.openBooks();
    }
    booksOpen = booked;

    current.timeStep = timeStep();
    current.startTime = static_cast<double> (streamTime) / sampleRate;
    current.steps = samples * oversampling;
    current.passes = static_cast<int> (playing().qualityPasses);
    current.books = probed ? Books::everyStep : booked ? Books::atEnd : Books::closed;
    current.rubbing = { drive != nullptr ? drivingSignal.resample (drive, samples, oversampling) : nullptr, &surface };
    current.awake = awake;
    current.probedString = voiceManager.lastStarted(); // of the first player, who has the first strings
    current.bridgeHeard = isHeard (limits::maxVoices);
    current.bridgePan = bridgePan;
    current.panned = bridgePan.now != 0.0 || bridgePan.step != 0.0;
    bridgePan.advance (current.steps);
    if (pictures.isWatched() && voiceManager.lastStarted() >= 0)
        pictures.prepare (voiceManager.lastStarted(), voiceManager.voice (voiceManager.lastStarted()).order());
    current.watch = modulation.readsContacts() ? &modulation.watch : nullptr;
    for (const int s : awake)
    {
        const auto& mix = section.voice (s).mix();
        const auto lane = index (s % VoiceGroup::lanes);
        auto& gains = current.gains[index (s / VoiceGroup::lanes)];
        current.desk[index (s / VoiceGroup::lanes)][lane] = static_cast<std::uint8_t> (section.voice (s).desk());
        if (! isStringHeard (s))
        {
            eachGain (gains, [lane] (VoiceGroup::Lane& gain) { gain[lane] = 0.0; });
            continue;
        }
        gains.now[lane] = mix.gain().now;
        gains.step[lane] = mix.gain().step;
        gains.place[lane] = mix.stage().now;
        gains.placeStep[lane] = mix.stage().step;
        gains.pan[lane] = mix.pan().now;
        gains.panStep[lane] = mix.pan().step;
        current.panned = current.panned || mix.pan().now != 0.0 || mix.pan().step != 0.0;
    }
    current.helpers = helpersNow();
    current.atGridPoint = phase == 0;
}

void Synth::Engine::checkFinite (double* left, double* right, int samples) noexcept
{
    // 0 unless a sample is infinite or NaN; in four independent sums.
    double sums[4] = {};
    int n = 0;
    for (; n + 4 <= samples; n += 4)
        for (int i = 0; i < 4; ++i)
            sums[i] += left[n + i] * 0.0 + right[n + i] * 0.0;
    for (; n < samples; ++n)
        sums[0] += left[n] * 0.0 + right[n] * 0.0;
    if (sums[0] + sums[1] + sums[2] + sums[3] == 0.0)
        return;
    meters.countNonFinite();
    std::fill_n (left, samples, 0.0);
    std::fill_n (right, samples, 0.0);
    startOver();
}

void Synth::Engine::startOver() noexcept
{
    panic();
    for (auto* slot : { &slotA, &slotB })
    {
        slot->groups.clear();
        slot->forgetNonFinite();
    }
    section.rest();
    followLaws (false);
    comparison.forgetLevels();
    modulation.watch.reset();
    drivingSignal.reset();
    resting = true;
}

/** Advances sweeping pitches and quick hands within a control interval, at points of a finer grid of absolute stream
    time. */
void Synth::Engine::moveParts() noexcept
{
    const auto comes = [this] (int ofSo) { return phase % (limits::controlInterval / ofSo) == 0; };
    if (parts == 1 || phase == 0 || ! comes (parts))
        return;
    const bool ofHands = comes (ControlSegment::substeps);
    for (const int s : awake)
    {
        auto& voice = section.voice (s);
        if (voice.sweepParts() > 1 && comes (voice.sweepParts()))
            voice.moveSweep();
        if (ofHands && voice.moveSubstep (timeStep()) && comparison.isOn())
            voice.planShadow();
    }
}

int Synth::Engine::uninterrupted (int samples) const noexcept
{
    const int part = limits::controlInterval / parts;
    const int untilMoved = std::min (samples, part - phase % part);
    return pictures.isWatched() ? std::min (untilMoved, pictures.samplesToShot (streamTime)) : untilMoved;
}

void Synth::Engine::lookAtPictures() noexcept
{
    const int v = voiceManager.lastStarted();
    if (! pictures.isWatched() || v < 0 || ! voiceManager.voice (v).isAwake())
        return;
    const bool isB = comparison.isOn() && hearsSlotB();
    pictures.look ({ streamTime, sampleRate, timeStep(), isB ? Slot::b : Slot::a },
                   (isB ? slotB : slotA).groups[index (v / VoiceGroup::lanes)], v, section);
}
} // namespace kolophon
