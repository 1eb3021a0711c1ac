#include "../Core/Units.h"
#include "Voice.h"

#include <cmath>

/** Plans that need not be made, or not whole. Most stretches of a held tone differ from the one before in the bow's
    speed and force alone, and some in nothing. */
namespace kolophon
{
/** The stretch of a held tone: body, contact and place are as the last whole plan left them, and only speed and force
    of the bow move. What it plans is what a whole plan would, to the last bit, for a third of the work. False, and
    nothing planned, when the ear has just corrected the finger. */
bool Voice::movesBowAlone (const Channels& channels, const Segment& segment) noexcept
{
    Plan plan { played,
                channels,
                segment.seconds,
                segment.timeStep,
                segment.steps,
                standing.above,
                { played, standing.pitch, standing.impedance, standing.mass, standing.position, segment.timeStep } };
    if (phase == Phase::bowing && isHeard (played))
    {
        const double before = lock.cents();
        lock.follow (heardModes(), standing.asked, segment.seconds, 0.01 * played.voicePitchLockPercent);
        heard = true;
        if (lock.cents() != before)
            return false;
        plan.listens = ! lock.isSettled();
    }
    moveOn (played, segment.seconds, 0.0);
    planBow (plan, { 0.0, 1.0, 1.0, 0.0 });
    aimGain (standing.gain, standing.stage, segment.steps);
    steady = goesOnAsItIs (plan) ? standing.since : Steadiness {};
    return true;
}

/** Whether all but speed and force of the bow stays where this plan puts it, until somebody does something. */
bool Voice::bodyStands (const Plan& plan) const noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    const double vibrato = plan.patch.voiceVibratoCents + wheel * plan.patch.voiceVibratoWheelCents;
    return ! plan.turns && (phase == Phase::bowing || phase == Phase::ringing) && vibrato == 0.0 &&
           glideAge >= glideTime && playedFrom.note == baseNote() && sweep.parts == 1 && group->arrived[at] == 1.0 &&
           duck == 1.0 && body == static_cast<int> (plan.patch.bodyType) &&
           static_cast<Drive> (static_cast<int> (plan.patch.handDrive)) != Drive::gesture;
}

/** Whether planning again would plan the same, to the last bit. What still creeps by less than a rounding stands. */
bool Voice::goesOnAsItIs (const Plan& plan) const noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    const auto stands = [] (double value, double step) { return value + step == value; };
    const auto& bow = group->bow;
    return ! Human::moves (plan.patch) && ! plan.changed && ! plan.listens && bodyStands (plan) &&
           (plan.patch.handArticulation == 0.0 || phase == Phase::ringing) &&
           stands (bow.velocity[at], bow.velocityStep[at]) && stands (bow.normalForce[at], bow.normalForceStep[at]) &&
           stands (gain.now, gain.step) && stands (stage.now, stage.step) && stands (pan.now, pan.step);
}

/** What goes on by itself. */
void Voice::moveOn (const Patch& patch, double seconds, double meanVelocity) noexcept
{
    glideAge += seconds;
    strokeAge += seconds;
    sinceKey += seconds;
    vibratoPhase += seconds * patch.voiceVibratoRate;
    vibratoPhase -= std::floor (vibratoPhase);
    around += meanVelocity * seconds / (2.0 * pi * patch.bodyRadius);
    around -= std::floor (around);
}
} // namespace kolophon
