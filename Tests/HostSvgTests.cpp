// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of pictures: what an SVG and a table hold is what the engine published; and going back in time.
#include "Support/EditorScene.h"

#include "Plugin/Pictures/LoopPicture.h"

#include <regex>

namespace kolophon
{
namespace
{
using Catch::Matchers::WithinAbs;

constexpr int tickLength = 800; // samples

/** The Lab page's pane with the friction loop, after a second of A2. */
Pane& playedLoop (Window& window)
{
    window.processor.prepareToPlay (48000.0, tickLength);
    editorOf (window).showPage (PageKind::lab);
    auto& pane = static_cast<LabPage&> (editorOf (window).pageShown()).pane (1);
    REQUIRE (pane.shown() == PictureKind::loop);
    sound (window, 60, { 45 });
    return pane;
}

/** Points of all lines of this colour that aren't dashed, in the order in which they were drawn. */
std::vector<juce::Point<double>> pointsOf (const juce::String& svg, juce::Colour colour)
{
    std::vector<juce::Point<double>> points;
    const auto document = juce::parseXML (svg);
    REQUIRE (document != nullptr);
    const auto wanted = "#" + colour.toDisplayString (false).toLowerCase();
    for (const auto* element : document->getChildWithTagNameIterator ("path"))
    {
        if (element->getStringAttribute ("stroke") != wanted || element->hasAttribute ("stroke-dasharray"))
            continue;
        const auto data = element->getStringAttribute ("d").toStdString();
        static const std::regex pair ("[ML](-?[0-9.]+),(-?[0-9.]+)");
        for (std::sregex_iterator next (data.begin(), data.end(), pair), none; next != none; ++next)
            points.emplace_back (std::stod ((*next)[1]), std::stod ((*next)[2]));
    }
    return points;
}
} // namespace

TEST_CASE ("the SVG of the friction loop holds the points of the feed")
{
    Window window;
    auto& pane = playedLoop (window);
    auto& data = editorOf (window).pictureData();
    data.setPaused (true);
    sound (window, 6);
    const auto svg = pane.svg();
    CHECK (svg.contains ("<title>Kolophon: Friction</title>"));
    const auto points = pointsOf (svg, palette::stick);
    REQUIRE (points.size() > 150);

    // Two periods of 110 Hz. The axes: asinh (v/0.1 m/s) to the right, and F/N upwards.
    const auto& loop = dynamic_cast<LoopPicture&> (pane.view());
    const double numbers = 32.0, wide = loop.getWidth() - numbers, high = loop.getHeight() - 16.0;
    const auto axes = loop.axes();
    std::vector<juce::Point<double>> expected;
    const auto end = data.end (Slot::a);
    for (auto i = end - 1200; i < end; ++i)
    {
        const auto& m = data.moment (Slot::a, i);
        const double v = static_cast<double> (m.relativeVelocity),
                     mu = static_cast<double> (m.frictionForce) / static_cast<double> (m.normalForce);
        const double left = std::asinh (axes.getX() / 0.1), right = std::asinh (axes.getRight() / 0.1);
        expected.emplace_back (numbers + wide * (std::asinh (v / 0.1) - left) / (right - left),
                               high * (axes.getBottom() - mu) / axes.getHeight());
    }
    double left = wide, right = 0.0;
    for (const auto& point : points)
    {
        double nearest = 1e9;
        for (const auto& at : expected)
            nearest = std::min (nearest, at.getDistanceFrom (point));
        CAPTURE (point.toString().toStdString());
        CHECK (nearest < 0.002); // a thousandth of a pixel is written
        left = std::min (left, point.x);
        right = std::max (right, point.x);
    }
    CHECK (right - left > 0.1 * wide);     // it sticks, and it slips
    CHECK_FALSE (svg.contains ("<image")); // nothing of it is a picture of pixels
}

TEST_CASE ("every picture becomes an SVG that can be read, with its letters in it")
{
    Window window;
    window.processor.prepareToPlay (48000.0, tickLength);
    editorOf (window).showPage (PageKind::lab);
    auto& pane = static_cast<LabPage&> (editorOf (window).pageShown()).pane (0);
    for (int kind = 0; kind < pictureKinds; ++kind)
    {
        pane.show (static_cast<PictureKind> (kind));
        sound (window, 30, { 45 });
        CAPTURE (nameOf (pane.shown()));
        const auto svg = juce::parseXML (pane.svg());
        REQUIRE (svg != nullptr);
        CHECK (svg->getIntAttribute ("width") == pane.view().getWidth());
        CHECK (svg->getNumChildElements() > 3);
    }
}

TEST_CASE ("the loop's table is what probes have measured")
{
    Window window;
    auto& pane = playedLoop (window);
    const auto rows = juce::StringArray::fromLines (pane.view().table().trim());
    REQUIRE (rows.size() > 400);

    Synth synth;
    synth.prepare (48000.0);
    synth.setPatch (Patch::defaults());
    std::vector<ProbeFrame> frames (2 * 60 * tickLength + 64);
    ProbeBuffer buffer { frames.data(), frames.size(), 0 };
    std::vector<double> left (60 * tickLength), right (60 * tickLength);
    const auto bytes = juce::MidiMessage::noteOn (1, 45, 0.8f);
    const auto note = eventFromMidi ({ bytes.getRawData(), static_cast<std::size_t> (bytes.getRawDataSize()) }, 0);
    REQUIRE (note.has_value());
    synth.render ({ &*note, 1 }, left.data(), right.data(), static_cast<int> (left.size()), &buffer);
    const std::size_t stride = buffer.count / left.size(); // of about 48 000 moments a second
    REQUIRE (stride >= 1);

    // The table ends where the sound does.
    for (int r = 1; r < rows.size(); ++r)
    {
        const auto cells = juce::StringArray::fromTokens (rows[r], ",", "");
        REQUIRE (cells.size() == 8);
        const auto back = static_cast<std::size_t> (rows.size() - r);
        CAPTURE (r, rows[r].toStdString());
        bool found = false;
        for (std::size_t within = 0; within < stride; ++within)
        {
            const auto& probe = frames[buffer.count - back * stride + within];
            found = found || (cells[2].getFloatValue() == static_cast<float> (probe.bowVelocity) &&
                              cells[3].getFloatValue() == static_cast<float> (probe.relativeVelocity) &&
                              cells[4].getFloatValue() == static_cast<float> (probe.frictionForce) &&
                              cells[5].getFloatValue() == static_cast<float> (probe.normalForce) &&
                              cells[6].getFloatValue() == static_cast<float> (probe.bristleElongation));
        }
        REQUIRE (found);
        CHECK_THAT (cells[1].getDoubleValue(), WithinAbs (-static_cast<double> (back) / 48000.0, 1e-7));
    }
}

TEST_CASE ("paused pictures stand still, and go back as many seconds as they say")
{
    Window window;
    playedLoop (window);
    auto& data = editorOf (window).pictureData();
    sound (window, 8 * 60);
    data.setPaused (true);
    REQUIRE (data.shape() != nullptr);
    const double stopped = data.shape()->time;
    sound (window, 30);
    CHECK (data.shape()->time == stopped);
    for (const double back : { 0.5, 2.0, 5.0 })
    {
        data.scrub (back);
        CAPTURE (back);
        CHECK_THAT (data.shape()->time, WithinAbs (stopped - back, 2.0 / 60.0)); // a shot is a sixtieth of a second
    }
    data.scrub (100.0);
    CHECK_THAT (data.scrubbed(), WithinAbs (9.0, 0.1)); // all that has sounded
    sound (window, 11 * 60);                            // however long it stands still, they are there
    CHECK_THAT (data.shape()->time, WithinAbs (stopped - 9.0, 0.1));
    data.setPaused (false);
    sound (window, 2);
    CHECK (data.shape()->time > stopped + 0.5);
}
} // namespace kolophon
