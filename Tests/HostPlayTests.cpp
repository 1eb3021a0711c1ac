// SPDX-License-Identifier: GPL-3.0-or-later
// What is played is large, and shows its range and what the hand does. Sizes, meanings of colours, drags of sources.
#include "Support/EditorScene.h"
#include "Support/Home.h"
#include "Support/Mouse.h"

#include "Analysis/Bench/RegimeSigns.h"
#include "Plugin/Pages/PlayPage.h"
#include "Plugin/Pages/SourcePalette.h"
#include "Plugin/Pictures/LoopPicture.h"
#include "Plugin/Pictures/RasterPicture.h"

namespace juce
{
bool dispatchNextMessageOnSystemQueue (bool returnIfNoPendingMessages); // what JUCE's own loop calls
}

namespace kolophon
{
namespace
{
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

ParameterRow& playedRow (Window& window, std::string_view id)
{
    for (auto* row : window.rows())
        if (row->info().id == id)
            return *row;
    FAIL ("no row of " << id);
    throw std::logic_error ("unreachable");
}

/** All pages and sections, one after the other, while the instrument sounds. */
void onEveryView (Window& window, const std::function<void (const juce::String& view)>& look)
{
    auto& editor = editorOf (window);
    for (const auto page : { PageKind::play, PageKind::design, PageKind::lab })
    {
        editor.showPage (page);
        sound (window, 40, { 45, 57 });
        look ("page " + juce::String (static_cast<int> (page)));
    }
    for (const auto section : { ModSection::sources, ModSection::gesture, ModSection::takes })
    {
        editor.showMod (section);
        sound (window, 8);
        look ("section " + juce::String (static_cast<int> (section)));
    }
    editor.showCard (0);
    sound (window, 4);
    look ("cards");
    editor.showCard (std::nullopt);
    editor.showBrowser (true);
    sound (window, 4);
    look ("browser");
    editor.showBrowser (false);
    editor.showPage (PageKind::play);
    auto& play = static_cast<PlayPage&> (editor.pageShown());
    for (int kind = 0; kind < pictureKinds; ++kind)
        play.pane (kind % 4).show (static_cast<PictureKind> ((kind + 3) % pictureKinds));
    sound (window, 30);
    look ("other pictures");
}

juce::DragAndDropTarget::SourceDetails detailsOf (ModulationSource source, juce::Component& from)
{
    return { dragOf (source), &from, {} };
}

double luminanceOf (juce::Colour colour)
{
    const auto linear = [] (float channel)
    {
        const auto c = static_cast<double> (channel);
        return c <= 0.03928 ? c / 12.92 : std::pow ((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear (colour.getFloatRed()) + 0.7152 * linear (colour.getFloatGreen()) +
           0.0722 * linear (colour.getFloatBlue());
}
} // namespace

TEST_CASE ("nothing is written smaller than twelve pixels, on any page, sheet or picture")
{
    const Home home;
    Window window;
    window.editor->setSize (PluginEditor::designWidth, PluginEditor::designHeight);
    window.processor.prepareToPlay (48000.0, 800);
    window.set ("voice.key_switches", 1.0);
    window.set ("compare.on", 1.0);
    onEveryView (window,
                 [&window] (const juce::String& view)
                 {
                     const auto lines = linesOf (*window.editor);
                     REQUIRE (lines.size() > 20);
                     for (const auto& line : lines)
                     {
                         CAPTURE (view.toStdString(), line.place.toString().toStdString(), line.letters);
                         CHECK (line.size >= 11.99f);
                     }
                 });
}

TEST_CASE ("whatever is pressed, dragged or typed into is at least twenty pixels wide and high")
{
    const Home home;
    Window window;
    window.editor->setSize (PluginEditor::designWidth, PluginEditor::designHeight);
    window.processor.prepareToPlay (48000.0, 800);
    window.set ("compare.on", 1.0);
    onEveryView (window,
                 [&window] (const juce::String& view)
                 {
                     int seen = 0;
                     for (auto* component : descendants (*window.editor))
                     {
                         bool isShown = true;
                         for (auto* each = component; each != window.editor.get(); each = each->getParentComponent())
                             isShown = isShown && each->isVisible();
                         const auto* label = dynamic_cast<juce::Label*> (component);
                         const bool isHit = dynamic_cast<juce::Button*> (component) != nullptr ||
                                            dynamic_cast<juce::Slider*> (component) != nullptr ||
                                            dynamic_cast<juce::ComboBox*> (component) != nullptr ||
                                            (label != nullptr && label->isEditable());
                         if (! isShown || ! isHit)
                             continue;
                         CAPTURE (view.toStdString(), component->getTitle().toStdString());
                         CHECK (component->getWidth() >= 20);
                         CHECK (component->getHeight() >= (label != nullptr ? 17 : 20)); // of a knob: beside its circle
                         ++seen;
                     }
                     CHECK (seen > 10);
                 });
}

TEST_CASE ("what is played has a thumb of twenty pixels, what is set one of twelve, in rows of one pitch")
{
    CHECK (LookAndFeel::trackOf (LookAndFeel::TrackKind::play, ParameterRow::playHeight).across >= 20.0f);
    CHECK (LookAndFeel::trackOf (LookAndFeel::TrackKind::line, ParameterRow::lineHeight).across >= 12.0f);
    Window window;
    editorOf (window).showPage (PageKind::play);
    for (std::size_t body = 0; body < bodyTable().size(); ++body)
        for (std::size_t law = 0; law < lawTable().size(); ++law)
        {
            window.set ("body.type", static_cast<double> (body));
            window.set ("contact.law", static_cast<double> (law));
            window.set ("hand.kind", static_cast<double> (law % 3));
            window.set ("hand.force_mode", static_cast<double> (body % 2));
            window.refresh();
            CAPTURE (bodyTable()[body].name, lawTable()[law].id);
            std::map<juce::Component*, int> bottoms, shown;
            for (auto* row : window.rows())
            {
                if (! row->isVisible())
                    continue;
                CAPTURE (row->info().id);
                auto* panel = row->getParentComponent();
                REQUIRE (row->getHeight() == ParameterRow::heightOf (row->style));
                REQUIRE (row->getY() >= bottoms[panel]); // none touches the one above
                bottoms[panel] = row->getBottom();
                ++shown[panel];
                REQUIRE (row->getBottom() <= panel->getHeight());
            }
            REQUIRE (shown.size() == 4);
            for (const auto& [panel, count] : shown) // each is filled as far as rows apply
                CHECK (count >= (panel->getName() == "Contact" ? 2 : 4));
        }
}

TEST_CASE ("the range that speaks is shaded on pressure, force and position as Schelleng has it")
{
    Window window (800);
    for (const auto& [id, value] :
         { std::pair ("voice.guide", 0.0), std::pair ("body.impedance_track", 0.0), std::pair ("body.impedance", 0.3),
           std::pair ("hand.speed", 0.2), std::pair ("hand.position", 0.1), std::pair ("contact.mu_static", 0.8),
           std::pair ("contact.mu_kinetic", 0.3), std::pair ("hand.force_mode", 1.0), std::pair ("hand.force", 1.0) })
        window.set (id, value);
    editorOf (window).showPage (PageKind::play);
    window.refresh();
    auto& force = playedRow (window, "hand.force");
    REQUIRE (force.isVisible());
    REQUIRE (force.playedShown().speaks.has_value());
    // Schelleng (1973): F = 2 Z v / (beta (mu_s - mu_d)) = 2 · 0.3 · 0.2 / (0.1 · 0.5) = 2.4 N.
    const auto at = [&force] (double newtons) { return static_cast<float> (force.info().toNormalised (newtons)); };
    CHECK_THAT (force.playedShown().speaks->getEnd(), WithinAbs (at (2.4), 1e-4));
    CHECK (force.playedShown().speaks->getStart() < at (0.5));
    CHECK_FALSE (force.playedShown().now.has_value()); // nothing sounds
    // 1 N is the largest force where beta = 0.24.
    auto& position = playedRow (window, "hand.position");
    REQUIRE (position.playedShown().speaks.has_value());
    CHECK_THAT (position.info().fromNormalised (static_cast<double> (position.playedShown().speaks->getEnd())),
                WithinRel (0.24, 0.09)); // in steps of a twelfth
    // The same of Pressure: logarithmic in the force, 100 % the largest force that this note can take.
    window.set ("hand.force_mode", 0.0);
    window.refresh();
    auto& pressure = playedRow (window, "hand.pressure");
    REQUIRE (pressure.isVisible());
    CHECK_FALSE (force.isVisible());
    REQUIRE (pressure.playedShown().speaks.has_value());
    const double full = fullForceOf (window.processor.bridge().patch(), {}, 57, 0.1);
    CHECK_THAT (pressure.info().fromNormalised (static_cast<double> (pressure.playedShown().speaks->getEnd())),
                WithinAbs (100.0 * (1.0 + std::log10 (2.4 / full)), 0.1));
    window.set ("body.type", 4.0); // no bowed string: no theory
    window.refresh();
    CHECK_FALSE (pressure.playedShown().speaks.has_value());
}

TEST_CASE ("pointers on what is played stand where the sounding hand is, and vanish with it")
{
    Window window (800);
    window.set ("voice.humanise", 0.0);
    window.set ("hand.force_mode", 1.0);
    editorOf (window).showPage (PageKind::play);
    sound (window, 60, { 45 });
    window.refresh();
    const auto* shape = editorOf (window).pictureData().shape();
    REQUIRE (shape != nullptr);
    for (const auto& [id, value] :
         { std::pair ("hand.speed", std::abs (static_cast<double> (shape->contact.bowVelocity))),
           std::pair ("hand.force", static_cast<double> (shape->contact.normalForce)),
           std::pair ("hand.position", shape->position) })
    {
        auto& row = playedRow (window, id);
        CAPTURE (id, value);
        REQUIRE (row.playedShown().now.has_value());
        CHECK_THAT (static_cast<double> (*row.playedShown().now),
                    WithinAbs (row.info().toNormalised (value), 0.006)); // a pixel
    }
    for (int tick = 0; tick < 30; ++tick)
        editorOf (window).advance();
    window.refresh();
    CHECK_FALSE (playedRow (window, "hand.speed").playedShown().now.has_value());
}

TEST_CASE ("where the bow plays another number than the knob's, the control shows both")
{
    Window window (800);
    for (const auto& [id, value] : { std::pair ("voice.humanise", 0.0), std::pair ("voice.phrasing", 0.0),
                                     std::pair ("voice.guide_kind", 1.0), std::pair ("hand.speed", 0.008) })
        window.set (id, value);
    editorOf (window).showPage (PageKind::play);
    sound (window, 90, { 57 });
    window.refresh();
    const auto numberOf = [&window] (std::string_view id) { return playedRow (window, id).playedShown().number; };
    const auto playedNow = [&]
    {
        for (int i = 0; i < 12; ++i) // numbers change three times per second
        {
            sound (window, 2);
            window.refresh();
        }
        return *editorOf (window).pictureData().shape();
    };
    const auto held = playedNow();
    const double speed = std::abs (static_cast<double> (held.contact.bowVelocity));
    REQUIRE (speed > 0.02); // Hold plays faster than 8 mm/s
    CHECK (numberOf ("hand.speed").endsWith (" m/s"));
    CHECK_THAT (numberOf ("hand.speed").getDoubleValue(), WithinAbs (speed, 0.01));
    CHECK (numberOf ("hand.pressure").endsWith ("N")); // its percent are no force
    // Follow plays every speed as it is set.
    window.set ("voice.guide_kind", 0.0);
    window.set ("hand.speed", 0.1);
    playedNow();
    CHECK (numberOf ("hand.speed").isEmpty());
    window.set ("hand.position", 0.006);
    const auto near = playedNow();
    REQUIRE (near.position > 0.02);
    CHECK_THAT (numberOf ("hand.position").getDoubleValue(), WithinAbs (near.position, 0.0005));
}

TEST_CASE ("a drag over a value moves its knob, as one gesture")
{
    Window window;
    editorOf (window).showPage (PageKind::play);
    window.refresh();
    auto& row = playedRow (window, "hand.dynamics");
    auto* text = window.find<juce::Label> ("Dynamics value");
    REQUIRE (text != nullptr);
    REQUIRE (row.isParentOf (text));
    Recorder host (window.processor);
    const int place = static_cast<int> (*findParameter ("hand.dynamics"));
    const double before = window.knob ("hand.dynamics").exactValue();
    Mouse mouse { *text };
    mouse.press ({ 50.0f, 8.0f });
    mouse.drag ({ 30.0f, 8.0f });
    mouse.drag ({ 10.0f, 8.0f });
    mouse.release ({ 10.0f, 8.0f });
    CHECK (window.knob ("hand.dynamics").exactValue() < before - 5.0);
    CHECK (host.log[place].front() == '(');
    CHECK (host.log[place].back() == ')');
    CHECK (std::count (host.log[place].begin(), host.log[place].end(), '(') == 1);
    CHECK_FALSE (text->isBeingEdited());
}

TEST_CASE ("a macro says what it would move, and one that moves nothing is small")
{
    Window window;
    editorOf (window).showPage (PageKind::play);
    Modulation modulation;
    const auto to = [] (std::string_view id) { return ModulationTarget { *findParameter (id), 0.3, 0.0 }; };
    modulation.macros[0] = { "Grit", { to ("contact.mu_static"), to ("surface.texture"), to ("out.level") } };
    modulation.slots[2] = { ModulationSource::macro2, to ("hand.speed") };
    window.processor.setModulation (modulation);
    window.refresh();
    auto* strip = window.find<MacroStrip> ("Macros");
    REQUIRE (strip != nullptr);
    std::vector<ParameterRow*> rows;
    for (auto* component : descendants (*strip))
        if (auto* row = dynamic_cast<ParameterRow*> (component))
            rows.push_back (row);
    REQUIRE (rows.size() == 8);
    CHECK (rows[0]->noteShown().startsWith ("Grip"));
    CHECK_THAT (rows[0]->helpAt ({}).text.toStdString(), Contains ("Moves Grip, Texture and Level."));
    CHECK (rows[1]->noteShown() == "Speed"); // by the matrix
    CHECK (rows[2]->noteShown() == "not used");
    CHECK_THAT (rows[2]->helpAt ({}).text.toStdString(), Contains ("Moves nothing"));
    CHECK (rows[2]->getChildComponent (0)->getWidth() < rows[0]->getChildComponent (0)->getWidth());
    const auto font = LookAndFeel::font (12.0f);
    const juce::StringArray three { "Grip", "Texture", "Level" };
    CHECK (shortListOf (three, font, 400) == "Grip, Texture, Level");
    CHECK (shortListOf (three, font, font.getStringWidth ("Grip, Texture +1")) == "Grip, Texture +1");
    CHECK (shortListOf (three, font, font.getStringWidth ("Grip +2")) == "Grip +2");
    CHECK (shortListOf (three, font, 10) == "3 knobs");
}

TEST_CASE ("a source that is dropped on a knob moves it by half its travel, as far as slots are free")
{
    Window window;
    auto& editor = editorOf (window);
    editor.showPage (PageKind::play);
    window.processor.setModulation ({});
    window.refresh();
    auto& row = playedRow (window, "hand.position");
    auto& tab = window.button ("Page Design");
    const auto details = detailsOf (ModulationSource::lfo2, tab);
    CHECK (row.isInterestedInDragSource (details));
    CHECK_FALSE (row.isInterestedInDragSource ({ "a file", &tab, {} }));
    CHECK_FALSE (playedRow (window, "body.type").isInterestedInDragSource (details)); // menus don't glide
    row.itemDragEnter (details);
    row.itemDropped (details);
    const auto slot = window.processor.modulation().slots[0];
    CHECK (slot.source == ModulationSource::lfo2);
    CHECK (slot.to == ModulationTarget { *findParameter ("hand.position"), 0.5, 0.0 });
    CHECK (editor.complaint().isEmpty());
    for (std::size_t i = 1; i < Modulation::slotCount; ++i)
        row.itemDropped (details);
    CHECK (editor.complaint().isEmpty());
    const auto full = window.processor.modulation();
    row.itemDropped (details);
    CHECK (window.processor.modulation() == full);
    CHECK (editor.complaint().isNotEmpty());
}

TEST_CASE ("a source that waits on a tab opens its page, and one that falls on the matrix begins a slot")
{
    Window window;
    auto& editor = editorOf (window);
    window.processor.setModulation ({});
    editor.showMod (ModSection::sources);
    window.refresh();
    auto& chip = window.button ("Source Envelope 1");
    auto* matrix = window.find<MatrixPanel> ("Matrix");
    REQUIRE (matrix != nullptr);
    const auto details = detailsOf (ModulationSource::envelope1, chip);
    REQUIRE (matrix->isInterestedInDragSource (details));
    const int before = matrix->naturalHeight();
    matrix->itemDropped (details);
    const auto slot = window.processor.modulation().slots[0];
    CHECK (slot.source == ModulationSource::envelope1);
    CHECK (slot.to.depth == 0.0);                                       // no knob has been chosen yet
    CHECK (matrix->naturalHeight() == before + MatrixPanel::rowHeight); // the next free slot has appeared

    auto* tab = dynamic_cast<TabButton*> (&window.button ("Page Play"));
    REQUIRE (tab != nullptr);
    CHECK_FALSE (tab->isInterestedInDragSource ({ "a file", &chip, {} }));
    tab->itemDragEnter (details);
    CHECK (editor.page() == PageKind::mod);
    const auto opens = [&editor]
    {
        while (juce::dispatchNextMessageOnSystemQueue (true))
            ;
        return editor.page() == PageKind::play;
    };
    CHECK (waitFor (opens));
}

TEST_CASE ("takes have chips for what varies: a click adds one, another takes it out")
{
    const auto plusMinus = juce::String::fromUTF8 ("±");
    CHECK (wordsFor ({ "*.seed", "*" }) == "All seeds");
    CHECK (wordsFor ({ "hand.speed", plusMinus + "20%" }) == "Speed " + plusMinus + "20 %");
    CHECK (wordsFor ({ "hand.position", "0.08:0.16" }) == "Position 0.08 to 0.16");
    CHECK (wordsFor ({ "body.*", "*" }) == "body.*=*");
    const juce::String list = "*.seed=*,hand.speed=" + plusMinus + "20%,body.tune=" + plusMinus + "1 st";
    CHECK (textOf (varyEntriesOf (" " + list.replace (",", " , "))) == list);

    VaryChips chips;
    chips.setSize (400, 120);
    juce::String now ("*.seed=*");
    chips.onChange = [&] (const juce::String& changed)
    {
        now = changed;
        chips.show (now, plusMinus + "15%");
    };
    chips.show (now, plusMinus + "15%");
    const auto click = [&chips] (const juce::String& title)
    {
        for (auto* component : descendants (chips))
            if (auto* chip = dynamic_cast<juce::Button*> (component); chip != nullptr && chip->getTitle() == title)
                return chip->onClick();
        FAIL ("no chip " << title);
    };
    const auto settle = []
    {
        while (juce::dispatchNextMessageOnSystemQueue (true))
            ;
    };
    click ("Vary Speed " + plusMinus + "15 %");
    settle();
    CHECK (now == "*.seed=*,hand.speed=" + plusMinus + "15%");
    click ("Varies: All seeds");
    settle();
    CHECK (now == "hand.speed=" + plusMinus + "15%");
    click ("Vary All seeds");
    settle();
    CHECK (now == "hand.speed=" + plusMinus + "15%,*.seed=*");
}

TEST_CASE ("the raster shows the part of the period in which a string slips, and all of one that always does")
{
    Window window (800);
    for (const auto& [id, value] : { std::pair ("voice.humanise", 0.0), std::pair ("hand.position", 0.13),
                                     std::pair ("surface.texture", 0.0), std::pair ("voice.velocity", 0.0) })
        window.set (id, value);
    editorOf (window).showPage (PageKind::play);
    sound (window, 90, { 45 });
    auto* raster = pictureOf<RasterPicture> (window);
    REQUIRE (raster != nullptr);
    // Ideal Helmholtz motion slips for the fraction beta of the period.
    CHECK (editorOf (window).pictureData().regime().regime == Regime::helmholtz);
    CHECK (raster->shownFraction() >= 0.13);
    CHECK (raster->shownFraction() <= 0.4);
    // Hardly pressed, at a fast bow, it slips all the time.
    window.set ("voice.guide", 0.0);
    window.set ("hand.pressure", 0.0);
    window.set ("hand.speed", 2.0);
    sound (window, 120, { 47 });
    CHECK (raster->shownFraction() == 1.0);
}

TEST_CASE ("colours have one meaning: modulation has its own, and regimes have the same wherever they are drawn")
{
    const ThemeGuard guard;
    for (const auto theme : { palette::Theme::dark, palette::Theme::light })
    {
        palette::use (theme);
        for (const auto other : { palette::stick, palette::slip, palette::heat, palette::stored, palette::alarm,
                                  palette::slotB, palette::text, palette::quietText })
        {
            CAPTURE (static_cast<int> (theme), other.toString().toStdString());
            const float turn = std::abs (other.getHue() - palette::modulation.getHue());
            CHECK ((other.getSaturationHSL() < 0.3f || std::min (turn, 1.0f - turn) > 0.08f));
        }
    }
    // Okabe and Ito's blue, yellow and vermilion; letters differ, and so do lightnesses on white.
    CHECK (signOf (Regime::helmholtz).colour == 0x0072b2);
    CHECK (signOf (Regime::multipleSlip).colour == 0xf0e442);
    CHECK (signOf (Regime::anomalousLow).colour == 0xd55e00);
    for (const bool isString : { true, false })
    {
        std::set<char> letters;
        for (const auto& sign : regimeSigns)
            CHECK (letters.insert (sign.of (isString).letter).second);
    }
    std::vector<double> lights;
    for (const auto& sign : regimeSigns)
        lights.push_back (luminanceOf (juce::Colour (0xff000000 | sign.colour)));
    std::sort (lights.begin(), lights.end());
    for (std::size_t i = 1; i < lights.size(); ++i)
        CHECK (lights[i] - lights[i - 1] > 0.03);
}

TEST_CASE ("the chosen tab is open towards its page, and the others are not")
{
    Window window;
    window.editor->setSize (PluginEditor::designWidth, PluginEditor::designHeight);
    for (const auto page : { PageKind::play, PageKind::lab })
    {
        editorOf (window).showPage (page);
        const auto image = window.editor->createComponentSnapshot (window.editor->getLocalBounds());
        for (const auto* name : { "Play", "Design", "Mod", "Lab" })
        {
            auto& tab = window.button (juce::String ("Page ") + name);
            const auto place = window.editor->getLocalArea (&tab, tab.getLocalBounds());
            const auto edge = image.getPixelAt (place.getX() + 12, place.getBottom() - 1);
            CAPTURE (static_cast<int> (page), name);
            CHECK ((edge == palette::ground) == tab.getToggleState());
        }
    }
}
} // namespace kolophon
