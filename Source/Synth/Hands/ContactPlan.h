// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/Friction/ContactFields.h"
#include "../Bodies/LawTable.h"
#include "../Parameters/PatchChoices.h"

namespace kolophon
{
/** Scaling of a contact's settings for a note. */
struct ContactScale
{
    double travel = 1.0; // of the pre-sliding travel at this key, relative to D4; see travelOctaves()
    double weight = 1.0; // of the body: Z_0 over the patch's. Damping that scales with force scales with it
};

/** Travel at a key relative to that at D4, in octaves: log2 of ContactScale::travel. */
inline double travelOctaves (const Contact& contact, double semitonesAboveD4) noexcept
{
    return -0.01 * contact.travelTrackPercent * semitonesAboveD4 / 12.0;
}

/** Computes the knobs of a friction law from the settings of a contact, for voices, figures and the laboratory. The
    bristle's stiffness is constant, or grows with the normal force so that it yields by the travel under the largest
    force that the law holds: mu_s N, or mu_k N if the law has no static friction. The residual compliance is left at
    zero. [any] */
inline ContactKnobs<double> contactKnobs (const Contact& contact, const ContactScale& scale = {}) noexcept
{
    const bool fixedSpring = choiceOf<&Contact::bristle> (contact) == BristleMode::stiffness;
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
