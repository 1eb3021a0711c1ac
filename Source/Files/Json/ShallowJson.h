// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bytes/Findings.h"
#include "Json.h"

#include <nlohmann/json.hpp>

#include <string_view>

/** Parser of untrusted JSON. All JSON from outside is read by it. */
namespace kolophon
{
/** Error: the text is not JSON. Any other InputError means that it is JSON outside this program's limits. */
struct NotJson : InputError
{
    using InputError::InputError;
};

/** Largest nesting depth, because copying, comparing and printing a value take a stack frame per level. A preset is
    three levels deep, a state around it two more; a scenario, with the results of its runs around it, about ten. */
inline constexpr int deepestJson = 16;

/** Parses a text. Throws InputError; NotJson if it is not JSON. */
Json parseShallow (std::string_view text);

/** Parses without refusing, but noting: the last value of a repeated name counts, values that are nested too deeply are
    left out, and a number too large for a double becomes the largest double. Throws NotJson. */
Json parseShallow (std::string_view text, Findings& findings);
} // namespace kolophon
