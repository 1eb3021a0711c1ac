// SPDX-License-Identifier: GPL-3.0-or-later
#include "PageDeck.h"

namespace kolophon
{
namespace
{
constexpr std::array<const char*, pageKinds> pageNames { "Play", "Design", "Mod", "Lab" };
constexpr std::array<const char*, pageKinds> pageHelp {
    "Play, and watch the sound: the body, the bow and three pictures.", "All knobs of the sound, grouped by subject.",
    "Modulation: sources, matrix and gesture; also takes.",
    "Four large pictures of the sound; pause them and look back."
};
} // namespace

void PageDeck::makeTabs (const std::function<void (PageKind)>& show)
{
    tabs.clear();
    for (std::size_t i = 0; i < pages.size(); ++i)
    {
        const juce::String text (pageNames[i]);
        auto* tab = tabs.add (new TabButton (text, "Page " + text, pageHelp[i]));
        tab->onClick = [show, kind = static_cast<PageKind> (i)] { show (kind); };
        parent.addAndMakeVisible (tab);
    }
}

Page& PageDeck::of (PageKind kind)
{
    auto& its = pages[static_cast<std::size_t> (kind)];
    if (its == nullptr)
    {
        its = make (kind);
        parent.addChildComponent (*its);
        leaveKeyboardAlone (*its);
    }
    return *its;
}

Page& PageDeck::show (PageKind kind)
{
    which = kind;
    auto& its = of (kind);
    for (std::size_t i = 0; i < pages.size(); ++i)
    {
        if (pages[i] != nullptr)
            pages[i]->setVisible (pages[i].get() == &its);
        tabs[static_cast<int> (i)]->setToggleState (static_cast<PageKind> (i) == kind, juce::dontSendNotification);
    }
    return its;
}

PageDeck::Pictures PageDeck::clear()
{
    Pictures kept;
    for (std::size_t i = 0; i < pages.size(); ++i)
        if (pages[i] != nullptr)
            for (auto* pane : pages[i]->panes())
                kept[i].push_back (pane->releasePicture());
    for (auto& each : pages)
        each = nullptr;
    return kept;
}

void PageDeck::restore (Pictures pictures)
{
    for (std::size_t i = 0; i < pages.size(); ++i)
        for (std::size_t pane = 0; pane < pictures[i].size(); ++pane)
            of (static_cast<PageKind> (i)).panes()[pane]->show (std::move (pictures[i][pane]));
}

void PageDeck::layOut (juce::Rectangle<int> strip, juce::Rectangle<int> area)
{
    for (auto* tab : tabs)
        tab->setBounds (strip.removeFromLeft (68));
    for (auto& each : pages)
        if (each != nullptr)
            each->setBounds (area);
}

int PageDeck::setFocusOrder (int order)
{
    for (auto* tab : tabs)
        tab->setExplicitFocusOrder (order++);
    for (auto& each : pages)
        if (each != nullptr)
            each->setExplicitFocusOrder (order);
    return order;
}
} // namespace kolophon
