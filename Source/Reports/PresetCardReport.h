#pragma once

#include "../Rendering/PresetCard.h"

/** What `kolophon measure --card` and `--sound` say. */
namespace kolophon
{
/** A line each of what a preset promises, what was measured, and whether it keeps it. */
std::string cardText (const Preset& preset, std::span<const CardLine> lines);
std::string cardJson (const Preset& preset, std::span<const CardLine> lines);

/** What was asked for, by words that PresetPlayer knows: a line each, or an object. Throws Refusal. */
std::string soundText (PresetPlayer& player, std::span<const std::string> words);
std::string soundJson (PresetPlayer& player, std::span<const std::string> words);
} // namespace kolophon
