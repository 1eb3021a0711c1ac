#pragma once

#include <stdexcept>
#include <string>

namespace kolophon
{
/** Why there is no figure: one clear line. */
struct NoFigure : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/** Runs gnuplot as a child process with `script` on its standard input and gives what it prints, an SVG picture when
    the script says `set terminal svg`. Start-up files of the user are not read. Throws NoFigure when there is no
   gnuplot (naming the package) or when it fails. */
std::string runGnuplot (const std::string& script);

/** Only the <svg> element of gnuplot's output, to stand inside a page: every id gets the prefix `name`, so that two
    figures of one page do not share their markers. */
std::string inlineSvg (const std::string& svg, const std::string& name);
} // namespace kolophon
