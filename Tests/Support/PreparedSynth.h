// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Synth/Synth.h"

namespace kolophon::test
{
/** An engine that is ready to play a patch. */
struct PreparedSynth : Synth
{
    explicit PreparedSynth (const Patch& patch, double rate = 48000.0)
    {
        prepare (rate);
        setPatch (patch);
    }
};
} // namespace kolophon::test
