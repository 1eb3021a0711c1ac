#pragma once

#include "GnuplotScript.h"

#include <functional>
#include <string>

namespace kolophon
{
/** A picture of the documentation, computed with the engine's own code. */
struct Figure
{
    std::string subject;                     // id of the law or body that it shows
    std::string name;                        // "law-lugre": the file without ".svg"
    std::string caption;                     // Markdown: what is drawn, under which settings
    std::function<gnuplot::Script()> script; // computes, and gives gnuplot's input
};
} // namespace kolophon
