// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <JuceHeader.h>

/** Differences between JUCE 7 (from 7.0.5) and 8 (from 8.0.2), and nothing else: glyphs, fonts, the size of a
    pixel. */
namespace kolophon
{
#if JUCE_MAJOR_VERSION < 8
/** A graphics context that is told of every glyph by placeGlyph() and asked for the size of its pixels by pixelScale().
    `Context` is the one that it extends. */
template <class Context>
class GlyphwiseContext : public Context
{
public:
    using Context::Context;
    /** Draws one glyph of the font that is set. */
    virtual void placeGlyph (int glyph, const juce::AffineTransform& transform) = 0;
    void drawGlyph (int glyph, const juce::AffineTransform& transform) final { placeGlyph (glyph, transform); }

protected:
    void placeGlyphBelow (int glyph, const juce::AffineTransform& transform) { Context::drawGlyph (glyph, transform); }
};

/** The same, of no other context. */
class PlainContext : public GlyphwiseContext<juce::LowLevelGraphicsContext>
{
public:
    virtual float pixelScale () const noexcept = 0;
    float getPhysicalPixelScaleFactor () final { return pixelScale(); }
};

inline void drawGlyph (juce::LowLevelGraphicsContext& device, int glyph, const juce::AffineTransform& transform)
{
    device.drawGlyph (glyph, transform);
}

inline juce::Path glyphOutline (const juce::Font& font, int glyph)
{
    juce::Path outline;
    font.getTypefacePtr()->getOutlineForGlyph (glyph, outline);
    return outline;
}

inline int firstGlyph (const juce::Font& font, const juce::String& text)
{
    juce::Array<int> glyphs;
    juce::Array<float> offsets;
    font.getGlyphPositions (text, glyphs, offsets);
    return glyphs.isEmpty() ? -1 : glyphs[0];
}

inline int textWidth (const juce::Font& font, const juce::String& text)
{
    return font.getStringWidth (text);
}

inline juce::Font anyFont ()
{
    return {};
}

inline juce::Font fontOf (const juce::Typeface::Ptr& typeface, float height)
{
    return juce::Font (typeface).withHeight (height);
}

inline juce::Font systemFont (float height, bool strong)
{
    return juce::Font (height, strong ? juce::Font::bold : juce::Font::plain);
}

/** Names the font for letters that others lack; it is loaded when the first such letter is drawn. */
inline void useFallbackFont (const juce::String& name)
{
    juce::Font::setFallbackFontName (name);
}

inline juce::String fallbackFont ()
{
    return juce::Font::getFallbackFontName();
}

 #if JUCE_LINUX || JUCE_BSD
/** A typeface that reports the glyphs it lacks, so that JUCE uses another font for them: its FreeType faces draw a
    blank instead. */
class HonestTypeface final : public juce::CustomTypeface
{
public:
    explicit HonestTypeface (juce::Typeface::Ptr its) : inner (std::move (its))
    {
        setCharacteristics (inner->getName(), inner->getStyle(), inner->getAscent(), ' ');
    }

protected:
    bool loadGlyphIfPossible (juce::juce_wchar letter) override
    {
        juce::Array<int> glyphs;
        juce::Array<float> offsets;
        juce::Path outline;
        inner->getGlyphPositions (juce::String::charToString (letter), glyphs, offsets);
        if (glyphs.isEmpty() || ! inner->getOutlineForGlyph (glyphs[0], outline) ||
            (outline.isEmpty() && ! juce::CharacterFunctions::isWhitespace (letter)))
            return false;
        addGlyph (letter, outline, offsets[1]);
        return true;
    }

private:
    juce::Typeface::Ptr inner;
};
 #endif

/** Returns the typeface in the bytes of a font file, or null. */
inline juce::Typeface::Ptr typefaceIn (const char* font, int size)
{
    auto face = juce::Typeface::createSystemTypefaceFor (font, static_cast<std::size_t> (size));
 #if JUCE_LINUX || JUCE_BSD
    if (face != nullptr)
        return new HonestTypeface (face);
 #endif
    return face;
}

#else // JUCE 8, with the documentation of the above

template <class Context>
class GlyphwiseContext : public Context
{
public:
    using Context::Context;
    virtual void placeGlyph (int glyph, const juce::AffineTransform& transform) = 0;
    void drawGlyphs (juce::Span<const std::uint16_t> glyphs, juce::Span<const juce::Point<float>> places,
                     const juce::AffineTransform& transform) final
    {
        for (std::size_t i = 0; i < glyphs.size(); ++i)
            placeGlyph (glyphs[i], juce::AffineTransform::translation (places[i]).followedBy (transform));
    }

protected:
    void placeGlyphBelow (int glyph, const juce::AffineTransform& transform)
    {
        const auto only = static_cast<std::uint16_t> (glyph);
        const juce::Point<float> origin;
        Context::drawGlyphs ({ &only, 1 }, { &origin, 1 }, transform);
    }
};

class PlainContext : public GlyphwiseContext<juce::LowLevelGraphicsContext>
{
public:
    virtual float pixelScale () const noexcept = 0;
    float getPhysicalPixelScaleFactor () const final { return pixelScale(); }
    std::uint64_t getFrameId () const override { return 0; }
 #if JUCE_VERSION >= 0x80008
    std::unique_ptr<juce::ImageType> getPreferredImageTypeForTemporaryImages () const override
    {
        return std::make_unique<juce::SoftwareImageType>();
    }
 #endif
};

inline void drawGlyph (juce::LowLevelGraphicsContext& device, int glyph, const juce::AffineTransform& transform)
{
    const auto only = static_cast<std::uint16_t> (glyph);
    const juce::Point<float> origin;
    device.drawGlyphs ({ &only, 1 }, { &origin, 1 }, transform);
}

inline juce::Path glyphOutline (const juce::Font& font, int glyph)
{
    juce::Path outline;
    font.getTypefacePtr()->getOutlineForGlyph (font.getMetricsKind(), glyph, outline);
    return outline;
}

inline int firstGlyph (const juce::Font& font, const juce::String& text)
{
    const auto glyph = font.getTypefacePtr()->getNominalGlyphForCodepoint (text[0]);
    return glyph ? static_cast<int> (*glyph) : -1;
}

inline int textWidth (const juce::Font& font, const juce::String& text)
{
    return juce::GlyphArrangement::getStringWidthInt (font, text);
}

inline juce::String& fallbackFont ()
{
    static juce::String name;
    return name;
}

inline void useFallbackFont (const juce::String& name)
{
    fallbackFont() = name;
}

inline juce::FontOptions asBefore (juce::FontOptions options, float height)
{
    return options.withHeight (height)
        .withMetricsKind (juce::TypefaceMetricsKind::legacy)
        .withFallbacks ({ fallbackFont() });
}

inline juce::Font anyFont ()
{
    return juce::FontOptions();
}

inline juce::Font fontOf (const juce::Typeface::Ptr& typeface, float height)
{
    return asBefore (juce::FontOptions (typeface), height);
}

inline juce::Font systemFont (float height, bool strong)
{
    return asBefore (juce::FontOptions (height, strong ? juce::Font::bold : juce::Font::plain), height);
}

inline juce::Typeface::Ptr typefaceIn (const char* font, int size)
{
    return juce::Typeface::createSystemTypefaceFor (font, static_cast<std::size_t> (size));
}
#endif
} // namespace kolophon
