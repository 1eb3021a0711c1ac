// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Rendering/Measuring/PresetCard.h"

/** Output of `kolophon measure --card` and `--sound`. */
namespace kolophon
{
/** One line per promise of a preset: the promise, the measured value, and the verdict. */
std::string cardText (const Preset& preset, std::span<const CardLine> lines);
/** With what else the preset's page says of its sound. */
std::string cardJson (const Preset& preset, PresetPlayer& player, std::span<const CardLine> lines);

/** The requested measures, in words that PresetPlayer accepts: a line each, or an object. Throws InputError. */
std::string soundText (PresetPlayer& player, std::span<const std::string> words);
std::string soundJson (PresetPlayer& player, std::span<const std::string> words);
} // namespace kolophon
