#pragma once

#include "OpenedWindows.h"

#include <string_view>

namespace kolophon
{
/** The colours of the editor, of the theme in use. Text in any of them on any of the three grounds has a contrast of at
    least 4.5 : 1 (heat and line are never text). [message] */
namespace palette
{
enum class Theme { dark, light };

inline juce::Colour ground, panel, raised, line, text, quietText, stick, slip, energy, heat, alarm, slotB;
/** The same two, for large areas that carry no text. */
inline juce::Colour stickArea, slipArea;

/** Takes the colours of a theme; what is drawn already must be drawn again. */
void use (Theme theme) noexcept;
Theme inUse () noexcept;
} // namespace palette

inline juce::String toJuce (std::string_view utf8)
{
    return juce::String::fromUTF8 (utf8.data(), static_cast<int> (utf8.size()));
}

/** How controls are drawn: flat, thin, one accent colour per panel. [message] */
class LookAndFeel final : public juce::LookAndFeel_V4
{
public:
    LookAndFeel();

    /** Gives JUCE's own controls the colours of the theme in use. */
    void takePalette ();

    /** The editor's own typeface, whatever the machine has. */
    static juce::Font font (float height, bool strong = false);

    juce::Font getComboBoxFont (juce::ComboBox&) override { return font (13.0f); }
    juce::Font getPopupMenuFont () override { return font (14.0f); }
    juce::Font getTextButtonFont (juce::TextButton&, int) override { return font (13.0f); }
    juce::Font getLabelFont (juce::Label& label) override { return label.getFont(); }

    void drawLinearSlider (juce::Graphics&, int x, int y, int width, int height, float position, float minimum,
                           float maximum, juce::Slider::SliderStyle, juce::Slider&) override;
    void drawRotarySlider (juce::Graphics&, int x, int y, int width, int height, float position, float startAngle,
                           float endAngle, juce::Slider&) override;
    int getSliderThumbRadius (juce::Slider&) override { return 5; }
    /** Where the line of a horizontal slider runs, and how large its thumb is [px]: below the text of a row, however
        low the row is. */
    struct Track
    {
        float middle, thickness, radius, halo;
    };
    static Track trackOf (float rowHeight, bool mouseIsOver) noexcept;
    void drawToggleButton (juce::Graphics&, juce::ToggleButton&, bool over, bool down) override;
    void drawComboBox (juce::Graphics&, int width, int height, bool down, int, int, int, int, juce::ComboBox&) override;
    /** What a menu needs beside its text [px]: borders and arrow. */
    static constexpr int besideMenuText = 28;
    /** Clicks go to the box itself, which so knows when the mouse leaves. */
    juce::Label* createComboBoxTextBox (juce::ComboBox&) override;
    void positionComboBoxText (juce::ComboBox&, juce::Label&) override;
    void drawButtonBackground (juce::Graphics&, juce::Button&, const juce::Colour&, bool over, bool down) override;
    /** Of dialogs without the desktop's frame. */
    void drawResizableWindowBorder (juce::Graphics&, int width, int height, const juce::BorderSize<int>&,
                                    juce::ResizableWindow&) override;
    void drawCornerResizer (juce::Graphics&, int width, int height, bool over, bool dragging) override;

private:
    /** One pair for all windows of the process, gone with the last of them. */
    struct Typefaces
    {
        Typefaces();
        juce::Typeface::Ptr regular, strong;
    };
    juce::SharedResourcePointer<Typefaces> typefaces;
};

/** One look for all windows of the process, those that JUCE opens included: file dialogs, the options of the
    stand-alone app. Hold it in a SharedResourcePointer. [message] */
struct SharedLook
{
    SharedLook() { juce::LookAndFeel::setDefaultLookAndFeel (&look); }
    ~SharedLook() { juce::LookAndFeel::setDefaultLookAndFeel (nullptr); }
    LookAndFeel look;
    OpenedWindows windows;
};
} // namespace kolophon
