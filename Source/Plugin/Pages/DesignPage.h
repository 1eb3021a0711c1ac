// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Panels/Page.h"
#include "CompareStrip.h"

namespace kolophon
{
/** The page Design: the knobs of the instrument in panels by group of the parameter table, with level meter and ledger.
    [message] */
class DesignPage final : public Page
{
public:
    explicit DesignPage (PageContext itsContext);

    void refresh (const Patch& patch, const MeterFrame* meters) override;
    void resized () override;
    bool hasPictures () const override { return true; } // the ledger counts as one
    EngineView& engineView () noexcept { return engine; }

    /** True for the groups shown on this page; the other groups of the table are on the page Mod. */
    static bool shows (std::string_view group);

private:
    ParameterPanel& panelNamed (std::string_view name);
    void addContactMenu ();
    /** Two sides of a panel, of which a button shows one. */
    struct Sides
    {
        ParameterPanel* panel = nullptr;
        juce::TextButton* turn = nullptr;
        bool areTurned () const { return turn->getToggleState(); }
    };
    Sides addSides (std::string_view panel, const juce::String& second, const char* name, const char* help,
                    std::function<bool (const ParamInfo&, bool turned)> isOnSide);
    void addSecondSides ();
    void refreshSideButtons (const Patch& patch);
    void reserveRows ();

    PageContext context;
    std::vector<std::unique_ptr<ParameterPanel>> panels;
    ParameterPanel* quality = nullptr;
    Sides contact, body, human;
    juce::TextButton* copyContacts = nullptr;
    LevelMeter level;
    LedgerView ledger;
    EngineView engine;
};
} // namespace kolophon
