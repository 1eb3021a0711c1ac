// SPDX-License-Identifier: GPL-3.0-or-later
#include "DesktopScale.h"

#include "../../Core/Text/NumberText.h"

#include <JuceHeader.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace kolophon
{
double scaleOfResources (std::string_view resources)
{
    constexpr std::string_view name = "Xft.dpi:";
    constexpr double usual = 96.0, maxScale = 4.0; // [dots per inch], [1]
    for (std::size_t at = 0; at < resources.size();)
    {
        const auto end = std::min (resources.find ('\n', at), resources.size());
        auto line = resources.substr (at, end - at);
        at = end + 1;
        if (! line.starts_with (name))
            continue;
        line.remove_prefix (name.size());
        line.remove_prefix (std::min (line.find_first_not_of (" \t"), line.size()));
        const auto dpi = leadingNumber (line);
        return dpi && std::isfinite (dpi->value) ? std::clamp (dpi->value / usual, 1.0, maxScale) : 1.0;
    }
    return 1.0;
}

void followDesktopScale ()
{
#if JUCE_LINUX || JUCE_BSD
    auto& desktop = juce::Desktop::getInstance();
    const auto* display = desktop.getDisplays().getPrimaryDisplay();
    if (display == nullptr || display->scale != 1.0 || desktop.getGlobalScaleFactor() != 1.0f)
        return;
    // Opened at run time, like JUCE does: the X library may be missing.
    juce::DynamicLibrary x11;
    if (! x11.open ("libX11.so.6"))
        return;
    const auto open = reinterpret_cast<void* (*)(const char*)> (x11.getFunction ("XOpenDisplay"));
    const auto resources = reinterpret_cast<char* (*)(void*)> (x11.getFunction ("XResourceManagerString"));
    const auto close = reinterpret_cast<int (*) (void*)> (x11.getFunction ("XCloseDisplay"));
    auto* server = open != nullptr && resources != nullptr && close != nullptr ? open (nullptr) : nullptr;
    if (server == nullptr)
        return;
    const auto* text = resources (server);
    const double scale = scaleOfResources (text != nullptr ? std::string (text) : std::string());
    close (server);
    if (scale != 1.0)
        desktop.setGlobalScaleFactor (static_cast<float> (scale));
#endif
}
} // namespace kolophon
