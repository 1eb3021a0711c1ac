#pragma once

#include "Findings.h"
#include "Json.h"

#include <nlohmann/json.hpp>

#include <string_view>

/** Reading of JSON that somebody else wrote: the one door through which all of it comes into the program. */
namespace kolophon
{
/** The text is no JSON at all; any other Refusal means that it is JSON which nobody here would write. */
struct NotJson : Refusal
{
    using Refusal::Refusal;
};

/** What is nested deeper is refused: copying, comparing and printing a value take a stack frame a level. A preset is
    three levels deep, a state around it two more; a scenario, with the results of its runs around it, comes to about
    ten. */
inline constexpr int deepestJson = 16;

/** The text as JSON. Throws Refusal; NotJson where it isn't any. */
Json parseShallow (std::string_view text);

/** The same without what would be refused, which is noted: of a name that stands twice the last value counts, what is
    nested too deeply is left out, and a number too large for a double is the largest there is. Throws NotJson. */
Json parseShallow (std::string_view text, Findings& findings);
} // namespace kolophon
