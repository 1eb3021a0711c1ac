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
HWY_INLINE Octet take (const VoiceGroup::Lane& lane)
{
    return Lanes<Octet>::load (lane.data());
}

HWY_INLINE void put (Octet value, VoiceGroup::Lane& lane)
{
    Lanes<Octet>::store (value, lane.data());
}

static_assert (sizeof (VoiceGroup::Slot) == BankView::fieldCount * sizeof (VoiceGroup::Lane));
static_assert (sizeof (VoiceGroup::Losses) == BankView::lossCount * sizeof (VoiceGroup::Lane));

BankView bankOf (VoiceGroup& group)
{
    return { group.slots[0].Q.data(), group.losses[0].yy.data(), group.soundingSlots, VoiceGroup::maxSounding,
             VoiceGroup::maxSounding + group.silentSlots };
}

void updateBodies (VoiceGroup& group, double timeStep)
{
    const Octet h (timeStep), none (0.0);
    const auto& s = group.string;
    const StringParameters<Octet> string { take (s.fundamental),      take (s.inharmonicity), take (s.impedance),
                                           take (s.decayRate),        take (s.quality),       take (s.position),
                                           take (s.torsionImpedance), take (s.torsionRatio),  take (s.torsionQuality) };
    const Octet soundingCount = take (s.soundingCount), silentCount = take (s.silentCount);

    Octet mobility (0.0), resolved (0.0);
    const auto set = [&] (int slot, const Mode<Octet>& mode) HWY_ATTR
    {
        const auto step = modeStep (mode.frequency, mode.decayRate, h);
        const Octet r = mode.contact / mode.frequency;
        auto& here = group.slots[static_cast<std::size_t> (slot)];
        auto& losses = group.losses[static_cast<std::size_t> (slot)];
        put (step.Q, here.Q);
        put (step.S, here.S);
        put (step.D, here.D);
        put (r, here.r);
        put (mode.tap, here.tap);
        put (step.lossYY, losses.yy);
        put (step.lossYV, losses.yv);
        put (step.lossVV, losses.vv);
        mobility = mobility + (r * r) * step.Q;
        resolved = resolved + r * r;
    };
    for (int slot = 0; slot < group.soundingSlots; ++slot)
        set (slot, StringModes<Octet>::transverse (string, Octet (slot + 1.0), soundingCount, h));
    const Octet missing = StringModes<Octet>::transverseCompliance (string) - resolved;
    resolved = none;
    for (int slot = 0; slot < group.silentSlots; ++slot)
        set (VoiceGroup::maxSounding + slot, StringModes<Octet>::torsional (string, Octet (slot + 1.0), silentCount, h));
    const Octet missingTwist
        = select (none < silentCount, StringModes<Octet>::torsionalCompliance (string) - resolved, none);

    put (mobility / h, group.mobility);
    put (larger (missing, none) + larger (missingTwist, none), group.residualCompliance);
}

template <bool withLedger>
void renderLanes (VoiceGroup& group, double timeStep, int passes, int steps)
{
    using Law = KolophonElement<Octet>;
    const auto& l = group.law;
    const Law::Parameters law { take (l.muStatic),  take (l.muKinetic),          take (l.inverseStribeckVelocity),
                                take (l.stiffness), take (l.stiffnessPerForce),  take (l.damping),
                                take (l.viscosity), take (l.breakaway),          take (group.residualCompliance) };
    Law::State state { take (group.bristle), take (group.lastVelocity), Octet (0.0) };
    BowLine<Octet> bow { take (group.bow.velocity), take (group.bow.velocityStep), take (group.bow.normalForce),
                         take (group.bow.normalForceStep) };

    const auto of = [] (VoiceGroup::Rows& rows) { return rows[0].data(); };
    const ContactRows rows { of (group.odd),   of (group.even),             of (group.bowVelocity), of (group.normalForce),
                             of (group.relativeVelocity), of (group.force), of (group.elongation),  of (group.regime),
                             of (group.stored), of (group.work),            of (group.frictionLoss), of (group.bodyLoss),
                             of (group.residual), VoiceGroup::lanes };

    runContact<Law, withLedger> (law, state, bankOf (group), take (group.mobility), bow, timeStep, passes, steps, rows);

    put (state.bristle, group.bristle);
    put (state.lastVelocity, group.lastVelocity);
    put (bow.velocity, group.bow.velocity);
    put (bow.normalForce, group.bow.normalForce);
}

void render (VoiceGroup& group, double timeStep, int passes, int steps, bool withLedger)
{
    if (withLedger)
        renderLanes<true> (group, timeStep, passes, steps);
    else
        renderLanes<false> (group, timeStep, passes, steps);
}

void energies (VoiceGroup& group, VoiceGroup::Lane& energy)
{
    const Octet bristle = take (group.bristle);
    put (storedEnergy<Octet> (bankOf (group)) + Octet (0.5) * (bristle * bristle), energy);
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
    for (auto& slot : slots)
    {
        energy += 0.5 * (slot.x1[index] * slot.x1[index] + slot.x2[index] * slot.x2[index]);
        slot.x1[index] = slot.x2[index] = 0.0;
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
    HWY_DYNAMIC_DISPATCH (energies) (const_cast<VoiceGroup&> (group), energy);
}

const char* instructionSet() noexcept
{
    return HWY_DYNAMIC_DISPATCH (targetName) ();
}
} // namespace lanes
} // namespace kolophon
#endif
