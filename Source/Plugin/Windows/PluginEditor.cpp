// SPDX-License-Identifier: GPL-3.0-or-later
#include "PluginEditor.h"

#include "../../Synth/Feeds/MeterFrame.h"
#include "../Session/MidiLearn.h"
#include "../Session/ParameterBridge.h"

#include <algorithm>

namespace kolophon
{
namespace
{
constexpr int editorMargin = 12;
constexpr int lowestPercent = 64, highestPercent = 200; // of the design size
constexpr int headerHeight = 42, belowHeader = 6, macroHeight = 64, sentenceHeight = 26, keyboardHeight = 62;
} // namespace

PluginEditor::PluginEditor (juce::AudioProcessor& itsProcessor, InstrumentSession& itsSession)
    : AudioProcessorEditor (itsProcessor), session (itsSession), settings (itsSession.isHosted()),
      loader (itsSession, sentence),
      data (itsSession), pictures { itsSession, data, sentence, settings.hasReducedMotion() },
      context { itsSession, sentence, *this, shared->look, settings, &motion },
      motion (itsSession), steps { { itsProcessor, itsSession } }
{
    if (settings.isLight())
    {
        palette::use (palette::Theme::light);
        shared->look.applyPalette();
    }
    setLookAndFeel (&shared->look);
    setTitle ("Kolophon");
    setOpaque (true);
    content.setComponentID ("contents");
    addAndMakeVisible (content);
    makeContents();

    const int own = session.editorWidth(), remembered = own > 0 ? own : settings.width(), maxWidth = widest();
    setResizable (true, true);
    setResizeLimits (designWidth * lowestPercent / 100, designHeight * lowestPercent / 100, maxWidth,
                     maxWidth * designHeight / designWidth);
    getConstrainer()->setFixedAspectRatio (static_cast<double> (designWidth) / designHeight);
    resizeTo (static_cast<double> (remembered > 0 ? remembered : designWidth) / designWidth);
    leaveKeyboardAlone (*this);
    clock = { this, [this]
              {
                  if (pace.isDue())
                      look();
              } };
}

PluginEditor::~PluginEditor()
{
    clock = {};
    deck.clear(); // pictures refer to the data
    setLookAndFeel (nullptr);
}

void PluginEditor::makeContents()
{
    presetBar = std::make_unique<PresetBar> (
        session, loader, settings, sentence,
        PresetBar::Size { [this] (double scale) { resizeTo (scale); },
                          [this] { return static_cast<double> (getWidth()) / designWidth; },
                          [this] { return static_cast<double> (widest()) / designWidth; } });
    presetBar->onSaved = [this]
    {
        if (browser != nullptr)
            browser->reload();
    };
    presetBar->onName = [this]
    {
        const bool byKeyboard = juce::Component::getCurrentlyFocusedComponent() != nullptr &&
                                presetBar->isParentOf (juce::Component::getCurrentlyFocusedComponent());
        showBrowser (browser == nullptr);
        if (browser != nullptr && byKeyboard)
            browser->grabKeyboard();
    };
    presetBar->onPanic = [this] { keyboard->silence(); };
    presetBar->addToMenu = [this] (juce::PopupMenu& menu) { addToMenu (menu); };
    compare = std::make_unique<CompareStrip> (session.bridge());
    macros = std::make_unique<MacroStrip> (context);
    keyboard = std::make_unique<KeyboardStrip> (session, ! session.isHosted() || isStandalone());
    watch.setResting (keyboard->keys());
    for (juce::Component* part :
         std::initializer_list<juce::Component*> { presetBar.get(), compare.get(), &sentence, keyboard.get() })
        content.addAndMakeVisible (part);
    content.addChildComponent (*macros);
    macros->setVisible (macros->isNeeded());
    browser = nullptr;
    cards = nullptr;
    deck.makeTabs ([this] (PageKind kind) { showPage (kind); });
    makeSteps();
    layOut();
    showPage (deck.shown());
    leaveKeyboardAlone (*this);
}

void PluginEditor::makeSteps()
{
    auto& [history, undo, redo] = steps;
    undo = std::make_unique<IconButton> ("Undo", "Undoes the last change (Ctrl+Z).", IconButton::turningArrow (false));
    redo = std::make_unique<IconButton> ("Redo", "Restores the change that Undo removed (Ctrl+Shift+Z).",
                                         IconButton::turningArrow (true));
    undo->onClick = [this] { steps.history.undo(); };
    redo->onClick = [this] { steps.history.redo(); };
    for (auto* button : { undo.get(), redo.get() })
        content.addAndMakeVisible (button);
}

std::unique_ptr<Page> PluginEditor::makePage (PageKind kind)
{
    switch (kind)
    {
        case PageKind::play: return std::make_unique<PlayPage> (context, pictures);
        case PageKind::design: return std::make_unique<DesignPage> (context);
        case PageKind::mod: return std::make_unique<ModPage> (context, pictures);
        case PageKind::lab: return std::make_unique<LabPage> (pictures);
    }
    return nullptr;
}

void PluginEditor::showPage (PageKind kind)
{
    pace.note (true); // the next refreshes come at the full rate
    if (kind != PageKind::lab)
        data.setPaused (false);
    if (kind != PageKind::play && cards != nullptr)
        showCard (std::nullopt);
    const auto& its = deck.show (kind);
    if (browser != nullptr)
        browser->toFront (false);
    layOut();
    data.setWatching (its.hasPictures());
    refresh();
}

int PluginEditor::widestOn (juce::Rectangle<int> room) noexcept
{
    constexpr int frame = 16, title = 64; // [px] window frame around the editor, and the host's bar above it
    constexpr int minWidth = designWidth * lowestPercent / 100, maxWidth = designWidth * highestPercent / 100;
    if (room.isEmpty())
        return maxWidth;
    return juce::jlimit (minWidth, maxWidth,
                         juce::jmin (room.getWidth() - frame, (room.getHeight() - title) * designWidth / designHeight));
}

/** Largest width on the screen of the window, or the screen where it will open. */
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

/** Lays out header, page, macros, help line and keyboard, from top to bottom. */
void PluginEditor::layOut()
{
    content.setBounds (0, 0, designWidth, designHeight);
    auto area = content.getLocalBounds();
    auto header = area.removeFromTop (headerHeight);
    area.removeFromTop (belowHeader);
    presetBar->setBounds (header);
    header = header.withTrimmedTop (8).withLeft (PresetBar::presetsEnd + 10);
    const auto tabStrip = header.withTrimmedLeft (202);
    header.removeFromBottom (8);
    compare->setBounds (header.removeFromLeft (104));
    header.removeFromLeft (8);
    for (juce::Button* step : { steps.undo.get(), steps.redo.get() })
        step->setBounds (header.removeFromLeft (30).withTrimmedRight (2));
    area.removeFromBottom (8);
    keyboard->setBounds (area.removeFromBottom (keyboardHeight).reduced (editorMargin, 0));
    area.removeFromBottom (2);
    sentence.setBounds (area.removeFromBottom (sentenceHeight).reduced (editorMargin, 0));
    area.removeFromBottom (2);
    macros->setVisible (macros->isNeeded() && (page() == PageKind::play || page() == PageKind::mod));
    if (macros->isVisible())
    {
        macros->setBounds (area.removeFromBottom (macroHeight).reduced (editorMargin, 0));
        area.removeFromBottom (8);
    }
    if (browser != nullptr)
        browser->setBounds (area.withLeft (editorMargin).withWidth (PresetBrowser::width));
    deck.layOut (tabStrip, area);
    int order = 1;
    presetBar->setExplicitFocusOrder (order++);
    if (browser != nullptr)
        browser->setExplicitFocusOrder (order++);
    compare->setExplicitFocusOrder (order++);
    steps.undo->setExplicitFocusOrder (order++);
    steps.redo->setExplicitFocusOrder (order++);
    order = deck.setFocusOrder (order);
    macros->setExplicitFocusOrder (order + 1);
    keyboard->setExplicitFocusOrder (order + 2);
}

void PluginEditor::resized()
{
    content.setTransform (juce::AffineTransform::scale (static_cast<float> (getWidth()) / designWidth));
    session.setEditorWidth (getWidth());
    settings.setWidth (getWidth());
}

void PluginEditor::paint (juce::Graphics& g)
{
    g.fillAll (palette::ground);
}

bool PluginEditor::keyPressed (const juce::KeyPress& key)
{
    const auto command = juce::ModifierKeys::commandModifier;
    if (key == juce::KeyPress ('z', command, 0))
        return steps.history.undo(), true;
    if (key == juce::KeyPress ('z', command | juce::ModifierKeys::shiftModifier, 0) ||
        key == juce::KeyPress ('y', command, 0))
        return steps.history.redo(), true;
    if (key == juce::KeyPress::escapeKey && session.midiLearn().armedParameter())
        return session.midiLearn().disarm(), true;
    return false;
}

/** In the stand-alone app letters play while a picture or the list of presets has the focus, too. */
bool PluginEditor::keyStateChanged (bool)
{
    const bool leavesLetters =
        (browser != nullptr && browser->leavesLetters()) ||
        dynamic_cast<const Picture*> (juce::Component::getCurrentlyFocusedComponent()) != nullptr;
    return isStandalone() && leavesLetters && keyboard->followComputer();
}

void PluginEditor::look()
{
    const bool seen = pace.canBeSeen (*this);
    data.setWatching (seen && pageShown().hasPictures());
    if (! seen)
        return;
    advance();
    if (pace.refreshes (data.live() != nullptr))
        refresh();
}

void PluginEditor::advance()
{
    const int tick = pace.advance();
    data.collect();
    pageShown().advance (tick);
}

void PluginEditor::refresh()
{
    applyReadFiles();
    const auto patch = session.bridge().patch();
    const bool isEdited = std::exchange (editsSeen, session.edits()) != session.edits();
    pace.note (isEdited || ! (patch == pictures.patch) || data.live() != nullptr || isMouseButtonDown (true));
    if (isEdited || patch.bodyType != pictures.patch.bodyType)
        forgetOtherSound (patch);
    pictures.patch = patch;
    MeterFrame frame;
    const bool fresh = session.collectMeters (frame);
    if (fresh)
        data.meters = frame;
    motion.follow (patch);
    pageShown().refresh (patch, fresh ? &frame : nullptr);
    compare->refresh (patch);
    presetBar->refresh();
    if (browser != nullptr)
        browser->refresh();
    if (macros->isVisible())
        macros->refresh (motion.modulation());
    keyboard->refresh (patch);
    watch.refresh();
    sentence.refresh();
    steps.history.refresh();
    steps.undo->setEnabled (steps.history.canUndo());
    steps.redo->setEnabled (steps.history.canRedo());
    grabComputerKeys();
    showState();
}

/** Empties the pictures where another preset or body has been loaded. */
void PluginEditor::forgetOtherSound (const Patch& patch)
{
    const auto now = std::tuple (session.loadedPreset().info.name, session.bodyNumber(), patch.bodyType);
    if (std::exchange (pictured, now) != now)
        data.forget();
}

bool PluginEditor::mayGrabKeys (const juce::Component* focused) const
{
    return focused == nullptr || focused->isParentOf (this) || focused == this;
}

/** Gives the keyboard focus to the on-screen keyboard or an open sheet. Hosts need the computer's keys; in the
    stand-alone app they play notes, unless a control or a button of the window around the editor (reached by Tab) has
    the focus. */
void PluginEditor::grabComputerKeys()
{
    constexpr int interval = 12; // the window system is asked only from time to time
    const auto* window = getPeer();
    if (pace.ticks() % interval != 0 || window == nullptr || ! window->isFocused())
        return;
    if (auto* sheet = juce::Component::getCurrentlyModalComponent())
    {
        if (isParentOf (sheet) && ! sheet->hasKeyboardFocus (true))
            sheet->grabKeyboardFocus(); // a menu that opened it returns the focus to its previous owner later
    }
    else if (isStandalone() && mayGrabKeys (juce::Component::getCurrentlyFocusedComponent()))
        keyboard->keys().grabKeyboardFocus();
}

/** Sets the title-bar colours of the stand-alone app's window to those of the theme. */
void PluginEditor::applyWindowColours()
{
    if (auto* window = findParentComponentOfClass<juce::ResizableWindow>())
    {
        window->setBackgroundColour (palette::ground);
        window->repaint();
    }
}

/** Shows on the help line what is the matter, if anything is. */
void PluginEditor::showState()
{
    const bool silent = audio.isSilent (session.blocksProcessed()) && isStandalone();
    if (auto* design = deck.made<DesignPage> (PageKind::design))
        design->engineView().setSilentMachine (silent);
    if (silent)
        sentence.setResting (
            "No audio device is running. Open Options > Audio/MIDI Settings, or render to a file with kolophon render",
            true);
    else if (const auto notice = session.notice(); ! notice.empty())
        sentence.setResting (toJuce (notice), true);
    else
        sentence.setResting (
            "Point at a control for help. Double-click restores the default. Click a value to type it.", false);
}
} // namespace kolophon
