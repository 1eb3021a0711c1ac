#include "Engine.h"

#include "../Core/Index.h"

#include <algorithm>
#include <cmath>

/** What the engine does between two cuts of a block. */
namespace kolophon
{
void Synth::Engine::renderSegment (double* left, double* right, const double* drive, int samples,
                                   ProbeBuffer* probes) noexcept
{
    if (! modulation.isEmpty())
        modulation.hear (drive, samples);
    Segment segment;
    prepareSegment (segment, drive, samples, probes != nullptr);
    const bool probeB = comparison.isOn() && hearsSlotB();
    StringMix mix;
    segment.probes = probeB ? nullptr : probes;
    segment.pictures = pictures.isWatched() ? &pictures.of (Slot::a) : nullptr;
    slotA.render (segment, mix);
    segment.watch = nullptr;
    if (comparison.isOn())
    {
        StringMix other;
        segment.probes = probeB ? probes : nullptr;
        segment.pictures = pictures.isWatched() ? &pictures.of (Slot::b) : nullptr;
        slotB.render (segment, other);
        comparison.mix (mix, other, segment.steps, segment.timeStep);
    }
    for (int v = 0; v < maxVoices; ++v)
        if (auto& voice = players.voices[index (v)]; voice.isAwake() && isHeard (v))
        {
            const auto& gains = mix.gains[index (v / VoiceGroup::lanes)];
            voice.gain.now = gains.now[index (v % VoiceGroup::lanes)];
            voice.stage.now = gains.place[index (v % VoiceGroup::lanes)];
            if (segment.panned)
                voice.pan.now = gains.pan[index (v % VoiceGroup::lanes)];
        }
        else if (voice.isAwake())
        {
            voice.gain.passBy (segment.steps);
            voice.stage.passBy (segment.steps);
            voice.pan.passBy (segment.steps);
        }
    meters.countVoices (static_cast<int> (
        std::count_if (players.voices.begin(), players.voices.end(), [] (const Voice& v) { return v.isAwake(); })));
    if (resting)
        std::fill_n (left, samples, 0.0), std::fill_n (right, samples, 0.0);
    else
    {
        const auto& other = mix.ofRight();
        output.process ({ mix.left.middle.data(), mix.left.side.data() }, { other.middle.data(), other.side.data() },
                        oversampling, left, right, samples);
        meters.hear (left, right, samples, output.smallestGuardGain());
        meters.countGuarded (output.guardedSamples());
    }
    streamTime += static_cast<std::uint64_t> (samples);
    phase = (phase + samples) % Synth::controlInterval;
    lookAtPictures();
}

void Synth::Engine::prepareSegment (Segment& segment, const double* drive, int samples, bool probed) noexcept
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

    segment.timeStep = timeStep();
    segment.startTime = static_cast<double> (streamTime) / sampleRate;
    segment.steps = samples * oversampling;
    segment.passes = static_cast<int> (playing().qualityPasses);
    segment.books = probed || watched ? Books::everyStep : booked ? Books::atEnd : Books::closed;
    segment.rubbing = { drive != nullptr ? drivingSignal.resample (drive, samples, oversampling) : nullptr, &surface };
    segment.awake = players.awake();
    segment.probedVoice = players.lastStarted;
    segment.bridgeHeard = isHeard (maxVoices);
    segment.bridgePan = bridgePan;
    segment.panned = bridgePan.now != 0.0 || bridgePan.step != 0.0;
    bridgePan.passBy (segment.steps);
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
            gains.pan[index (v % VoiceGroup::lanes)] = voice.pan.now;
            gains.panStep[index (v % VoiceGroup::lanes)] = voice.pan.step;
            segment.panned = segment.panned || voice.pan.now != 0.0 || voice.pan.step != 0.0;
        }
    for (int g = 0; g < groupCount; ++g)
        if (segment.awake.any (g) && bodyChanged[index (g)])
        {
            slotA.updateBodies (g, segment.awake, segment.timeStep, booked);
            if (comparison.isOn())
                slotB.updateBodiesLike (slotA, g, segment.timeStep);
            bodyChanged[index (g)] = false;
        }
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
/** Sweeping pitches go on in the middle of a stretch, at points of a finer grid of absolute stream time. */
void Synth::Engine::moveSweeps() noexcept
{
    const auto comes = [this] (int parts) { return phase % (Synth::controlInterval / parts) == 0; };
    if (sweepParts == 1 || phase == 0 || ! comes (sweepParts))
        return;
    for (int v = 0; v < maxVoices; ++v)
        if (auto& voice = players.voices[index (v)];
            voice.isAwake() && voice.sweepParts() > 1 && comes (voice.sweepParts()))
        {
            voice.moveSweep();
            bodyChanged[index (v / VoiceGroup::lanes)] = true;
        }
}

int Synth::Engine::uninterrupted (int samples) const noexcept
{
    const int part = Synth::controlInterval / sweepParts;
    const int untilMoved = std::min (samples, part - phase % part);
    return pictures.isWatched() ? std::min (untilMoved, pictures.samplesToShot (streamTime)) : untilMoved;
}
} // namespace kolophon
