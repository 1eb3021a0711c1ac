#include "KeyboardStrip.h"

#include "LookAndFeel.h"

namespace kolophon
{
namespace
{
constexpr int lowestKey = 21, highestKey = 108, whiteKeys = 52; // a piano's
constexpr int screenChannel = 1;                                // as JUCE counts: our channel 0
} // namespace

KeyboardStrip::KeyboardStrip (PluginProcessor& itsProcessor) : processor (itsProcessor)
{
    using Keyboard = juce::MidiKeyboardComponent;
    setTitle ("Keyboard");
    keyboard.setTitle ("Keys");
    keyboard.setHelpText ("Play with the mouse, or with the computer keys A to L.");
    keyboard.setAvailableRange (lowestKey, highestKey);
    keyboard.setScrollButtonsVisible (false);
    keyboard.setMidiChannel (screenChannel);
    keyboard.setVelocity (0.75f, true);
    keyboard.setKeyPressBaseOctave (4);
    keyboard.setOctaveForMiddleC (4);
    keyboard.setColour (Keyboard::whiteNoteColourId, juce::Colour (0xffd6d3cc));
    keyboard.setColour (Keyboard::blackNoteColourId, juce::Colour (0xff22252b));
    keyboard.setColour (Keyboard::keySeparatorLineColourId, juce::Colour (0xff14161a).withAlpha (0.55f));
    keyboard.setColour (Keyboard::mouseOverKeyOverlayColourId, palette::stick.withAlpha (0.35f));
    keyboard.setColour (Keyboard::keyDownOverlayColourId, juce::Colour (0xffe0a020));
    keyboard.setColour (Keyboard::textLabelColourId, juce::Colour (0xff14161a));
    keyboard.setColour (Keyboard::shadowColourId, juce::Colours::transparentBlack);
    addAndMakeVisible (keyboard);
    state.addListener (this);

    const auto addWheel =
        [this] (juce::Slider& wheel, const juce::String& title, double low, std::function<void()> move)
    {
        wheel.setRange (low, 1.0);
        wheel.setTitle (title);
        wheel.setColour (juce::Slider::trackColourId, palette::quietText);
        wheel.setSliderSnapsToMousePosition (true);
        wheel.setDoubleClickReturnValue (true, 0.0);
        wheel.onValueChange = std::move (move);
        addAndMakeVisible (wheel);
    };
    using Type = PerformanceEvent::Type;
    addWheel (bend, "Pitch bend", -1.0, [this] { processor.play ({ 0, Type::pitchBend, 0, 0, bend.getValue() }); });
    bend.getProperties().set ("origin", 0.5);
    bend.onDragEnd = [this] { bend.setValue (0.0); };
    addWheel (modulation, "Modulation", 0.0,
              [this] {
                  processor.play ({ 0, Type::controller, 0, Controller::modulation, modulation.getValue() });
              });
}

KeyboardStrip::~KeyboardStrip()
{
    showingHostNotes = false;
    for (int key = 0; key < 128; ++key)
        if (! hostHolds[static_cast<std::size_t> (key)])
            state.noteOff (screenChannel, key, 0.0f);
    state.removeListener (this);
}

void KeyboardStrip::handleNoteOn (juce::MidiKeyboardState*, int, int key, float velocity)
{
    if (! showingHostNotes)
        processor.play (
            { 0, PerformanceEvent::Type::noteOn, 0, static_cast<std::uint16_t> (key), static_cast<double> (velocity) });
}

void KeyboardStrip::handleNoteOff (juce::MidiKeyboardState*, int, int key, float velocity)
{
    if (! showingHostNotes)
        processor.play ({ 0, PerformanceEvent::Type::noteOff, 0, static_cast<std::uint16_t> (key),
                          static_cast<double> (velocity) });
}

void KeyboardStrip::refresh()
{
    const juce::ScopedValueSetter<bool> guard (showingHostNotes, true);
    for (int key = 0; key < 128; ++key)
    {
        auto& held = hostHolds[static_cast<std::size_t> (key)];
        if (processor.isKeyHeld (key) == held)
            continue;
        held = ! held;
        if (held)
            state.noteOn (screenChannel, key, 1.0f);
        else
            state.noteOff (screenChannel, key, 0.0f);
        // The keys would see it at the next tick of a timer of their own, and until then show both if one of their
        // neighbours is painted.
        keyboard.repaint (keyboard.getRectangleForKey (key).getSmallestIntegerContainer());
    }
}

void KeyboardStrip::resized()
{
    auto area = getLocalBounds();
    auto wheels = area.removeFromLeft (76).reduced (8, 6);
    bend.setBounds (wheels.removeFromLeft (wheels.getWidth() / 2).withTrimmedTop (16));
    modulation.setBounds (wheels.withTrimmedTop (16));
    keyboard.setBounds (area);
    keyboard.setKeyWidth (static_cast<float> (area.getWidth()) / whiteKeys);
}

void KeyboardStrip::paint (juce::Graphics& g)
{
    g.setColour (palette::panel);
    g.fillRoundedRectangle (getLocalBounds().withWidth (70).toFloat(), 6.0f);
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (11.0f));
    for (const auto* wheel : { &bend, &modulation })
        g.drawText (wheel == &bend ? "Bend" : "Mod", wheel->getBounds().withY (4).withHeight (16),
                    juce::Justification::centred, false);
}
} // namespace kolophon
