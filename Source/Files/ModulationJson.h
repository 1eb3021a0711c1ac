#pragma once

#include "../Synth/Modulation.h"
#include "KeptParts.h"

/** Macros and the matrix as they lie in a preset (PresetFile.h) and in a host's state:

        "macros":     [ { "name": "Bow", "to": [ { "parameter": "hand.dynamics", "depth": 0.4, "curve": 0 } ] }, … ],
        "modulation": [ { "source": "LFO 1", "parameter": "hand.position", "depth": 0.1, "curve": 0 }, … ]

    Up to eight macros with up to 16 knobs each, and up to 16 slots, in their order; one that is not in use is {}. Depth
    is -1 … 1 of the knob's whole travel, curve -1 … 1 or missing (0). What a macro is at, and how much of its depth a
    slot has, are parameters: macro.1 …, mod.amount_1 … */
namespace kolophon
{
/** The value of "macros" into `modulation`. Links that can't be used are left out and kept. Throws Refusal for what is
    no list. */
void readMacros (const Json& json, Reading& reading, Modulation& modulation);

/** The value of "modulation", likewise. */
void readModulationSlots (const Json& json, Reading& reading, Modulation& modulation);

/** What the two read, each number exact; an empty list where there is nothing to say. */
Json macrosValue (const Modulation& modulation);
Json modulationSlotsValue (const Modulation& modulation);
} // namespace kolophon
