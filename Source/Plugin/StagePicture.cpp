#include "StagePicture.h"

#include "LookAndFeel.h"
#include "RowRules.h"

#include <cmath>

namespace kolophon
{
namespace
{
constexpr float reach = 0.33f;        // of the stage's height: the largest displacement
constexpr double smallestSeen = 2e-6; // [m] that is drawn as large as that
constexpr double besideBow = 0.05;    // of the length: there the bow itself bends the string
constexpr int wordsHeight = 20;       // [px]
constexpr int wordsEvery = 10;        // ticks
constexpr int playedWithoutKey = 57;  // A3

juce::Point<float> upwards (float length)
{
    return { 0.0f, -length };
}

juce::String keyName (int key)
{
    return juce::MidiMessage::getMidiNoteName (key, true, true, 4);
}
} // namespace

StagePicture::StagePicture (PictureContext& itsContext)
    : Picture (itsContext, PictureKind::stage), hand (itsContext.processor)
{
    setWantsKeyboardFocus (true);
    setMouseCursor (juce::MouseCursor::CrosshairCursor);
    takeBody (static_cast<int> (context.processor.bridge().patch().bodyType));
}

void StagePicture::takeBody (int newBody)
{
    if (newBody == bodyType)
        return;
    bodyType = newBody;
    mesh = makeBodyMesh (bodyType);
    displacement.assign (mesh.rest.size(), 0.0f);
    highest = lowest = displacement;
    largest = 0.0;
    hasFrame = false;
    motion = {};
    phase = ContactPhase::lifted;
    repaint();
}

void StagePicture::follow (const ShapeFrame& now)
{
    const double since = now.time - frame.time;
    const bool goesOn = hasFrame && since > 0.0 && since < 0.2;
    frame = now;
    hasFrame = true;
    displacement = mesh.displacements (frame);
    const float fade = goesOn && ! context.reducedMotion ? 0.985f : 0.0f;
    double loudest = 0.0;
    for (std::size_t i = 0; i < displacement.size(); ++i)
    {
        highest[i] = juce::jmax (displacement[i], fade * highest[i]);
        lowest[i] = juce::jmin (displacement[i], fade * lowest[i]);
        loudest = juce::jmax (loudest, static_cast<double> (juce::jmax (highest[i], -lowest[i])));
    }
    // Grows at once; shrinks slowly, so that what dies away is seen to.
    largest = juce::jmax (loudest, smallestSeen, largest * 0.9995);
    phase = frame.contact.phase;
    position = frame.position;
    const double pace = context.reducedMotion ? 0.0 : 0.02; // the bow in slow motion, too
    bowDisplacement += pace * static_cast<double> (frame.contact.bowVelocity);
    bowDisplacement = std::fmod (bowDisplacement, 1.0);
}

void StagePicture::advance (int tick)
{
    const auto* now = context.data.shape();
    if (now == nullptr || ! context.data.isLive())
    {
        takeBody (static_cast<int> (context.processor.bridge().patch().bodyType));
        if (std::exchange (hasFrame, false))
        {
            std::fill (displacement.begin(), displacement.end(), 0.0f);
            highest = lowest = displacement;
            phase = ContactPhase::lifted;
            motion = {};
            repaint();
        }
        const double knob = context.processor.bridge().patch().handPosition;
        if (knob != position)
        {
            position = knob;
            repaint();
        }
        return;
    }
    if (context.data.version() == version)
        return;
    version = context.data.version();
    takeBody (now->bodyType);
    const auto before = moving();
    follow (*now);
    repaint (before.getUnion (moving()));
    repaint (hairArea().expanded (16.0f, 2.0f).toNearestInt());
    if (tick % wordsEvery == 0)
    {
        motion = context.data.regime();
        repaint (getLocalBounds().removeFromBottom (wordsHeight));
    }
}

juce::String StagePicture::caption() const
{
    const auto& body = bodyTable()[static_cast<std::size_t> (bodyType)];
    auto words = toJuce (body.name);
    if (hasFrame)
        words << ", " << keyName (frame.key);
    if (hasFrame && body.model == BodyModel::string && phase != ContactPhase::lifted)
        words << juce::String::fromUTF8 (" – ") << PictureData::wordsOf (motion);
    return words;
}

juce::String StagePicture::table() const
{
    juce::String text ("point,displacement [m]\n");
    for (std::size_t i = 0; i < displacement.size(); ++i)
        text << static_cast<int> (i) << "," << juce::String (displacement[i], 9, true) << "\n";
    return text;
}

std::optional<double> StagePicture::drawnCorner() const
{
    if (! mesh.isString || ! hasFrame)
        return std::nullopt;
    constexpr std::size_t d = 5; // points
    const std::size_t count = displacement.size();
    float sharpest = 0.0f;
    std::optional<double> place;
    for (std::size_t i = d; i + d < count; ++i)
    {
        const double x = static_cast<double> (i) / static_cast<double> (count - 1);
        const float bend = std::abs (displacement[i - d] - 2.0f * displacement[i] + displacement[i + d]);
        if (bend <= sharpest || std::abs (x - frame.position) < besideBow)
            continue;
        sharpest = bend;
        place = x;
    }
    return place;
}

//======================================================================================================================
void StagePicture::resized()
{
    repaint();
}

juce::Point<float> StagePicture::toScreen (juce::Point<float> unit) const
{
    const auto area = getLocalBounds().reduced (0, wordsHeight).toFloat();
    const float scale = juce::jmin (area.getWidth() / 3.0f, area.getHeight());
    return area.getCentre() + unit * scale;
}

juce::Point<float> StagePicture::toUnit (juce::Point<float> screen) const
{
    const auto area = getLocalBounds().reduced (0, wordsHeight).toFloat();
    const float scale = juce::jmax (1.0f, juce::jmin (area.getWidth() / 3.0f, area.getHeight()));
    return (screen - area.getCentre()) / scale;
}

juce::Point<float> StagePicture::displaced (std::size_t point) const
{
    const float gain = reach / static_cast<float> (juce::jmax (largest, smallestSeen));
    return toScreen (mesh.rest[point] + mesh.direction[point] * (gain * displacement[point]));
}

/** Where the body is and has been lately, with what marks the contact. */
juce::Rectangle<int> StagePicture::moving() const
{
    if (mesh.rest.empty())
        return getLocalBounds().reduced (0, wordsHeight);
    const float gain = reach / static_cast<float> (juce::jmax (largest, smallestSeen));
    juce::Rectangle<float> area (displaced (0), displaced (0));
    for (std::size_t i = 0; i < mesh.rest.size(); i += 2)
        for (const auto* side : { &highest, &lowest })
        {
            const auto point = toScreen (mesh.rest[i] + mesh.direction[i] * (gain * (*side)[i]));
            area = area.getUnion ({ point, point });
        }
    return area.expanded (16.0f, 12.0f).getSmallestIntegerContainer();
}

/** The bow's hair, across the body. */
juce::Rectangle<float> StagePicture::hairArea() const
{
    const auto area = getLocalBounds().reduced (0, wordsHeight + 2).toFloat();
    const float width = hasFrame && frame.edgeDistance > 0.0 ? 18.0f : 10.0f;
    return juce::Rectangle<float> (width, area.getHeight())
        .withCentre ({ toScreen (mesh.pointAt (position)).x, area.getCentreY() });
}

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

    const float gain = reach / static_cast<float> (juce::jmax (largest, smallestSeen));
    if (hasFrame && ! mesh.lines.empty() && mesh.lines.size() == 1)
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
        g.strokePath (path, juce::PathStrokeType (line.weight));
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
    const auto rest = toScreen (mesh.pointAt (position));
    auto contact = rest;
    if (hasFrame)
    {
        const auto near = static_cast<std::size_t> (
            mesh.isString ? juce::roundToInt (position * static_cast<double> (mesh.rest.size() - 1))
                          : mesh.nearestPoint (position));
        contact = displaced (near);
    }
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
        paintSpring (g, { rest.x + 90.0f, contact.y }, contact);
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
void StagePicture::paintSpring (juce::Graphics& g, juce::Point<float> from, juce::Point<float> to) const
{
    constexpr int coils = 9;
    const auto bent = static_cast<float> (30.0 * std::tanh (frame.handExtension / juce::jmax (largest, smallestSeen)));
    const auto anchor = from.translated (bent, 0.0f);
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

//======================================================================================================================
void StagePicture::mouseDown (const juce::MouseEvent& event)
{
    if (event.mods.isPopupMenu())
        return;
    const auto* now = context.data.shape();
    hand.press (now != nullptr ? now->key : playedWithoutKey);
    drag (event);
}

void StagePicture::mouseDrag (const juce::MouseEvent& event)
{
    if (hand.isPressing())
        drag (event);
}

void StagePicture::mouseUp (const juce::MouseEvent&)
{
    hand.release();
}

void StagePicture::drag (const juce::MouseEvent& event)
{
    const auto unit = toUnit (event.position);
    const double place = mesh.isString ? static_cast<double> (unit.x + 1.36f) / 2.72 : mesh.positionAt (unit);
    if (! mesh.rest.empty())
        hand.turn ("hand.position", juce::jlimit (0.005, 0.5, place));
    const auto area = getLocalBounds().reduced (0, wordsHeight + 10).toFloat();
    const double down = static_cast<double> ((event.position.y - area.getY()) / juce::jmax (1.0f, area.getHeight()));
    const bool isPen = event.isPressureValid() && event.pressure > 0.0f && event.pressure < 1.0f;
    if (isPen || event.mods.isShiftDown())
    {
        const auto& speed = context.processor.bridge().parameters()[*findParameter ("hand.speed")]->info;
        hand.turn ("hand.speed", speed.fromNormalised (juce::jlimit (0.0, 1.0, 1.0 - down)));
        if (isPen)
            hand.turnForce (static_cast<double> (event.pressure));
        return;
    }
    hand.turnForce (down);
}

void StagePicture::mouseWheelMove (const juce::MouseEvent&, const juce::MouseWheelDetails& wheel)
{
    auto* speed = context.processor.bridge().parameters()[*findParameter ("hand.speed")];
    const bool pressing = hand.isPressing();
    const double now = speed->info.toNormalised (speed->exactValue());
    hand.turn ("hand.speed", speed->info.fromNormalised (now + 0.08 * static_cast<double> (wheel.deltaY)));
    if (! pressing)
        hand.release();
}

bool StagePicture::keyPressed (const juce::KeyPress& key)
{
    const auto patch = context.processor.bridge().patch();
    const bool across = key == juce::KeyPress::leftKey || key == juce::KeyPress::rightKey;
    const bool down = key == juce::KeyPress::upKey || key == juce::KeyPress::downKey;
    if (! across && ! down)
        return false;
    const bool more = key == juce::KeyPress::rightKey || key == juce::KeyPress::downKey;
    if (across)
        hand.turn ("hand.position", patch.handPosition * (more ? 1.04 : 1.0 / 1.04));
    else
        hand.turnForce (hand.forceFraction() + (more ? 0.02 : -0.02));
    hand.release();
    return true;
}
} // namespace kolophon
