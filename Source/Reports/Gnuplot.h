#pragma once

#include "GnuplotScript.h"

#include <string>

namespace kolophon
{
/** Runs gnuplot as a child process with `script` on its standard input and gives what it prints, an SVG picture when
    the script says `set terminal svg`. Start-up files of the user are not read. Throws NoFigure when there is no
    gnuplot (naming the package) or when it fails.

    No shell starts gnuplot, and gnuplot starts no shell. The first wall against a scenario's own commands is Script,
    into which no text gets but as a string. The second is the kernel's: under Linux a seccomp filter, laid on the
    child, refuses every program after gnuplot itself (and so a gnuplot that is a shell script around the real one does
    not work); where there is no such filter the child may have no children (RLIMIT_NPROC, which doesn't bind the
    superuser). */
std::string runGnuplot (const gnuplot::Script& script);

/** Only the <svg> element of gnuplot's output, to stand inside a page: every id gets the prefix `name`, so that two
    figures of one page do not share their markers. Throws NoFigure for a picture that holds more than shapes and words,
    such as a script: it may lie in a folder that somebody else has filled. */
std::string inlineSvg (const std::string& svg, const std::string& name);
} // namespace kolophon
