#include "PluginEditor.h"

#include "../Files/SoundFile.h"

#include <algorithm>
#include <chrono>

namespace kolophon
{
namespace
{
constexpr int margin = 12, gap = 9;
constexpr int lowestPercent = 64, highestPercent = 200; // of the design's size
constexpr int headerHeight = 44, panelsHeight = 445, stripHeight = 78, sentenceHeight = 28, keyboardHeight = 74;

/** The bow's side is amber, the body's cyan, what is heard green. */
juce::Colour accentOf (std::string_view group)
{
    if (group == "Hand" || group == "Contact")
        return palette::stick;
    return group == "Body" || group == "Voice" ? palette::slip : palette::energy;
}

/** The panel where a group's rows stand. The second contact and the second body take turns with the first, the surface
    is part of the contact; what is left is the header's button. */
std::string_view panelOf (std::string_view group)
{
    if (group == "Contact B")
        return "Contact";
    if (group == "Block")
        return "Body";
    if (group == "Surface")
        return "Contact";
    return group == "Compare" ? "" : group;
}

/** A click leaves the keyboard to whoever has it: the host's space bar, or the keys that are being played. Tab and
    typed values still work. */
void leaveKeyboardAlone (juce::Component& component)
{
    component.setMouseClickGrabsKeyboardFocus (false);
    for (auto* child : component.getChildren())
        leaveKeyboardAlone (*child);
}
} // namespace

PluginEditor::PluginEditor (PluginProcessor& itsProcessor)
    : AudioProcessorEditor (itsProcessor), kolophon (itsProcessor),
      presetBar (itsProcessor,
                 { [this] (double scale) { resizeTo (scale); },
                   [this] { return static_cast<double> (getWidth()) / designWidth; },
                   [this] { return static_cast<double> (widest()) / designWidth; } },
                 [this] (const juce::String& message) { sentence.showError (message); }),
      compare (itsProcessor.bridge(), sentence), engine (Synth::instructionSet()), keyboard (itsProcessor),
      lastBlockAt (juce::Time::getMillisecondCounter())
{
    setLookAndFeel (&shared->look);
    setTitle ("Kolophon");
    setOpaque (true);
    addAndMakeVisible (content);
    content.addAndMakeVisible (presetBar);
    content.addAndMakeVisible (compare);
    addPanels();
    for (juce::Component* part :
         std::initializer_list<juce::Component*> { &level, &ledger, &engine, &sentence, &keyboard })
        content.addAndMakeVisible (part);
    layOut();
    refresh();

    const int remembered = kolophon.editorWidth.load(), maxWidth = widest();
    setResizable (true, true);
    setResizeLimits (designWidth * lowestPercent / 100, designHeight * lowestPercent / 100, maxWidth,
                     maxWidth * designHeight / designWidth);
    getConstrainer()->setFixedAspectRatio (static_cast<double> (designWidth) / designHeight);
    resizeTo (static_cast<double> (remembered > 0 ? remembered : designWidth) / designWidth);
    leaveKeyboardAlone (*this);
    startTimerHz (30);
}

PluginEditor::~PluginEditor()
{
    stopTimer();
    setLookAndFeel (nullptr);
}

int PluginEditor::widestOn (juce::Rectangle<int> room) noexcept
{
    constexpr int frame = 16, title = 64; // [px] of a window around the editor, and of a host's bar above it
    constexpr int minWidth = designWidth * lowestPercent / 100, maxWidth = designWidth * highestPercent / 100;
    if (room.isEmpty())
        return maxWidth;
    return juce::jlimit (minWidth, maxWidth,
                         juce::jmin (room.getWidth() - frame, (room.getHeight() - title) * designWidth / designHeight));
}

/** On the screen where the window is or will be. */
int PluginEditor::widest() const
{
    const auto& displays = juce::Desktop::getInstance().getDisplays();
    const auto* display = isShowing() ? displays.getDisplayForRect (getScreenBounds()) : displays.getPrimaryDisplay();
    return widestOn (display != nullptr ? display->userArea : juce::Rectangle<int>());
}

void PluginEditor::resizeTo (double scale)
{
    const int width =
        juce::jlimit (designWidth * lowestPercent / 100, widest(), juce::roundToInt (scale * designWidth));
    setSize (width, juce::roundToInt (static_cast<double> (width) * designHeight / designWidth));
}

ParameterPanel& PluginEditor::panelNamed (std::string_view name, juce::Colour accent)
{
    for (auto& panel : panels)
        if (panel->getName() == toJuce (name))
            return *panel;
    panels.push_back (std::make_unique<ParameterPanel> (toJuce (name), accent));
    content.addAndMakeVisible (*panels.back());
    return *panels.back();
}

void PluginEditor::addPanels()
{
    // The surface stands below both contacts, whichever is shown.
    std::vector<TableParameter*> parameters (kolophon.bridge().parameters().begin(),
                                             kolophon.bridge().parameters().end());
    std::stable_partition (parameters.begin(), parameters.end(),
                           [] (const auto* parameter) { return parameter->info.group != "Surface"; });
    for (auto* parameter : parameters)
    {
        const auto& info = parameter->info;
        const auto name = panelOf (info.group);
        if (name.empty())
            continue;
        const auto accent = accentOf (name);
        auto row = std::make_unique<ParameterRow> (*parameter, accent, sentence, *this);
        if (info.id == "contact.law" || info.id == "contact_b.law")
            explainLaw (*row);
        if (info.id == "body.type")
            row->setHelp (
                [this]
                {
                    const auto& body = bodyOf (kolophon.bridge().patch());
                    return SentenceLine::Help { "Body", toJuce (body.name), toJuce (body.summary), {}, {} };
                });
        panelNamed (name, accent).add (std::move (row));
    }
    addContactMenu();
    reserveRows();
}

void PluginEditor::explainLaw (ParameterRow& row)
{
    row.setHeadings ([] (int choice) { return toJuce (lawTable()[static_cast<std::size_t> (choice)].family); });
    row.setHelp (
        [this]
        {
            const auto patch = kolophon.bridge().patch();
            const auto& contact = heardContact (patch);
            const auto& law = lawOf (contact);
            const bool creates = canCreateEnergy (contact);
            return SentenceLine::Help { "Law", toJuce (law.name), toJuce (law.summary),
                                        creates ? "can create energy" : "passive",
                                        creates ? palette::alarm : palette::energy };
        });
}

void PluginEditor::addContactMenu()
{
    auto& panel = panelNamed ("Contact", accentOf ("Contact"));
    contactPanel = &panel;
    const juce::String words = "Copies all knobs of contact A to contact B or back, or swaps them.";
    auto button = std::make_unique<HelpButton> ("Copy", "Copy contacts", sentence,
                                                [words] {
                                                    return SentenceLine::Help { "Copy", {}, words, {}, {} };
                                                });
    button->setHelpText (words);
    button->setMouseClickGrabsKeyboardFocus (false);
    auto& target = *button;
    button->onClick = [this, &target]
    {
        juce::PopupMenu menu;
        addContactItems (menu, kolophon.bridge());
        menu.setLookAndFeel (&shared->look);
        menu.showMenuAsync (juce::PopupMenu::Options().withTargetComponent (target).withDeletionCheck (*this));
    };
    panel.setButton (std::move (button));
}

/** Panels keep their place whatever is chosen: each has room for the law or the body with most rows. */
void PluginEditor::reserveRows()
{
    auto patch = Patch::defaults();
    for (std::size_t body = 0; body < bodyTable().size(); ++body)
        for (std::size_t law = 0; law < lawTable().size(); ++law)
            for (const auto bristle : { BristleMode::travel, BristleMode::stiffness })
            {
                patch.bodyType = static_cast<double> (body);
                patch.contact.law = static_cast<double> (law);
                patch.contact.bristle = static_cast<double> (bristle);
                for (auto& panel : panels)
                    panel->reserve (patch);
            }
}

/** Groups flow into columns: one stands below the one before when there is room. */
void PluginEditor::layOut()
{
    content.setBounds (0, 0, designWidth, designHeight);
    auto area = content.getLocalBounds();
    const auto header = area.removeFromTop (headerHeight);
    presetBar.setBounds (header);
    compare.setBounds (header.reduced (0, 9).withX (designWidth / 2 + 200).withWidth (104));
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
    int order = 3;
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
    compare.setExplicitFocusOrder (2);
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

bool PluginEditor::isInterestedInFileDrag (const juce::StringArray& files)
{
    const juce::File file (files[0]);
    return files.size() == 1 && file.hasFileExtension ("json;scl;kbm;wav;aif;aiff;flac;ogg;oga;opus");
}

void PluginEditor::filesDropped (const juce::StringArray& files, int, int)
{
    if (! isInterestedInFileDrag (files))
        return;
    if (isReading())
        return sentence.showError ("one file at a time, please");
    const juce::File file (files[0]);
    sentence.setBusy (isRecording (file.getFullPathName().toStdString())
                          ? "Listening for the modes of " + file.getFileName() + "..."
                          : "Reading " + file.getFileName() + "...");
    reading = std::async (std::launch::async,
                          [file, tuning = kolophon.currentTuning()] { return readDroppedFile (file, tuning); });
}

void PluginEditor::takeWhatWasRead()
{
    if (! isReading() || reading.wait_for (std::chrono::seconds (0)) != std::future_status::ready)
        return;
    sentence.setBusy ({});
    const auto file = reading.get();
    if (! file)
        sentence.showError (toJuce (file.error().what()));
    else if (const auto* preset = std::get_if<Preset> (&*file))
        kolophon.loadPreset (*preset);
    else if (const auto* tuning = std::get_if<KeyTuning> (&*file))
        kolophon.loadTuning (*tuning);
    else
        kolophon.loadBody (std::get<CustomBody> (*file));
}

void PluginEditor::refresh()
{
    takeWhatWasRead();
    const auto patch = kolophon.bridge().patch();
    for (auto& panel : panels)
        panel->refresh (patch);
    const bool comparing = patch.compareOn >= 0.5;
    contactPanel->showTitle (! comparing ? "Contact" : (heardSlot (patch) == Slot::b ? "Contact B" : "Contact A"));
    compare.refresh (patch);
    presetBar.refresh();
    keyboard.refresh();
    sentence.refresh();
    takeComputerKeys();

    MeterFrame frame;
    const bool fresh = kolophon.collectMeters (frame);
    level.advance (fresh ? &frame : nullptr);
    if (fresh)
    {
        ledger.show (frame, canCreateEnergy (heardContact (patch)),
                     canCreateEnergy (patch.contact) || canCreateEnergy (patch.contactB));
        engine.show (frame.voicesAwake, kolophon.getSampleRate());
    }
    watchSoundCard();
}

/** A host needs the computer's keys for itself; in the stand-alone app they play whenever nothing else has asked for
    them. */
void PluginEditor::takeComputerKeys()
{
    const auto* window = getPeer();
    if (kolophon.wrapperType == juce::AudioProcessor::wrapperType_Standalone && window != nullptr &&
        window->isFocused() && ! hasKeyboardFocus (true))
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
