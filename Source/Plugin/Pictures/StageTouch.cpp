// SPDX-License-Identifier: GPL-3.0-or-later
#include "StagePicture.h"

#include "../../Core/Text/NumberText.h"
#include "../Drawing/LookAndFeel.h"
#include "../Session/InstrumentSession.h"
#include "../Session/ParameterBridge.h"

#include <algorithm>
#include <cmath>

/** Playing of the Stage by mouse and by keys. */
namespace kolophon
{
juce::Point<float> StagePicture::drawnContact() const
{
    return hasFrame ? displaced (contactPoint()) : toScreen (toJuce (mesh.pointAt (position)));
}

juce::Rectangle<float> StagePicture::secondArea (juce::Point<float> contact) const
{
    return juce::Rectangle<float> (1.6f * secondHeight(), secondHeight()).withCentre (secondAt (contact));
}

/** A gap beside the body [m], drawn in proportion to the largest motion. */
float StagePicture::onScreen (double gap) const
{
    constexpr double farthest = 40.0, byGap = 24.0;
    return static_cast<float> (juce::jlimit (0.0, farthest, byGap * gap / juce::jmax (largest, smallestSeen)));
}

/** Contacts beside the bow at their places, also while they do not touch: a finger from above, a second bow or damper,
    and a stop below the body, as far away as its gap is beside the motion. */
std::vector<StagePicture::Beside> StagePicture::drawnBeside() const
{
    std::vector<Beside> drawn;
    if (mesh.rest.empty())
        return drawn;
    constexpr float size = 15.0f;
    const auto& patch = context.patch;
    const auto add = [&] (std::size_t side, bool isThere, double wanted)
    {
        const auto& its = frame.sides[side];
        const bool touches = hasFrame && its.touches;
        if (! touches && ! isThere)
            return;
        const auto point = pointAt (juce::jlimit (0.0, 1.0, touches ? its.position : wanted));
        const auto at = hasFrame ? displaced (point) : toScreen (toJuce (mesh.rest[point]));
        if (side == 1)
        {
            const auto tip = juce::Rectangle<float> (size, 1.4f * size).withCentre (at.translated (0.0f, -0.7f * size));
            return drawn.push_back ({ Grip::finger, false, touches, tip });
        }
        const bool isStop = touches ? its.isStop : choiceOf<&Patch::sideKind> (patch) == SideContact::stop;
        const double gap = touches ? its.gap : patch.sideGap;
        const float away = onScreen (gap);
        const auto area =
            isStop ? juce::Rectangle<float> (2.0f * size, 5.0f).withCentre (at.translated (0.0f, away + 4.0f))
                   : juce::Rectangle<float> (size, 4.0f * size).withCentre (at);
        drawn.push_back ({ Grip::side, isStop, touches, area });
    };
    add (0, isInUse (Touching::side, patch), patch.sidePosition);
    add (1, isInUse (Touching::finger, patch) && patch.fingerTouch >= 0.5, patch.fingerPosition);
    return drawn;
}

void StagePicture::paintSides (juce::Graphics& g) const
{
    for (const auto& its : drawnBeside())
    {
        g.setColour (palette::stick.withAlpha (its.touches ? 1.0f : 0.5f));
        if (its.isStop)
            g.fillRect (its.area);
        else if (its.grip == Grip::finger)
            g.fillEllipse (its.area);
        else
            g.drawRoundedRectangle (its.area, 4.0f, 2.0f);
        g.setColour (palette::text);
        if (isHeldByKeys (its.grip))
            g.drawRoundedRectangle (its.area.expanded (3.0f), 4.0f, 1.5f);
    }
}

juce::Rectangle<float> StagePicture::areaOf (Grip grip) const
{
    if (grip == Grip::second)
        return secondBody >= 0 && ! mesh.rest.empty() ? secondArea (drawnContact()) : juce::Rectangle<float>();
    for (const auto& its : drawnBeside())
        if (its.grip == grip)
            return its.area;
    return {};
}

StagePicture::Grip StagePicture::gripAt (juce::Point<float> place) const
{
    constexpr float nearby = 7.0f; // [px] for fingers and pens
    for (const auto grip : { Grip::finger, Grip::side, Grip::second })
        if (const auto area = areaOf (grip); ! area.isEmpty() && area.expanded (nearby).contains (place))
            return grip;
    return Grip::bow;
}

/** Parts that can be taken hold of, in the order in which keys reach them. */
std::vector<StagePicture::Grip> StagePicture::grips() const
{
    std::vector<Grip> all { Grip::bow };
    for (const auto grip : { Grip::side, Grip::finger, Grip::second })
        if (! areaOf (grip).isEmpty())
            all.push_back (grip);
    return all;
}

StagePicture::GripKnobs StagePicture::knobsOf (Grip grip) const
{
    const auto& patch = context.patch;
    switch (grip)
    {
        case Grip::bow: break;
        case Grip::side:
            return choiceOf<&Patch::sideKind> (patch) == SideContact::stop
                       ? GripKnobs { "side.position", "side.gap", "side.stiffness" }
                       : GripKnobs { "side.position", "side.force", "side.speed" };
        case Grip::finger: // of a flageolet, it lies where the key's harmonic does
            return { patch.fingerTouch >= 0.5 ? "finger.position" : "", "finger.force", "finger.stiffness" };
        case Grip::second: return { "second_body.position", {}, "hand.speed" };
    }
    return { "hand.position", {}, "hand.speed" };
}

const TableParameter& StagePicture::knob (std::string_view id) const
{
    return *context.session.bridge().parameters()[*findParameter (id)];
}

SentenceLine::Help StagePicture::helpAt (juce::Point<int> place) const
{
    if (showsSection() && SeatPlan::areaIn (getLocalBounds()).contains (place.toFloat()))
        return { "Section",
                 {},
                 "Players from above: bright while they bow, pale while they ring. Below: cents off the key, 25 at the "
                 "ends. Click a chair, or press Alt and an arrow, to hear one alone.",
                 {},
                 {} };
    const auto grip = gripAt (place.toFloat());
    if (grip == Grip::bow)
        return Picture::helpAt (place);
    const auto its = knobsOf (grip);
    const auto label = [this] (std::string_view id) { return toJuce (knob (id).info.label); };
    juce::String text ("Drag");
    if (! its.across.empty())
        text << " across for " << label (its.across) << ",";
    text << " down for " << label (its.down.empty() ? hand.forceId() : its.down) << "; turn the wheel for "
         << label (its.wheel) << ". Page Up and Page Down select what the arrow keys move.";
    static constexpr const char* names[] = { "Bow", "Side contact", "Finger", "Second body" };
    return { names[static_cast<int> (grip)], {}, text, {}, {} };
}

/** Name, place and force of what the mouse or the keys hold beside the bow; empty for the bow. */
juce::String StagePicture::wordsOfHeld() const
{
    const auto grip = hand.isPressing() ? held : chosen;
    const bool isHeld = hand.isPressing() || hasKeyboardFocus (false);
    if (grip == Grip::bow || ! isHeld || areaOf (grip).isEmpty())
        return {};
    juce::String text;
    const auto its = knobsOf (grip);
    for (const auto id : { its.across, its.down, its.wheel })
        if (! id.empty())
            text << (text.isEmpty() ? "" : juce::String::fromUTF8 (" · ")) << toJuce (knob (id).info.label) << " "
                 << toJuce (formatShown (knob (id).info, knob (id).exactValue()));
    return text;
}

//======================================================================================================================
void StagePicture::mouseDown (const juce::MouseEvent& event)
{
    if (event.mods.isPopupMenu())
        return;
    context.sentence.clearError();
    if (const auto plan = SeatPlan::areaIn (getLocalBounds()); showsSection() && plan.contains (event.position))
    {
        if (isShowing())
            grabKeyboardFocus(); // for Alt and the arrows
        const int player = seats.playerAt (event.position, plan);
        return hearPlayer (player == alone ? -1 : player);
    }
    held = gripAt (event.position);
    const auto its = knobsOf (held);
    const auto normalised = [this] (std::string_view id)
    { return knob (id).info.toNormalised (knob (id).exactValue()); };
    grabbedPlace = its.across.empty()     ? 0.0
                   : held == Grip::second ? normalised (its.across)
                                          : knob (its.across).exactValue();
    grabbedDown = its.down.empty() ? hand.forceFraction() : normalised (its.down);
    hand.press (context.data.live());
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

/** Fraction of the contact's path at a place of the screen. */
double StagePicture::placeAt (juce::Point<float> screen) const
{
    const auto unit = toUnit (screen);
    return mesh.isString ? static_cast<double> (unit.x + 1.36f) / 2.72 : mesh.positionAt ({ unit.x, unit.y });
}

void StagePicture::drag (const juce::MouseEvent& event)
{
    if (held != Grip::bow)
        return dragBeside (event);
    if (! mesh.rest.empty())
        hand.turn ("hand.position", juce::jlimit (0.005, 0.5, placeAt (event.position)));
    const auto area = getLocalBounds().reduced (0, wordsHeight + 10).toFloat();
    const double down = static_cast<double> ((event.position.y - area.getY()) / juce::jmax (1.0f, area.getHeight()));
    const bool isPen = event.isPressureValid() && event.pressure > 0.0f && event.pressure < 1.0f;
    if (isPen || event.mods.isShiftDown())
    {
        const auto& speed = knob ("hand.speed").info;
        hand.turn ("hand.speed", speed.fromNormalised (juce::jlimit (0.0, 1.0, 1.0 - down)));
        if (isPen)
            hand.turnForce (static_cast<double> (event.pressure));
        return;
    }
    hand.turnForce (down);
}

/** Drags what is held by as much as the mouse has moved, so that taking hold of it changes nothing. */
void StagePicture::dragBeside (const juce::MouseEvent& event)
{
    const auto its = knobsOf (held);
    if (held == Grip::second)
    {
        const double width = static_cast<double> (juce::jmax (1.0f, areaOf (held).getWidth()));
        const auto& place = knob (its.across).info;
        const double moved = static_cast<double> (event.position.x - event.mouseDownPosition.x) / width;
        hand.turn (its.across, place.fromNormalised (juce::jlimit (0.0, 1.0, grabbedPlace + moved)));
    }
    else if (! its.across.empty())
        hand.turn (its.across, grabbedPlace + placeAt (event.position) - placeAt (event.mouseDownPosition));
    const double height = juce::jmax (1.0, static_cast<double> (getHeight() - 2 * (wordsHeight + 10)));
    const double down = grabbedDown + static_cast<double> (event.position.y - event.mouseDownPosition.y) / height;
    if (its.down.empty())
        hand.turnForce (down);
    else
        hand.turn (its.down, knob (its.down).info.fromNormalised (juce::jlimit (0.0, 1.0, down)));
}

void StagePicture::turnBy (std::string_view id, double normalised)
{
    const auto& its = knob (id);
    const double now = its.info.toNormalised (its.exactValue());
    hand.turn (id, its.info.fromNormalised (now + normalised));
}

void StagePicture::mouseWheelMove (const juce::MouseEvent& event, const juce::MouseWheelDetails& wheel)
{
    constexpr double perTurn = 0.08;
    const bool pressing = hand.isPressing();
    const auto grip = pressing ? held : gripAt (event.position);
    turnBy (knobsOf (grip).wheel, perTurn * static_cast<double> (wheel.deltaY));
    if (! pressing)
        hand.release();
}

void StagePicture::hearPlayer (int player)
{
    alone = player;
    context.session.hearPlayer (player);
    write();
    redraw();
}

void StagePicture::chooseNext (int step)
{
    const auto all = grips();
    const auto now = std::find (all.begin(), all.end(), chosen);
    const auto count = static_cast<int> (all.size());
    const int at = now == all.end() ? 0 : static_cast<int> (now - all.begin());
    chosen = all[static_cast<std::size_t> ((at + step + count) % count)];
    redraw();
}

bool StagePicture::keyPressed (const juce::KeyPress& key)
{
    if (key == juce::KeyPress::pageUpKey || key == juce::KeyPress::pageDownKey)
    {
        chooseNext (key == juce::KeyPress::pageDownKey ? 1 : -1);
        return true;
    }
    for (const auto& [code, step] : { std::pair { juce::KeyPress::leftKey, -1 }, { juce::KeyPress::rightKey, 1 } })
        if (key == juce::KeyPress (code, juce::ModifierKeys::altModifier, 0) && showsSection())
        {
            hearPlayer (seats.next (alone, step));
            return true;
        }
    const bool across = key == juce::KeyPress::leftKey || key == juce::KeyPress::rightKey;
    const bool down = key == juce::KeyPress::upKey || key == juce::KeyPress::downKey;
    if (! across && ! down)
        return false;
    if (areaOf (chosen).isEmpty())
        chosen = Grip::bow;
    const auto its = knobsOf (chosen);
    const bool more = key == juce::KeyPress::rightKey || key == juce::KeyPress::downKey;
    constexpr double step = 0.02, ratio = 1.04;
    if (down && its.down.empty())
        hand.turnForce (hand.forceFraction() + (more ? step : -step));
    else if (down)
        turnBy (its.down, more ? step : -step);
    else if (chosen == Grip::bow)
        hand.turn (its.across, knob (its.across).exactValue() * (more ? ratio : 1.0 / ratio));
    else if (! its.across.empty())
        turnBy (its.across, 0.5 * (more ? step : -step));
    hand.release();
    return true;
}
} // namespace kolophon
