// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** The catalogue of the factory presets, Resources/Docs/Presets.md. Plays and measures each of them, which takes a
    minute or two of processor time, on `jobs` threads (0: one per processor). */
std::string presetCatalogue (int jobs, const std::function<bool()>& stopped);

/** The categories of factory presets, in the catalogue's order. */
std::vector<std::string_view> presetCategories ();
} // namespace kolophon
