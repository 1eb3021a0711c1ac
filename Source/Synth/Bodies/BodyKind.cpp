// SPDX-License-Identifier: GPL-3.0-or-later
#include "BodyKind.h"

#include "../../Core/ReferenceNote.h"
#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"
#include "../Bank/VoiceGroup.h"
#include "../Parameters/PatchChoices.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
/** Number of partials below Nyquist if the pitch were 1.3 times lower. */
double reach (const BodyRequest& request) noexcept
{
    return 0.49 * 1.3 / (request.pitch * request.timeStep);
}

class StringKind final : public BodyKind
{
public:
    BodyModel model () const noexcept override { return BodyModel::string; }
    bool tightens (const ModeTable*) const noexcept override { return true; }
    bool pullsAtBridge () const noexcept override { return true; }

    /** The first partial is in tune with any bending stiffness. */
    double fundamental (const BodyRequest& request) const noexcept override
    {
        return request.pitch / std::sqrt (1.0 + request.patch.bodyInharmonicity);
    }

    double twist () const noexcept override { return 1.0; }

    Slots slots (const BodyRequest& request, const ModeTable*, double maxSlots) const noexcept override
    {
        const double torsional = request.patch.bodyTorsion >= 0.5 ? std::floor (maxSlots * 3.0 / 16.0) : 0.0;
        return { std::min ({ maxSlots - torsional, std::ceil (reach (request)),
                             static_cast<double> (VoiceGroup::maxSounding) }),
                 std::min ({ torsional, std::ceil (reach (request) / request.patch.bodyTorsionRatio),
                             static_cast<double> (VoiceGroup::maxSilent) }) };
    }

    /** Schelleng's largest force, 2 Z_0 v_b/(beta (mu_s - mu_k)). */
    double fullForce (const BodyRequest& request, const ModeTable*, double speed, double grip) const noexcept override
    {
        return 2.0 * request.impedance * speed / (request.position * grip);
    }

    /** The force at the bridge jumps by 2 Z_0 v_b/beta. */
    double amplitude (double speed, double place, const ModeTable*) const noexcept override { return speed / place; }

    double textureForce () const noexcept override { return 1.0; }
    double highest (double fundamental, double count, const ModeTable*) const noexcept override
    {
        return 2.0 * pi * fundamental * count;
    }

    /** Half of the force goes to the bridge as a wave, which doubles where it is reflected. */
    double contactSound (const BodyRequest&, double, double, const ModeTable*) const noexcept override { return 1.0; }

    double gain (const BodyRequest& request) const noexcept override { return 0.24 / request.impedance; }
    double tap (const BodyRequest& request) const noexcept override
    {
        return std::sqrt (request.pitch * request.impedance);
    }
};

class TableKind final : public BodyKind
{
public:
    BodyModel model () const noexcept override { return BodyModel::table; }
    bool isScaled () const noexcept override { return true; }
    bool tightens (const ModeTable* table) const noexcept override { return table->tightening > 0.0; }
    double fundamental (const BodyRequest& request) const noexcept override { return request.pitch; }
    double twist () const noexcept override { return 0.0; }

    Slots slots (const BodyRequest&, const ModeTable* table, double maxSlots) const noexcept override
    {
        return { std::min (
                     { maxSlots, static_cast<double> (table->count), static_cast<double> (VoiceGroup::maxSounding) }),
                 0.0 };
    }

    /** About an eighth of w_1 m_1 v_b/(mu_s - mu_k), m_1 the first mode's mass at the contact. */
    double fullForce (const BodyRequest& request, const ModeTable* table, double speed,
                      double grip) const noexcept override
    {
        return 0.13 * (2.0 * pi * request.pitch) * request.mass /
               ModeTable::at (table->contactResponse, request.position) * speed / grip;
    }

    /** The first mode moves with the bow at the contact, and is heard at another place. */
    double amplitude (double speed, double place, const ModeTable* table) const noexcept override
    {
        return speed * ModeTable::at (table->heard, place);
    }

    double highest (double fundamental, double count, const ModeTable* table) const noexcept override
    {
        return 2.0 * pi * fundamental * top (count, *table);
    }

    /** The mobility of a body without end, pi/2 modes per rad/s over its mass; and of that what arrives elsewhere, the
        root of 2/pi over the number of modes that lie within the width of one. */
    double contactSound (const BodyRequest& request, double fundamental, double count,
                         const ModeTable* table) const noexcept override
    {
        const double mobility = 0.5 * pi * count / (highest (fundamental, count, table) * request.mass);
        const double overlap = count * table->loss / request.patch.bodyQuality;
        return mobility * std::sqrt (std::min (1.0, 2.0 / (pi * overlap))) *
               portable::power (top (count, *table), request.patch.bodyPickup - placeOfChoice (Pickup::velocity));
    }

    double gain (const BodyRequest&) const noexcept override { return 0.5; }
    double tap (const BodyRequest& request) const noexcept override { return 1.0 / std::sqrt (request.mass); }

private:
    static double top (double count, const ModeTable& table) noexcept
    {
        return table.ratio[static_cast<std::size_t> (std::clamp (count, 1.0, 1.0 * table.count)) - 1];
    }
};

class BlockKind final : public BodyKind
{
public:
    BodyModel model () const noexcept override { return BodyModel::block; }
    bool isSumOfModes () const noexcept override { return false; }

    /** Always rigid: other hands are modes, which the loop of a block doesn't have. */
    HandKind hand (HandKind) const noexcept override { return HandKind::rigid; }

    double fundamental (const BodyRequest& request) const noexcept override
    {
        return request.pitch / std::sqrt (1.0 + request.patch.bodyInharmonicity);
    }
    double twist () const noexcept override { return 1.0; }
    Slots slots (const BodyRequest&, const ModeTable*, double) const noexcept override { return { 0.0, 0.0 }; }

    /** Four times the force with which it follows the shaking hand. */
    double fullForce (const BodyRequest& request, const ModeTable*, double speed, double grip) const noexcept override
    {
        return 4.0 * request.patch.blockMass * (2.0 * pi * request.pitch * speed + gravity) / grip;
    }

    /** Constant: its amplitude is its gap. */
    double amplitude (double, double, const ModeTable*) const noexcept override { return 1.0; }

    double highest (double fundamental, double, const ModeTable*) const noexcept override
    {
        return 2.0 * pi * fundamental;
    }
    double contactSound (const BodyRequest&, double, double, const ModeTable*) const noexcept override { return 0.0; }

    /** Its output depends on its weight and on the hand's motion. */
    double gain (const BodyRequest& request) const noexcept override
    {
        return 0.07 / (request.patch.blockMass * 2.0 * pi * request.pitch * request.patch.handSpeed);
    }
    double tap (const BodyRequest&) const noexcept override { return 1.0; }
};

// Not inside of(): a first call on the audio thread would take the lock of their construction.
constexpr StringKind stringKind;
constexpr TableKind tableKind;
constexpr BlockKind blockKind;
} // namespace

BodyRequest secondRequest (const BodyRequest& first, BodyModel itsModel) noexcept
{
    const auto& patch = first.patch;
    auto second = first;
    second.position = patch.secondBodyPosition;
    double impedance = 2.0 * patch.secondBodyPitch * patch.secondBodyMass; // of a string [kg/s]
    second.pitch = patch.secondBodyPitch;
    second.mass = patch.secondBodyMass;
    if (choiceOf<&Patch::secondBodyTuning> (patch) == SecondTuning::interval)
    {
        const double interval = portable::exp2 (patch.secondBodyIntervalSemitones / 12.0);
        const double byKey = first.impedance / patch.bodyImpedance;
        second.pitch = first.pitch * interval;
        second.mass *= byKey;
        impedance = 2.0 * referencePitch * interval * patch.secondBodyMass * byKey;
    }
    second.impedance = impedance;
    if (itsModel == BodyModel::string)
        second.mass = impedance / (2.0 * second.pitch);
    return second;
}

int secondSlots (const BodyRequest& request, const ModeTable* table) noexcept
{
    const double there = table != nullptr ? table->count : std::ceil (reach (request));
    return static_cast<int> (std::min (request.patch.secondBodyModes, there));
}

const BodyKind& BodyKind::of (BodyModel model) noexcept
{
    switch (model)
    {
        case BodyModel::string: return stringKind;
        case BodyModel::table: return tableKind;
        case BodyModel::block: break;
    }
    return blockKind;
}

const BodyKind& BodyKind::of (const ModeTable* table, bool isBlock) noexcept
{
    return of (table != nullptr ? BodyModel::table : isBlock ? BodyModel::block : BodyModel::string);
}
} // namespace kolophon
