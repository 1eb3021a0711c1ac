// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "GnuplotScript.h"

#include <string>

namespace kolophon
{
/** A picture in words, for people who do not see it, and for the tooltips of browsers. */
struct PictureWords
{
    std::string title, description; // plain text; a description may be empty
};

/** Runs gnuplot as a child process with `script` on its standard input and returns its output, an SVG picture if the
    script contains `set terminal svg`, which gets `words` for title and description. Start-up files of the user are
    not read. Throws NoFigure if gnuplot is not found (naming the package) or fails.

    No shell starts gnuplot, and gnuplot starts no shell. The first barrier against commands in a scenario is Script,
    which contains texts only as string literals. The second is the kernel's: under Linux a seccomp filter, installed
    in the child, refuses every program after gnuplot itself (so a gnuplot that is a shell script around the real one
    does not work); on other systems the child may have no children (RLIMIT_NPROC, which doesn't bind the superuser). */
std::string runGnuplot (const gnuplot::Script& script, const PictureWords& words);

/** Attributes of an <svg> element and the elements that begin it, so that screen readers announce the picture. */
struct SvgWords
{
    std::string attributes, elements;

    explicit SvgWords (const PictureWords& words);
};

/** Only the <svg> element of gnuplot's output, for embedding in a page: every id gets the prefix `name`, so that two
    figures of one page do not share their markers. Throws NoFigure for a picture that contains anything except
    shapes and text, such as a script: the file may be in a folder with contents of other origin. */
std::string inlineSvg (const std::string& svg, const std::string& name);
} // namespace kolophon
