#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Synth/VoiceGroupBodies.cpp"
#include <hwy/foreach_target.h>

#include "../Physics/HandModes-inl.h"
#include "../Physics/StringModes-inl.h"
#include "../Physics/WideContact-inl.h"
#include "TableBody.h"
#include "VoiceGroupRide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** A mode of the lanes that have a table, put over the string's; `second` gets what the second tap hears. */
HWY_NOINLINE void takeTables (const VoiceGroup& group, int slot, double timeStep, Mode<Pack>& mode, Pack& second)
{
    TableLanes lanes;
    put (mode, static_cast<Mode<VoiceGroup::Lane>&> (lanes));
    fillTableLanes (group, slot, timeStep, lanes);
    const auto heard = take (lanes);
    mode = heard;
    second = heard.secondTap;
}

/** The transverse mode of a slot, from the tables where lanes have them. Leaves in `second` what the second tap hears.
    */
HWY_INLINE Mode<Pack> soundingMode (const VoiceGroup& group, const Mode<Pack>& ofString, int slot, double timeStep,
                                    Pack& second)
{
    auto mode = ofString;
    second = Pack (0.0);
    if (group.pickups)
        takeTables (group, slot, timeStep, mode, second);
    return mode;
}

/** The string's, from the partials' shapes. */
HWY_INLINE Mode<Pack> stringMode (const VoiceGroup& group, const StringKnobs<Pack>& string,
                                  const StringModes<Pack>::Scale& scale, int slot, double timeStep)
{
    const auto& p = group.partials[static_cast<std::size_t> (slot)];
    return StringModes<Pack>::transverse (
        scale, { take (p.turn), take (p.inverseBending), take (p.sine), take (p.lossPerTurn), take (p.airLoss) },
        Pack (slot + 1.0), string.soundingCount, Pack (timeStep));
}

/** The torsional mode of a slot, as far as it moves the contact. */
HWY_INLINE Mode<Pack> silentMode (const StringKnobs<Pack>& string, const StringModes<Pack>::Scale& scale, Pack sine,
                                  int slot, double timeStep)
{
    auto mode = StringModes<Pack>::torsional (scale, sine, Pack (slot + 1.0), string.silentCount, Pack (timeStep));
    mode.contact = string.twist * mode.contact;
    return mode;
}

/** Makes what is missing of the partials' shapes. */
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
            set (slot, soundingMode (group,
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
struct Answer
{
    Pack mobility, endMobility; // [m/N], mean velocity by force times the step; [m/(s N)]
    Pack resolved;              // static compliance [m/N]
};

HWY_NOINLINE void putLosses (const ModeFlow<Pack>& flow, ModeLosses<VoiceGroup::Lane>& losses)
{
    put (lossesBehind (flow), losses);
}

/** Puts a mode into the bank, and its part into the sums. */
HWY_INLINE void setMode (VoiceGroup& group, int slot, const Mode<Pack>& mode, Pack h, Answer& answer)
{
    const auto at = static_cast<std::size_t> (slot);
    const Pack inverse = Pack (1.0) / mode.frequency, r = mode.contact * inverse;
    const auto flow = modeFlow (mode.frequency, inverse, mode.decayRate, h);
    auto& here = group.slots[at];
    put (flow.Q, here.Q);
    put (flow.S, here.S);
    put (flow.D, here.D);
    put (r, here.r);
    put (mode.contact, group.shapes[at]);
    put (mode.tap, here.tap);
    if (group.wantsLosses)
        putLosses (flow, group.losses[at]);
    answer.mobility = answer.mobility + (r * r) * flow.Q;
    answer.endMobility = answer.endMobility + (mode.contact * r) * flow.S;
    answer.resolved = answer.resolved + r * r;
}

// Each loop with all that it calls in one function, which computes once what stays.
/** The transverse modes. Adds the squares of their taps to `tapSquares`. */
HWY_NOINLINE void setSounding (VoiceGroup& group, const StringKnobs<Pack>& string, double timeStep, Answer& sums,
                               Pack& tapSquares)
{
    const auto scale = StringModes<Pack>::transverseScale (string);
    auto answer = sums;
    auto squares = tapSquares;
    for (int slot = 0; slot < group.soundingSlots; ++slot)
    {
        Pack second;
        const auto mode =
            soundingMode (group, stringMode (group, string, scale, slot, timeStep), slot, timeStep, second);
        put (second, group.secondTaps[static_cast<std::size_t> (slot)]);
        const Pack tap = mode.tap + second; // a string's is in one of them
        squares = squares + tap * tap;
        setMode (group, slot, mode, Pack (timeStep), answer);
    }
    sums = answer;
    tapSquares = squares;
}

/** The torsional ones. */
HWY_NOINLINE void setSilent (VoiceGroup& group, const StringKnobs<Pack>& string, double timeStep, Answer& answer)
{
    const auto scale = StringModes<Pack>::torsionalScale (string);
    for (int slot = 0; slot < group.silentSlots; ++slot)
        setMode (
            group, VoiceGroup::firstTorsional + slot,
            silentMode (string, scale, take (group.torsionalSines[static_cast<std::size_t> (slot)]), slot, timeStep),
            Pack (timeStep), answer);
}

/** The hand's. */
HWY_NOINLINE void setHand (VoiceGroup& group, const HandKnobs<Pack>& hand, double timeStep, Answer& answer)
{
    const Pack h (timeStep);
    for (int n = 1; n <= visitedHand (group.handSlots); ++n)
    {
        const auto mode = HandModes<Pack>::mode (hand, n, h);
        put (mode.kick, group.kicks[static_cast<std::size_t> (VoiceGroup::maxHand - n)][0]);
        setMode (group, VoiceGroup::firstTorsional - n, mode.mode, h, answer);
    }
}

/** Static compliance [m/N] of the whole body at the contact, without torsion. */
HWY_NOINLINE Pack wholeCompliance (const VoiceGroup& group, const StringKnobs<Pack>& string)
{
    const Pack ofString = StringModes<Pack>::transverseCompliance (string);
    if (! group.pickups)
        return ofString;
    VoiceGroup::Lane compliance;
    put (ofString, compliance);
    fillTableCompliance (group, compliance);
    return take (compliance);
}

void updateBodies (VoiceGroup& group, double timeStep)
{
    const Pack h (timeStep), none (0.0);
    const auto moved = notedAsMade (group, timeStep);
    group.lieTogether();
    if (group.ride.on)
        alight (group, moved);
    const auto string = take (group.string);
    makePartials (group, string);
    Answer answer { none, none, none };
    Pack tapSquares (0.0);
    setSounding (group, string, timeStep, answer, tapSquares);
    const Pack missing = wholeCompliance (group, string) - answer.resolved;

    answer.resolved = none;
    setSilent (group, string, timeStep, answer);
    const Pack twist = string.twist;
    const Pack missingTwist =
        select (none < string.silentCount,
                (twist * twist) * StringModes<Pack>::torsionalCompliance (string) - answer.resolved, none);

    const auto hand = take (group.hand);
    answer.resolved = none;
    setHand (group, hand, timeStep, answer);
    const Pack missingHand = group.handSlots > 0 ? HandModes<Pack>::compliance (hand) - answer.resolved : none;

    put (answer.mobility / h, group.mobility);
    put (answer.endMobility, group.endMobility);
    put (tapSquares, group.tapSquares);
    put ((larger (missing, none) + larger (missingTwist, none)) + larger (missingHand, none),
         group.law.residualCompliance);
    if (group.wide)
        updateEdges (group, timeStep);
    if (group.ride.on)
        ride (group, moved, timeStep);
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
    const VoiceGroup::Ride wanted { true, group.wide, group.soundingSlots, group.silentSlots, group.handSlots };
    if (! (group.ride == wanted))
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
