// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of pictures hold what the engine published; and going back in time.
#include "Support/EditorScene.h"
#include "Support/PreparedSynth.h"

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
} // namespace

TEST_CASE ("the loop's table is what probes have measured")
{
    Window window;
    auto& pane = playedLoop (window);
    const auto rows = juce::StringArray::fromLines (pane.view().table().trim());
    REQUIRE (rows.size() > 400);

    test::PreparedSynth synth (Patch::defaults());
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
