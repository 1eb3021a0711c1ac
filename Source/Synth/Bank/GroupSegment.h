// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "VoiceGroup.h"

namespace kolophon
{
/** Parameters of the rendering of a segment. */
struct GroupSegment
{
    SegmentLayout layout;
    double timeStep; // [s]
    int passes, steps;
    Books books;
    ContactSurroundings rubbing; // without a profile where all is smooth
    int row = 0;                 // of the first step's results
};

/** One of the groups that a bridge ties together. */
struct GroupToTie
{
    VoiceGroup* group;
    GroupSegment segment;
};

namespace lanes
{
/** Renders the lanes of one LoopPack from `first` on, with ports for the bow and for the sides in use. A file of its
    own because it is compiled once per instruction set, beside the loops of a single contact. [audio] */
void renderSided (VoiceGroup& group, int first, const GroupSegment& segment) noexcept;
} // namespace lanes
} // namespace kolophon
