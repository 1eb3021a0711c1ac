// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "VoiceGroup.h"

namespace kolophon
{
/** Parameters of the rendering of a segment by a group that is touched beside its bow. */
struct SidedSegment
{
    double timeStep;
    int passes, rounds, steps; // passes; rounds of them in which what touches beside the bow is solved, too
    Books books;
    bool withBridge;
    int row; // of the first step's results
    const ContactSurroundings& rubbing;
};

namespace lanes
{
/** Renders the lanes of one LoopPack from `first` on, with ports for the bow and for the sides in use. A file of its
    own because it is compiled once per instruction set, beside the loops of a single contact. [audio] */
void renderSided (VoiceGroup& group, int first, const SidedSegment& segment) noexcept;
} // namespace lanes
} // namespace kolophon
