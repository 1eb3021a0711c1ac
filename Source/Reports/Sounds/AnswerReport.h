// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Rendering/Measuring/Answer.h"

#include <span>
#include <string>

/** Output of `kolophon measure --answer`: knobs over their travel, and whether they are heard. */
namespace kolophon
{
/** A block of lines per knob, a line per point. */
std::string answerText (std::span<const KnobAnswer> answers);
std::string answerJson (std::span<const KnobAnswer> answers);
} // namespace kolophon
