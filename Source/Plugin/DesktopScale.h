#pragma once

#include <string_view>

namespace kolophon
{
/** How much larger than at 96 dots per inch an X server's resources ask everything to be ("Xft.dpi: 192" is 2); 1 where
    they don't say, or ask for less. At most 4. */
double scaleOfResources (std::string_view resources);

/** Draws the stand-alone app in the size that the desktop asks for, where JUCE has not seen it: it asks GNOME, and
    nobody else. Does nothing without an X server. [message, before the first window] */
void followDesktopScale ();
} // namespace kolophon
