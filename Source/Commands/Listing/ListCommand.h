// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Bytes/ExitCode.h"

#include <string>

namespace kolophon
{
struct ListOptions
{
    std::string what;
    bool json = false;
};

/** Prints a list: parameters, presets, laws, bodies, or columns of the laboratory. Throws Failure (2). */
ExitCode list (const ListOptions& options);
} // namespace kolophon
