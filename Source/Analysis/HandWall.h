#pragma once

#include "../Physics/SurfaceProfile.h"
#include "../Synth/Patch.h"
#include "../Synth/VoiceGroup.h"

#include <memory>

namespace kolophon
{
/** A hand on a rigid wall: nothing but the hand yields. Eight of them, one in each lane, alike until somebody changes
   one; hand and surface are set through ->, contacts by takeContact (*wall, …), before the first step. */
class HandWall
{
public:
    /** With the stiffness, mass and damping that hands have by default, at so many steps a second [Hz]. */
    HandWall (HandKind kind, const Contact& contact, double itsRate);

    VoiceGroup* operator->() { return group.get(); }
    VoiceGroup& operator* () { return *group; }

    /** One step, all lanes at the same velocity [m/s] and normal force [N]. */
    void rub (double velocity, double normalForce);
    /** `steps` <= VoiceGroup::maxSteps steps at the velocities and forces of ->bow; results are in the rows of ->. */
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
