#include "PluginEditor.h"

namespace kolophon
{
namespace
{
constexpr int margin = 12, gap = 9;
constexpr int headerHeight = 44, panelsHeight = 445, stripHeight = 78, sentenceHeight = 28, keyboardHeight = 74;

/** The bow's side is amber, the body's cyan, what is heard green. */
juce::Colour accentOf (std::string_view group)
{
    if (group == "Hand" || group == "Contact")
        return palette::stick;
    return group == "Body" || group == "Voice" ? palette::slip : palette::energy;
}
} // namespace

PluginEditor::PluginEditor (PluginProcessor& itsProcessor)
    : AudioProcessorEditor (itsProcessor), kolophon (itsProcessor),
      presetBar (
          itsProcessor,
          [this] (double scale)
          { setSize (juce::roundToInt (scale * designWidth), juce::roundToInt (scale * designHeight)); },
          [this] (const juce::String& message) { sentence.showError (message); }),
      engine (Synth::instructionSet()), keyboard (itsProcessor), lastBlockAt (juce::Time::getMillisecondCounter())
{
    setLookAndFeel (&lookAndFeel);
    setTitle ("Kolophon");
    setOpaque (true);
    addAndMakeVisible (content);
    content.addAndMakeVisible (presetBar);
    addPanels();
    for (juce::Component* part :
         std::initializer_list<juce::Component*> { &level, &ledger, &engine, &sentence, &keyboard })
        content.addAndMakeVisible (part);
    layOut();
    refresh();

    const int remembered = kolophon.editorWidth.load();
    const int width = juce::jlimit (designWidth * 64 / 100, designWidth * 2, remembered > 0 ? remembered : designWidth);
    setResizable (true, true);
    setResizeLimits (designWidth * 64 / 100, designHeight * 64 / 100, designWidth * 2, designHeight * 2);
    getConstrainer()->setFixedAspectRatio (static_cast<double> (designWidth) / designHeight);
    setSize (width, juce::roundToInt (static_cast<double> (width) * designHeight / designWidth));
    startTimerHz (30);
}

PluginEditor::~PluginEditor()
{
    stopTimer();
    setLookAndFeel (nullptr);
}

void PluginEditor::addPanels()
{
    std::string_view group;
    for (auto* parameter : kolophon.bridge().parameters())
    {
        const auto accent = accentOf (parameter->info.group);
        if (parameter->info.group != group)
        {
            group = parameter->info.group;
            panels.push_back (std::make_unique<ParameterPanel> (toJuce (group), accent));
            content.addAndMakeVisible (*panels.back());
        }
        panels.back()->add (std::make_unique<ParameterRow> (*parameter, accent, sentence, *this));
    }
}

/** Groups flow into columns: one stands below the one before when there is room. */
void PluginEditor::layOut()
{
    content.setBounds (0, 0, designWidth, designHeight);
    auto area = content.getLocalBounds();
    presetBar.setBounds (area.removeFromTop (headerHeight));
    area.reduce (margin, 0);
    area.removeFromTop (4);
    const auto columnsArea = area.removeFromTop (panelsHeight);

    std::vector<std::vector<ParameterPanel*>> columns;
    int used = panelsHeight + 1;
    for (auto& panel : panels)
    {
        const int height = panel->naturalHeight();
        if (used + gap + height > panelsHeight)
        {
            columns.emplace_back();
            used = -gap;
        }
        columns.back().push_back (panel.get());
        used += gap + height;
    }

    const int count = static_cast<int> (columns.size());
    const int width = (columnsArea.getWidth() - (count - 1) * gap) / juce::jmax (1, count);
    auto rest = columnsArea;
    int order = 2;
    for (auto& column : columns)
    {
        auto place = rest.removeFromLeft (width);
        rest.removeFromLeft (gap);
        for (auto* panel : column)
        {
            panel->setBounds (panel == column.back() ? place : place.removeFromTop (panel->naturalHeight()));
            panel->setExplicitFocusOrder (order++);
            place.removeFromTop (gap);
        }
    }

    area.removeFromTop (gap);
    auto strip = area.removeFromTop (stripHeight);
    level.setBounds (strip.removeFromLeft (300));
    strip.removeFromLeft (gap);
    engine.setBounds (strip.removeFromRight (width));
    strip.removeFromRight (gap);
    ledger.setBounds (strip);
    area.removeFromTop (4);
    sentence.setBounds (area.removeFromTop (sentenceHeight));
    area.removeFromTop (4);
    keyboard.setBounds (area.removeFromTop (keyboardHeight));
    presetBar.setExplicitFocusOrder (1);
    keyboard.setExplicitFocusOrder (order);
}

void PluginEditor::resized()
{
    content.setTransform (juce::AffineTransform::scale (static_cast<float> (getWidth()) / designWidth));
    kolophon.editorWidth.store (getWidth());
}

void PluginEditor::paint (juce::Graphics& g)
{
    g.fillAll (palette::ground);
}

void PluginEditor::refresh()
{
    for (auto& panel : panels)
        panel->refresh();
    presetBar.refresh();
    keyboard.refresh();
    sentence.refresh();
    takeComputerKeys();

    MeterFrame frame;
    const bool fresh = kolophon.collectMeters (frame);
    level.advance (fresh ? &frame : nullptr);
    if (fresh)
    {
        ledger.show (frame);
        engine.show (frame.voicesAwake, kolophon.getSampleRate());
    }
    watchSoundCard();
}

/** A host needs the computer's keys for itself; in the stand-alone app they play whenever nothing else has asked for
    them. */
void PluginEditor::takeComputerKeys()
{
    const auto* window = getPeer();
    if (kolophon.wrapperType == juce::AudioProcessor::wrapperType_Standalone && window != nullptr && window->isFocused()
        && ! hasKeyboardFocus (true))
        keyboard.keys().grabKeyboardFocus();
}

void PluginEditor::watchSoundCard()
{
    constexpr juce::uint32 patience = 1000; // [ms]
    const auto now = juce::Time::getMillisecondCounter();
    if (const auto blocks = kolophon.blocksProcessed(); blocks != blocksSeen)
    {
        blocksSeen = blocks;
        lastBlockAt = now;
    }
    const bool silent =
        kolophon.wrapperType == juce::AudioProcessor::wrapperType_Standalone && now - lastBlockAt > patience;
    engine.setSilentMachine (silent);
    if (silent)
        sentence.setResting (
            "No sound card is running - Options > Audio/MIDI Settings; or render to a file with kolophon render", true);
    else
        sentence.setResting ("Point at a control to see what it does. Double-click: default. Click a value to type it.",
                             false);
}
} // namespace kolophon
