// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what is written in the editor can be read: no text cut off, left out, or over another.
#include "Support/EditorScene.h"
#include "Support/LongRun.h"

#include "Plugin/Controls/ChoicePalette.h"
#include "Plugin/Pages/PlayPage.h"
#include "Plugin/Panels/LearnedSheet.h"

namespace kolophon
{
namespace
{
constexpr int widths[] = { 717, 1120, 2240 };

/** Every knob of the table is locked: a padlock stands beside each label. */
void lockAll (PluginProcessor& processor)
{
    for (auto* parameter : processor.bridge().parameters())
        processor.setLocked (*parameter, true);
}

/** Knobs with the longest names, by many controllers. */
LearnedControllers manyLearned (std::size_t count)
{
    std::vector<std::size_t> longest;
    for (std::size_t i = 0; i < parameterTable().size(); ++i)
        longest.push_back (i);
    std::stable_sort (longest.begin(), longest.end(),
                      [] (std::size_t a, std::size_t b)
                      { return hostName (parameterTable()[a]).size() > hostName (parameterTable()[b]).size(); });
    LearnedControllers table;
    for (std::size_t n = 0; n < count; ++n)
    {
        LearnedController row;
        row.parameter = static_cast<std::uint16_t> (longest[n]);
        row.number = static_cast<std::uint8_t> (31 - n);
        row.channel = n % 2 == 0 ? static_cast<std::uint8_t> (15) : LearnedController::anyChannel;
        row.curve = n % 3 == 0 ? -0.77 : 0.5;
        REQUIRE (table.add (row));
    }
    return table;
}

/** The editor in one colour, then in the other. */
template <class Look>
void inBothColours (Look look)
{
    const ThemeGuard guard;
    for (const auto theme : { palette::Theme::dark, palette::Theme::light })
    {
        CAPTURE (static_cast<int> (theme));
        palette::use (theme);
        look();
    }
}

/** Every page, which sounds before it is looked at, in every size. */
template <class Sound, class Look>
void onEveryPage (Window& window, Sound sounds, Look look)
{
    for (const auto page : { PageKind::play, PageKind::design, PageKind::mod, PageKind::lab })
    {
        editorOf (window).showPage (page);
        sounds();
        for (const int width : widths)
        {
            CAPTURE (static_cast<int> (page), width);
            window.editor->setSize (width, width * 5 / 8);
            look();
        }
    }
}
} // namespace

TEST_CASE ("texts fit on every page, at every size, in both colours, over five bodies")
{
    inBothColours (
        []
        {
            int turn = palette::inUse() == palette::Theme::light ? 1 : 0;
            for (const int body : { 0, 1, 2, 6, 10 })
            {
                // Letters lie alike in both colours: bodies take them in turn.
                if (turn++ % 2 == 1 && ! test::longRun())
                    continue;
                Window window;
                window.set ("body.type", body);
                window.processor.prepareToPlay (48000.0, 800);
                CAPTURE (body);
                onEveryPage (
                    window,
                    [&] {
                        sound (window, 40, { 50, 57 });
                    },
                    [&] { checkTexts (*window.editor); });
            }
        });
}

TEST_CASE ("a teaching card shows its picture")
{
    Window window;
    for (std::size_t i = 0; i < teachingCards().size(); ++i)
    {
        const auto& card = teachingCards()[i];
        CAPTURE (card.title, card.picture);
        editorOf (window).showPage (PageKind::play);
        auto& play = static_cast<PlayPage&> (editorOf (window).pageShown());
        play.pane (1).show (PictureKind::stage);
        editorOf (window).showCard (static_cast<int> (i));
        bool isShown = false;
        for (int place = 0; place < 4; ++place)
            isShown = isShown || nameOf (play.pane (place).shown()) == card.picture;
        CHECK (isShown);
    }
}

TEST_CASE ("texts fit in palettes, cards and pictures, wherever those are put")
{
    checkTexts (*makeBodyPalette (0, [] (int) {}));
    checkTexts (*makeLawPalette (Patch::defaults().contact, 0, [] (int) {}));
    Window window (800);
    for (std::size_t card = 0; card < teachingCards().size(); ++card)
    {
        editorOf (window).showCard (static_cast<int> (card));
        window.press ("Set up the sound of this card");
        sound (window, 30, { 52 });
        CAPTURE (teachingCards()[card].title);
        checkTexts (*window.editor);
    }
    editorOf (window).showCard (std::nullopt);
    editorOf (window).showPage (PageKind::play);
    auto& play = static_cast<PlayPage&> (editorOf (window).pageShown());
    for (int turn = 0; turn < pictureKinds; ++turn)
    {
        for (int place = 0; place < 4; ++place)
            play.pane (place).show (static_cast<PictureKind> ((turn + place) % pictureKinds));
        sound (window, 40, { 45 });
        CAPTURE (turn);
        checkTexts (*window.editor);
    }
}

TEST_CASE ("texts fit in the gesture editor and among takes, in every unit, at every size, in both colours")
{
    inBothColours (
        []
        {
            Window window (800);
            auto& order = window.processor.takeOrder();
            order.folder = std::filesystem::temp_directory_path() / "kolophon-fitting-takes";
            order.seconds = 0.1;
            order.count = 2;
            order.seed = 1'000'000'000'000;
            order.finishing.level = LevelTarget { LevelTarget::Measure::loudness, -5.5 }; // held by their peaks
            order.finishing.trimDb = 60.5;
            order.vary = "hand.speed=±20%,*.seed=*,hand.position=0.08:0.16,contact.travel=±12.5%,surface.texture=*";
            editorOf (window).showMod (ModSection::takes).takesPane().render();
            REQUIRE (waitFor ([&window] { return ! window.processor.takes().state().isRunning; }));
            // Letters lie alike in both colours.
            const bool isDark = palette::inUse() == palette::Theme::dark;
            for (const double absolute :
                 test::longRun() ? std::vector { 0.0, 1.0 } : std::vector { isDark ? 0.0 : 1.0 })
                for (const auto& [length, unit] : { std::pair { 0.02, TimeAxis::Unit::seconds },
                                                    { 1.5, TimeAxis::Unit::frames24 },
                                                    { 240.0, TimeAxis::Unit::frames30 },
                                                    { 239.4, TimeAxis::Unit::seconds },
                                                    { 10.7, TimeAxis::Unit::beats } })
                    for (const int width : widths)
                    {
                        window.editor->setSize (width, width * 5 / 8);
                        window.set ("hand.force_mode", absolute);
                        window.set ("hand.force", 5000.0);
                        window.set ("hand.gesture_time", length);
                        window.set ("gesture.beats", length);
                        CAPTURE (absolute, length, width);
                        auto& pane = editorOf (window).showMod (ModSection::gesture).gesturePane();
                        pane.setUnit (unit);
                        sound (window, 4);
                        pane.view (GestureTrackKind::force).keyPressed (juce::KeyPress (juce::KeyPress::endKey));
                        sound (window, 2);
                        checkTexts (*window.editor);
                        editorOf (window).showMod (ModSection::takes);
                        sound (window, 2);
                        checkTexts (*window.editor);
                    }
            std::filesystem::remove_all (order.folder);
        });
}

TEST_CASE ("texts fit beside padlocks, on every page and at every size, and while a knob waits for its controller")
{
    inBothColours (
        []
        {
            Window window (800);
            lockAll (window.processor);
            window.processor.midiLearn().arm (*findParameter ("hand.speed"));
            onEveryPage (
                window, [&] { sound (window, 20, { 50 }); }, [&] { checkTexts (*window.editor); });
            for (const auto section : { ModSection::gesture, ModSection::takes })
            {
                editorOf (window).showMod (section);
                sound (window, 4);
                CAPTURE (static_cast<int> (section));
                checkTexts (*window.editor);
            }
        });
}

TEST_CASE ("texts fit on the second sides of panels, with everything there in use, at every size")
{
    Window window (800);
    lockAll (window.processor);
    for (const auto& [id, value] : { std::pair { "second_body.type", 4.0 },
                                     { "side.contact", 1.0 },
                                     { "side.hand", 1.0 },
                                     { "finger.touch", 1.0 },
                                     { "normal.force", 1.0 },
                                     { "section.players", 16.0 } })
        window.set (id, value);
    editorOf (window).showPage (PageKind::design);
    for (const auto* side : { "Second body", "Touching", "Section" })
        window.press (side);
    sound (window, 20, { 50 });
    CHECK (window.shown ({ "Section" }).size() == 6);
    CHECK (window.shown ({ "Human" }).empty());
    CHECK (window.button ("Section").getButtonText() == "Section*");
    for (const int width : widths)
    {
        CAPTURE (width);
        window.editor->setSize (width, width * 5 / 8);
        checkTexts (*window.editor);
    }
}

TEST_CASE ("a padlock covers no letter of its row")
{
    Window window (800);
    editorOf (window).showPage (PageKind::play);
    sound (window, 4);
    const auto lettersOf = [] (juce::Component& row)
    {
        std::vector<juce::Rectangle<float>> places;
        for (const auto& line : linesOf (row))
            places.push_back (line.place);
        return places;
    };
    for (auto* component : descendants (*window.editor))
    {
        auto* row = dynamic_cast<ParameterRow*> (component);
        if (row == nullptr || ! row->isShowing())
            continue;
        CAPTURE (row->info().id);
        const auto before = lettersOf (*row);
        window.processor.setLocked (window.knob (row->info().id), true);
        row->refresh();
        CHECK (lettersOf (*row) == before); // it moves none
        for (const auto& place : before)
            CHECK_FALSE (place.intersects (row->padlockArea()));
    }
}

TEST_CASE ("texts fit in the preset browser, whatever is locked, on every page, at every size, in both colours")
{
    inBothColours (
        []
        {
            Window window (800);
            editorOf (window).showBrowser (true);
            auto* browser = editorOf (window).presetBrowser();
            REQUIRE (browser != nullptr);
            const auto parameters = window.processor.bridge().parameters();
            for (const std::size_t locked :
                 { std::size_t { 0 }, std::size_t { 1 }, std::size_t { 5 }, parameters.size() })
            {
                for (std::size_t i = 0; i < locked; ++i)
                    window.processor.setLocked (*parameters[i], true);
                CAPTURE (locked);
                onEveryPage (
                    window, [] {},
                    [&]
                    {
                        sound (window, 2);
                        CHECK (window.button ("Unlock all knobs").isVisible() == (locked > 0));
                        // What stands under it is covered, so its own letters count.
                        checkTexts (*browser);
                    });
            }
            for (const auto* words : { "glass", "no such sound" })
            {
                browser->search (words);
                CAPTURE (words);
                checkTexts (*browser, 10);
            }
        });
}

TEST_CASE ("texts fit in the list of learned controllers, with none, one, a few and the longest names")
{
    const juce::SharedResourcePointer<SharedLook> look; // an editor's
    inBothColours (
        []
        {
            for (const std::size_t count : { 0, 1, 3, 24 })
            {
                PluginProcessor processor;
                processor.midiLearn().setLearned (manyLearned (count));
                LearnedSheet sheet (processor);
                CAPTURE (count);
                checkTexts (sheet, count == 0 ? 0 : 6);
                if (count == 0)
                    continue;
                LearnedSheet one (processor,
                                  processor.midiLearn().learned().rows[0].parameter); // as a knob's menu opens it
                checkTexts (one, 6);
            }
        });
}

TEST_CASE ("texts fit in the palettes of bodies and laws, whichever is chosen, in both colours")
{
    const juce::SharedResourcePointer<SharedLook> look; // an editor's
    inBothColours (
        []
        {
            for (std::size_t body = 0; body < bodyTable().size(); ++body)
                checkTexts (*makeBodyPalette (static_cast<int> (body), [] (int) {}));
            auto contact = Patch::defaults().contact;
            for (std::size_t law = 0; law < lawTable().size(); ++law)
            {
                contact.law = static_cast<double> (law);
                checkTexts (*makeLawPalette (contact, static_cast<int> (law), [] (int) {}));
            }
        });
}

TEST_CASE ("texts fit on the Stage and in the other panes while nothing sounds, wherever they are")
{
    Window window (800);
    for (const double body : { 0.0, 1.0, 6.0, 15.0 })
    {
        window.set ("body.type", body);
        editorOf (window).showPage (PageKind::play);
        auto& play = static_cast<PlayPage&> (editorOf (window).pageShown());
        for (int turn = 0; turn < pictureKinds; ++turn)
        {
            for (int place = 0; place < 4; ++place)
                play.pane (place).show (static_cast<PictureKind> ((turn + place) % pictureKinds));
            sound (window, 16);
            CAPTURE (body, turn);
            checkTexts (*window.editor);
        }
    }
}
} // namespace kolophon
