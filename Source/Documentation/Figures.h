// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kolophon
{
/** The pictures of a law or a body on its page, with their captions: those of Resources/Docs/Figures/figures.json, which
    Scripts/figures draws. */
std::string figuresOf (const std::string& subject);
} // namespace kolophon
