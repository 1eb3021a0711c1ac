// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/Bodies/BodyInfo.h"
#include "../../Physics/Friction/LawInfo.h"
#include "../Parameters/Patch.h"

#include <span>

namespace kolophon
{
/** All friction laws, in the order of the parameter contact.law. */
std::span<const LawInfo> lawTable () noexcept;

/** The law with this id or menu name, or null. */
const LawInfo* findLaw (std::string_view idOrName) noexcept;
/** True if the law uses a static friction of its own; else kinetic friction is the largest force that it holds.
    [any] */
bool readsStaticFriction (int law) noexcept;
/** True if the contact yields by the travel before it lets go. [any] */
bool readsTravel (int law) noexcept;

/** Cause of the fall of friction in sliding, derived from the knobs that a law uses; without a fall, the law cannot
    sustain a vibration. */
enum class Fall {
    none,  // no fall
    jump,  // from mu_s at rest to mu_k, whatever the speed
    curve, // with the speed, over the Stribeck speed
    lag,   // with recent speeds
    heat   // with the contact's temperature
};
Fall fallOf (int law) noexcept; // [any]

/** Why the law cannot keep a body of this kind sounding under such a normal force, as a sentence for players; empty if
    it can. [any] */
std::string_view whySilent (int law, BodyModel model, NormalForce normal) noexcept;

/** Why the law rattles on a body of this kind rather than singing at its key, as a sentence for
    players; empty if it sings. [any] */
std::string_view whyRough (int law, BodyModel model) noexcept;
} // namespace kolophon
