// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Drawing/LookAndFeel.h"

namespace kolophon
{
/** Sets the title and the help text of a control, for the help line and for screen readers. */
inline void describe (juce::Component& control, const juce::String& title, const juce::String& help)
{
    control.setTitle (title);
    control.setHelpText (help);
}

/** A button with an icon, drawn in a unit square centred at (0, 0). [message] */
class IconButton final : public juce::Button
{
public:
    IconButton (const juce::String& title, const juce::String& help, juce::Path itsPath)
        : Button (title), path (std::move (itsPath))
    {
        describe (*this, title, help);
    }

    /** Draws the icon filled while the state it stands for is on. */
    void setFilled (bool shouldBe)
    {
        if (filled != shouldBe)
            repaint();
        filled = shouldBe;
    }

    void paintButton (juce::Graphics& g, bool over, bool down) override
    {
        getLookAndFeel().drawButtonBackground (g, *this, {}, over, down);
        const float size = 0.62f * static_cast<float> (juce::jmin (getWidth(), getHeight()));
        const auto place = juce::AffineTransform::scale (size).translated (getLocalBounds().toFloat().getCentre());
        g.setColour (palette::text.withMultipliedAlpha (isEnabled() ? 1.0f : 0.35f));
        if (filled)
            g.fillPath (path, place);
        g.strokePath (path, juce::PathStrokeType (1.6f), place);
    }

    /** An arrow that turns back to the left, or mirrored. */
    static juce::Path turningArrow (bool toTheRight)
    {
        juce::Path arrow;
        arrow.startNewSubPath (-0.15f, -0.42f);
        arrow.lineTo (-0.4f, -0.17f);
        arrow.lineTo (-0.15f, 0.08f);
        arrow.startNewSubPath (-0.4f, -0.17f);
        arrow.lineTo (0.1f, -0.17f);
        arrow.cubicTo (0.5f, -0.17f, 0.5f, 0.4f, 0.1f, 0.4f);
        arrow.lineTo (-0.2f, 0.4f);
        if (toTheRight)
            arrow.applyTransform (juce::AffineTransform::scale (-1.0f, 1.0f));
        return arrow;
    }
    static juce::Path chevron (bool toTheRight)
    {
        const float tip = toTheRight ? 0.16f : -0.16f;
        juce::Path path;
        path.startNewSubPath (-tip, -0.32f);
        path.lineTo (tip, 0.0f);
        path.lineTo (-tip, 0.32f);
        return path;
    }
    static juce::Path star ()
    {
        juce::Path path;
        path.addStar ({}, 5, 0.2f, 0.48f);
        return path;
    }
    /** An arrow to a bar on the left. */
    static juce::Path backToStart ()
    {
        juce::Path path;
        path.startNewSubPath (-0.42f, -0.36f);
        path.lineTo (-0.42f, 0.36f);
        path.startNewSubPath (0.42f, 0.0f);
        path.lineTo (-0.26f, 0.0f);
        path.startNewSubPath (0.02f, -0.28f);
        path.lineTo (-0.26f, 0.0f);
        path.lineTo (0.02f, 0.28f);
        return path;
    }

private:
    juce::Path path;
    bool filled = false;
};
} // namespace kolophon
