// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kolophon
{
/** Requests on the command line of the stand-alone app. */
struct AppArguments
{
    std::string file;                  // to open, as if it were dropped on the window; empty: none
    std::optional<std::size_t> preset; // place of a factory preset
    std::string output;                // text to print instead of opening a window; empty: none
};

/** Reads the arguments behind the program's name. The error names the argument and what is allowed. [any but audio] */
Result<AppArguments> readAppArguments (const std::vector<std::string>& arguments);
} // namespace kolophon
