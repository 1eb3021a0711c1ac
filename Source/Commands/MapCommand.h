#pragma once

#include "RenderCommand.h"

namespace kolophon
{
/** What stands on the command line of `kolophon map`, unread. `sound.output` is the folder. */
struct MapOptions
{
    RenderOptions sound;
    std::string x, y; // see mapAxisFromText()
    std::string metrics = "regime,pitch,centroid,onset", law;
    double soundSeconds = 1.0; // [s]
    bool noSounds = false, restart = false;
    int jobs = 0; // 0: as many as the machine runs at once
};

/** `kolophon map`: what one note becomes over two parameters; a table, pictures, a page that plays every cell. Goes on
    where the same command was interrupted. Without gnuplot there are no pictures beside the page; that is said and is
   no failure. Throws Failure. */
ExitCode map (const MapOptions& options);
} // namespace kolophon
