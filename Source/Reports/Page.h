#pragma once

#include "../Files/Json.h"

#include <string>
#include <string_view>

namespace kolophon
{
/** A page that needs nothing from elsewhere: Resources/Pages/NAME.html, a Mustache template, filled with `values` and
    framed by frame.html under values["title"], with NAME-style.css; NAME-behaviour.js is {{{behaviour}}}. {{name}} is
    escaped as escapedHtml() has it; {{{name}}} is not: for what has been made safe before (inlineSvg(), htmlPlayer(),
    scriptJson() …). A section {{#name}} is left out where the value is false, null, an empty list or an empty text. */
std::string page (std::string_view name, Json values);
} // namespace kolophon
