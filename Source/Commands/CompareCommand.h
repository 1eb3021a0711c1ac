#pragma once

#include "RenderCommand.h"

namespace kolophon
{
/** What stands on the command line of `kolophon compare`, unread. `sound.output` is the folder. */
struct CompareOptions
{
    RenderOptions sound;
    std::string laws = "all"; // ids, separated by commas
};

/** `kolophon compare`: one gesture through several friction laws; sounds, differences, tables and a page in a folder.
    A page without gnuplot has no figures; that is said and is no failure. Throws Failure. */
ExitCode compare (const CompareOptions& options);
} // namespace kolophon
