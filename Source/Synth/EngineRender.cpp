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
    auto all = planOf (voiceManager, segment); // first, because the others follow its modulation
    auto behind = segment;
    if (section.furtherPlayers() > 0)
        behind.hands =
            updatesBehind (segment.hands, static_cast<double> (grid.time()) / grid.sampleRate, segment.seconds);
    std::array<PlannedParts, limits::maxPlayers> planned;
    distribute (helpersNow(), section.furtherPlayers(),
                [&] (int player) { planned[index (player)] = planOf (section.further (player), behind); });
    for (int player = 0; player < section.furtherPlayers(); ++player)
    {
        all.parts = std::max (all.parts, planned[index (player)].parts);
        all.partials += planned[index (player)].partials;
    }
    note (all);
}

void Synth::Engine::note (const PlannedParts& planned) noexcept
{
    grid.parts = std::max (grid.parts, planned.parts);
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
        voice.plan (*patch, voiceManager.channels(), { given.gesture(), song.rate() }, budget.allowance(), segment);
        budget.count (voice, mayStart);
        if (const auto left = voice.collectRemainder(); left.main > 0.0 || left.shadow > 0.0)
            section.bookRemainder (voice.string(), left);
    }
    if (slots.comparison.isOn())
        voice.planShadow();
    return voice.parts();
}

void Synth::Engine::updateAwakeVoices() noexcept
{
    const auto before = static_cast<const AwakeLanes&> (awake);
    awake = section.awake();
    if (before == awake)
        return;
    for (int s = 0; s < slots.a.groups.count() * VoiceGroup::lanes; ++s)
    {
        const auto g = index (s / VoiceGroup::lanes), lane = index (s % VoiceGroup::lanes);
        if (! awake.lane[g][lane])
            eachGain (slots.segment.gains[g], [lane] (VoiceGroup::Lane& gain) { gain[lane] = 0.0; });
    }
}

void Synth::Engine::renderSegment (double* left, double* right, const double* drive, int samples,
                                   ProbeBuffer* probes) noexcept
{
    if (! modulation.isEmpty())
        modulation.hear (drive, samples);
    prepareSegment (drive, samples, probes != nullptr);
    slots.render (probes, pictures.isWatched() ? &pictures : nullptr, slots.comparison.isOn() && hearsSlotB());
    keepGains();
    meters.countVoices (awake.count);
    if (resting)
        std::fill_n (left, samples, 0.0), std::fill_n (right, samples, 0.0);
    else
    {
        const auto& mix = slots.mix;
        const auto heard = [] (const StringMix::Ear& ear) {
            return OutputStage::Heard { ear.middle.data(), ear.side.data() };
        };
        OutputStage::Behind behind {};
        for (std::size_t d = 0; d < behind.ears.size(); ++d)
        {
            const auto& desk = mix.desks[d + 1];
            behind.sounds[d] = desk.sounds;
            behind.ears[d][0] = heard (desk.left);
            behind.ears[d][1] = heard (desk.ofRight (mix.panned));
        }
        const auto& front = mix.desks[0];
        output.process (heard (front.left), heard (front.ofRight (mix.panned)), grid.oversampling, left, right, samples,
                        behind);
        meters.hear (left, right, samples, output.smallestGuardGain());
        meters.countGuarded (output.guardedSamples());
    }
    grid.advance (samples);
    lookAtPictures();
}

void Synth::Engine::keepGains() noexcept
{
    for (const int s : awake)
    {
        auto& voice = section.voice (s);
        if (! isStringHeard (s))
        {
            voice.advanceMix (slots.segment.steps);
            continue;
        }
        const auto lane = index (s % VoiceGroup::lanes);
        const auto& gains = slots.mix.gains[index (s / VoiceGroup::lanes)];
        voice.setMixReached (gains.now[lane], gains.place[lane]);
        if (slots.segment.panned)
            voice.setPanReached (gains.pan[lane]);
    }
}

void Synth::Engine::prepareSegment (const double* drive, int samples, bool probed) noexcept
{
    const bool watched = pictures.isWatched() || modulation.readsContacts();
    const bool booked = playing().qualityLedger >= 0.5 || probed || watched;
    slots.book (booked);

    auto& segment = slots.segment;
    segment.timeStep = grid.timeStep();
    segment.startTime = static_cast<double> (grid.streamTime) / grid.sampleRate;
    segment.steps = samples * grid.oversampling;
    segment.passes = static_cast<int> (playing().qualityPasses);
    segment.books = probed ? Books::everyStep : booked ? Books::atEnd : Books::closed;
    segment.rubbing = { drive != nullptr ? drivingSignal.resample (drive, samples, grid.oversampling) : nullptr,
                        &surface.profile };
    segment.awake = awake;
    segment.probedString = voiceManager.lastStarted(); // of the first player, who has the first strings
    segment.bridgeHeard = listening.hears (limits::maxVoices);
    segment.bridgePan = bridgePan;
    segment.panned = bridgePan.now != 0.0 || bridgePan.step != 0.0;
    bridgePan.advance (segment.steps);
    if (pictures.isWatched() && voiceManager.lastStarted() >= 0)
        pictures.prepare (voiceManager.lastStarted(), voiceManager.voice (voiceManager.lastStarted()).order());
    segment.watch = modulation.readsContacts() ? &modulation.watch : nullptr;
    for (const int s : awake)
    {
        const auto& mix = section.voice (s).mix();
        const auto lane = index (s % VoiceGroup::lanes);
        auto& gains = segment.gains[index (s / VoiceGroup::lanes)];
        segment.desk[index (s / VoiceGroup::lanes)][lane] = static_cast<std::uint8_t> (section.voice (s).desk());
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
        segment.panned = segment.panned || mix.pan().now != 0.0 || mix.pan().step != 0.0;
    }
    segment.helpers = helpersNow();
    segment.atGridPoint = grid.phase == 0;
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
    slots.startOver();
    section.rest();
    followLaws (false);
    modulation.watch.reset();
    drivingSignal.reset();
    resting = true;
}

/** Advances sweeping pitches and quick hands within a control interval, at points of a finer grid of absolute stream
    time. */
void Synth::Engine::moveParts() noexcept
{
    if (grid.parts == 1 || grid.phase == 0 || ! grid.isAtPart (grid.parts))
        return;
    const bool ofHands = grid.isAtPart (ControlSegment::substeps);
    for (const int s : awake)
    {
        auto& voice = section.voice (s);
        if (voice.sweepParts() > 1 && grid.isAtPart (voice.sweepParts()))
            voice.moveSweep();
        if (ofHands && voice.moveSubstep (grid.timeStep()) && slots.comparison.isOn())
            voice.planShadow();
    }
}

int Synth::Engine::uninterrupted (int samples) const noexcept
{
    const int untilMoved = grid.untilPart (samples);
    return pictures.isWatched() ? std::min (untilMoved, pictures.samplesToShot (grid.streamTime)) : untilMoved;
}

void Synth::Engine::lookAtPictures() noexcept
{
    const int v = voiceManager.lastStarted();
    if (! pictures.isWatched() || v < 0 || ! voiceManager.voice (v).isAwake())
        return;
    const bool isB = slots.comparison.isOn() && hearsSlotB();
    pictures.look ({ grid.streamTime, grid.sampleRate, grid.timeStep(), isB ? Slot::b : Slot::a },
                   (isB ? slots.b : slots.a).groups[index (v / VoiceGroup::lanes)], v, section);
}
} // namespace kolophon
