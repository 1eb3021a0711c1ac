#pragma once

#include <functional>
#include <string>

namespace kolophon
{
/** Resources/Docs/Realism.md: how the presets of strings measure against recorded strings. Renders and measures 34
    notes of each, some minutes' work of a processor, on `jobs` threads (0: one per processor). Throws Refusal. */
std::string realismPage (int jobs, const std::function<bool()>& stopped);
} // namespace kolophon
