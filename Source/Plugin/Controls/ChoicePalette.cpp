// SPDX-License-Identifier: GPL-3.0-or-later
#include "ChoicePalette.h"

#include "../../Analysis/Bench/SteadyFriction.h"
#include "../../Synth/Bodies/BodyTable.h"
#include "../../Synth/Bodies/LawTable.h"
#include "../Drawing/LookAndFeel.h"
#include "../Drawing/MeshDrawing.h"

#include <cmath>

namespace kolophon
{
class ChoicePalette::Cell final : public juce::Button
{
public:
    Cell (Choice itsChoice, bool isNow) : Button (itsChoice.name), choice (std::move (itsChoice))
    {
        setTitle (choice.name);
        setDescription (choice.words);
        setHelpText (choice.words);
        setToggleState (isNow, juce::dontSendNotification);
    }

    void paintButton (juce::Graphics& g, bool over, bool) override
    {
        auto area = getLocalBounds().reduced (3);
        g.setColour (over || hasKeyboardFocus (false) ? palette::raised : palette::panel);
        g.fillRoundedRectangle (area.toFloat(), 5.0f);
        if (getToggleState() || hasKeyboardFocus (false))
        {
            g.setColour (getToggleState() ? palette::stick : palette::text);
            g.drawRoundedRectangle (area.toFloat().reduced (0.75f), 5.0f, 1.5f);
        }
        area.reduce (7, 6);
        const auto picture = area.removeFromLeft (62);
        choice.draw (g, picture.toFloat());
        area.removeFromLeft (8);
        g.setColour (palette::text);
        g.setFont (LookAndFeel::font (13.0f, true));
        g.drawText (choice.name, area.removeFromTop (17), juce::Justification::centredLeft, false);
        g.setColour (palette::quietText);
        g.setFont (LookAndFeel::font (12.0f));
        g.drawFittedText (choice.words, area, juce::Justification::topLeft, 5, 0.85f);
    }

    bool keyPressed (const juce::KeyPress& key) override
    {
        const int step = key == juce::KeyPress::rightKey  ? 1
                         : key == juce::KeyPress::leftKey ? -1
                         : key == juce::KeyPress::downKey ? columns
                         : key == juce::KeyPress::upKey   ? -columns
                                                          : 0;
        if (step == 0)
            return Button::keyPressed (key);
        auto* parent = getParentComponent();
        const int next = parent->getIndexOfChildComponent (this) + step;
        if (auto* cell = parent->getChildComponent (next))
            cell->grabKeyboardFocus();
        return true;
    }

private:
    Choice choice;
};

ChoicePalette::~ChoicePalette() = default;

ChoicePalette::ChoicePalette (std::vector<Choice> choices, int now, std::function<void (int)> choose)
{
    setTitle ("Choices");
    for (auto& choice : choices)
    {
        const int index = cells.size();
        auto* cell = cells.add (new Cell (std::move (choice), index == now));
        cell->setBounds (index % columns * cellWidth, index / columns * cellHeight, cellWidth, cellHeight);
        cell->onClick = [this, index, choose]
        {
            choose (index);
            if (auto* box = findParentComponentOfClass<juce::CallOutBox>())
                box->dismiss();
        };
        addAndMakeVisible (cell);
    }
    setSize (columns * cellWidth, (cells.size() + columns - 1) / columns * cellHeight);
}

namespace
{
void drawCurve (juce::Graphics& g, juce::Rectangle<float> area, const std::vector<double>& speeds,
                const std::vector<double>& forces)
{
    double largest = 0.2;
    for (const double force : forces)
        largest = std::isfinite (force) ? juce::jmax (largest, std::abs (force)) : largest;
    g.setColour (palette::line);
    g.drawHorizontalLine (juce::roundToInt (area.getCentreY()), area.getX(), area.getRight());
    g.drawVerticalLine (juce::roundToInt (area.getCentreX()), area.getY() + 8.0f, area.getBottom() - 8.0f);
    juce::Path path;
    const auto point = [&] (std::size_t i, float sign)
    {
        const auto x = static_cast<float> (std::sqrt (speeds[i] / speeds.back())) * 0.48f * area.getWidth();
        return juce::Point<float> (area.getCentreX() + sign * x,
                                   area.getCentreY() -
                                       sign * static_cast<float> (forces[i] / largest) * 0.36f * area.getHeight());
    };
    path.startNewSubPath (point (speeds.size() - 1, -1.0f));
    for (std::size_t i = speeds.size() - 1; i-- > 0;)
        path.lineTo (point (i, -1.0f));
    for (std::size_t i = 0; i < speeds.size(); ++i)
        path.lineTo (point (i, 1.0f));
    g.setColour (palette::stick);
    g.strokePath (path, juce::PathStrokeType (1.8f));
}

/** Draws the body at rest, slightly bent in the shape of its first mode. */
void drawBody (juce::Graphics& g, juce::Rectangle<float> area, const BodyMesh& mesh)
{
    const float scale = area.getWidth() / 3.0f;
    const auto toScreen = juce::AffineTransform::scale (scale, scale * 1.5f).translated (area.getCentre());
    auto scenery = sceneryOf (mesh);
    scenery.applyTransform (toScreen);
    g.setColour (palette::line);
    g.fillPath (scenery);
    float largest = 1e-6f;
    if (! mesh.fields.empty())
        for (const float value : mesh.fields[0])
            largest = juce::jmax (largest, std::abs (value));
    g.setColour (palette::slip);
    for (const auto& line : mesh.lines)
    {
        juce::Path path;
        const auto point = [&] (int i)
        {
            const auto at = static_cast<std::size_t> (i);
            return toJuce (mesh.rest[at] + mesh.direction[at] * (0.2f * mesh.fields[0][at] / largest));
        };
        path.startNewSubPath (point (line.points.front()));
        for (const int i : line.points)
            path.lineTo (point (i));
        if (line.closed)
            path.closeSubPath();
        g.strokePath (path, juce::PathStrokeType (line.weight < 1.0f ? 0.5f : juce::jmin (2.0f, line.weight)),
                      toScreen);
    }
    if (mesh.lines.empty()) // a block between stops
    {
        g.setColour (palette::line);
        for (const float x : { -0.45f, 0.45f })
            g.fillRect (juce::Rectangle<float> (4.0f, 26.0f)
                            .withCentre (area.getCentre().translated (x * area.getWidth(), 0.0f)));
        g.fillRect (
            juce::Rectangle<float> (area.getWidth(), 3.0f).withCentre (area.getCentre().translated (0.0f, 14.0f)));
        g.setColour (palette::slip);
        g.drawRect (juce::Rectangle<float> (22.0f, 22.0f).withCentre (area.getCentre().translated (6.0f, 1.0f)), 2.0f);
    }
}
} // namespace

void showSheet (juce::Component& from, std::unique_ptr<juce::Component> sheet)
{
    auto* parent = from.getParentComponent(); // the editor's contents, at design size
    while (parent->getParentComponent() != nullptr && parent->getComponentID() != "contents")
        parent = parent->getParentComponent();
    juce::CallOutBox::launchAsynchronously (std::move (sheet), parent->getLocalArea (&from, from.getLocalBounds()),
                                            parent);
}

std::unique_ptr<ChoicePalette> makeLawPalette (const Contact& contact, int now, std::function<void (int)> choose)
{
    std::vector<double> speeds;
    for (int i = 0; i < 24; ++i)
        speeds.push_back (1.0 * std::pow ((i + 0.1) / 23.0, 2.0));
    std::vector<ChoicePalette::Choice> choices;
    for (std::size_t law = 0; law < lawTable().size(); ++law)
    {
        auto under = contact;
        under.law = static_cast<double> (law);
        const auto forces = steadyFriction (under, speeds);
        choices.push_back ({ toJuce (lawTable()[law].name), toJuce (lawTable()[law].summary),
                             [speeds, forces] (juce::Graphics& g, juce::Rectangle<float> area)
                             { drawCurve (g, area, speeds, forces); } });
    }
    return std::make_unique<ChoicePalette> (std::move (choices), now, std::move (choose));
}

std::unique_ptr<ChoicePalette> makeBodyPalette (int now, std::function<void (int)> choose)
{
    std::vector<ChoicePalette::Choice> choices;
    for (std::size_t body = 0; body < bodyTable().size(); ++body)
        choices.push_back ({ toJuce (bodyTable()[body].name), toJuce (bodyTable()[body].summary),
                             [mesh = makeBodyMesh (static_cast<int> (body))] (
                                 juce::Graphics& g, juce::Rectangle<float> area) { drawBody (g, area, mesh); } });
    return std::make_unique<ChoicePalette> (std::move (choices), now, std::move (choose));
}

void showLaws (juce::Component& from, const Contact& contact, int now, std::function<void (int)> choose)
{
    showSheet (from, makeLawPalette (contact, now, std::move (choose)));
}

void showBodies (juce::Component& from, int now, std::function<void (int)> choose)
{
    showSheet (from, makeBodyPalette (now, std::move (choose)));
}
} // namespace kolophon
