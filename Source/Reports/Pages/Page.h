// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Json/Json.h"

#include <string>
#include <string_view>

namespace kolophon
{
/** A self-contained page: Resources/Pages/NAME.html, a Mustache template, filled with `values` and framed by
    frame.html under values["title"], with NAME-style.css; NAME-behaviour.js is {{{behaviour}}}, and what draws
    figures in a browser (uPlot and plots.js) {{{plots}}}. {{name}} is escaped
    with escapedHtml(); {{{name}}} is not: for values that are already escaped (htmlPlayer(),
    scriptJson() …). A section {{#name}} is left out if the value is false, null, an empty list or an empty text. */
std::string page (std::string_view name, Json values);
} // namespace kolophon
