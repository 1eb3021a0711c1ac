// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ClapAbi.h"

#include <JuceHeader.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace kolophon::clap
{
class Plugin;

/** The editor inside a window of the host. Hosts count pixels of the window system: points on macOS, dots elsewhere.
    [main] */
class Editor final : public juce::Component
{
public:
    struct Size
    {
        std::uint32_t width, height;
    };

    explicit Editor (Plugin& itsPlugin);
    ~Editor() override;

    /** False if the processor has no editor, as without a display. */
    bool exists () const noexcept { return editor != nullptr; }
    /** Sets the scale that the host wants, for the whole window. */
    void setScale (double newScale);
    Size size () const;
    /** The nearest size of the editor's proportions, not larger if possible. */
    Size nearest (Size wanted) const;
    bool setSize (Size wanted);
    using juce::Component::setSize;
    bool embed (const clap_window_t& window);

    void childBoundsChanged (juce::Component* child) override;
    void resized () override {}

private:
    double dotsPerPoint () const;
    void follow ();

    Plugin& plugin;
    std::unique_ptr<juce::AudioProcessorEditor> editor;
    double scale = 1.0;
    bool byHost = false; // the host is changing the size
};

extern const clap_plugin_gui_t editorExtension;
} // namespace kolophon::clap
