// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bytes/Findings.h"
#include "../Json/Json.h"
#include "TuningFile.h"

namespace kolophon
{
/** Reads a tuning at `path` of another file:

        { "a4": 415, "scale": { "name": "…", "degrees": ["256/243", "192.18", …, "2/1"] },
          "mapping": { "first": 0, "last": 127, "middle": 60, "reference": 69, "frequency": 440, "octave": 7,
                       "keys": [0, null, 1, …] } }

    All fields are optional. Throws InputError, also if tuningOf() does. */
KeyTuning tuningFromValue (const Json& json, const std::string& path, Findings& findings);

/** Inverse of tuningFromValue(), each number exact. */
Json tuningValue (const KeyTuning& tuning);
} // namespace kolophon
