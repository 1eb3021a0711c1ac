// SPDX-License-Identifier: GPL-3.0-or-later
#include "BowHand.h"
#include "../Parameters/PatchChoices.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double middleVelocity = 80.0 / 127.0;
constexpr double slowerAtBridge = 0.7; // part of the level that a player keeps as the bow sways: the string has v/beta
constexpr double crossingTime = 0.012; // [s] in which a bow that comes over takes a string along
constexpr double slowness = 8.0;       // of a living hand's rise, over that by Bite
constexpr double longestUsualRise = 0.5;              // [s]
constexpr double resting = 0.3;                       // share of a living hand's force before the bow moves
constexpr double lightest = 0.3;                      // of the force, at the start of a quick note
constexpr double periodsToPress = 24.0;               // in the time between strokes, which need no lighter start
constexpr double hairOctaves = 2.5;                   // by which the tilt differs from stroke to stroke at most
constexpr double riseOctaves = 1.6;                   // rms of it, at full strength
constexpr double slowerSoft = 1.6, quickerHard = 4.5; // octaves by which it is slower, or quicker, per full velocity
constexpr double riseOfInterval = 0.3;                // its longest, over the time since the stroke before
constexpr double shortestRise = 0.012;                // [s]
constexpr double riseInPeriods = 1.0;                 // in addition
constexpr double riseInPassage = 0.1;                 // its longest in a quick one, over the time between strokes
constexpr double shortestInPassage = 0.005;           // [s]
constexpr double usualTurn = 0.02;                    // [s] in which a bow turns round on a string that still rings

/** Full force [N] of the body's kind, for a bow that moves at `speed` [m/s]; of two bodies, that of the one that moves
    under less. */
double fullForce (const VoicePlan& plan, const BodyLane& lane, double speed, double grip) noexcept
{
    const double first = lane.ofBody ([&] (const BodyKind& kind, const ModeTable* table)
                                      { return kind.fullForce (plan.body, table, speed, grip); });
    if (! lane.second().exists())
        return first;
    const auto& kind = lane.secondKind();
    return std::min (first, kind.fullForce (secondRequest (plan.body, kind.model()), lane.second().table, speed, grip));
}

/** Normal force [N] that holds the body as far aside as a bow takes it in a period: twice the restoring force there,
    over static friction. A string pulls back with 2 Z_0 v/(beta (1 - beta)), a table's first mode with about
    w_1 m_1 v: the terms of full force. */
double holdingForce (const VoicePlan& plan, const BodyLane& lane, double speed) noexcept
{
    if (isDrawn (choiceOf<&Patch::handArticulation> (plan.patch)))
        return 0.0;
    const double perFull = lane.isString() ? 1.0 / (1.0 - plan.body.position) : 1.0 / 0.13;
    return 2.0 * fullForce (plan, lane, speed, 1.0) * perFull / plan.patch.contact.muStatic;
}

/** Factor of the force during the attack of a slow body; the hand presses `pressed` times full force. Each throw of a
    bow that bounces is an attack. */
double onsetFactor (const VoicePlan& plan, const BodyLane& lane, double speed, double pressed) noexcept
{
    const double strength = 0.01 * plan.patch.voiceGuidePercent;
    const auto rubbed = lane.rubbed (plan.patch);
    const auto articulation = choiceOf<&Patch::handArticulation> (plan.patch);
    if (strength == 0.0 || ! guide::startsHarder (rubbed))
        return 1.0;
    const bool isThrown = BouncingBow::kindOf (articulation) != BouncingBow::Kind::none;
    return guide::onset (isThrown ? 0.0 : lane.contactSpeed(), speed, pressed, rubbed, strength);
}
} // namespace

/** Factor of the speed of a bow that may not run away from its body, whose amplitude is followed over some periods. */
double BowHand::paceOf (const VoicePlan& plan, const BodyLane& lane, double speed) noexcept
{
    constexpr double shortest = 0.005, periods = 3.0; // [s]
    const double strength = 0.01 * plan.patch.voiceGuidePercent;
    const auto rubbed = lane.rubbed (plan.patch);
    if (strength == 0.0 || ! guide::keepsPace (rubbed))
        return 1.0;
    const double fraction = std::min (1.0, plan.seconds / std::max (shortest, periods / plan.body.pitch));
    surfaceSquare += fraction * (2.0 * lane.contactVelocitySquare() - surfaceSquare);
    return guide::pace (std::sqrt (surfaceSquare), speed, rubbed, strength);
}

void BowHand::start (const Patch& patch, Noise noise, const NotePrompt& prompt) noexcept
{
    const double strength = 0.01 * patch.voiceHumanisePercent * (0.01 * patch.humanStrokesPercent);
    ofStroke.speed = 1.0 + 0.15 * strength * noise.nextBipolar();
    ofStroke.bite = portable::exp2 (strength * noise.nextBipolar());
    ofStroke.position = portable::exp2 (0.2 * strength * noise.nextBipolar());
    ofStroke.pressurePercent = 10.0 * strength * noise.nextBipolar();
    ofStroke.cents = 4.0 * strength * noise.nextBipolar();
    human.begin (noise);
    Noise more (noise.nextBits() ^ 0x5851f42d4c957f2du); // independent of what the hand draws
    const double first = more.nextBipolar(), second = more.nextBipolar();
    const double deviation = first + second + more.nextBipolar(); // variance 1
    const double over = prompt.velocity - middleVelocity;
    const double living = std::min (1.0, 2.0 * strength);
    ofStroke.hair = portable::exp2 (hairOctaves * strength * more.nextBipolar());
    age = 0.0;
    const double harder = (over > 0.0 ? quickerHard : slowerSoft) * over;
    ofStroke.rise = living == 0.0 ? 0.0 : portable::exp2 (riseOctaves * strength * deviation - living * harder);
    ofStroke.living = living;
    ofStroke.interval = prompt.interval;
}

bool BowHand::belongsToPassage() const noexcept
{
    return isLiving() && ofStroke.interval < NotePrompt::quickPassage;
}

bool BowHand::staysOnString (double lasted) const noexcept
{
    return belongsToPassage() && lasted < NotePrompt::quickPassage;
}

/** Factor of the force of a note at `pitch` [Hz] in a quick passage. A low string has few periods in which to find its
    motion: under a bow that is at full speed almost at once it finds it sooner if the bow presses less (Guettler 2002).
    A note that lasts longer than those before is pressed as usual again. */
double BowHand::lightness (double pitch) const noexcept
{
    if (! belongsToPassage())
        return 1.0;
    const double start = std::clamp (ofStroke.interval * pitch / periodsToPress, lightest, 1.0);
    return 1.0 - (1.0 - start) * std::clamp (2.0 - age / ofStroke.interval, 0.0, 1.0);
}

/** True if the bow swells as a player's does, on a string, in the articulation of the bow. */
bool BowHand::isSwelling (const VoicePlan& plan, const BodyLane& lane) const noexcept
{
    return ofStroke.rise > 0.0 && lane.isString() && isDrawn (choiceOf<&Patch::handArticulation> (plan.patch));
}

/** Accelerations [m/s^2] of a living hand until it reaches full `speed` [m/s] for the first time, in a rise of its own,
    shorter in a quick passage: at first, and from a part of the speed on. */
BowHand::Swell BowHand::swell (const VoicePlan& plan, const Phrase& phrase, double speed, double bite) const noexcept
{
    const double pitch = plan.body.pitch;
    if (phrase.comesOver())
        return { 1.0, speed / crossingTime, speed / crossingTime };
    const double byBite = speed / bite,
                 usual = byBite + ofStroke.living *
                                      std::max (0.0, guide::notAbove (slowness * byBite, longestUsualRise) - byBite);
    const double rise = std::min (usual * ofStroke.rise * phrase.later(), riseOfInterval * ofStroke.interval);
    const double part = phrase.atOnce (pitch);
    const double atFirst = rise / phrase.haste (0.0, pitch), later = rise / phrase.haste (1.0, pitch);
    // A bow that lands in the midst of a quick passage has as little time as one that turns round.
    if (belongsToPassage())
    {
        const auto quick = [&] (double usually)
        { return speed / std::max (std::min (usually, riseInPassage * ofStroke.interval), shortestInPassage); };
        return { part, quick (atFirst), quick (later) };
    }
    const double slowest = shortestRise + riseInPeriods / pitch;
    return { part, speed / std::max (atFirst, part > 0.0 ? shortestInPassage : slowest),
             speed / std::max (later, slowest) };
}

/** Normal force [N] of the hand. The percent of Pressure spans the decade below `full` force. */
double BowHand::pressForce (const VoicePlan& plan, const BodyLane& lane, const SmoothedControllers& controllers,
                            double full) noexcept
{
    const auto& patch = plan.patch;
    const double touched = isPlayer (patch) ? 0.0 : 60.0 * controllers.pressure(); // Player: in the dynamics already
    const double percent = patch.handPressurePercent + ofStroke.pressurePercent + touched;
    const bool isAbsolute = choiceOf<&Patch::handForceMode> (patch) != ForceMode::relative;
    const double asked = isAbsolute ? patch.handForce * controllers.effort() : full * forceRatio (0.01 * percent - 1.0);
    return guide::force (asked * human.now().force, full, lane.rubbed (patch), 0.01 * patch.voiceGuidePercent);
}

/** Contact time [s] of a felt that strikes so much louder [dB]. Felt stiffens as it is pressed, F = K x^p with p = 2.5
    (Hall & Askenfelt, J. Acoust. Soc. Am. 83 (1988) 1627-1638), so that it leaves sooner, T ~ v^-((p - 1)/(p + 1)). */
double BowHand::hammerTime (const Patch& patch, double louder) noexcept
{
    constexpr double hardens = 1.5 / 3.5, maxDb = 12.0;
    const auto articulation = choiceOf<&Patch::handArticulation> (patch);
    const bool strikes = articulation == Articulation::strike || articulation == Articulation::colLegno ||
                         articulation == Articulation::struckBow;
    if (! strikes || ! isPlayer (patch) || choiceOf<&Patch::voiceGuideKind> (patch) != GuideKind::follow)
        return StrokeShape::usualHammerTime; // as older formats have it
    return StrokeShape::usualHammerTime * hammerRatio (-0.05 * hardens * std::clamp (louder, -maxDb, maxDb));
}

StrokeShape::Hand BowHand::draw (const VoicePlan& plan, const BodyLane& lane, const Drive& by) noexcept
{
    const auto& patch = plan.patch;
    const double touched = isPlayer (patch) ? 0.0 : 0.6 * by.controllers.pressure();
    const double carried = lane.isString() ? 1.0 + slowerAtBridge * (human.now().place - 1.0) : 1.0;
    const double speed = patch.handSpeed * by.strike.speedFactor() * ofStroke.speed * human.now().speed *
                         by.controllers.effort() * (1.0 + touched) * carried * by.phrase.speed();
    const double grip = std::max (0.02, patch.contact.muStatic - patch.contact.muKinetic);
    const double full = fullForce (plan, lane, speed, grip), asked = pressForce (plan, lane, by.controllers, full);
    const double bite = patch.handBite * by.strike.biteFactor() * ofStroke.bite *
                        biteRatio (0.01 * patch.handBiteTrackPercent * plan.above / 12.0);
    const bool swells = isSwelling (plan, lane);
    const double light = swells ? lightness (plan.body.pitch) : 1.0;
    const auto rising = swells ? swell (plan, by.phrase, speed, bite) : Swell { 1.0, bite, bite };
    const double jolt = plan.isSubstep ? 0.0 : human.now().change; // applied once per segment
    const double onset = onsetFactor (plan, lane, speed, full > 0.0 ? asked / full : 1.0);
    return { .speed = speed * paceOf (plan, lane, speed),
             .force = light * asked * (by.drawn.force * onset) * by.phrase.force (plan.body.pitch),
             .holding = holdingForce (plan, lane, speed),
             .pitch = plan.body.pitch,
             .rate = patch.handRate,
             .bite = rising.atFirst,
             .jolt = speed * jolt,
             .velocity = lane.bow().velocity,
             .resting = swells && ! belongsToPassage() ? std::max (resting, rising.part) : 1.0,
             .atOnce = rising.part,
             .later = rising.later,
             .ready = bite,
             .turn = by.phrase.turnTime (usualTurn),
             .turnsEased = by.phrase.isOn(),
             .hammerTime = hammerTime (patch, by.controllers.dynamics()) };
}
} // namespace kolophon
