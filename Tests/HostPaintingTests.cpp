// SPDX-License-Identifier: GPL-3.0-or-later
// That everything is painted which has changed, and what pictures keep.
#include "Support/Desktop.h"

#include "Plugin/Drawing/DisplayList.h"
#include "Plugin/Pictures/LoopPicture.h"

namespace kolophon
{
namespace
{
/** Shapes of every kind, which come, go and move. */
struct Shapes final : RetainedComponent
{
    explicit Shapes (Noise& itsNoise) : noise (itsNoise)
    {
        setOpaque (true);
        images.push_back (picture (juce::Colours::red));
        images.push_back (picture (juce::Colours::green.withAlpha (0.5f)));
        for (int i = 0; i < 12; ++i)
            shapes.push_back (random());
    }
    /** Some change, some come or go, most stay. */
    void change ()
    {
        for (auto& shape : shapes)
            if (noise.nextUniform() < 0.15)
                shape = random();
        if (noise.nextUniform() < 0.3)
            shapes.insert (shapes.begin() + static_cast<std::ptrdiff_t> (noise.nextUniform() * 8.0), random());
        if (shapes.size() > 8 && noise.nextUniform() < 0.3)
            shapes.erase (shapes.begin() + static_cast<std::ptrdiff_t> (noise.nextUniform() * 8.0));
        redraw();
    }

protected:
    void draw (juce::Graphics& g) override
    {
        g.fillAll (juce::Colours::black);
        for (const auto& shape : shapes)
            draw (g, shape);
    }

private:
    struct Shape
    {
        int kind;
        juce::Rectangle<float> place;
        juce::Colour colour;
        float weight;
    };
    static juce::Image picture (juce::Colour colour)
    {
        juce::Image image (juce::Image::ARGB, 20, 20, true, juce::SoftwareImageType());
        juce::Graphics (image).fillAll (colour);
        return image;
    }
    Shape random ()
    {
        const auto next = [this] (double most) { return static_cast<float> (most * noise.nextUniform()); };
        return { static_cast<int> (next (9.0)),
                 { next (280.0), next (180.0), 3.0f + next (60.0), 3.0f + next (40.0) },
                 juce::Colour::fromHSV (next (1.0), 1.0f, 1.0f, 0.4f + next (0.6)),
                 0.5f + next (6.0) };
    }
    void draw (juce::Graphics& g, const Shape& shape)
    {
        const auto& at = shape.place;
        juce::Path path;
        path.startNewSubPath (at.getTopLeft());
        path.quadraticTo (at.getTopRight(), at.getCentre());
        path.lineTo (at.getBottomLeft());
        g.setColour (shape.colour);
        switch (shape.kind)
        {
            case 0: return g.fillRect (at);
            case 1: return g.fillEllipse (at);
            case 2: return g.strokePath (path, juce::PathStrokeType (shape.weight)); // its corners stick out
            case 3:
                return g.drawText ("Wyfj" + juce::String (shape.weight, 2), at, juce::Justification::centred, false);
            case 4:
                return g.drawImageTransformed (images[at.getX() < 100.0f ? 0 : 1],
                                               juce::AffineTransform::scale (1.3f).translated (at.getPosition()));
            case 5: return g.drawLine ({ at.getBottomLeft(), at.getTopRight() }, shape.weight);
            case 6: return g.drawRoundedRectangle (at, 4.0f, shape.weight);
            case 7:
            {
                const juce::Graphics::ScopedSaveState state (g);
                g.reduceClipRegion (at.toNearestInt().reduced (2));
                g.addTransform (juce::AffineTransform::translation (3.3f, -2.6f));
                g.fillPath (path);
                return g.fillAll (shape.colour.withAlpha (0.2f));
            }
            default:
                g.setGradientFill ({ shape.colour, at.getTopLeft(), juce::Colours::blue, at.getBottomRight(), false });
                return g.fillRect (at);
        }
    }

    Noise& noise;
    std::vector<juce::Image> images;
    std::vector<Shape> shapes;
};

/** The largest difference of two images, of 255. */
int largestDifference (const juce::Image& one, const juce::Image& two)
{
    int largest = 0;
    for (int y = 0; y < one.getHeight(); ++y)
        for (int x = 0; x < one.getWidth(); ++x)
        {
            const auto a = one.getPixelAt (x, y), b = two.getPixelAt (x, y);
            largest = std::max ({ largest, std::abs (a.getRed() - b.getRed()), std::abs (a.getGreen() - b.getGreen()),
                                  std::abs (a.getBlue() - b.getBlue()) });
        }
    return largest;
}
} // namespace

TEST_CASE ("what is painted where shapes have changed is what a painting of all of them shows, at every scale")
{
    constexpr int rounding = 4; // of 255, where clips cut smoothed edges
    Noise noise (38);
    for (const float scale : { 1.0f, 1.25f, 0.64f, 2.0f })
    {
        CAPTURE (scale);
        juce::Component frame;
        Shapes shapes (noise);
        shapes.setBounds (7, 5, 300, 200);
        shapes.setTransform (juce::AffineTransform::scale (scale));
        frame.setSize (700, 500);
        frame.setOpaque (false);
        frame.addAndMakeVisible (shapes);
        OffscreenWindow screen (frame);
        screen.paintDirty();
        for (int i = 0; i < 150; ++i)
        {
            shapes.change();
            screen.paintDirty();
            const auto parts = screen.picture().createCopy();
            screen.repaint();
            screen.paintDirty();
            CAPTURE (i);
            REQUIRE (largestDifference (parts, screen.picture()) <= rounding);
        }
        screen.removeChildComponent (&frame);
    }
}

TEST_CASE ("pictures survive other colours: when nothing sounds any more they show what they have shown")
{
    const ThemeGuard guard;
    Window window;
    window.processor.setNonRealtime (true); // no map is worked out
    Desktop desktop (window);
    editorOf (window).showPage (PageKind::lab);
    auto& lab = static_cast<LabPage&> (editorOf (window).pageShown());
    window.set ("body.decay", 0.2);
    const std::array kinds { PictureKind::loop, PictureKind::raster, PictureKind::spectrum, PictureKind::stage };
    for (int i = 0; i < 4; ++i)
        lab.pane (i).show (kinds[static_cast<std::size_t> (i)]);
    desktop.frame (true, 45);
    desktop.paintsOf (90);
    const auto pictures = [&]
    {
        std::vector<juce::Image> all;
        for (auto* pane : editorOf (window).pageShown().panes())
            all.push_back (pane->view().createComponentSnapshot (pane->view().getLocalBounds()));
        return all;
    };
    // In mid-note: the sound stops, as when a host pauses, and nothing new comes.
    desktop.paintsOf (60, false);
    const auto before = pictures();
    for (const auto theme : { palette::Theme::light, palette::Theme::dark })
    {
        editorOf (window).setTheme (theme);
        desktop.paintsOf (30, false);
        const auto panes = editorOf (window).pageShown().panes();
        REQUIRE (panes.size() == kinds.size());
        for (std::size_t i = 0; i < kinds.size(); ++i)
            CHECK (panes[i]->shown() == kinds[i]);
        CHECK (pictureOf<LoopPicture> (window)->loop().size() > 20);
    }
    const auto after = pictures();
    for (std::size_t i = 0; i < kinds.size(); ++i)
    {
        CAPTURE (nameOf (kinds[i]));
        CHECK (largestDifference (before[i], after[i]) == 0);
    }
}

TEST_CASE ("the friction picture's axes hold the curve and the loop, whichever moves")
{
    Window window;
    Desktop desktop (window);
    editorOf (window).showPage (PageKind::play);
    auto* loop = pictureOf<LoopPicture> (window);
    REQUIRE (loop != nullptr);
    const auto check = [&]
    {
        const auto axes = loop->axes();
        juce::Range<double> speeds, forces;
        for (const auto& point : loop->loop())
        {
            speeds = speeds.getUnionWith (point.x);
            forces = forces.getUnionWith (point.y);
        }
        // Of the curve of steady sliding, the part that lies on the loop's side of zero.
        const double sign = speeds.getEnd() >= -speeds.getStart() ? 1.0 : -1.0;
        for (const auto& point : loop->steadyCurve())
            if (point.x >= axes.getX() && point.x <= axes.getRight() && (loop->loop().empty() || point.x * sign > 0.0))
                forces = forces.getUnionWith (point.y);
        CAPTURE (axes.toString().toStdString(), speeds.getStart(), speeds.getEnd(), forces.getStart(), forces.getEnd());
        CHECK (speeds.getStart() >= axes.getX());
        CHECK (speeds.getEnd() <= axes.getRight());
        CHECK (forces.getStart() >= axes.getY());
        CHECK (forces.getEnd() <= axes.getBottom());
        // They show what moves, not the space around it: in the bent scale, the loop takes more than half of the width.
        const auto bent = [] (double v) { return std::asinh (v / 0.1); };
        if (speeds.getLength() > 0.1)
            CHECK (bent (speeds.getEnd()) - bent (speeds.getStart()) >
                   0.5 * (bent (axes.getRight()) - bent (axes.getX())));
    };
    for (const bool sounds : { false, true })
        for (const double grip : { 1.1, 0.8, 2.0, 0.4 })
        {
            CAPTURE (sounds, grip);
            window.set ("contact.mu_static", grip);
            if (sounds)
                desktop.frame (true, 45);
            desktop.paintsOf (24, sounds);
            const auto& curve = loop->steadyCurve();
            REQUIRE_FALSE (curve.empty());
            check();
        }
}
} // namespace kolophon
