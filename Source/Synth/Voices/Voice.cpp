// SPDX-License-Identifier: GPL-3.0-or-later
#include "Voice.h"

#include "../Hands/Articulation.h"
#include "../Hands/Fingerboard.h"
#include "../Parameters/PatchChoices.h"

#include <cmath>
#include <optional>
#include <utility>

namespace kolophon
{
namespace
{
constexpr double pause = 0.15;      // [s] without a bow, after which a player's stroke begins afresh
constexpr double quickLift = 0.015; // [s] of a bow that rolls over to another string, or is thrown off
constexpr double stageHalf = 36.0;  // [semitones] from D4 to either end of the stage
} // namespace

//======================================================================================================================
// Keys.

void Voice::rest (bool keepsKey) noexcept
{
    const auto* const itsTuning = tuning;
    const auto* const modes = customModes();
    const auto itsBox = box;
    const int itsKey = key();
    const double itsPresence = presence;
    *this = Voice {};
    presence = itsPresence;
    tuning = itsTuning;
    setCustomModes (modes);
    box = itsBox;
    if (keepsKey)
        assignment.recall (channel(), itsKey);
}

void Voice::start (const PerformanceEvent& noteOn, const Patch& patch, const Channels& channels, double direction,
                   Noise variation, double from, const NotePrompt& prompt) noexcept
{
    const bool rings = isAwake();
    assignment.begin (noteOn.channel, noteOn.index);
    pitch.start (keyNote (channels), from, patch.voiceGlide, rings, chair.vibratoPhase);
    hand.start (patch, variation, prompt);
    if (! rings)
        phrase = Phrase {};
    phrase.start (prompt, direction, Noise (Noise (variation).nextBits() ^ 0xd1b54a32d192ed03u));
    const bool turns = ! hand.isLiving() || stroke.rungFor() < pause;
    stroke.start (direction, turns && rings && isPlayer (patch) && lane.isString());
    strike = KeyStrike (noteOn.value, channel(), patch, channels);
    controllers.start (channel(), channels);
    gesture.start();
    substepsLeft = 0;
    left = yields = false;
    yielding = {};
    if (! rings)
    {
        mustTurn = holdsPitch = false;
        held = 0;
        lane.wake();
        contact.start();
        level.start();
        sides.start();
        body.start (lane, PlayedBody::Types::of (patch));
        menus.start (patch);
        lane.placeOnSurface (37.7 * key() + hand.surfacePlace (patch)); // each key rubs a different part
    }
    pitch.startLock (patch, lane.rubbed (patch));
}

void Voice::slur (int channel, int key, const Patch& patch, const Channels& channels, const NotePrompt& prompt) noexcept
{
    assignment.slur (channel, key);
    stroke.slur();
    phrase.slur (prompt);
    pitch.slur (keyNote (channels), patch.voiceGlide, patch, lane.rubbed (patch));
}

Remainder Voice::sleep() noexcept
{
    stroke.sleep();
    assignment.release();
    level.forgetEnergy();
    substepsLeft = 0;
    yields = false;
    return body.silence (lane);
}

//======================================================================================================================
// A segment.

bool Voice::canReusePlan (const ControlSegment& segment) noexcept
{
    const auto key = PlanCache::Key::of (segment);
    const auto& patch = effective.patch();
    pitch.beginSegment();
    if (cache.isWhole (key))
    {
        advance (patch, segment.seconds);
        if (const double velocity = lane.bow().velocity; velocity != 0.0)
            contact.goRound (velocity, segment.seconds, patch.bodyRadius);
        pitch.skipMeasurement();
        return true;
    }
    if (! cache.isBodyValid (key))
        return false;
    if (! cache.isLasting() && (! cache.isOnLine() || segment.hands.arm)) // the next plan measures, at its own pitch
        return false;
    if (cache.body().isHeard && ! segment.hands.finger)
    {
        const double before = pitch.correction();
        pitch.measure (lane.heardModes (sides.harmonic()), cache.body().asked, segment.seconds, patch);
        if (cache.isLasting() && pitch.correction() != before)
        {
            cache.forgetBody();
            return false;
        }
    }
    if (! cache.isOnLine() || segment.hands.arm)
        return false;
    cache.followLine(); // a stroke that was held at the last plan still is while nothing changes
    ++held;
    advance (patch, segment.seconds);
    level.aim (cache.level (pan()), segment.steps);
    return true;
}

void Voice::plan (const Patch& patch, const Channels& channels, const PlayedGesture& played,
                  const PartialAllowance& allowance, const ControlSegment& segment) noexcept
{
    const auto [seconds, steps, timeStep, revision, hands, stepsOfHand] = segment;
    const auto key = PlanCache::Key::of (segment);
    const bool isOnLine = drawsLine (hands);
    const int points = ! isOnLine && isHeldStroke() ? hands.pointsToArm : 1;
    isOnLine ? cache.followLine() : cache.beginLine (points);
    if (! isOnLine)
    {
        const bool atEnd = hand.move (patch, points * seconds, lane.bow().velocity, hands.finger);
        if (std::exchange (mustTurn, false) || atEnd)
            stroke.changeDirection();
        if (cache.isBodyValid (key) && cache.isLasting() && ! hands.finger)
            return planBowAlone (segment, points);
    }
    const auto phaseBefore = stroke.phase();
    body.follow (lane, patch, seconds);
    menus.follow (patch, heardOfMenus (patch), seconds);
    const bool creep = controllers.follow (patch, channels, { channel(), strike, stroke.isFresh(), level.isSilent() },
                                           revision, seconds);
    effective.update (patch, revision,
                      { controllers.dynamics(), controllers.expression(), note(), stroke.isBowing(),
                        strike.isAccented(), body.goesRound (patch), box, menus.choices() },
                      lane, stroke.isFresh());
    phrase.follow (controllers.dynamics(), stroke.isFresh());
    VoicePlan plan (effective.patch(), seconds, timeStep, steps);
    plan.moves = creep;
    gesture.follow (plan.patch, stroke.isBowing(), played, seconds);
    planPitch (plan, segment);
    body.weigh (plan);
    planPlace (plan);
    planBody (plan, allowance);
    planContact (plan);
    planSides (plan);
    if (gesture.hasEnded())
        lift();
    if (! isOnLine)
        planBow (plan, stepsOfHand, points);
    planLevel (plan);
    stroke.setPlanned();
    cache.keep (key, plan, stroke.isBowing() && hearsPitch (plan.patch),
                stroke.phase() == phaseBefore ? validityOf (plan) : PlanCache::Validity::segment,
                isPlanConstant (plan));
}

/** Plans a segment of a held tone: body, contact and place stay as in the last full plan, and only speed and force of
    the bow move. The result equals that of a full plan, to the last bit, for a third of the work. */
void Voice::planBowAlone (const ControlSegment& segment, int points) noexcept
{
    auto plan = cache.planOfBody (effective.patch(), segment.seconds, segment.timeStep, segment.steps);
    plan.isCorrecting = cache.body().isHeard && pitch.isCorrecting();
    advance (plan.patch, segment.seconds);
    planBow (plan, segment.stepsOfHand, points);
    level.aim (cache.level (pan()), segment.steps);
    cache.keepBody (isPlanConstant (plan));
}

/** Parts of the sound that menus would change in a jump. The attack of a stroke covers another law. */
AbruptMenus::Heard Voice::heardOfMenus (const Patch& patch) const noexcept
{
    const bool hasSecond = lane.second().exists(), touches = ! stroke.isFresh() && ! stroke.isRinging();
    return { .contact = touches,
             .slotB = patch.compareOn >= 0.5,
             .side = ! stroke.isFresh() && choiceOf<&Patch::sideKind> (patch) == SideContact::rub,
             .pickups = lane.kind().isScaled() || hasSecond,
             .torsion = lane.isString(),
             .secondBody = hasSecond };
}

/** Advances the clocks and plans the pitch, which the pitch lock corrects: it follows the body while the bow is on the
    string. In a section a slow vibrato moves as often as the finger does: images of its steps, df T/(2 pi) of the tone
    as in PitchSweep, lie 67 dB and more below a partial of 1 kHz. A plan that is reused changes no bit. */
void Voice::planPitch (VoicePlan& plan, const ControlSegment& segment) noexcept
{
    constexpr double slow = 0.005; // [semitones] in a segment
    const auto& patch = plan.patch;
    const bool mayHold = chair.isBehind && isHeldStroke() && ! plan.moves && ! stroke.isFresh() &&
                         ! pitch.isJumping() && ! pitch.isGliding();
    const bool holds = mayHold && ! segment.hands.arm && holdsPitch;
    advance (patch, plan.seconds);
    plan.harmonic = sides.chooseHarmonic (patch, lane.isString(), key(), stroke.isFresh());
    if (holds)
    {
        plan.above = cache.body().above;
        plan.asked = cache.body().asked;
        plan.body.pitch = cache.body().pitch;
        ++held;
    }
    else
    {
        computePitch (plan);
        plan.swept /= 1 + (chair.isBehind ? held : 0); // a segment's part
        held = 0;
        const bool turns = Vibrato::isUsed (patch, controllers.wheel()) || chair.isSettling (assignment.age());
        holdsPitch = mayHold && turns && segment.hands.arm && std::abs (plan.swept) < slow;
    }
    if (! hearsPitch (patch))
        return;
    const bool isBowed = stroke.isBowing() && ! stroke.isFresh();
    if (isBowed && ! pitch.isMeasured())
        pitch.measure (lane.heardModes (sides.harmonic()), plan.asked, plan.seconds, patch);
    if (! holds)
        pitch.correct (plan, isBowed);
}

/** Writes the pitch into the plan, before its correction. */
void Voice::computePitch (VoicePlan& plan) noexcept
{
    const auto& patch = plan.patch;
    const bool jumps = stroke.isFresh() || pitch.isJumping();
    const auto& finger = hand.unsteadiness();
    pitch.plan (plan, { .noteAge = phrase.isOn() ? phrase.vibratoAge() : stroke.seconds(),
                        .bend = controllers.bend(),
                        .wheel = controllers.wheel(),
                        .strokeCents = hand.variation().cents + chair.centsAt (assignment.age()),
                        .fingerCents = finger.cents,
                        .vibratoFactor = finger.vibrato,
                        .jumps = jumps,
                        .ownVibrato = ownVibrato (patch),
                        .vibratoBend = phrase.vibratoBend() });
}

/** Plans the place of the contact, and how its settings scale with the note. */
void Voice::planPlace (VoicePlan& plan) noexcept
{
    const auto& patch = plan.patch;
    const bool onRim = body.goesRound (patch);
    const auto sway = lane.isString() ? hand.unsteadiness() : Human::Moment {};
    const double tilt = lane.isString() ? hand.variation().hair : 1.0;
    if (stroke.isFresh())
        contact.land();
    plan.body.position = contact.position (patch.handPosition * hand.variation().position * sway.place,
                                           gesture.octaves() - 2.0 * controllers.timbre(), onRim, plan.seconds);
    plan.moves = plan.moves || onRim || contact.isSliding();
    contact.setScale (plan.above, plan.body.impedance / patch.bodyImpedance, tilt * sway.hair);
}

void Voice::planBody (VoicePlan& plan, const PartialAllowance& allowance) noexcept
{
    const bool isMuted = ! stroke.isBowing() && liftOf (plan.patch) == Lift::stop;
    const bool isFingered = assignment.isStopped() && stroke.isRinging() && lane.isString();
    const bool isLeft = left && assignment.isStopped() && ! stroke.isBowing();
    body.plan (lane, plan, { isMuted, isFingered, isLeft || (stroke.isLifting() && stops (plan.patch)) });
    body.planPartials (lane, plan, allowance);
}

/** Plans law, hand and surface. */
void Voice::planContact (const VoicePlan& plan) noexcept
{
    const auto& patch = plan.patch;
    if (stroke.isFresh())
        sides.beginStroke (lane, patch);
    if (! effective.isCurrent() || stroke.isFresh() || contact.isRescaled())
    {
        lane.setContact (contact.knobs (sides.underBow (patch.contact)));
        contact.setOther (sides.underBow (patch.contactB));
    }
    body.planHand (lane, patch, stroke.isRinging());
    lane.setSurface (plan.body);
}

/** Plans what touches beside the bow. */
void Voice::planSides (VoicePlan& plan) noexcept
{
    const bool isLanding = stroke.isFresh() && level.isSilent();
    plan.moves =
        sides.plan (lane, plan, contact, { stroke.isBowing(), isLanding, stroke.direction(), stroke.isRinging() }) ||
        plan.moves;
}

/** Plans the bow over `points` control intervals, or, for a quick hand, over the first `stepsOfHand` internal samples
    of the segment. */
void Voice::planBow (const VoicePlan& plan, int stepsOfHand, int points) noexcept
{
    const bool isQuick = stepsOfHand > 0 && stroke.needsSubsteps (choiceOf<&Patch::handArticulation> (plan.patch));
    substepsLeft = isQuick ? plan.steps - stepsOfHand : 0;
    moveBow (plan, substepsLeft > 0 ? stepsOfHand : points * plan.steps);
}

/** Moves the bow over `steps` internal samples. */
void Voice::moveBow (const VoicePlan& plan, int steps) noexcept
{
    const auto& patch = plan.patch;
    const double seconds = steps * plan.timeStep;
    auto now = lane.bow();
    BowMotion next;
    if (stroke.isBowing() || (stroke.isLifting() && sides.isThrowing()))
    {
        const auto& drawn = gesture.point();
        std::optional<double> gestureSpeed;
        if (GesturePlayback::drives (patch))
            gestureSpeed = drawn.speed;
        const auto wanted = hand.draw (plan, lane, { controllers, strike, drawn, phrase });
        next = sides.bounces()
                   ? sides.bounce (lane, patch, wanted, stroke.direction(), seconds)
                   : stroke.draw (now, wanted, choiceOf<&Patch::handArticulation> (patch), seconds, gestureSpeed);
    }
    else if (stroke.isLifting())
    {
        const double byHand = strike.liftTime (patch, assignment.releaseVelocity());
        const bool rollsOver = left || phrase.springs (stroke.lasted());
        next =
            stops (patch)
                ? stroke.release (now, Lift::soft, phrase.stopTime (byHand), seconds, phrase.restTime (stroke.lasted()))
                : stroke.release (now, liftOf (patch), rollsOver ? std::min (byHand, quickLift) : byHand, seconds);
    }
    else
        now.force = 0.0;
    if (sides.isKeptOff())
        now.force = next.force = 0.0;
    lane.moveBow (now, next, steps);
    contact.goRound (0.5 * (now.velocity + next.velocity), seconds, patch.bodyRadius);
}

/** Plans gain and place in the mix; and the parts in which a pitch is crossed that moves fast. */
void Voice::planLevel (VoicePlan& plan) noexcept
{
    const double amplitude = level.amplitude();
    const bool hadTap = level.tap() > 0.0;
    if (yields)
        yielding.out (plan.seconds);
    plan.gain = effective.loudness() * body.gain() * menus.gain() * controllers.volume() * chair.gain * presence *
                yielding.gain() * lane.ofBody ([&] (const BodyKind& kind, auto) { return kind.gain (plan.body); });
    plan.stage = std::clamp (-plan.above / stageHalf, -1.0, 1.0);
    const VoiceLevel::Target target { plan.gain, plan.stage, pan() };
    if (level.isSilent() && body.gain() * menus.gain() == 1.0 && (stroke.isFresh() || controllers.volume() == 1.0))
        level.jump (target);
    const auto tapOf = [this] (const BodyRequest& request)
    { return lane.ofBody ([&request] (const BodyKind& kind, auto) { return kind.tap (request); }); };
    level.setTap (tapOf (plan.onString()));
    level.aim (target, plan.steps);

    const double fundamental = lane.group().string.fundamental[lane.laneIndex()];
    if (! sweep.divide ({ fundamental, plan.swept, plan.seconds, plan.steps }, hadTap && ! lane.isBlock()))
        return;
    auto first = plan.onString(), lower = first;
    lower.pitch /= sweep.ratio();
    first.pitch /= sweep.below();
    lane.set (lane.inputs().string.fundamental, fundamental / sweep.below());
    sweep.begin (level, amplitude, level.amplitudeAfter (plan.steps), tapOf (first),
                 tapOf (plan.onString()) / tapOf (lower));
}

void Voice::moveSweep() noexcept
{
    if (sweep.next (level))
        lane.scaleFundamental (sweep.ratio());
}

bool Voice::moveSubstep (double timeStep) noexcept
{
    const int steps = std::exchange (substepsLeft, 0);
    if (steps == 0)
        return false;
    auto plan = cache.planOfBody (effective.patch(), steps * timeStep, timeStep, steps);
    plan.isSubstep = true;
    moveBow (plan, steps);
    return true;
}

void Voice::planShadow() noexcept
{
    lane.copyToShadow();
    lane.setShadowContact (contact.otherKnobs());
}

void Voice::advance (const Patch& patch, double seconds) noexcept
{
    assignment.advance (seconds);
    stroke.advance (seconds);
    pitch.advance (patch, seconds, hand.unsteadiness().rate);
    phrase.advance (phrasing (patch), seconds);
}

/** The way in which the bow leaves, if the stroke does not come to rest first: in a quick passage a player's bow stays
    on the string until the next stroke, unless it is thrown off. */
Lift Voice::liftOf (const Patch& patch) const noexcept
{
    const bool springs = phrase.springs (stroke.lasted());
    if (! springs && hand.staysOnString (stroke.lasted()) && lane.isString())
        return Lift::stop;
    return left ? Lift::ring : choiceOf<&Patch::handLift> (patch);
}

/** True if a phrased stroke comes to rest before its bow leaves. */
bool Voice::stops (const Patch& patch) const noexcept
{
    return choiceOf<&Patch::handLift> (patch) == Lift::ring && ! left && phrase.stops (stroke.lasted());
}

/** Amount by which the line is shaped, 0 … 1: on strings whose bow is drawn by keys. */
double Voice::phrasing (const Patch& patch) const noexcept
{
    return lane.isString() && choiceOf<&Patch::handArticulation> (patch) == Articulation::bow &&
                   choiceOf<&Patch::handDrive> (patch) == Drive::keys
               ? 0.01 * patch.voicePhrasingPercent
               : 0.0;
}

/** Part of the patch's vibrato that this note has: none on an open string, which no finger rolls on. */
double Voice::ownVibrato (const Patch& patch) const noexcept
{
    const bool isOpen = phrase.isOn() && ! assignment.isStopped() && Fingerboard::of (patch) != nullptr &&
                        choiceOf<&Patch::voiceMode> (patch) == VoiceMode::strings;
    return isOpen ? 0.0 : phrase.vibrato();
}
} // namespace kolophon
