#pragma once

#include "../Physics/Bodies/BodyInfo.h"

#include <memory>
#include <span>

namespace kolophon
{
/** What there is to rub, in the order of the parameter body.type. */
std::span<const BodyInfo> bodyTable () noexcept;

/** The modes of a body; null for those with physics of their own. They were solved when the program was built
    (FinishedNumbers.h). The first call lays them out, all at once, which Synth's constructor does: later calls only
    look. */
const ModeTable* modesOf (int body) noexcept;

/** The same, solved now. */
std::unique_ptr<ModeTable> solvedModes (int body);

/** Place in bodyTable() of the body whose modes come from a file; modesOf() knows the set it has without one. [any] */
int customBody () noexcept;

/** Place in bodyTable() of the first body of this kind: THE string, THE block. [any] */
int bodyPlace (BodyModel model) noexcept;
} // namespace kolophon
