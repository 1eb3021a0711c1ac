#include "Voice.h"

#include "../Core/Units.h"
#include "BodyTable.h"
#include "PortableMath.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double referenceNote = 62.0;   // D4: where Weight and Stretch are given
constexpr double controllerTime = 0.005; // [s] smoothing of controllers
constexpr double landingTime = 0.004;    // [s] in which the bow's force follows its target
constexpr double shortestSlide = 0.004;  // [s] a stolen string slides to its new pitch, it does not jump
constexpr double stopTime = 0.02;        // [s] in which a bow that stays on the string comes to rest

double approach (double now, double target, double most) noexcept
{
    return now < target ? std::min (now + most, target) : std::max (now - most, target);
}
} // namespace

double Voice::baseNote() const noexcept
{
    const double progress = glideTime > 0.0 ? std::min (1.0, glideAge / glideTime) : 1.0;
    return fromNote + (toNote - fromNote) * progress;
}

void Voice::start (const PerformanceEvent& noteOn, const Patch& patch, const Channels& channels, double direction,
                   Noise noise) noexcept
{
    const bool rings = isAwake();
    fromNote = rings ? baseNote() : static_cast<double> (noteOn.index);
    toNote = noteOn.index;
    glideAge = 0.0;
    glideTime = rings ? shortestSlide : 0.0;

    phase = Phase::bowing;
    keyDown = true;
    channel = noteOn.channel;
    key = noteOn.index;
    bowDirection = direction;

    // Velocity 80 of 127 is the patch as it stands; around it Bite moves by up to a decade, Speed by up to an octave.
    const double velocity = 0.01 * patch.voiceVelocityPercent * (noteOn.value - 80.0 / 127.0);
    biteFactor = portable::exp10 (velocity);
    speedFactor = portable::exp2 (velocity);

    const double human = 0.01 * patch.voiceHumanisePercent;
    variation.speed = 1.0 + 0.15 * human * noise.nextBipolar();
    variation.bite = portable::exp2 (human * noise.nextBipolar());
    variation.position = portable::exp2 (0.2 * human * noise.nextBipolar());
    variation.pressurePercent = 10.0 * human * noise.nextBipolar();
    variation.cents = 4.0 * human * noise.nextBipolar();

    keyPressure = 0.0;
    timbreAtStart = channels[channel].timbre;
    gestureAge = 0.0;
    fresh = true;
    if (! rings)
    {
        vibratoPhase = around = 0.0;
        peakEnergy = lastEnergy = 0.0;
        gain = {};
        duck = 1.0;
        takeBody (static_cast<int> (patch.bodyType));
        // every key rubs its own stretch of the surface
        const double path = 37.7 * key;
        group->surfaceState.path[static_cast<std::size_t> (lane)] =
            shadow->surfaceState.path[static_cast<std::size_t> (lane)] =
                path - SurfaceProfile::period * std::floor (path / SurfaceProfile::period);
    }
}

void Voice::slur (int newKey, const Patch& patch) noexcept
{
    fromNote = baseNote();
    toNote = newKey;
    glideAge = 0.0;
    glideTime = std::max (shortestSlide, patch.voiceGlide);
    key = newKey;
    keyDown = true;
    phase = Phase::bowing;
}

Voice::Remainder Voice::sleep() noexcept
{
    phase = Phase::asleep;
    keyDown = false;
    lastEnergy = 0.0;
    const auto given = takeRemainder();
    return { given.main + group->silence (lane), given.shadow + shadow->silence (lane) };
}

bool Voice::hasRungOut (double storedEnergy) noexcept
{
    lastEnergy = storedEnergy;
    peakEnergy = std::max (peakEnergy, storedEnergy);
    return phase == Phase::ringing && storedEnergy <= 1e-12 * peakEnergy;
}

int Voice::partials() const noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    return static_cast<int> (group->string.soundingCount[at] + group->string.silentCount[at]);
}

bool Voice::plan (const Patch& patch, const Channels& channels, const DrawnGesture& gesture,
                  const PartialAllowance& allowance, double seconds, int steps, double timeStep,
                  std::uint64_t doings) noexcept
{
    if (doings != 0 && steady == Steadiness { doings, steps, timeStep })
    {
        moveOn (patch, seconds, group->bow.velocity[static_cast<std::size_t> (lane)]);
        return false;
    }
    Plan plan { patch, channels, seconds, timeStep, steps, 0.0, { patch, 0.0, 0.0, 0.0, 0.0, timeStep } };
    plan.changed = followBody (patch, seconds);
    followControllers (plan);
    planPitch (plan);
    planBody (plan);
    planPartials (plan, allowance);
    planContact (*group, patch.contact, weight);
    planHand (plan);
    planSurface (plan);
    planBow (plan, followGesture (plan, gesture));
    planGain (plan);
    fresh = false;
    steady = goesOnAsItIs (plan) ? Steadiness { doings, steps, timeStep } : Steadiness {};
    return plan.changed;
}

/** Whether planning again would plan the same, to the last bit. What still creeps by less than a rounding stands. */
bool Voice::goesOnAsItIs (const Plan& plan) const noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    const auto stands = [] (double value, double step) { return value + step == value; };
    const auto& bow = group->bow;
    const double vibrato =
        plan.patch.voiceVibratoCents + plan.channels.wheel (channel) * plan.patch.voiceVibratoWheelCents;
    return ! plan.changed && ! plan.turns && (phase == Phase::bowing || phase == Phase::ringing) && vibrato == 0.0 &&
           glideAge >= glideTime && group->arrived[at] == 1.0 && duck == 1.0 &&
           body == static_cast<int> (plan.patch.bodyType) &&
           static_cast<Drive> (static_cast<int> (plan.patch.handDrive)) != Drive::gesture &&
           stands (bow.velocity[at], bow.velocityStep[at]) && stands (bow.normalForce[at], bow.normalForceStep[at]) &&
           stands (gain.now, gain.step);
}

/** What goes on by itself. */
void Voice::moveOn (const Patch& patch, double seconds, double meanVelocity) noexcept
{
    glideAge += seconds;
    vibratoPhase += seconds * patch.voiceVibratoRate;
    vibratoPhase -= std::floor (vibratoPhase);
    around += meanVelocity * seconds / (2.0 * pi * patch.bodyRadius);
    around -= std::floor (around);
}

/** The controllers, smoothed; a new stroke takes them as they stand. */
void Voice::followControllers (Plan& plan) noexcept
{
    const auto& channels = plan.channels;
    const double breath = channels.breath (channel);
    const double given = channels.expression (channel) * (breath >= 0.0 ? breath : 1.0);
    const double pressed = std::max (keyPressure, channels.pressure (channel));
    const double fraction = 1.0 - controllerDecay (-plan.seconds / controllerTime);
    const auto follow = [this, fraction, &plan] (double& now, double goal)
    {
        const double before = now;
        now = fresh ? goal : now + fraction * (goal - now);
        plan.turns = plan.turns || now != before;
    };
    follow (bend, channels.bendSemitones (channel, plan.patch.voiceBendRangeSemitones));
    follow (effort, given * std::sqrt (given));
    follow (press, 0.01 * plan.patch.voiceTouchPercent * pressed);
    follow (timbre, channels.managerOf (channel) >= 0 ? channels[channel].timbre - timbreAtStart : 0.0);
}

/** Where the finger and the contact are. */
void Voice::planPitch (Plan& plan) noexcept
{
    const auto& patch = plan.patch;
    moveOn (patch, plan.seconds, 0.0);
    const double vibrato = (patch.voiceVibratoCents + plan.channels.wheel (channel) * patch.voiceVibratoWheelCents) *
                           portable::sin (2.0 * pi * vibratoPhase);

    const double stopped = baseNote() + patch.bodyTuneSemitones;
    const double cents = patch.bodyFineCents + vibrato + variation.cents;
    plan.above = stopped - referenceNote;
    auto& request = plan.body;
    request.pitch = 440.0 * pitchRatio ((stopped + bend + 0.01 * cents - 69.0) / 12.0);
    request.impedance =
        patch.bodyImpedance * impedanceRatio (-0.01 * patch.bodyImpedanceTrackPercent * plan.above / 12.0);
    request.mass = patch.bodyMass * request.impedance / patch.bodyImpedance;
    request.position = std::clamp (patch.handPosition * variation.position * positionRatio (-2.0 * timbre), 0.005, 0.5);
    if (patch.bodyRound >= 0.5 && bodyTable()[static_cast<std::size_t> (body)].closedPath)
    {
        plan.turns = true;
        request.position = request.position + 0.5 * around <= 0.5 ? request.position + 0.5 * around
                                                                  : request.position + 0.5 * around - 0.5;
    }
    aboveReference = plan.above;
    weight = request.impedance / patch.bodyImpedance;
}

/** Where a drawn gesture is; as it was drawn, over speed and force. One that has ended lifts the bow. */
DrawnGesture::Point Voice::followGesture (const Plan& plan, const DrawnGesture& gesture) noexcept
{
    if (static_cast<Drive> (static_cast<int> (plan.patch.handDrive)) != Drive::gesture || phase != Phase::bowing)
        return { 0.0, 1.0, 1.0 };
    const double periods = gestureAge / plan.patch.handGestureTime;
    const bool loops = plan.patch.handGestureLoop >= 0.5;
    const auto drawn = gesture.at (loops ? periods - std::floor (periods) : std::min (periods, 1.0));
    gestureAge += plan.seconds;
    if (! loops && periods >= 1.0)
        lift();
    return drawn;
}

/** Normal force [N] under the player's hand, for a bow that moves at `speed` [m/s]. Pressure lays its percent over the
    decade below what the body's kind calls full force. */
double Voice::bowForce (const Plan& plan, double speed) noexcept
{
    const auto& patch = plan.patch;
    if (static_cast<int> (patch.handForceMode) != static_cast<int> (ForceMode::relative))
        return patch.handForce * effort;
    const double grip = std::max (0.02, patch.contact.muStatic - patch.contact.muKinetic);
    const double percent = patch.handPressurePercent + variation.pressurePercent + 60.0 * press;
    const double full = ofBody ([&] (const BodyKind& kind, const ModeTable* table)
                                { return kind.fullForce (plan.body, table, speed, grip); });
    return full * forceRatio (0.01 * percent - 1.0);
}

void Voice::planBow (const Plan& plan, const DrawnGesture::Point& drawn) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    const auto& patch = plan.patch;
    const double speed = patch.handSpeed * speedFactor * variation.speed * effort * (1.0 + 0.6 * press);
    const double force = bowForce (plan, speed) * drawn.force;

    const double velocityNow = group->bow.velocity[at], forceNow = group->bow.normalForce[at];
    double velocityNext = velocityNow, forceNext = forceNow;
    if (phase == Phase::bowing)
    {
        const double bite = patch.handBite * biteFactor * variation.bite *
                            biteRatio (0.01 * patch.handBiteTrackPercent * plan.above / 12.0);
        const bool isDrawn = static_cast<Drive> (static_cast<int> (patch.handDrive)) == Drive::gesture;
        velocityNext = isDrawn ? bowDirection * speed * drawn.speed
                               : approach (velocityNow, bowDirection * speed, bite * plan.seconds);
        forceNext = forceNow + (1.0 - landingDecay (-plan.seconds / landingTime)) * (force - forceNow);
    }
    else if (phase == Phase::lifting)
        planLift (plan, velocityNext, forceNext);
    else
    {
        velocityNext = forceNext = 0.0;
        group->bow.normalForce[at] = 0.0;
    }
    group->bow.velocityStep[at] = (velocityNext - velocityNow) / plan.steps;
    group->bow.normalForceStep[at] = (forceNext - group->bow.normalForce[at]) / plan.steps;

    around += 0.5 * (velocityNow + velocityNext) * plan.seconds / (2.0 * pi * patch.bodyRadius);
    around -= std::floor (around);
}

/** The bow leaves: `velocity` and `force` as they are become what they will be. */
void Voice::planLift (const Plan& plan, double& velocity, double& force) noexcept
{
    if (liftAge == 0.0)
    {
        liftVelocity = velocity;
        liftForce = force;
    }
    liftAge += plan.seconds;
    const double left = std::max (0.0, 1.0 - liftAge / plan.patch.handLiftTime);
    switch (static_cast<Lift> (static_cast<int> (plan.patch.handLift)))
    {
        case Lift::ring: force = liftForce * left; break;
        case Lift::soft:
            force = liftForce * left;
            velocity = liftVelocity * left;
            break;
        case Lift::stop:
            velocity = approach (velocity, 0.0, std::abs (liftVelocity) * plan.seconds / stopTime);
            force = left > 0.0 ? liftForce : 0.0;
            break;
    }
    if (left == 0.0)
    {
        force = 0.0;
        phase = Phase::ringing;
    }
}

void Voice::planGain (const Plan& plan) noexcept
{
    const double goal = duck * ofBody ([&] (const BodyKind& kind, auto) { return kind.gain (plan.body); });
    if (gain.now == 0.0 && duck == 1.0)
        gain.now = goal; // a new voice has nothing to fade
    gain.step = (goal - gain.now) / plan.steps;
}
} // namespace kolophon
