// SPDX-License-Identifier: GPL-3.0-or-later
#include "DesignPage.h"

#include "../../Synth/Feeds/MeterFrame.h"
#include "../../Synth/Parameters/PatchChoices.h"
#include "../../Synth/Synth.h"
#include "../Controls/IconButton.h"
#include "../Session/InstrumentSession.h"
#include "../Session/ParameterBridge.h"

#include <algorithm>
#include <array>

namespace kolophon
{
namespace
{
constexpr int margin = 12, gap = 8, stripHeight = 76;
constexpr std::array<std::string_view, 15> groups { "Hand",         "Contact", "Contact B",   "Surface", "Side contact",
                                                    "Normal force", "Body",    "Second body", "Block",   "Voice",
                                                    "Touch",        "Out",     "Human",       "Section", "Quality" };

/** Returns the name of a row's panel. Slot B's contact and the block share the panel of the first; surface, side
    contact and normal force belong to the contact, the touch of the keys to the voice; humanisation, seed and the
    players of a section have the panel Human. */
std::string_view panelOf (const ParamInfo& info)
{
    const auto group = info.group;
    if (info.id == "voice.humanise" || info.id == "voice.seed" || group == "Section")
        return "Human";
    if (group == "Contact B" || group == "Surface" || group == "Side contact" || group == "Normal force")
        return "Contact";
    return group == "Block" || group == "Second body" ? "Body" : group == "Touch" ? "Voice" : group;
}

} // namespace

bool DesignPage::shows (std::string_view group)
{
    return std::find (groups.begin(), groups.end(), group) != groups.end();
}

DesignPage::DesignPage (PageContext itsContext) : context (itsContext), engine (Synth::instructionSet())
{
    setTitle ("Design");
    const auto& bridge = context.session.bridge();
    std::vector<TableParameter*> parameters (bridge.parameters().begin(), bridge.parameters().end());
    // The surface follows both contacts, whichever is shown.
    std::stable_partition (parameters.begin(), parameters.end(),
                           [] (const auto* parameter) { return parameter->info.group != "Surface"; });
    for (const auto* name : { "Hand", "Contact", "Body", "Voice", "Human", "Out" }) // from left to right
        panelNamed (name);
    for (auto* parameter : parameters)
        if (shows (parameter->info.group))
        {
            auto row = makeRow (context, parameter->info.id);
            if (parameter->info.id == "voice.humanise")
                row->setLabel ("Amount"); // the panel is called Human
            if (parameter->info.id == "second_body.type")
                row->setLabel ("Second"); // and this one Body
            if (parameter->info.id == "side.law")
                row->setLabel ("Law"); // below Side contact; the longest laws leave no room for more
            panelNamed (panelOf (parameter->info)).add (std::move (row));
        }
    quality = &panelNamed ("Quality");
    quality->setColumns (2);
    panelNamed ("Voice").setColumns (2);
    panelNamed ("Human").setColumns (2);
    addSecondSides();
    addContactMenu();
    reserveRows();
    for (juce::Component* view : std::initializer_list<juce::Component*> { &level, &ledger, &engine })
        addAndMakeVisible (view);
}

ParameterPanel& DesignPage::panelNamed (std::string_view name)
{
    for (auto& panel : panels)
        if (panel->getName() == toJuce (name))
            return *panel;
    panels.push_back (std::make_unique<ParameterPanel> (toJuce (name)));
    addAndMakeVisible (*panels.back());
    return *panels.back();
}

void DesignPage::addContactMenu()
{
    auto button = std::make_unique<juce::TextButton> ("Copy");
    describe (*button, "Copy contacts", "Copies all knobs of contact A to contact B or from B to A, or swaps them.");
    button->setMouseClickGrabsKeyboardFocus (false);
    copyContacts = button.get();
    button->onClick = [this]
    {
        juce::PopupMenu menu;
        addContactItems (menu, context.session.bridge());
        menu.setLookAndFeel (&context.look);
        menu.showMenuAsync (juce::PopupMenu::Options().withTargetComponent (*copyContacts).withDeletionCheck (*this));
    };
    contact.panel->addButton (std::move (button));
}

/** Adds a button that turns a panel from its first side to its second and back. */
DesignPage::Sides DesignPage::addSides (std::string_view panel, const juce::String& second, const char* name,
                                        const char* help, std::function<bool (const ParamInfo&, bool turned)> isOnSide)
{
    auto button = std::make_unique<juce::TextButton> (second);
    describe (*button, name, help);
    button->setMouseClickGrabsKeyboardFocus (false);
    button->setClickingTogglesState (true);
    const Sides sides { &panelNamed (panel), button.get() };
    sides.panel->showSide ([sides, isOnSide] (const ParamInfo& info) { return isOnSide (info, sides.areTurned()); });
    sides.panel->addButton (std::move (button));
    return sides;
}

void DesignPage::addSecondSides()
{
    body = addSides ("Body", "Second", "Second body",
                     "Shows the knobs of the second body, which rubs the first; or of the first again.",
                     [] (const ParamInfo& info, bool turned)
                     { return info.id == "second_body.type" || (info.group == "Second body") == turned; });
    contact = addSides ("Contact", "Touch", "Touching",
                        "Shows the knobs of side contact, finger and normal force; or of the bow's contact again. A "
                        "star: one of them is "
                        "in use.",
                        [] (const ParamInfo& info, bool turned)
                        { return (info.group == "Side contact" || info.group == "Normal force") == turned; });
    human =
        addSides ("Human", "Section", "Section",
                  "Shows the knobs of a section: several players on every key; or of one player again. A star: there "
                  "are several.",
                  [] (const ParamInfo& info, bool turned) { return (info.group == "Section") == turned; });
}

/** Marks the buttons Touch and Section while something of that side is in use, and hides Copy there. */
void DesignPage::refreshSideButtons (const Patch& patch)
{
    const bool touches = isInUse (Touching::side, patch) || isInUse (Touching::finger, patch) ||
                         choiceOf<&Patch::normalKind> (patch) != NormalForce::given;
    const juce::String section (patch.sectionPlayers > 1.0 ? "Section*" : "Section");
    if (human.turn->getButtonText() != section)
    {
        human.turn->setButtonText (section);
        human.panel->resized();
    }
    const juce::String text (touches ? "Touch*" : "Touch");
    if (contact.turn->getButtonText() == text && copyContacts->isVisible() != contact.areTurned())
        return;
    contact.turn->setButtonText (text);
    copyContacts->setVisible (! contact.areTurned());
    contact.panel->resized();
}

/** Reserves space in each panel for the law or the body with most rows, so that panels do not move. */
void DesignPage::reserveRows()
{
    auto patch = Patch::defaults();
    patch.outSympatheticPercent = 10.0; // shows additional rows
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

/** Arranges the panels in columns: a panel goes below the previous one if there is room. Quality is in the strip below.
    */
void DesignPage::resized()
{
    auto area = getLocalBounds().reduced (margin, 0);
    auto strip = area.removeFromBottom (stripHeight);
    area.removeFromBottom (gap);
    std::vector<std::vector<ParameterPanel*>> columns;
    int used = area.getHeight() + 1;
    for (auto& panel : panels)
    {
        if (panel.get() == quality)
            continue;
        if (const int height = panel->lowestHeight(); used + gap + height > area.getHeight())
        {
            columns.emplace_back();
            used = height;
        }
        else
            used += gap + height;
        columns.back().push_back (panel.get());
    }

    int units = 0; // a panel of two columns has two units of width
    const auto unitsOf = [] (const std::vector<ParameterPanel*>& column) { return column.front()->columnCount(); };
    for (const auto& column : columns)
        units += unitsOf (column);
    const int unit = (area.getWidth() - (static_cast<int> (columns.size()) - 1) * gap) / juce::jmax (1, units);
    // The fullest column sets the pitch of all rows.
    int pitch = ParameterPanel::rowHeight;
    for (const auto& column : columns)
    {
        int lines = 0, room = area.getHeight() + gap;
        for (const auto* panel : column)
        {
            lines += panel->lineCount();
            room -= gap + panel->heightAt (0);
        }
        pitch = juce::jmin (pitch, room / juce::jmax (1, lines));
    }
    int order = 1;
    for (auto& column : columns)
    {
        auto place = area.removeFromLeft (unitsOf (column) * unit);
        area.removeFromLeft (gap);
        for (auto* panel : column)
        {
            panel->setPitch (pitch);
            panel->setBounds (panel == column.back() ? place : place.removeFromTop (panel->heightAt (pitch)));
            panel->setExplicitFocusOrder (order++);
            place.removeFromTop (gap);
        }
    }
    level.setBounds (strip.removeFromLeft (230));
    strip.removeFromLeft (gap);
    engine.setBounds (strip.removeFromRight (130));
    strip.removeFromRight (gap);
    quality->setBounds (strip.removeFromRight (310));
    quality->setExplicitFocusOrder (order);
    strip.removeFromRight (gap);
    ledger.setBounds (strip);
}

void DesignPage::refresh (const Patch& patch, const MeterFrame* meters)
{
    if (body.areTurned() && rowUse (body.panel->rowOf ("second_body.type")->info(), patch) == RowUse::hidden)
        body.turn->setToggleState (false, juce::dontSendNotification); // a block takes no second body
    body.panel->showTitle (body.areTurned() ? "Second body" : "Body");
    for (auto& panel : panels)
        panel->refresh (patch);
    const bool comparing = patch.compareOn >= 0.5;
    contact.panel->showTitle (contact.areTurned()            ? "Touching"
                              : ! comparing                  ? "Contact"
                              : heardSlot (patch) == Slot::b ? "Contact B"
                                                             : "Contact A");
    human.panel->showTitle (human.areTurned() ? "Section" : "Human");
    refreshSideButtons (patch);
    level.advance (meters);
    if (meters == nullptr)
        return;
    ledger.show (*meters, canCreateEnergy (heardContact (patch)),
                 canCreateEnergy (patch.contact) || canCreateEnergy (patch.contactB));
    engine.show (meters->voicesAwake, context.session.hostSampleRate());
}
} // namespace kolophon
