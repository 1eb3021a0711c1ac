// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Controls/TabButton.h"
#include "../Panels/Page.h"
#include "../Pictures/Picture.h"

namespace kolophon
{
/** The editor's pages, made when first shown, and their tabs: children of `parent`. [message] */
class PageDeck
{
public:
    using Maker = std::function<std::unique_ptr<Page> (PageKind)>;
    PageDeck (juce::Component& itsParent, Maker itsMaker) : parent (itsParent), make (std::move (itsMaker)) {}

    /** Makes the tabs anew; a click on one calls `show`. */
    void makeTabs (const std::function<void (PageKind)>& show);
    /** A page, which is made now if need be. */
    Page& of (PageKind kind);
    /** A page of this class, or null if it has not been made. */
    template <class Its>
    Its* made (PageKind kind) const
    {
        return static_cast<Its*> (pages[static_cast<std::size_t> (kind)].get());
    }
    /** Shows one page, and its tab as chosen. */
    Page& show (PageKind kind);
    PageKind shown () const noexcept { return which; }
    /** Takes the pictures out of all pages, and deletes the pages. */
    using Pictures = std::array<std::vector<std::unique_ptr<Picture>>, pageKinds>;
    Pictures clear ();
    /** Makes the pages anew that these pictures belong to. */
    void restore (Pictures pictures);
    void layOut (juce::Rectangle<int> strip, juce::Rectangle<int> area);
    /** Sets the order of the keyboard focus from this number on; returns that of the pages. */
    int setFocusOrder (int first);

private:
    juce::Component& parent;
    Maker make;
    juce::OwnedArray<TabButton> tabs;
    std::array<std::unique_ptr<Page>, pageKinds> pages;
    PageKind which = PageKind::play;
};
} // namespace kolophon
