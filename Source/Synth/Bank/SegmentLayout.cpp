// SPDX-License-Identifier: GPL-3.0-or-later
#include "SegmentLayout.h"

#include <algorithm>

namespace kolophon
{
namespace
{
constexpr std::size_t presser = BodyInputs::maxBeside;
constexpr int maxAcross = 2; // voices: more are quicker side by side

Loop loopOf (const SegmentInputs& in, bool withBridge) noexcept
{
    if (in.bank.sides != 0)
        return Loop::sided;
    if (in.bank.tight)
        return Loop::tight;
    if (in.canLieAcross && ! withBridge && in.bank.hand == 0 && std::popcount (in.awake) <= maxAcross &&
        (in.awake & in.blocks) == 0)
        return Loop::across;
    // Usual cases alone have loops with their law: a fixed bridge, or closed books on one that ties strings alone.
    const bool isUsual = in.isTied ? in.books == Books::closed && in.blocks == 0 : ! withBridge;
    return in.bow.law.waitsForRoots && isUsual ? Loop::inlined : Loop::called;
}
} // namespace

SegmentLayout SegmentLayout::of (const SegmentInputs& in) noexcept
{
    SegmentLayout layout;
    layout.bank = in.bank;
    layout.awake = in.awake;
    layout.withBridge = in.isTied || in.hasYielded;
    layout.loop = loopOf (in, layout.withBridge);
    layout.withBlocks = in.blocks != 0 && layout.loop != Loop::across;
    layout.withStrings = ! layout.withBlocks || in.bank.sounding > 0;
    layout.stepByStep = in.isTied && (layout.withBlocks || layout.loop == Loop::tight || layout.loop == Loop::sided);
    layout.withLedger = in.books != Books::closed;
    layout.isRough = in.isRough;
    // A finger, the second of the sides, is so soft that what it pushes hardly changes within a step.
    layout.feelAnother = (in.bank.sides & ~2u) != 0;
    layout.withEnd = in.bow.law.sticksAtEnd;
    for (std::size_t side = 0; side < in.sides.size(); ++side)
        if (in.bank.has (side))
        {
            const auto& its = in.sides[side];
            layout.withEnd = layout.withEnd || (! its.isStop && its.law.sticksAtEnd);
            // A presser that touches nothing keeps its port, far from the body, and its mobility.
            layout.masses |= static_cast<unsigned> (its.gives || side == presser) << side;
        }
    return layout;
}
} // namespace kolophon
