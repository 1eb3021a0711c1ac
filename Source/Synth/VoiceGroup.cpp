#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Synth/VoiceGroup.cpp"
#include <hwy/foreach_target.h>

#include "../Physics/ContactLoop-inl.h"
#include "../Physics/StringModes-inl.h"
#include "VoiceGroup.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
HWY_INLINE Pack at (const VoiceGroup::Lane& lane, int first)
{
    return Lanes<Pack>::load (lane.data() + first);
}

BankView bankOf (VoiceGroup& group, int first)
{
    const auto of = [first] (VoiceGroup::Bank& bank) { return bank[0].data() + first; };
    BankView view;
    view.A = of (group.A);
    view.S = of (group.S);
    view.D = of (group.D);
    view.r = of (group.r);
    view.push = of (group.push);
    view.tap = of (group.tap);
    view.lossYY = of (group.lossYY);
    view.lossYV = of (group.lossYV);
    view.lossVV = of (group.lossVV);
    view.x1 = of (group.x1);
    view.x2 = of (group.x2);
    view.stride = VoiceGroup::lanes;
    view.soundingCount = group.soundingSlots;
    view.silentBegin = VoiceGroup::maxSounding;
    view.silentEnd = VoiceGroup::maxSounding + group.silentSlots;
    return view;
}

void updateBodies (VoiceGroup& group, double timeStep)
{
    const Pack h (timeStep);
    for (int first = 0; first < VoiceGroup::lanes; first += Lanes<Pack>::count())
    {
        const auto& s = group.string;
        const StringParameters<Pack> string { at (s.fundamental, first), at (s.inharmonicity, first),
                                              at (s.impedance, first), at (s.decayRate, first), at (s.quality, first),
                                              at (s.position, first), at (s.torsionImpedance, first),
                                              at (s.torsionRatio, first), at (s.torsionQuality, first) };
        const Pack soundingCount = at (s.soundingCount, first), silentCount = at (s.silentCount, first);

        Pack mobility (0.0), resolved (0.0);
        const auto put = [&] (int slot, const Mode<Pack>& mode) HWY_ATTR
        {
            const auto step = modeStep (mode.frequency, mode.decayRate, h);
            const Pack r = mode.contact / mode.frequency, push = step.oneMinusA * r;
            const auto index = static_cast<std::size_t> (slot);
            Lanes<Pack>::store (step.A, group.A[index].data() + first);
            Lanes<Pack>::store (step.S, group.S[index].data() + first);
            Lanes<Pack>::store (step.D, group.D[index].data() + first);
            Lanes<Pack>::store (r, group.r[index].data() + first);
            Lanes<Pack>::store (push, group.push[index].data() + first);
            Lanes<Pack>::store (mode.tap, group.tap[index].data() + first);
            Lanes<Pack>::store (step.lossYY, group.lossYY[index].data() + first);
            Lanes<Pack>::store (step.lossYV, group.lossYV[index].data() + first);
            Lanes<Pack>::store (step.lossVV, group.lossVV[index].data() + first);
            mobility = mobility + r * push;
            resolved = resolved + r * r;
        };
        for (int slot = 0; slot < group.soundingSlots; ++slot)
            put (slot, StringModes<Pack>::transverse (string, Pack (slot + 1.0), soundingCount, h));
        const Pack missing = StringModes<Pack>::transverseCompliance (string) - resolved;
        resolved = Pack (0.0);
        for (int slot = 0; slot < group.silentSlots; ++slot)
            put (VoiceGroup::maxSounding + slot,
                 StringModes<Pack>::torsional (string, Pack (slot + 1.0), silentCount, h));
        const auto twists = Pack (0.0) < silentCount;
        const Pack missingTwist
            = select (twists, StringModes<Pack>::torsionalCompliance (string) - resolved, Pack (0.0));

        Lanes<Pack>::store (mobility / h, group.mobility.data() + first);
        Lanes<Pack>::store (larger (missing, Pack (0.0)) + larger (missingTwist, Pack (0.0)),
                            group.residualCompliance.data() + first);
    }
}

template <bool withLedger>
void renderLanes (VoiceGroup& group, double timeStep, int passes, int steps)
{
    using Law = KolophonElement<Pack>;
    for (int first = 0; first < VoiceGroup::lanes; first += Lanes<Pack>::count())
    {
        const auto& l = group.law;
        const Law::Parameters law { at (l.muStatic, first),          at (l.muKinetic, first),
                                    at (l.inverseStribeckVelocity, first), at (l.stiffness, first),
                                    at (l.stiffnessPerForce, first), at (l.damping, first),
                                    at (l.viscosity, first),         at (l.breakaway, first),
                                    at (group.residualCompliance, first) };
        Law::State state { at (group.bristle, first), at (group.lastVelocity, first) };
        BowLine<Pack> bow { at (group.bow.velocity, first), at (group.bow.velocityStep, first),
                            at (group.bow.normalForce, first), at (group.bow.normalForceStep, first) };

        const auto of = [first] (VoiceGroup::Rows& rows) { return rows[0].data() + first; };
        const ContactRows rows { of (group.odd),         of (group.even),      of (group.bowVelocity),
                                 of (group.normalForce), of (group.relativeVelocity), of (group.force),
                                 of (group.elongation),  of (group.regime),    of (group.stored),
                                 of (group.work),        of (group.frictionLoss), of (group.bodyLoss),
                                 of (group.residual),    VoiceGroup::lanes };

        runContact<Law, withLedger> (law, state, bankOf (group, first), at (group.mobility, first), bow, timeStep,
                                     passes, steps, rows);

        Lanes<Pack>::store (state.bristle, group.bristle.data() + first);
        Lanes<Pack>::store (state.lastVelocity, group.lastVelocity.data() + first);
        Lanes<Pack>::store (bow.velocity, group.bow.velocity.data() + first);
        Lanes<Pack>::store (bow.normalForce, group.bow.normalForce.data() + first);
    }
}

void render (VoiceGroup& group, double timeStep, int passes, int steps, bool withLedger)
{
    if (withLedger)
        renderLanes<true> (group, timeStep, passes, steps);
    else
        renderLanes<false> (group, timeStep, passes, steps);
}

void energies (VoiceGroup& group, double* energy)
{
    for (int first = 0; first < VoiceGroup::lanes; first += Lanes<Pack>::count())
    {
        const Pack bristle = at (group.bristle, first);
        Lanes<Pack>::store (storedEnergy<Pack> (bankOf (group, first)) + Pack (0.5) * (bristle * bristle),
                            energy + first);
    }
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
HWY_EXPORT (render);
HWY_EXPORT (energies);
HWY_EXPORT (targetName);

void VoiceGroup::clear() noexcept
{
    *this = VoiceGroup {};
    const auto fill = [] (Lane& lane, double value) { lane.fill (value); };
    fill (string.fundamental, 440.0);
    fill (string.inharmonicity, 1e-5);
    fill (string.impedance, 0.3);
    fill (string.decayRate, 2.0);
    fill (string.quality, 300.0);
    fill (string.position, 0.12);
    fill (string.torsionImpedance, 3.0);
    fill (string.torsionRatio, 5.0);
    fill (string.torsionQuality, 30.0);
    fill (law.muStatic, 0.8);
    fill (law.muKinetic, 0.3);
    fill (law.inverseStribeckVelocity, 10.0);
    fill (law.stiffness, 1e4);
}

double VoiceGroup::silence (int lane) noexcept
{
    const auto index = static_cast<std::size_t> (lane);
    double energy = 0.5 * bristle[index] * bristle[index];
    for (std::size_t slot = 0; slot < maxSlots; ++slot)
    {
        energy += 0.5 * (x1[slot][index] * x1[slot][index] + x2[slot][index] * x2[slot][index]);
        x1[slot][index] = x2[slot][index] = 0.0;
    }
    bristle[index] = lastVelocity[index] = 0.0;
    bow.velocity[index] = bow.velocityStep[index] = bow.normalForce[index] = bow.normalForceStep[index] = 0.0;
    return energy;
}

namespace lanes
{
void updateBodies (VoiceGroup& group, double timeStep) noexcept
{
    HWY_DYNAMIC_DISPATCH (updateBodies) (group, timeStep);
}

void render (VoiceGroup& group, double timeStep, int passes, int steps, bool withLedger) noexcept
{
    HWY_DYNAMIC_DISPATCH (render) (group, timeStep, passes, steps, withLedger);
}

void energies (const VoiceGroup& group, VoiceGroup::Lane& energy) noexcept
{
    HWY_DYNAMIC_DISPATCH (energies) (const_cast<VoiceGroup&> (group), energy.data());
}

const char* instructionSet() noexcept
{
    return HWY_DYNAMIC_DISPATCH (targetName) ();
}
} // namespace lanes
} // namespace kolophon
#endif
