// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bodies/BodyTable.h"
#include "../Parameters/PatchChoices.h"

namespace kolophon
{
inline bool isMono (const Patch& patch) noexcept
{
    return choiceOf<&Patch::voiceMode> (patch) == VoiceMode::mono;
}

/** True if strings are played as a string player would. */
inline bool isStringPlayer (const Patch& patch) noexcept
{
    return choiceOf<&Patch::voiceMode> (patch) == VoiceMode::strings &&
           bodyTable()[static_cast<std::size_t> (patch.bodyType)].model == BodyModel::string;
}
} // namespace kolophon
