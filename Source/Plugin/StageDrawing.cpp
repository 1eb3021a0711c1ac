#include "../Synth/BodyTable.h"
#include "LookAndFeel.h"
#include "StagePicture.h"
#include "SvgGraphics.h"

#include <cmath>

/** How the Stage paints what it has worked out. */
namespace kolophon
{
namespace
{
juce::Point<float> upwards (float length)
{
    return { 0.0f, -length };
}
} // namespace

void StagePicture::paint (juce::Graphics& g)
{
    g.fillAll (palette::panel);
    if (bodyTable()[static_cast<std::size_t> (bodyType)].model == BodyModel::block)
        paintBlock (g);
    else
    {
        paintBody (g);
        paintBow (g);
    }
    if (g.clipRegionIntersects (getLocalBounds().removeFromBottom (wordsHeight)))
        paintWords (g);
    if (hasKeyboardFocus (false))
    {
        g.setColour (palette::text);
        g.drawRect (getLocalBounds(), 1);
    }
}

void StagePicture::paintBody (juce::Graphics& g) const
{
    const auto scale = toScreen ({ 1.0f, 0.0f }).x - toScreen ({ 0.0f, 0.0f }).x;
    auto scenery = mesh.scenery;
    scenery.applyTransform (juce::AffineTransform::scale (scale).translated (toScreen ({})));
    g.setColour (palette::line);
    g.fillPath (scenery);

    const float gain = mesh.reach / static_cast<float> (juce::jmax (largest, smallestSeen));
    if (hasFrame && ! mesh.lines.empty() && mesh.lines.size() == 1 && ! mesh.lines[0].closed)
    {
        juce::Path ghost;
        const auto& points = mesh.lines[0].points;
        const auto edge = [&] (std::size_t i, const std::vector<float>& side)
        { return toScreen (mesh.rest[i] + mesh.direction[i] * (gain * side[i])); };
        for (std::size_t i = 0; i < points.size(); i += 4)
            i == 0 ? ghost.startNewSubPath (edge (i, highest)) : ghost.lineTo (edge (i, highest));
        for (std::size_t i = points.size(); i-- > 0;)
            if (i % 4 == 0)
                ghost.lineTo (edge (i, lowest));
        ghost.closeSubPath();
        g.setColour (palette::text.withAlpha (0.07f));
        g.fillPath (ghost);
    }
    for (const auto& line : mesh.lines)
    {
        juce::Path path;
        for (std::size_t i = 0; i < line.points.size(); ++i)
        {
            const auto point = displaced (static_cast<std::size_t> (line.points[i]));
            i == 0 ? path.startNewSubPath (point) : path.lineTo (point);
        }
        if (line.closed)
            path.closeSubPath();
        g.setColour (line.weight < 1.0f ? palette::quietText.withAlpha (0.7f) : palette::text);
        strokeCurve (g, path, line.weight);
    }
    if (const auto corner = drawnCorner();
        corner && motion.regime == Regime::helmholtz && phase != ContactPhase::lifted)
    {
        const auto at = static_cast<std::size_t> (*corner * static_cast<double> (displacement.size() - 1) + 0.5);
        const auto dot = juce::Rectangle<float> (16.0f, 16.0f).withCentre (displaced (at));
        g.setColour (palette::stick.withAlpha (0.25f));
        g.fillEllipse (dot);
        g.setColour (palette::stick);
        g.fillEllipse (dot.reduced (4.5f));
    }
}

void StagePicture::paintBow (juce::Graphics& g) const
{
    if (mesh.rest.empty())
        return;
    const auto contact = hasFrame ? displaced (contactPoint()) : toScreen (mesh.pointAt (position));
    // Hair, seen from the side, with marks that go the way that it is drawn.
    const auto hair = hairArea();
    g.setColour (palette::stick.withAlpha (0.16f));
    g.fillRect (hair);
    g.setColour (palette::stick.withAlpha (0.55f));
    const float pitch = 22.0f;
    const auto offset = static_cast<float> (bowDisplacement - std::floor (bowDisplacement)) * pitch;
    for (float y = hair.getY() + pitch - offset; y < hair.getBottom(); y += pitch)
        g.drawLine (hair.getX(), y, hair.getRight(), y - 4.0f, 1.0f);
    g.setColour (palette::stick);
    for (const float x : { hair.getX(), hair.getRight() })
        g.drawVerticalLine (juce::roundToInt (x), hair.getY(), hair.getBottom());
    // What presses: a mark beside the hair, the higher the lighter.
    const float press =
        juce::jmap (static_cast<float> (hand.forceFraction()), hair.getY() + 8.0f, hair.getBottom() - 8.0f);
    juce::Path mark;
    mark.addTriangle (hair.getRight() + 3.0f, press, hair.getRight() + 13.0f, press - 6.0f, hair.getRight() + 13.0f,
                      press + 6.0f);
    g.fillPath (mark);
    if (hasFrame && std::abs (frame.handExtension) > 0.0)
        paintSpring (g, springEnd (contact), contact);
    paintPatch (g, contact);
}

/** Solid where it sticks, hatched where it slips, hollow where it does not touch. */
void StagePicture::paintPatch (juce::Graphics& g, juce::Point<float> centre) const
{
    const auto patch = juce::Rectangle<float> (22.0f, 14.0f).withCentre (centre);
    if (phase == ContactPhase::stick)
    {
        g.setColour (palette::stick);
        g.fillRoundedRectangle (patch, 7.0f);
        return;
    }
    g.setColour (palette::panel);
    g.fillRoundedRectangle (patch, 7.0f);
    g.setColour (phase == ContactPhase::slip ? palette::slip : palette::quietText);
    g.drawRoundedRectangle (patch.reduced (0.75f), 6.5f, 1.5f);
    if (phase == ContactPhase::slip)
        for (float x = patch.getX() + 5.0f; x < patch.getRight() - 1.0f; x += 4.0f)
            g.drawLine (x, patch.getBottom() - 3.0f, x + 3.0f, patch.getY() + 3.0f, 1.3f);
}

/** The arm's spring, which stretches like a muscle. */
void StagePicture::paintSpring (juce::Graphics& g, juce::Point<float> anchor, juce::Point<float> to) const
{
    constexpr int coils = 9;
    juce::Path coil;
    coil.startNewSubPath (to);
    for (int i = 1; i < coils; ++i)
        coil.lineTo (to + (anchor - to) * (static_cast<float> (i) / coils) + upwards (i % 2 == 0 ? 7.0f : -7.0f));
    coil.lineTo (anchor);
    g.setColour (palette::quietText);
    g.strokePath (coil, juce::PathStrokeType (1.5f));
    g.setColour (palette::stick);
    g.fillEllipse (juce::Rectangle<float> (14.0f, 14.0f).withCentre (anchor));
}

void StagePicture::paintBlock (juce::Graphics& g) const
{
    const auto floorLine = toScreen ({ 0.0f, 0.16f });
    const float reachOfBlock = toScreen ({ 0.8f, 0.0f }).x - toScreen ({}).x, size = 70.0f;
    g.setColour (palette::line);
    g.fillRect (juce::Rectangle<float> (2.0f * reachOfBlock + size + 60.0f, 6.0f).withCentre (floorLine));
    for (const float side : { -1.0f, 1.0f })
        g.fillRect (juce::Rectangle<float> (14.0f, 110.0f)
                        .withCentre (floorLine.translated (side * (reachOfBlock + 0.5f * size + 7.0f), -52.0f)));
    const double gap = hasFrame && frame.blockGap > 0.0 ? frame.blockGap : 1.0;
    const auto x = static_cast<float> (hasFrame ? juce::jlimit (-1.0, 1.0, frame.blockPosition / gap) : 0.0);
    const auto block =
        juce::Rectangle<float> (size, size).withCentre (floorLine.translated (x * reachOfBlock, -3.0f - 0.5f * size));
    g.setColour (palette::raised);
    g.fillRoundedRectangle (block, 4.0f);
    g.setColour (palette::text);
    g.drawRoundedRectangle (block, 4.0f, 2.0f);
    paintPatch (g, { block.getCentreX(), block.getY() });
}

void StagePicture::paintWords (juce::Graphics& g) const
{
    g.setFont (LookAndFeel::font (12.0f));
    const auto bottom = getLocalBounds().removeFromBottom (wordsHeight).reduced (4, 0);
    if (! hasFrame)
    {
        g.setColour (palette::quietText);
        g.drawText ("Play a key, or drag the bow", bottom, juce::Justification::centredLeft, false);
        return;
    }
    const auto& contact = frame.contact;
    juce::String words;
    words << (phase == ContactPhase::stick ? "stick" : phase == ContactPhase::slip ? "slip" : "lifted");
    words << juce::String::fromUTF8 (" · bow ") << engineering (static_cast<double> (contact.bowVelocity), "m/s")
          << juce::String::fromUTF8 (" · pressed with ") << engineering (static_cast<double> (contact.normalForce), "N")
          << juce::String::fromUTF8 (" · at ") << juce::String (frame.position, 3);
    g.setColour (palette::text);
    g.drawText (words, bottom, juce::Justification::centredLeft, false);
    g.setColour (palette::quietText);
    if (! displacement.empty())
        g.drawText ("largest displacement " + engineering (largest, "m"), bottom, juce::Justification::centredRight,
                    false);
}
} // namespace kolophon
