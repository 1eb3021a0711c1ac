#include "Guide.h"

#include "ContactPlan.h"
#include "LawTable.h"
#include "PortableMath.h"

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

/** Where a body of this kind can be played, at one key and with one contact: what it can bear. */
struct Limits
{
    double minSpeed, maxSpeed;       // [m/s] of the bow
    double minPosition, maxPosition; // fraction of the contact's path
    double minOnset, maxOnset;       // [s] from rest to full speed
    double minDecay;                 // T60 [s]
    double minQuality;               // Q
    double maxDamping;               // sigma_1 [N s/m] of the bristles, as the knob has it
    double minFall, maxFall;         // Stribeck speed [m/s]
    double maxSlide;                 // mu_k/mu_s
    double minSlip, maxSlip;         // speed of the bow over the Stribeck speed
    double travelsPerPeriod;         // how often the travel must go into a period's stroke
};

struct ForceLimits
{
    double min, max; // over BodyKind::fullForce()
};

/** A contact that doesn't yield sends every kink of a string back unsoftened: what it bears is a fraction. */
ForceLimits forceLimitsOf (const Rubbed& rubbed) noexcept
{
    if (rubbed.model != BodyModel::string)
        return { 0.3, 0.7 };
    return readsTravel (rubbed.law) ? ForceLimits { 0.3, 0.8 } : ForceLimits { 0.02, 0.2 };
}

/** Found with thousands of random settings (kolophon panels): Physics.md 10 has the table. */
Limits limitsOf (const Rubbed& rubbed, const Patch& patch, double pitch) noexcept
{
    const bool isString = rubbed.model == BodyModel::string;
    return { .minSpeed = 0.02,
             .maxSpeed = 0.35,
             .minPosition = isString ? 0.1 : 0.0,
             .maxPosition = isString                  ? 0.33
                            : rubbed.table != nullptr ? rubbed.table->reach
                                                      : 0.5,
             .minOnset = 1.0 / pitch,
             .maxOnset = 0.06,
             .minDecay = 300.0 / pitch,
             .minQuality = 250.0,
             .maxDamping = 8.0 * patch.bodyImpedance,
             .minFall = 0.06,
             .maxFall = 0.5,
             .maxSlide = 0.7,
             .minSlip = isString ? 6.0 * patch.handPosition : 0.3,
             .maxSlip = isString ? 1.5 : 1.0,
             .travelsPerPeriod = ! isString                 ? 4.0
                                 : readsTravel (rubbed.law) ? 7.0
                                                            : 0.0 };
}
} // namespace

double notBelow (double value, double limit) noexcept
{
    return std::sqrt (std::sqrt (squared (squared (value)) + squared (squared (limit))));
}

double notAbove (double value, double limit) noexcept
{
    return value / std::sqrt (std::sqrt (1.0 + squared (squared (value / limit))));
}

void adjust (Patch& patch, const Rubbed& rubbed, double semitones, double pitch, double strength) noexcept
{
    if (strength <= 0.0 || rubbed.model == BodyModel::block)
        return;
    const auto limits = limitsOf (rubbed, patch, pitch);
    const auto raise = [strength] (double& value, double limit) { value = notBelow (value, strength * limit); };
    const auto lower = [strength] (double& value, double limit) { value = notAbove (value, limit / strength); };
    raise (patch.handPosition, limits.minPosition);
    lower (patch.handPosition, limits.maxPosition);
    raise (patch.bodyDecay, limits.minDecay);
    raise (patch.bodyQuality, limits.minQuality);

    double slowest = limits.minSpeed;
    for (auto* contact : { &patch.contact, &patch.contactB })
    {
        lower (contact->muKinetic, limits.maxSlide * contact->muStatic);
        raise (contact->stribeckSpeed, limits.minFall);
        lower (contact->stribeckSpeed, limits.maxFall);
        lower (contact->bristleDamping, limits.maxDamping);
    }
    const auto& contact = patch.contact;
    const double travel = contact.travel * portable::exp2 (travelOctaves (contact, semitones));
    slowest = std::max ({ slowest, limits.minSlip * contact.stribeckSpeed, limits.travelsPerPeriod * pitch * travel });
    lower (patch.handSpeed, std::min (limits.maxSpeed, limits.maxSlip * contact.stribeckSpeed));
    raise (patch.handSpeed, slowest);

    // Where the bow cannot be drawn fast enough for this contact, the contact gets crisper.
    for (auto* each : { &patch.contact, &patch.contactB })
    {
        const double keyed = portable::exp2 (travelOctaves (*each, semitones));
        if (limits.travelsPerPeriod > 0.0)
            lower (each->travel, patch.handSpeed / (1.2 * limits.travelsPerPeriod * pitch * keyed));
        lower (each->stribeckSpeed, patch.handSpeed / (0.5 * limits.minSlip));
        raise (each->stribeckSpeed, patch.handSpeed / (2.0 * limits.maxSlip));
    }
    double onset = patch.handSpeed / patch.handBite;
    raise (onset, limits.minOnset);
    lower (onset, limits.maxOnset);
    patch.handBite = patch.handSpeed / onset;
}

double onset (double modeSpeed, double speed, const Rubbed& rubbed, double strength) noexcept
{
    if (rubbed.model != BodyModel::table)
        return 1.0;
    constexpr double speaks = 0.8, harder = 2.0;
    return 1.0 + harder * strength * (1.0 - std::min (1.0, modeSpeed / (speaks * speed)));
}

double force (double asked, double full, const Rubbed& rubbed, double strength) noexcept
{
    if (strength <= 0.0 || rubbed.model == BodyModel::block)
        return asked;
    const auto limits = forceLimitsOf (rubbed);
    return full * notAbove (notBelow (asked / full, strength * limits.min), limits.max / strength);
}
} // namespace kolophon::guide
