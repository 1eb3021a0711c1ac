// SPDX-License-Identifier: GPL-3.0-or-later
#include "KeyboardStrip.h"

#include "../../Core/Text/AsciiText.h"
#include "../../Core/Text/KeyName.h"
#include "../../Synth/Control/Performance.h"
#include "../../Synth/Hands/Articulation.h"
#include "../Controls/IconButton.h"
#include "../Session/InstrumentSession.h"

#include <utility>

namespace kolophon
{
namespace
{
constexpr int pianoLowest = 21, pianoHighest = 108;
constexpr int screenChannel = 1; // JUCE's numbering: channel 0 of the engine
constexpr int keyCount = 128;
constexpr float screenVelocity = 0.75f;

const Parameter& articulationInfo ()
{
    static const auto& info = parameterTable()[*findParameter ("hand.articulation")];
    return info;
}
} // namespace

KeyboardStrip::KeyboardStrip (InstrumentSession& itsSession, bool itHasLetters)
    : session (itsSession), lowest (pianoLowest), hasLetters (itHasLetters)
{
    using Keyboard = juce::MidiKeyboardComponent;
    const juce::String help ("Play with the mouse, or with the computer keys A to L; Z and X change the octave.");
    describe (*this, "Keyboard", "Wheels and keys. " + help);
    keyboard.setTitle ("Keys");
    keyboard.setHelpText (help);
    keyboard.setAvailableRange (pianoLowest, pianoHighest);
    keyboard.setScrollButtonsVisible (false);
    keyboard.setMidiChannel (screenChannel);
    keyboard.setVelocity (screenVelocity, true);
    keyboard.clearKeyMappings();
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
        [this] (juce::Slider& wheel, const char* title, const char* help, double low, std::function<void()> move)
    {
        wheel.setRange (low, 1.0);
        describe (wheel, title, help);
        wheel.setWantsKeyboardFocus (true);
        wheel.setColour (juce::Slider::trackColourId, palette::quietText);
        wheel.setSliderSnapsToMousePosition (true);
        wheel.setDoubleClickReturnValue (true, 0.0);
        wheel.onValueChange = std::move (move);
        addAndMakeVisible (wheel);
    };
    using Type = PerformanceEvent::Type;
    addWheel (bend, "Pitch bend", "Pitch wheel: returns to the centre when released.", -1.0,
              [this] {
                  session.play ({ 0, Type::pitchBend, 0, 0, bend.getValue() });
              });
    bend.getProperties().set ("origin", 0.5);
    bend.onDragEnd = [this] { bend.setValue (0.0); };
    addWheel (modulation, "Modulation", "Modulation wheel (CC1): vibrato and assignments in the matrix.", 0.0,
              [this] {
                  session.play ({ 0, Type::controller, 0, Controller::modulation, modulation.getValue() });
              });
}

KeyboardStrip::~KeyboardStrip()
{
    showingHostNotes = false;
    for (int key = 0; key < keyCount; ++key)
        if (! hostHolds[static_cast<std::size_t> (key)])
            state.noteOff (screenChannel, key, 0.0f);
    state.removeListener (this);
}

void KeyboardStrip::handleNoteOn (juce::MidiKeyboardState*, int, int key, float velocity)
{
    follow (key, PerformanceEvent::Type::noteOn, velocity);
}

void KeyboardStrip::handleNoteOff (juce::MidiKeyboardState*, int, int key, float velocity)
{
    follow (key, PerformanceEvent::Type::noteOff, velocity);
}

/** Plays a key of the mouse or the computer, and shows any key at once: MidiKeyboardComponent would repaint it at the
    next tick of its own timer, and until then show both states if a neighbour is repainted. */
void KeyboardStrip::follow (int key, PerformanceEvent::Type type, float velocity)
{
    if (! showingHostNotes)
        session.play ({ 0, type, 0, static_cast<std::uint16_t> (key), static_cast<double> (velocity) });
    keyboard.repaint (keyboard.getRectangleForKey (key).getSmallestIntegerContainer());
}

bool KeyboardStrip::followComputer()
{
    const auto modifiers = juce::ModifierKeys::currentModifiers;
    return followComputer (juce::KeyPress::isKeyCurrentlyDown,
                           ! modifiers.isCommandDown() && ! modifiers.isCtrlDown() && ! modifiers.isAltDown());
}

bool KeyboardStrip::followComputer (const std::function<bool (char letter)>& isDown, bool mayPlay)
{
    const int before = computer.base();
    const bool isOurs = computer.follow (isDown, mayPlay, [this] (int key, bool begins) { playLetter (key, begins); });
    if (computer.base() != before)
        repaint();
    return isOurs;
}

void KeyboardStrip::silence()
{
    computer.silence ([this] (int key, bool begins) { playLetter (key, begins); });
}

void KeyboardStrip::playLetter (int key, bool begins)
{
    if (begins)
        state.noteOn (screenChannel, key, screenVelocity);
    else
        state.noteOff (screenChannel, key, screenVelocity);
}

char KeyboardStrip::letterOf (int key) const
{
    const int place = key - computer.base();
    return hasLetters && place >= 0 && place < static_cast<int> (ComputerKeys::letters.size())
               ? ComputerKeys::letters[static_cast<std::size_t> (place)]
               : '\0';
}

/** Moves the letters to the middle octave of a preset that was loaded. */
void KeyboardStrip::followPreset()
{
    if (std::exchange (editsSeen, session.edits()) == session.edits() && ! presetSeen.empty())
        return;
    const auto info = session.loadedPreset().info;
    if (std::exchange (presetSeen, info.name) == info.name)
        return;
    computer.setBase (info.middleKey() / 12 * 12);
    repaint();
}

/** Sets the range of keys: extended down to the lowest key switch if that is below a piano, or up to the highest if
    above. */
void KeyboardStrip::setRange()
{
    int highest = pianoHighest;
    lowest = pianoLowest;
    for (int key = 0; key < keyCount; ++key)
        if (switches[static_cast<std::size_t> (key)])
        {
            lowest = juce::jmin (lowest, key);
            highest = juce::jmax (highest, key);
        }
    int whites = 0;
    for (int key = lowest; key <= highest; ++key)
        whites += juce::MidiMessage::isMidiNoteBlack (key) ? 0 : 1;
    keyboard.setAvailableRange (lowest, highest);
    keyboard.setKeyWidth (static_cast<float> (keyboard.getWidth()) / static_cast<float> (whites));
    keyboard.setLowestVisibleKey (lowest);
}

juce::String KeyboardStrip::switchOn (int key) const
{
    if (key < 0 || key >= keyCount)
        return {};
    const auto chosen = switches[static_cast<std::size_t> (key)];
    return chosen ? toJuce (articulationInfo().choices[static_cast<std::size_t> (*chosen)]) : juce::String();
}

juce::Rectangle<float> KeyboardStrip::placeOf (int key) const
{
    if (key < keyboard.getRangeStart() || key > keyboard.getRangeEnd())
        return {};
    return keyboard.getRectangleForKey (key) + keyboard.getPosition().toFloat();
}

int KeyboardStrip::keyAt (juce::Point<int> place) const
{
    for (const bool black : { true, false }) // black keys lie on top
        for (int key = 0; key < keyCount; ++key)
            if (juce::MidiMessage::isMidiNoteBlack (key) == black && placeOf (key).contains (place.toFloat()))
                return key;
    return -1;
}

juce::String KeyboardStrip::Keys::getWhiteNoteText (int key)
{
    const bool isFree = strip.switchOn (key).isEmpty() && strip.letterOf (key) == '\0';
    return isFree ? MidiKeyboardComponent::getWhiteNoteText (key) : juce::String();
}

SentenceLine::Help KeyboardStrip::Keys::helpAt (juce::Point<int> place) const
{
    const int key = strip.keyAt (place + getPosition());
    const auto chosen = key >= 0 ? strip.switchOn (key) : juce::String();
    return { key >= 0 ? toJuce (kolophon::keyName (key)) : getTitle(),
             {},
             chosen.isNotEmpty() ? "Key switch: the following notes use " + chosen + "; this key makes no sound."
                                 : getHelpText(),
             {},
             {} };
}

void KeyboardStrip::refresh (const Patch& patch)
{
    auto wanted = switches;
    for (int key = 0; key < keyCount; ++key)
        wanted[static_cast<std::size_t> (key)] = switchedArticulation (patch, key);
    const int now = static_cast<int> (patch.handArticulation);
    if (wanted != switches || now != articulation)
    {
        const bool moves = std::exchange (switches, wanted) != wanted;
        articulation = now;
        if (moves)
            setRange();
        repaint();
    }
    followPreset();
    if (computer.sounds()) // a key may come up while something else has the focus
        followComputer (juce::KeyPress::isKeyCurrentlyDown, false);
    const juce::ScopedValueSetter<bool> guard (showingHostNotes, true);
    for (int key = 0; key < keyCount; ++key)
    {
        auto& held = hostHolds[static_cast<std::size_t> (key)];
        if (session.isKeyHeld (key) == held)
            continue;
        held = ! held;
        if (held)
            state.noteOn (screenChannel, key, 1.0f);
        else
            state.noteOff (screenChannel, key, 0.0f);
    }
}

void KeyboardStrip::resized()
{
    auto area = getLocalBounds();
    auto wheels = area.removeFromLeft (76).reduced (8, 6);
    bend.setBounds (wheels.removeFromLeft (wheels.getWidth() / 2).withTrimmedTop (16));
    modulation.setBounds (wheels.withTrimmedTop (16));
    keyboard.setBounds (area);
    setRange();
}

void KeyboardStrip::paint (juce::Graphics& g)
{
    g.setColour (palette::panel);
    g.fillRoundedRectangle (getLocalBounds().withWidth (70).toFloat(), 6.0f);
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (12.0f));
    for (const auto* wheel : { &bend, &modulation })
        g.drawText (wheel == &bend ? "Bend" : "Mod", wheel->getBounds().withY (4).withHeight (16),
                    juce::Justification::centred, false);
}

/** Paints the computer's letters on the keys that they play. */
void KeyboardStrip::paintLetters (juce::Graphics& g)
{
    constexpr float height = 14.0f, below = 2.0f; // [px]
    g.setFont (LookAndFeel::font (12.0f, true));
    for (const bool black : { false, true }) // black keys lie on top
        for (int key = 0; key < keyCount; ++key)
        {
            const auto place = placeOf (key);
            const char letter = letterOf (key);
            if (juce::MidiMessage::isMidiNoteBlack (key) != black || letter == '\0' || place.isEmpty() ||
                switchOn (key).isNotEmpty())
                continue;
            g.setColour (black ? juce::Colour (0xffd6d3cc) : juce::Colour (0xff14161a));
            g.drawText (juce::String::charToString (static_cast<juce::juce_wchar> (upperCase (letter))),
                        place.withTrimmedBottom (below).removeFromBottom (height), juce::Justification::centred, false);
        }
}

/** Paints the names of key switches, upright on their keys; the active one is filled. A white key has about nine pixels
    between two black ones. */
void KeyboardStrip::paintOverChildren (juce::Graphics& g)
{
    paintLetters (g);
    constexpr float blackLabel = 12.0f, letters = 12.0f; // [px]
    for (const bool black : { false, true })             // black keys lie on top
        for (int key = 0; key < keyCount; ++key)
        {
            const auto name = switchOn (key);
            const auto place = placeOf (key);
            if (juce::MidiMessage::isMidiNoteBlack (key) != black || name.isEmpty() || place.isEmpty())
                continue;
            const auto label = place.withSizeKeepingCentre (black ? blackLabel : place.getWidth() - blackLabel,
                                                            place.getHeight() - 4.0f);
            const bool inUse = switches[static_cast<std::size_t> (key)] == articulation;
            g.setColour (inUse ? juce::Colour (0xffe0a020) : juce::Colour (0xfff3ead2));
            g.fillRoundedRectangle (label, 2.0f);
            g.setColour (juce::Colour (0xff14161a));
            g.setFont (LookAndFeel::font (letters, inUse));
            const juce::Graphics::ScopedSaveState upright (g);
            g.addTransform (juce::AffineTransform::rotation (-juce::MathConstants<float>::halfPi, label.getCentreX(),
                                                             label.getCentreY()));
            g.drawText (
                name, juce::Rectangle<float> (label.getHeight() - 2.0f, letters + 2.0f).withCentre (label.getCentre()),
                juce::Justification::centredLeft, false);
        }
}
} // namespace kolophon
