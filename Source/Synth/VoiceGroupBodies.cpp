#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Synth/VoiceGroupBodies.cpp"
#include <hwy/foreach_target.h>

#include "../Physics/HandModes-inl.h"
#include "../Physics/StringModes-inl.h"
#include "../Physics/WideContact-inl.h"
#include "TableBody.h"
#include "VoiceGroupRide-inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
// What follows computes the lanes from `first` on: all of them, or a register.

/** A mode of the lanes that have a table, put over the string's; `second` gets what the second tap hears. */
template <class Real>
HWY_NOINLINE void takeTables (const VoiceGroup& group, int first, int slot, double timeStep, Mode<Real>& mode,
                              Real& second)
{
    TableLanes lanes {};
    put (mode, static_cast<Mode<VoiceGroup::Lane>&> (lanes), first);
    fillTableLanes (group, slot, timeStep, lanes);
    const auto heard = take<Real> (lanes, first);
    mode = heard;
    second = heard.secondTap;
}

/** The transverse mode of a slot, from the tables where lanes have them. Leaves in `second` what the second tap hears.
    */
template <class Real>
HWY_INLINE Mode<Real> soundingMode (const VoiceGroup& group, int first, const Mode<Real>& ofString, int slot,
                                    double timeStep, Real& second)
{
    auto mode = ofString;
    second = Real (0.0);
    if (group.pickups)
        takeTables (group, first, slot, timeStep, mode, second);
    return mode;
}

/** The string's, from the partials' shapes. */
template <class Real>
HWY_INLINE Mode<Real> stringMode (const VoiceGroup& group, int first, const StringKnobs<Real>& string,
                                  const typename StringModes<Real>::Scale& scale, int slot, double timeStep)
{
    const auto& p = group.partials[static_cast<std::size_t> (slot)];
    const auto of = [first] (const VoiceGroup::Lane& lane) HWY_ATTR { return take<Real> (lane, first); };
    return StringModes<Real>::transverse (
        scale, { of (p.turn), of (p.inverseBending), of (p.sine), of (p.lossPerTurn), of (p.airLoss) },
        Real (slot + 1.0), string.soundingCount, Real (timeStep));
}

/** The torsional mode of a slot, as far as it moves the contact. */
template <class Real>
HWY_INLINE Mode<Real> silentMode (const StringKnobs<Real>& string, const typename StringModes<Real>::Scale& scale,
                                  Real sine, int slot, double timeStep)
{
    auto mode = StringModes<Real>::torsional (scale, sine, Real (slot + 1.0), string.silentCount, Real (timeStep));
    mode.contact = string.twist * mode.contact;
    return mode;
}

/** Makes what is missing of the partials' shapes, in all lanes. */
HWY_NOINLINE void makePartials (VoiceGroup& group, const StringKnobs<Pack>& string)
{
    for (int& slot = group.partialsMade; slot < group.soundingSlots; ++slot)
    {
        const auto made = StringModes<Pack>::partial (string, Pack (slot + 1.0));
        auto& p = group.partials[static_cast<std::size_t> (slot)];
        put (made.turn, p.turn);
        put (made.inverseBending, p.inverseBending);
        put (made.sine, p.sine);
        put (made.lossPerTurn, p.lossPerTurn);
        put (made.airLoss, p.airLoss);
    }
    for (int& slot = group.torsionalSinesMade; slot < group.silentSlots; ++slot)
        put (StringModes<Pack>::sineAt (string, Pack (slot + 1.0)),
             group.torsionalSines[static_cast<std::size_t> (slot)]);
}

/** What the modes of the middle are at the edges' places, into edgeShapes[0] and [1]; the hand is one. */
void shapeEdges (VoiceGroup& group, double timeStep)
{
    auto string = take (group.string);
    const Pack middle = string.position, distance = take (group.edgeDistance);
    for (std::size_t edge = 0; edge < 2; ++edge)
    {
        const Pack place = middle + (edge == 0 ? -distance : distance);
        string.position = larger (Pack (0.001), place);
        put (string.position, group.string.position); // where tables look
        const auto set = [&] (int slot, const Mode<Pack>& mode) HWY_ATTR
        { put (mode.contact / mode.frequency, group.edgeShapes[edge][static_cast<std::size_t> (slot)]); };
        Pack unheard;
        for (int slot = 0; slot < group.soundingSlots; ++slot)
            set (slot, soundingMode (group, 0,
                                     StringModes<Pack>::transverse (string, Pack (slot + 1.0), string.soundingCount,
                                                                    Pack (timeStep)),
                                     slot, timeStep, unheard));
        for (int slot = 0; slot < group.silentSlots; ++slot)
            set (VoiceGroup::firstTorsional + slot,
                 silentMode (string, StringModes<Pack>::torsionalScale (string),
                             StringModes<Pack>::sineAt (string, Pack (slot + 1.0)), slot, timeStep));
        for (int n = 1; n <= visitedHand (group.handSlots); ++n)
        {
            const auto slot = static_cast<std::size_t> (VoiceGroup::firstTorsional - n);
            group.edgeShapes[edge][slot] = group.slots[slot].r;
        }
    }
    put (middle, group.string.position);
}

/** Shapes and mobilities of a wide bow. */
void updateEdges (VoiceGroup& group, double timeStep)
{
    shapeEdges (group, timeStep);
    const Pack h (timeStep), half (0.5);
    const auto eachMode = [&] (auto&& visit) HWY_ATTR
    {
        for (int m = 0; m < group.soundingSlots; ++m)
            visit (static_cast<std::size_t> (m));
        for (int m = VoiceGroup::firstTorsional - visitedHand (group.handSlots);
             m < VoiceGroup::firstTorsional + group.silentSlots; ++m)
            visit (static_cast<std::size_t> (m));
    };
    // Adds a mode, felt through three shapes, to their mobilities, and keeps the shapes.
    const auto add = [&] (std::size_t slot, const Pack (&shape)[3], SymmetricThree<Pack>& b) HWY_ATTR
    {
        const Pack Q = take (group.slots[slot].Q);
        for (std::size_t i = 0; i < 3; ++i)
        {
            put (shape[i], group.edgeShapes[i][slot]);
            for (std::size_t k = i; k < 3; ++k)
            {
                auto& entry = b.at (static_cast<int> (i), static_cast<int> (k));
                entry = entry + (shape[i] * shape[k]) * Q;
            }
        }
    };
    const Pack none (0.0);
    SymmetricThree<Pack> b { { none, none, none, none, none, none } }, own = b;
    eachMode (
        [&] (std::size_t slot) HWY_ATTR
        {
            const Pack r0 = take (group.slots[slot].r), one = take (group.edgeShapes[0][slot]),
                       other = take (group.edgeShapes[1][slot]);
            add (slot, { r0, half * (one - other), half * ((one - r0) + (other - r0)) }, b); // see WideContact-inl.h
        });
    auto basis = WideBasis<Pack>::of (b);
    eachMode (
        [&] (std::size_t slot) HWY_ATTR
        {
            const Pack felt[3] = { take (group.edgeShapes[0][slot]), take (group.edgeShapes[1][slot]),
                                   take (group.edgeShapes[2][slot]) };
            Pack turned[3];
            basis.into (felt, turned);
            add (slot, turned, own);
        });
    const auto overTime = [h] (const Pack& entry, VoiceGroup::Lane& lanes) HWY_ATTR { put (entry / h, lanes); };
    eachEntry (overTime, b, group.edgeMobility);
    eachEntry (overTime, own, group.basisMobility);
    eachEntry ([] (const Pack& entry, VoiceGroup::Lane& lanes) HWY_ATTR { put (entry, lanes); }, basis,
               group.edgeBasis);
}

/** Sums over modes: what the contact sees of them. */
template <class Real>
struct Answer
{
    Real mobility, endMobility; // [m/N], mean velocity by force times the step; [m/(s N)]
    Real resolved;              // static compliance [m/N]
};

template <class Real>
HWY_NOINLINE void putLosses (const ModeFlow<Real>& flow, ModeLosses<VoiceGroup::Lane>& losses, int first)
{
    put (lossesBehind (flow), losses, first);
}

/** A body that rides on while it moves: each mode alights, is set and rides on in one go, in registers. */
template <class Real>
struct RidingOn
{
    BankView bank;
    Pending<Real> pending;
    MovedLanes<Real> moved;
    Real perStep;
    RideSums<1, Real> sums;
    bool withBridge;            // it gave way somewhere
    int soundingEnd, silentEnd; // every lane that moved has the modes before these

    static RidingOn of (VoiceGroup& group, int first, const VoiceGroup::Lane& moves, double timeStep)
    {
        RidingOn on { bankOf (group, first),
                      takePending<Real> (group, first),
                      take<Real> (moves, first) > Real (0.5),
                      Real (1.0 / timeStep),
                      RideSums<1, Real>::none(),
                      false,
                      VoiceGroup::maxSounding,
                      VoiceGroup::maxSilent };
        for (int lane = first; lane < first + Lanes<Real>::count; ++lane)
        {
            const auto at = static_cast<std::size_t> (lane);
            on.withBridge = on.withBridge || group.pending.bridge[at] != 0.0;
            if (moves[at] < 0.5)
                continue;
            on.soundingEnd = std::min (on.soundingEnd, static_cast<int> (group.string.soundingCount[at]));
            on.silentEnd = std::min (on.silentEnd, static_cast<int> (group.string.silentCount[at]));
        }
        return on;
    }
};

/** A body that stands, or alights before it is set. */
struct Standing
{
};

template <class Real>
HWY_INLINE void addMode (const Mode<Real>& mode, Real r, const ModeFlow<Real>& flow, Answer<Real>& answer)
{
    answer.mobility = answer.mobility + (r * r) * flow.Q;
    answer.endMobility = answer.endMobility + (mode.contact * r) * flow.S;
    answer.resolved = answer.resolved + r * r;
}

/** Puts a mode into its slot, and its part into the sums. */
template <bool sounds, class Real>
HWY_INLINE void setMode (VoiceGroup& group, int first, int slot, int /*ofItsKind*/, const Mode<Real>& mode, Real h,
                         Answer<Real>& answer, Standing)
{
    const auto at = static_cast<std::size_t> (slot);
    const Real inverse = Real (1.0) / mode.frequency, r = mode.contact * inverse;
    const auto flow = modeFlow (mode.frequency, inverse, mode.decayRate, h);
    auto& here = group.slots[at];
    put (flow.Q, here.Q, first);
    put (flow.S, here.S, first);
    put (flow.D, here.D, first);
    put (r, here.r, first);
    put (mode.contact, group.shapes[at], first);
    put (mode.tap, here.tap, first);
    if (group.wantsLosses)
        putLosses (flow, group.losses[at], first);
    addMode (mode, r, flow, answer);
}

/** Lets it ride on, likewise. A mode that a lane has no more goes on unheard, and may be left out before that lane
    moves again: of those the slots keep where they stand. */
template <bool sounds, class Real>
HWY_INLINE void setMode (VoiceGroup& group, int first, int slot, int ofItsKind, const Mode<Real>& mode, Real h,
                         Answer<Real>& answer, RidingOn<Real>& on)
{
    const auto at = static_cast<std::size_t> (slot);
    double* const record = on.bank.record (slot);
    const auto place = on.withBridge ? placeOf<1, true> (on.bank, slot, record, on.pending)
                                     : placeOf<1, false> (on.bank, slot, record, on.pending);
    auto& here = group.slots[at];
    if (ofItsKind >= (sounds ? on.soundingEnd : on.silentEnd))
        putPlace (place, on.moved, here, first);
    const Real inverse = Real (1.0) / mode.frequency, r = mode.contact * inverse;
    const auto flow = modeFlow (mode.frequency, inverse, mode.decayRate, h);
    put (r, here.r, first);
    put (mode.contact, group.shapes[at], first);
    rideMode<sounds, 1, false> (
        group, first, slot, record,
        RidingMode<Real> { flow.Q, flow.S, flow.D, r, mode.contact, mode.tap, Real (0.0), place }, on.moved, on.perStep,
        on.sums);
    addMode (mode, r, flow, answer);
}

// Each loop with all that it calls in one function, which computes once what stays.
/** The transverse modes. Adds the squares of their taps to `tapSquares`. */
template <class Real, class How>
HWY_NOINLINE void setSounding (VoiceGroup& group, int first, const StringKnobs<Real>& string, double timeStep,
                               Answer<Real>& sums, Real& tapSquares, How& how)
{
    const auto scale = StringModes<Real>::transverseScale (string);
    auto answer = sums;
    auto squares = tapSquares;
    auto on = how;
    for (int slot = 0; slot < group.soundingSlots; ++slot)
    {
        auto mode = stringMode (group, first, string, scale, slot, timeStep);
        Real tap = mode.tap;
        if constexpr (std::is_same_v<How, Standing>)
        {
            Real second;
            mode = soundingMode (group, first, mode, slot, timeStep, second);
            put (second, group.secondTaps[static_cast<std::size_t> (slot)], first);
            tap = mode.tap + second; // a string's is in one of them
        }
        squares = squares + tap * tap;
        setMode<true> (group, first, slot, slot, mode, Real (timeStep), answer, on);
    }
    sums = answer;
    tapSquares = squares;
    how = on;
}

/** The torsional ones. */
template <class Real, class How>
HWY_NOINLINE void setSilent (VoiceGroup& group, int first, const StringKnobs<Real>& string, double timeStep,
                             Answer<Real>& sums, How& how)
{
    const auto scale = StringModes<Real>::torsionalScale (string);
    auto answer = sums;
    auto on = how;
    for (int slot = 0; slot < group.silentSlots; ++slot)
    {
        const Real sine = take<Real> (group.torsionalSines[static_cast<std::size_t> (slot)], first);
        setMode<false> (group, first, VoiceGroup::firstTorsional + slot, slot,
                        silentMode (string, scale, sine, slot, timeStep), Real (timeStep), answer, on);
    }
    sums = answer;
    how = on;
}

/** The hand's. */
template <class Real>
HWY_NOINLINE void setHand (VoiceGroup& group, int first, const HandKnobs<Real>& hand, double timeStep,
                           Answer<Real>& answer)
{
    const Real h (timeStep);
    for (int n = 1; n <= visitedHand (group.handSlots); ++n)
    {
        const auto mode = HandModes<Real>::mode (hand, n, h);
        put (mode.kick, group.kicks[static_cast<std::size_t> (VoiceGroup::maxHand - n)][0], first);
        setMode<false> (group, first, VoiceGroup::firstTorsional - n, n - 1, mode.mode, h, answer, Standing {});
    }
}

/** Static compliance [m/N] of the whole body at the contact, without torsion. */
template <class Real>
HWY_NOINLINE Real wholeCompliance (const VoiceGroup& group, int first, const StringKnobs<Real>& string)
{
    const Real ofString = StringModes<Real>::transverseCompliance (string);
    if (! group.pickups)
        return ofString;
    VoiceGroup::Lane compliance {};
    put (ofString, compliance, first);
    fillTableCompliance (group, compliance);
    return take<Real> (compliance, first);
}

/** Coefficients of the lanes from `first` on, and what their contacts see of the modes. */
template <class Real, class How>
void setPart (VoiceGroup& group, int first, double timeStep, How& how)
{
    const Real h (timeStep), none (0.0);
    const auto string = take<Real> (group.string, first);
    Answer<Real> answer { none, none, none };
    Real tapSquares (0.0);
    setSounding (group, first, string, timeStep, answer, tapSquares, how);
    const Real missing = wholeCompliance (group, first, string) - answer.resolved;

    answer.resolved = none;
    setSilent (group, first, string, timeStep, answer, how);
    const Real twist = string.twist;
    const Real missingTwist =
        select (none < string.silentCount,
                (twist * twist) * StringModes<Real>::torsionalCompliance (string) - answer.resolved, none);

    Real missingHand = none;
    if constexpr (std::is_same_v<How, Standing>)
    {
        const auto hand = take<Real> (group.hand, first);
        answer.resolved = none;
        setHand (group, first, hand, timeStep, answer);
        if (group.handSlots > 0)
            missingHand = HandModes<Real>::compliance (hand) - answer.resolved;
    }

    put (answer.mobility / h, group.mobility, first);
    put (answer.endMobility, group.endMobility, first);
    put (tapSquares, group.tapSquares, first);
    put ((larger (missing, none) + larger (missingTwist, none)) + larger (missingHand, none),
         group.law.residualCompliance, first);
}

/** All lanes, from slots to the bank. */
void setAll (VoiceGroup& group, const VoiceGroup::Lane& moves, double timeStep)
{
    const auto moved = take (moves) > Pack (0.5);
    if (group.ride.on)
        alight (group, moved);
    Standing standing;
    setPart<Pack> (group, 0, timeStep, standing);
    group.slotsMade = true;
    if (group.wide)
        updateEdges (group, timeStep);
    if (group.ride.on)
        ride (group, moved, timeStep);
}

/** Registers of strings of which some lane moved ride on, and the others needn't be looked at. Not where a lane has or
    had a table: what all lanes are heard by depends on whether one does. */
void updateBodies (VoiceGroup& group, double timeStep)
{
    const auto isTable = [] (const ModeTable* t) { return t != nullptr; };
    const auto& made = group.made;
    const bool hadTables = std::any_of (made.table.begin(), made.table.end(), isTable) ||
                           std::any_of (made.before.begin(), made.before.end(), isTable);
    const bool ridesOn = group.ride == wantedRide (group) && ! group.wide && ! group.wantsLosses && ! group.pickups &&
                         ! hadTables && group.handSlots == 0;
    const auto moves = notedAsMade (group, timeStep);
    group.lieTogether();
    makePartials (group, take (group.string));
    constexpr int count = Lanes<Register>::count;
    if (! ridesOn)
        setAll (group, moves, timeStep);
    else
        for (int first = 0; first < VoiceGroup::lanes; first += count)
            if (const auto begin = moves.begin() + first; std::find (begin, begin + count, 1.0) != begin + count)
            {
                auto on = RidingOn<Register>::of (group, first, moves, timeStep);
                setPart<Register> (group, first, timeStep, on);
                clearPending<Register> (group, first, on.moved);
                putSums (on.sums, group, first, on.moved);
                group.slotsMade = false;
            }
    followBridge (group);
}

/** Lets the bank stand. */
void settle (VoiceGroup& group)
{
    group.lieTogether();
    const auto everyLane = Pack (0.0) < Pack (1.0);
    if (group.ride.on)
        alight (group, everyLane);
    if (! group.slotsMade)
    {
        Standing standing;
        setPart<Pack> (group, 0, group.made.timeStep, standing);
        group.slotsMade = true;
    }
    group.ride = {};
}

void mount (VoiceGroup& group, double timeStep)
{
    if (group.ride == wantedRide (group))
        return;
    settle (group);
    ride (group, Pack (0.0) < Pack (1.0), timeStep);
    followBridge (group);
}

void energies (VoiceGroup& group, VoiceGroup::Lane& energy)
{
    const Pack bristle = take (group.contact.bristleCoordinate), momentum = take (group.blockMotion.momentum);
    const Pack one = take (group.edges[0].bristleCoordinate), other = take (group.edges[1].bristleCoordinate),
               half (0.5);
    Pack stored (0.0);
    group.lieTogether();
    if (! group.ride.on)
        for (const auto& slot : group.slots)
            stored = stored + half * (take (slot.x1) * take (slot.x1) + take (slot.x2) * take (slot.x2));
    else
    {
        const auto bank = bankOf (group);
        const auto pending = takePending<Pack> (group, 0);
        stored = group.ride.wide ? storedEnergy<3> (bank, pending) : storedEnergy<1> (bank, pending);
    }
    put (stored + half * ((bristle * bristle + momentum * momentum) + (one * one + other * other)), energy);
}

const char* targetName ()
{
    return hwy::TargetName (HWY_TARGET);
}
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kolophon
{
HWY_EXPORT (updateBodies);
HWY_EXPORT (settle);
HWY_EXPORT (mount);
HWY_EXPORT (energies);
HWY_EXPORT (followBridge);
HWY_EXPORT (targetName);

namespace lanes
{
void updateBodies (VoiceGroup& group, double timeStep) noexcept
{
    HWY_DYNAMIC_DISPATCH (updateBodies) (group, timeStep);
}

void pullAtBridge (VoiceGroup& group, const VoiceGroup::Lane& shortening) noexcept
{
    group.pending.bridge = shortening; // the bank takes it up with its next step
    HWY_DYNAMIC_DISPATCH (followBridge) (group);
}

void settle (VoiceGroup& group) noexcept
{
    HWY_DYNAMIC_DISPATCH (settle) (group);
}

void mount (VoiceGroup& group, double timeStep) noexcept
{
    HWY_DYNAMIC_DISPATCH (mount) (group, timeStep);
}

void energies (const VoiceGroup& group, VoiceGroup::Lane& energy) noexcept
{
    HWY_DYNAMIC_DISPATCH (energies) (const_cast<VoiceGroup&> (group), energy);
}

const char* instructionSet () noexcept
{
    return HWY_DYNAMIC_DISPATCH (targetName)();
}
} // namespace lanes
} // namespace kolophon
#endif
