// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Bank/VoiceGroup.h"
#include "../../Synth/Parameters/Patch.h"

#include <string_view>

/** Contacts for test benches: a VoiceGroup without an engine around it, with the knobs that contactKnobs() derives
    from the instrument's own settings, so that measurements apply to the instrument as it is played. */
namespace kolophon
{
/** Settings of a contact under the law of lawTable() with the id `law`: a stiffness that does not depend on the
    normal force, and every knob at its neutral value (see Field::neutral). */
Contact plainContact (std::string_view law);

/** Copies the knobs into one lane, or into all lanes together with the law, which all lanes share. Call it before
    lanes::updateBodies(), which derives law.residualCompliance. */
void setContact (VoiceGroup& group, std::size_t lane, const Contact& contact);
void setContact (VoiceGroup& group, const Contact& contact);
} // namespace kolophon
