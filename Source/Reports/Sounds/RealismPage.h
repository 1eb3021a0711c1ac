// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace kolophon
{
/** Generates Resources/Docs/Realism.md: measures of the string presets compared with recorded strings. Renders and
    measures 34 notes of each, which takes some minutes of processor time, on `jobs` threads (0: one per processor).
    Throws InputError. */
std::string realismPage (int jobs, const std::function<bool()>& stopped);
} // namespace kolophon
