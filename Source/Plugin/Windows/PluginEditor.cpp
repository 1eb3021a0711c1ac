// SPDX-License-Identifier: GPL-3.0-or-later
#include "PluginEditor.h"

#include "../../Synth/Feeds/MeterFrame.h"
#include "../Session/MidiLearn.h"
#include "../Session/ParameterBridge.h"

#include <algorithm>
#include <chrono>

namespace kolophon
{
namespace
{
constexpr int editorMargin = 12;
constexpr int lowestPercent = 64, highestPercent = 200; // of the design size
constexpr int headerHeight = 42, belowHeader = 6, macroHeight = 64, sentenceHeight = 26, keyboardHeight = 62;
constexpr std::array<const char*, pageKinds> pageNames { "Play", "Design", "Mod", "Lab" };
constexpr std::array<const char*, pageKinds> pageHelp {
    "Play, and watch the sound: the body, the bow and three pictures.", "All knobs of the sound, grouped by subject.",
    "Modulation: sources, matrix and gesture; also takes.",
    "Four large pictures of the sound; pause them and look back."
};

std::size_t place (PageKind kind)
{
    return static_cast<std::size_t> (kind);
}
} // namespace

PluginEditor::PluginEditor (juce::AudioProcessor& itsProcessor, InstrumentSession& itsSession)
    : AudioProcessorEditor (itsProcessor), session (itsSession), settings (itsSession.isHosted()),
      loader (itsSession, sentence),
      data (itsSession), pictures { itsSession, data, sentence, settings.hasReducedMotion() },
      context { itsSession, sentence, *this, shared->look, settings, &motion }, motion (itsSession),
      undoHistory (itsProcessor, itsSession), lastBlockAt (juce::Time::getMillisecondCounter())
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
    clock = { this, [this] { refreshDisplay(); } };
}

PluginEditor::~PluginEditor()
{
    closing = true;
    clock = {};
    for (auto& each : pages)
        each = nullptr; // pictures refer to the data
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
    makeTabs();
    makeSteps();
    layOut();
    showPage (shown);
    leaveKeyboardAlone (*this);
}

void PluginEditor::makeTabs()
{
    tabs.clear();
    for (int i = 0; i < pageKinds; ++i)
    {
        const auto kind = static_cast<PageKind> (i);
        const juce::String text (pageNames[place (kind)]);
        auto* tab = tabs.add (new TabButton (text, "Page " + text, pageHelp[place (kind)]));
        tab->onClick = [this, kind] { showPage (kind); };
        content.addChildComponent (tab);
        tab->setVisible (true);
    }
}

void PluginEditor::makeSteps()
{
    undo = std::make_unique<IconButton> ("Undo", "Undoes the last change (Ctrl+Z).", IconButton::turningArrow (false));
    redo = std::make_unique<IconButton> ("Redo", "Restores the change that Undo removed (Ctrl+Shift+Z).",
                                         IconButton::turningArrow (true));
    undo->onClick = [this] { undoHistory.undo(); };
    redo->onClick = [this] { undoHistory.redo(); };
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

Page& PluginEditor::pageOf (PageKind kind)
{
    auto& its = pages[place (kind)];
    if (its == nullptr)
    {
        its = makePage (kind);
        content.addChildComponent (*its);
        leaveKeyboardAlone (*its);
    }
    return *its;
}

void PluginEditor::showPage (PageKind kind)
{
    shown = kind;
    quiet = 0; // the next refreshes come at the full rate
    pageOf (kind);
    auto& its = pages[place (kind)];
    if (kind != PageKind::lab)
        data.setPaused (false);
    if (kind != PageKind::play && cards != nullptr)
        showCard (std::nullopt);
    for (std::size_t i = 0; i < pages.size(); ++i)
    {
        if (pages[i] != nullptr)
            pages[i]->setVisible (pages[i] == its);
        tabs[static_cast<int> (i)]->setToggleState (i == place (kind), juce::dontSendNotification);
    }
    if (browser != nullptr)
        browser->toFront (false);
    layOut();
    data.setWatching (its->hasPictures());
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
    auto tabStrip = header.withTrimmedLeft (202);
    header.removeFromBottom (8);
    compare->setBounds (header.removeFromLeft (104));
    header.removeFromLeft (8);
    for (juce::Button* step : { undo.get(), redo.get() })
        step->setBounds (header.removeFromLeft (30).withTrimmedRight (2));
    for (auto* tab : tabs)
        if (tab->isVisible())
            tab->setBounds (tabStrip.removeFromLeft (68));
    area.removeFromBottom (8);
    keyboard->setBounds (area.removeFromBottom (keyboardHeight).reduced (editorMargin, 0));
    area.removeFromBottom (2);
    sentence.setBounds (area.removeFromBottom (sentenceHeight).reduced (editorMargin, 0));
    area.removeFromBottom (2);
    macros->setVisible (macros->isNeeded() && (shown == PageKind::play || shown == PageKind::mod));
    if (macros->isVisible())
    {
        macros->setBounds (area.removeFromBottom (macroHeight).reduced (editorMargin, 0));
        area.removeFromBottom (8);
    }
    if (browser != nullptr)
        browser->setBounds (area.withLeft (editorMargin).withWidth (PresetBrowser::width));
    for (auto& each : pages)
        if (each != nullptr)
            each->setBounds (area);
    int order = 1;
    presetBar->setExplicitFocusOrder (order++);
    if (browser != nullptr)
        browser->setExplicitFocusOrder (order++);
    compare->setExplicitFocusOrder (order++);
    undo->setExplicitFocusOrder (order++);
    redo->setExplicitFocusOrder (order++);
    for (auto* tab : tabs)
        tab->setExplicitFocusOrder (order++);
    for (auto& each : pages)
        if (each != nullptr)
            each->setExplicitFocusOrder (order);
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
        return undoHistory.undo(), true;
    if (key == juce::KeyPress ('z', command | juce::ModifierKeys::shiftModifier, 0) ||
        key == juce::KeyPress ('y', command, 0))
        return undoHistory.redo(), true;
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

/** Calls look() sixty times per second on average, at any refresh rate of the display; never while hidden. */
void PluginEditor::refreshDisplay()
{
    constexpr double interval = 1000.0 / 60.0, early = 2.0; // [ms]
    const double now = juce::Time::getMillisecondCounterHiRes();
    if (now < nextLook - early)
        return;
    nextLook = juce::jmax (nextLook + interval, now);
    look();
}

/** True if the window can be seen. The window system, another process, is asked only four times per second. */
bool PluginEditor::canBeSeen()
{
    constexpr int looks = 15;
    if (asked++ % looks == 0)
        minimised = getPeer() != nullptr && getPeer()->isMinimised();
    bool isVisibleInAll = true;
    for (const juce::Component* its = this; its != nullptr; its = its->getParentComponent())
        isVisibleInAll = isVisibleInAll && its->isVisible();
    return isVisibleInAll && ! minimised && getPeer() != nullptr;
}

void PluginEditor::look()
{
    const bool seen = canBeSeen();
    data.setWatching (seen && pageShown().hasPictures());
    if (! seen)
        return;
    advance();
    constexpr int asleep = 150; // refreshes, after which the meters have fallen
    if (tick % (quiet < asleep || data.live() != nullptr ? 2 : 6) == 0)
        refresh();
}

void PluginEditor::advance()
{
    ++tick;
    data.collect();
    pageShown().advance (tick);
}

void PluginEditor::refresh()
{
    applyReadFiles();
    const auto patch = session.bridge().patch();
    const bool isEdited = std::exchange (editsSeen, session.edits()) != session.edits();
    const bool moves = isEdited || ! (patch == pictures.patch) || data.live() != nullptr || isMouseButtonDown (true);
    quiet = moves ? 0 : quiet + 1;
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
    undoHistory.refresh();
    undo->setEnabled (undoHistory.canUndo());
    redo->setEnabled (undoHistory.canRedo());
    grabComputerKeys();
    watchSoundCard();
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
    constexpr int ticks = 12; // the window system is asked only from time to time
    const auto* window = getPeer();
    if (tick % ticks != 0 || window == nullptr || ! window->isFocused())
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

void PluginEditor::watchSoundCard()
{
    constexpr juce::uint32 patience = 1000; // [ms]
    const auto now = juce::Time::getMillisecondCounter();
    if (const auto blocks = session.blocksProcessed(); blocks != blocksSeen)
    {
        blocksSeen = blocks;
        lastBlockAt = now;
    }
    const bool silent = isStandalone() && now - lastBlockAt > patience;
    silentMachine = silent;
    if (auto* design = dynamic_cast<DesignPage*> (pages[static_cast<std::size_t> (PageKind::design)].get()))
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
