#pragma once

#include "../Physics/Friction/ContactFields.h"
#include "LawTable.h"
#include "Patch.h"

namespace kolophon
{
/** What a note makes of a contact's settings. */
struct ContactScale
{
    double travel = 1.0; // of the pre-sliding travel at this key, over that at D4; see travelOctaves()
    double weight = 1.0; // of what is rubbed: Z_0 over the patch's. A damping that goes with the force goes with it
};

/** How much shorter the travel is at a key, in octaves: log2 of ContactScale::travel. */
inline double travelOctaves (const Contact& contact, double semitonesAboveD4) noexcept
{
    return -0.01 * contact.travelTrackPercent * semitonesAboveD4 / 12.0;
}

/** The knobs of a friction law from the settings of a contact: what voices play, figures show and the laboratory computes.
    The bristle's stiffness is a fixed one, or grows with the normal force so that it yields by the travel under the most
    that the law holds: mu_s N, or mu_k N where the law knows no static friction. What the body leaves out yields nothing
    yet. [any] */
inline ContactKnobs<double> contactKnobs (const Contact& contact, const ContactScale& scale = {}) noexcept
{
    const bool fixedSpring = static_cast<int> (contact.bristle) == static_cast<int> (BristleMode::stiffness);
    const double largest = readsStaticFriction (static_cast<int> (contact.law)) ? contact.muStatic : contact.muKinetic;
    ContactKnobs<double> knobs {};
    static_cast<LawKnobs<double>&> (knobs) = contact;
    knobs.inverseStribeckVelocity = 1.0 / contact.stribeckSpeed;
    knobs.stiffness = fixedSpring ? contact.stiffness : 0.0;
    knobs.stiffnessPerForce = fixedSpring ? 0.0 : largest / (contact.travel * scale.travel);
    knobs.damping = contact.bristleDamping * (fixedSpring ? 1.0 : scale.weight);
    return knobs;
}
} // namespace kolophon
