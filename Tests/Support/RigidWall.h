// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Physics/SurfaceProfile.h"
#include "Synth/Bank/VoiceGroup.h"
#include "Synth/Bodies/LawTable.h"

#include <catch2/catch.hpp>

#include <memory>
#include <string_view>

namespace kolophon::test
{
/** A hand that rubs a wall which doesn't move: the law is told the hand's own speed. Lane 0 is looked at. */
struct RigidWall
{
    std::unique_ptr<VoiceGroup> group = std::make_unique<VoiceGroup>();
    double h;
    SurfaceProfile profile;
    ContactSurroundings rubbing { nullptr, &profile };

    RigidWall (double rate, std::string_view law) : h (1.0 / rate)
    {
        const auto* found = findLaw (law);
        REQUIRE (found != nullptr);
        group->clear();
        group->setLaw (static_cast<int> (found - lawTable().data()));
        group->string.impedance.fill (1e15); // what a string leaves out would yield, too
        lanes::updateBodies (*group, h);
    }

    /** A ribbon of hair in the hand: static stiffness [N/m] at its middle, mass [kg], share of critical damping, and
        where along it the contact is. */
    void takeHair (double stiffness, double mass, double damping, double place)
    {
        group->wanted.hand = VoiceGroup::maxHand;
        group->hand.kind.fill (2.0);
        group->hand.stiffness.fill (stiffness);
        group->hand.mass.fill (mass);
        group->hand.damping.fill (damping);
        group->hand.place.fill (place);
        lanes::updateBodies (*group, h);
    }

    void press (double newtons) { group->bow.normalForce.fill (newtons); }
    void pull (double speed) { group->bow.velocity.fill (speed); }

    /** One step; the force [N] of the hand on the wall. */
    double step ()
    {
        lanes::render (*group, h, 3, 1, true, rubbing);
        return group->force[0][0];
    }
    double relativeVelocity () const { return group->relativeVelocity[0][0]; }
};
} // namespace kolophon::test
