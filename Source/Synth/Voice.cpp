#include "Voice.h"

#include "../Core/Units.h"
#include "BodyTable.h"
#include "ContactPlan.h"
#include "PortableMath.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double referenceNote = 62.0;       // D4: where Weight and Stretch are given
constexpr double referencePitch = 293.6647679174076; // [Hz] of D4
constexpr double controllerTime = 0.005;     // [s] smoothing of controllers
constexpr double landingTime = 0.004;        // [s] in which the bow's force follows its target
constexpr double shortestSlide = 0.004;      // [s] a stolen string slides to its new pitch, it does not jump
constexpr double dampedDecay = 0.12;         // [s] T60 under a bow that stops on the string
constexpr double bodyTime = 0.02;            // [s] in which a body turns into another
constexpr double duckTime = 0.005;           // [s] in which it falls silent, where it cannot
constexpr double limpDamping = 0.9;          // of a hand that has left

double approach (double now, double target, double most) noexcept
{
    return now < target ? std::min (now + most, target) : std::max (now - most, target);
}

} // namespace

double Voice::baseNote() const noexcept
{
    const double way = glideTime > 0.0 ? std::min (1.0, glideAge / glideTime) : 1.0;
    return fromNote + (toNote - fromNote) * way;
}

const ModeTable* Voice::modes (int bodyType) const noexcept
{
    return bodyType == customBody() && customModes != nullptr ? customModes : modesOf (bodyType);
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
        group->met.path[static_cast<std::size_t> (lane)] = shadow->met.path[static_cast<std::size_t> (lane)]
            = path - SurfaceProfile::period * std::floor (path / SurfaceProfile::period);
    }
}

/** The lane, at rest, becomes another body. */
void Voice::takeBody (int type) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    body = type;
    slotsDirty = true;
    group->kind[at] = type == static_cast<int> (Body::block) ? 1.0 : 0.0;
    group->table[at] = modes (type);
}

/** Another body was chosen while this one sounds. Modes turn into modes, each keeping its energy; a block has none, and
    falls silent first. Returns true when the coefficients move. */
bool Voice::followBody (const Patch& patch, double seconds) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    const int wanted = static_cast<int> (patch.bodyType), block = static_cast<int> (Body::block);
    double& arrived = group->arrived[at];
    if (arrived < 1.0)
    {
        arrived = std::min (1.0, arrived + seconds / bodyTime);
        return true;
    }
    if (wanted == body)
    {
        duck = std::min (1.0, duck + seconds / duckTime);
        return false;
    }
    if (wanted != block && body != block)
    {
        group->before[at] = group->table[at];
        group->table[at] = modes (wanted);
        arrived = 0.0;
        body = wanted;
        return true;
    }
    if (duck > 0.0)
    {
        duck = std::max (0.0, duck - seconds / duckTime);
        return false;
    }
    givenUp = { givenUp.main + group->silence (lane), givenUp.shadow + shadow->silence (lane) };
    takeBody (wanted);
    return true;
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

Voice::Left Voice::sleep() noexcept
{
    phase = Phase::asleep;
    keyDown = false;
    lastEnergy = 0.0;
    const auto given = takeLeft();
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

bool Voice::plan (const Patch& patch, const Channels& channels, const DrawnGesture& gesture, const Allowance& allowance,
                  double seconds, int steps, double timeStep) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    bool changed = followBody (patch, seconds);

    // The controllers, smoothed; a new stroke takes them as they stand.
    const double bendTarget = channels.bendSemitones (channel, patch.voiceBendRangeSemitones);
    const double breath = channels.breath (channel);
    const double given = channels.expression (channel) * (breath >= 0.0 ? breath : 1.0);
    const double effortTarget = given * std::sqrt (given);
    const double pressTarget = 0.01 * patch.voiceTouchPercent * std::max (keyPressure, channels.pressure (channel));
    const double timbreTarget = channels.managerOf (channel) >= 0 ? channels[channel].timbre - timbreAtStart : 0.0;
    const double share = 1.0 - controllerDecay (-seconds / controllerTime);
    const auto follow = [this, share] (double& now, double goal) { now = fresh ? goal : now + share * (goal - now); };
    follow (bend, bendTarget);
    follow (effort, effortTarget);
    follow (press, pressTarget);
    follow (timbre, timbreTarget);

    glideAge += seconds;
    vibratoPhase += seconds * patch.voiceVibratoRate;
    vibratoPhase -= std::floor (vibratoPhase);
    const double vibrato = (patch.voiceVibratoCents + channels.wheel (channel) * patch.voiceVibratoWheelCents)
                           * portable::sin (2.0 * pi * vibratoPhase);

    // The string.
    const double stopped = baseNote() + patch.bodyTuneSemitones;
    const double above = stopped - referenceNote; // [semitones]
    const double cents = patch.bodyFineCents + vibrato + variation.cents;
    const double pitch = 440.0 * pitchRatio ((stopped + bend + 0.01 * cents - 69.0) / 12.0);
    const double impedance
        = patch.bodyImpedance * impedanceRatio (-0.01 * patch.bodyImpedanceTrackPercent * above / 12.0);
    double position = std::clamp (patch.handPosition * variation.position * positionRatio (-2.0 * timbre), 0.005, 0.5);
    if (patch.bodyRound >= 0.5 && bodyTable()[static_cast<std::size_t> (body)].closedPath)
        position = position + 0.5 * around <= 0.5 ? position + 0.5 * around : position + 0.5 * around - 0.5;
    const bool muted = phase != Phase::bowing && static_cast<Lift> (static_cast<int> (patch.handLift)) == Lift::stop;

    const auto put = [at, &changed] (VoiceGroup::Lane& knob, double value)
    {
        changed = changed || knob[at] != value;
        knob[at] = value;
    };
    auto& string = group->string;
    const auto* const table = group->table[at];
    const bool isBlock = group->kind[at] > 0.5;
    const double arrived = group->arrived[at]; // what follows is said of the body before and of the one that comes
    const auto ofBoth = [this, at, table, arrived] (auto value)
    {
        const double now = value (table);
        if (arrived == 1.0)
            return now;
        const double then = value (group->before[at]);
        return then + arrived * (now - then);
    };
    // the first partial is in tune
    const double stiffer = std::sqrt (1.0 + patch.bodyInharmonicity);
    put (string.fundamental, ofBoth ([pitch, stiffer] (const ModeTable* t) { return t != nullptr ? pitch : pitch / stiffer; }));
    put (string.twist, ofBoth ([] (const ModeTable* t) { return t != nullptr ? 0.0 : 1.0; }));
    put (string.inharmonicity, patch.bodyInharmonicity);
    put (string.impedance, impedance);
    put (string.decayRate, decayRateFromT60 (patch.bodyDecay) + (muted ? decayRateFromT60 (dampedDecay) : 0.0));
    put (string.quality, patch.bodyQuality);
    put (string.position, position);
    put (string.torsionImpedance, patch.bodyTorsionImpedance);
    put (string.torsionRatio, patch.bodyTorsionRatio);
    put (string.torsionQuality, patch.bodyTorsionQuality);
    put (string.airLoss, patch.bodyAirLoss);
    put (string.bendingLoss, patch.bodyBendingLoss);

    // Partials: as many as the patch allows and the rate can hold with the pitch a few semitones lower. While the
    // string moves the number only grows, so that no energy is left behind in a mode that nobody looks at.
    const double reach = 0.49 * 1.3 / (pitch * timeStep);
    struct Count
    {
        double sounding, silent;
        int sum() const noexcept { return static_cast<int> (sounding + silent); }
    };
    const auto within = [&] (double most) -> Count
    {
        if (isBlock) // has none
            return { 0.0, 0.0 };
        const bool twists = patch.bodyTorsion >= 0.5;
        const double mostSilent = twists && table == nullptr ? std::floor (most * 3.0 / 16.0) : 0.0;
        const double below = table != nullptr ? static_cast<double> (table->count) : std::ceil (reach);
        return { std::min ({ most - mostSilent, below, static_cast<double> (VoiceGroup::maxSounding) }),
                 std::min ({ mostSilent, std::ceil (reach / patch.bodyTorsionRatio),
                             static_cast<double> (VoiceGroup::maxSilent) }) };
    };
    auto count = within (patch.bodyModes);
    const bool keepSlots = ! slotsDirty;
    if (! keepSlots)
    {
        // Of what is spare, in proportion to what it wants, against voices that may still want everything.
        const int wanted = count.sum(), others = allowance.waiting * static_cast<int> (patch.bodyModes);
        const int granted = allowance.sure + std::max (0, allowance.spare) * wanted / std::max (1, wanted + others);
        cutShort = granted < wanted;
        if (cutShort)
            count = within (granted);
    }
    else
    {
        const Count now { string.soundingCount[at], string.silentCount[at] };
        count = { std::max (count.sounding, now.sounding), std::max (count.silent, now.silent) };
        if (cutShort || count.sum() > allowance.sure + allowance.spare)
            count = now;
    }
    put (string.soundingCount, count.sounding);
    put (string.silentCount, count.silent);
    slotsDirty = false;

    const double mass = patch.bodyMass * impedance / patch.bodyImpedance;
    if (table != nullptr || arrived < 1.0)
    {
        // What the pickups hear, over the velocity: displacement falls with frequency, the far field rises.
        const double brightness = patch.bodyPickup - static_cast<double> (static_cast<int> (Pickup::velocity));
        put (group->body.mass, mass);
        put (group->body.warp, patch.bodyWarp);
        put (group->body.brightness, brightness);
    }

    // A block is shaken at the note's pitch.
    if (isBlock)
        planBlock (patch, pitch);

    aboveReference = above;
    weight = impedance / patch.bodyImpedance;
    planContact (*group, patch.contact, weight);
    changed = planHand (patch, keepSlots) || changed;
    put (group->edgeDistance, 0.005 * patch.surfaceWidthPercent);
    planSurface (patch);

    // The bow.
    const auto drive = static_cast<Drive> (static_cast<int> (patch.handDrive));
    auto drawn = DrawnGesture::Point { 0.0, 1.0, 1.0 };
    if (drive == Drive::gesture && phase == Phase::bowing)
    {
        const double way = gestureAge / patch.handGestureTime;
        const bool loops = patch.handGestureLoop >= 0.5;
        drawn = gesture.at (loops ? way - std::floor (way) : std::min (way, 1.0));
        gestureAge += seconds;
        if (! loops && way >= 1.0)
            lift();
    }
    const double speed = patch.handSpeed * speedFactor * variation.speed * effort * (1.0 + 0.6 * press);
    double force = patch.handForce * effort;
    if (static_cast<int> (patch.handForceMode) == static_cast<int> (ForceMode::relative))
    {
        // Pressure lays the percent over the decade below Schelleng's largest force, 2 Z_0 v_b/(beta (mu_s - mu_k)); for a
        // block, below four times what makes it follow the shaking hand; for a bar or a glass, below about an eighth of
        // w_1 m_1 v_b/(mu_s - mu_k), m_1 the first mode's mass where it is rubbed.
        const double grip = std::max (0.02, patch.contact.muStatic - patch.contact.muKinetic);
        const double percent = patch.handPressurePercent + variation.pressurePercent + 60.0 * press;
        const double most = ofBoth (
            [&] (const ModeTable* t)
            {
                return t != nullptr ? 0.13 * (2.0 * pi * pitch) * mass / ModeTable::at (t->felt, position) * speed / grip
                       : isBlock    ? 4.0 * patch.blockMass * (2.0 * pi * pitch * speed + gravity) / grip
                                    : 2.0 * impedance * speed / (position * grip);
            });
        force = most * forceRatio (0.01 * percent - 1.0);
    }
    force *= drawn.force;

    const double velocityNow = group->bow.velocity[at], forceNow = group->bow.normalForce[at];
    double velocityNext = velocityNow, forceNext = forceNow;
    if (phase == Phase::bowing)
    {
        const double bite = patch.handBite * biteFactor * variation.bite
                            * biteRatio (0.01 * patch.handBiteTrackPercent * above / 12.0);
        velocityNext = drive == Drive::gesture ? bowDirection * speed * drawn.speed
                                               : approach (velocityNow, bowDirection * speed, bite * seconds);
        forceNext = forceNow + (1.0 - landingDecay (-seconds / landingTime)) * (force - forceNow);
    }
    else if (phase == Phase::lifting)
    {
        if (liftAge == 0.0)
        {
            liftVelocity = velocityNow;
            liftForce = forceNow;
        }
        liftAge += seconds;
        const double left = std::max (0.0, 1.0 - liftAge / patch.handLiftTime);
        switch (static_cast<Lift> (static_cast<int> (patch.handLift)))
        {
            case Lift::ring: forceNext = liftForce * left; break;
            case Lift::soft:
                forceNext = liftForce * left;
                velocityNext = liftVelocity * left;
                break;
            case Lift::stop:
                velocityNext = approach (velocityNow, 0.0, std::abs (liftVelocity) * seconds / 0.02);
                forceNext = left > 0.0 ? liftForce : 0.0;
                break;
        }
        if (left == 0.0)
        {
            forceNext = 0.0;
            phase = Phase::ringing;
        }
    }
    else
    {
        velocityNext = forceNext = 0.0;
        group->bow.normalForce[at] = 0.0;
    }
    group->bow.velocityStep[at] = (velocityNext - velocityNow) / steps;
    group->bow.normalForceStep[at] = (forceNext - group->bow.normalForce[at]) / steps;

    around += 0.5 * (velocityNow + velocityNext) * seconds / (2.0 * pi * patch.bodyRadius);
    around -= std::floor (around);

    // A held C4 of the default instrument: -18 LUFS. A block is heard by what its hand makes of its weight.
    const double listening = duck * ofBoth (
        [&] (const ModeTable* t)
        {
            return t != nullptr ? 0.5
                   : isBlock    ? 0.07 / (patch.blockMass * 2.0 * pi * pitch * patch.handSpeed)
                                : 0.24 / impedance;
        });
    if (gain.now == 0.0 && duck == 1.0)
        gain.now = listening; // a new voice has nothing to fade
    gain.step = (listening - gain.now) / steps;
    fresh = false;
    return changed;
}

/** The law's knobs may move freely at any time: none of them touches the stored energy. */
void Voice::planContact (VoiceGroup& rubbed, const Contact& contact, double relativeWeight) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    auto& law = rubbed.law;
    const auto knobs = contactKnobs (contact, { travelRatio (travelOctaves (contact, aboveReference)), relativeWeight });
    law.muStatic[at] = knobs.muStatic;
    law.muKinetic[at] = knobs.muKinetic;
    law.inverseStribeckVelocity[at] = knobs.inverseStribeckVelocity;
    law.stiffness[at] = knobs.stiffness;
    law.stiffnessPerForce[at] = knobs.stiffnessPerForce;
    law.damping[at] = knobs.damping;
    law.viscosity[at] = knobs.viscosity;
    law.breakaway[at] = knobs.breakaway;
    law.literal[at] = knobs.literal;
    law.stribeckExponent[at] = knobs.stribeckExponent;
    law.dahlExponent[at] = knobs.dahlExponent;
    law.stickBand[at] = knobs.stickBand;
    law.stickRate[at] = knobs.stickRate;
    law.thermalVelocity[at] = knobs.thermalVelocity;
    law.thermalTime[at] = knobs.thermalTime;
    law.memoryTime[at] = knobs.memoryTime;
    law.ageingTime[at] = knobs.ageingTime;
}

/** Returns true when the hand's modes must be computed anew. */
bool Voice::planHand (const Patch& patch, bool keepSlots) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    auto& hand = group->hand;
    const auto drive = static_cast<Drive> (static_cast<int> (patch.handDrive));
    group->bow.drivenVelocity[at] = drive == Drive::audioSpeed ? 1.0 : 0.0;
    group->bow.drivenForce[at] = drive == Drive::audioForce ? 1.0 : 0.0;

    bool changed = false;
    const auto put = [at, &changed] (VoiceGroup::Lane& knob, double value)
    {
        changed = changed || knob[at] != value;
        knob[at] = value;
    };
    const auto kind = static_cast<HandKind> (group->kind[at] > 0.5 ? 0 : static_cast<int> (patch.handKind)); // a block: rigid
    const double count = kind == HandKind::rigid ? 0.0 : kind == HandKind::arm ? 1.0 : VoiceGroup::maxHand;
    put (hand.kind, static_cast<double> (static_cast<int> (kind)));
    put (hand.count, keepSlots ? std::max (count, hand.count[at]) : count); // no energy stays behind where nobody looks
    if (hand.count[at] == 0.0)
        return changed;
    put (hand.stiffness, patch.handStiffness);
    put (hand.mass, patch.handMass);
    put (hand.damping, phase == Phase::ringing ? limpDamping : patch.handDamping);
    put (hand.place, patch.handHairPlace);
    return changed;
}

void Voice::planSurface (const Patch& patch) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    auto& surface = group->surface;
    surface.texture[at] = 0.01 * patch.surfaceTexturePercent;
    surface.perGrain[at] = 1.0 / patch.surfaceGrain;
    surface.ageing[at] = 0.01 * patch.surfaceAgeingPercent;
    surface.ageingTime[at] = patch.surfaceAgeingTime;
    surface.ageingSlip[at] = patch.surfaceAgeingSlip;
}

void Voice::planBlock (const Patch& patch, double pitch) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    auto& block = group->block;
    block.mass[at] = patch.blockMass;
    // Shaken, the hand goes less far at higher notes; the stops move with it, so that every note knocks alike.
    block.gap[at] = patch.blockGap * (patch.blockShake >= 0.5 ? referencePitch / pitch : 1.0);
    block.restitution[at] = patch.blockRestitution;
    block.muStatic[at] = patch.blockMuStatic;
    block.muKinetic[at] = patch.blockMuKinetic;
    block.shakeFrequency[at] = patch.blockShake >= 0.5 ? pitch : 0.0;
    block.felt[at] = patch.blockFelt;
}

void Voice::planShadow (const Patch& patch) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    const auto copyLane = [at] (const auto& from, auto& to)
    {
        using Lane = VoiceGroup::Lane;
        static_assert (sizeof from % sizeof (Lane) == 0);
        const auto* source = reinterpret_cast<const Lane*> (&from);
        auto* target = reinterpret_cast<Lane*> (&to);
        for (std::size_t field = 0; field < sizeof from / sizeof (Lane); ++field)
            target[field][at] = source[field][at];
    };
    copyLane (group->string, shadow->string);
    copyLane (group->bow, shadow->bow);
    copyLane (group->block, shadow->block);
    copyLane (group->body, shadow->body);
    copyLane (group->hand, shadow->hand);
    copyLane (group->surface, shadow->surface);
    shadow->edgeDistance[at] = group->edgeDistance[at];
    shadow->kind[at] = group->kind[at];
    shadow->table[at] = group->table[at];
    shadow->before[at] = group->before[at];
    shadow->arrived[at] = group->arrived[at];
    planContact (*shadow, patch.contactB, weight);
}
} // namespace kolophon
