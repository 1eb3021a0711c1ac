#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** A picture of a friction law at work, computed with the law's own solve() and flow(). */
struct LawFigure
{
    std::string_view law;                // its id
    std::string name;                    // "law-lugre": the file without ".svg"
    std::string caption;                 // Markdown: what is drawn, under which settings
    std::function<std::string()> script; // computes, and gives gnuplot's input
};

/** The figures of every law, in the order of lawTable(), each law's own first. A law without a figure of its own making
    gets the one of its kind: driven by its velocity where a bristle remembers, as a block on a table where it sticks.
 */
std::vector<LawFigure> lawFigures ();
} // namespace kolophon
