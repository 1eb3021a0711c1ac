// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "GlyphsAndFonts.h"

#include <vector>

namespace kolophon
{
/** Renders the painting of a component as SVG: shapes as paths, glyphs as their outlines, images as embedded PNG.
    Curves drawn by strokeCurve() keep their points. [message] */
class SvgGraphics final : public PlainContext
{
public:
    explicit SvgGraphics (juce::Rectangle<int> area);

    /** The complete document, with a title and a description for screen readers. */
    juce::String document (const juce::String& title, const juce::String& description) const;

    /** Draws a line of this thickness along a path; `dashes` in pixels, or none. */
    void stroke (const juce::Path& path, float thickness, std::initializer_list<float> dashes);

    bool isVectorDevice () const override { return true; }
    void setOrigin (juce::Point<int> origin) override;
    void addTransform (const juce::AffineTransform& transform) override;
    float pixelScale () const noexcept override { return 1.0f; }
    bool clipToRectangle (const juce::Rectangle<int>& area) override;
    bool clipToRectangleList (const juce::RectangleList<int>& areas) override;
    /** Ignored: the components above are drawn over this one later. */
    void excludeClipRectangle (const juce::Rectangle<int>&) override {}
    void clipToPath (const juce::Path& path, const juce::AffineTransform& transform) override;
    void clipToImageAlpha (const juce::Image&, const juce::AffineTransform&) override {}
    bool clipRegionIntersects (const juce::Rectangle<int>& area) override;
    juce::Rectangle<int> getClipBounds () const override;
    bool isClipEmpty () const override { return now().clip.isEmpty(); }
    void saveState () override { states.push_back (states.back()); }
    void restoreState () override;
    void beginTransparencyLayer (float opacity) override;
    void endTransparencyLayer () override;
    void setFill (const juce::FillType& fill) override { now().fill = fill; }
    void setOpacity (float opacity) override { now().fill.setOpacity (opacity); }
    void setInterpolationQuality (juce::Graphics::ResamplingQuality) override {}
    void fillRect (const juce::Rectangle<int>& area, bool) override { fillRect (area.toFloat()); }
    void fillRect (const juce::Rectangle<float>& area) override;
    void fillRectList (const juce::RectangleList<float>& areas) override;
    void fillPath (const juce::Path& path, const juce::AffineTransform& transform) override;
    void drawImage (const juce::Image& image, const juce::AffineTransform& transform) override;
    void drawLine (const juce::Line<float>& line) override;
    void setFont (const juce::Font& font) override { now().font = font; }
    const juce::Font& getFont () override { return now().font; }
    void placeGlyph (int glyph, const juce::AffineTransform& transform) override;

private:
    struct State
    {
        juce::AffineTransform transform;
        juce::Rectangle<float> clip; // of the picture
        int clipPath = 0;            // number of an additional clip shape, or 0
        juce::FillType fill;
        juce::Font font = anyFont();
    };
    State& now () { return states.back(); }
    const State& now () const { return states.back(); }
    void write (const juce::String& element, juce::Rectangle<float> bounds);
    juce::String clipFor (juce::Rectangle<float> bounds);
    juce::String paint (const char* attribute);
    static juce::String dataOf (const juce::Path& path);

    juce::Rectangle<int> whole;
    std::vector<State> states;
    juce::String defs, body;
    juce::StringArray clips; // those in `defs`; index: number - 1
    int gradients = 0;
};

/** Draws a line along a path: normally on a screen, in an SVG with exactly the points of the path. */
void strokeCurve (juce::Graphics& g, const juce::Path& path, float thickness, std::initializer_list<float> dashes = {});
/** Current painting of a component as SVG. */
juce::String svgOf (juce::Component& component, const juce::String& title, const juce::String& description);
} // namespace kolophon
