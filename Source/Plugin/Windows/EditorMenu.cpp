// SPDX-License-Identifier: GPL-3.0-or-later
#include "PluginEditor.h"

#include "../Controls/ChoicePalette.h"
#include "../Processor/InstrumentSession.h"
#include "LearnedSheet.h"

/** Commands of the editor: preset browser, teaching cards, colours. */
namespace kolophon
{
void PluginEditor::showBrowser (bool shouldShow)
{
    browser = nullptr;
    browse->setToggleState (shouldShow, juce::dontSendNotification);
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
        if (auto* play = dynamic_cast<PlayPage*> (pages[static_cast<std::size_t> (PageKind::play)].get()))
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
    shared->look.takePalette();
    // Controls are created anew with other colours; the pictures are kept with their data.
    std::array<std::vector<std::unique_ptr<Picture>>, pageKinds> kept;
    for (std::size_t i = 0; i < pages.size(); ++i)
    {
        if (pages[i] != nullptr)
            for (auto* pane : pages[i]->panes())
                kept[i].push_back (pane->takePicture());
    }
    std::optional<ModSection> section;
    if (const auto* mod = dynamic_cast<ModPage*> (pages[static_cast<std::size_t> (PageKind::mod)].get()))
        section = mod->section();
    for (auto& each : pages)
        each = nullptr;
    makeContents();
    for (std::size_t i = 0; i < pages.size(); ++i)
        for (std::size_t pane = 0; pane < kept[i].size(); ++pane)
            pageOf (static_cast<PageKind> (i)).panes()[pane]->show (std::move (kept[i][pane]));
    if (section)
        static_cast<ModPage&> (pageOf (PageKind::mod)).show (*section);
    showPage (shown);
    sendLookAndFeelChange();
    takeWindowColours();
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
    menu.addItem ("Teaching cards", true, cards != nullptr,
                  [this] { showCard (cards == nullptr ? std::optional (0) : std::nullopt); });
    menu.addItem ("Reduced motion", true, pictures.reducedMotion,
                  [this] { setReducedMotion (! pictures.reducedMotion); });
}
} // namespace kolophon
