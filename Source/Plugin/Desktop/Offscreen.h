// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <JuceHeader.h>

namespace kolophon
{
/** An invisible window: it holds a component as a desktop would, collects repaint requests, and paints only the
    requested areas, with the software renderer. For pictures and measurements on machines without a display. [message]
    */
class OffscreenWindow final : public juce::Component
{
public:
    explicit OffscreenWindow (juce::Component& its) : image (juce::Image::RGB, its.getWidth(), its.getHeight(), true)
    {
        setOpaque (true);
        setBounds (its.getLocalBounds());
        addAndMakeVisible (its);
        setVisible (true);
        addToDesktop (0);
        repaint();
    }
    ~OffscreenWindow() override { removeFromDesktop(); }

    /** Paints the areas requested since the last call. Returns their number of pixels. */
    int paintDirty ()
    {
        juce::RectangleList<int> dirty;
        std::swap (dirty, invalid);
        dirty.clipTo (getLocalBounds());
        int pixels = 0;
        for (const auto& area : dirty)
            pixels += area.getWidth() * area.getHeight();
        if (pixels > 0 && getPeer() != nullptr)
        {
            juce::LowLevelGraphicsSoftwareRenderer renderer (image, {}, dirty);
            getPeer()->handlePaint (renderer);
        }
        return pixels;
    }

    /** Number of pixels of this area that are waiting to be painted. */
    int dirtyPixels (juce::Rectangle<int> area) const
    {
        int pixels = 0;
        for (const auto& part : invalid)
            pixels += part.getIntersection (area).getWidth() * part.getIntersection (area).getHeight();
        return pixels;
    }
    /** The window's contents. */
    const juce::Image& picture () const noexcept { return image; }
    void setMinimised (bool shouldBe) { minimised = shouldBe; }

    void paint (juce::Graphics& g) override { g.fillAll (juce::Colours::black); }

private:
    struct Peer final : juce::ComponentPeer
    {
        explicit Peer (OffscreenWindow& its, int wanted) : ComponentPeer (its, wanted), window (its) {}
        void* getNativeHandle () const override { return nullptr; }
        void setVisible (bool) override {}
        void setTitle (const juce::String&) override {}
        void setBounds (const juce::Rectangle<int>&, bool) override {}
        juce::Rectangle<int> getBounds () const override { return window.getLocalBounds(); }
        juce::Point<float> localToGlobal (juce::Point<float> point) override { return point; }
        juce::Point<float> globalToLocal (juce::Point<float> point) override { return point; }
        using ComponentPeer::globalToLocal;
        using ComponentPeer::localToGlobal;
        void setMinimised (bool) override {}
        bool isMinimised () const override { return window.minimised; }
        void setFullScreen (bool) override {}
        bool isFullScreen () const override { return false; }
        void setIcon (const juce::Image&) override {}
        bool contains (juce::Point<int> point, bool) const override { return window.getLocalBounds().contains (point); }
        OptionalBorderSize getFrameSizeIfPresent () const override { return {}; }
        juce::BorderSize<int> getFrameSize () const override { return {}; }
        bool setAlwaysOnTop (bool) override { return true; }
        void toFront (bool) override {}
        void toBehind (ComponentPeer*) override {}
        bool isFocused () const override { return false; }
        void grabFocus () override {}
        void repaint (const juce::Rectangle<int>& area) override { window.invalid.add (area); }
        void performAnyPendingRepaintsNow () override {}
        void setAlpha (float) override {}
        juce::StringArray getAvailableRenderingEngines () override { return { "Software" }; }
        void textInputRequired (juce::Point<int>, juce::TextInputTarget&) override {}
        OffscreenWindow& window;
    };
    juce::ComponentPeer* createNewPeer (int wanted, void*) override { return new Peer (*this, wanted); }

    juce::Image image;
    juce::RectangleList<int> invalid;
    bool minimised = false;
};
} // namespace kolophon
