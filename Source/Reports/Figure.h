// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "GnuplotScript.h"

#include <functional>
#include <string>

namespace kolophon
{
/** A picture of the documentation, computed with the engine's own code. */
struct Figure
{
    std::string subject;                     // id of the law or body
    std::string name;                        // "law-lugre": the file without ".svg"
    std::string title;                       // plain text, a line: what a reader who does not see it is told first
    std::string caption;                     // Markdown: contents and settings
    std::function<gnuplot::Script()> script; // computes the figure and returns gnuplot's input
};
} // namespace kolophon
