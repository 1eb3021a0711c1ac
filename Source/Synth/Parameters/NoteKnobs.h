// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/ParamInfo.h"
#include "Modulation.h"

namespace kolophon
{
/** True for knobs that each note can have for itself; the others belong to the whole instrument. [any] */
inline bool isOfVoice (const ParamInfo& parameter) noexcept
{
    return canBeModulated (parameter) && parameter.group != "Out" && parameter.group != "Quality" &&
           parameter.group != "Compare" && parameter.group != "Section" && parameter.id != "voice.mpe_range";
}
} // namespace kolophon
