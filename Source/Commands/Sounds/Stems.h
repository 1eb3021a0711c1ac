// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Rendering/Renderer.h"
#include "RenderCommand.h"

#include <functional>
#include <string>
#include <vector>

namespace kolophon
{
/** Refuses invalid values of `--stems`. Throws Failure (2). */
void refuseUnknownStems (const RenderOptions& options);

/** Writes the files of --stems beside the sound: each voice separately, as STEM.voice1.wav and so on, and the
    sympathetic strings as STEM.sympathetic.wav, all with `gain`. Their sum is the sound, except for the ear guard,
    which is off. `play` renders everything once more from a synth that it prepares with `prepareVoice`. Returns the
    files' names. Throws Failure (5). */
std::vector<std::string> writeStems (const RenderOptions& options, double gain, double maxSeconds, int voices,
                                     bool hasSympathetic,
                                     const std::function<RenderResult (int voice, const RenderSinks&)>& play);
} // namespace kolophon
