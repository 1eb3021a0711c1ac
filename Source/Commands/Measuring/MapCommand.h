// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Sounds/RenderCommand.h"

namespace kolophon
{
/** Options of `kolophon map`, not parsed yet. `sound.output` is the folder. */
struct MapOptions
{
    RenderOptions sound;
    std::string x, y; // see mapAxisFromText()
    std::string metrics = "regime,pitch,centroid,onset", law;
    double soundSeconds = 1.0; // [s]
    bool noSounds = false, restart = false;
    std::string part; // K/N; empty: all of the map
    int jobs = 0;     // 0: one per hardware thread
};

/** Runs `kolophon map`: renders one note over two parameters; makes a table and a page that plays every cell.
    Continues an interrupted run of the same command. Throws Failure. */
ExitCode map (const MapOptions& options);
} // namespace kolophon
