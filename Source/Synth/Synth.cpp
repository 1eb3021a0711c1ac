#include "Synth.h"

#include "../Core/FloatEnvironment.h"
#include "../Core/Mailbox.h"
#include "../Core/Noise.h"
#include "../Core/Units.h"
#include "BodyHandover.h"
#include "BodyTable.h"
#include "Channels.h"
#include "DrawnGesture.h"
#include "OutputStage.h"
#include "ParameterTable.h"
#include "PortableMath.h"
#include "SympatheticStrings.h"
#include "Voice.h"
#include "VoiceGroup.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

namespace kolophon
{
namespace
{
constexpr int groupCount = Synth::maxVoices / VoiceGroup::lanes;
constexpr int energyInterval = 16; // [control ticks] between looks at the stored energy
constexpr double knobTime = 0.010; // [s] smoothing of knobs
constexpr double slotFade = 0.020; // [s] from one slot of the comparison to the other
constexpr double matchTime = 0.4;  // [s] over which the two slots' levels are compared
constexpr double driftTime = 0.03; // [s] slower than this is drift, not sound
constexpr double mostYield = 0.02; // [s/kg] of the bridge, with Sympathetic at 100 %
constexpr double sympatheticGain = 0.8; // [1/N] what the mixer makes of their force, as for a light string
constexpr double mostDrive = 4.0;  // a driving signal is held inside +- this
constexpr int surePartials = 4;    // of every voice, whatever the others have taken: 16 times that is the least budget
constexpr double mostMatch = 4.0;  // slot B is made at most so much louder or softer
static_assert (2 * Synth::controlInterval <= VoiceGroup::maxSteps);
static_assert (Synth::maxModes == VoiceGroup::maxSounding);

/** Knobs that glide; menus, switches and counts jump. */
bool glides (const ParamInfo& info) noexcept
{
    return ! info.isDiscrete();
}
} // namespace

struct Synth::Engine
{
    // Settings
    double sampleRate = 48000.0;
    Patch target = Patch::defaults();    // as the player set it
    Patch smooth = Patch::defaults();    // on its way there
    Patch playing = admissible (smooth); // what the strings hear
    bool settled = true;

    // Players and strings
    Channels channels;
    DrawnGesture gesture = DrawnGesture::door();
    Mailbox<DrawnGesture> drawnGesture;
    SurfaceProfile surface;
    double surfaceSeed = -1.0;
    std::array<Voice, maxVoices> voices;
    std::array<VoiceGroup, groupCount> groups;
    std::array<VoiceGroup, groupCount> shadows; // the same strings, rubbed by slot B's contact, while comparing
    std::array<bool, groupCount> bodyChanged {};
    std::uint64_t strokes = 0;
    int lastStarted = -1;
    std::array<std::uint8_t, 32> monoKeys {}; // keys held in Mono, oldest first
    int monoCount = 0;

    BodyHandover customBodies;
    double slowestOfCustomBody = 1.0; // decay rate of the mode that rings longest, over the knob's; the bell's is its first

    // Time
    std::uint64_t streamTime = 0; // [samples] since reset
    int phase = 0;                // samples since the last point of the control grid
    int oversampling = 1;
    bool comparing = false;       // both slots sound under the same hand
    double heardB = 0.0, heardGoal = 0.0; // share of slot B in what is heard, on its way to 0 or 1
    /** Loudness of a slot, as both ears have it: mean square around the slow mean, which nobody hears. */
    struct Level
    {
        double odd = 0.0, even = 0.0, square = 0.0;
        void hear (double newOdd, double newEven, double drift, double share) noexcept
        {
            odd += drift * (newOdd - odd);
            even += drift * (newEven - even);
            const double x = newOdd - odd, y = newEven - even;
            square += share * (x * x + y * y - square);
        }
    };
    Level levelA, levelB;
    double matchB = 1.0, matchNow = 1.0;
    bool resting = true;          // nothing sounds, nothing is computed: decided on the grid, never on block borders

    double driveSteps[VoiceGroup::maxSteps] = {}, lastDrive = 0.0;

    /** Strings that ring along, one set for the strings of each slot. */
    struct Bridge
    {
        SympatheticStrings strings;
        double yield = 0.0; // Y [s/kg] now
        double peak = 0.0;  // [J] most energy since they rested
    };
    Bridge bridge, shadowBridge;
    double tunedTo[3] = { -1.0, -1.0, -1.0 }; // tuning, decay, time step

    // Results
    OutputStage output;
    struct Books
    {
        std::array<EnergyLedger, maxVoices> ledgers;
        std::array<double, maxVoices> energy {}; // [J] as the last stretch left it

        EnergyLedger total (const Bridge& onBridge) const noexcept
        {
            EnergyLedger sum;
            for (const auto& ledger : ledgers)
                sum.add (ledger);
            if (onBridge.strings.ledger.steps > 0)
                sum.add (onBridge.strings.ledger);
            return sum;
        }
        void giveUp (int v, double left) noexcept // what was still in the string, booked
        {
            ledgers[index (v)].bodyLoss += left;
            ledgers[index (v)].storedEnergy = 0.0;
            energy[index (v)] = 0.0;
        }
    };
    Books books, shadowBooks;
    bool booksOpen = false;
    EnergyLedger total, shadowTotal;
    MeterFrame meters;
    int sinceMeters = 0;
    Mailbox<MeterFrame> meterMailbox;

    Engine()
    {
        for (int v = 0; v < maxVoices; ++v)
            voice (v).bind (groups[index (v / VoiceGroup::lanes)], shadows[index (v / VoiceGroup::lanes)],
                            v % VoiceGroup::lanes);
        output.prepare (sampleRate);
        reset();
    }

    static constexpr std::size_t index (int i) noexcept { return static_cast<std::size_t> (i); }
    Voice& voice (int v) noexcept { return voices[index (v)]; }

    double timeStep() const noexcept { return 1.0 / (sampleRate * oversampling); }
    bool ledgerOn() const noexcept { return playing.qualityLedger >= 0.5; }

    //==================================================================================================================
    void reset() noexcept
    {
        for (int g = 0; g < groupCount; ++g)
        {
            groups[index (g)].clear();
            shadows[index (g)].clear();
        }
        for (auto& v : voices)
            v.sleep();
        channels.reset();
        bodyChanged.fill (false);
        strokes = 0;
        lastStarted = -1;
        monoCount = 0;
        streamTime = 0;
        phase = 0;
        lastDrive = 0.0;
        bridge = shadowBridge = {};
        std::fill (std::begin (tunedTo), std::end (tunedTo), -1.0);
        resting = true;
        takePatch (target);
        output.reset();
        books = shadowBooks = {};
        booksOpen = false;
        total = shadowTotal = {};
        const auto nets = meters.nonFiniteBlocks;
        meters = {};
        meters.nonFiniteBlocks = nets;
        sinceMeters = 0;
    }

    void takePatch (const Patch& patch) noexcept
    {
        for (const auto& p : parameterTable())
            p.in (target) = p.nearestValid (p.in (patch));
        smooth = target;
        settled = true;
        playSmooth();
        oversampling = playing.qualityOversampling >= 0.5 ? 2 : 1;
        takeComparison (true);
        takeLaws();
        takeSurface();
        takeBridge();
        output.aim (playing, 0);
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
            return std::any_of (groups.begin(), groups.end(), plays) || std::any_of (shadows.begin(), shadows.end(), plays);
        };
        const auto* latest = customBodies.take (inUse);
        if (latest == voices[0].customModes)
            return;
        for (auto& v : voices)
            v.customModes = latest;
        slowestOfCustomBody = *std::min_element (latest->decay.begin(), latest->decay.begin() + latest->count);
    }

    //==================================================================================================================
    void handle (const PerformanceEvent& event) noexcept
    {
        using Type = PerformanceEvent::Type;
        const int channel = event.channel & 15;
        if (event.type != Type::panic && ! std::isfinite (event.value))
            return;
        const double unit = std::clamp (event.value, 0.0, 1.0);
        switch (event.type)
        {
            case Type::noteOn:
                if (event.index <= 127)
                    noteOn (event, channel, unit);
                break;
            case Type::noteOff:
                if (event.index <= 127)
                    noteOff (channel, event.index);
                break;
            case Type::notePressure:
                for (auto& v : voices)
                    if (v.plays (channel, event.index))
                        v.setKeyPressure (unit);
                break;
            case Type::channelPressure: channels[channel].pressure = unit; break;
            case Type::pitchBend: channels[channel].bend = std::clamp (event.value, -1.0, 1.0); break;
            case Type::controller: controller (channel, event.index, unit); break;
            case Type::setParameter:
                if (event.index < parameterTable().size())
                {
                    const auto& p = parameterTable()[event.index];
                    p.in (target) = p.nearestValid (event.value);
                    if (! glides (p))
                        p.in (smooth) = p.in (target);
                    settled = false;
                }
                break;
            case Type::panic: panic(); break;
        }
    }

    void controller (int channel, int number, double value) noexcept
    {
        channels.control (channel, number, value);
        switch (number)
        {
            case Controller::sustain:
                if (value < 0.5)
                    releaseWhere ([this, channel] (const Voice& v)
                                  { return ! v.keyDown && channels.reaches (channel, v.channel); });
                break;
            case Controller::allNotesOff:
                monoCount = 0;
                for (auto& v : voices)
                    if (channels.reaches (channel, v.channel))
                        v.keyDown = false;
                releaseWhere ([this, channel] (const Voice& v) { return channels.reaches (channel, v.channel); });
                break;
            case Controller::allSoundOff:
                for (int v = 0; v < maxVoices; ++v)
                    if (voice (v).isAwake() && channels.reaches (channel, voice (v).channel))
                        putToSleep (v);
                break;
            default: break;
        }
    }

    void panic() noexcept
    {
        monoCount = 0;
        for (int v = 0; v < maxVoices; ++v)
            putToSleep (v);
        silence (bridge);
        silence (shadowBridge);
        channels.reset();
        output.reset();
    }

    template <class Condition>
    void releaseWhere (Condition condition) noexcept
    {
        for (auto& v : voices)
            if (v.isHeld() && condition (v))
                v.lift();
    }

    //==================================================================================================================
    bool isMono() const noexcept { return static_cast<int> (playing.voiceMode) == static_cast<int> (VoiceMode::mono); }

    void noteOn (const PerformanceEvent& event, int channel, double velocity) noexcept
    {
        if (velocity <= 0.0)
            return noteOff (channel, event.index);

        auto stroke = event;
        stroke.channel = static_cast<std::uint8_t> (channel);
        stroke.value = velocity;

        if (isMono())
        {
            forgetMonoKey (event.index);
            if (monoCount == static_cast<int> (monoKeys.size()))
                forgetMonoKey (monoKeys[0]);
            monoKeys[index (monoCount++)] = static_cast<std::uint8_t> (event.index);
            if (lastStarted >= 0 && voice (lastStarted).isHeld() && voice (lastStarted).keyDown)
                return voice (lastStarted).slur (event.index, playing);
        }
        begin (isMono() && lastStarted >= 0 ? lastStarted : chooseVoice (channel, event.index), stroke);
    }

    void begin (int v, const PerformanceEvent& stroke) noexcept
    {
        double direction = 1.0;
        switch (static_cast<Stroke> (static_cast<int> (playing.handStroke)))
        {
            case Stroke::alternate: direction = strokes % 2 == 0 ? 1.0 : -1.0; break;
            case Stroke::down: direction = 1.0; break;
            case Stroke::up: direction = -1.0; break;
        }
        Noise seeds (static_cast<std::uint64_t> (playing.voiceSeed) * 0x10001u + strokes);
        voice (v).start (stroke, playing, channels, direction, Noise (seeds.nextBits()));
        voice (v).startedAt = ++strokes;
        lastStarted = v;
        resting = false;
        if (phase != 0)
        {
            auto shares = sharesNow();
            planVoice (v, Synth::controlInterval - phase, shares);
        }
    }

    /** The string that sounds this key already; else one at rest; else the faintest that rings; else the oldest. */
    int chooseVoice (int channel, int key) noexcept
    {
        const int count = static_cast<int> (playing.voiceCount);
        int unused = -1, faintest = -1, oldest = 0;
        for (int v = 0; v < count; ++v)
        {
            if (voice (v).plays (channel, key))
                return v;
            if (! voice (v).isAwake())
            {
                if (unused < 0)
                    unused = v;
            }
            else if (! voice (v).isHeld() && (faintest < 0 || voice (v).lastEnergy < voice (faintest).lastEnergy))
                faintest = v;
            if (voice (v).startedAt < voice (oldest).startedAt)
                oldest = v;
        }
        return unused >= 0 ? unused : (faintest >= 0 ? faintest : oldest);
    }

    void noteOff (int channel, int key) noexcept
    {
        if (isMono() && monoCount > 0)
        {
            forgetMonoKey (key);
            if (lastStarted >= 0 && voice (lastStarted).isHeld() && monoCount > 0)
            {
                if (voice (lastStarted).key == key)
                    voice (lastStarted).slur (monoKeys[index (monoCount - 1)], playing);
                return;
            }
        }
        for (auto& v : voices)
            if (v.isHeld() && v.plays (channel, key))
            {
                v.keyDown = false;
                if (! channels.sustained (channel))
                    v.lift();
            }
    }

    void forgetMonoKey (int key) noexcept
    {
        const auto end = std::remove (monoKeys.begin(), monoKeys.begin() + monoCount, static_cast<std::uint8_t> (key));
        monoCount = static_cast<int> (end - monoKeys.begin());
    }

    void putToSleep (int v) noexcept
    {
        const auto left = voice (v).sleep();
        books.giveUp (v, left.main);
        shadowBooks.giveUp (v, left.shadow);
    }

    //==================================================================================================================
    /** The budget of partials: a few are sure to every voice, the rest goes to those who start. The sum over all voices
        that are awake stays within it; after it was lowered, as soon as what sounded has rung out. */
    struct Shares
    {
        int taken = 0, without = 0, waiting = 0; // partials; voices without any; those of them that may be played
    };
    void count (Shares& shares, int v, int sign) noexcept
    {
        if (voice (v).hasPartials())
        {
            shares.taken += sign * voice (v).partials();
            return;
        }
        shares.without += sign;
        if (! isMono() && v < static_cast<int> (playing.voiceCount))
            shares.waiting += sign;
    }
    Shares sharesNow() noexcept
    {
        Shares shares;
        for (int v = 0; v < maxVoices; ++v)
            count (shares, v, 1);
        return shares;
    }

    void planVoice (int v, int samples, Shares& shares) noexcept
    {
        count (shares, v, -1);
        const int spare = static_cast<int> (playing.qualityPartials) - shares.taken - surePartials * (shares.without + 1);
        const bool changed = voice (v).plan (playing, channels, gesture, { surePartials, spare, shares.waiting },
                                             samples / sampleRate, samples * oversampling, timeStep());
        count (shares, v, 1);
        meters.partials = std::max (meters.partials, shares.taken);
        if (const auto left = voice (v).takeLeft(); left.main > 0.0 || left.shadow > 0.0)
        {
            books.giveUp (v, left.main);
            shadowBooks.giveUp (v, left.shadow);
        }
        auto& changedHere = bodyChanged[index (v / VoiceGroup::lanes)];
        changedHere = changedHere || changed;
        if (comparing)
            voice (v).planShadow (playing);
    }

    void takeLaws() noexcept
    {
        for (int g = 0; g < groupCount; ++g)
        {
            takeLaw (g, groups[index (g)], static_cast<int> (playing.contact.law));
            takeLaw (g, shadows[index (g)], static_cast<int> (playing.contactB.law));
        }
    }

    /** A bow that gets narrow, or a law that has no edges, takes the force off them first: for one stretch they are looked
        at without it, so that their bristles spring back into the books. */
    void takeLaw (int g, VoiceGroup& group, int law) noexcept
    {
        constexpr int kolophon = 0;
        const bool wanted = playing.surfaceWidthPercent > 0.0 && law == kolophon;
        const double share = wanted ? 1.0 / 3.0 : 0.0;
        if (! group.wide && ! wanted)
            return group.takeLaw (law);
        if (group.wide && ! wanted && group.edgeShare[0] == 0.0)
        {
            group.wide = false;
            return group.takeLaw (law);
        }
        if (! group.wide)
        {
            group.takeLaw (law);
            group.widen();
            bodyChanged[index (g)] = true; // the edges' shapes
        }
        group.edgeShare.fill (share);
    }

    void takeSurface() noexcept
    {
        if (playing.surfaceSeed == surfaceSeed)
            return;
        surfaceSeed = playing.surfaceSeed;
        surface.roughen (static_cast<std::uint64_t> (surfaceSeed));
    }

    /** The second set of strings begins where the first one is, so that arming it in mid-note is no jump; from then on
        it goes its own way. It ends when it is no longer wanted and no longer heard. */
    void takeComparison (bool atOnce) noexcept
    {
        const bool wanted = playing.compareOn >= 0.5;
        if (wanted && ! comparing)
        {
            for (int g = 0; g < groupCount; ++g)
                if (isAwake (g))
                {
                    shadows[index (g)] = groups[index (g)];
                    bodyChanged[index (g)] = true;
                }
            shadowBridge = bridge;
            shadowBridge.strings.ledger = {};
            shadowBooks = {};
            booksOpen = false;
            levelA = levelB = {};
            matchB = matchNow = 1.0;
            comparing = atOnce = true;
        }
        heardGoal = wanted && slotB() ? 1.0 : 0.0;
        if (atOnce)
            heardB = heardGoal;
        if (! wanted && comparing && heardB == 0.0)
        {
            comparing = false;
            for (auto& group : shadows)
                group.clear();
            silence (shadowBridge);
        }
    }

    bool slotB() const noexcept { return static_cast<int> (playing.compareSlot) == static_cast<int> (Slot::b); }

    /** One point of the control grid. */
    void tick() noexcept
    {
        if (! settled)
            moveKnobs();
        const int wanted = playing.qualityOversampling >= 0.5 ? 2 : 1;
        if (wanted != oversampling)
        {
            oversampling = wanted;
            bodyChanged.fill (true);
        }
        takeComparison (false);
        takeLaws();
        takeSurface();
        takeBridge();
        if (comparing)
            matchLevels();
        auto shares = sharesNow();
        for (int v = 0; v < maxVoices; ++v)
            if (voice (v).isAwake())
                planVoice (v, Synth::controlInterval, shares);
        output.aim (playing, Synth::controlInterval);
        resting = output.isQuiet() && nothingMoves();

        if (streamTime / Synth::controlInterval % energyInterval == 0)
            lookAtEnergies();
        if (++sinceMeters >= metersEvery())
            publishMeters();
    }

    bool nothingMoves() const noexcept
    {
        return bridge.peak == 0.0 && shadowBridge.peak == 0.0 && everyVoiceSleeps();
    }
    bool everyVoiceSleeps() const noexcept
    {
        return std::none_of (voices.begin(), voices.end(), [] (const Voice& v) { return v.isAwake(); });
    }

    /** Slot B is made as loud as slot A, as both have been lately under the same hand. */
    void matchLevels() noexcept
    {
        constexpr double silence = 1e-12;
        if (levelA.square > silence && levelB.square > silence)
            matchB = std::clamp (std::sqrt (levelA.square / levelB.square), 1.0 / mostMatch, mostMatch);
    }

    int metersEvery() const noexcept
    {
        return std::max (1, static_cast<int> (sampleRate / (30.0 * Synth::controlInterval)));
    }

    void moveKnobs() noexcept
    {
        const double share = 1.0 - portable::exp (-Synth::controlInterval / (sampleRate * knobTime));
        settled = true;
        for (const auto& p : parameterTable())
        {
            const double goal = p.in (target);
            double& now = p.in (smooth);
            if (now == goal)
                continue;
            now += share * (goal - now);
            if (std::abs (goal - now) <= 1e-7 * std::max (std::abs (goal), 1e-3 * (p.maximum - p.minimum)))
                now = goal;
            else
                settled = false;
        }
        playSmooth();
    }

    void playSmooth() noexcept
    {
        playing = admissible (smooth);
        channels.follow (static_cast<Mpe> (static_cast<int> (playing.voiceMpe)), playing.voiceMpeRangeSemitones);
    }

    void lookAtEnergies() noexcept
    {
        for (int g = 0; g < groupCount; ++g)
        {
            if (! isAwake (g))
                continue;
            VoiceGroup::Lane energy, shadow {};
            lanes::energies (groups[index (g)], energy);
            if (comparing)
                lanes::energies (shadows[index (g)], shadow);
            for (int lane = 0; lane < VoiceGroup::lanes; ++lane)
            {
                const int v = g * VoiceGroup::lanes + lane;
                const double most = std::max (energy[index (lane)], shadow[index (lane)]);
                if (voice (v).isAwake() && voice (v).hasRungOut (most))
                    putToSleep (v);
            }
        }
        for (auto* it : { &bridge, &shadowBridge })
            if (it->peak > 0.0 && it->strings.energy() <= 1e-12 * it->peak && everyVoiceSleeps())
                silence (*it);
    }

    bool isAwake (int g) const noexcept
    {
        for (int lane = 0; lane < VoiceGroup::lanes; ++lane)
            if (voices[index (g * VoiceGroup::lanes + lane)].isAwake())
                return true;
        return false;
    }

    void refreshBodies (int g) noexcept
    {
        auto& group = groups[index (g)];
        double sounding = 0.0, silent = 0.0, ofHand = 0.0;
        for (int lane = 0; lane < VoiceGroup::lanes; ++lane)
            if (voices[index (g * VoiceGroup::lanes + lane)].isAwake())
            {
                sounding = std::max (sounding, group.string.soundingCount[index (lane)]);
                silent = std::max (silent, group.string.silentCount[index (lane)]);
                ofHand = std::max (ofHand, group.hand.count[index (lane)]);
            }
        const auto pairs = [] (double count, int most) { return std::min (most, (static_cast<int> (count) + 1) / 2 * 2); };
        const auto isTable = [] (const ModeTable* t) { return t != nullptr; };
        group.pickups = std::any_of (group.table.begin(), group.table.end(), isTable)
                        || std::any_of (group.before.begin(), group.before.end(), isTable);
        group.soundingSlots = pairs (sounding, VoiceGroup::maxSounding);
        group.silentSlots = pairs (silent, VoiceGroup::maxSilent);
        group.handSlots = static_cast<int> (ofHand);
        lanes::updateBodies (group, timeStep());
        if (comparing)
        {
            auto& shadow = shadows[index (g)];
            shadow.pickups = group.pickups;
            shadow.soundingSlots = group.soundingSlots;
            shadow.silentSlots = group.silentSlots;
            shadow.handSlots = group.handSlots;
            lanes::updateBodies (shadow, timeStep());
        }
        bodyChanged[index (g)] = false;
    }

    //==================================================================================================================
    /** One set of strings over one stretch: its partials, mixed. */
    struct Mix
    {
        double odd[VoiceGroup::maxSteps] = {}, even[VoiceGroup::maxSteps] = {};
    };

    /** What one set of strings is rendered with and into. */
    struct Take
    {
        std::array<VoiceGroup, groupCount>& strings;
        Books& books;
        Bridge& bridge;
        ProbeBuffer* probes;
        Mix& mix;
        std::array<Voice::OutputGain, maxVoices> gains {};
    };

    void renderStrings (Take take, const Rubbing& rubbing, bool booked, int steps) noexcept
    {
        for (int v = 0; v < maxVoices; ++v)
            take.gains[index (v)] = voice (v).gain;
        if (! isInUse (take.bridge))
            return renderSteps (take, rubbing, booked, 0, steps);
        for (int n = 0; n < steps; ++n) // the bridge ties all strings together, sample by sample
        {
            renderSteps (take, rubbing, booked, n, 1);
            moveBridge (take, booked, n);
        }
    }

    /** Steps begin … begin + steps - 1 of the stretch, every voice by itself. */
    void renderSteps (Take& take, const Rubbing& rubbing, bool booked, int begin, int steps) noexcept
    {
        auto here = rubbing;
        if (here.drive != nullptr)
            here.drive += begin;
        for (int g = 0; g < groupCount; ++g)
        {
            if (! isAwake (g))
                continue;
            auto& group = take.strings[index (g)];
            lanes::render (group, timeStep(), static_cast<int> (playing.qualityPasses), steps, booked, here);
            for (int lane = 0; lane < VoiceGroup::lanes; ++lane)
            {
                const int v = g * VoiceGroup::lanes + lane;
                if (! voice (v).isAwake())
                    continue;
                for (int n = 0; n < steps; ++n)
                {
                    const double gain = take.gains[index (v)].next();
                    take.mix.odd[begin + n] += gain * group.odd[index (n)][index (lane)];
                    take.mix.even[begin + n] += gain * group.even[index (n)][index (lane)];
                }
                if (booked)
                    book (take.books, v, group, lane, steps);
                if (take.probes != nullptr && v == lastStarted)
                    probe (*take.probes, group, lane, begin, steps);
            }
        }
    }

    bool isInUse (const Bridge& it) const noexcept { return it.yield > 0.0 || it.peak > 0.0; }

    static bool isOnBridge (const VoiceGroup& group, std::size_t lane) noexcept
    {
        return group.kind[lane] < 0.5 && group.table[lane] == nullptr && group.arrived[lane] == 1.0;
    }

    /** One step of the bridge and of the strings that only it moves: see SympatheticStrings.h. */
    void moveBridge (Take& take, bool booked, int n) noexcept
    {
        auto& it = take.bridge;
        it.strings.swing();
        double force = it.strings.force(), squares = it.strings.stiffness();
        const auto eachLane = [&] (auto visit)
        {
            for (int g = 0; g < groupCount; ++g)
                if (isAwake (g))
                    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
                        if (voices[index (g) * VoiceGroup::lanes + lane].isAwake() && isOnBridge (take.strings[index (g)], lane))
                            visit (g, lane, take.strings[index (g)].odd[0][lane] + take.strings[index (g)].even[0][lane],
                                   take.strings[index (g)].tapSquares[lane]);
        };
        eachLane ([&] (int, std::size_t, double pulls, double its) { force += pulls; squares += its; });

        const double share = -portable::exponentialMinusOne (-it.yield * squares * timeStep());
        const double shortening = force * share / squares;
        double received = 0.0;
        std::array<VoiceGroup::Lane, groupCount> each {};
        eachLane (
            [&] (int g, std::size_t lane, double pulls, double its)
            {
                each[index (g)][lane] = shortening;
                const double gained = shortening * (0.5 * shortening * its - pulls); // [J]
                received -= gained;
                if (booked)
                    bookBridge (take.books, g * VoiceGroup::lanes + static_cast<int> (lane), gained);
            });
        for (int g = 0; g < groupCount; ++g)
            if (isAwake (g))
                lanes::pullAtBridge (take.strings[index (g)], each[index (g)]);
        it.strings.pull (shortening);
        take.mix.odd[n] += sympatheticGain * it.strings.odd;
        take.mix.even[n] += sympatheticGain * it.strings.even;
        if (booked)
            it.strings.book (received, 0.5 * force * shortening * (2.0 - share));
        it.peak = std::max (it.peak, it.strings.energy());
    }

    /** What a voice got from the bridge; the next stretch opens its books on it. */
    static void bookBridge (Books& itsBooks, int v, double gained) noexcept
    {
        double& energy = itsBooks.energy[index (v)];
        energy += gained;
        itsBooks.ledgers[index (v)].book (energy, gained, 0.0, 0.0, 0.0);
    }

    void takeBridge() noexcept
    {
        const double wanted[] = { playing.outSympatheticTuning, playing.outSympatheticDecay, timeStep() };
        const double share = 0.01 * playing.outSympatheticPercent;
        for (auto* it : { &bridge, &shadowBridge })
            it->yield = mostYield * share * share;
        if (! isInUse (bridge) || std::equal (std::begin (wanted), std::end (wanted), std::begin (tunedTo)))
            return;
        std::copy (std::begin (wanted), std::end (wanted), std::begin (tunedTo));
        for (auto* it : { &bridge, &shadowBridge })
            it->strings.tune (static_cast<int> (wanted[0]), wanted[1], wanted[2]);
    }

    /** The strings on the bridge at rest, their energy given up. */
    static void silence (Bridge& it) noexcept
    {
        it.strings.ledger.bodyLoss += it.strings.silence();
        it.strings.ledger.storedEnergy = 0.0;
        it.peak = 0.0;
    }

    /** The driving signal at the strings' rate, in straight lines; what is not a number is silence. */
    const double* resampleDrive (const double* drive, int samples) noexcept
    {
        for (int n = 0; n < samples; ++n)
        {
            const double next = std::isfinite (drive[n]) ? std::clamp (drive[n], -mostDrive, mostDrive) : 0.0;
            for (int i = 1; i <= oversampling; ++i)
                driveSteps[n * oversampling + i - 1] = lastDrive + (next - lastDrive) * i / oversampling;
            lastDrive = next;
        }
        return driveSteps;
    }

    /** Renders up to the next event or point of the grid. */
    void renderStretch (double* left, double* right, const double* drive, int samples, ProbeBuffer* probes) noexcept
    {
        const bool booked = ledgerOn() || probes != nullptr;
        if (booked && ! booksOpen)
            openBooks();
        booksOpen = booked;

        const int steps = samples * oversampling;
        for (int g = 0; g < groupCount; ++g)
            if (isAwake (g) && bodyChanged[index (g)])
                refreshBodies (g);
        const bool probeB = comparing && slotB();
        const Rubbing rubbing { drive != nullptr ? resampleDrive (drive, samples) : nullptr, &surface };
        Mix mix;
        renderStrings ({ groups, books, bridge, probeB ? nullptr : probes, mix }, rubbing, booked, steps);
        if (comparing)
        {
            Mix other;
            renderStrings ({ shadows, shadowBooks, shadowBridge, probeB ? probes : nullptr, other }, rubbing, booked, steps);
            compare (mix, other, steps);
        }
        for (auto& v : voices)
            for (int n = 0; n < steps; ++n)
                v.gain.next();
        meters.voicesAwake = static_cast<int> (
            std::count_if (voices.begin(), voices.end(), [] (const Voice& v) { return v.isAwake(); }));

        if (resting)
            std::fill_n (left, samples, 0.0), std::fill_n (right, samples, 0.0);
        else
            for (int n = 0; n < samples; ++n)
            {
                output.process (mix.odd + n * oversampling, mix.even + n * oversampling, oversampling, left[n], right[n]);
                meters.peakLeft = std::max (meters.peakLeft, std::abs (left[n]));
                meters.peakRight = std::max (meters.peakRight, std::abs (right[n]));
                meters.guardGain = std::min (meters.guardGain, output.currentGuardGain());
            }

        streamTime += static_cast<std::uint64_t> (samples);
        phase = (phase + samples) % Synth::controlInterval;
    }

    /** Leaves in `mix` what is heard of slot A (`mix`) and slot B (`other`). */
    void compare (Mix& mix, const Mix& other, int steps) noexcept
    {
        const double h = timeStep(), perStep = h / slotFade, share = h / matchTime, drift = h / driftTime;
        for (int n = 0; n < steps; ++n)
        {
            levelA.hear (mix.odd[n], mix.even[n], drift, share);
            levelB.hear (other.odd[n], other.even[n], drift, share);
            matchNow += perStep * (matchB - matchNow);
            heardB = heardB < heardGoal ? std::min (heardGoal, heardB + perStep) : std::max (heardGoal, heardB - perStep);
            if (heardB > 0.0)
            {
                const double gainB = heardB * matchNow, gainA = 1.0 - heardB;
                mix.odd[n] = gainA * mix.odd[n] + gainB * other.odd[n];
                mix.even[n] = gainA * mix.even[n] + gainB * other.even[n];
            }
        }
    }

    void openBooks() noexcept
    {
        const auto open = [] (const std::array<VoiceGroup, groupCount>& strings, Books& itsBooks)
        {
            for (int g = 0; g < groupCount; ++g)
            {
                VoiceGroup::Lane energy;
                lanes::energies (strings[index (g)], energy);
                for (int lane = 0; lane < VoiceGroup::lanes; ++lane)
                    itsBooks.energy[index (g * VoiceGroup::lanes + lane)] = energy[index (lane)];
            }
        };
        open (groups, books);
        bridge.strings.openBooks();
        if (comparing)
        {
            open (shadows, shadowBooks);
            shadowBridge.strings.openBooks();
        }
    }

    /** Books a stretch of one voice. Energy must not change between stretches either, whatever the knobs did: what the
        books closed with is compared with what the next stretch opens with. */
    void book (Books& itsBooks, int v, const VoiceGroup& group, int lane, int steps) noexcept
    {
        const auto at = index (lane);
        auto& ledger = itsBooks.ledgers[index (v)];
        double before = itsBooks.energy[index (v)];
        for (int n = 0; n < steps; ++n)
        {
            const auto row = index (n);
            const double after = group.stored[row][at], work = group.work[row][at];
            const double friction = group.frictionLoss[row][at], body = group.bodyLoss[row][at];
            ledger.book (after, work, friction, body, (after - before) - ((work - friction) - body));
            before = after;
        }
        itsBooks.energy[index (v)] = before;
    }

    void probe (ProbeBuffer& probes, const VoiceGroup& group, int lane, int begin, int steps) const noexcept
    {
        const auto at = index (lane);
        for (int n = 0; n < steps && probes.count < probes.capacity; ++n)
        {
            const auto row = index (n);
            auto& frame = probes.frames[probes.count++];
            frame.time = static_cast<double> (streamTime) / sampleRate + (begin + n) * timeStep();
            frame.bowVelocity = group.bowVelocity[row][at];
            frame.normalForce = std::max (0.0, group.normalForce[row][at]);
            frame.relativeVelocity = group.relativeVelocity[row][at];
            frame.frictionForce = group.force[row][at];
            frame.bristleElongation = group.elongation[row][at];
            frame.surfaceVelocity = frame.bowVelocity - frame.relativeVelocity;
            frame.lawState = group.regime[row][at];
            frame.lawMode = group.mode[row][at];
            frame.storedEnergy = group.stored[row][at];
            frame.workIn = group.work[row][at];
            frame.frictionLoss = group.frictionLoss[row][at];
            frame.bodyLoss = group.bodyLoss[row][at];
            frame.residual = group.residual[row][at];
            frame.bridgeForce = group.odd[row][at] + group.even[row][at];
        }
    }

    void publishMeters() noexcept
    {
        sinceMeters = 0;
        total = comparing && slotB() ? shadowBooks.total (shadowBridge) : books.total (bridge);
        meters.ledgerOn = ledgerOn();
        meters.storedEnergy = total.storedEnergy;
        meters.workIn = total.workIn;
        meters.frictionLoss = total.frictionLoss;
        meters.bodyLoss = total.bodyLoss;
        meters.relativeResidual = total.relativeResidual();
        meters.generatorSteps = total.generatorSteps;
        meters.energyCreated = total.created;
        meterMailbox.publish (meters);
        meters.peakLeft = meters.peakRight = 0.0;
        meters.guardGain = 1.0;
        meters.partials = 0;
    }

    /** The one safety net: nothing that is not a number leaves. It silences, counts, and tests demand a count of 0. */
    void checkFinite (double* left, double* right, int samples) noexcept
    {
        double sum = 0.0;
        for (int n = 0; n < samples; ++n)
            sum += left[n] * 0.0 + right[n] * 0.0; // 0 unless something is infinite or NaN
        if (sum == 0.0)
            return;
        ++meters.nonFiniteBlocks;
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
    engine->meters.nonFiniteBlocks = 0;
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
    return engine->target;
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
    const auto& patch = engine->target;
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
    engine->total = engine->books.total (engine->bridge);
    return engine->total;
}

const EnergyLedger& Synth::ledgerOfSlotB() const noexcept
{
    engine->shadowTotal = engine->shadowBooks.total (engine->shadowBridge);
    return engine->shadowTotal;
}

bool Synth::collectMeters (MeterFrame& frame) noexcept
{
    return engine->meterMailbox.collect (frame);
}

const char* Synth::instructionSet() noexcept
{
    return lanes::instructionSet();
}
} // namespace kolophon
