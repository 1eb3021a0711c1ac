#include "VoiceGroup.h"

#include "../Physics/Friction/LawInfo.h"

#include <cmath>
#include <new>
#include <type_traits>

namespace kolophon
{
void VoiceGroup::clear() noexcept
{
    // In place: assigning a temporary takes 213 kB of the audio thread's stack where a compiler doesn't see through it.
    static_assert (std::is_trivially_copyable_v<VoiceGroup> && std::is_trivially_destructible_v<VoiceGroup>);
    ::new (static_cast<void*> (this)) VoiceGroup {};
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
    fill (law.stribeckExponent, 2.0);
    fill (law.dahlExponent, 1.0);
    fill (law.thermalVelocity, 0.1);
    fill (law.thermalTime, 1e-3);
    fill (law.memoryTime, 1e-4);
    fill (law.ageingTime, 1e-2);
    table.fill (nullptr);
    before.fill (nullptr);
    fill (arrived, 1.0);
    fill (string.twist, 1.0);
    fill (hand.stiffness, 2e4);
    fill (hand.mass, 0.05);
    fill (hand.damping, 0.02);
    fill (hand.place, 0.3);
    fill (surface.perGrain, 1e3);
    fill (surface.ageingTime, 1.0);
    fill (surface.ageingSlip, 1e-4);
    fill (body.mass, 0.3);
    fill (body.warp, 1.0);
    fill (block.mass, 0.005);
    fill (block.gap, 1e-4);
    fill (block.muStatic, 0.2);
    fill (block.muKinetic, 0.1);
    fill (block.felt, 1e-4);
}

void VoiceGroup::takeLaw (int index) noexcept
{
    if (index == lawIndex)
        return;
    lawIndex = index;
    for (std::size_t lane = 0; lane < lanes; ++lane)
    {
        const double v = contact.lastVelocity[lane], atRest = 1e-4 + law.stickBand[lane];
        contact.mode[lane] = std::abs (v) <= atRest ? ContactMode::stick : (v > 0.0 ? ContactMode::forward : ContactMode::backward);
        contact.endVelocity[lane] = v;
        contact.memory[lane] = contact.strength[lane] = contact.rest[lane] = 0.0;
    }
}

void VoiceGroup::widen() noexcept
{
    wide = true;
    const double share = std::sqrt (1.0 / 3.0); // of sqrt (k) x, with a third of k
    for (double& bristle : contact.bristle)
        bristle *= share;
    edges.fill (contact);
    for (auto& each : edgeForces)
        each.fill (0.0);
}

double VoiceGroup::silence (int lane) noexcept
{
    const auto index = static_cast<std::size_t> (lane);
    double energy = 0.5 * contact.bristle[index] * contact.bristle[index];
    for (auto& slot : slots)
    {
        energy += 0.5 * (slot.x1[index] * slot.x1[index] + slot.x2[index] * slot.x2[index]);
        slot.x1[index] = slot.x2[index] = 0.0;
    }
    energy += 0.5 * blockMotion.momentum[index] * blockMotion.momentum[index];
    for (auto& edge : edges)
    {
        energy += 0.5 * edge.bristle[index] * edge.bristle[index];
        for (auto* part : { &edge.bristle, &edge.lastVelocity, &edge.endVelocity, &edge.mode, &edge.memory, &edge.strength, &edge.rest })
            (*part)[index] = 0.0;
    }
    for (auto& each : edgeForces)
        each[index] = 0.0;
    table[index] = before[index] = nullptr;
    arrived[index] = 1.0;
    for (auto* part : { &blockMotion.momentum, &blockMotion.position, &blockMotion.mode, &blockMotion.phase,
                        &blockMotion.felt, &blockMotion.heard, &kind, &contact.bristle, &contact.lastVelocity, &contact.endVelocity, &contact.mode, &contact.memory,
                         &contact.strength, &contact.rest })
        (*part)[index] = 0.0;
    for (auto* part : { &bow.velocity, &bow.velocityStep, &bow.normalForce, &bow.normalForceStep, &bow.last, &met.path,
                        &met.age })
        (*part)[index] = 0.0;
    return energy;
}
} // namespace kolophon
