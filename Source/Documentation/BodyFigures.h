#pragma once

#include "../Physics/Bodies/BodyInfo.h"
#include "../Reports/Figure.h"

#include <vector>

namespace kolophon
{
/** "free-bar" for the body Free bar: command line and file names. */
std::string bodyId (const BodyInfo& body);

/** The figures of every body, in the order of bodyTable(), and that of the hand ("hand"). A table of modes gets one
    without being asked; the string and the block have their own. */
std::vector<Figure> bodyFigures ();
} // namespace kolophon
