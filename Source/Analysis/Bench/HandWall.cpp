// SPDX-License-Identifier: GPL-3.0-or-later
#include "HandWall.h"

#include "../../Synth/Parameters/ParameterTable.h"
#include "BenchContact.h"

namespace kolophon
{
namespace
{
double knob (std::string_view id)
{
    return parameterTable()[findParameter (id).value()].defaultValue;
}
} // namespace

HandWall::HandWall (HandKind kind, const Contact& contact, double itsRate)
    : group (std::make_unique<VoiceGroup>()), rate (itsRate)
{
    group->clear();
    setContact (*group, contact);
    group->wanted.hand = kind == HandKind::hair ? VoiceGroup::maxHand : 1;
    group->hand.kind.fill (static_cast<double> (kind));
    group->hand.stiffness.fill (knob ("hand.stiffness"));
    group->hand.mass.fill (knob ("hand.mass"));
    group->hand.damping.fill (knob ("hand.damping"));
    group->string.impedance.fill (1e15); // else the compliance of the modes left out would add to the hand's
}

void HandWall::rub (double velocity, double normalForce)
{
    group->bow.velocity.fill (velocity);
    group->bow.normalForce.fill (normalForce);
    rubOn (1);
}

void HandWall::rubOn (int steps)
{
    if (! ready)
        lanes::updateBodies (*group, 1.0 / rate);
    ready = true;
    lanes::render (*group, 1.0 / rate, 3, steps, true, { nullptr, &profile });
}
} // namespace kolophon
