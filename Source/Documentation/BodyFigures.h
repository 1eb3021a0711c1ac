// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Physics/Bodies/BodyInfo.h"
#include "../Reports/Figure.h"

#include <vector>

namespace kolophon
{
/** Id of a body for command line and file names: "free-bar" for the body Free bar. */
std::string bodyId (const BodyInfo& body);

/** The figures of every body, in the order of bodyTable(), and that of the hand ("hand"). Mode tables get a generic
    figure automatically; the string and the block have their own. */
std::vector<Figure> bodyFigures ();
} // namespace kolophon
