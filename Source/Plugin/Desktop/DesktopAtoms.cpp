// SPDX-License-Identifier: GPL-3.0-or-later
#include "DesktopAtoms.h"

#include <JuceHeader.h>

namespace kolophon
{
namespace
{
#if JUCE_LINUX || JUCE_BSD
constexpr const char* windowAtoms[] = { "WM_PROTOCOLS",
                                        "WM_TAKE_FOCUS",
                                        "WM_DELETE_WINDOW",
                                        "WM_STATE",
                                        "WM_CHANGE_STATE",
                                        "_NET_WM_PING",
                                        "_NET_WM_STATE",
                                        "_NET_WM_STATE_HIDDEN",
                                        "_NET_WM_WINDOW_TYPE",
                                        "_NET_WM_WINDOW_TYPE_NORMAL",
                                        "_NET_WM_WINDOW_TYPE_COMBO",
                                        "_NET_WM_ALLOWED_ACTIONS" };

bool registerAtoms ()
{
    // Opened at run time, like JUCE does: the X library may be missing.
    juce::DynamicLibrary x11;
    if (! x11.open ("libX11.so.6"))
        return false;
    const auto open = reinterpret_cast<void* (*)(const char*)> (x11.getFunction ("XOpenDisplay"));
    const auto intern = reinterpret_cast<unsigned long (*) (void*, const char*, int)> (x11.getFunction ("XInternAtom"));
    const auto close = reinterpret_cast<int (*) (void*)> (x11.getFunction ("XCloseDisplay"));
    auto* server = open != nullptr && intern != nullptr && close != nullptr ? open (nullptr) : nullptr;
    if (server == nullptr)
        return false;
    for (const auto* name : windowAtoms)
        intern (server, name, 0);
    close (server);
    return true;
}
#endif
} // namespace

bool hasDisplay ()
{
#if JUCE_LINUX || JUCE_BSD
    static const bool isRegistered = registerAtoms();
    juce::ignoreUnused (isRegistered);
#endif
    return ! juce::Desktop::getInstance().isHeadless();
}
} // namespace kolophon
