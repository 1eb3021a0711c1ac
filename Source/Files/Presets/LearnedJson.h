// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Control/LearnedControllers.h"
#include "../Parts/KeptParts.h"

/** JSON of learned MIDI controllers in a host's state, a list of up to 64:

        { "controller": 21, "channel": 1, "parameter": "hand.speed", "from": 0, "to": 1, "curve": 0, "pick up": true }

    Channel 1 … 16, or missing for any; from and to 0 … 1 of the knob's travel, curve -1 … 1. */
namespace kolophon
{
/** Reads the list. Rows that can't be used are left out; those of unknown knobs are kept. `place`: the list's name in
    its file. Throws InputError if it is not a list. */
LearnedControllers learnedFromValue (const Json& json, const std::string& place, Reading& reading);

Json learnedValue (const LearnedControllers& learned);
} // namespace kolophon
