#pragma once

#include "../Core/Noise.h"
#include "Articulation.h"
#include "BodyKind.h"
#include "Channels.h"
#include "DrawnGesture.h"
#include "Guide.h"
#include "Human.h"
#include "MixRamp.h"
#include "PartialBudget.h"
#include "Patch.h"
#include "PitchLock.h"
#include "PortableMath.h"
#include "Tuning.h"
#include "VoiceGroup.h"

#include <utility>

namespace kolophon
{
/** One player's hand on one string: turns keys, controllers and knobs into what the string's lane needs. It decides;
    the lane of its VoiceGroup vibrates. Everything moves on the control grid, in straight lines. [audio] */
class Voice
{
public:
    enum class Phase {
        asleep,  // string at rest, lane free
        bowing,  // key down, or held by the pedal
        lifting, // key up, bow on its way off
        ringing  // bow off, string sounds by itself
    };

    /** Ties the voice to its lane, once. `itsShadow` is the string that slot B rubs. */
    void bind (VoiceGroup& itsGroup, VoiceGroup& itsShadow, int itsLane) noexcept
    {
        group = &itsGroup;
        shadow = &itsShadow;
        lane = itsLane;
    }

    /** Starts a stroke. `direction` is +1 (down) or -1 (up). A string that still rings is bowed as it moves. It glides
        from the note `from` [semitones], or begins on its own where that is negative. */
    void start (const PerformanceEvent& noteOn, const Patch& patch, const Channels& channels, double direction,
                Noise variation, double from = -1.0) noexcept;

    /** The same stroke goes on with another key. */
    void slur (int newChannel, int newKey, const Patch& patch, const Channels& channels) noexcept;

    /** The key that is played has another note [semitones] from here on: a short slide, or the rest of one. */
    void retune (double note) noexcept;

    /** The note that the last slide began at [semitones]. */
    double cameFrom () const noexcept { return fromNote; }

    /** Key up: the bow leaves as the patch says. */
    void lift () noexcept
    {
        phase = phase == Phase::bowing ? Phase::lifting : phase;
        liftAge = 0.0;
    }

    struct Remainder
    {
        double main = 0.0, shadow = 0.0; // [J]
    };
    /** String at rest, lane free. Returns the energy that was left in the string and in its shadow. */
    Remainder sleep () noexcept;

    /** Counts of what was done. While they stay, and nothing of the voice is on its way anywhere, the next plan is the
        last one, and is not made again. */
    struct Doings
    {
        std::uint64_t all = 0;         // to patch, channels and keys; 0: a plan is always made
        std::uint64_t patchNumber = 0; // stays while the patch does
        bool operator== (const Doings&) const = default;
    };
    /** Up to the next point of the control grid. */
    struct Segment
    {
        static constexpr int partsOfHand = 2; // of the interval of the control grid, see isQuick()

        double seconds;
        int steps;       // internal samples
        double timeStep; // [s] of one
        Doings doings {};
        bool isModulated = false; // something moves knobs by itself
        Human::Moves hands {};    // living ones
        int stepsOfHand = 0;      // internal samples in which a hand that is quick gets to its next place; 0: all
    };
    /** Whether the stretch needs no plan: nothing of the voice moves, or the bow of a living hand is on its way. */
    bool goesOn (const Segment& segment) noexcept;

    /** Plans the lane's next stretch; ask goesOn() first. */
    void plan (const Patch& patch, const Channels& channels, const PlayedGesture& gesture,
               const PartialAllowance& allowance, const Segment& segment) noexcept;

    /** What a block had to give up [J] because plan() turned it into a body of modes, or the other way round. Once. */
    Remainder takeRemainder () noexcept { return std::exchange (remainder, {}); }

    /** Gives the shadow the same string and the same hand, and slot B's contact. Call it after plan(). */
    void planShadow () noexcept;

    /** Looks at the stored energy now and then; true when the string has rung out (-120 dB of the note's peak). */
    bool hasRungOut (double storedEnergy) noexcept;

    void setKeyPressure (double pressure) noexcept { keyPressure = pressure; }

    /** Pressure on its key, and its channel's CC74 when the stroke began, 0 … 1. */
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

    /** Pressure on its key or its channel, whichever is more, 0 … 1: above voice.press_floor, by voice.press_curve. */
    double pressed (const Patch& patch, const Channels& channels) const noexcept;
    /** CC74 from where the stroke began, or from the middle, -1 … 1. */
    double slid (const Patch& patch, const Channels& channels) const noexcept
    {
        const bool isAbsolute = static_cast<int> (patch.voiceSlide) == static_cast<int> (Slide::absolute);
        return channels.timbre (channel) - (isAbsolute ? 0.5 : timbreAtStart);
    }
    /** Where the finger is [semitones], as MIDI counts keys, without bend. */
    double note () const noexcept { return baseNote(); }

    /** Whether the stroke has its partials, and how many they are, transverse and torsional ones. */
    bool hasPartials () const noexcept { return isAwake() && ! slotsDirty; }
    int partials () const noexcept;

    bool isAwake () const noexcept { return phase != Phase::asleep; }
    bool isHeld () const noexcept { return phase == Phase::bowing; }
    int bodyType () const noexcept { return body; }
    /** Where the drawn gesture that moves its hand is, 0 … 1; -1 where none does. */
    double gesturePlace () const noexcept { return gestureAt; }
    /** The group that it rides in, in lane number % VoiceGroup::lanes. */
    const VoiceGroup& rubs () const noexcept { return *group; }
    bool plays (int itsChannel, int itsKey) const noexcept
    {
        return isAwake() && channel == itsChannel && key == itsKey;
    }

    /** The modes of the custom body for strokes to come; null: those it has without a file. */
    const ModeTable* customModes = nullptr;

    /** What keys play, for strokes to come. */
    const Tuning* tuning = &equalTuning;

    Phase phase = Phase::asleep;
    int channel = 0, key = 60; // of its stroke, as MIDI counts them from 0
    bool keyDown = false;
    bool caught = false;                   // by the sostenuto pedal: goes on when the key goes up
    bool stopped = false;                  // a finger is on the string, and damps what rings
    double sinceKey = 0.0;                 // [s] of the key that is played, to the last point of the control grid
    double releaseVelocity = 64.0 / 127.0; // with which the key went up last, 0 … 1
    double lastEnergy = 0.0;               // [J] at the last look
    std::uint64_t startedAt = 0;           // order of strokes, for stealing
    std::uint64_t stroke = 0;              // its number, counted from 1 in every song

    MixRamp gain;  // [1/N] in the mix
    MixRamp stage; // where on the stage: high keys at the right, as on a keyboard
    MixRamp pan;   // -1 … 1: which ear hears less of it, the left one above 0

    /** In how many parts of the interval between two points of the control grid something moves: 1, 2, 4 or 8. */
    int parts () const noexcept { return std::max (sweepParts(), quickSteps > 0 ? Segment::partsOfHand : 1); }

    /** Where its pitch moves so fast that steps of the control grid would be heard, in how many parts it goes. Call
        moveSweep() before each but the first. */
    int sweepParts () const noexcept { return sweep.parts; }
    /** The next part of the stretch. */
    void moveSweep () noexcept;

    /** Where a hand is quick, the rest of the stretch that the last plan was made for. Returns whether there is one. */
    bool moveQuickHand (const Channels& channels, double timeStep) noexcept;

private:
    static constexpr double referenceNote = 62.0; // D4: where Weight and Stretch are given

    struct Variation
    {
        double speed = 1.0, bite = 1.0, position = 1.0; // factors
        double pressurePercent = 0.0, cents = 0.0;      // added
    };

    /** The stretch that is being planned. */
    struct Plan
    {
        const Patch& patch;
        const Channels& channels;
        double seconds;       // it lasts
        double timeStep;      // [s] of an internal sample
        int steps;            // internal samples
        double above = 0.0;   // semitones over D4, without bend
        BodyRequest body;     // what the key asks of it
        bool turns = false;   // controllers, or the place on the rim, are on their way, or partials are waited for
        bool listens = false; // the ear may still correct the finger
        bool isRest = false;  // what a quick hand does in the rest of the stretch
        double swept = 0.0;   // [semitones] that the pitch was moved since the last plan, on purpose
        double asked = 0.0;   // [Hz] before the ear makes something of it
        double gain = 0.0, stage = 0.0; // where both are going
    };

    /** What a plan is good for: as long as it stays the same. */
    struct Steadiness
    {
        Doings doings; // none: for one stretch
        int steps = 0;
        double timeStep = 0.0;
        bool operator== (const Steadiness&) const = default;
    } steady;
    bool goesOnAsItIs (const Plan& plan) const noexcept;

    /** What a stretch in which nothing but the bow moves takes over from the last whole plan. */
    struct Standing
    {
        Steadiness since;                   // none: a whole plan is due
        double above = 0.0;                 // semitones over D4, without bend
        double asked = 0.0, pitch = 0.0;    // [Hz] before and after what the ear makes of it
        double impedance = 0.0, mass = 0.0; // of the body at this key [kg/s], [kg]
        double position = 0.0;              // of the contact, 0 … 1
        double gain = 0.0, stage = 0.0;     // where both are going
        bool isHeard = false;               // by the ear
    } standing;
    bool bodyStands (const Plan& plan) const noexcept;
    bool isHeldStroke () const noexcept;
    bool isQuick () const noexcept;
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
    void updatePlayed (const Patch& asked, const Doings& doings) noexcept;
    void makePlayed (const Patch& asked) noexcept;
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

    /** What the body's kind says; while it turns into another, what both say, in between. */
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

    /** What `played` was made of, besides the patch: while it stays, so does it. */
    struct PlayedFrom
    {
        std::uint64_t patchNumber = 0; // 0: for one stretch
        double dynamics = 0.0, expression = 0.0, note = 0.0;
        bool bows = false, accented = false;
        BodyModel model = BodyModel::string;
        const ModeTable* table = nullptr;
        bool operator== (const PlayedFrom&) const = default;
    } playedFrom;
    Patch played {};           // the patch as this hand plays it
    bool playedStands = false; // since the last plan
    /** When the controllers came to rest: as long as it stays, they have nowhere to go. */
    struct Rest
    {
        Doings doings; // none: they move
        double seconds = 0.0;
        bool operator== (const Rest&) const = default;
    } controllersRest;

    double bowDirection = 1.0;                  // +1 down, -1 up
    double fromNote = 60.0, toNote = 60.0;      // [semitones], a slide in progress
    double glideAge = 0.0, glideTime = 0.0;     // [s] since it began, and that it takes
    double speedFactor = 1.0, biteFactor = 1.0; // from the key's velocity, where Response is Direct
    double strike = 0.0;                        // of the dynamic range, from the key's velocity, where it is Player
    double loudness = 1.0;                      // gain by which dynamics reach what the bow alone doesn't
    double expression = 1.0;                    // 0 … 1, smoothed; breath included
    double dynamics = 0.0;                      // [dB] over the patch as it stands
    bool isMember = false;                      // of an MPE zone, or played as though it were
    bool isLed = false;                         // one source alone makes it loud: pressure, breath or wheel
    double softness = 0.0;                      // of the soft pedal when it began, 0 … 1
    double wheel = 0.0;                         // 0 … 1, smoothed, as vibrato has it
    double volume = 1.0;                        // gain of CC7, smoothed
    double panned = 0.0;                        // CC10, -1 … 1, smoothed
    PitchLock lock;
    StrokeShape shape;
    Contact otherContact {};                       // slot B's, as it is played
    double keyPressure = 0.0, timbreAtStart = 0.5; // 0 … 1
    double bend = 0.0;                             // [semitones]; this and the next three: smoothed controllers
    double effort = 1.0, press = 0.0;              // factor of speed and force; 0 … 1
    double timbre = 0.0;                           // -1 … 1 from where the stroke began
    double vibratoPhase = 0.0;                     // [cycles]
    double strokeAge = 0.0;                        // [s]
    double liftAge = 0.0;                          // [s] since the key went up
    double peakEnergy = 0.0;                       // [J] largest of the note
    double liftVelocity = 0.0, liftForce = 0.0;    // [m/s], [N] where the bow was when the key went up
    double tapNow = 0.0;                           // BodyKind::tap() of the last plan; 0: none yet
    bool tapsGlide = false;                        // something moves the body's knobs by itself
    double duck = 1.0;                             // 0: silent, to become another kind of body
    double around = 0.0;                           // turns round the rim, 0 … 1
    GestureClock gestureClock;
    DrawnGesture::Point drawnNow { 0.0, 1.0, 1.0, 0.0 }; // of it, as the last plan had it
    double gestureAt = -1.0;                             // where the drawn gesture is, 0 … 1; -1: it moves no hand
    double drawnPlace = 0.0;                             // [octaves] over Position, by the gesture
    bool gestureEnds = false;                            // it has come to its end, and lifts the bow
    Remainder remainder;
    /** A pitch on its way through a stretch, part by part. */
    struct Sweep
    {
        int parts = 1, left = 0;            // of the stretch; still to come
        int steps = 0;                      // internal samples of one
        double ratio = 1.0, tapRatio = 1.0; // of pitch and tap, from one to the next
        double from = 0.0, to = 0.0;        // gain times tap at either end
    } sweep;
    void aimSweep () noexcept;
    double plannedPitch = 0.0; // [Hz] of the first mode, as the last plan had it; 0: none yet
    double meantNote = 0.0;    // [semitones] where keys, wheels, knobs and vibrato want the pitch, since the last plan
    double aboveReference = 0.0, weight = 1.0; // semitones over D4; Z_0 over the patch's
    Variation variation;
    Human player;
    int bowGoesOn = 0;  // points of the control grid until it is where the last plan sends it
    int quickSteps = 0; // internal samples of the stretch that a quick hand has not been sent through yet
    portable::Remembered<portable::exp> controllerDecay, landingDecay; // exponentials that seldom change
    portable::Remembered<portable::exp2> pitchRatio, impedanceRatio, positionRatio, travelRatio, biteRatio;
    portable::Remembered<portable::exp2> playedRatio, lockRatio, stoppedRatio;
    portable::Remembered<portable::exp10> forceRatio, speedRatio, placeRatio, loudnessRatio, crispRatio, keyRatio;
    VoiceGroup* group = nullptr;
    VoiceGroup* shadow = nullptr;
    int lane = 0;
    int body = 0;           // as body.type
    bool fresh = false;     // the stroke has not been planned yet
    bool heard = false;     // the ear has listened in this stretch
    bool turning = false;   // the stroke began on a string that rang, and isn't at its speed yet
    bool accented = false;  // struck so hard that it plays Accent
    bool slotsDirty = true; // the body has not got its partials yet
    bool cutShort = false;  // the budget had less than it wanted
};
} // namespace kolophon
