// SPDX-License-Identifier: GPL-3.0-or-later
#include "ClapEditor.h"

#include "../Desktop/DesktopAtoms.h"
#include "../Windows/PluginEditor.h"
#include "ClapPlugin.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace kolophon::clap
{
namespace
{
#if JUCE_MAC
constexpr const char* windowSystem = CLAP_WINDOW_API_COCOA;
#elif JUCE_WINDOWS
constexpr const char* windowSystem = CLAP_WINDOW_API_WIN32;
#else
constexpr const char* windowSystem = CLAP_WINDOW_API_X11;
#endif
#if JUCE_MAC
constexpr bool hostScales = false; // the window system does
#else
constexpr bool hostScales = true;
#endif
constexpr double lowestScale = 0.25, highestScale = 8.0;

bool canOpen (const char* api, bool isFloating)
{
    return api != nullptr && ! isFloating && std::strcmp (api, windowSystem) == 0 && hasDisplay();
}

void* handleOf (const clap_window_t& window)
{
#if JUCE_LINUX || JUCE_BSD
    return reinterpret_cast<void*> (window.x11); // JUCE's name for the window's number
#else
    return window.ptr;
#endif
}
} // namespace

Editor::Editor (Plugin& itsPlugin) : plugin (itsPlugin), editor (itsPlugin.processor().createEditorIfNeeded())
{
    setOpaque (true);
    if (editor == nullptr)
        return;
    addAndMakeVisible (*editor);
    follow();
}

Editor::~Editor()
{
    removeFromDesktop();
    if (editor != nullptr)
        plugin.processor().editorBeingDeleted (editor.get());
}

/** Dots of the window system per point of JUCE's. */
double Editor::dotsPerPoint() const
{
#if JUCE_MAC
    return 1.0;
#else
    if (const auto* peer = getPeer())
        return peer->getPlatformScaleFactor() * juce::Desktop::getInstance().getGlobalScaleFactor();
    const auto* display = juce::Desktop::getInstance().getDisplays().getPrimaryDisplay();
    return display != nullptr ? display->scale : 1.0;
#endif
}

/** Takes the editor's size. */
void Editor::follow()
{
    const auto area = getLocalArea (editor.get(), editor->getLocalBounds());
    setSize (area.getWidth(), area.getHeight());
}

void Editor::setScale (double newScale)
{
    if (! std::isfinite (newScale))
        return;
    // The window system's own scale is already in JUCE's points.
    scale = std::clamp (newScale, lowestScale, highestScale) / dotsPerPoint();
    const juce::ScopedValueSetter<bool> guard (byHost, true);
    editor->setScaleFactor (static_cast<float> (scale));
    follow();
}

Editor::Size Editor::size() const
{
    const auto dots = [this] (int points)
    { return static_cast<std::uint32_t> (std::lround (points * dotsPerPoint())); };
    return { dots (getWidth()), dots (getHeight()) };
}

Editor::Size Editor::nearest (Size wanted) const
{
    const auto* limits = editor->getConstrainer();
    const double unit = dotsPerPoint() * scale, ratio = limits->getFixedAspectRatio();
    const double low = limits->getMinimumWidth() * unit, high = std::min (16384.0, limits->getMaximumWidth() * unit);
    const double width = std::floor (std::clamp (std::min<double> (wanted.width, wanted.height * ratio), low, high));
    return { static_cast<std::uint32_t> (width), static_cast<std::uint32_t> (std::ceil (width / ratio)) };
}

bool Editor::setSize (Size wanted)
{
    const auto size = nearest (wanted);
    const juce::ScopedValueSetter<bool> guard (byHost, true);
    const auto points = [this] (std::uint32_t dots, double by)
    { return juce::roundToInt (dots / by / dotsPerPoint()); };
    setSize (points (wanted.width, 1.0), points (wanted.height, 1.0));
    editor->setBounds (0, 0, points (size.width, scale), points (size.height, scale));
    return true;
}

bool Editor::embed (const clap_window_t& window)
{
    if (window.api == nullptr || std::strcmp (window.api, windowSystem) != 0)
        return false;
    setTopLeftPosition (0, 0);
    addToDesktop (0, handleOf (window));
    setVisible (true);
    return getPeer() != nullptr;
}

void Editor::childBoundsChanged (juce::Component* child)
{
    if (byHost || child == nullptr || child != editor.get())
        return;
    const auto before = getLocalBounds();
    follow();
    const auto& host = plugin.host();
    const auto wanted = size();
    if (getLocalBounds() == before || host.gui == nullptr ||
        host.gui->request_resize (host.host, wanted.width, wanted.height))
        return;
    const juce::ScopedValueSetter<bool> guard (byHost, true); // the host refuses
    juce::Component::setSize (before.getWidth(), before.getHeight());
    editor->setBounds (editor->getLocalArea (this, before));
}

//======================================================================================================================
namespace
{
Editor* editorOf (const clap_plugin_t* plugin) noexcept
{
    return Plugin::of (plugin).editor();
}

bool create (const clap_plugin_t* self, const char* api, bool isFloating)
{
    auto& plugin = Plugin::of (self);
    plugin.host().isMainThread ("clap_plugin_gui.create was not called on the main thread");
    if (! canOpen (api, isFloating) || plugin.editor() != nullptr)
        return false;
    auto editor = std::make_unique<Editor> (plugin);
    if (! editor->exists())
        return false;
    plugin.setEditor (std::move (editor));
    return true;
}

bool getSize (const clap_plugin_t* plugin, std::uint32_t* width, std::uint32_t* height)
{
    const auto* editor = editorOf (plugin);
    if (editor == nullptr || width == nullptr || height == nullptr)
        return false;
    const auto size = editor->size();
    *width = size.width;
    *height = size.height;
    return true;
}

bool adjustSize (const clap_plugin_t* plugin, std::uint32_t* width, std::uint32_t* height)
{
    const auto* editor = editorOf (plugin);
    if (editor == nullptr || width == nullptr || height == nullptr)
        return false;
    const auto size = editor->nearest ({ *width, *height });
    *width = size.width;
    *height = size.height;
    return true;
}

bool show (const clap_plugin_t* plugin, bool isVisible)
{
    auto* editor = editorOf (plugin);
    if (editor == nullptr)
        return false;
    editor->setVisible (isVisible);
    return true;
}
} // namespace

const clap_plugin_gui_t editorExtension {
    [] (const clap_plugin_t*, const char* api, bool isFloating) { return canOpen (api, isFloating); },
    [] (const clap_plugin_t*, const char** api, bool* isFloating)
    {
        if (api == nullptr || isFloating == nullptr)
            return false;
        *api = windowSystem;
        *isFloating = false;
        return true;
    },
    create,
    [] (const clap_plugin_t* plugin) { Plugin::of (plugin).setEditor (nullptr); },
    [] (const clap_plugin_t* plugin, double scale)
    {
        auto* editor = editorOf (plugin);
        if (editor == nullptr || ! hostScales)
            return false;
        editor->setScale (scale);
        return true;
    },
    getSize,
    [] (const clap_plugin_t*) { return true; },
    [] (const clap_plugin_t*, clap_gui_resize_hints_t* hints)
    {
        if (hints == nullptr)
            return false;
        *hints = { true, true, true, PluginEditor::designWidth, PluginEditor::designHeight };
        return true;
    },
    adjustSize,
    [] (const clap_plugin_t* plugin, std::uint32_t width, std::uint32_t height)
    {
        auto* editor = editorOf (plugin);
        return editor != nullptr && editor->setSize ({ width, height });
    },
    [] (const clap_plugin_t* plugin, const clap_window_t* window)
    {
        auto* editor = editorOf (plugin);
        return editor != nullptr && window != nullptr && editor->embed (*window);
    },
    [] (const clap_plugin_t*, const clap_window_t*) { return false; }, // only of floating windows
    [] (const clap_plugin_t*, const char*) {},                         // a title: only of floating windows
    [] (const clap_plugin_t* plugin) { return show (plugin, true); },
    [] (const clap_plugin_t* plugin) { return show (plugin, false); }
};
} // namespace kolophon::clap
