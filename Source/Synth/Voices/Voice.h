// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Noise.h"
#include "../Bank/VoiceGroup.h"
#include "../Bodies/BodyKind.h"
#include "../Control/Channels.h"
#include "../Control/DrawnGesture.h"
#include "../Control/Tuning.h"
#include "../Parameters/Patch.h"
#include "../PortableMath.h"
#include "Articulation.h"
#include "Guide.h"
#include "Human.h"
#include "MixRamp.h"
#include "PartialBudget.h"
#include "PitchLock.h"

#include <utility>

namespace kolophon
{
/** Plays one string: turns keys, controllers and knobs into the inputs of the string's lane. The voice plans once per
    control interval; the lane of its VoiceGroup computes the vibration. Inputs move in straight lines between points of
    the control grid. [audio] */
class Voice
{
public:
    enum class Phase {
        asleep,  // string at rest, lane free
        bowing,  // key down, or held by the pedal
        lifting, // key up, bow on its way off
        ringing  // bow off, string sounds by itself
    };

    /** Binds the voice to its lane, once. `itsShadow` holds the string that slot B rubs. */
    void bind (VoiceGroup& itsGroup, VoiceGroup& itsShadow, int itsLane) noexcept
    {
        group = &itsGroup;
        shadow = &itsShadow;
        lane = itsLane;
    }

    /** Starts a stroke. `direction` is +1 (down) or -1 (up). A string that still rings keeps its motion. The pitch
        glides from the note `from` [semitones]; if that is negative, the stroke begins without a glide. */
    void start (const PerformanceEvent& noteOn, const Patch& patch, const Channels& channels, double direction,
                Noise variation, double from = -1.0) noexcept;

    /** Continues the same stroke with another key. */
    void slur (int newChannel, int newKey, const Patch& patch, const Channels& channels) noexcept;

    /** Changes the note [semitones] of the played key: with a short slide, or in the rest of a slide in progress. */
    void retune (double note) noexcept;

    /** The note that the last slide began at [semitones]. */
    double cameFrom () const noexcept { return fromNote; }

    /** Key up: the bow leaves the string according to `hand.lift`. */
    void lift () noexcept
    {
        phase = phase == Phase::bowing ? Phase::lifting : phase;
        liftAge = 0.0;
    }

    struct Remainder
    {
        double main = 0.0, shadow = 0.0; // [J]
    };
    /** Silences the string and frees the lane. Returns the energy that was left in the string and in its shadow. */
    Remainder sleep () noexcept;

    /** Revision counters of the plan's inputs. While they don't change and nothing in the voice moves, the last plan
        stays valid and is not recomputed. */
    struct Revision
    {
        std::uint64_t all = 0;         // of patch, channels and keys; 0: always compute a plan
        std::uint64_t patchNumber = 0; // of the patch alone
        bool operator== (const Revision&) const = default;
    };
    /** The segment to plan: up to the next point of the control grid. */
    struct Segment
    {
        static constexpr int partsOfHand = 2; // per control interval, see isQuick()

        double seconds;
        int steps;       // internal samples
        double timeStep; // [s] of one
        Revision revision {};
        bool isModulated = false; // modulation moves knobs
        Human::Moves hands {};    // the moves of the humanised hands that are due
        int stepsOfHand = 0;      // internal samples in which a quick hand reaches its next target; 0: all
    };
    /** True if the segment needs no plan: nothing in the voice moves, or the bow of a humanised hand is still on its
        way to the target of the last plan. Advances the clocks then. */
    bool canReusePlan (const Segment& segment) noexcept;

    /** Plans the lane's next segment; call goesOn() first. */
    void plan (const Patch& patch, const Channels& channels, const PlayedGesture& gesture,
               const PartialAllowance& allowance, const Segment& segment) noexcept;

    /** Returns, once, the energy [J] that was silenced because plan() turned a block into a body of modes, or the other
        way round. */
    Remainder takeRemainder () noexcept { return std::exchange (remainder, {}); }

    /** Copies string and hand to the shadow, and gives it slot B's contact. Call it after plan(). */
    void planShadow () noexcept;

    /** Takes the stored energy [J]; true when the string has rung out (-120 dB of the note's peak). */
    bool hasRungOut (double storedEnergy) noexcept;

    void setKeyPressure (double pressure) noexcept { keyPressure = pressure; }

    /** Pressure of the key, and CC74 of its channel when the stroke began, 0 … 1. */
    struct Touched
    {
        double pressure, timbre;
    };
    Touched touched () const noexcept { return { keyPressure, timbreAtStart }; }
    void resume (Touched last) noexcept
    {
        keyPressure = last.pressure;
        timbreAtStart = last.timbre;
    }

    /** The larger of key and channel pressure, 0 … 1, above voice.press_floor and bent by voice.press_curve. */
    double pressed (const Patch& patch, const Channels& channels) const noexcept;
    /** CC74 relative to its value at the start of the stroke, or to the middle, -1 … 1. */
    double slid (const Patch& patch, const Channels& channels) const noexcept
    {
        const bool isAbsolute = static_cast<int> (patch.voiceSlide) == static_cast<int> (Slide::absolute);
        return channels.timbre (channel) - (isAbsolute ? 0.5 : timbreAtStart);
    }
    /** Current note [semitones], as MIDI counts keys, glides included, without bend. */
    double note () const noexcept { return baseNote(); }

    /** True once the stroke has been given its partials. */
    bool hasPartials () const noexcept { return isAwake() && ! slotsDirty; }
    /** Number of partials, transverse and torsional. */
    int partials () const noexcept;

    bool isAwake () const noexcept { return phase != Phase::asleep; }
    bool isHeld () const noexcept { return phase == Phase::bowing; }
    int bodyType () const noexcept { return body; }
    /** Position within the drawn gesture that moves the hand, 0 … 1; -1 without one. */
    double gesturePlace () const noexcept { return gestureAt; }
    /** The group that holds the voice's lane, number % VoiceGroup::lanes. */
    const VoiceGroup& rubs () const noexcept { return *group; }
    bool plays (int itsChannel, int itsKey) const noexcept
    {
        return isAwake() && channel == itsChannel && key == itsKey;
    }

    /** Modes of the custom body, for later strokes; null: its modes without a file. */
    const ModeTable* customModes = nullptr;

    /** Tuning of the keys, for later strokes. */
    const Tuning* tuning = &equalTuning;

    Phase phase = Phase::asleep;
    int channel = 0, key = 60; // of the stroke, as MIDI counts them from 0
    bool keyDown = false;
    bool caught = false;                   // held by the sostenuto pedal when the key goes up
    bool stopped = false;                  // a finger stops the string, and damps it after release
    double sinceKey = 0.0;                 // [s] age of the played key, at the last point of the control grid
    double releaseVelocity = 64.0 / 127.0; // of the last note-off, 0 … 1
    double lastEnergy = 0.0;               // [J] as hasRungOut() got it last
    std::uint64_t startedAt = 0;           // order of strokes, for stealing
    std::uint64_t stroke = 0;              // number of the stroke, counted from 1 in every song

    MixRamp gain;  // [1/N] in the mix
    MixRamp stage; // position on the stage: high keys at the right, as on a keyboard
    MixRamp pan;   // -1 … 1: above 0 the left channel is attenuated, below 0 the right one

    /** Number of parts of a control interval in which pitch or bow move: 1, 2, 4 or 8. */
    int parts () const noexcept { return std::max (sweepParts(), substepsLeft > 0 ? Segment::partsOfHand : 1); }

    /** Number of parts in which the pitch crosses a control interval: more than 1 if it moves so fast that steps of the
        control grid would be heard. Call moveSweep() before each part except the first. */
    int sweepParts () const noexcept { return sweep.parts; }
    /** Moves pitch and gain to the next part of the segment. */
    void moveSweep () noexcept;

    /** Plans a quick hand's bow for the rest of the segment that the last plan was made for. False if nothing of it is
        left. */
    bool moveSubstep (const Channels& channels, double timeStep) noexcept;

private:
    static constexpr double referenceNote = 62.0; // D4: the note for which Weight and Stretch are specified

    struct Variation
    {
        double speed = 1.0, bite = 1.0, position = 1.0; // factors
        double pressurePercent = 0.0, cents = 0.0;      // added
    };

    /** State of a plan while it is computed. */
    struct Plan
    {
        const Patch& patch;
        const Channels& channels;
        double seconds;                 // duration of the segment
        double timeStep;                // [s] of an internal sample
        int steps;                      // internal samples
        double above = 0.0;             // semitones over D4, without bend
        BodyRequest body;               // inputs of the body, from key and patch
        bool turns = false;             // controllers or the place on the rim move, or partials are waited for
        bool listens = false;           // the pitch lock may still correct the pitch
        bool isRest = false;            // plans a quick hand in the rest of the segment
        double swept = 0.0;             // [semitones] of intended pitch change since the last plan
        double asked = 0.0;             // [Hz] before the pitch lock's correction
        double gain = 0.0, stage = 0.0; // targets of both ramps
    };

    /** Cache key of a plan: the plan is valid while this is unchanged. */
    struct PlanKey
    {
        Revision revision; // 0: valid for one segment only
        int steps = 0;
        double timeStep = 0.0;
        bool operator== (const PlanKey&) const = default;
    } lastPlanKey;
    bool wouldPlanTheSame (const Plan& plan) const noexcept;

    /** Results of the last full plan, reused in segments in which only the bow moves. */
    struct CachedPlan
    {
        PlanKey since;                      // empty: a full plan is due
        double above = 0.0;                 // semitones over D4, without bend
        double asked = 0.0, pitch = 0.0;    // [Hz] before and after the pitch lock's correction
        double impedance = 0.0, mass = 0.0; // of the body at this key [kg/s], [kg]
        double position = 0.0;              // of the contact, 0 … 1
        double gain = 0.0, stage = 0.0;     // targets of both ramps
        bool isHeard = false;               // by the pitch lock
    } cachedPlan;
    bool bodyStands (const Plan& plan) const noexcept;
    bool isHeldStroke () const noexcept;
    bool needsSubsteps () const noexcept;
    static bool isDrawn (const Patch& patch) noexcept
    {
        return static_cast<Drive> (static_cast<int> (patch.handDrive)) == Drive::gesture;
    }
    bool drawsOn (const Human::Moves& hands) const noexcept { return bowGoesOn > 0 && ! hands.arm && isHeldStroke(); }
    void moveBowAlone (const Channels& channels, const Segment& segment, int points) noexcept;
    bool goesRound (const Patch& patch) const noexcept;
    bool isHeard (const Patch& patch) const noexcept;
    PitchLock::Modes heardModes () const noexcept;
    void aimGain (double goal, double place, int steps) noexcept;
    void moveOn (const Patch& patch, double seconds, double meanVelocity) noexcept;

    double baseNote () const noexcept;
    const BodyKind& kind () const noexcept;
    guide::Rubbed rubbed (const Patch& patch) const noexcept;
    const ModeTable* modes (int bodyType) const noexcept;
    void takeBody (int type) noexcept;
    void followBody (const Patch& patch, double seconds) noexcept;
    bool followControllers (const Patch& patch, const Channels& channels, double seconds) noexcept;
    guide::Flattening knownFlattening (const Patch& patch) noexcept;
    void followPitch (Plan& plan) noexcept;
    void takeStrike (double velocity, const Patch& patch, const Channels& channels) noexcept;
    void updateEffectivePatch (const Patch& asked, const Revision& revision) noexcept;
    void computeEffectivePatch (const Patch& asked) noexcept;
    void followPath (Patch& patch, double meant, bool isString) noexcept;
    double amplitudeOf (const Patch& patch, double speed, double place) const noexcept;
    static double louderForKey (const Patch& patch, double above) noexcept;
    bool isPlayer (const Patch& patch) const noexcept;
    static ControllerMap mapOf (const Patch& patch) noexcept;
    double liftTime (const Patch& patch) const noexcept;
    double dynamicsDb (const Patch& patch) noexcept;
    double vibratoCents (const Plan& plan) const noexcept;
    void planPitch (Plan& plan) noexcept;
    void wakeLanes () noexcept
    {
        group->wake (lane);
        shadow->wake (lane);
    }
    void setInput (VoiceLane& input, double value) noexcept;
    void planBody (const Plan& plan) noexcept;
    void planPartials (Plan& plan, const PartialAllowance& allowance) noexcept;
    void planBlock (const Patch& patch, double pitch) noexcept;
    void planHand (const Plan& plan) noexcept;
    void planSurface (const Plan& plan) noexcept;
    DrawnGesture::Point followGesture (const Plan& plan, const PlayedGesture& gesture) noexcept;
    double holdingForce (const Plan& plan, double speed) noexcept;
    double fullForce (const Plan& plan, double speed) const noexcept;
    double onsetFactor (const Plan& plan, double speed, double pressed) noexcept;
    double bowForce (const Plan& plan, double full) noexcept;
    void sendBow (const Plan& plan, int stepsOfHand, int points) noexcept;
    void planBow (const Plan& plan, int steps) noexcept;
    void planLift (const Patch& patch, double seconds, double& velocity, double& force) noexcept;
    Plan planOfStanding (const Channels& channels, double seconds, double timeStep, int steps) const noexcept;
    void planGain (Plan& plan) noexcept;
    static bool isSwept (const Plan& plan) noexcept;
    void planSweep (const Plan& plan, double gainBefore, double tapBefore) noexcept;

    /** Returns `value` of the body's kind; during a cross-fade into another body, interpolates between the two. */
    template <class Value>
    double ofBody (Value value) const noexcept
    {
        const auto at = static_cast<std::size_t> (lane);
        const double arrived = group->arrived[at];
        const auto of = [&] (const ModeTable* table)
        { return value (BodyKind::of (table, group->isBlock (at)), table); };
        const double now = of (group->table[at]);
        if (arrived == 1.0)
            return now;
        const double then = of (group->before[at]);
        return then + arrived * (now - then);
    }

    void planContact (VoiceGroup& rubbed, const Contact& contact, double relativeWeight) noexcept;

    /** Cache key of `effectivePatch`, for everything except the patch itself. */
    struct EffectivePatchKey
    {
        std::uint64_t patchNumber = 0; // 0: valid for one segment only
        double dynamics = 0.0, expression = 0.0, note = 0.0;
        bool bows = false, accented = false;
        BodyModel model = BodyModel::string;
        const ModeTable* table = nullptr;
        bool operator== (const EffectivePatchKey&) const = default;
    } effectivePatchKey;
    Patch effectivePatch {};              // the patch with dynamics and guide applied
    bool effectivePatchIsCurrent = false; // `effectivePatch` is unchanged since the last plan
    /** Revision at which the smoothed controllers reached their targets: valid while it is unchanged. */
    struct Rest
    {
        Revision revision; // 0: they move
        double seconds = 0.0;
        bool operator== (const Rest&) const = default;
    } controllersRest;

    double bowDirection = 1.0;                  // +1 down, -1 up
    double fromNote = 60.0, toNote = 60.0;      // [semitones], a slide in progress
    double glideAge = 0.0, glideTime = 0.0;     // [s] age and duration of the slide
    double speedFactor = 1.0, biteFactor = 1.0; // from the key's velocity, where Response is Direct
    double strike = 0.0;                        // fraction of the dynamic range, from velocity, if Response is Player
    double loudness = 1.0;                      // gain for the part of the dynamics that the bow alone doesn't reach
    double expression = 1.0;                    // 0 … 1, smoothed; breath included
    double dynamics = 0.0;                      // [dB] relative to the patch
    bool isMember = false;                      // of an MPE zone, or controlled as if it were
    bool isLed = false;                         // loudness comes from one source: pressure, breath or wheel
    double softness = 0.0;                      // of the soft pedal at the start of the stroke, 0 … 1
    double wheel = 0.0;                         // 0 … 1, smoothed, for vibrato
    double volume = 1.0;                        // gain of CC7, smoothed
    double panned = 0.0;                        // CC10, -1 … 1, smoothed
    PitchLock lock;
    StrokeShape shape;
    Contact otherContact {};                       // slot B's, from `effectivePatch`
    double keyPressure = 0.0, timbreAtStart = 0.5; // 0 … 1
    double bend = 0.0;                             // [semitones]; this and the next three: smoothed controllers
    double effort = 1.0, press = 0.0;              // factor of speed and force; 0 … 1
    double timbre = 0.0;                           // -1 … 1, see slid()
    double vibratoPhase = 0.0;                     // [cycles]
    double strokeAge = 0.0;                        // [s]
    double liftAge = 0.0;                          // [s] since the key went up
    double peakEnergy = 0.0;                       // [J] largest of the note
    double liftVelocity = 0.0, liftForce = 0.0;    // [m/s], [N] of the bow when the key went up
    double tapNow = 0.0;                           // BodyKind::tap() of the last plan; 0: none yet
    bool tapsGlide = false;                        // modulation may move the body's knobs
    double fadeOut = 1.0;                          // gain while the body changes its kind; 0: silent
    double around = 0.0;                           // turns round the rim, 0 … 1
    GestureClock gestureClock;
    DrawnGesture::Point drawnNow { 0.0, 1.0, 1.0, 0.0 }; // of the gesture, in the last plan
    double gestureAt = -1.0;                             // position within the drawn gesture, 0 … 1; -1: not in use
    double drawnPlace = 0.0;                             // [octaves] over Position, from the gesture
    bool gestureEnds = false;                            // the gesture has ended, and lifts the bow
    Remainder remainder;
    /** A pitch that crosses the segment in several parts. */
    struct Sweep
    {
        int parts = 1, left = 0;            // of the segment; still to come
        int steps = 0;                      // internal samples per part
        double ratio = 1.0, tapRatio = 1.0; // of pitch and tap, from one part to the next
        double from = 0.0, to = 0.0;        // gain times tap at either end
    } sweep;
    void aimSweep () noexcept;
    double plannedPitch = 0.0;                 // [Hz] of the first mode, in the last plan; 0: none yet
    double meantNote = 0.0;                    // [semitones] from keys, wheels, knobs and vibrato, in the last plan
    double aboveReference = 0.0, weight = 1.0; // semitones over D4; Z_0 over the patch's
    Variation variation;
    Human player;
    int bowGoesOn = 0;    // points of the control grid until the bow reaches the target of the last plan
    int substepsLeft = 0; // internal samples at the end of the segment that are not planned yet, for a quick hand
    portable::Remembered<portable::exp> controllerDecay, landingDecay; // exponentials that seldom change
    portable::Remembered<portable::exp2> pitchRatio, impedanceRatio, positionRatio, travelRatio, biteRatio;
    portable::Remembered<portable::exp2> playedRatio, lockRatio, stoppedRatio;
    portable::Remembered<portable::exp10> forceRatio, speedRatio, placeRatio, loudnessRatio, crispRatio, keyRatio;
    VoiceGroup* group = nullptr;
    VoiceGroup* shadow = nullptr;
    int lane = 0;
    int body = 0;           // as body.type
    bool fresh = false;     // the stroke has not been planned yet
    bool heard = false;     // goesOn() has already run the pitch lock in this segment
    bool turning = false;   // the stroke began on a ringing string, and has not reached its speed yet
    bool accented = false;  // the velocity is high enough to play Accent
    bool slotsDirty = true; // the body has not been given its partials yet
    bool cutShort = false;  // the budget had fewer partials than the body wanted
};
} // namespace kolophon
