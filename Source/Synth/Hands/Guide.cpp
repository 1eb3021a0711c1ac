// SPDX-License-Identifier: GPL-3.0-or-later
// The limits of every knob but the force.
#include "Guide.h"

#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"
#include "../Bodies/LawTable.h"
#include "../Parameters/PatchChoices.h"
#include "BouncingBow.h"
#include "ContactPlan.h"

#include <algorithm>
#include <cmath>

namespace kolophon::guide
{
namespace
{
double squared (double x) noexcept
{
    return x * x;
}

bool bounces (const Patch& patch) noexcept
{
    return BouncingBow::kindOf (choiceOf<&Patch::handArticulation> (patch)) != BouncingBow::Kind::none;
}

/** Limits within which a body of this kind can be played, at one key and with one contact. */
struct Limits
{
    double minSpeed, maxSpeed;       // [m/s] of the bow
    double minPosition, maxPosition; // fraction of the contact's path
    double minOnset, maxOnset;       // [s] from rest to full speed
    double minDecay;                 // T60 [s]
    double minQuality, maxQuality;   // Q
    double maxDamping;               // sigma_1 [N s/m] of the bristles, in the unit of the knob
    double minFall, maxFall;         // Stribeck speed [m/s]
    double maxSlide;                 // mu_k/mu_s
    double minSlip, maxSlip;         // speed of the bow over the Stribeck speed
    double fallsEarlier;             // of the contact that follows, over minSlip
    double travelsPerPeriod;         // smallest number of travels in the distance of a period
    double maxMemory, maxAgeing;     // [s] time constants of friction's lag, and of its growth at rest
    double maxStickBand;             // over the speed of the bow
    double maxDahlExponent;
    double maxViscosity;      // sigma_2 [N s/m]
    double minTorsionWeight;  // Z_t/Z_0
    double maxTorsionQuality; // Q_t
    double maxAirLoss;        // [1/s] at 1 kHz
    double maxBendingLoss;    // delta
};

/** Impedance [kg/s] with which a body resists the bow: Z_0 of a string, w_1 m_1 of a table's first mode at the
    contact. */
double resistance (const Rubbed& rubbed, const Patch& patch, double semitones, double pitch) noexcept
{
    const double byKey = portable::exp2 (-0.01 * patch.bodyImpedanceTrackPercent * semitones / 12.0);
    if (rubbed.table == nullptr)
        return patch.bodyImpedance * byKey;
    return 2.0 * pi * pitch * patch.bodyMass * byKey /
           ModeTable::at (rubbed.table->contactResponse, patch.handPosition);
}

constexpr double usualOnset = 0.06, slowestOnset = 0.1; // [s]

/** Limits found with thousands of random settings (kolophon panels): Physics.md 10 has the tables. */
Limits limitsOf (const Rubbed& rubbed, const Patch& patch, double semitones, double pitch) noexcept
{
    constexpr double anything = 1e12;
    const bool isString = rubbed.model == BodyModel::string, skin = isSkin (rubbed.table);
    const auto fall = fallOf (rubbed.law);
    const bool jumps = isString && fall == Fall::jump;
    const double bar = barness (rubbed);
    // A string bears more, at the end of the knob's travel; a bar does not.
    const double viscous = ! isString ? 0.01 : jumps ? 0.005 : 0.04;
    const double moreViscous = ! rubbed.follows ? 1.0 : isString ? towards (bar, 4.0, 0.5) : 0.5;
    const double resists = resistance (rubbed, patch, semitones, pitch);
    // Nearer than so many seconds of a period the slip is too short for the corner that hair and string round.
    constexpr double shortestSlip = 45e-6, nearestPlace = 0.05;
    const double nearest = rubbed.follows ? std::min (0.1, std::max (nearestPlace, shortestSlip * pitch)) : 0.1;
    // Towards the node that ends its reach the first mode is felt less than others are.
    constexpr double ofReach = 0.7;
    const double wholeReach = rubbed.table != nullptr ? rubbed.table->reach : 0.5;
    const double reach = rubbed.follows && ! isString && ! skin && wholeReach < 0.5 ? ofReach * wholeReach : wholeReach;
    return { .minSpeed = 0.02,
             .maxSpeed = 0.35,
             .minPosition = isString ? towards (bar, jumps ? 0.17 : nearest, 0.4)
                            : skin   ? 0.15
                                     : 0.0,
             .maxPosition = isString ? towards (bar, 0.33, 0.5)
                            : skin   ? 0.45 * reach
                                     : reach,
             .minOnset = (jumps               ? 12.0 + 0.01 * pitch
                          : fall != Fall::lag ? 1.0
                          : isString          ? 10.0
                                              : 80.0) /
                         pitch,
             .maxOnset = rubbed.follows ? slowestOnset : usualOnset,
             .minDecay = (rubbed.follows && ! bounces (patch) ? 900.0 : 300.0) / pitch,
             .minQuality = jumps ? 2500.0 : 250.0,
             .maxQuality = skin ? 500.0 : anything,
             .maxDamping =
                 std::max (8.0 * patch.bodyImpedance, rubbed.follows && rubbed.table != nullptr ? 0.05 * resists : 0.0),
             .minFall = 0.06,
             .maxFall = 0.5,
             .maxSlide = rubbed.follows && ! isString ? 0.6 : 0.7,
             .minSlip = isString ? towards (bar, 6.0 * patch.handPosition, 0.3) : 0.3,
             .maxSlip = isString ? towards (bar, 1.5, 1.0) : 1.0,
             .fallsEarlier = rubbed.follows ? 2.0 : 0.5,
             .travelsPerPeriod = ! isString                 ? 4.0
                                 : fall == Fall::none       ? 20.0
                                 : readsTravel (rubbed.law) ? 7.0
                                                            : 0.0,
             .maxMemory = 0.01 / pitch,
             .maxAgeing = 0.05 / pitch,
             .maxStickBand = 0.05,
             .maxDahlExponent = 1.5,
             .maxViscosity = moreViscous * viscous * resists,
             .minTorsionWeight = 1.5,
             .maxTorsionQuality = 60.0,
             .maxAirLoss = (rubbed.follows ? 0.02 : 0.005) * std::sqrt (1000.0 * pitch),
             .maxBendingLoss =
                 isString ? 0.004 * (1.0 + rubbed.stiffness) / std::max (rubbed.stiffness, 1e-9) : anything };
}

/** Least of Warp, below which the second mode lies so near to the first that it sounds instead. */
double leastWarp (const ModeTable* table) noexcept
{
    return isSkin (table) ? 0.9 : 0.8;
}
} // namespace

namespace
{
/** Applies limits, which are relaxed in proportion as `strength` falls. One that holds is reached at once and not
    passed. One that folds leaves what lies within `knee` times it alone, and divides the rest of the way to it, in
    equal ratios, among what lies between there and the `farthest` value of the knob: so none of its travel is
    dead. */
struct Elbow
{
    double strength;
    bool folds;
    double knee = 0.4; // a string's motion breaks sooner than that of a table of modes
    double bend = 1.0;

    void raise (double& value, double limit, double farthest) const noexcept
    {
        if (folds)
            value = 1.0 / folded (1.0 / std::max (value, farthest), 1.0 / (strength * limit), 1.0 / farthest);
        else
            value = notBelow (value, strength * limit);
    }
    void lower (double& value, double limit, double farthest) const noexcept
    {
        value = folds ? std::copysign (folded (std::abs (value), limit / strength, farthest), value)
                      : notAbove (value, limit / strength);
    }

    /** The same for a knob that is heard only where few settings speak: what lies beyond the knee falls to the last of
        its travel. */
    Elbow late () const noexcept { return { strength, folds, knee, 3.0 }; }

    /** The same with the knee where that of a limit so many times lower is. */
    Elbow last (double lower) const noexcept { return { strength, folds, knee / lower, 5.0 }; }

private:
    double folded (double value, double limit, double farthest) const noexcept
    {
        const double start = knee * limit;
        if (value <= start || farthest <= limit)
            return value;
        const double way = portable::log (value / start) / portable::log (farthest / start);
        return start * portable::power (1.0 / knee, portable::power (way, bend));
    }
};

/** Calls `limit` with the sliding speed [m/s] over which a contact's friction falls, if it does: steady friction falls
    with v/v_s, or with the heat mu v/v_T. */
template <class Limit>
void limitFallSpeed (Contact& contact, const Limit& limit) noexcept
{
    const auto fall = fallOf (static_cast<int> (contact.law));
    if (fall == Fall::curve || fall == Fall::lag)
        limit (contact.stribeckSpeed);
    else if (fall == Fall::heat)
    {
        double speed = contact.thermalVelocity / contact.muStatic;
        limit (speed);
        contact.thermalVelocity = speed * contact.muStatic;
    }
}

constexpr double slowestFall = 0.0005, fastestFall = 1.0; // [m/s] of the Stribeck speed's knob

/** Limits the settings that depend on no other speed than friction's own. */
void adjustContact (Contact& contact, const Limits& limits, const Elbow& elbow) noexcept
{
    elbow.lower (contact.muKinetic, limits.maxSlide * contact.muStatic, contact.muStatic);
    elbow.lower (contact.bristleDamping, limits.maxDamping, 50.0);
    elbow.last (8.0).lower (contact.viscosity, limits.maxViscosity, 10.0);
    elbow.lower (contact.memoryTime, limits.maxMemory, 0.1);
    elbow.lower (contact.thermalTime, limits.maxMemory, 0.1);
    elbow.lower (contact.ageingTime, limits.maxAgeing, 1.0);
    elbow.lower (contact.dahlExponent, limits.maxDahlExponent, 4.0);
    if (elbow.folds) // the fall follows the bow
        return;
    limitFallSpeed (contact,
                    [&] (double& speed)
                    {
                        elbow.raise (speed, limits.minFall, slowestFall);
                        elbow.lower (speed, limits.maxFall, fastestFall);
                    });
}

/** Limits a light finger on a body that resists with Z [kg/s]: it has to hold against the waves that it lets pass, to
    take from partials that have no node under it, and to be too soft to stop the others. */
void adjustFinger (Patch& patch, const Elbow& elbow, double resists, double pitch) noexcept
{
    constexpr double held = 0.05, taken = 0.2, stopped = 1.0; // of 2 Z v_b/beta, Z, 2 pi f Z
    const double waves = 2.0 * resists * patch.handSpeed / patch.handPosition;
    elbow.raise (patch.fingerForce, held * waves / patch.contact.muStatic, 0.001);
    elbow.raise (patch.fingerDamping, taken * resists, 0.001);
    elbow.lower (patch.fingerStiffness, stopped * 2.0 * pi * pitch * resists, 1e5);
}

/** Keeps a second body that follows the keys from being so light that it sounds instead of the first. */
void adjustSecond (Patch& patch, const Elbow& elbow) noexcept
{
    constexpr double lightest = 0.5; // over the first body's mass
    if (choiceOf<&Patch::secondBodyTuning> (patch) == SecondTuning::interval)
        elbow.raise (patch.secondBodyMass, lightest * patch.bodyMass, 1e-5);
}

/** Force [N] that moves what presses the bow, per speed [m/s] at which the body moves into it: of a string, the
    corner's v_b/beta for beta/f; of other bodies a swing. The spring gives way, or the mass behind it if that takes
    less. */
double pressingImpedance (const Patch& patch, bool isString, double pitch) noexcept
{
    const double k = patch.normalStiffness, m = patch.normalMass, turn = 2.0 * pi * pitch;
    return isString ? std::min (0.5 * k * patch.handPosition / pitch, std::sqrt (k * m))
                    : std::min (k / turn, m * turn);
}

/** Limits a spring that presses the bow: the force has to arrive while a bow lands, and may not follow what the body
    does in its direction, by more than a hundredth (string) or a sixteenth of what the guide presses with. Under
    constant friction the angles alone drive the body, and stay. */
void adjustPresser (Patch& patch, const Elbow& elbow, const Rubbed& rubbed, double resists, double pitch) noexcept
{
    constexpr double kept = 0.1; // stiffness of the hand, over the contact's
    constexpr double mostRebound = 0.8;
    constexpr double slowest = 0.001, slowestThrown = 0.008; // [s] of the mass on its contact, 1/w
    constexpr double ofString = 0.01, ofOthers = 0.004;      // of Z/grip, over what presses
    constexpr double widest = 0.03;                          // [rad]
    if (choiceOf<&Patch::normalKind> (patch) == NormalForce::given)
        return;
    elbow.lower (patch.normalHandStiffness, kept * patch.normalStiffness, 1e5);
    elbow.lower (patch.normalMass, patch.normalStiffness * squared (bounces (patch) ? slowestThrown : slowest), 10.0);
    if (! bounces (patch)) // else it is meant to
        elbow.lower (patch.normalRestitution, mostRebound, 1.0);
    if (fallOf (rubbed.law) == Fall::none)
        return;
    const bool isString = rubbed.model == BodyModel::string;
    const double grip = std::max (0.02, patch.contact.muStatic - patch.contact.muKinetic);
    const double tilt = std::min (widest, (isString ? ofString : ofOthers) * resists /
                                              (grip * pressingImpedance (patch, isString, pitch)));
    for (auto* angle : { &patch.normalAngleDegrees, &patch.secondBodyAngleDegrees })
        elbow.lower (*angle, tilt * (180.0 / pi), 80.0);
}

/** Limits the contact's settings by the bow's `speed` [m/s]: if the bow is slower or faster than they require, the
    contact becomes crisper. `travels` [1/s]: smallest speed of the bow over the travel at D4. */
void adjustToSpeed (Contact& contact, const Limits& limits, Elbow elbow, double speed, double travels) noexcept
{
    elbow.bend = 1.5;
    if (limits.travelsPerPeriod > 0.0)
        elbow.lower (contact.travel, speed / (1.2 * travels), 500e-6);
    elbow.lower (contact.stickBand, limits.maxStickBand * speed, 0.05);
    limitFallSpeed (contact,
                    [&] (double& fall)
                    {
                        elbow.lower (fall, speed / (limits.fallsEarlier * limits.minSlip), fastestFall);
                        elbow.raise (fall, speed / (1.6 * limits.maxSlip), slowestFall);
                    });
}

/** Holds the bow's speed where the contact speaks, at no less than `slowest` [m/s]. */
void holdSpeed (Patch& patch, const Limits& limits, const Elbow& elbow, double slowest) noexcept
{
    double fastest = limits.maxSpeed;
    slowest = std::max (slowest, limits.minSpeed);
    limitFallSpeed (patch.contact,
                    [&] (double& speed)
                    {
                        slowest = std::max (slowest, limits.minSlip * speed);
                        fastest = std::min (fastest, limits.maxSlip * speed);
                    });
    elbow.lower (patch.handSpeed, fastest, 3.0);
    elbow.raise (patch.handSpeed, slowest, 0.0005);
}

constexpr double decade = 2.302585092994046; // ln 10

double gripIn (const Contact& contact) noexcept
{
    return std::max (0.02, contact.muStatic - contact.muKinetic);
}

/** Decades by which a player presses a string harder than usual: less beyond full pressure. */
double harderThanUsual (const Patch& patch, double resists) noexcept
{
    constexpr double beyondFull = 0.1; // of the way below full pressure
    const double full = 2.0 * resists * patch.handSpeed / (patch.handPosition * gripIn (patch.contact));
    const double pressure = choiceOf<&Patch::handForceMode> (patch) == ForceMode::relative
                                ? 0.01 * patch.handPressurePercent
                                : 1.0 + portable::log (patch.handForce / full) / decade;
    return std::clamp (pressure, 0.0, 1.0) - usualPressure +
           beyondFull * (std::clamp (pressure, 1.0, crackingPressure) - 1.0);
}

/** Lets the contact follow the pressure and the grip: under more pressure more hair lies on the string, which yields
    less, and friction falls later, so that the corner is sharper; a grip that falls further throws the string off
    likewise, on a body of modes as well. */
void sharpen (Patch& patch, double harder, double strength) noexcept
{
    constexpr double usualGrip = 0.5, ofGrip = 0.25; // mu_s - mu_k
    harder = strength * (harder + ofGrip * portable::log (gripIn (patch.contact) / usualGrip) / decade);
    const double later = portable::exp10 ((harder > 0.0 ? 1.1 : 0.5) * harder),
                 crisper = portable::exp10 (-0.6 * harder);
    for (auto* contact : { &patch.contact, &patch.contactB })
    {
        contact->travel *= crisper;
        limitFallSpeed (*contact, [later] (double& speed) { speed *= later; });
    }
}

/** The place that is played where a player asks for `asked`. */
double place (double asked, const Limits& limits, Elbow elbow) noexcept
{
    elbow.bend = 1.7; // most of the travel lies below the usual place
    elbow.raise (asked, limits.minPosition, 0.005);
    elbow.lower (asked, limits.maxPosition, 0.5);
    return asked;
}
} // namespace

double roughness (const Patch& patch, const Rubbed& rubbed, double semitones, double pitch, double strength) noexcept
{
    constexpr double light = 60.0;  // [kg/s]
    constexpr double byForce = 0.5; // exponent of the force in the roughness's
    double force = std::min (1.0, patch.handSpeed * usualPlace / (usualSpeed * patch.handPosition));
    if (rubbed.table != nullptr)
        force *= std::min (1.0, resistance (rubbed, patch, semitones, pitch) / light);
    return rubbed.follows || rubbed.scales ? portable::power (force, strength * byForce) : 1.0;
}

namespace
{
/** Multiplies all that has the unit of a speed, a way or a force: a linear body's motion is as many times as large. */
void scale (Patch& patch, double times) noexcept
{
    patch.handSpeed *= times;
    patch.handBite *= times;
    patch.fingerForce *= times;
    for (auto* contact : { &patch.contact, &patch.contactB })
        for (auto* knob : { &contact->travel, &contact->stribeckSpeed, &contact->thermalVelocity, &contact->stickBand })
            *knob *= times;
}

/** Limits the time [s] from rest to full speed. The bow follows if it has that speed in time on every key, where it
    accelerates `quicker` than the knob says. */
void adjustOnset (Patch& patch, const Limits& limits, const Elbow& elbow, double quicker, double pitch) noexcept
{
    constexpr double late = 0.8;     // of the slowest
    constexpr double settling = 7.0; // periods: twice those to the first regular slips (Physics.md 10)
    double onset = patch.handSpeed / patch.handBite;
    elbow.raise (onset, limits.minOnset, 1e-5);
    auto slow = elbow;
    slow.knee *= usualOnset / limits.maxOnset;
    slow.lower (onset, limits.maxOnset, 30.0);
    if (quicker < 1.0)
    {
        onset /= quicker;
        Elbow { elbow.strength, true, late }.lower (onset, std::max (limits.maxOnset, settling / pitch), 30.0);
        onset *= quicker;
    }
    patch.handBite = patch.handSpeed / onset;
}

void applyLimits (Patch& patch, const Rubbed& rubbed, double semitones, double pitch, double strength) noexcept
{
    const auto limits = limitsOf (rubbed, patch, semitones, pitch);
    const bool isString = rubbed.model == BodyModel::string;
    const Elbow elbow { strength, rubbed.follows, isString || isSkin (rubbed.table) ? 0.4 : 0.8 };
    patch.handPosition = place (patch.handPosition, limits, elbow);
    if (rubbed.follows && rubbed.table != nullptr)
        Elbow { strength, true, leastWarp (rubbed.table) }.raise (patch.bodyWarp, leastWarp (rubbed.table), 0.5);
    elbow.raise (patch.bodyDecay, limits.minDecay, 0.02);
    elbow.raise (patch.bodyQuality, limits.minQuality, 20.0);
    elbow.lower (patch.bodyQuality, limits.maxQuality, 5000.0);
    elbow.raise (patch.bodyTorsionImpedance, limits.minTorsionWeight, 0.5);
    elbow.lower (patch.bodyTorsionQuality, limits.maxTorsionQuality, 500.0);
    elbow.late().lower (patch.bodyAirLoss, limits.maxAirLoss, 20.0);
    elbow.lower (patch.bodyBendingLoss, limits.maxBendingLoss, 1.0);

    for (auto* contact : { &patch.contact, &patch.contactB })
        adjustContact (*contact, limits, elbow);
    const auto travelsOf = [&] (const Contact& contact)
    { return limits.travelsPerPeriod * pitch * portable::exp2 (travelOctaves (contact, semitones)); };
    if (! rubbed.follows)
        holdSpeed (patch, limits, elbow, travelsOf (patch.contact) * patch.contact.travel);
    for (auto* contact : { &patch.contact, &patch.contactB })
        adjustToSpeed (*contact, limits, elbow, patch.handSpeed, travelsOf (*contact));
    const double resists = resistance (rubbed, patch, semitones, pitch);
    constexpr double sharperThanStrings = 2.0; // modes of a table stay apart, and hide less
    if (rubbed.follows && isString)
        sharpen (patch, harderThanUsual (patch, resists), strength * (1.0 - barness (rubbed))); // a bar has no corner
    else if (rubbed.follows)
        sharpen (patch, 0.0, sharperThanStrings * strength);
    adjustPresser (patch, elbow, rubbed, resists, pitch);
    if (isString)
        adjustFinger (patch, elbow, resists, pitch);
    else
        adjustSecond (patch, elbow);
    const double octaves = 0.01 * patch.handBiteTrackPercent * semitones / 12.0;
    adjustOnset (patch, limits, elbow, rubbed.follows || rubbed.scales ? portable::exp2 (octaves) : 1.0, pitch);
}
} // namespace

void adjust (Patch& patch, const Rubbed& rubbed, double semitones, double pitch, double strength) noexcept
{
    if (strength <= 0.0 || rubbed.model == BodyModel::block)
        return;
    const double asked = patch.handSpeed;
    if (rubbed.scales) // all that sounds, its beginning, too, at the usual speed
        patch.handSpeed *= portable::power (usualSpeed / asked, strength);
    applyLimits (patch, rubbed, semitones, pitch, strength);
    if (rubbed.scales)
        scale (patch, asked / patch.handSpeed);
}
} // namespace kolophon::guide
