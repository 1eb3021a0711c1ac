// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kolophon
{
/** Scale factor relative to 96 dots per inch that an X server's resources request ("Xft.dpi: 192" is 2); 1 if they
    contain none or a smaller one. At most 4. */
double scaleOfResources (std::string_view resources);

/** Applies the desktop's scale factor to the stand-alone app if JUCE has not detected it: JUCE queries only GNOME. Does
    nothing without an X server. [message, before the first window] */
void followDesktopScale ();
} // namespace kolophon
