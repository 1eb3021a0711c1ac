#include "Synth.h"

#include "../Core/FloatEnvironment.h"
#include "../Core/Mailbox.h"
#include "../Core/Units.h"
#include "BodyHandover.h"
#include "BodyTable.h"
#include "DrivingSignal.h"
#include "GlidingPatch.h"
#include "LawTable.h"
#include "MeterFeed.h"
#include "OutputStage.h"
#include "Players.h"
#include "SlotComparison.h"
#include "StringSet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

namespace kolophon
{
namespace
{
constexpr int energyInterval = 16; // [control ticks] between looks at the stored energy
static_assert (2 * Synth::controlInterval <= VoiceGroup::maxSteps);
static_assert (Synth::maxModes == VoiceGroup::maxSounding);

constexpr std::size_t index (int i) noexcept
{
    return static_cast<std::size_t> (i);
}
} // namespace

/** What plays: it owns the parts of the instrument and runs them in order, on the control grid. Each part has a room of its own. */
struct Synth::Engine
{
    double sampleRate = 48000.0;
    int oversampling = 1;
    std::uint64_t streamTime = 0; // [samples] since reset
    int phase = 0;                // samples since the last point of the control grid
    std::uint64_t doings = 1;     // how often anything was done that a plan may depend on

    GlidingPatch knobs;
    StringSet slotA, slotB; // the strings that are played; the same under slot B's contact, while comparing
    Players players { slotA, slotB };
    SlotComparison comparison;
    std::array<bool, groupCount> bodyChanged {};

    DrawnGesture gesture = DrawnGesture::door();
    Mailbox<DrawnGesture> drawnGesture;
    DrivingSignal drivingSignal;
    SurfaceProfile surface;
    double surfaceSeed = -1.0;
    BodyHandover customBodies;
    double slowestOfCustomBody = 1.0; // decay rate of the mode that rings longest, over the knob's; the bell's is its first

    OutputStage output;
    bool resting = true;   // nothing sounds, nothing is computed: decided on the grid, never on block borders
    bool booksOpen = false;
    EnergyLedger total, totalOfSlotB;
    MeterFeed meters;

    Engine()
    {
        output.prepare (sampleRate);
        reset();
    }

    const Patch& playing() const noexcept { return knobs.playing(); }
    double timeStep() const noexcept { return 1.0 / (sampleRate * oversampling); }
    bool hearsSlotB() const noexcept { return static_cast<int> (playing().compareSlot) == static_cast<int> (Slot::b); }

    //==================================================================================================================
    void reset() noexcept
    {
        for (auto* slot : { &slotA, &slotB })
            for (auto& group : slot->groups)
                group.clear();
        players.reset();
        bodyChanged.fill (false);
        streamTime = 0;
        phase = 0;
        drivingSignal.reset();
        slotA.bridge = slotB.bridge = {};
        resting = true;
        takePatch (knobs.target());
        output.reset();
        slotA.books = slotB.books = {};
        booksOpen = false;
        total = totalOfSlotB = {};
        meters.reset();
    }

    void takePatch (const Patch& patch) noexcept
    {
        ++doings;
        knobs.take (Patch (patch));
        followMpe();
        oversampling = playing().qualityOversampling >= 0.5 ? 2 : 1;
        followComparison (true);
        followLaws();
        followSurface();
        followBridge();
        output.aim (playing(), 0);
    }

    void takeCustomBody() noexcept
    {
        const auto inUse = [this] (const ModeTable* table)
        {
            const auto plays = [table] (const VoiceGroup& g)
            {
                return std::find (g.table.begin(), g.table.end(), table) != g.table.end()
                    || std::find (g.before.begin(), g.before.end(), table) != g.before.end();
            };
            const auto anyOf = [&plays] (const StringSet& slot)
            { return std::any_of (slot.groups.begin(), slot.groups.end(), plays); };
            return anyOf (slotA) || anyOf (slotB);
        };
        const auto* latest = customBodies.take (inUse);
        if (latest == players.voices[0].customModes)
            return;
        ++doings;
        for (auto& v : players.voices)
            v.customModes = latest;
        slowestOfCustomBody = *std::min_element (latest->decay.begin(), latest->decay.begin() + latest->count);
    }

    //==================================================================================================================
    void handle (const PerformanceEvent& event) noexcept
    {
        ++doings;
        if (event.type == PerformanceEvent::Type::panic)
            return panic();
        if (! std::isfinite (event.value))
            return;
        if (event.type == PerformanceEvent::Type::setParameter)
            return knobs.set (event.index, event.value);
        const int started = players.handle (event, playing());
        if (started < 0)
            return;
        resting = false;
        if (phase != 0)
        {
            auto budget = players.budget (playing());
            plan (started, Synth::controlInterval - phase, budget);
        }
    }

    void panic() noexcept
    {
        players.silence();
        slotA.bridge.silence();
        slotB.bridge.silence();
        output.reset();
    }

    //==================================================================================================================
    /** One point of the control grid. */
    void tick() noexcept
    {
        if (knobs.move (sampleRate))
            ++doings;
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
        output.aim (playing(), Synth::controlInterval);
        resting = output.isQuiet() && nothingMoves();

        if (streamTime / Synth::controlInterval % energyInterval == 0)
            lookAtEnergies();
        if (meters.isDue (std::max (1, static_cast<int> (sampleRate / (30.0 * Synth::controlInterval)))))
            meters.publish (comparison.isOn() && hearsSlotB() ? slotB.ledger() : slotA.ledger(), playing().qualityLedger >= 0.5);
    }

    /** Plans a voice's next stretch of `samples`. */
    void plan (int v, int samples, PartialBudget& budget) noexcept
    {
        auto& voice = players.voices[index (v)];
        const bool mayStart = Players::mayStart (v, playing());
        budget.count (voice, mayStart, -1);
        const bool changed = voice.plan (playing(), players.channels, gesture, budget.allowance(), samples / sampleRate,
                                         samples * oversampling, timeStep(), doings);
        budget.count (voice, mayStart);
        meters.countPartials (budget.taken());
        if (const auto left = voice.takeLeft(); left.main > 0.0 || left.shadow > 0.0)
            players.bookLeft (v, left);
        auto& changedHere = bodyChanged[index (v / VoiceGroup::lanes)];
        changedHere = changedHere || changed;
        if (comparison.isOn())
            voice.planShadow (playing());
    }

    void followMpe() noexcept
    {
        players.channels.follow (static_cast<Mpe> (static_cast<int> (playing().voiceMpe)), playing().voiceMpeRangeSemitones);
    }

    void followLaws() noexcept
    {
        const double width = playing().surfaceWidthPercent;
        for (int g = 0; g < groupCount; ++g)
        {
            const bool a = followLaw (slotA.groups[index (g)], static_cast<int> (playing().contact.law), width);
            const bool b = followLaw (slotB.groups[index (g)], static_cast<int> (playing().contactB.law), width);
            bodyChanged[index (g)] = bodyChanged[index (g)] || a || b;
        }
    }

    void followSurface() noexcept
    {
        if (playing().surfaceSeed == surfaceSeed)
            return;
        surfaceSeed = playing().surfaceSeed;
        surface.roughen (static_cast<std::uint64_t> (surfaceSeed));
    }

    void followBridge() noexcept
    {
        for (auto* bridge : { &slotA.bridge, &slotB.bridge })
        {
            bridge->setYield (playing().outSympatheticPercent);
            if (bridge->isInUse())
                bridge->tune (static_cast<int> (playing().outSympatheticTuning), playing().outSympatheticDecay, timeStep());
        }
    }

    /** Slot B's strings begin where slot A's are, so that arming the comparison in mid-note is no jump; from then on they go their
        own way. */
    void followComparison (bool atOnce) noexcept
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

    bool nothingMoves() const noexcept
    {
        return slotA.bridge.isAtRest() && slotB.bridge.isAtRest() && players.everybodySleeps();
    }

    void lookAtEnergies() noexcept
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

    //==================================================================================================================
    /** Renders up to the next event or point of the grid. */
    void renderStretch (double* left, double* right, const double* drive, int samples, ProbeBuffer* probes) noexcept
    {
        const auto stretch = prepareStretch (drive, samples, probes != nullptr);
        const bool probeB = comparison.isOn() && hearsSlotB();
        StringMix mix;
        auto ofSlot = stretch;
        ofSlot.probes = probeB ? nullptr : probes;
        slotA.render (ofSlot, mix);
        if (comparison.isOn())
        {
            StringMix other;
            ofSlot.probes = probeB ? probes : nullptr;
            slotB.render (ofSlot, other);
            comparison.mix (mix, other, stretch.steps, stretch.timeStep);
        }
        for (int v = 0; v < maxVoices; ++v)
            if (players.voices[index (v)].isAwake())
                players.voices[index (v)].gain.now = mix.gains[index (v / VoiceGroup::lanes)].now[index (v % VoiceGroup::lanes)];
        meters.countVoices (static_cast<int> (std::count_if (players.voices.begin(), players.voices.end(),
                                                             [] (const Voice& v) { return v.isAwake(); })));
        if (resting)
            std::fill_n (left, samples, 0.0), std::fill_n (right, samples, 0.0);
        else
        {
            output.process (mix.odd.data(), mix.even.data(), oversampling, left, right, samples);
            for (int n = 0; n < samples; ++n)
                meters.hear (left[n], right[n], output.leastGuardGain());
        }
        streamTime += static_cast<std::uint64_t> (samples);
        phase = (phase + samples) % Synth::controlInterval;
    }

    /** Opens the books where they are wanted and brings the bodies up to date. */
    Stretch prepareStretch (const double* drive, int samples, bool probed) noexcept
    {
        const bool booked = playing().qualityLedger >= 0.5 || probed;
        if (booked && ! booksOpen)
        {
            slotA.openBooks();
            if (comparison.isOn())
                slotB.openBooks();
        }
        booksOpen = booked;

        Stretch stretch;
        stretch.timeStep = timeStep();
        stretch.startTime = static_cast<double> (streamTime) / sampleRate;
        stretch.steps = samples * oversampling;
        stretch.passes = static_cast<int> (playing().qualityPasses);
        stretch.booked = booked;
        stretch.rubbing = { drive != nullptr ? drivingSignal.resample (drive, samples, oversampling) : nullptr, &surface };
        stretch.awake = players.awake();
        stretch.probedVoice = players.lastStarted;
        for (int v = 0; v < maxVoices; ++v)
            if (const auto& voice = players.voices[index (v)]; voice.isAwake())
            {
                auto& gains = stretch.gains[index (v / VoiceGroup::lanes)];
                gains.now[index (v % VoiceGroup::lanes)] = voice.gain.now;
                gains.step[index (v % VoiceGroup::lanes)] = voice.gain.step;
            }
        for (int g = 0; g < groupCount; ++g)
            if (stretch.awake.any (g) && bodyChanged[index (g)])
            {
                slotA.updateBodies (g, stretch.awake, stretch.timeStep, booked);
                if (comparison.isOn())
                    slotB.updateBodiesLike (slotA, g, stretch.timeStep);
                bodyChanged[index (g)] = false;
            }
        return stretch;
    }

    /** The one safety net: nothing that is not a number leaves. It silences, counts, and tests demand a count of 0. */
    void checkFinite (double* left, double* right, int samples) noexcept
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
};

//======================================================================================================================
Synth::Synth() : engine (std::make_unique<Engine>())
{
    modesOf (0); // builds the bodies' tables, here and not on the audio thread
}
Synth::~Synth() = default;

void Synth::prepare (double sampleRate)
{
    if (! (sampleRate >= minSampleRate && sampleRate <= maxSampleRate))
        throw std::invalid_argument ("sample rate " + std::to_string (sampleRate) + " Hz is not in its range, 8000 Hz to 768000 Hz");
    engine->sampleRate = sampleRate;
    engine->output.prepare (sampleRate);
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
    engine->takePatch (patch);
}

const Patch& Synth::patch() const noexcept
{
    return engine->knobs.target();
}

void Synth::setGesture (const DrawnGesture& gesture) noexcept
{
    engine->drawnGesture.publish (gesture);
}

void Synth::setCustomBody (const ModeTable& table)
{
    engine->customBodies.give (std::make_unique<ModeTable> (table));
}

void Synth::render (std::span<const PerformanceEvent> events, double* left, double* right, int sampleCount,
                    ProbeBuffer* probes, const double* drive) noexcept
{
    const FloatEnvironment environment;
    auto& e = *engine;
    e.takeCustomBody();
    e.drawnGesture.collect (e.gesture);
    std::size_t next = 0;
    int done = 0;
    while (done < sampleCount)
    {
        while (next < events.size() && events[next].offset <= done)
            e.handle (events[next++]);
        if (e.phase == 0)
            e.tick();
        int until = std::min (sampleCount, done + controlInterval - e.phase);
        if (next < events.size())
            until = std::min (until, std::max (done + 1, events[next].offset));
        e.renderStretch (left + done, right + done, drive != nullptr ? drive + done : nullptr, until - done, probes);
        done = until;
    }
    while (next < events.size()) // offsets beyond the block are moved to its end
        e.handle (events[next++]);
    e.checkFinite (left, right, sampleCount);
}

int Synth::latencySamples() const noexcept
{
    return RateChanger::delay;
}

double Synth::tailSeconds() const noexcept
{
    // Until -120 dB: twice T60 of the slowest partial, shorter where the quality factor bounds it at the lowest note.
    const auto& patch = engine->knobs.target();
    const double asked = decayRateFromT60 (patch.bodyDecay);
    double slowest = static_cast<int> (patch.bodyType) == customBody() ? asked * engine->slowestOfCustomBody
                                                                       : asked + pi * 27.5 / patch.bodyQuality;
    if (patch.outSympatheticPercent > 0.0)
        slowest = std::min (slowest, decayRateFromT60 (patch.outSympatheticDecay));
    // A room rings out after the strings: one decay through another falls like the slower, a little later.
    const double strings = t60FromDecayRate (slowest);
    const double room = patch.outRoomPercent > 0.0 ? Room::bassRatio * patch.outRoomSize : 0.0;
    const double decays = std::max (strings, room) + 0.2 * std::min (strings, room);
    const double tail = patch.handLiftTime + 2.0 * decays + latencySamples() / engine->sampleRate;
    return std::clamp (tail, 0.1, 60.0);
}

bool Synth::isSilent() const noexcept
{
    return engine->nothingMoves() && engine->output.isQuiet();
}

const EnergyLedger& Synth::ledger() const noexcept
{
    return engine->total = engine->slotA.ledger();
}

const EnergyLedger& Synth::ledgerOfSlotB() const noexcept
{
    return engine->totalOfSlotB = engine->slotB.ledger();
}

bool Synth::collectMeters (MeterFrame& frame) noexcept
{
    return engine->meters.collect (frame);
}

const char* Synth::instructionSet() noexcept
{
    return lanes::instructionSet();
}
} // namespace kolophon
