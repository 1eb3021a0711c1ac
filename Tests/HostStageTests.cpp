// SPDX-License-Identifier: GPL-3.0-or-later
// What panes draw, and when: bodies from files, regions of the map, and that nothing is painted which has not changed.
#include "Support/Desktop.h"
#include "Support/NamedBody.h"

#include "Plugin/Pictures/EnergyPicture.h"
#include "Plugin/Pictures/LoopPicture.h"
#include "Plugin/Pictures/PlayMap.h"
#include "Plugin/Pictures/RasterPicture.h"
#include "Plugin/Pictures/StagePicture.h"
#include "Synth/Bodies/LawTable.h"

#include <set>

namespace kolophon
{
namespace
{
using Catch::Matchers::WithinAbs;

/** A saucepan whose modes have five points along the path, or one each. */
CustomBody saucepan (bool isOnePlace)
{
    CustomBody body { "Saucepan", "", 0.4, 220.0, {} };
    body.modes.push_back ({ 220.0, 2.0, { 0.2, 1.0, 0.5, -0.4, -1.2 }, 1.0, 1.0 });
    body.modes.push_back ({ 461.0, 1.2, { 1.1, -0.3, 0.6, 0.8, 0.0 }, 1.0, 1.0 });
    body.modes.push_back ({ 903.0, 0.7, { -0.5, 0.9, 0.1, 1.3, 0.7 }, 1.0, 1.0 });
    if (isOnePlace)
        for (auto& mode : body.modes)
            mode.shape = { mode.shape[1] };
    return body;
}

/** Straight lines between the points of a file; s from 0 to 1 along the path. */
double shapeOf (const BodyMode& mode, double s)
{
    if (mode.shape.size() == 1)
        return mode.shape[0];
    const double place = s * static_cast<double> (mode.shape.size() - 1);
    const auto i = std::min (static_cast<std::size_t> (place), mode.shape.size() - 2);
    return mode.shape[i] + (place - static_cast<double> (i)) * (mode.shape[i + 1] - mode.shape[i]);
}

} // namespace

TEST_CASE ("a body from a file is drawn along its path by the shapes of its file, under its name")
{
    for (const bool isOnePlace : { false, true })
    {
        CAPTURE (isOnePlace);
        Window window (800);
        editorOf (window).showPage (PageKind::play);
        auto* stage = pictureOf<StagePicture> (window);
        REQUIRE (stage != nullptr);
        sound (window, 4);
        REQUIRE (stage->body().isString);
        const auto file = saucepan (isOnePlace);
        window.processor.loadBody (file);
        sound (window, 30, { 57 });
        CHECK (stage->caption().startsWith ("Saucepan, A3"));
        const auto* frame = editorOf (window).pictureData().shape();
        REQUIRE (frame != nullptr);
        REQUIRE (frame->modes == 3);
        const auto& mesh = stage->body();
        REQUIRE (mesh.lines.size() == 1);
        const auto& drawn = stage->displacements();
        double largest = 0.0;
        for (const int point : mesh.lines[0].points)
        {
            const auto i = static_cast<std::size_t> (point);
            const double s = static_cast<double> (i) / static_cast<double> (mesh.rest.size() - 1);
            CAPTURE (s, frame->mass, frame->time);
            double expected = 0.0; // [m] by the file: shapes are over the root of the body's mass
            for (int m = 0; m < 3; ++m)
                expected += frame->displacement (m) * shapeOf (file.modes[static_cast<std::size_t> (m)], s) /
                            std::sqrt (frame->mass);
            largest = std::max (largest, std::abs (expected));
            REQUIRE_THAT (static_cast<double> (drawn[i]), WithinAbs (expected, 1e-4 * largest + 1e-9));
            CHECK (mesh.direction[i] == MeshPoint { 0.0f, -1.0f });
        }
        CHECK (largest > 1e-7);
        // The contact runs from one end to the other.
        CHECK (mesh.pointAt (0.0) == mesh.rest.front());
        CHECK_THAT (mesh.pointAt (0.25).x, WithinAbs (0.0, 1e-6));
        CHECK (mesh.pointAt (0.5) == mesh.rest.back());
        CHECK_THAT (mesh.positionAt (mesh.rest[32]), WithinAbs (0.125, 1e-6));

        // Another file is another drawing at once; and without one it is the bell, which is round.
        auto other = file;
        other.name = "Lid";
        other.modes.resize (1);
        window.processor.loadBody (other);
        sound (window, 2);
        CHECK (stage->caption().startsWith ("Lid"));
        CHECK (stage->body().fields.size() == 1);
        window.processor.setCurrentProgram (0);
        window.set ("body.type", customBody());
        sound (window, 240);
        CHECK (stage->caption().startsWith ("Custom"));
        CHECK (stage->body().lines[0].closed);
    }
}

TEST_CASE ("what touches beside the bow is dragged where it is drawn, and moved by the keys that select it")
{
    Window window (800);
    editorOf (window).showPage (PageKind::play);
    window.set ("body.type", 0);
    window.set ("side.contact", 1.0);
    window.set ("side.position", 0.7);
    window.set ("finger.touch", 1.0);
    window.set ("finger.position", 0.5);
    window.set ("second_body.type", 1.0 + test::bodyNamed ("Free bar"));
    sound (window, 6);
    auto* stage = pictureOf<StagePicture> (window);
    REQUIRE (stage != nullptr);
    using Grip = StagePicture::Grip;
    const auto middleOf = [stage] (Grip grip) { return stage->areaOf (grip).getCentre(); };
    for (const auto grip : { Grip::side, Grip::finger, Grip::second })
    {
        REQUIRE_FALSE (stage->areaOf (grip).isEmpty());
        CHECK (stage->gripAt (middleOf (grip)) == grip);
    }
    CHECK (stage->gripAt ({ 3.0f, 3.0f }) == Grip::bow);
    // The string is 2.72 of the units that are a third of the width, or the height within the lines of words.
    const double unit = std::min (stage->getWidth() / 3.0, stage->getHeight() - 40.0);
    CHECK_THAT (middleOf (Grip::side).x - middleOf (Grip::finger).x, WithinAbs (0.2 * 2.72 * unit, 2.0));

    const auto event = [stage] (juce::Point<float> at, juce::Point<float> from)
    {
        const auto source = juce::Desktop::getInstance().getMainMouseSource();
        return juce::MouseEvent (source, at, juce::ModifierKeys::leftButtonModifier, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f,
                                 stage, stage, juce::Time(), from, juce::Time(), 1, true);
    };
    const auto value = [&window] (const char* id) { return window.knob (id).exactValue(); };
    const auto drag = [&] (Grip grip, juce::Point<float> by)
    {
        const auto from = middleOf (grip);
        stage->mouseDown (event (from, from));
        stage->mouseDrag (event (from + by, from));
        sound (window, 20);
        stage->mouseUp (event (from + by, from));
        sound (window, 2);
    };
    const double bow = value ("hand.position"), pressure = value ("hand.pressure");
    const double force = window.knob ("finger.force").info.toNormalised (value ("finger.force"));
    drag (Grip::finger, { -60.0f, 30.0f });
    CHECK_THAT (value ("finger.position"), WithinAbs (0.5 - 60.0 / (2.72 * unit), 1e-3));
    CHECK_THAT (window.knob ("finger.force").info.toNormalised (value ("finger.force")),
                WithinAbs (force + 30.0 / (stage->getHeight() - 60.0), 1e-3));
    drag (Grip::side, { 24.0f, 0.0f });
    CHECK_THAT (value ("side.position"), WithinAbs (0.7 + 24.0 / (2.72 * unit), 1e-3));
    drag (Grip::second, { 12.0f, 0.0f });
    CHECK (value ("second_body.position") > 0.021);
    CHECK (value ("hand.position") == bow);
    CHECK_THAT (value ("hand.pressure"), WithinAbs (pressure, 1e-6));

    // By keys: the bow, and then each of them.
    const auto press = [stage] (int code) { return stage->keyPressed (juce::KeyPress (code)); };
    CHECK (stage->heldByKeys() == Grip::bow);
    CHECK (press (juce::KeyPress::pageDownKey));
    CHECK (stage->heldByKeys() == Grip::side);
    const double side = value ("side.position");
    CHECK (press (juce::KeyPress::rightKey));
    CHECK_THAT (value ("side.position"), WithinAbs (side + 0.01 * 0.99, 1e-6));
    CHECK (press (juce::KeyPress::pageDownKey));
    CHECK (stage->heldByKeys() == Grip::finger);
    CHECK (press (juce::KeyPress::upKey));
    CHECK (value ("hand.position") == bow);
    CHECK (press (juce::KeyPress::pageUpKey));
    CHECK (press (juce::KeyPress::pageUpKey));
    CHECK (stage->heldByKeys() == Grip::bow);

    // The help line tells each of them apart, with the names of its knobs.
    CHECK (stage->helpAt (middleOf (Grip::finger).toInt()).text.contains ("Finger position"));
    CHECK (stage->helpAt (middleOf (Grip::side).toInt()).text.contains ("Side speed"));
    window.set ("side.contact", 2.0);
    sound (window, 4);
    CHECK (stage->helpAt (middleOf (Grip::side).toInt()).text.contains ("Stop gap"));
}

namespace
{
/** The picture of a kind on the page that is shown; null without one. */
template <class Kind>
Kind* shownOn (juce::Component& component)
{
    for (auto* child : component.getChildren())
        if (child->isVisible())
        {
            if (auto* picture = dynamic_cast<Kind*> (child))
                return picture;
            if (auto* within = shownOn<Kind> (*child))
                return within;
        }
    return nullptr;
}

/** A string that a still hand bows, and a side contact under Coulomb's law rubs. */
void setRubbed (Window& window)
{
    window.processor.prepareToPlay (48000.0, 800);
    window.set ("body.type", 0);
    window.set ("surface.texture", 0.0);
    window.set ("voice.humanise", 0.0);
    window.set ("side.contact", 1.0);
    window.set ("side.law", static_cast<double> (findLaw ("coulomb") - lawTable().data()));
}
} // namespace

TEST_CASE ("the stage shows a section from above: a chair for each player, and who sounds")
{
    Window window;
    window.processor.prepareToPlay (48000.0, 800);
    editorOf (window).showPage (PageKind::play);
    auto* stage = pictureOf<StagePicture> (window);
    sound (window, 30, { 57 });
    CHECK_FALSE (stage->section().isSection());
    window.set ("section.players", 12.0);
    window.set ("section.tuning", 20.0);
    sound (window, 90, { 60 });
    CHECK (stage->section().count() == 12);
    CHECK (stage->section().sounding() == 12);
    CHECK (stage->caption().contains ("12 of 12 players"));
    const auto area = SeatPlan::areaIn (stage->getLocalBounds());
    CHECK (stage->getLocalBounds().toFloat().contains (area));
    std::set<std::pair<int, int>> chairs;
    int off = 0, moving = 0;
    for (int player = 0; player < 12; ++player)
    {
        const auto& its = stage->section().all()[static_cast<std::size_t> (player)];
        const auto chair = SeatPlan::chairOf (its, area).roundToInt();
        CHECK (area.toNearestInt().contains (chair));
        chairs.insert ({ chair.x, chair.y });
        CHECK (its.row == static_cast<float> (player / 4)); // four in a row
        off += std::abs (its.cents) > 0.1f ? 1 : 0;
        moving += std::abs (its.speed) > 0.01f ? 1 : 0;
    }
    CHECK (chairs.size() == 12);
    CHECK (off >= 9); // the first is the measure, others may be near by chance
    CHECK (moving >= 9);

    // A click on a chair lets that player be heard alone; again, or beside it, all are; keys do the same.
    const auto click = [&] (juce::Point<float> at)
    {
        const auto source = juce::Desktop::getInstance().getMainMouseSource();
        stage->mouseDown (juce::MouseEvent (source, at, juce::ModifierKeys::leftButtonModifier, 0.0f, 0.0f, 0.0f, 0.0f,
                                            0.0f, stage, stage, juce::Time(), at, juce::Time(), 1, false));
    };
    const auto chairOf = [&] (std::size_t player) { return SeatPlan::chairOf (stage->section().all()[player], area); };
    const double position = window.processor.bridge().patch().handPosition;
    click (chairOf (5));
    CHECK (stage->playerAlone() == 5);
    sound (window, 12, { 60 });
    CHECK (stage->caption().contains ("player 6 of 12 alone"));
    CHECK (stage->helpAt (chairOf (5).roundToInt()).text.contains ("alone"));
    click (chairOf (5));
    CHECK (stage->playerAlone() == -1);
    click (chairOf (11));
    click (area.getTopLeft().translated (2.0f, 2.0f));
    CHECK (stage->playerAlone() == -1);
    CHECK (window.processor.bridge().patch().handPosition == position); // no bow was dragged
    const auto press = [&] (int key)
    { CHECK (stage->keyPressed (juce::KeyPress (key, juce::ModifierKeys::altModifier, 0))); };
    press (juce::KeyPress::rightKey);
    CHECK (stage->playerAlone() == 0);
    press (juce::KeyPress::leftKey);
    CHECK (stage->playerAlone() == -1);
    press (juce::KeyPress::leftKey);
    CHECK (stage->playerAlone() == 11);
    window.set ("section.players", 1.0);
    sound (window, 90, { 60 });
    CHECK (stage->section().count() == 1);
    CHECK (stage->playerAlone() == -1); // who has left is not heard
}

TEST_CASE ("the raster shows the contact that is selected")
{
    Window window;
    setRubbed (window);
    window.set ("side.position", 0.5);
    editorOf (window).showPage (PageKind::play);
    auto* raster = shownOn<RasterPicture> (editorOf (window));
    REQUIRE (raster != nullptr);
    const auto slips = [&] // [%] of the time
    { return raster->caption().fromFirstOccurrenceOf ("slips ", false, false).getIntValue(); };

    // Rubbing at rest with 1 mN cannot hold a string that swings; a hand that presses with 1 kN holds it always.
    auto& context = editorOf (window).pictureContext();
    context.chosen = Touching::side;
    window.set ("side.force", 0.001);
    sound (window, 150, { 57 });
    CHECK (raster->caption().startsWith ("Side contact: "));
    CHECK (slips() >= 95);
    window.set ("side.force", 1000.0);
    sound (window, 240);
    CHECK (raster->caption().startsWith ("Side contact: "));
    CHECK (slips() <= 1);

    window.set ("side.force", 0.001);
    context.chosen = Touching::bow;
    sound (window, 240);
    CHECK (raster->caption().startsWith ("slips "));
    CHECK (slips() > 5);
    CHECK (slips() < 60);
}

TEST_CASE ("the friction loop shows the contact that is selected, and the bow when that is gone")
{
    Window window;
    setRubbed (window);
    window.set ("side.force", 0.25);
    window.set ("finger.touch", 1.0);
    window.set ("finger.force", 0.15);
    window.set ("voice.guide", 0.0); // which limits it
    editorOf (window).showPage (PageKind::lab);
    auto* loop = shownOn<LoopPicture> (editorOf (window));
    REQUIRE (loop != nullptr);
    sound (window, 60, { 57 });
    const auto lastForce = [loop]
    {
        const auto lines = juce::StringArray::fromLines (loop->table().trimEnd());
        return juce::StringArray::fromTokens (lines[lines.size() - 1], ",", "")[5].getDoubleValue();
    };
    auto& context = editorOf (window).pictureContext();
    const auto choose = [&] (Touching touching)
    {
        context.chosen = touching;
        sound (window, 90);
    };
    const double bow = lastForce();
    choose (Touching::side);
    CHECK_THAT (lastForce(), WithinAbs (0.25, 1e-6));
    CHECK (loop->caption().startsWith ("Side contact: heat "));
    // Coulomb's friction in steady sliding is mu_k at any speed.
    REQUIRE (! loop->steadyCurve().empty());
    CHECK_THAT (loop->steadyCurve().back().y, WithinAbs (window.knob ("contact.mu_kinetic").exactValue(), 1e-9));
    choose (Touching::finger);
    CHECK_THAT (lastForce(), WithinAbs (0.15, 1e-6));
    window.set ("finger.touch", 0.0);
    choose (Touching::finger);
    CHECK_THAT (lastForce(), WithinAbs (bow, 0.5 * bow));
    CHECK (loop->caption().startsWith ("heat "));

    auto* energy = shownOn<EnergyPicture> (editorOf (window));
    REQUIRE (energy != nullptr);
    // Who feeds whom: the resting side contact gives nothing, and makes heat of its own.
    for (int tick = 0; tick < 12; ++tick) // readings are by the clock
    {
        juce::Thread::sleep (16);
        sound (window, 1);
    }
    const auto& flow = energy->flow();
    CHECK (flow.sideWork[0] == 0.0);
    CHECK (flow.sideHeat[0] > 0.0);
    CHECK_THAT (flow.bowHeat() + flow.sideHeat[0] + flow.sideHeat[1], WithinAbs (flow.friction, 1e-9 * flow.friction));
    CHECK (energy->table().contains ("heat at the side contact"));
}

TEST_CASE (
    "supports stand where theory has them: a hinged bar's at its ends, a free bar's at the nodes of its first mode")
{
    for (const auto& [name, support] :
         { std::pair ("Hinged bar", 1.2), std::pair ("Free bar", 1.2 * (1.0 - 2.0 * 0.2242)) })
    {
        CAPTURE (name);
        const auto bounds = sceneryOf (makeBodyMesh (test::bodyNamed (name))).getBounds();
        CHECK_THAT (bounds.getCentreX(), WithinAbs (0.0, 1e-5));
        CHECK_THAT (0.5 * static_cast<double> (bounds.getWidth()), WithinAbs (support + 0.04, 0.002)); // half a foot
    }
}

TEST_CASE ("each region of the map has its letter once, on a tile of its own")
{
    constexpr int columns = PlayMap::columns, rows = PlayMap::rows;
    std::array<char, columns * rows> letters {};
    const auto put = [&] (int column, int row, char letter)
    { letters[static_cast<std::size_t> (row * columns + column)] = letter; };
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            put (column, row, column < 5 ? 'H' : 'R');
    // A hook whose middle is another's, a lone tile, two that touch by a corner only, one that is not known yet.
    for (const auto& [column, row] : { std::pair (7, 2), std::pair (8, 2), std::pair (9, 2), std::pair (7, 3),
                                       std::pair (7, 4), std::pair (8, 4), std::pair (9, 4) })
        put (column, row, '2');
    put (2, 5, 'L');
    put (1, 8, '~');
    put (2, 9, '~');
    put (0, 0, 0);
    const auto regions = PlayMap::regionsOf (letters);
    std::map<char, std::size_t> count, tiles;
    for (const auto& region : regions)
    {
        ++count[region.letter];
        tiles[region.letter] += region.size;
        CHECK (letters[static_cast<std::size_t> (region.row * columns + region.column)] == region.letter);
    }
    CHECK (count == std::map<char, std::size_t> { { 'H', 1 }, { 'R', 1 }, { '2', 1 }, { 'L', 1 }, { '~', 2 } });
    CHECK (tiles['2'] == 7);
    CHECK (tiles['H'] == static_cast<std::size_t> (5 * rows - 4));
    CHECK (tiles['R'] == static_cast<std::size_t> ((columns - 5) * rows - 7));
}

TEST_CASE ("nothing is painted while nothing changes, on any page")
{
    Window window;
    Desktop desktop (window);
    for (const auto page : { PageKind::play, PageKind::design, PageKind::mod, PageKind::lab })
    {
        editorOf (window).showPage (page);
        if (page == PageKind::play)
            paneOf (window, 1).show (PictureKind::spectrum); // a map would be on its way for some time
        desktop.paintsOf (60);                               // what was still on its way
        CAPTURE (static_cast<int> (page));
        CHECK (desktop.paintsOf (120) == 0);
    }
    for (const auto section : { ModSection::gesture, ModSection::takes })
    {
        editorOf (window).showMod (section);
        desktop.paintsOf (4);
        CAPTURE (static_cast<int> (section));
        CHECK (desktop.paintsOf (60) == 0);
    }
}

TEST_CASE ("the Stage is painted once for every shot of the strobe, and no more often")
{
    Window window;
    Desktop desktop (window);
    editorOf (window).showPage (PageKind::play);
    desktop.frame (true, 45);
    desktop.paintsOf (30);
    auto* stage = pictureOf<StagePicture> (window);
    REQUIRE (stage != nullptr);
    auto& data = editorOf (window).pictureData();
    int shots = 0, paints = 0;
    for (int i = 0; i < 120; ++i)
    {
        const auto before = data.version();
        desktop.frame (i % 3 != 0); // now and then no sound has come
        const bool isNew = data.version() != before;
        const bool painted = desktop.screen.dirtyPixels (desktop.placeOf (*stage)) > 0;
        CAPTURE (i);
        CHECK (painted == isNew);
        shots += isNew ? 1 : 0;
        paints += painted ? 1 : 0;
        desktop.screen.paintDirty();
    }
    CHECK (shots >= 70);
    CHECK (paints == shots);
}

TEST_CASE ("each picture moves with the sound, and stands still while it is paused")
{
    Window window;
    Desktop desktop (window);
    editorOf (window).showPage (PageKind::play);
    desktop.frame (true, 45);
    for (int kind = 0; kind < pictureKinds; ++kind)
    {
        auto& pane = paneOf (window, 1);
        pane.show (static_cast<PictureKind> (kind));
        desktop.frame (true, 45);
        desktop.paintsOf (60);
        const auto paints = [&]
        {
            int count = 0;
            for (int i = 0; i < 60; ++i)
            {
                desktop.frame();
                count += desktop.screen.dirtyPixels (desktop.placeOf (pane.view())) > 0 ? 1 : 0;
                desktop.screen.paintDirty();
            }
            return count;
        };
        CAPTURE (nameOf (static_cast<PictureKind> (kind)));
        CHECK (paints() >= 3);
        if (pane.shown() == PictureKind::map) // tiles that are worked out meanwhile appear
            continue;
        editorOf (window).pictureData().setPaused (true);
        desktop.paintsOf (20);
        CHECK (paints() == 0);
        editorOf (window).pictureData().setPaused (false);
    }
}

TEST_CASE ("a window that is hidden or minimised paints nothing, and the engine publishes nothing for it")
{
    Window window;
    Desktop desktop (window);
    editorOf (window).showPage (PageKind::lab);
    desktop.frame (true, 45);
    CHECK (desktop.paintsOf (30) > 20);
    auto& data = editorOf (window).pictureData();
    for (const bool isMinimised : { false, true })
    {
        CAPTURE (isMinimised);
        if (isMinimised)
            desktop.screen.setMinimised (true);
        else
            desktop.screen.setVisible (false);
        desktop.paintsOf (15); // it is asked for four times a second
        const auto version = data.version();
        const int ticks = editorOf (window).ticks();
        CHECK (desktop.paintsOf (60) == 0);
        CHECK (data.version() == version);
        CHECK (editorOf (window).ticks() == ticks);
        CHECK_FALSE (window.processor.pictures().isWatched());
        desktop.screen.setMinimised (false);
        desktop.screen.setVisible (true);
        desktop.paintsOf (15);
        CHECK (desktop.paintsOf (30) > 20);
        CHECK (window.processor.pictures().isWatched());
    }
    // A picture on a page that is turned away isn't fed either.
    editorOf (window).showMod (ModSection::takes);
    const auto version = data.version();
    desktop.paintsOf (10);
    CHECK (data.version() == version);
    CHECK_FALSE (window.processor.pictures().isWatched());
}

TEST_CASE ("the pictures forget what another preset or another body has played")
{
    Window window (800);
    editorOf (window).showPage (PageKind::play);
    auto* raster = shownOn<RasterPicture> (editorOf (window));
    REQUIRE (raster != nullptr);
    auto& data = editorOf (window).pictureData();
    const auto playAndStop = [&]
    {
        sound (window, 60, { 57 });
        REQUIRE (raster->caption().contains ("slips"));
        REQUIRE (raster->table().length() > 1000);
        window.processor.reset(); // nothing sounds any more
        sound (window, 20);
        REQUIRE (raster->caption().contains ("slips")); // it stays to be looked at
    };
    playAndStop();
    window.processor.setCurrentProgram (5);
    sound (window, 20);
    CHECK (raster->caption().isEmpty());
    CHECK (data.shape() == nullptr);
    CHECK (data.available() == 0.0);
    CHECK (data.begin (Slot::a) == data.end (Slot::a));
    data.setPaused (true);
    data.scrub (2.0); // nothing has sounded to go back to
    CHECK (data.scrubbed() == 0.0);
    CHECK (data.shape() == nullptr);
    data.setPaused (false);
    window.processor.setCurrentProgram (0);
    playAndStop();
    window.set ("body.type", 6.0);
    sound (window, 20);
    CHECK (raster->caption().isEmpty());
    window.processor.setCurrentProgram (0);
    playAndStop();
    window.set ("hand.speed", 0.3); // the same sound
    sound (window, 20);
    CHECK (raster->caption().contains ("slips"));
}

TEST_CASE ("what to do is said below the bow, whatever it is and wherever it lies")
{
    Window window;
    editorOf (window).showPage (PageKind::play);
    auto* stage = shownOn<StagePicture> (editorOf (window));
    REQUIRE (stage != nullptr);
    for (const auto body : { 0.0, 6.0, 8.0 })
    {
        window.set ("body.type", body);
        window.refresh();
        editorOf (window).advance();
        const auto lines = linesOf (*stage);
        CHECK_FALSE (lines.empty());
        for (const auto& line : lines)
            CHECK (line.place.getY() >= static_cast<float> (stage->getHeight() - 20));
    }
}
} // namespace kolophon
