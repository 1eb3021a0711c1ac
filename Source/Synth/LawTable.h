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
} // namespace kolophon
