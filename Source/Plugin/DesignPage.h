#pragma once

#include "CompareStrip.h"
#include "Page.h"

namespace kolophon
{
/** Every knob of the instrument, in panels for the groups of the parameter table, with the level and the ledger.
    [message] */
class DesignPage final : public Page
{
public:
    explicit DesignPage (PageContext itsContext);

    void refresh (const Patch& patch, const MeterFrame* meters) override;
    void resized () override;
    bool hasPictures () const override { return true; } // the ledger is one
    EngineView& engineView () noexcept { return engine; }

    /** True for the groups that stand here; what else the table has is for the page Mod. */
    static bool shows (std::string_view group);

private:
    ParameterPanel& panelNamed (std::string_view name);
    void addContactMenu ();
    void reserveRows ();

    PageContext context;
    std::vector<std::unique_ptr<ParameterPanel>> panels;
    ParameterPanel *contactPanel = nullptr, *quality = nullptr;
    LevelMeter level;
    LedgerView ledger;
    EngineView engine;
};
} // namespace kolophon
