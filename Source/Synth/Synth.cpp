// SPDX-License-Identifier: GPL-3.0-or-later
#include "Synth.h"

#include "../Core/FloatEnvironment.h"
#include "../Core/Text/NumberText.h"
#include "../Core/Units.h"
#include "Bodies/BodyTable.h"
#include "Boxes/Boxes.h"
#include "Engine.h"
#include "Output/BoxLoudness.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <string>

namespace kolophon
{
Synth::Synth() : engine (std::make_unique<Engine>())
{
    modesOf (0); // unpacks the bodies' tables here instead of on the audio thread
    boxLoudness::prepare();
}
Synth::~Synth() = default;

void Synth::prepare (double sampleRate)
{
    if (! (sampleRate >= limits::minSampleRate && sampleRate <= limits::maxSampleRate))
        throw std::invalid_argument ("sample rate " + shortest (sampleRate) +
                                     " Hz is out of range, 8000 Hz to 768000 Hz");
    engine->grid.sampleRate = sampleRate;
    engine->output.prepare (sampleRate);
    engine->given.prepareBox (sampleRate);
    engine->collectBox();
    engine->meters.forgetNonFinite();
    engine->reset();
}

void Synth::reset() noexcept
{
    const FloatEnvironment environment;
    engine->reset();
}

void Synth::setPatch (const Patch& patch) noexcept
{
    const FloatEnvironment environment;
    engine->setPatch (patch);
}

void Synth::setParameter (std::size_t parameter, double value) noexcept
{
    const FloatEnvironment environment;
    engine->setParameter (parameter, value);
}

const Patch& Synth::patch() const noexcept
{
    return engine->knobs.target();
}

std::uint32_t Synth::setGesture (const DrawnGesture& gesture) noexcept
{
    return engine->given.setGesture (gesture);
}

std::uint32_t Synth::setModulation (const Modulation& modulation) noexcept
{
    return engine->given.setModulation (modulation);
}

std::uint32_t Synth::setCustomBody (const ModeTable& table)
{
    return engine->given.setCustomBody (table);
}

std::uint32_t Synth::setBoxResponse (std::shared_ptr<const BoxResponse> response)
{
    return engine->given.setBoxResponse (std::move (response));
}

std::uint32_t Synth::setTuning (const Tuning& tuning) noexcept
{
    return engine->given.setTuning (tuning);
}

Synth::Given Synth::given() const noexcept
{
    return engine->given.numbers();
}

void Synth::render (std::span<const PerformanceEvent> events, double* left, double* right, int sampleCount,
                    ProbeBuffer* probes, const double* drive) noexcept
{
    const FloatEnvironment environment;
    auto& e = *engine;
    e.collectCustomBody();
    e.collectBox();
    e.collectRoutes();
    e.given.collectGesture();
    e.collectTuning();
    std::size_t next = 0;
    int done = 0;
    while (done < sampleCount)
    {
        while (next < events.size() && events[next].offset <= done)
            e.handle (events[next++]);
        if (e.grid.phase == 0)
            e.tick();
        else
            e.moveParts();
        int until = done + e.uninterrupted (sampleCount - done);
        if (next < events.size())
            until = std::min (until, std::max (done + 1, events[next].offset));
        e.renderSegment (left + done, right + done, drive != nullptr ? drive + done : nullptr, until - done, probes);
        done = until;
    }
    while (next < events.size()) // offsets beyond the block are moved to its end
        e.handle (events[next++]);
    e.checkFinite (left, right, sampleCount);
}

int Synth::latencySamples() const noexcept
{
    // After a host has moved the sound back by the latency, its changes still stand on the control grid.
    static_assert (RateChanger::delay == limits::controlInterval);
    return RateChanger::delay;
}

double Synth::tailSeconds() const noexcept
{
    // Decay to -120 dB: twice T60 of the slowest partial, less if the quality factor limits it at the lowest note.
    const auto& patch = engine->knobs.target();
    const double asked = decayRateFromT60 (patch.bodyDecay);
    double slowest = static_cast<int> (patch.bodyType) == customBody() ? asked * engine->slowestOfCustomBody
                                                                       : asked + pi * 27.5 / patch.bodyQuality;
    if (const int second = secondBodyAt (patch.secondBodyType); second >= 0)
    {
        const double its = decayRateFromT60 (patch.secondBodyDecay);
        slowest = std::min (slowest, second == customBody() ? its * engine->slowestOfCustomBody
                                                            : its + pi * 27.5 / patch.secondBodyQuality);
    }
    if (patch.outSympatheticPercent > 0.0)
        slowest = std::min (slowest, decayRateFromT60 (patch.outSympatheticDecay));
    // Box, room and DC filter ring after the strings: the series of two decays falls like the slower one, a little
    // later.
    const double boxRings =
        boxes::longestTimeConstant (static_cast<int> (patch.outBox)) * 0.01 * patch.outBoxSizePercent;
    const double box = patch.outBoxMixPercent > 0.0 && boxRings > 0.0 ? t60FromDecayRate (1.0 / boxRings) : 0.0;
    const double room = patch.outRoomPercent > 0.0 ? Room::bassRatio * patch.outRoomSize : 0.0;
    const double one[] = { t60FromDecayRate (slowest), room, box, t60FromDecayRate (Placement::meanDecayRate) };
    const double longest = *std::max_element (std::begin (one), std::end (one));
    const double decays = longest + 0.2 * (std::accumulate (std::begin (one), std::end (one), 0.0) - longest);
    const double response = static_cast<int> (patch.outBox) == boxes::measured && patch.outBoxMixPercent > 0.0
                                ? engine->given.secondsOfBox()
                                : 0.0;
    const double way = patch.sectionPlayers > 1.0 ? stage::delayOf (limits::maxDesks - 1) : 0.0;
    const double tail = patch.handLiftTime + 2.0 * decays + response + way + latencySamples() / engine->grid.sampleRate;
    return std::clamp (tail, 0.1, 60.0);
}

bool Synth::isSilent() const noexcept
{
    return engine->nothingMoves() && engine->output.isQuiet();
}

bool Synth::isResting() const noexcept
{
    return engine->resting;
}

const Channels& Synth::channels() const noexcept
{
    return engine->voiceManager.channels();
}

bool Synth::isPlaying (std::uint32_t note) const noexcept
{
    return engine->voiceManager.isPlaying (note);
}

const KnobTravel& Synth::movedByHost() const noexcept
{
    return engine->modulation.movedByHost();
}

Synth::Past Synth::past() const noexcept
{
    const auto& voiceManager = engine->voiceManager;
    const auto& song = engine->song;
    const int last = voiceManager.lastStarted();
    Past past;
    past.streamTime = engine->grid.streamTime;
    past.strokes = voiceManager.strokes();
    past.gridPhase = engine->grid.phase;
    past.lastVoice = last;
    if (last >= 0)
    {
        const auto& voice = voiceManager.voice (last);
        past.lastKey = voice.key();
        past.lastChannel = voice.channel();
        past.lastPressure = voice.touch().pressure;
        past.lastTimbre = voice.touch().timbre;
    }
    past.songQuarters = song.quarters();
    past.songRate = song.rate();
    past.songBar = song.bar();
    past.isModulated = ! engine->modulation.isEmpty();
    if (past.isModulated)
        past.modulation = engine->modulation.memory (last);
    return past;
}

bool Synth::canBeResumed() const noexcept
{
    return engine->resting && engine->knobs.isSettled() && engine->modulation.isSettled();
}

void Synth::resumeFrom (const Past& past) noexcept
{
    engine->grid.streamTime = past.streamTime;
    engine->grid.phase = past.gridPhase;
    engine->grid.began = past.streamTime - static_cast<std::uint64_t> (past.gridPhase);
    engine->song.resume (past.songQuarters, past.songRate, past.songBar);
    auto& voiceManager = engine->voiceManager;
    voiceManager.recall (past.strokes, past.lastVoice);
    if (past.lastVoice >= 0)
        voiceManager.voice (past.lastVoice)
            .recall (past.lastChannel, past.lastKey, { past.lastPressure, past.lastTimbre });
    engine->recalled = past.isModulated ? std::optional (past.modulation) : std::nullopt;
}

void Synth::workWith (SharedWork* helpers) noexcept
{
    engine->helpers = helpers;
}

void Synth::listenTo (int voice) noexcept
{
    engine->listening.voice = voice;
}

void Synth::hearPlayer (int player) noexcept
{
    engine->listening.player.store (player, std::memory_order_relaxed);
}

const EnergyLedger& Synth::ledger() const noexcept
{
    return engine->slots.ledger();
}

const EnergyLedger& Synth::ledgerOfSlotB() const noexcept
{
    return engine->slots.ledgerOfB();
}

bool Synth::collectMeters (MeterFrame& frame) noexcept
{
    return engine->meters.collect (frame);
}

PictureFeed& Synth::pictures() noexcept
{
    return engine->pictures;
}

const char* Synth::instructionSet() noexcept
{
    return lanes::instructionSet();
}
} // namespace kolophon
