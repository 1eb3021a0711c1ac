// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

/** Discrete states of rigid laws as tables of edges, one beside each law (`Law::automaton`). The laboratory's reference
    follows the table itself: guards are functions whose roots it finds. The engine decides once per step, from the
    state that the step would end with, in lanes and without branches (`solve`); a test follows the table for each of
    its steps and requires the same state (AutomatonTests). */
namespace kolophon
{
/** Prescription of a discrete state. All but `rest` and `decay` have a direction s = +-1. F_hold is the force that
    keeps v constant, F_decay the one that leads it to zero as v' = -alpha v. */
enum class ContactPhase {
    rest,   // v constant, F = F_hold
    decay,  // F = F_decay, or 0 if that would drive
    slip,   // F on the law's curve, for s v > 0
    pushed, // F = s F_s
    waiting // F on the law's curve, until v has the direction of the pull
};

/** Functions that rise through zero when their edge is taken. DV: the band of rest [m/s]. */
enum class Guard {
    breaksAway,      // |F_hold| - F_s
    comesToRest,     // -s v
    entersBand,      // DV - s v
    leavesBand,      // s v - DV
    leavesBackwards, // -s v - DV
    leavesAnyway,    // |v| - DV
    canHold,         // F_s - s F_hold
    canDecay,        // F_s - s F_decay
    cannotDecay,     // |F_decay| - F_s, if F_decay brakes
    hasStopped,      // smallest speed - s v: a decay never reaches zero
    setsOut          // s v
};

/** Additional condition at that moment. The first edge that fits is taken. */
enum class When {
    always,
    holds, // |F_hold| <= F_s
    decays // s F_decay <= F_s
};

/** Direction of the next state. */
enum class Towards {
    same,
    pull,  // that of F_hold
    motion // that of v
};

/** Change of v at the edge. */
enum class Jump {
    none,
    toRest // v = 0: removes the root finder's error
};

struct AutomatonEdge
{
    ContactPhase from;
    Guard guard;
    When when;
    ContactPhase to;
    Towards towards = Towards::same;
    Jump jump = Jump::none;
};

using Automaton = std::span<const AutomatonEdge>;

/** Navarro-López's H_DDS1: three states and every edge between them. Also the hysteresis rule of McIntyre, Schumacher &
    Woodhouse for laws without states of their own: sticking lasts until static friction is exceeded, sliding until its
    branch ends. */
inline constexpr AutomatonEdge threeStates[] = {
    { ContactPhase::rest, Guard::breaksAway, When::always, ContactPhase::slip, Towards::pull },
    { ContactPhase::slip, Guard::comesToRest, When::holds, ContactPhase::rest, Towards::same, Jump::toRest },
    { ContactPhase::slip, Guard::comesToRest, When::always, ContactPhase::slip, Towards::pull }
};
} // namespace kolophon
