// SPDX-License-Identifier: GPL-3.0-or-later
#include "LookAndFeel.h"

#include <Fonts.h>

namespace kolophon
{
namespace
{
/** True if lightUnderMouse() has recorded the mouse over the control. The current mouse position can differ from the
    one at which the rest was painted. */
bool isLit (const juce::Component& control)
{
    return control.getProperties()["lit"];
}

void drawFocusRing (juce::Graphics& g, const juce::Component& component, juce::Rectangle<float> bounds, float corner)
{
    if (component.hasKeyboardFocus (true))
    {
        g.setColour (palette::text);
        g.drawRoundedRectangle (bounds.reduced (0.5f), corner, 1.0f);
    }
}
} // namespace

void strokeDashed (juce::Graphics& g, const juce::Path& path, float thickness, std::initializer_list<float> dashes)
{
    juce::Path dashed;
    juce::PathStrokeType (thickness).createDashedStroke (dashed, path, dashes.begin(),
                                                         static_cast<int> (dashes.size()));
    g.fillPath (dashed);
}

juce::String withSuperscript (const juce::String& number)
{
    const int power = number.indexOfChar ('e');
    if (power < 1 || ! juce::CharacterFunctions::isDigit (number[power - 1]))
        return number;
    static const juce::String digits (juce::CharPointer_UTF8 ("⁰¹²³⁴⁵⁶⁷⁸⁹"));
    const auto exponent = number.substring (power + 1).initialSectionContainingOnly ("+-0123456789");
    auto raised = juce::String (juce::CharPointer_UTF8 (exponent.startsWithChar ('-') ? "·10⁻" : "·10"));
    for (const auto digit : juce::String (std::abs (exponent.getIntValue())))
        raised += juce::String::charToString (digits[static_cast<int> (digit - '0')]);
    return number.substring (0, power) + raised + number.substring (power + 1 + exponent.length());
}

namespace palette
{
namespace
{
Theme current = Theme::dark;
const bool coloured = (use (Theme::dark), true); // before the first window reads them
} // namespace

void use (Theme theme) noexcept
{
    current = theme;
    const auto choose = [theme] (juce::Colour& colour, juce::uint32 dark, juce::uint32 light)
    { colour = juce::Colour (theme == Theme::dark ? dark : light); };
    choose (ground, 0xff14161a, 0xffe9e7e2);
    choose (panel, 0xff1d2026, 0xfff8f7f4);
    choose (raised, 0xff2b2f37, 0xffdfdcd5);
    choose (line, 0xff3a3f49, 0xffc3bfb6);
    choose (text, 0xffe8e6e1, 0xff1c1e22);
    choose (quietText, 0xffaaa8a2, 0xff56585c);
    choose (stick, 0xffffb000, 0xff7d5200);
    choose (slip, 0xff29c5f6, 0xff005f85);
    choose (stickArea, 0xffa87718, 0xffdfb461);
    choose (slipArea, 0xff2aa6cf, 0xff4fa9c6);
    choose (modulation, 0xff5bd48a, 0xff13652f);
    choose (heat, 0xffe4572e, 0xffc4431f);
    choose (stored, 0xffa98be8, 0xff6b46b8);
    choose (alarm, 0xffff8463, 0xffa82c10);
    choose (slotB, 0xfff078b8, 0xff98196a);
}

Theme inUse () noexcept
{
    return current;
}
} // namespace palette

LookAndFeel::Typefaces::Typefaces()
    : regular (typefaceIn (fonts::InterRegular_otf, fonts::InterRegular_otfSize)),
      strong (typefaceIn (fonts::InterSemiBold_otf, fonts::InterSemiBold_otfSize))
{
}

namespace
{
/** Fallback font for letters in the player's names that the editor's own typeface lacks. */
constexpr auto otherLetters =
#if JUCE_MAC
    "Arial Unicode MS";
#elif JUCE_WINDOWS
    "Segoe UI Symbol";
#else
    "DejaVu Sans";
#endif
} // namespace

LookAndFeel::LookAndFeel()
{
    useFallbackFont (otherLetters);
    setDefaultSansSerifTypeface (typefaces->regular); // for JUCE's own windows, which specify no font
    applyPalette();
}

void LookAndFeel::applyPalette()
{
    setColourScheme ({ palette::ground, palette::panel, palette::panel, palette::line, palette::text, palette::raised,
                       palette::text, palette::stick, palette::text });
    setColour (juce::ResizableWindow::backgroundColourId, palette::ground);
    setColour (juce::PopupMenu::backgroundColourId, palette::panel);
    setColour (juce::PopupMenu::textColourId, palette::text);
    setColour (juce::PopupMenu::highlightedBackgroundColourId, palette::line);
    setColour (juce::PopupMenu::highlightedTextColourId, palette::text);
    setColour (juce::ComboBox::textColourId, palette::text);
    setColour (juce::ComboBox::arrowColourId, palette::quietText);
    setColour (juce::TextButton::textColourOffId, palette::text);
    setColour (juce::TextButton::textColourOnId, palette::text);
    setColour (juce::Label::textColourId, palette::text);
    setColour (juce::Label::textWhenEditingColourId, palette::text);
    setColour (juce::Label::backgroundWhenEditingColourId, palette::ground);
    setColour (juce::Label::outlineWhenEditingColourId, palette::text);
    setColour (juce::TextEditor::backgroundColourId, palette::ground);
    setColour (juce::TextEditor::textColourId, palette::text);
    setColour (juce::TextEditor::highlightColourId, palette::line);
    setColour (juce::TextEditor::highlightedTextColourId, palette::text);
    setColour (juce::TextEditor::outlineColourId, juce::Colours::transparentBlack);
    setColour (juce::TextEditor::focusedOutlineColourId, palette::text);
    setColour (juce::CaretComponent::caretColourId, palette::text);
}

juce::Font LookAndFeel::font (float height, bool isStrong)
{
    const juce::SharedResourcePointer<Typefaces> shared;
    const auto& typeface = isStrong ? shared->strong : shared->regular;
    return typeface != nullptr ? fontOf (typeface, height) : systemFont (height, isStrong);
}

namespace
{
constexpr auto trackKindKey = "track", shadedFromKey = "shadedFrom", shadedToKey = "shadedTo";

/** Lowest pixel of the letters of a text that is centred in a line of this height. */
float feetOf (float textHeight) noexcept
{
    return 0.5f * textHeight + 6.4f;
}
} // namespace

void LookAndFeel::setTrackKind (juce::Slider& slider, TrackKind kind)
{
    slider.getProperties().set (trackKindKey, static_cast<int> (kind));
}

LookAndFeel::TrackKind LookAndFeel::trackKindOf (const juce::Slider& slider)
{
    return static_cast<TrackKind> (static_cast<int> (slider.getProperties()[trackKindKey]));
}

void LookAndFeel::setShaded (juce::Slider& slider, std::optional<juce::Range<float>> range)
{
    auto& properties = slider.getProperties();
    if (range)
    {
        properties.set (shadedFromKey, range->getStart());
        properties.set (shadedToKey, range->getEnd());
    }
    else
        properties.remove (shadedFromKey);
}

int LookAndFeel::textHeight (TrackKind kind, int rowHeight) noexcept
{
    return kind == TrackKind::play ? 20 : juce::jlimit (12, 20, rowHeight - 9);
}

LookAndFeel::Track LookAndFeel::trackOf (TrackKind kind, float height) noexcept
{
    if (kind == TrackKind::play)
        return { height - 11.0f, 8.0f, 20.0f, 20.0f, 1.0f };
    if (kind == TrackKind::centred)
        return { 0.5f * height, 4.0f, 14.0f, juce::jmin (14.0f, height), 1.0f };
    // In a low row the thumb is flat, so that it covers no letter.
    const float room = height - feetOf (static_cast<float> (textHeight (kind, static_cast<int> (height))));
    const float across = juce::jmin (12.0f, room - 0.4f), below = juce::jmin (1.5f, 0.5f * (room - across)),
                halo = juce::jmin (1.5f, room - across - below);
    return { height - 0.5f * across - below, 3.0f, 14.0f - 0.2f * across, across, halo };
}

void LookAndFeel::drawLinearSlider (juce::Graphics& g, int x, int y, int width, int height, float position, float,
                                    float, juce::Slider::SliderStyle style, juce::Slider& slider)
{
    const auto accent = slider.findColour (juce::Slider::trackColourId);
    const auto area = juce::Rectangle<int> (x, y, width, height).toFloat();
    const bool vertical = style == juce::Slider::LinearVertical, over = isLit (slider);
    const auto its = trackOf (trackKindOf (slider), vertical ? area.getWidth() : area.getHeight());
    const auto track = vertical
                           ? area.withSizeKeepingCentre (its.thickness, area.getHeight())
                           : area.withTop (area.getY() + its.middle - 0.5f * its.thickness).withHeight (its.thickness);
    const float corner = 0.5f * its.thickness;
    g.setColour (palette::line);
    g.fillRoundedRectangle (track, corner);
    if (const auto& properties = slider.getProperties(); properties.contains (shadedFromKey))
    {
        const auto at = [&] (const char* key)
        { return track.getX() + static_cast<float> (properties[key]) * track.getWidth(); };
        const auto shaded = track.withLeft (at (shadedFromKey)).withRight (at (shadedToKey));
        g.setColour (palette::quietText.withAlpha (0.6f));
        g.fillRect (shaded);
        for (const float end : { shaded.getX(), shaded.getRight() - 1.5f })
            g.fillRect (juce::Rectangle<float> (end, track.getY() - 2.0f, 1.5f, track.getHeight() + 4.0f));
    }

    // Filled from the middle if the range has both signs, else from its start; thinner than what is shaded.
    const double origin = slider.getProperties().getWithDefault ("origin", 0.0);
    const float from = vertical ? track.getBottom() - static_cast<float> (origin) * track.getHeight()
                                : track.getX() + static_cast<float> (origin) * track.getWidth();
    const auto core = track.withSizeKeepingCentre (vertical ? juce::jmin (4.0f, its.thickness) : track.getWidth(),
                                                   vertical ? track.getHeight() : juce::jmin (4.0f, its.thickness));
    const auto fill = vertical ? core.withTop (juce::jmin (from, position)).withBottom (juce::jmax (from, position))
                               : core.withLeft (juce::jmin (from, position)).withRight (juce::jmax (from, position));
    g.setColour (accent.withMultipliedAlpha (over ? 1.0f : 0.85f));
    g.fillRoundedRectangle (fill, juce::jmin (2.0f, corner));

    const auto thumb =
        vertical ? juce::Rectangle<float> (juce::jmin (20.0f, area.getWidth()), its.along)
                       .withCentre ({ track.getCentreX(), position })
                 : juce::Rectangle<float> (its.along, its.across).withCentre ({ position, track.getCentreY() });
    const float round = 0.5f * juce::jmin (thumb.getWidth(), thumb.getHeight());
    g.setColour (palette::panel);
    g.fillRoundedRectangle (thumb.expanded (its.halo), round + its.halo);
    g.setColour (over ? accent.brighter (0.2f) : accent);
    g.fillRoundedRectangle (thumb, round);
    if (slider.hasKeyboardFocus (false))
    {
        g.setColour (palette::text);
        g.drawRoundedRectangle (thumb.expanded (its.halo), round + its.halo, 1.2f);
    }
}

void LookAndFeel::drawRotarySlider (juce::Graphics& g, int x, int y, int width, int height, float position, float start,
                                    float end, juce::Slider& slider)
{
    const auto accent = slider.findColour (juce::Slider::trackColourId);
    const auto area = juce::Rectangle<int> (x, y, width, height).toFloat();
    const float radius = 0.5f * juce::jmin (area.getWidth(), area.getHeight()) - 4.0f;
    const auto centre = area.getCentre();
    const float angle = start + position * (end - start);
    const auto arc = [&] (float from, float to, juce::Colour colour)
    {
        juce::Path path;
        path.addCentredArc (centre.x, centre.y, radius, radius, 0.0f, from, to, true);
        g.setColour (colour);
        g.strokePath (path, juce::PathStrokeType (3.0f, juce::PathStrokeType::curved, juce::PathStrokeType::rounded));
    };
    arc (start, end, palette::line);
    const double origin = slider.getProperties().getWithDefault ("origin", 0.0);
    const float from = start + static_cast<float> (origin) * (end - start);
    arc (juce::jmin (from, angle), juce::jmax (from, angle), accent);
    const float cap = radius - 5.0f;
    const auto face = juce::Rectangle<float> (2.0f * cap, 2.0f * cap).withCentre (centre);
    g.setGradientFill ({ palette::raised.brighter (0.12f), centre.x, face.getY(), palette::raised.darker (0.12f),
                         centre.x, face.getBottom(), false });
    g.fillEllipse (face);
    g.setColour (isLit (slider) ? accent.brighter (0.2f) : accent);
    g.drawLine (
        { centre.getPointOnCircumference (cap * 0.4f, angle), centre.getPointOnCircumference (cap - 2.0f, angle) },
        2.5f);
    if (slider.hasKeyboardFocus (false))
    {
        g.setColour (palette::text);
        g.drawEllipse (juce::Rectangle<float> (2.0f, 2.0f).withCentre (centre).expanded (radius + 2.0f), 1.2f);
    }
}

void LookAndFeel::drawToggleButton (juce::Graphics& g, juce::ToggleButton& button, bool over, bool)
{
    const auto accent = button.findColour (juce::ToggleButton::tickColourId);
    const bool on = button.getToggleState();
    const auto words = button.getButtonText();
    auto area = button.getLocalBounds().toFloat();
    const auto pill = area.removeFromRight (30.0f).withSizeKeepingCentre (28.0f, 16.0f);
    g.setColour (on ? accent.withMultipliedAlpha (0.85f) : palette::raised);
    g.fillRoundedRectangle (pill, 8.0f);
    g.setColour (on ? accent : palette::line.brighter (over ? 0.5f : 0.25f));
    g.drawRoundedRectangle (pill.reduced (0.5f), 7.5f, 1.0f);
    g.setColour (on ? palette::ground : palette::quietText);
    g.fillEllipse (juce::Rectangle<float> (10.0f, 10.0f)
                       .withCentre ({ on ? pill.getRight() - 8.0f : pill.getX() + 8.0f, pill.getCentreY() }));
    drawFocusRing (g, button, pill.expanded (2.0f), 10.0f);

    g.setColour (over ? palette::text : palette::quietText);
    g.setFont (font (13.0f));
    g.drawText (words.isNotEmpty() ? words : juce::String (on ? "on" : "off"), area.withTrimmedRight (6.0f),
                words.isNotEmpty() ? juce::Justification::centredLeft : juce::Justification::centredRight, false);
}

void LookAndFeel::drawComboBox (juce::Graphics& g, int width, int height, bool, int, int, int, int, juce::ComboBox& box)
{
    const auto area = juce::Rectangle<int> (width, height).toFloat();
    g.setColour (palette::raised.brighter (isLit (box) ? 0.08f : 0.0f));
    g.fillRoundedRectangle (area, 4.0f);
    drawFocusRing (g, box, area, 4.0f);

    const auto middle = juce::Point<float> (area.getRight() - 12.0f, area.getCentreY());
    juce::Path arrow;
    arrow.startNewSubPath (middle.translated (-3.5f, -1.8f));
    arrow.lineTo (middle.translated (0.0f, 1.8f));
    arrow.lineTo (middle.translated (3.5f, -1.8f));
    g.setColour (box.findColour (juce::ComboBox::arrowColourId));
    g.strokePath (arrow, juce::PathStrokeType (1.4f));
}

juce::Label* LookAndFeel::createComboBoxTextBox (juce::ComboBox&)
{
    auto label = std::make_unique<juce::Label>();
    label->setInterceptsMouseClicks (false, false);
    label->setBorderSize ({ 1, 2, 1, 2 });
    return label.release();
}

void LookAndFeel::positionComboBoxText (juce::ComboBox& box, juce::Label& label)
{
    label.setBounds (box.getLocalBounds().withTrimmedRight (20).withTrimmedLeft (4)); // besideMenuText, with its border
    label.setFont (getComboBoxFont (box));
}

void LookAndFeel::drawButtonBackground (juce::Graphics& g, juce::Button& button, const juce::Colour&, bool over,
                                        bool down)
{
    auto area = button.getLocalBounds().toFloat();
    g.setColour (palette::raised.brighter (down ? 0.2f : (over ? 0.08f : 0.0f)));
    g.fillRoundedRectangle (area, 4.0f);
    if (button.getToggleState()) // a bar below: not distinguished by colour only
    {
        g.setColour (palette::stick);
        g.fillRoundedRectangle (area.removeFromBottom (3.0f).reduced (6.0f, 0.0f), 1.5f);
    }
    drawFocusRing (g, button, button.getLocalBounds().toFloat(), 4.0f);
}

void LookAndFeel::drawResizableWindowBorder (juce::Graphics& g, int width, int height, const juce::BorderSize<int>&,
                                             juce::ResizableWindow&)
{
    g.setColour (palette::quietText);
    g.drawRect (0, 0, width, height);
}

void LookAndFeel::drawCornerResizer (juce::Graphics& g, int width, int height, bool over, bool dragging)
{
    g.setColour (over || dragging ? palette::text : palette::quietText.withAlpha (0.6f));
    const auto w = static_cast<float> (width), h = static_cast<float> (height);
    for (const float inset : { 4.0f, 8.0f })
        g.drawLine (w - inset, h - 1.0f, w - 1.0f, h - inset, 1.2f);
}
} // namespace kolophon
