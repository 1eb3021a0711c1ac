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
void takeTables (const VoiceGroup& group, int slot, double timeStep, Mode<Octet>& mode, Octet& second)
{
    TableLanes lanes;
    put (mode, static_cast<Mode<VoiceGroup::Lane>&> (lanes));
    fillTableLanes (group, slot, timeStep, lanes);
    const auto heard = take (lanes);
    mode = heard;
    second = heard.secondTap;
}

/** The transverse mode of a slot, from the tables where lanes have them. Leaves in `second` what the second tap hears. */
HWY_NOINLINE Mode<Octet> soundingMode (const VoiceGroup& group, const Mode<Octet>& ofString, int slot, double timeStep, Octet& second)
{
    auto mode = ofString;
    second = Octet (0.0);
    if (group.pickups)
        takeTables (group, slot, timeStep, mode, second);
    return mode;
}

/** The string's, from the partials' shapes. */
HWY_NOINLINE Mode<Octet> stringMode (const VoiceGroup& group, const StringKnobs<Octet>& string, const StringModes<Octet>::Scale& scale, int slot,
                                     double timeStep)
{
    const auto& p = group.partials[static_cast<std::size_t> (slot)];
    return StringModes<Octet>::transverse (
        scale, { take (p.turn), take (p.inverseBending), take (p.sine), take (p.lossPerTurn), take (p.airLoss) }, Octet (slot + 1.0),
        string.soundingCount, Octet (timeStep));
}

/** The torsional mode of a slot, as far as it moves the contact. */
HWY_NOINLINE Mode<Octet> silentMode (const StringKnobs<Octet>& string, const StringModes<Octet>::Scale& scale, Octet sine, int slot,
                                     double timeStep)
{
    auto mode = StringModes<Octet>::torsional (scale, sine, Octet (slot + 1.0), string.silentCount, Octet (timeStep));
    mode.contact = string.twist * mode.contact;
    return mode;
}

/** Makes what is missing of the partials' shapes. */
HWY_NOINLINE void makePartials (VoiceGroup& group, const StringKnobs<Octet>& string)
{
    for (int& slot = group.partialsMade; slot < group.soundingSlots; ++slot)
    {
        const auto made = StringModes<Octet>::partial (string, Octet (slot + 1.0));
        auto& p = group.partials[static_cast<std::size_t> (slot)];
        put (made.turn, p.turn);
        put (made.inverseBending, p.inverseBending);
        put (made.sine, p.sine);
        put (made.lossPerTurn, p.lossPerTurn);
        put (made.airLoss, p.airLoss);
    }
    for (int& slot = group.torsionalSinesMade; slot < group.silentSlots; ++slot)
        put (StringModes<Octet>::sineAt (string, Octet (slot + 1.0)), group.torsionalSines[static_cast<std::size_t> (slot)]);
}

/** What the modes of the middle are at the edges' places, into edgeShapes[0] and [1]; the hand is one. */
void shapeEdges (VoiceGroup& group, double timeStep)
{
    auto string = take (group.string);
    const Octet middle = string.position, distance = take (group.edgeDistance);
    for (std::size_t edge = 0; edge < 2; ++edge)
    {
        const Octet place = middle + (edge == 0 ? -distance : distance);
        string.position = larger (Octet (0.001), place);
        put (string.position, group.string.position); // where tables look
        const auto set = [&] (int slot, const Mode<Octet>& mode) HWY_ATTR
        { put (mode.contact / mode.frequency, group.edgeShapes[edge][static_cast<std::size_t> (slot)]); };
        Octet unheard;
        for (int slot = 0; slot < group.soundingSlots; ++slot)
            set (slot, soundingMode (group, StringModes<Octet>::transverse (string, Octet (slot + 1.0), string.soundingCount, Octet (timeStep)),
                                     slot, timeStep, unheard));
        for (int slot = 0; slot < group.silentSlots; ++slot)
            set (VoiceGroup::firstTorsional + slot, silentMode (string, StringModes<Octet>::torsionalScale (string),
                                                                StringModes<Octet>::sineAt (string, Octet (slot + 1.0)), slot, timeStep));
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
    const Octet h (timeStep), half (0.5);
    const auto eachMode = [&] (auto&& visit) HWY_ATTR
    {
        for (int m = 0; m < group.soundingSlots; ++m)
            visit (static_cast<std::size_t> (m));
        for (int m = VoiceGroup::firstTorsional - visitedHand (group.handSlots); m < VoiceGroup::firstTorsional + group.silentSlots; ++m)
            visit (static_cast<std::size_t> (m));
    };
    // Adds a mode, felt through three shapes, to their mobilities, and keeps the shapes.
    const auto add = [&] (std::size_t slot, const Octet (&shape)[3], SymmetricThree<Octet>& b) HWY_ATTR
    {
        const Octet Q = take (group.slots[slot].Q);
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
    const Octet none (0.0);
    SymmetricThree<Octet> b { { none, none, none, none, none, none } }, own = b;
    eachMode ([&] (std::size_t slot) HWY_ATTR
    {
        const Octet r0 = take (group.slots[slot].r), one = take (group.edgeShapes[0][slot]), other = take (group.edgeShapes[1][slot]);
        add (slot, { r0, half * (one - other), half * ((one - r0) + (other - r0)) }, b); // see WideContact-inl.h
    });
    const auto basis = WideBasis<Octet>::of (b);
    eachMode ([&] (std::size_t slot) HWY_ATTR
    {
        const Octet felt[3] = { take (group.edgeShapes[0][slot]), take (group.edgeShapes[1][slot]), take (group.edgeShapes[2][slot]) };
        Octet turned[3];
        basis.into (felt, turned);
        add (slot, turned, own);
    });
    for (std::size_t i = 0; i < 6; ++i)
    {
        put (b.a[i] / h, group.edgeMobility[i]);
        put (own.a[i] / h, group.basisMobility[i]);
    }
    for (std::size_t i = 0; i < 9; ++i)
        put (basis.v[i / 3][i % 3], group.edgeBasis[i]);
}

/** Sums over modes: what the contact sees of them. */
struct Answer
{
    Octet mobility, endMobility; // [m/N], mean velocity by force times the step; [m/(s N)]
    Octet resolved;              // static compliance [m/N]
};

HWY_NOINLINE void putLosses (const ModeStep<Octet>& step, ModeLosses<VoiceGroup::Lane>& losses)
{
    put (step.lossYY, losses.yy);
    put (step.lossYV, losses.yv);
    put (step.lossVV, losses.vv);
}

/** Puts a mode into the bank, and its part into the sums. */
HWY_NOINLINE void setMode (VoiceGroup& group, int slot, const Mode<Octet>& mode, Octet h, Answer& answer)
{
    const auto at = static_cast<std::size_t> (slot);
    const Octet inverse = Octet (1.0) / mode.frequency, r = mode.contact * inverse;
    const auto flow = modeFlow (mode.frequency, inverse, mode.decayRate, h);
    auto& here = group.slots[at];
    put (flow.Q, here.Q);
    put (flow.S, here.S);
    put (flow.D, here.D);
    put (r, here.r);
    put (mode.contact, group.shapes[at]);
    put (mode.tap, here.tap);
    if (group.wantsLooks)
        putLosses (modeStep (flow), group.losses[at]);
    answer.mobility = answer.mobility + (r * r) * flow.Q;
    answer.endMobility = answer.endMobility + (mode.contact * r) * flow.S;
    answer.resolved = answer.resolved + r * r;
}

/** Static compliance [m/N] of the whole body at the contact, without torsion. */
HWY_NOINLINE Octet wholeCompliance (const VoiceGroup& group, const StringKnobs<Octet>& string)
{
    const Octet ofString = StringModes<Octet>::transverseCompliance (string);
    if (! group.pickups)
        return ofString;
    VoiceGroup::Lane compliance;
    put (ofString, compliance);
    fillTableCompliance (group, compliance);
    return take (compliance);
}

void updateBodies (VoiceGroup& group, double timeStep)
{
    const Octet h (timeStep), none (0.0);
    const auto moved = notedAsMade (group, timeStep);
    group.lieTogether();
    if (group.ride.on)
        alight (group, moved);
    const auto string = take (group.string);
    makePartials (group, string);
    const auto transverse = StringModes<Octet>::transverseScale (string), torsional = StringModes<Octet>::torsionalScale (string);
    Answer answer { none, none, none };
    Octet tapSquares (0.0);
    for (int slot = 0; slot < group.soundingSlots; ++slot)
    {
        Octet second;
        const auto mode = soundingMode (group, stringMode (group, string, transverse, slot, timeStep), slot, timeStep, second);
        put (second, group.secondTaps[static_cast<std::size_t> (slot)]);
        const Octet tap = mode.tap + second; // a string's is in one of them
        tapSquares = tapSquares + tap * tap;
        setMode (group, slot, mode, h, answer);
    }
    const Octet missing = wholeCompliance (group, string) - answer.resolved;

    answer.resolved = none;
    for (int slot = 0; slot < group.silentSlots; ++slot)
        setMode (group, VoiceGroup::firstTorsional + slot, silentMode (string, torsional, take (group.torsionalSines[static_cast<std::size_t> (slot)]), slot, timeStep),
                 h, answer);
    const Octet twist = string.twist;
    const Octet missingTwist
        = select (none < string.silentCount,
                  (twist * twist) * StringModes<Octet>::torsionalCompliance (string) - answer.resolved, none);

    const auto hand = take (group.hand);
    answer.resolved = none;
    for (int n = 1; n <= visitedHand (group.handSlots); ++n)
    {
        const auto mode = HandModes<Octet>::mode (hand, n, h);
        put (mode.kick, group.kicks[static_cast<std::size_t> (VoiceGroup::maxHand - n)][0]);
        setMode (group, VoiceGroup::firstTorsional - n, mode.mode, h, answer);
    }
    const Octet missingHand = group.handSlots > 0 ? HandModes<Octet>::compliance (hand) - answer.resolved : none;

    put (answer.mobility / h, group.mobility);
    put (answer.endMobility, group.endMobility);
    put (tapSquares, group.tapSquares);
    put ((larger (missing, none) + larger (missingTwist, none)) + larger (missingHand, none), group.law.residualCompliance);
    if (group.wide)
        updateEdges (group, timeStep);
    if (group.ride.on)
        ride (group, moved, timeStep);
}

void energies (VoiceGroup& group, VoiceGroup::Lane& energy)
{
    const Octet bristle = take (group.contact.bristle), momentum = take (group.blockMotion.momentum);
    const Octet one = take (group.edges[0].bristle), other = take (group.edges[1].bristle), half (0.5);
    Octet stored (0.0);
    group.lieTogether();
    if (! group.ride.on)
        for (const auto& slot : group.slots)
            stored = stored + half * (take (slot.x1) * take (slot.x1) + take (slot.x2) * take (slot.x2));
    else
    {
        const auto bank = bankOf (group);
        const auto pending = takePending<Octet> (group, 0);
        stored = group.ride.wide ? storedEnergy<3> (bank, pending) : storedEnergy<1> (bank, pending);
    }
    put (stored + half * ((bristle * bristle + momentum * momentum) + (one * one + other * other)), energy);
}

const char* targetName()
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

const char* instructionSet() noexcept
{
    return HWY_DYNAMIC_DISPATCH (targetName) ();
}
} // namespace lanes
} // namespace kolophon
#endif
