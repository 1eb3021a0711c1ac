#include "Engine.h"

#include "../Core/Units.h"
#include "ParameterTable.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr int energyInterval = 16; // [control ticks] between looks at the stored energy
static_assert (2 * Synth::controlInterval <= VoiceGroup::maxSteps);
static_assert (Synth::maxModes == VoiceGroup::maxSounding);

const std::size_t articulationKnob = *findParameter ("hand.articulation");

constexpr std::size_t index (int i) noexcept
{
    return static_cast<std::size_t> (i);
}
} // namespace

Synth::Engine::Engine()
{
    output.prepare (sampleRate);
    for (auto& v : players.voices)
        v.tuning = &tuning.value;
    reset();
}

void Synth::Engine::reset() noexcept
{
    for (auto* slot : { &slotA, &slotB })
        for (auto& group : slot->groups)
            group.clear();
    players.reset();
    bodyChanged.fill (false);
    streamTime = 0;
    phase = 0;
    song.reset();
    modulation.reset();
    recalled.reset();
    drivingSignal.reset();
    slotA.bridge = slotB.bridge = {};
    resting = true;
    takePatch (knobs.target());
    output.reset();
    slotA.books = slotB.books = {};
    booksOpen = false;
    total = totalOfSlotB = {};
    meters.reset();
    pictures.reset();
}

void Synth::Engine::takePatch (const Patch& patch) noexcept
{
    ++doings;
    knobs.take (Patch (patch));
    modulation.jump (knobs.playing());
    followMpe();
    oversampling = playing().qualityOversampling >= 0.5 ? 2 : 1;
    followComparison (true);
    followLaws();
    followSurface();
    followBridge();
    output.aim (playing(), players.bowedStrings(), 0, pan());
}

void Synth::Engine::takeCustomBody() noexcept
{
    const auto inUse = [this] (const ModeTable* table)
    {
        const auto plays = [table] (const VoiceGroup& g)
        {
            return std::find (g.table.begin(), g.table.end(), table) != g.table.end() ||
                   std::find (g.before.begin(), g.before.end(), table) != g.before.end();
        };
        const auto anyOf = [&plays] (const StringSet& slot)
        { return std::any_of (slot.groups.begin(), slot.groups.end(), plays); };
        return anyOf (slotA) || anyOf (slotB);
    };
    const auto* taken = customBodies.take (inUse);
    const auto* latest = taken != nullptr ? &taken->table : nullptr;
    if (latest == players.voices[0].customModes)
        return;
    ++doings;
    for (auto& v : players.voices)
        v.customModes = latest;
    slowestOfCustomBody = *std::min_element (latest->decay.begin(), latest->decay.begin() + latest->count);
}

void Synth::Engine::takeTuning() noexcept
{
    if (! nextTuning.collect (tuning))
        return;
    ++doings;
    slotA.bridge.forgetTuning();
    slotB.bridge.forgetTuning();
}

/** Whether a key makes no sound, but chooses how the others do. */
bool Synth::Engine::switchesArticulation (int key) const noexcept
{
    const auto& patch = playing();
    const double place = key - patch.voiceSwitchKey;
    return patch.voiceKeySwitches >= 0.5 && place >= 0.0 && place <= parameterTable()[articulationKnob].maximum;
}

void Synth::Engine::handle (const PerformanceEvent& event) noexcept
{
    if (std::isfinite (event.value) && followSong (event))
        return;
    ++doings;
    if (event.type == PerformanceEvent::Type::panic)
        return panic();
    if (! std::isfinite (event.value))
        return;
    if (event.type == PerformanceEvent::Type::setParameter)
        return knobs.set (event.index, event.value);
    if (event.type == PerformanceEvent::Type::noteOn && event.value > 0.0 && switchesArticulation (event.index))
        return knobs.set (articulationKnob, event.index - playing().voiceSwitchKey);
    if (event.type == PerformanceEvent::Type::noteOn && event.index < Tuning::keyCount &&
        ! tuning.value.plays (event.index))
        return;
    const int started = players.handle (event, playing());
    if (started < 0)
        return;
    resting = false;
    if (! modulation.isEmpty())
        modulation.start (started, std::clamp (event.value, 0.0, 1.0), players.voices[index (started)].startedAt);
    if (phase != 0)
    {
        auto budget = players.budget (playing());
        plan (started, Synth::controlInterval - phase, budget);
    }
}

void Synth::Engine::panic() noexcept
{
    players.silence();
    slotA.bridge.silence();
    slotB.bridge.silence();
    output.reset();
}

void Synth::Engine::tick() noexcept
{
    if (knobs.move (sampleRate))
        ++doings;
    song.move (Synth::controlInterval / sampleRate);
    if (! modulation.isEmpty())
        modulate();
    followMpe();
    const int wanted = playing().qualityOversampling >= 0.5 ? 2 : 1;
    if (wanted != oversampling)
    {
        oversampling = wanted;
        bodyChanged.fill (true);
    }
    followComparison (false);
    followLaws();
    followSurface();
    followBridge();
    if (comparison.isOn())
        comparison.matchLevels();
    auto budget = players.budget (playing());
    for (int v = 0; v < maxVoices; ++v)
        if (players.voices[index (v)].isAwake())
            plan (v, Synth::controlInterval, budget);
    pictures.noteHand (streamTime, sampleRate, players);
    output.aim (playing(), players.bowedStrings(),
                resting ? 0 : Synth::controlInterval, // at rest nobody goes step by step
                pan());
    const bool nowResting = output.isQuiet() && nothingMoves();
    if (nowResting && ! resting)
        rest();
    resting = nowResting;

    if (streamTime / Synth::controlInterval % energyInterval == 0)
        lookAtEnergies();
    if (meters.isDue (std::max (1, static_cast<int> (sampleRate / (30.0 * Synth::controlInterval)))))
    {
        meters.publish (comparison.isOn() && hearsSlotB() ? slotB.ledger() : slotA.ledger(),
                        playing().qualityLedger >= 0.5 || pictures.isWatched());
        tellMovedKnobs();
    }
}

void Synth::Engine::plan (int v, int samples, PartialBudget& budget) noexcept
{
    auto& voice = players.voices[index (v)];
    const bool mayStart = Players::mayStart (v, playing());
    budget.count (voice, mayStart, -1);
    const auto planned = modulation.isEmpty() ? ModulationMatrix::Planned { playing(), doings }
                                              : modulation.plan (v, voice, scene (samples), song);
    const bool changed = voice.plan (
        planned.patch, players.channels, { gesture.value, song.rate() }, budget.allowance(),
        { samples / sampleRate, samples * oversampling, timeStep(), planned.doings, modulation.movesKnobs() });
    budget.count (voice, mayStart);
    meters.countPartials (budget.taken());
    if (const auto left = voice.takeRemainder(); left.main > 0.0 || left.shadow > 0.0)
        players.bookRemainder (v, left);
    auto& changedHere = bodyChanged[index (v / VoiceGroup::lanes)];
    changedHere = changedHere || changed;
    if (comparison.isOn())
        voice.planShadow();
}

void Synth::Engine::followMpe() noexcept
{
    players.channels.follow (static_cast<Mpe> (static_cast<int> (playing().voiceMpe)),
                             playing().voiceMpeRangeSemitones);
}

void Synth::Engine::followLaws() noexcept
{
    const double width = playing().surfaceWidthPercent;
    for (int g = 0; g < groupCount; ++g)
    {
        const bool a = followLaw (slotA.groups[index (g)], static_cast<int> (playing().contact.law), width);
        const bool b = followLaw (slotB.groups[index (g)], static_cast<int> (playing().contactB.law), width);
        bodyChanged[index (g)] = bodyChanged[index (g)] || a || b;
    }
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

void Synth::Engine::followComparison (bool atOnce) noexcept
{
    switch (comparison.follow (playing().compareOn >= 0.5, hearsSlotB(), atOnce))
    {
        case SlotComparison::Change::none: break;
        case SlotComparison::Change::began:
        {
            const auto awake = players.awake();
            for (int g = 0; g < groupCount; ++g)
                if (awake.any (g))
                {
                    slotB.groups[index (g)] = slotA.groups[index (g)];
                    bodyChanged[index (g)] = true;
                }
            slotB.bridge = slotA.bridge;
            slotB.bridge.forgetBooks();
            slotB.books = {};
            booksOpen = false;
            break;
        }
        case SlotComparison::Change::ended:
            for (auto& group : slotB.groups)
                group.clear();
            slotB.bridge.silence();
            break;
    }
}

bool Synth::Engine::nothingMoves() const noexcept
{
    return slotA.bridge.isAtRest() && slotB.bridge.isAtRest() && players.everybodySleeps();
}

void Synth::Engine::rest() noexcept
{
    for (auto& group : slotA.groups)
        group.clear();
    bodyChanged.fill (false);
    players.rest();
    followLaws();
    output.reset();
    output.aim (playing(), players.bowedStrings(), 0, pan());
}

void Synth::Engine::lookAtEnergies() noexcept
{
    std::array<double, maxVoices> energies {};
    const auto awake = players.awake();
    for (int g = 0; g < groupCount; ++g)
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
    players.dismiss (energies);
    for (auto* bridge : { &slotA.bridge, &slotB.bridge })
        if (bridge->hasRungOut() && players.everybodySleeps())
            bridge->silence();
}

void Synth::Engine::renderSegment (double* left, double* right, const double* drive, int samples,
                                   ProbeBuffer* probes) noexcept
{
    if (! modulation.isEmpty())
        modulation.hear (drive, samples);
    const auto segment = prepareSegment (drive, samples, probes != nullptr);
    const bool probeB = comparison.isOn() && hearsSlotB();
    StringMix mix;
    auto ofSlot = segment;
    ofSlot.probes = probeB ? nullptr : probes;
    ofSlot.pictures = pictures.isWatched() ? &pictures.of (Slot::a) : nullptr;
    slotA.render (ofSlot, mix);
    ofSlot.watch = nullptr;
    if (comparison.isOn())
    {
        StringMix other;
        ofSlot.probes = probeB ? probes : nullptr;
        ofSlot.pictures = pictures.isWatched() ? &pictures.of (Slot::b) : nullptr;
        slotB.render (ofSlot, other);
        comparison.mix (mix, other, segment.steps, segment.timeStep);
    }
    for (int v = 0; v < maxVoices; ++v)
        if (auto& voice = players.voices[index (v)]; voice.isAwake() && isHeard (v))
        {
            const auto& gains = mix.gains[index (v / VoiceGroup::lanes)];
            voice.gain.now = gains.now[index (v % VoiceGroup::lanes)];
            voice.stage.now = gains.place[index (v % VoiceGroup::lanes)];
        }
        else if (voice.isAwake())
        {
            voice.gain.passBy (segment.steps);
            voice.stage.passBy (segment.steps);
        }
    meters.countVoices (static_cast<int> (
        std::count_if (players.voices.begin(), players.voices.end(), [] (const Voice& v) { return v.isAwake(); })));
    if (resting)
        std::fill_n (left, samples, 0.0), std::fill_n (right, samples, 0.0);
    else
    {
        output.process (mix.middle.data(), mix.side.data(), oversampling, left, right, samples);
        for (int n = 0; n < samples; ++n)
            meters.hear (left[n], right[n], output.smallestGuardGain());
        meters.countGuarded (output.guardedSamples());
    }
    streamTime += static_cast<std::uint64_t> (samples);
    phase = (phase + samples) % Synth::controlInterval;
    lookAtPictures();
}

Segment Synth::Engine::prepareSegment (const double* drive, int samples, bool probed) noexcept
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

    Segment segment;
    segment.timeStep = timeStep();
    segment.startTime = static_cast<double> (streamTime) / sampleRate;
    segment.steps = samples * oversampling;
    segment.passes = static_cast<int> (playing().qualityPasses);
    segment.books = probed || watched ? Books::everyStep : booked ? Books::atEnd : Books::closed;
    segment.rubbing = { drive != nullptr ? drivingSignal.resample (drive, samples, oversampling) : nullptr, &surface };
    segment.awake = players.awake();
    segment.probedVoice = players.lastStarted;
    segment.bridgeHeard = isHeard (maxVoices);
    if (pictures.isWatched() && players.lastStarted >= 0)
        pictures.prepare (players.lastStarted, players.voices[index (players.lastStarted)].startedAt);
    segment.watch = modulation.readsContacts() ? &modulation.watch : nullptr;
    for (int v = 0; v < maxVoices; ++v)
        if (const auto& voice = players.voices[index (v)]; voice.isAwake() && isHeard (v))
        {
            auto& gains = segment.gains[index (v / VoiceGroup::lanes)];
            gains.now[index (v % VoiceGroup::lanes)] = voice.gain.now;
            gains.step[index (v % VoiceGroup::lanes)] = voice.gain.step;
            gains.place[index (v % VoiceGroup::lanes)] = voice.stage.now;
            gains.placeStep[index (v % VoiceGroup::lanes)] = voice.stage.step;
        }
    for (int g = 0; g < groupCount; ++g)
        if (segment.awake.any (g) && bodyChanged[index (g)])
        {
            slotA.updateBodies (g, segment.awake, segment.timeStep, booked);
            if (comparison.isOn())
                slotB.updateBodiesLike (slotA, g, segment.timeStep);
            bodyChanged[index (g)] = false;
        }
    return segment;
}

void Synth::Engine::checkFinite (double* left, double* right, int samples) noexcept
{
    double sum = 0.0;
    for (int n = 0; n < samples; ++n)
        sum += left[n] * 0.0 + right[n] * 0.0; // 0 unless something is infinite or NaN
    if (sum == 0.0)
        return;
    meters.countNonFinite();
    std::fill_n (left, samples, 0.0);
    std::fill_n (right, samples, 0.0);
    panic();
}
} // namespace kolophon
