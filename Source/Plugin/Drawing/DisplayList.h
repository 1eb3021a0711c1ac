// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "GlyphsAndFonts.h"

#include <vector>

namespace kolophon
{
/** A recording of everything that a component paints: filled shapes, images and glyphs, in order, each with the area
    that it covers. Two recordings can be compared for the areas in which they differ. An image that was recorded must
    not be drawn into again: see juce::Image::duplicateIfShared(). [message] */
class DisplayList final : public PlainContext
{
public:
    /** `pixelScale`: screen pixels per pixel of the area. */
    DisplayList (juce::Rectangle<int> area, float pixelScale);

    juce::Rectangle<int> area () const noexcept { return whole; }
    float pixelScale () const noexcept override { return scale; }
    /** Paints the recording, within the clip of `device`. */
    void replay (juce::LowLevelGraphicsContext& device) const;
    /** Returns a few rectangles; outside them both recordings paint the same. */
    std::vector<juce::Rectangle<int>> differences (const DisplayList& other) const;

    bool isVectorDevice () const override { return false; }
    void setOrigin (juce::Point<int> origin) override;
    void addTransform (const juce::AffineTransform& transform) override;
    bool clipToRectangle (const juce::Rectangle<int>& rectangle) override;
    bool clipToRectangleList (const juce::RectangleList<int>& rectangles) override;
    bool clipRegionIntersects (const juce::Rectangle<int>& rectangle) override;
    juce::Rectangle<int> getClipBounds () const override;
    bool isClipEmpty () const override { return states.back().clip.isEmpty(); }
    void saveState () override { states.push_back (states.back()); }
    void restoreState () override;
    void setFill (const juce::FillType& fill) override { states.back().fill = fill; }
    void setOpacity (float opacity) override { states.back().fill.setOpacity (opacity); }
    void setInterpolationQuality (juce::Graphics::ResamplingQuality quality) override
    {
        states.back().quality = quality;
    }
    void setFont (const juce::Font& font) override { states.back().font = font; }
    const juce::Font& getFont () override { return states.back().font; }
    void fillAll () override;
    void fillRect (const juce::Rectangle<int>& rectangle, bool) override { fillRect (rectangle.toFloat()); }
    void fillRect (const juce::Rectangle<float>& rectangle) override;
    void fillRectList (const juce::RectangleList<float>& rectangles) override;
    void fillPath (const juce::Path& path, const juce::AffineTransform& transform) override;
    void drawImage (const juce::Image& image, const juce::AffineTransform& transform) override;
    void drawLine (const juce::Line<float>& line) override;
    void placeGlyph (int glyph, const juce::AffineTransform& transform) override;

    // Not recorded: no recorded component uses them.
    void excludeClipRectangle (const juce::Rectangle<int>&) override { jassertfalse; }
    void clipToPath (const juce::Path&, const juce::AffineTransform&) override { jassertfalse; }
    void clipToImageAlpha (const juce::Image&, const juce::AffineTransform&) override { jassertfalse; }
    void beginTransparencyLayer (float) override { jassertfalse; }
    void endTransparencyLayer () override { jassertfalse; }

private:
    struct State
    {
        juce::AffineTransform transform;
        juce::Rectangle<int> clip;
        juce::FillType fill;
        juce::Font font = anyFont();
        juce::Graphics::ResamplingQuality quality = juce::Graphics::mediumResamplingQuality;
    };
    enum class Kind { all, rectangle, path, image, glyph };
    /** In coordinates of the component. */
    struct Entry
    {
        Kind kind;
        juce::Rectangle<int> bounds {}, clip {}; // bounds: every pixel that it may touch
        juce::FillType fill {};
        juce::AffineTransform transform {};
        juce::Rectangle<float> rectangle {};
        juce::Path path {};
        juce::Image image {};
        juce::Graphics::ResamplingQuality quality = juce::Graphics::mediumResamplingQuality;
        juce::Font font = anyFont();
        int glyph = 0;

        bool operator== (const Entry&) const = default;
    };
    Entry& add (Kind kind, juce::Rectangle<float> bounds);
    static void paint (juce::LowLevelGraphicsContext& device, const Entry& entry);

    juce::Rectangle<int> whole;
    float scale;
    std::vector<State> states;
    std::vector<Entry> entries;
};

/** A component that is painted from a recording of its draw(). Only redraw() calls draw(); areas in which the new
    recording differs from the previous one are then repainted. All parts of a window therefore show the same moment of
    the component, regardless of when each part is painted. [message] */
class RetainedComponent : public juce::Component
{
public:
    void paint (juce::Graphics& g) final;
    void resized () override { redraw(); }
    void lookAndFeelChanged () override { redraw(); }

protected:
    /** Paints the whole component in its current state. */
    virtual void draw (juce::Graphics& g) = 0;
    /** Records draw() again; call it whenever something that draw() reads has changed. */
    void redraw ();

private:
    std::unique_ptr<DisplayList> record (float pixelScale);

    std::unique_ptr<DisplayList> shown; // null: not painted yet
};
} // namespace kolophon
