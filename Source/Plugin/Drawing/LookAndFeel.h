// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Desktop/OpenedWindows.h"
#include "GlyphsAndFonts.h"

#include <optional>
#include <string_view>

namespace kolophon
{
/** Colours of the editor in the current theme, one meaning each. Text in any of them on any of the three grounds has a
    contrast of at least 4.5 : 1 (heat, stored and line are not used for text). Regimes of motion have colours of their
    own, see RegimeSigns.h. [message] */
namespace palette
{
enum class Theme { dark, light };

inline juce::Colour ground, panel, raised, line, text, quietText;
inline juce::Colour stick;      // the hand: what the player sets, holds or has chosen; a contact that sticks
inline juce::Colour slip;       // the body that moves; a contact that slips
inline juce::Colour modulation; // effect of macros and matrix on knobs, and nothing else
inline juce::Colour heat;       // work lost in friction; a level that is too high
inline juce::Colour stored;     // energy that body and bristle keep
inline juce::Colour alarm;      // errors, and what stops everything
inline juce::Colour slotB;      // the second contact of a comparison
/** Variants of stick and slip for large areas without text. */
inline juce::Colour stickArea, slipArea;

/** Sets the colours of a theme; components already drawn must be repainted. */
void use (Theme theme) noexcept;
Theme inUse () noexcept;
} // namespace palette

inline juce::String toJuce (std::string_view utf8)
{
    return juce::String::fromUTF8 (utf8.data(), static_cast<int> (utf8.size()));
}

/** Draws a dashed line along a path; `dashes` in pixels. */
void strokeDashed (juce::Graphics& g, const juce::Path& path, float thickness, std::initializer_list<float> dashes);

/** A number for readers: 1.5·10⁻¹⁵ in place of 1.5e-15. */
juce::String withSuperscript (const juce::String& number);

/** Draws the controls: flat, thin, one accent colour per panel. [message] */
class LookAndFeel final : public juce::LookAndFeel_V4
{
public:
    LookAndFeel();

    /** Sets the colours of JUCE's own controls to those of the current theme. */
    void applyPalette ();

    /** Returns the editor's own typeface, independent of the installed fonts. */
    static juce::Font font (float height, bool strong = false);

    juce::Font getComboBoxFont (juce::ComboBox&) override { return font (13.0f); }
    juce::Font getPopupMenuFont () override { return font (14.0f); }
    juce::Font getTextButtonFont (juce::TextButton&, int) override { return font (13.0f); }
    juce::Font getLabelFont (juce::Label& label) override { return label.getFont(); }

    void drawLinearSlider (juce::Graphics&, int x, int y, int width, int height, float position, float minimum,
                           float maximum, juce::Slider::SliderStyle, juce::Slider&) override;
    void drawRotarySlider (juce::Graphics&, int x, int y, int width, int height, float position, float startAngle,
                           float endAngle, juce::Slider&) override;
    int getSliderThumbRadius (juce::Slider& slider) override { return thumbRadius (trackKindOf (slider)); }
    /** Place of a slider's track in its bounds: in the middle, or below the text of a row: a knob that is set, or one
        that is played. */
    enum class TrackKind { centred, line, play };
    static void setTrackKind (juce::Slider& slider, TrackKind kind);
    static TrackKind trackKindOf (const juce::Slider& slider);
    /** Half the width of a thumb [px], by which a track is shorter than its slider at both ends. */
    static constexpr int thumbRadius (TrackKind kind) noexcept { return kind == TrackKind::play ? 10 : 7; }
    /** Position and size of a track and its thumb along and across it [px]. */
    struct Track
    {
        float middle, thickness, along, across, halo;
    };
    static Track trackOf (TrackKind kind, float height) noexcept;
    /** Height of the text above the track of a row [px]. */
    static int textHeight (TrackKind kind, int rowHeight) noexcept;
    /** Sets the range 0 … 1 of a slider that is shaded on its track; nullopt: none. */
    static void setShaded (juce::Slider& slider, std::optional<juce::Range<float>> range);
    void drawToggleButton (juce::Graphics&, juce::ToggleButton&, bool over, bool down) override;
    void drawComboBox (juce::Graphics&, int width, int height, bool down, int, int, int, int, juce::ComboBox&) override;
    /** Width of a menu in addition to its text [px]: borders and arrow. */
    static constexpr int besideMenuText = 28;
    /** Creates a label that passes clicks to the box, which then notices when the mouse leaves. */
    juce::Label* createComboBoxTextBox (juce::ComboBox&) override;
    void positionComboBoxText (juce::ComboBox&, juce::Label&) override;
    void drawButtonBackground (juce::Graphics&, juce::Button&, const juce::Colour&, bool over, bool down) override;
    /** Draws the frame of dialogs that have none from the desktop. */
    void drawResizableWindowBorder (juce::Graphics&, int width, int height, const juce::BorderSize<int>&,
                                    juce::ResizableWindow&) override;
    void drawCornerResizer (juce::Graphics&, int width, int height, bool over, bool dragging) override;

private:
    /** One pair for all windows of the process, freed with the last of them. */
    struct Typefaces
    {
        Typefaces();
        juce::Typeface::Ptr regular, strong;
    };
    juce::SharedResourcePointer<Typefaces> typefaces;
};

/** One look for all windows of the process, including those that JUCE opens: file dialogs, the options of the
    stand-alone app. Hold it in a SharedResourcePointer. [message] */
struct SharedLook
{
    SharedLook() { juce::LookAndFeel::setDefaultLookAndFeel (&look); }
    ~SharedLook() { juce::LookAndFeel::setDefaultLookAndFeel (nullptr); }
    LookAndFeel look;
    OpenedWindows windows;
};
} // namespace kolophon
