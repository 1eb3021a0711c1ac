// SPDX-License-Identifier: GPL-3.0-or-later
#include "TakesPane.h"

#include "../../Core/Text/AsciiText.h"
#include "../../Core/Text/KeyName.h"
#include "../../Core/Text/NumberText.h"
#include "../../Rendering/Takes/TakeRunner.h"
#include "../Controls/IconButton.h"
#include "../Panels/PanelFrame.h"
#include "../Session/InstrumentSession.h"

#include <algorithm>
#include <cmath>

/** Construction and layout of the panel of takes. */
namespace kolophon
{
namespace
{
constexpr int leftWidth = 480, gap = 8, paneSide = 12, paneHeaderHeight = 30, takeRowHeight = 26, captionWidth = 84;
constexpr double usualTrim = 60.0, usualLoudness = -18.0, usualPeak = -1.0;
constexpr std::array<int, 4> rates { 44100, 48000, 88200, 96000 };

juce::String numberText (double value, int decimals, const char* unit)
{
    const auto digits =
        toJuce (significant (std::round (value * std::pow (10.0, decimals)) / std::pow (10.0, decimals), 9));
    return *unit == 0 ? digits : digits + " " + unit;
}
} // namespace

ValueField& TakesPane::addField (const char* name, const char* title, const char* help)
{
    fields.push_back (
        std::make_unique<ValueField> (juce::String::fromUTF8 (name), juce::String::fromUTF8 (help), context.sentence));
    auto& added = *fields.back();
    added.setTitle (title);
    addAndMakeVisible (added);
    return added;
}

void TakesPane::addNumber (const char* name, const char* title, const char* help, double low, double high, int decimals,
                           const char* unit, std::function<double()> get, std::function<void (double)> set, double step)
{
    auto& its = addField (name, title, help);
    its.text = [=] { return numberText (get(), decimals, unit); };
    its.typed = [=] (const juce::String& text) -> juce::String
    {
        const auto value = typedNumber (text, title, low, high, unit, decimals == 0);
        if (! value)
            return toJuce (value.error().what());
        set (*value);
        return {};
    };
    its.turn = [=] (double steps) { set (juce::jlimit (low, high, get() + steps * step)); };
}

void TakesPane::makeSourceFields()
{
    source.addItem ("A key", 1);
    source.addItem ("The last minute", 2);
    source.setTitle ("Material");
    source.setHelpText (
        "Material for the takes: one held key, or the last minute as played, including all knob changes.");
    source.setSelectedId (1, juce::dontSendNotification);
    source.onChange = [this] { setFromPerformance (source.getSelectedId() == 2); };
    addAndMakeVisible (source);
    auto& note = addField ("Note", "Note", "Key to hold: G3, C#4, Bb2; C4 is middle C.");
    note.text = [this] { return toJuce (kolophon::keyName (order().key)); };
    note.typed = [this] (const juce::String& text) -> juce::String
    {
        const auto key = keyFromName (text.trim().toStdString());
        if (! key)
            return "\"" + text + "\" is an invalid note; use G3, C#4, Bb2 (C4 is middle C) or 0 to 127";
        order().key = *key;
        return {};
    };
    note.turn = [this] (double steps) { order().key = juce::jlimit (0, 127, order().key + (steps > 0.0 ? 1 : -1)); };
    addNumber (
        "Held", "Seconds", "Time the key is held; the take continues until the sound has decayed.", 0.01, 600.0, 3, "s",
        [this] { return order().seconds; }, [this] (double value) { order().seconds = value; }, 0.1);
    addNumber (
        "Velocity", "Velocity", "Key velocity.", 1.0, 127.0, 0, "", [this] { return order().velocity; },
        [this] (double value) { order().velocity = juce::roundToInt (value); }, 1.0);
    addNumber (
        "Takes", "Number of takes", "Number of files.", 1.0, 10000.0, 0, "", [this] { return order().count; },
        [this] (double value) { order().count = juce::roundToInt (value); }, 1.0);
    addNumber (
        "Seed", "Seed of the takes", "Random seed of the takes: the same seed gives identical files, to the last bit.",
        0.0, 1e15, 0, "", [this] { return static_cast<double> (order().seed); },
        [this] (double value) { order().seed = static_cast<std::uint64_t> (std::round (value)); }, 1.0);
    addNumber (
        "±", "Amount", "Range of variation for the next knob, as a fraction of its value.", 0.0, 1000.0, 1, "%",
        [this] { return 100.0 * amount; }, [this] (double value) { amount = 0.01 * value; }, 1.0);
    addNumber (
        "Gesture ±", "Gesture variation",
        "Amount by which the gesture's points vary: of speed and force, of an octave of position, of half the time to "
        "the next point.",
        0.0, 100.0, 1, "%", [this] { return 100.0 * order().gestureVariation; },
        [this] (double value) { order().gestureVariation = 0.01 * value; }, 1.0);
}

void TakesPane::makeFinishingFields()
{
    addNumber (
        "Level", "Level of the files", "Target level of each file. Loudness never raises a peak above -1 dBFS.", -70.0,
        0.0, 1, "dB", [this] { return order().finishing.level.value_or (LevelTarget {}).level; },
        [this] (double value)
        {
            if (order().finishing.level)
                order().finishing.level->level = value;
        },
        0.5);
    auto& trim = addField ("Trim", "Trim",
                           "Removes the parts at both ends that lie this far below the peak; off removes nothing.");
    trim.text = [this]
    {
        const auto its = order().finishing.trimDb;
        return its ? numberText (*its, 1, "dB") : juce::String ("off");
    };
    trim.typed = [this] (const juce::String& text) -> juce::String
    {
        const auto value = typedNumber (text, "Trim", 6.0, 140.0, "dB");
        const bool isOff = text.trim().equalsIgnoreCase ("off");
        if (! value && ! isOff)
            return toJuce (value.error().what()) + ", or off";
        order().finishing.trimDb = isOff ? std::nullopt : std::optional (*value);
        return {};
    };
    trim.turn = [this] (double steps)
    {
        auto& its = order().finishing.trimDb;
        its = its ? juce::jlimit (6.0, 140.0, *its + steps) : usualTrim;
    };
    addNumber (
        "Fade in", "Fade in", "Length of the fade at the beginning.", 0.0, 60000.0, 1, "ms",
        [this] { return 1e3 * order().finishing.fades.in; },
        [this] (double value) { order().finishing.fades.in = 1e-3 * value; }, 1.0);
    addNumber (
        "out", "Fade out", "Length of the fade at the end.", 0.0, 60000.0, 1, "ms",
        [this] { return 1e3 * order().finishing.fades.out; },
        [this] (double value) { order().finishing.fades.out = 1e-3 * value; }, 10.0);
    auto& name = addField ("Name", "Name of the files", "Beginning of the file names; a number follows.");
    name.text = [this] { return toJuce (order().name); };
    name.typed = [this] (const juce::String& text) -> juce::String
    {
        auto next = order();
        next.name = text.trim().toStdString();
        if (const auto plan = planTakes (next); ! plan)
            return toJuce (plan.error().what());
        order().name = next.name;
        return {};
    };
}

void TakesPane::makeMenus()
{
    const auto menu = [this] (juce::ComboBox& box, const char* title, const char* help,
                              std::initializer_list<const char*> items, std::function<void (int)> choose)
    {
        int id = 1;
        for (const auto* item : items)
            box.addItem (item, id++);
        box.setTitle (title);
        box.setHelpText (help);
        box.onChange = [&box, choose] { choose (box.getSelectedId() - 1); };
        addAndMakeVisible (box);
    };
    menu (level, "Normalise", "Normalises each file by loudness (LUFS), by peak (dBFS), or not at all.",
          { "Off", "Loudness", "Peak" },
          [this] (int place)
          {
              auto& target = order().finishing.level;
              if (place == 0)
                  target.reset();
              else
                  target = LevelTarget { place == 1 ? LevelTarget::Measure::loudness : LevelTarget::Measure::peak,
                                         place == 1 ? usualLoudness : usualPeak };
              refresh();
          });
    menu (rate, "Sample rate", "Sample rate of the files; a recorded performance keeps its own.",
          { "44.1 kHz", "48 kHz", "88.2 kHz", "96 kHz" },
          [this] (int place) { order().sampleRate = rates[static_cast<std::size_t> (place)]; });
    menu (bits, "Sample format", "16 bits are dithered.", { "16 bit", "24 bit", "32 bit float" },
          [this] (int place) { order().format = static_cast<WavFormat> (place); });
}

void TakesPane::showChoices()
{
    const auto show = [] (juce::ComboBox& box, int place)
    { box.setSelectedId (place + 1, juce::dontSendNotification); };
    const auto& target = order().finishing.level;
    show (level, ! target ? 0 : (target->measure == LevelTarget::Measure::loudness ? 1 : 2));
    const auto found = std::find (rates.begin(), rates.end(), order().sampleRate);
    show (rate, found == rates.end() ? 1 : static_cast<int> (found - rates.begin()));
    show (bits, static_cast<int> (order().format));
}

void TakesPane::makeButtons()
{
    chips.onChange = [this] (const juce::String& list) { setVary (list); };
    addAndMakeVisible (chips);
    vary.setTitle ("Variations");
    vary.setHelpText (juce::String::fromUTF8 ("id=±20%, id=±5 mm/s, id=lowest:highest or id=*, separated by commas; * "
                                              "in an id stands for any letters"));
    vary.setFont (LookAndFeel::font (13.0f));
    vary.setMultiLine (true, true);
    vary.setReturnKeyStartsNewLine (false);
    vary.setTextToShowWhenEmpty ("no variation: all takes are identical", palette::quietText);
    vary.setText (toJuce (order().vary), false);
    vary.onTextChange = [this] { order().vary = vary.getText().toStdString(); };
    vary.onReturnKey = vary.onFocusLost = [this] { checkVary(); };
    addChildComponent (vary);
    const auto add = [this] (juce::Button& button, const char* title, const char* help, std::function<void()> action)
    {
        describe (button, title, help);
        button.onClick = std::move (action);
        addAndMakeVisible (button);
    };
    add (addKnobButton, "Add a knob", "Varies another knob by the amount shown beside it.", [this] { showKnobs(); });
    add (asText, "Variations as text", "Shows the list as the text that kolophon take understands, to be edited.",
         [this] { showAsText (! vary.isVisible()); });
    add (folder, "Folder", "Opens the folder of the takes.", [this] { chooseFolder(); });
    add (start, "Render the takes", "Renders in the background; the sound continues.",
         [this] { context.session.takes().state().isRunning ? context.session.takes().cancel() : render(); });
    describe (folderText, "Folder of the takes", "Folder for the files.");
    describe (status, "Progress", "Number of rendered files.");
    for (auto* label : { &folderText, &status })
    {
        label->setFont (LookAndFeel::font (12.0f));
        label->setMinimumHorizontalScale (0.8f);
        addAndMakeVisible (*label);
    }
}

void TakesPane::resized()
{
    auto area = getLocalBounds();
    left = area.removeFromLeft (leftWidth);
    area.removeFromLeft (gap);
    takes.setBounds (area);
    captions.clear();
    auto inner = left.reduced (paneSide, 0).withTrimmedTop (paneHeaderHeight);
    int order = 1;
    const auto put = [&order] (juce::Component& part, juce::Rectangle<int> place)
    {
        part.setBounds (place);
        part.setExplicitFocusOrder (order++);
    };
    struct Cell
    {
        juce::Component* part;
        int width; // 0: remaining width
    };
    const auto its = [this] (const char* title) { return &field (title); };
    const auto line = [&] (const char* caption, std::initializer_list<Cell> cells, int spaceAfter = 4)
    {
        auto row = inner.removeFromTop (takeRowHeight);
        inner.removeFromTop (spaceAfter);
        captions.emplace_back (caption, row.removeFromLeft (captionWidth));
        for (const auto& [part, width] : cells)
        {
            put (*part, (width > 0 ? row.removeFromLeft (width) : row).reduced (0, 1));
            row.removeFromLeft (10);
        }
    };
    field ("Level of the files").setNameWidth (1);
    line ("Play", { { &source, 130 }, { its ("Note"), 78 }, { its ("Seconds"), 0 } });
    line ("", { { its ("Velocity"), 130 }, { its ("Number of takes"), 104 }, { its ("Seed of the takes"), 0 } }, 10);
    const auto chipArea = inner.removeFromTop (4 * (takeRowHeight + 4)).withTrimmedRight (6);
    captions.emplace_back ("Variations", chipArea.withWidth (captionWidth).withHeight (takeRowHeight));
    put (chips, chipArea.withTrimmedLeft (captionWidth).withTrimmedTop (1));
    put (vary, chipArea.withTrimmedLeft (captionWidth).reduced (0, 1));
    inner.removeFromTop (2);
    line ("", { { &addKnobButton, 74 }, { its ("Amount"), 74 }, { &asText, 74 }, { its ("Gesture variation"), 0 } },
          10);
    line ("Level", { { &level, 130 }, { its ("Level of the files"), 104 }, { its ("Trim"), 0 } });
    line ("", { { its ("Fade in"), 130 }, { its ("Fade out"), 104 } }, 10);
    line ("Files", { { &rate, 130 }, { &bits, 104 }, { its ("Name of the files"), 0 } });
    line ("", { { &folder, 84 }, { &folderText, 0 } });
    inner.removeFromTop (6);
    auto row = inner.removeFromTop (30).withTrimmedLeft (captionWidth);
    put (start, row.removeFromLeft (130));
    row.removeFromLeft (10);
    status.setBounds (row.removeFromRight (190));
    bar = row.withSizeKeepingCentre (row.getWidth(), 6);
    takes.setExplicitFocusOrder (order);
}

void TakesPane::paint (juce::Graphics& g)
{
    paintPanelFrame (g, left, paneHeaderHeight, paneSide, "One gesture, many files");
    g.setColour (palette::text);
    g.setFont (LookAndFeel::font (13.0f));
    for (const auto& [text, place] : captions)
        if (text.isNotEmpty())
            g.drawText (text, place, juce::Justification::centredLeft, false);
    if (progress < 0.0)
        return;
    g.setColour (palette::line);
    g.fillRoundedRectangle (bar.toFloat(), 3.0f);
    g.setColour (palette::stick);
    g.fillRoundedRectangle (
        bar.toFloat().withWidth (static_cast<float> (progress) * static_cast<float> (bar.getWidth())), 3.0f);
}
} // namespace kolophon
