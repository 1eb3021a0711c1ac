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
    double minQuality, maxQuality;   // Q
    double maxDamping;               // sigma_1 [N s/m] of the bristles, as the knob has it
    double minFall, maxFall;         // Stribeck speed [m/s]
    double maxSlide;                 // mu_k/mu_s
    double minSlip, maxSlip;         // speed of the bow over the Stribeck speed
    double travelsPerPeriod;         // how often the travel must go into a period's stroke
    double maxMemory, maxAgeing;     // [s] by which friction lags behind, and in which it comes back at rest
    double maxStickBand;             // over the speed of the bow
    double maxDahlExponent;
};

struct ForceLimits
{
    double min, max; // over BodyKind::fullForce()
};

/** A contact that doesn't yield sends every kink of a string back unsoftened: what it bears is a fraction. Friction that
    falls in a jump has a narrow window; friction that lags behind flattens, and the more the harder it is pressed. */
ForceLimits forceLimitsOf (const Rubbed& rubbed) noexcept
{
    if (rubbed.model != BodyModel::string)
        return { 0.3, 0.7 };
    switch (fallOf (rubbed.law))
    {
        case Fall::none: return { 0.02, 0.1 };
        case Fall::jump: return { 0.31, 0.38 };
        case Fall::heat: return { 0.25, 0.4 };
        case Fall::curve:
        case Fall::lag: break;
    }
    return readsTravel (rubbed.law) ? ForceLimits { 0.3, 0.8 } : ForceLimits { 0.02, 0.2 };
}

/** Whether the mode above the first is less than a sixth away, as on a skin: it sounds instead, where it can. */
bool isCrowded (const ModeTable* table) noexcept
{
    constexpr double pairs = 1.02, near = 1.65;
    for (int m = 1; table != nullptr && m < table->count; ++m)
        if (const double ratio = table->ratio[static_cast<std::size_t> (m)]; ratio > pairs)
            return ratio < near;
    return false;
}

/** Found with thousands of random settings (kolophon panels): Physics.md 10 has the tables. */
Limits limitsOf (const Rubbed& rubbed, const Patch& patch, double pitch) noexcept
{
    constexpr double anything = 1e12;
    const bool isString = rubbed.model == BodyModel::string, crowded = isCrowded (rubbed.table);
    const auto fall = fallOf (rubbed.law);
    const bool jumps = isString && fall == Fall::jump;
    const double reach = rubbed.table != nullptr ? rubbed.table->reach : 0.5;
    return { .minSpeed = 0.02,
             .maxSpeed = 0.35,
             .minPosition = jumps      ? 0.17
                            : isString ? 0.1
                            : crowded  ? 0.15
                                       : 0.0,
             .maxPosition = isString  ? 0.33
                            : crowded ? 0.45 * reach
                                      : reach,
             .minOnset = (jumps ? 5.0 : 1.0) / pitch,
             .maxOnset = 0.06,
             .minDecay = 300.0 / pitch,
             .minQuality = jumps ? 2500.0 : 250.0,
             .maxQuality = crowded ? 500.0 : anything,
             .maxDamping = 8.0 * patch.bodyImpedance,
             .minFall = 0.06,
             .maxFall = 0.5,
             .maxSlide = 0.7,
             .minSlip = isString ? 6.0 * patch.handPosition : 0.3,
             .maxSlip = isString ? 1.5 : 1.0,
             .travelsPerPeriod = ! isString                 ? 4.0
                                 : fall == Fall::none       ? 20.0
                                 : readsTravel (rubbed.law) ? 7.0
                                                            : 0.0,
             .maxMemory = 0.01 / pitch,
             .maxAgeing = 0.05 / pitch,
             .maxStickBand = 0.05,
             .maxDahlExponent = 1.5 };
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
    lower (patch.bodyQuality, limits.maxQuality);

    const auto fall = fallOf (rubbed.law);
    const auto withFallSpeed = [fall] (Contact& contact, const auto& limit)
    {
        // Steady friction falls with v/v_s, or with the heat mu v/v_T.
        if (fall == Fall::curve || fall == Fall::lag)
            limit (contact.stribeckSpeed);
        else if (fall == Fall::heat)
        {
            double speed = contact.thermalVelocity / contact.muStatic;
            limit (speed);
            contact.thermalVelocity = speed * contact.muStatic;
        }
    };
    double slowest = limits.minSpeed, fastest = limits.maxSpeed;
    for (auto* contact : { &patch.contactB, &patch.contact })
    {
        lower (contact->muKinetic, limits.maxSlide * contact->muStatic);
        lower (contact->bristleDamping, limits.maxDamping);
        lower (contact->memoryTime, limits.maxMemory);
        lower (contact->thermalTime, limits.maxMemory);
        lower (contact->ageingTime, limits.maxAgeing);
        lower (contact->dahlExponent, limits.maxDahlExponent);
        withFallSpeed (*contact,
                       [&] (double& speed)
                       {
                           raise (speed, limits.minFall);
                           lower (speed, limits.maxFall);
                           slowest = std::max (limits.minSpeed, limits.minSlip * speed);
                           fastest = std::min (limits.maxSpeed, limits.maxSlip * speed);
                       });
    }
    const auto& contact = patch.contact;
    const double travel = contact.travel * portable::exp2 (travelOctaves (contact, semitones));
    slowest = std::max (slowest, limits.travelsPerPeriod * pitch * travel);
    lower (patch.handSpeed, fastest);
    raise (patch.handSpeed, slowest);

    // Where the bow cannot be drawn fast enough for this contact, the contact gets crisper.
    for (auto* each : { &patch.contact, &patch.contactB })
    {
        const double keyed = portable::exp2 (travelOctaves (*each, semitones));
        if (limits.travelsPerPeriod > 0.0)
            lower (each->travel, patch.handSpeed / (1.2 * limits.travelsPerPeriod * pitch * keyed));
        lower (each->stickBand, limits.maxStickBand * patch.handSpeed);
        withFallSpeed (*each,
                       [&] (double& speed)
                       {
                           lower (speed, patch.handSpeed / (0.5 * limits.minSlip));
                           raise (speed, patch.handSpeed / (2.0 * limits.maxSlip));
                       });
    }
    double onset = patch.handSpeed / patch.handBite;
    raise (onset, limits.minOnset);
    lower (onset, limits.maxOnset);
    patch.handBite = patch.handSpeed / onset;
}

double sharper (const Rubbed& rubbed, double pitch, double strength) noexcept
{
    constexpr double jumping = 6.5, lagging = 3.0, hot = 6.0; // [cents]
    constexpr double lowPitch = 130.0;                        // [Hz]
    if (rubbed.model != BodyModel::string)
        return 0.0;
    switch (fallOf (rubbed.law))
    {
        case Fall::jump: return strength * jumping * notBelow (1.0, lowPitch / pitch);
        case Fall::lag: return strength * lagging;
        case Fall::heat: return strength * hot;
        case Fall::none:
        case Fall::curve: break;
    }
    return 0.0;
}

double onset (double modeSpeed, double speed, const Rubbed& rubbed, double strength) noexcept
{
    const bool jumps = rubbed.model == BodyModel::string && fallOf (rubbed.law) == Fall::jump;
    if (rubbed.model != BodyModel::table && ! jumps)
        return 1.0;
    constexpr double speaks = 0.8;
    const double harder = jumps ? 0.3 : 2.0;
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
