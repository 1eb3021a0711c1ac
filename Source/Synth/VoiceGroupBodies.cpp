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

/** Puts a mode into the bank, and its part into the sums. */
template <class Real>
HWY_INLINE void setMode (VoiceGroup& group, int first, int slot, const Mode<Real>& mode, Real h, Answer<Real>& answer)
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
    answer.mobility = answer.mobility + (r * r) * flow.Q;
    answer.endMobility = answer.endMobility + (mode.contact * r) * flow.S;
    answer.resolved = answer.resolved + r * r;
}

// Each loop with all that it calls in one function, which computes once what stays.
/** The transverse modes. Adds the squares of their taps to `tapSquares`. */
template <class Real>
HWY_NOINLINE void setSounding (VoiceGroup& group, int first, const StringKnobs<Real>& string, double timeStep,
                               Answer<Real>& sums, Real& tapSquares)
{
    const auto scale = StringModes<Real>::transverseScale (string);
    auto answer = sums;
    auto squares = tapSquares;
    for (int slot = 0; slot < group.soundingSlots; ++slot)
    {
        Real second;
        const auto mode = soundingMode (group, first, stringMode (group, first, string, scale, slot, timeStep), slot,
                                        timeStep, second);
        put (second, group.secondTaps[static_cast<std::size_t> (slot)], first);
        const Real tap = mode.tap + second; // a string's is in one of them
        squares = squares + tap * tap;
        setMode (group, first, slot, mode, Real (timeStep), answer);
    }
    sums = answer;
    tapSquares = squares;
}

/** The torsional ones. */
template <class Real>
HWY_NOINLINE void setSilent (VoiceGroup& group, int first, const StringKnobs<Real>& string, double timeStep,
                             Answer<Real>& answer)
{
    const auto scale = StringModes<Real>::torsionalScale (string);
    for (int slot = 0; slot < group.silentSlots; ++slot)
    {
        const Real sine = take<Real> (group.torsionalSines[static_cast<std::size_t> (slot)], first);
        setMode (group, first, VoiceGroup::firstTorsional + slot, silentMode (string, scale, sine, slot, timeStep),
                 Real (timeStep), answer);
    }
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
        setMode (group, first, VoiceGroup::firstTorsional - n, mode.mode, h, answer);
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

/** Coefficients of a part of the lanes, some of which moved. */
template <class Real>
void updatePart (VoiceGroup& group, int first, const VoiceGroup::Lane& moves, double timeStep)
{
    const Real h (timeStep), none (0.0);
    const auto moved = take<Real> (moves, first) > Real (0.5);
    if (group.ride.on)
        alight<Real> (group, first, moved);
    const auto string = take<Real> (group.string, first);
    Answer<Real> answer { none, none, none };
    Real tapSquares (0.0);
    setSounding (group, first, string, timeStep, answer, tapSquares);
    const Real missing = wholeCompliance (group, first, string) - answer.resolved;

    answer.resolved = none;
    setSilent (group, first, string, timeStep, answer);
    const Real twist = string.twist;
    const Real missingTwist =
        select (none < string.silentCount,
                (twist * twist) * StringModes<Real>::torsionalCompliance (string) - answer.resolved, none);

    const auto hand = take<Real> (group.hand, first);
    answer.resolved = none;
    setHand (group, first, hand, timeStep, answer);
    const Real missingHand = group.handSlots > 0 ? HandModes<Real>::compliance (hand) - answer.resolved : none;

    put (answer.mobility / h, group.mobility, first);
    put (answer.endMobility, group.endMobility, first);
    put (tapSquares, group.tapSquares, first);
    put ((larger (missing, none) + larger (missingTwist, none)) + larger (missingHand, none),
         group.law.residualCompliance, first);
    if constexpr (Lanes<Real>::count == VoiceGroup::lanes)
        if (group.wide)
            updateEdges (group, timeStep);
    if (group.ride.on)
        ride<Real> (group, first, moved, timeStep);
}

/** Where all lanes that moved lie in one register, only that one is computed. Not where a lane has or had a table: what
    all lanes are heard by depends on whether one does. */
void updateBodies (VoiceGroup& group, double timeStep)
{
    const auto isTable = [] (const ModeTable* t) { return t != nullptr; };
    const auto& made = group.made;
    const bool hadTables = std::any_of (made.table.begin(), made.table.end(), isTable) ||
                           std::any_of (made.before.begin(), made.before.end(), isTable);
    const bool othersStand =
        group.ride == wantedRide (group) && ! group.wide && ! group.wantsLosses && ! group.pickups && ! hadTables;
    const auto moves = notedAsMade (group, timeStep);
    group.lieTogether();
    makePartials (group, take (group.string));
    constexpr int count = Lanes<Register>::count;
    int parts = 0, moved = 0;
    for (int first = 0; first < VoiceGroup::lanes; first += count)
        if (std::find (moves.begin() + first, moves.begin() + first + count, 1.0) != moves.begin() + first + count)
        {
            ++parts;
            moved = first;
        }
    if (parts == 1 && othersStand)
        updatePart<Register> (group, moved, moves, timeStep);
    else
        updatePart<Pack> (group, 0, moves, timeStep);
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
