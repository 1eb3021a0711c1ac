// SPDX-License-Identifier: GPL-3.0-or-later
#include "PluginEditor.h"

#include "../../Files/Sounds/SoundFile.h"
#include "../Controls/ChoicePalette.h"
#include "../Panels/LearnedSheet.h"
#include "../Session/InstrumentSession.h"

/** Commands of the editor: preset browser, teaching cards, colours, dropped files. */
namespace kolophon
{
void PluginEditor::showBrowser (bool shouldShow)
{
    browser = nullptr;
    if (! shouldShow)
        return;
    browser = std::make_unique<PresetBrowser> (session, loader, settings, sentence);
    browser->onClose = [this]
    {
        // Deferred: the button that called this is still in use.
        juce::MessageManager::callAsync (
            [safe = juce::Component::SafePointer (this)]
            {
                if (safe != nullptr)
                    safe->showBrowser (false);
            });
    };
    content.addAndMakeVisible (*browser);
    layOut();
}

ModPage& PluginEditor::showMod (ModSection section)
{
    showPage (PageKind::mod);
    auto& mod = static_cast<ModPage&> (pageShown());
    mod.show (section);
    data.setWatching (mod.hasPictures());
    return mod;
}

void PluginEditor::showCard (std::optional<int> number)
{
    if (! number)
    {
        if (auto* play = deck.made<PlayPage> (PageKind::play))
        {
            play->setFooter (nullptr);
            play->highlight ({});
        }
        cards = nullptr;
        return;
    }
    showPage (PageKind::play);
    cards = std::make_unique<CardStrip> (session);
    cards->onShow = [this] (const TeachingCard& card) { followCard (card); };
    cards->onClose = [this]
    {
        juce::MessageManager::callAsync (
            [safe = juce::Component::SafePointer (this)]
            {
                if (safe != nullptr)
                    safe->showCard (std::nullopt);
            });
    };
    leaveKeyboardAlone (*cards);
    static_cast<PlayPage&> (pageShown()).setFooter (cards.get());
    cards->show (*number);
}

/** Shows the card's picture and highlights the knobs that it refers to. */
void PluginEditor::followCard (const TeachingCard& card)
{
    auto* play = dynamic_cast<PlayPage*> (&pageShown());
    if (play == nullptr)
        return;
    play->highlight ({ card.knobs.begin(), card.knobs.end() });
    int kind = 0;
    while (kind < pictureKinds && card.picture != nameOf (static_cast<PictureKind> (kind)))
        ++kind;
    const auto picture = static_cast<PictureKind> (kind);
    bool isShown = kind == pictureKinds;
    for (int i = 0; i < 4; ++i)
        isShown = isShown || play->pane (i).shown() == picture;
    if (! isShown)
        play->pane (1).show (picture);
}

void PluginEditor::setReducedMotion (bool shouldReduce)
{
    pictures.reducedMotion = shouldReduce;
    settings.setReducedMotion (shouldReduce);
}

void PluginEditor::setTheme (palette::Theme theme)
{
    palette::use (theme);
    settings.setLight (theme == palette::Theme::light);
    shared->look.applyPalette();
    // Controls are created anew with other colours; the pictures are kept with their data.
    std::optional<ModSection> section;
    if (const auto* mod = deck.made<ModPage> (PageKind::mod))
        section = mod->section();
    auto kept = deck.clear();
    makeContents();
    deck.restore (std::move (kept));
    if (section)
        static_cast<ModPage&> (deck.of (PageKind::mod)).show (*section);
    showPage (page());
    sendLookAndFeelChange();
    applyWindowColours();
    repaint();
}

void PluginEditor::dragOperationEnded (const juce::DragAndDropTarget::SourceDetails&)
{
    juce::MessageManager::callAsync ( // once the picture has gone
        [safe = juce::Component::SafePointer (this)]
        {
            auto* focused = juce::Component::getCurrentlyFocusedComponent();
            if (safe != nullptr && safe->isParentOf (focused))
                focused->giveAwayKeyboardFocus();
        });
}

void PluginEditor::addToMenu (juce::PopupMenu& menu)
{
    const bool isLight = palette::inUse() == palette::Theme::light;
    menu.addItem ("Light colours", true, isLight,
                  [this, isLight]
                  {
                      // Deferred: the menu's own button is replaced, too.
                      juce::MessageManager::callAsync (
                          [safe = juce::Component::SafePointer (this), isLight]
                          {
                              if (safe != nullptr)
                                  safe->setTheme (isLight ? palette::Theme::dark : palette::Theme::light);
                          });
                  });
    menu.addItem ("Draw the gesture", [this] { showMod (ModSection::gesture); });
    menu.addItem (juce::String::fromUTF8 ("Render takes…"), [this] { showMod (ModSection::takes); });
    menu.addItem ("Learned controllers",
                  [this] { showSheet (presetBar->menu(), std::make_unique<LearnedSheet> (session)); });
    menu.addItem ("Unlock all knobs", ! session.locked().empty(), false, [this] { session.unlockAll(); });
    menu.addItem ("Reduced motion", true, pictures.reducedMotion,
                  [this] { setReducedMotion (! pictures.reducedMotion); });
    juce::PopupMenu help;
    help.addItem ("Guide", [this] { openGuide(); });
    help.addItem ("Teaching cards", true, cards != nullptr,
                  [this] { showCard (cards == nullptr ? std::optional (0) : std::nullopt); });
    menu.addSubMenu ("Help", help);
}

/** First page of the guide, installed with this program or made in the same build; an empty file if it is missing. */
juce::File PluginEditor::guide()
{
    const juce::String page ("Resources/Docs/Guide/README.html"), documents (KOLOPHON_DOCUMENTS "/");
    auto folder = juce::File::getSpecialLocation (juce::File::currentExecutableFile).getParentDirectory();
    for (; folder != folder.getParentDirectory(); folder = folder.getParentDirectory())
        for (const auto& place : { documents + page, page })
            if (const auto file = folder.getChildFile (place); file.existsAsFile())
                return file;
    return {};
}

void PluginEditor::openGuide()
{
    if (const auto page = guide(); page == juce::File())
        sentence.showNote ("The guide is not installed: it is the package kolophon-doc, and the folder "
                           "Resources/Docs/Guide of the sources.");
    else if (! page.startAsProcess())
        sentence.showNote ("No program opens the guide: " + page.getFullPathName());
}

bool PluginEditor::isInterestedInFileDrag (const juce::StringArray& files)
{
    return files.size() == 1 && canBeDropped (juce::File (files[0]));
}

/** The part of the window at a position: over a row of the box, its knobs. */
DropPlace PluginEditor::dropPlaceAt (juce::Point<int> position)
{
    for (auto* at = getComponentAt (position); at != nullptr; at = at->getParentComponent())
        if (const auto* row = dynamic_cast<ParameterRow*> (at))
            return row->info().id.starts_with ("out.box") ? DropPlace::box : DropPlace::window;
    return DropPlace::window;
}

void PluginEditor::filesDropped (const juce::StringArray& files, int x, int y)
{
    if (! isInterestedInFileDrag (files))
        return;
    if (isReading())
        return sentence.showError ("drop one file at a time");
    const juce::File file (files[0]);
    const auto place = dropPlaceAt ({ x, y });
    sentence.setBusy (place == DropPlace::window && isRecording (file.getFullPathName().toStdString())
                          ? "Analysing the modes of " + file.getFileName() + "..."
                          : "Reading " + file.getFileName() + "...");
    dropped.start (file, session.currentTuning(), place);
}

void PluginEditor::applyReadFiles()
{
    const auto taken = dropped.take();
    if (! taken)
        return;
    sentence.setBusy ({});
    const auto& file = *taken;
    if (! file)
        sentence.showError (toJuce (file.error().what()));
    else if (const auto* preset = std::get_if<Preset> (&*file))
        session.loadPreset (*preset);
    else if (const auto* tuning = std::get_if<KeyTuning> (&*file))
        session.loadTuning (*tuning);
    else if (const auto* box = std::get_if<MeasuredBox> (&*file))
        session.loadBox (*box);
    else
        session.loadBody (std::get<CustomBody> (*file));
}
} // namespace kolophon
