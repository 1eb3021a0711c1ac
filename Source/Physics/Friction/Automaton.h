#pragma once

#include <span>

/** Discrete states of rigid laws as tables of edges, one beside each law (`Law::automaton`). The reference of the
    laboratory moves by the table itself: guards are functions whose roots it finds. The engine decides for a whole step
    at once, from what the step would end with, in lanes and without branches (`solve`); a test walks the table for each
    of its steps and demands the same state (AutomatonTests). */
namespace kolophon
{
/** What a discrete state prescribes. All but `rest` and `decay` have a direction s = +-1. F_hold is the force that
    keeps v as it is, F_decay the one that leads it to zero as v' = -alpha v. */
enum class ContactPhase {
    rest,   // v stays, F = F_hold
    decay,  // F = F_decay, or 0 where that would drive
    slip,   // F on the law's curve, for s v > 0
    pushed, // F = s F_s
    waiting // F on the law's curve, until v has the direction of the pull
};

/** A function that rises through zero where its edge is taken. DV: the band of rest [m/s]. */
enum class Guard {
    breaksAway,      // |F_hold| - F_s
    comesToRest,     // -s v
    entersBand,      // DV - s v
    leavesBand,      // s v - DV
    leavesBackwards, // -s v - DV
    leavesAnyway,    // |v| - DV
    canHold,         // F_s - s F_hold
    canDecay,        // F_s - s F_decay
    cannotDecay,     // |F_decay| - F_s, where F_decay brakes
    hasStopped,      // what counts as no speed - s v: a decay never arrives
    setsOut          // s v
};

/** What has to be true besides, at that moment. The first edge that fits is taken. */
enum class When {
    always,
    holds, // |F_hold| <= F_s
    decays // s F_decay <= F_s
};

/** The direction of the next state. */
enum class Towards {
    same,
    pull,  // that of F_hold
    motion // that of v
};

/** What happens to v. */
enum class Jump {
    none,
    toRest // v = 0: away with what the root finder left of it
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
    Woodhouse for laws without states of their own: sticking lasts until static friction is not enough, sliding until
    its branch ends. */
inline constexpr AutomatonEdge threeStates[] = {
    { ContactPhase::rest, Guard::breaksAway, When::always, ContactPhase::slip, Towards::pull },
    { ContactPhase::slip, Guard::comesToRest, When::holds, ContactPhase::rest, Towards::same, Jump::toRest },
    { ContactPhase::slip, Guard::comesToRest, When::always, ContactPhase::slip, Towards::pull }
};
} // namespace kolophon
