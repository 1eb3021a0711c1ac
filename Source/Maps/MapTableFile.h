// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "MapFolder.h"
#include "MapSummary.h"

namespace kolophon
{
/** Writes the table of a complete map from what its folder holds, cell by cell in order. On the way the report gets the
    cells that are shown, and the summary the idle parameters. The memory it takes does not grow with the map.
    Throws Failure (5). */
void writeMapTable (const MapFolder& folder, MapReport& report, MapSummary& summary);
} // namespace kolophon
