// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Parameters/Modulation.h"
#include "../Parts/KeptParts.h"

/** JSON of macros and the matrix in a preset (PresetFile.h) and in a host's state:

        "macros":     [ { "name": "Bow", "to": [ { "parameter": "hand.dynamics", "depth": 0.4, "curve": 0 } ] }, … ],
        "modulation": [ { "source": "LFO 1", "parameter": "hand.position", "depth": 0.1, "curve": 0 }, … ]

    Up to eight macros with up to 16 knobs each, and up to 16 slots, in their order; an unused one is {}. Depth is
    -1 … 1 of the knob's whole travel, curve -1 … 1 or missing (0). The values of macros, and the amounts by which slots
    apply their depth, are parameters: macro.1 …, mod.amount_1 … */
namespace kolophon
{
/** Reads the value of "macros" into `modulation`. Links that can't be used are left out and kept. Throws InputError if
    it is not a list. */
void readMacros (const Json& json, Reading& reading, Modulation& modulation);

/** Reads the value of "modulation" in the same way. */
void readModulationSlots (const Json& json, Reading& reading, Modulation& modulation);

/** Inverses of the two readers, each number exact; an empty list if nothing is assigned. */
Json macrosValue (const Modulation& modulation);
Json modulationSlotsValue (const Modulation& modulation);
} // namespace kolophon
