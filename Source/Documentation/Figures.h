// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kolophon
{
/** The pictures of a law or a body on its page, with their captions, from Resources/Docs/Figures/figures.json;
    Scripts/figures draws them. */
std::string figuresOf (const std::string& subject);
} // namespace kolophon
