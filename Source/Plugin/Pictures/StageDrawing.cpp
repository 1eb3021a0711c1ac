// SPDX-License-Identifier: GPL-3.0-or-later
#include "StagePicture.h"

#include "../../Core/Text/NumberText.h"
#include "../../Synth/Bodies/BodyTable.h"
#include "../Drawing/LookAndFeel.h"

#include <cmath>

/** Painting of the Stage. */
namespace kolophon
{
namespace
{
juce::Point<float> upwards (float length)
{
    return { 0.0f, -length };
}
} // namespace

void StagePicture::draw (juce::Graphics& g)
{
    paintGround (g);
    if (bodyTable()[static_cast<std::size_t> (bodyType)].model == BodyModel::block)
        paintBlock (g);
    else
    {
        paintBody (g);
        paintBow (g);
        paintSides (g);
    }
    if (hasFrame && seats.isSection() && isWide())
        seats.paint (g, SeatPlan::areaIn (getLocalBounds()), alone);
    paintWords (g);
    if (hasKeyboardFocus (false))
    {
        g.setColour (palette::text);
        g.drawRect (getLocalBounds(), 1);
    }
}

/** Paints the background, lit in the middle: cached as an image, since it is painted sixty times per second. */
void StagePicture::paintGround (juce::Graphics& g)
{
    const float scale = g.getInternalContext().getPhysicalPixelScaleFactor();
    const auto size = (getLocalBounds().toFloat() * scale).toNearestInt();
    if (ground.getWidth() != juce::jmax (1, size.getWidth()) || ground.getHeight() != juce::jmax (1, size.getHeight()))
    {
        ground = juce::Image (juce::Image::RGB, juce::jmax (1, size.getWidth()), juce::jmax (1, size.getHeight()),
                              false, juce::SoftwareImageType());
        juce::Graphics behind (ground);
        const auto lit =
            palette::inUse() == palette::Theme::dark ? palette::panel.brighter (0.07f) : juce::Colours::white;
        juce::ColourGradient light (palette::panel, 0.0f, 0.0f, palette::panel, 0.0f,
                                    static_cast<float> (ground.getHeight()), false);
        light.addColour (0.5, lit);
        behind.setGradientFill (light);
        behind.fillAll();
    }
    g.setImageResamplingQuality (juce::Graphics::lowResamplingQuality); // no interpolation
    g.drawImageTransformed (ground, juce::AffineTransform::scale (1.0f / scale));
}

/** Paints the recent extent of the motion, for bodies drawn as one line. */
void StagePicture::paintGhost (juce::Graphics& g, float gain) const
{
    juce::Path ghost;
    const auto& points = mesh.lines[0].points;
    const auto edge = [&] (std::size_t i, const std::vector<float>& side)
    { return toScreen (toJuce (mesh.rest[i] + mesh.direction[i] * (gain * side[i]))); };
    for (std::size_t i = 0; i < points.size(); i += 4)
        i == 0 ? ghost.startNewSubPath (edge (i, highest)) : ghost.lineTo (edge (i, highest));
    for (std::size_t i = points.size(); i-- > 0;)
        if (i % 4 == 0)
            ghost.lineTo (edge (i, lowest));
    ghost.closeSubPath();
    g.setColour (palette::slip.withAlpha (0.10f));
    g.fillPath (ghost);
}

/** Paints a line; a thick one looks round by a highlight along it. */
void StagePicture::paintLine (juce::Graphics& g, const juce::Path& path, float weight) const
{
    constexpr float thick = 3.0f;
    if (weight < thick)
    {
        g.setColour (weight < 1.0f ? palette::quietText.withAlpha (0.45f) : palette::text);
        return g.strokePath (path, juce::PathStrokeType (weight));
    }
    g.setColour (palette::text.interpolatedWith (palette::panel, 0.45f));
    g.strokePath (path,
                  juce::PathStrokeType (weight + 1.0f, juce::PathStrokeType::curved, juce::PathStrokeType::rounded));
    g.setColour (palette::text);
    g.strokePath (path,
                  juce::PathStrokeType (0.4f * weight, juce::PathStrokeType::curved, juce::PathStrokeType::rounded),
                  juce::AffineTransform::translation (0.0f, -0.18f * weight));
}

void StagePicture::paintCorner (juce::Graphics& g) const
{
    const auto corner = drawnCorner();
    if (! corner || context.data.regime().regime != Regime::helmholtz || phase == ContactMotion::lifted)
        return;
    const auto at = static_cast<std::size_t> (*corner * static_cast<double> (displacement.size() - 1) + 0.5);
    const auto dot = juce::Rectangle<float> (20.0f, 20.0f).withCentre (displaced (at));
    g.setColour (palette::stick.withAlpha (0.14f));
    g.fillEllipse (dot);
    g.setColour (palette::stick.withAlpha (0.3f));
    g.fillEllipse (dot.reduced (4.0f));
    g.setColour (palette::stick);
    g.fillEllipse (dot.reduced (6.5f));
}

void StagePicture::paintBody (juce::Graphics& g) const
{
    const auto scale = toScreen ({ 1.0f, 0.0f }).x - toScreen ({ 0.0f, 0.0f }).x;
    auto scenery = sceneryOf (mesh);
    scenery.applyTransform (juce::AffineTransform::scale (scale).translated (toScreen ({})));
    const auto pathOf = [this] (const std::vector<int>& points, bool isClosed)
    {
        juce::Path path;
        for (std::size_t i = 0; i < points.size(); ++i)
        {
            const auto point = displaced (static_cast<std::size_t> (points[i]));
            i == 0 ? path.startNewSubPath (point) : path.lineTo (point);
        }
        if (isClosed)
            path.closeSubPath();
        return path;
    };
    if (! mesh.face.empty())
    {
        g.setColour (palette::text.withAlpha (0.07f));
        g.fillPath (pathOf (mesh.face, true));
    }
    g.setColour (palette::line);
    g.fillPath (scenery);
    const float gain = mesh.reach / static_cast<float> (juce::jmax (largest, smallestSeen));
    if (hasFrame && mesh.lines.size() == 1 && ! mesh.lines[0].closed)
        paintGhost (g, gain);
    for (const auto& line : mesh.lines)
        paintLine (g, pathOf (line.points, line.closed), line.weight);
    paintCorner (g);
}

void StagePicture::paintBow (juce::Graphics& g)
{
    if (mesh.rest.empty())
        return;
    const auto contact = drawnContact(), above = contact.translated (0.0f, hasFrame ? -onScreen (frame.lift) : 0.0f);
    if (secondBody >= 0)
        paintSecond (g, above);
    else if (mesh.touch == BodyMesh::Touch::bow)
        paintHair (g);
    else
        paintTouch (g, above);
    if (hasFrame && std::abs (frame.handExtension) > 0.0)
        paintSpring (g, springEnd (contact), contact);
    paintPatch (g, contact);
}

/** Draws the strands of the hair, which fade towards both ends. */
void StagePicture::drawStrands (juce::Graphics& g, juce::Rectangle<float> hair)
{
    const auto fill = [&] (float alpha)
    {
        juce::ColourGradient fade (palette::stick.withAlpha (0.0f), 0.0f, hair.getY(), palette::stick.withAlpha (0.0f),
                                   0.0f, hair.getBottom(), false);
        fade.addColour (0.2, palette::stick.withAlpha (alpha));
        fade.addColour (0.8, palette::stick.withAlpha (alpha));
        g.setGradientFill (fade);
    };
    fill (0.16f);
    g.fillRect (hair);
    fill (0.5f);
    const float strand = (hair.getWidth() - 1.0f) / 3.0f;
    for (int i = 0; i < 4; ++i)
        g.fillRect (hair.withWidth (1.0f).translated (strand * static_cast<float> (i), 0.0f));
}

/** Paints the hair, with marks that move with its velocity, and a mark beside it for the force. */
void StagePicture::paintHair (juce::Graphics& g)
{
    const auto hair = hairArea();
    const float scale = g.getInternalContext().getPhysicalPixelScaleFactor();
    const int width = juce::jmax (1, juce::roundToInt (hair.getWidth() * scale)),
              height = juce::jmax (1, juce::roundToInt (hair.getHeight() * scale));
    if (strands.getWidth() != width || strands.getHeight() != height)
    {
        strands = juce::Image (juce::Image::ARGB, width, height, true, juce::SoftwareImageType());
        juce::Graphics behind (strands);
        behind.addTransform (juce::AffineTransform::scale (scale));
        drawStrands (behind, hair.withPosition (0.0f, 0.0f));
    }
    g.drawImageTransformed (
        strands, juce::AffineTransform::scale (1.0f / scale)
                     .translated (std::round (hair.getX() * scale) / scale, std::round (hair.getY() * scale) / scale));
    constexpr float pitch = 22.0f;
    const auto offset = static_cast<float> (bowDisplacement - std::floor (bowDisplacement)) * pitch;
    for (float y = hair.getY() + pitch - offset; y < hair.getBottom(); y += pitch)
    {
        const float fromEnd = juce::jmin (y - hair.getY(), hair.getBottom() - y) / hair.getHeight();
        g.setColour (palette::stick.withAlpha (0.75f * juce::jlimit (0.0f, 1.0f, 5.0f * fromEnd)));
        g.drawLine (hair.getX(), y, hair.getRight(), y - 4.0f, 1.2f);
    }
    // A mark beside the hair for the force: higher is lighter.
    const float press = juce::jmap (static_cast<float> (shownForce), hair.getY() + 8.0f, hair.getBottom() - 8.0f);
    juce::Path mark;
    mark.addTriangle (hair.getRight() + 3.0f, press, hair.getRight() + 13.0f, press - 6.0f, hair.getRight() + 13.0f,
                      press + 6.0f);
    g.setColour (palette::stick);
    g.fillPath (mark);
}

/** Paints a wet finger on a rim or a pad on a disc: its size shows the force. */
void StagePicture::paintTouch (juce::Graphics& g, juce::Point<float> contact) const
{
    const float size = touchSize();
    const bool isFinger = mesh.touch == BodyMesh::Touch::finger;
    const auto area = juce::Rectangle<float> (size, isFinger ? size : 1.5f * size).withCentre (contact);
    const float corner = isFinger ? 0.5f * size : 5.0f;
    g.setColour (palette::stick.withAlpha (0.22f));
    g.fillRoundedRectangle (area, corner);
    g.setColour (palette::stick);
    g.drawRoundedRectangle (area, corner, 1.5f);
}

/** Paints the second body where it rubs the first: its outline, small, and its name. */
void StagePicture::paintSecond (juce::Graphics& g, juce::Point<float> contact) const
{
    const auto frameOf = secondArea (contact);
    g.setColour (palette::panel.withAlpha (0.75f));
    g.fillRoundedRectangle (frameOf, 5.0f);
    g.setColour (palette::stick);
    g.drawRoundedRectangle (frameOf, 5.0f, isHeldByKeys (Grip::second) ? 3.0f : 1.5f);
    juce::Rectangle<float> extent;
    for (std::size_t i = 0; i < secondMesh.rest.size(); ++i)
    {
        const juce::Rectangle<float> point (secondMesh.rest[i].x, secondMesh.rest[i].y, 1e-4f, 1e-4f);
        extent = i == 0 ? point : extent.getUnion (point);
    }
    const auto inner = frameOf.reduced (8.0f, 4.0f).withTrimmedBottom (15.0f);
    const float scale = juce::jmin (inner.getWidth() / juce::jmax (0.1f, extent.getWidth()),
                                    inner.getHeight() / juce::jmax (0.1f, extent.getHeight()));
    for (const auto& line : secondMesh.lines)
    {
        juce::Path path;
        for (std::size_t i = 0; i < line.points.size(); ++i)
        {
            const auto point =
                inner.getCentre() +
                (toJuce (secondMesh.rest[static_cast<std::size_t> (line.points[i])]) - extent.getCentre()) * scale;
            i == 0 ? path.startNewSubPath (point) : path.lineTo (point);
        }
        if (line.closed)
            path.closeSubPath();
        g.setColour (palette::text);
        g.strokePath (path, juce::PathStrokeType (juce::jmin (1.5f, line.weight)));
    }
    if (! secondMesh.rest.empty())
    {
        const auto place = toJuce (secondMesh.pointAt (context.patch.secondBodyPosition));
        g.setColour (palette::stick);
        g.fillEllipse (
            juce::Rectangle<float> (7.0f, 7.0f).withCentre (inner.getCentre() + (place - extent.getCentre()) * scale));
    }
    g.setColour (palette::text);
    g.setFont (LookAndFeel::font (12.0f));
    g.drawText (toJuce (bodyTable()[static_cast<std::size_t> (secondBody)].name),
                frameOf.withTop (frameOf.getBottom() - 17.0f), juce::Justification::centred, true);
}

/** Paints the contact patch: solid in stick, hatched in slip, hollow when lifted. */
void StagePicture::paintPatch (juce::Graphics& g, juce::Point<float> centre) const
{
    const auto patch = juce::Rectangle<float> (22.0f, 14.0f).withCentre (centre);
    if (phase == ContactMotion::stick)
    {
        g.setColour (palette::stick);
        g.fillRoundedRectangle (patch, 7.0f);
        return;
    }
    g.setColour (palette::panel);
    g.fillRoundedRectangle (patch, 7.0f);
    g.setColour (phase == ContactMotion::slip ? palette::slip : palette::quietText);
    g.drawRoundedRectangle (patch.reduced (0.75f), 6.5f, 1.5f);
    if (phase == ContactMotion::slip)
        for (float x = patch.getX() + 5.0f; x < patch.getRight() - 1.0f; x += 4.0f)
            g.drawLine (x, patch.getBottom() - 3.0f, x + 3.0f, patch.getY() + 3.0f, 1.3f);
}

/** Paints the arm's spring, stretched by its force. */
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
        auto rest = bottom;
        const juce::String hint (isWide() ? "Play a key, or drag here to bow" : "Play a key, or drag to bow");
        g.setColour (palette::text);
        g.drawText (hint, rest.removeFromLeft (textWidth (LookAndFeel::font (12.0f), hint) + 2),
                    juce::Justification::centredLeft, false);
        g.setColour (palette::quietText);
        if (isWide())
            g.drawText (juce::String::fromUTF8 (" · across: Position · down: Pressure · wheel: Speed"), rest,
                        juce::Justification::centredLeft, false);
        return;
    }
    g.setColour (palette::text);
    g.drawText (words, bottom, juce::Justification::centredLeft, false);
    g.setColour (palette::quietText);
    g.drawText (size, bottom, juce::Justification::centredRight, false);
}
} // namespace kolophon
