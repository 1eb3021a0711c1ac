// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Host.h"

#include <algorithm>
#include <array>

namespace kolophon
{
TEST_CASE ("the contact panel shows the law and exactly what the law uses, in the slot that is heard")
{
    Window window;
    for (const double comparing : { 0.0, 1.0 })
        for (const double slot : { 0.0, 1.0 })
            for (const double bristle : { 0.0, 1.0 })
                for (std::size_t law = 0; law < lawTable().size(); ++law)
                {
                    const bool isB = comparing * slot > 0.0;
                    const std::string prefix = isB ? "contact_b." : "contact.";
                    window.set ("compare.on", comparing);
                    window.set ("compare.slot", slot);
                    window.set (prefix + "bristle", bristle);
                    auto& menu = window.knob (prefix + "law");
                    const auto place = static_cast<float> (menu.info.toNormalised (static_cast<double> (law)));
                    menu.setValue (place); // as a host automates it
                    window.refresh();

                    std::set<std::string> expected { prefix + "law" };
                    for (const auto use : lawTable()[law].uses)
                        if (use != "travel_track" && (bristle > 0.0 ? use != "travel" : use != "stiffness"))
                            expected.insert (prefix + std::string (use));
                    CAPTURE (lawTable()[law].id, bristle, prefix);
                    REQUIRE (window.shown ({ "Contact", "Contact B" }) == expected);
                    const auto* title = comparing == 0.0 ? "Contact" : (isB ? "Contact B" : "Contact A");
                    REQUIRE (window.find<ParameterPanel> (title) != nullptr);
                }
}

TEST_CASE ("the law stands at the top of both contacts, the surface below")
{
    Window window;
    for (const double slot : { 0.0, 1.0 })
    {
        window.set ("compare.on", 1.0);
        window.set ("compare.slot", slot);
        window.refresh();
        int law = -1, highestOfSurface = 10000, lowestOfContact = -1;
        for (const auto* row : window.rows())
        {
            if (! row->isVisible())
                continue;
            const auto& info = row->info();
            if (info.id == (slot > 0.0 ? "contact_b.law" : "contact.law"))
                law = row->getY();
            if (info.group == "Surface")
                highestOfSurface = std::min (highestOfSurface, row->getY());
            if (info.group == "Contact" || info.group == "Contact B")
                lowestOfContact = std::max (lowestOfContact, row->getY());
        }
        CAPTURE (slot);
        CHECK (law == ParameterPanel::headerHeight);
        CHECK (highestOfSurface > lowestOfContact);
    }
}

TEST_CASE ("rows of Design have one pitch, whatever is shown")
{
    for (const int height : { 700, 900 })
    {
        Window window;
        window.editor->setSize (height * 1120 / 700, height);
        std::set<int> pitches;
        for (const double body : { 0.0, 4.0 })
            for (const double comparing : { 0.0, 1.0 })
            {
                window.set ("body.type", body);
                window.set ("compare.on", comparing);
                window.refresh();
                std::map<std::pair<juce::Component*, int>, std::vector<int>> tops; // of the rows of each column
                for (auto* row : window.rows())
                    if (row->isShowing() || row->isVisible())
                        tops[{ row->getParentComponent(), row->getX() }].push_back (row->getY());
                for (auto& [place, its] : tops)
                {
                    if (dynamic_cast<ParameterPanel*> (place.first) == nullptr || place.first->getName() == "Quality")
                        continue;
                    std::sort (its.begin(), its.end());
                    for (std::size_t i = 1; i < its.size(); ++i)
                        pitches.insert (its[i] - its[i - 1]);
                }
            }
        CAPTURE (height, pitches);
        CHECK (pitches.size() == 1);
        CHECK (*pitches.begin() >= ParameterPanel::lowestRow);
    }
}

TEST_CASE ("the ledger's bar is empty while there is nothing that could be written")
{
    LedgerView view;
    MeterFrame frame;
    frame.ledgerOn = true;
    frame.bodyLoss = 4e-15; // 0.00 pJ
    view.show (frame, false, false);
    CHECK (view.fractions() == std::array<double, 3> {});
    frame.frictionLoss = 1e-12;
    frame.bodyLoss = 2e-12;
    frame.storedEnergy = 1e-12;
    view.show (frame, false, false);
    CHECK (view.fractions() == std::array<double, 3> { 0.25, 0.5, 0.25 });
}

TEST_CASE ("the body panel shows the rows of the body that is rubbed")
{
    const std::set<std::string> all { "body.type", "body.tune", "body.fine" };
    auto string = all, table = all, block = all;
    for (const auto* id : { "body.decay", "body.quality", "body.modes" })
    {
        string.insert (id);
        table.insert (id);
    }
    string.insert ({ "body.impedance", "body.inharmonicity", "body.air_loss" });
    table.insert ({ "body.mass", "body.warp", "body.pickup" });
    auto closed = table, custom = table; // a finger runs round and round; every mode has a ring time of its own
    closed.insert ({ "body.round", "body.radius" });
    custom.erase ("body.quality");
    for (const auto& p : parameterTable())
        if (p.group == "Block")
            block.insert (std::string (p.id));

    Window window;
    for (int round = 0; round < 2; ++round)
        for (std::size_t body = 0; body < bodyTable().size(); ++body)
        {
            window.set ("body.type", static_cast<double> (body));
            window.refresh();
            const auto& info = bodyTable()[body];
            CAPTURE (info.name);
            auto expected = info.name == "Custom"   ? custom
                            : info.closedPath       ? closed
                            : info.build != nullptr ? table
                                                    : (info.name == "Block" ? block : string);
            constexpr std::array tightens { "String", "Hinged bar", "Plate", "Membrane", "Disc", "Custom" };
            if (std::find (tightens.begin(), tightens.end(), info.name) != tightens.end())
                expected.insert ("body.tension");
            CHECK (window.shown ({ "Body", "Block" }) == expected);
        }
}

TEST_CASE ("the panel Contact turns to what touches beside the bow, and marks that something does")
{
    const std::set<std::string> whatTouches { "side.contact", "finger.touch", "normal.force" };
    const std::initializer_list<std::string_view> groups { "Side contact", "Normal force" };
    Window window;
    auto& turn = window.button ("Touching");
    window.refresh();
    CHECK (window.shown (groups).empty());
    CHECK (window.shown ({ "Contact" }).size() > 5);
    CHECK (turn.getButtonText() == "Touch");

    window.press ("Touching");
    window.refresh();
    CHECK (window.shown (groups) == whatTouches);
    CHECK (window.shown ({ "Contact", "Surface" }).empty());

    // With everything in use, rows are at most 15 % lower than elsewhere, and the panel ends inside the window.
    for (const auto* id : { "side.contact", "side.hand", "finger.touch", "normal.force" })
    {
        window.set (id, 1.0);
        window.refresh();
        CHECK (turn.getButtonText() == "Touch*");
    }
    window.set ("second_body.type", 4.0);
    window.refresh();
    CHECK (window.shown (groups).size() == 18); // the finger's spring and the dampings stand in files only
    for (auto* row : window.rows())
        if (row->isVisible() && (row->info().group == "Side contact" || row->info().group == "Normal force"))
        {
            CHECK (row->getHeight() >= 0.85 * ParameterPanel::lowestRow);
            CHECK (row->getParentComponent()->getLocalBounds().contains (row->getBounds()));
        }

    window.press ("Touching");
    for (const auto* id : { "side.contact", "side.hand", "finger.touch", "normal.force" })
        window.set (id, 0.0);
    window.refresh();
    CHECK (turn.getButtonText() == "Touch");
    CHECK (window.shown (groups).empty());
}

TEST_CASE ("the panel Body turns to the second body, whose knobs appear with it")
{
    Window window;
    const std::set<std::string> type { "second_body.type" };
    window.refresh();
    CHECK (window.shown ({ "Second body" }) == type);
    window.press ("Second body");
    window.refresh();
    CHECK (window.shown ({ "Second body" }) == type);
    CHECK (window.shown ({ "Body", "Block" }).empty());

    auto all = type;
    for (const auto* id : { "second_body.tuning", "second_body.interval", "second_body.mass", "second_body.decay",
                            "second_body.quality", "second_body.position", "second_body.mix", "second_body.pan" })
        all.insert (id);
    const auto choices = window.knob ("second_body.type").info.choices;
    for (std::size_t place = 1; place < choices.size(); ++place)
    {
        auto expected = all;
        if (choices[place] == "Custom")
            expected.erase ("second_body.quality"); // every mode has a ring time of its own
        window.set ("second_body.type", static_cast<double> (place));
        window.refresh();
        CAPTURE (choices[place]);
        CHECK (window.shown ({ "Second body" }) == expected);
    }
    window.set ("second_body.type", 3.0);
    window.set ("second_body.tuning", 1.0);
    window.refresh();
    CHECK (window.shown ({ "Second body" }).count ("second_body.pitch") == 1);
    CHECK (window.shown ({ "Second body" }).count ("second_body.interval") == 0);
    window.press ("Second body");
    window.refresh();
    CHECK (window.shown ({ "Second body" }) == type);
    CHECK (window.shown ({ "Body" }).size() > 10);

    // A block has no second body, and shows its own knobs.
    window.press ("Second body");
    window.set ("body.type", 1.0);
    window.refresh();
    CHECK (window.shown ({ "Second body" }).empty());
    CHECK_FALSE (window.shown ({ "Block" }).empty());
}

TEST_CASE ("knobs without effect are dimmed, not taken away")
{
    struct Case
    {
        std::string_view knob, switchedBy;
        double value;
        RowUse use;
    };
    for (const auto& c : { Case { "hand.force", "hand.force_mode", 0.0, RowUse::idle },
                           Case { "hand.force", "hand.force_mode", 1.0, RowUse::inUse },
                           Case { "hand.pressure", "hand.force_mode", 1.0, RowUse::idle },
                           Case { "surface.grain", "surface.texture", 5.0, RowUse::faint },
                           Case { "surface.grain", "surface.texture", 20.0, RowUse::inUse },
                           Case { "surface.ageing", "surface.ageing_time", 0.3, RowUse::faint },
                           Case { "surface.ageing", "surface.ageing_time", 0.005, RowUse::inUse },
                           Case { "voice.mpe_range", "voice.mpe", 0.0, RowUse::inUse },
                           Case { "voice.mpe_range", "voice.mpe", 1.0, RowUse::idle },
                           Case { "voice.seed", "voice.humanise", 0.0, RowUse::idle },
                           Case { "voice.seed", "voice.humanise", 20.0, RowUse::inUse },
                           Case { "out.box_mix", "out.box", 0.0, RowUse::idle },
                           Case { "out.room_size", "out.room", 0.0, RowUse::idle },
                           Case { "out.room_size", "out.room", 30.0, RowUse::inUse },
                           Case { "hand.position", "body.type", 1.0, RowUse::idle },
                           Case { "hand.kind", "body.type", 1.0, RowUse::idle },
                           Case { "hand.dynamics", "voice.response", 1.0, RowUse::idle },
                           Case { "hand.dynamics", "voice.dynamic_range", 0.0, RowUse::idle },
                           Case { "hand.dynamics", "voice.dynamic_range", 6.0, RowUse::inUse },
                           Case { "voice.dynamic_range", "voice.response", 1.0, RowUse::idle },
                           Case { "hand.bite", "hand.drive", 1.0, RowUse::idle },
                           Case { "hand.bite", "hand.drive", 2.0, RowUse::inUse },
                           Case { "mod.lfo1_rate", "mod.lfo1_sync", 1.0, RowUse::idle },
                           Case { "mod.lfo1_rate", "mod.lfo1_sync", 0.0, RowUse::inUse },
                           Case { "mod.lfo2_length", "mod.lfo2_sync", 0.0, RowUse::idle },
                           Case { "mod.lfo2_length", "mod.lfo2_sync", 1.0, RowUse::inUse } })
    {
        CAPTURE (c.knob, c.value);
        Window window;
        window.set ("voice.phrasing", 0.0); // which draws by the seed, too
        window.set (c.switchedBy, c.value);
        window.refresh();
        CHECK (rowUse (window.knob (c.knob).info, window.processor.bridge().patch()) == c.use);
        for (const auto* row : window.rows())
            if (row->info().id == c.knob)
            {
                CHECK (row->isVisible());
                CHECK ((row->getAlpha() < 1.0f) == (c.use != RowUse::inUse));
                // The help line says why.
                const auto why = toJuce (whyUnheard (row->info(), window.processor.bridge().patch()));
                CHECK (why.isEmpty() == (c.use == RowUse::inUse));
                CHECK (row->helpAt ({}).text.contains (why));
            }
    }
}

TEST_CASE ("a knob that is called idle changes no sample")
{
    constexpr int length = 6000;
    Noise noise (41);
    const auto messages = phrase (length);
    int tried = 0;
    for (int round = 0; round < 12; ++round)
    {
        auto patch = randomPatch (noise);
        patch.qualityLedger = 0.0;
        auto other = patch;
        for (const auto& p : parameterTable())
            if (rowUse (p, patch) == RowUse::idle)
            {
                p.in (other) = p.drawnBy (noise.nextUniform());
                ++tried;
            }
        REQUIRE (fromEngine (other, 48000.0, length, messages) == fromEngine (patch, 48000.0, length, messages));
    }
    CHECK (tried > 12);
}

TEST_CASE ("the A and B button begins a comparison with B, changes sides, and x ends it, as gestures")
{
    Window window;
    Recorder host (window.processor);
    const int on = static_cast<int> (*findParameter ("compare.on"));
    const int slot = static_cast<int> (*findParameter ("compare.slot"));
    const auto& stop = window.button ("Stop comparing");
    const auto patch = [&window] { return window.processor.bridge().patch(); };
    CHECK_FALSE (stop.isVisible());

    window.press ("Compare A and B");
    CHECK (patch().compareOn == 1.0);
    CHECK (heardSlot (patch()) == Slot::b);
    CHECK (host.log == std::map<int, std::string> { { on, "(=)" }, { slot, "(=)" } });
    CHECK (stop.isVisible());

    window.press ("Compare A and B");
    CHECK (patch().compareOn == 1.0);
    CHECK (heardSlot (patch()) == Slot::a);
    window.press ("Compare A and B");
    CHECK (heardSlot (patch()) == Slot::b);
    CHECK (host.log == std::map<int, std::string> { { on, "(=)" }, { slot, "(=)(=)(=)" } });

    window.press ("Stop comparing");
    CHECK (patch().compareOn == 0.0);
    CHECK (heardSlot (patch()) == Slot::a);
    CHECK (host.log[on] == "(=)(=)");
    CHECK_FALSE (stop.isVisible());

    window.press ("Compare A and B"); // the slot stood at B: the first press hears B again
    CHECK (heardSlot (patch()) == Slot::b);
    CHECK (host.log[slot] == "(=)(=)(=)");
}

TEST_CASE ("contacts are copied and swapped row by row, as gestures, with nothing else touched")
{
    const auto choose = [] (ParameterBridge& bridge, const juce::String& item)
    {
        juce::PopupMenu menu;
        addContactItems (menu, bridge);
        for (juce::PopupMenu::MenuItemIterator next (menu); next.next();)
            if (next.getItem().text == item)
                return next.getItem().action();
        FAIL ("no such item");
    };
    Noise noise (23);
    for (const auto* item : { "Copy A to B", "Copy B to A", "Swap" })
    {
        CAPTURE (item);
        PluginProcessor processor;
        const auto before = randomPatch (noise);
        processor.bridge().setPatch (before);
        Recorder host (processor);
        choose (processor.bridge(), item);

        auto expected = before;
        const bool swaps = item == std::string_view ("Swap");
        if (swaps || item == std::string_view ("Copy B to A"))
            expected.contact = before.contactB;
        if (swaps || item == std::string_view ("Copy A to B"))
            expected.contactB = before.contact;
        CHECK (processor.bridge().patch() == expected);

        std::map<int, std::string> gestures;
        int contactRows = 0;
        const auto table = parameterTable();
        for (std::size_t i = 0; i < table.size(); ++i)
        {
            if (table[i].in (before) != table[i].in (expected))
                gestures[static_cast<int> (i)] = "(=)";
            if (table[i].group != "Contact")
                continue;
            ++contactRows;
            const auto twin = findParameter (slotBId (table[i].id));
            REQUIRE (twin.has_value());
            if (! swaps)
                CHECK (processor.bridge().parameters()[i]->exactValue() ==
                       processor.bridge().parameters()[*twin]->exactValue());
        }
        CHECK (contactRows * sizeof (double) == sizeof (Contact));
        CHECK (host.log == gestures);
    }
}

TEST_CASE ("a comparison and its second contact survive in a state")
{
    Noise noise (61);
    for (int round = 0; round < 20; ++round)
    {
        Window window;
        auto patch = Patch::defaults();
        const auto random = randomPatch (noise);
        patch.contact = random.contact;
        patch.contactB = random.contactB;
        patch.compareOn = round % 2;
        patch.compareSlot = round / 2 % 2;
        window.processor.bridge().setPatch (patch);
        Window fresh;
        load (fresh.processor, savedState (window.processor));
        REQUIRE (fresh.processor.bridge().patch() == patch);
        window.refresh();
        fresh.refresh();
        CHECK (fresh.shown ({ "Contact", "Contact B" }) == window.shown ({ "Contact", "Contact B" }));
        CHECK (fresh.button ("Stop comparing").isVisible() == (patch.compareOn > 0.0));
    }
}

TEST_CASE ("the ledger view tells of created energy under a law as printed, never under a passive one")
{
    LedgerView view;
    MeterFrame frame;
    frame.ledgerOn = true;
    frame.generatorSteps = 340;
    frame.energyCreated = 12e-6;
    view.show (frame, true, true);
    CHECK (view.warning() == juce::String::fromUTF8 ("created 12.0 µJ in 340 steps"));
    CHECK (view.balances());
    view.show (frame, false, false); // the count stays, the law has gone
    CHECK (view.warning().isEmpty());
    CHECK (view.balances());
    frame.generatorSteps = 0;
    view.show (frame, true, true);
    CHECK (view.warning().isEmpty());
    frame.generatorSteps = 1;
    frame.ledgerOn = false;
    view.show (frame, true, true);
    CHECK (view.warning().isEmpty());

    LedgerView passive; // energy out of nowhere
    frame.ledgerOn = true;
    frame.generatorSteps = 0;
    passive.show (frame, false, false);
    CHECK (passive.balances());
    frame.generatorSteps = 1;
    passive.show (frame, false, false);
    CHECK (passive.warning().isEmpty());
    CHECK_FALSE (passive.balances());

    for (const auto& law : lawTable())
        for (const double literal : { 0.0, 1.0 })
        {
            auto contact = Patch::defaults().contact;
            contact.law = valueOfLaw (law.id);
            contact.literal = literal;
            CHECK (canCreateEnergy (contact) == (literal > 0.0 && (law.id == "lugre" || law.id == "dupont")));
        }
}
} // namespace kolophon
