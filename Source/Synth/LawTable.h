#pragma once

#include "../Physics/Friction/LawInfo.h"

#include <span>

namespace kolophon
{
/** What there is to choose from: the friction laws in the order of the parameter contact.law. */
std::span<const LawInfo> lawTable () noexcept;

/** The law with this id or menu name, or null. */
const LawInfo* findLaw (std::string_view idOrName) noexcept;
/** True when the law has a static friction of its own; else kinetic friction is the most that it holds. [any] */
bool readsStaticFriction (int law) noexcept;
/** True when the contact yields by the travel before it lets go. [any] */
bool readsTravel (int law) noexcept;

/** What makes a law's friction fall once the contact slides, by the knobs that it reads; without any, nothing keeps a
    body going. */
enum class Fall {
    none,  // it doesn't
    jump,  // from mu_s at rest to mu_k, whatever the speed
    curve, // with the speed, over the Stribeck speed
    lag,   // with what the speed was lately
    heat   // with the contact's temperature
};
Fall fallOf (int law) noexcept; // [any]
} // namespace kolophon
