#pragma once

#include "../Physics/Bodies/BodyInfo.h"

#include <span>

namespace kolophon
{
/** What there is to rub, in the order of the parameter body.type. */
std::span<const BodyInfo> bodyTable() noexcept;

/** The modes of a body; null for those with physics of their own. Tables are built at the first call, all at once, which
    Synth's constructor does: later calls only look. */
const ModeTable* modesOf (int body) noexcept;

/** Place in bodyTable() of the body whose modes come from a file; modesOf() knows the set it has without one. [any] */
int customBody() noexcept;

/** Place in bodyTable() of the first body of this kind: THE string, THE block. [any] */
int bodyPlace (BodyModel model) noexcept;
} // namespace kolophon
