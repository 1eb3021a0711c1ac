// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kolophon
{
/** True if windows can be opened. [message]

    In an X server without a window manager, JUCE sets properties under names that the server does not know, which ends
    the host. Call this first, before JUCE connects to the server: it registers the names. */
bool hasDisplay ();
} // namespace kolophon
