// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/** Discrete states of a block on a floor between two stops as a table: Klaffenbach 2021, "Using state machines and
    callbacks to model friction and limit stops", whose page prints these twelve edges. The reference follows the table,
    and a test compares the engine's steps with it (AutomatonTests). */
namespace kolophon
{
struct BlockMode
{
    static constexpr double stopped = 0.0, slidingRight = 1.0, slidingLeft = 2.0, leftStop = 3.0, rightStop = 4.0;
};

/** Functions that rise through zero when their edge is taken; f is the force on the block, u its speed. */
enum class BlockGuard {
    halts,       // u falls to zero, in the direction of motion
    hits,        // x reaches the stop ahead
    pushedRight, // f - F_s
    pushedLeft   // -f - F_s
};

/** Additional condition. The first edge that fits is taken. */
enum class BlockWhen {
    always,
    pushedBack, // f against the motion, and larger than F_k
    sticky      // e = 0
};

struct BlockEdge
{
    double from;
    BlockGuard guard;
    BlockWhen when;
    double to;
    bool bounces = false; // u <- -e u
};

inline constexpr BlockEdge blockEdges[] = {
    { BlockMode::leftStop, BlockGuard::pushedRight, BlockWhen::always, BlockMode::slidingRight },
    { BlockMode::slidingRight, BlockGuard::halts, BlockWhen::pushedBack, BlockMode::slidingLeft },
    { BlockMode::slidingRight, BlockGuard::halts, BlockWhen::always, BlockMode::stopped },
    { BlockMode::slidingRight, BlockGuard::hits, BlockWhen::sticky, BlockMode::rightStop },
    { BlockMode::slidingRight, BlockGuard::hits, BlockWhen::always, BlockMode::slidingLeft, true },
    { BlockMode::stopped, BlockGuard::pushedRight, BlockWhen::always, BlockMode::slidingRight },
    { BlockMode::stopped, BlockGuard::pushedLeft, BlockWhen::always, BlockMode::slidingLeft },
    { BlockMode::slidingLeft, BlockGuard::halts, BlockWhen::pushedBack, BlockMode::slidingRight },
    { BlockMode::slidingLeft, BlockGuard::halts, BlockWhen::always, BlockMode::stopped },
    { BlockMode::slidingLeft, BlockGuard::hits, BlockWhen::sticky, BlockMode::leftStop },
    { BlockMode::slidingLeft, BlockGuard::hits, BlockWhen::always, BlockMode::slidingRight, true },
    { BlockMode::rightStop, BlockGuard::pushedLeft, BlockWhen::always, BlockMode::slidingLeft }
};
} // namespace kolophon
