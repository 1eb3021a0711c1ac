// SPDX-License-Identifier: GPL-3.0-or-later
#include "BenchContact.h"

#include "../../Synth/Bodies/LawTable.h"
#include "../../Synth/Hands/ContactPlan.h"

namespace kolophon
{
Contact plainContact (std::string_view law)
{
    ContactKnobs<double> neutral {};
    neutralise (neutral, [] (double& knob, double value) { knob = value; });
    Contact contact {};
    static_cast<LawKnobs<double>&> (contact) = neutral;
    contact.law = static_cast<double> (findLaw (law) - lawTable().data());
    contact.stribeckSpeed = 1.0 / neutral.inverseStribeckVelocity;
    contact.bristle = static_cast<double> (BristleMode::stiffness);
    contact.stiffness = neutral.stiffness;
    contact.bristleDamping = neutral.damping;
    return contact;
}

void setContact (VoiceGroup& group, std::size_t lane, const Contact& contact)
{
    eachField ([lane] (double knob, VoiceGroup::Lane& all) { all[lane] = knob; }, contactKnobs (contact), group.law);
}

void setContact (VoiceGroup& group, const Contact& contact)
{
    group.setLaw (static_cast<int> (contact.law));
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        setContact (group, lane, contact);
}
} // namespace kolophon
