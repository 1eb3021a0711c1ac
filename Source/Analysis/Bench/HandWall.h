// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/SurfaceProfile.h"
#include "../../Synth/Bank/VoiceGroup.h"
#include "../../Synth/Parameters/Patch.h"

#include <memory>

namespace kolophon
{
/** A hand that rubs a rigid wall: only the hand is compliant. Eight copies, one per lane, which are equal until a
    lane is changed; set hand and surface through ->, contacts with setContact (*wall, …), before the first step. */
class HandWall
{
public:
    /** Uses the default stiffness, mass and damping of hands, and `itsRate` steps per second [Hz]. */
    HandWall (HandKind kind, const Contact& contact, double itsRate);

    VoiceGroup* operator->() { return group.get(); }
    VoiceGroup& operator* () { return *group; }

    /** Takes one step, all lanes at the same velocity [m/s] and normal force [N]. */
    void rub (double velocity, double normalForce);
    /** Takes `steps` <= VoiceGroup::maxSteps steps at the velocities and forces of ->bow; the results are in the
        rows of ->. */
    void rubOn (int steps);

    double force () const { return group->force[0][0]; } // [N], first lane
    double normalForce () const { return group->normalForce[0][0]; }
    double slip () const { return group->relativeVelocity[0][0]; } // [m/s]

    SurfaceProfile profile;

private:
    std::unique_ptr<VoiceGroup> group;
    double rate;
    bool ready = false;
};
} // namespace kolophon
