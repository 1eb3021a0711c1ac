#pragma once

#include "../Synth/Patch.h"
#include "../Synth/VoiceGroup.h"

#include <string_view>

/** Contacts on a bench: a group of voices without a player rubs under the knobs that contactKnobs() makes of the
    instrument's own settings, so that what is measured is what is played. */
namespace kolophon
{
/** Settings of a contact under a law of lawTable(), by its id: a spring that does not depend on the force, and every
    knob where it does no harm (see Field::neutral). */
Contact plainContact (std::string_view law);

/** Puts the knobs into one lane, or into every lane with the law, which all lanes share. Before
    lanes::updateBodies(), which knows what the body leaves out. */
void takeContact (VoiceGroup& group, std::size_t lane, const Contact& contact);
void takeContact (VoiceGroup& group, const Contact& contact);
} // namespace kolophon
