// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Plugin/Drawing/GlyphsAndFonts.h"

#include <cmath>
#include <vector>

namespace kolophon
{
/** Paints a component as the software renderer does and writes down every line of text: where it lies, whether a letter
    is cut off, and whether an ellipsis says that something had to be left out. */
class TextRecorder final : public GlyphwiseContext<juce::LowLevelGraphicsSoftwareRenderer>
{
public:
    struct Line
    {
        juce::Rectangle<float> place; // in pixels of the picture
        int letters = 0;
        bool cut = false, shortened = false;
        bool inLayer = false; // drawn half transparent, from an origin of its own
        float height = 0.0f;  // of the font
        float size = 0.0f;    // the same, however the text is turned
        int dots = 0;         // at its end
    };
    std::vector<Line> lines;

    explicit TextRecorder (const juce::Image& image) : GlyphwiseContext (image) {}

    void placeGlyph (int glyph, const juce::AffineTransform& transform) override
    {
        placeGlyphBelow (glyph, transform);
        const auto font = getFont();
        const auto size = juce::AffineTransform::scale (font.getHeight() * font.getHorizontalScale(), font.getHeight());
        const auto box = glyphOutline (font, glyph).getBoundsTransformed (size.followedBy (transform));
        if (box.isEmpty())
            return; // a space
        const auto toPixels = stack->transform.getTransformWith ({});
        const auto place = box.transformedBy (toPixels);
        const auto clip = getClipBounds().toFloat().expanded (1.0f);
        if (getClipBounds().getHeight() <= 4 && ! clip.intersects (box))
            return; // of a row that is scrolled away, but for what rounding leaves of its edge
        auto& line = lineOf (transform.getTranslationY(), place, font.getHeight() * toPixels.mat11);
        line.place = line.letters == 0 ? place : line.place.getUnion (place);
        ++line.letters;
        line.size = font.getHeight() * std::sqrt (std::abs (toPixels.getDeterminant()));
        line.cut = line.cut || ! clip.contains (box);
        line.inLayer = layers > 0;
        line.dots = glyph == firstGlyph (font, ".") ? line.dots + 1 : 0;
        line.shortened = line.shortened || line.dots == 3; // how JUCE writes an ellipsis
    }

    void beginTransparencyLayer (float opacity) override
    {
        ++layers;
        LowLevelGraphicsSoftwareRenderer::beginTransparencyLayer (opacity);
    }
    void endTransparencyLayer () override
    {
        --layers;
        LowLevelGraphicsSoftwareRenderer::endTransparencyLayer();
    }

private:
    /** The line that this letter goes on with: same baseline, close behind. */
    Line& lineOf (float baseline, juce::Rectangle<float> letter, float height)
    {
        const bool continues =
            ! lines.empty() && baseline == lastBaseline && letter.getX() >= lines.back().place.getX() &&
            letter.getX() - lines.back().place.getRight() < height &&
            letter.getY() - lines.back().place.getBottom() < height; // a component has its own origin
        lastBaseline = baseline;
        if (! continues)
            lines.push_back ({ letter, 0, false, false, false, height, 0.0f, 0 });
        return lines.back();
    }

    float lastBaseline = 0.0f;
    int layers = 0;
};
} // namespace kolophon
