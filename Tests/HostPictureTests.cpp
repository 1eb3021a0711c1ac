// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/EditorScene.h"
#include "Support/Knobs.h"

#include "Plugin/Controls/ChoicePalette.h"
#include "Plugin/Pictures/EnergyPicture.h"
#include "Plugin/Pictures/LoopPicture.h"
#include "Plugin/Pictures/PlayMap.h"
#include "Plugin/Pictures/StagePicture.h"

#include <malloc.h>

namespace juce
{
bool dispatchNextMessageOnSystemQueue (bool returnIfNoPendingMessages); // what JUCE's own loop calls
}

namespace kolophon
{
namespace
{
using Catch::Matchers::WithinAbs;
using test::rowOf;

double luminance (juce::Colour colour)
{
    const auto linear = [] (float channel)
    {
        const auto c = static_cast<double> (channel);
        return c <= 0.03928 ? c / 12.92 : std::pow ((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear (colour.getFloatRed()) + 0.7152 * linear (colour.getFloatGreen()) +
           0.0722 * linear (colour.getFloatBlue());
}

double contrast (juce::Colour a, juce::Colour b)
{
    const double x = luminance (a), y = luminance (b);
    return (std::max (x, y) + 0.05) / (std::min (x, y) + 0.05);
}
} // namespace

TEST_CASE ("colours of text stand out from every ground, in both themes")
{
    const ThemeGuard guard;
    for (const auto theme : { palette::Theme::dark, palette::Theme::light })
    {
        palette::use (theme);
        for (const auto text : { palette::text, palette::quietText, palette::stick, palette::slip, palette::modulation,
                                 palette::alarm, palette::slotB })
            for (const auto ground : { palette::ground, palette::panel, palette::raised })
            {
                CAPTURE (static_cast<int> (theme), text.toString().toStdString(), ground.toString().toStdString());
                CHECK (contrast (text, ground) >= 4.5);
            }
    }
}

TEST_CASE ("every control has a title for screen readers, on every page, and a value where it has one")
{
    Window window;
    for (const auto page : { PageKind::play, PageKind::design, PageKind::mod, PageKind::lab })
    {
        editorOf (window).showPage (page);
        editorOf (window).showBrowser (page == PageKind::lab);
        if (page == PageKind::mod)
            for (const auto section : { ModSection::gesture, ModSection::takes })
                for (auto* component : descendants (editorOf (window).showMod (section)))
                    if (component->getWantsKeyboardFocus() && component->isVisible())
                        CHECK (component->getTitle().isNotEmpty());
        for (auto* component : descendants (*window.editor))
        {
            CAPTURE (static_cast<int> (page), component->getName().toStdString());
            if (component->getWantsKeyboardFocus() && component->isShowing())
                CHECK (component->getTitle().isNotEmpty());
            if (const auto* picture = dynamic_cast<Picture*> (component))
            {
                CHECK (picture->getTitle().isNotEmpty());
                CHECK (picture->getDescription().isNotEmpty());
            }
        }
    }
}

TEST_CASE ("the stage draws the corner where theory has it, and the contact as the probes count it")
{
    Window window (800);
    for (const auto& [id, value] :
         { std::pair ("body.torsion", 0.0), std::pair ("voice.humanise", 0.0), std::pair ("body.inharmonicity", 1e-7),
           std::pair ("hand.position", 0.13), std::pair ("voice.velocity", 0.0) })
        window.set (id, value);
    editorOf (window).showPage (PageKind::play);
    sound (window, 60, { 45 });
    auto* stage = pictureOf<StagePicture> (window);
    REQUIRE (stage != nullptr);
    auto& data = editorOf (window).pictureData();
    int judged = 0, sticks = 0, slips = 0;
    for (int tick = 0; tick < 120; ++tick)
    {
        sound (window, 1);
        const auto* shape = data.shape();
        REQUIRE (shape != nullptr);
        CHECK (stage->drawnPhase() == shape->contact.phase);
        (stage->drawnPhase() == ContactMotion::slip ? slips : sticks)++;
        // It passes the bow towards the bridge as the slip begins, and goes two lengths in a period.
        const double beta = shape->position, along = 2.0 * shape->phase - beta;
        const double expected = shape->phase < 0.5 * beta ? -along : along <= 1.0 ? along : 2.0 - along;
        if (expected < beta + 0.15 || expected > 0.85)
            continue;
        CAPTURE (shape->phase);
        const auto corner = stage->drawnCorner();
        REQUIRE (corner.has_value());
        CHECK_THAT (*corner, WithinAbs (expected, 0.08));
        ++judged;
    }
    CHECK (judged > 30);
    // The bow slips for a fraction beta of each period; the strobe goes evenly through it.
    CHECK_THAT (static_cast<double> (slips) / (slips + sticks), WithinAbs (0.13, 0.09));
    CHECK (data.regime().regime == Regime::helmholtz);
    CHECK_THAT (data.regime().slipFraction, WithinAbs (0.13, 0.06));
}

TEST_CASE ("the energy that flows out is the energy that flows in")
{
    Window window (800);
    editorOf (window).showPage (PageKind::lab);
    sound (window, 60, { 45 });
    for (int tick = 0; tick < 12; ++tick) // readings are by the clock
    {
        juce::Thread::sleep (16);
        sound (window, 1);
    }
    auto* energy = pictureOf<EnergyPicture> (window);
    REQUIRE (energy != nullptr);
    const auto& flow = energy->flow();
    CHECK (flow.work > 0.0);
    CHECK (flow.friction > 0.0);
    CHECK (flow.body > 0.0);
    CHECK_THAT (flow.friction + flow.body + flow.stored, WithinAbs (flow.work, 1e-9 * flow.work));
    CHECK (energy->caption().contains ("balance"));
}

TEST_CASE ("nobody looks while no window is open, and two hundred windows leave nothing behind")
{
    const juce::SharedResourcePointer<SharedLook> look; // or each window loads its typefaces anew
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 256);
    juce::AudioBuffer<float> audio (2, 256);
    juce::MidiBuffer none;
    CHECK_FALSE (processor.pictures().isWatched());
    const auto openAndClose = [&]
    {
        const std::unique_ptr<juce::AudioProcessorEditor> editor (processor.createEditorIfNeeded());
        auto& its = static_cast<PluginEditor&> (*editor);
        CHECK (processor.pictures().isWatched());
        its.showPage (PageKind::lab);
        processor.processBlock (audio, none);
        its.advance();
        its.refresh();
        processor.editorBeingDeleted (editor.get());
        while (juce::dispatchNextMessageOnSystemQueue (true)) // or they pile up
        {
        }
    };
    for (int i = 0; i < 20; ++i)
        openAndClose();
    const auto before = mallinfo2().uordblks;
    for (int i = 0; i < 200; ++i)
        openAndClose();
    const auto after = mallinfo2().uordblks;
    CAPTURE (before, after);
    CHECK (after < before + 400000); // less than 2 kB a window
    CHECK_FALSE (processor.pictures().isWatched());
}

TEST_CASE ("a drag over the stage plays, and is one gesture of the host's and one step back")
{
    Window window (800);
    editorOf (window).showPage (PageKind::play);
    sound (window, 4);
    auto* stage = pictureOf<StagePicture> (window);
    REQUIRE (stage != nullptr);
    Recorder recorder (window.processor);
    const auto at = [&] (float x, float y)
    {
        const auto source = juce::Desktop::getInstance().getMainMouseSource();
        return juce::MouseEvent (source, { x, y }, juce::ModifierKeys::leftButtonModifier, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f,
                                 stage, stage, juce::Time(), { x, y }, juce::Time(), 1, true);
    };
    const double was = window.knob ("hand.position").exactValue();
    const auto middle = static_cast<float> (stage->getWidth()) * 0.5f,
               deep = static_cast<float> (stage->getHeight()) * 0.4f;
    stage->mouseDown (at (middle, deep));
    stage->mouseDrag (at (middle - 40.0f, deep));
    stage->mouseDrag (at (middle - 80.0f, deep + 20.0f));
    sound (window, 12);
    const auto* shape = editorOf (window).pictureData().live();
    REQUIRE (shape != nullptr);
    CHECK (shape->key == 57);
    CHECK (shape->voices[static_cast<std::size_t> (shape->voice)].held);
    stage->mouseUp (at (middle - 80.0f, deep + 20.0f));
    sound (window, 4);
    shape = editorOf (window).pictureData().live();
    REQUIRE (shape != nullptr);
    CHECK_FALSE (shape->voices[static_cast<std::size_t> (shape->voice)].held);
    const auto index = window.knob ("hand.position").getParameterIndex();
    CHECK (juce::String (recorder.log[index]).startsWith ("(="));
    CHECK (juce::String (recorder.log[index]).endsWith (")"));
    CHECK (juce::String (recorder.log[index]).removeCharacters ("=") == "()");
    const double now = window.knob ("hand.position").exactValue();
    CHECK (now > was);
    editorOf (window).history().undo();
    CHECK (window.knob ("hand.position").exactValue() == was);
    editorOf (window).history().redo();
    CHECK (window.knob ("hand.position").exactValue() == now);
}

TEST_CASE ("a hundred steps go back, presets among them, and a host's automation is none")
{
    Window window;
    auto& history = editorOf (window).history();
    window.refresh();
    CHECK_FALSE (history.canUndo());
    auto& knob = window.knob ("hand.speed");
    for (int i = 1; i <= 120; ++i)
    {
        knob.beginChangeGesture();
        knob.setExactValue (0.001 * i);
        knob.setExactValue (0.001 * i + 0.0001);
        knob.endChangeGesture();
        window.refresh();
    }
    for (int i = 119; i >= 20; --i)
    {
        REQUIRE (history.canUndo());
        history.undo();
        REQUIRE (knob.exactValue() == 0.001 * i + 0.0001);
    }
    CHECK_FALSE (history.canUndo());
    window.set ("hand.bite", 7.0); // as automation has it
    window.refresh();
    CHECK_FALSE (history.canUndo());

    const auto* glass = findFactoryPreset ("Glass Rim");
    REQUIRE (glass != nullptr);
    window.processor.setCurrentProgram (static_cast<int> (glass - factoryPresets().data()));
    window.refresh();
    REQUIRE (history.canUndo());
    history.undo();
    CHECK (window.processor.currentPreset().info.name == "First Light");
    CHECK (window.knob ("hand.bite").exactValue() == 7.0);
    history.redo();
    CHECK (window.processor.currentPreset().info.name == "Glass Rim");
}

TEST_CASE ("the browser finds presets by words, and each card has its sound")
{
    Window window;
    editorOf (window).showBrowser (true);
    auto* browser = editorOf (window).presetBrowser();
    REQUIRE (browser != nullptr);
    CHECK (browser->listed().size() >= static_cast<int> (factoryPresets().size()));
    browser->search ("glass RIM");
    REQUIRE (browser->listed().contains ("Glass Rim"));
    CHECK_FALSE (browser->listed().contains ("First Light"));
    browser->search ("no such sound");
    CHECK (browser->listed().isEmpty());

    CHECK (teachingCards().size() == 8);
    for (const auto& card : teachingCards())
    {
        CAPTURE (card.title);
        CHECK (findFactoryPreset (card.preset) != nullptr);
        for (const auto& [id, text] : card.settings)
        {
            REQUIRE (findParameter (id).has_value());
            CHECK (parseValue (parameterTable()[*findParameter (id)], text).has_value());
        }
        for (const auto& id : card.knobs)
            CHECK (findParameter (id).has_value());
    }
}

namespace
{
/** Loads a factory preset by its name. */
void choose (Window& window, std::string_view name)
{
    const auto presets = factoryPresets();
    const auto found =
        std::find_if (presets.begin(), presets.end(), [name] (const Preset& its) { return its.info.name == name; });
    REQUIRE (found != presets.end());
    window.processor.setCurrentProgram (static_cast<int> (found - presets.begin()));
    REQUIRE (window.processor.loadedPreset().info.name == name);
}
} // namespace

TEST_CASE ("the motion is named as the raster shows it, in words that fit what is rubbed")
{
    Window window (800);
    editorOf (window).showPage (PageKind::play);
    auto& data = editorOf (window).pictureData();
    for (const auto* name : { "Flageolet Violin", "Cello Harmonics", "First Light", "Cello Gut" })
        for (const bool isSteady : { false, true })
        {
            choose (window, name);
            if (isSteady)
                window.set ("voice.humanise", 0.0);
            const auto info = window.processor.loadedPreset().info;
            for (const int key : { info.lowestKey, info.middleKey(), info.highestKey })
            {
                sound (window, 90, { key });
                CAPTURE (name, isSteady, key, data.words().toStdString(), data.regime().slipsPerPeriod,
                         data.regime().jitter);
                // A flageolet, or a hand that drifts, may slip once more now and then, and is then said to.
                const bool isSingle = std::abs (data.regime().slipsPerPeriod - 1.0) < 0.1;
                CHECK ((data.words() == "Helmholtz: one slip per period") == isSingle);
                CHECK_FALSE (data.words().contains ("heavy"));
                if (isSteady && info.name != "Flageolet Violin" && info.name != "Cello Harmonics")
                    CHECK (isSingle);
                window.processor.reset();
                sound (window, 2);
            }
        }
    for (const auto* name : { "Old Hinge", "Glass Rim", "Chalk", "Bowed Bar", "Disc Squeal", "Floorboard" })
    {
        choose (window, name);
        sound (window, 60, { window.processor.loadedPreset().info.middleKey() });
        CAPTURE (name, data.words().toStdString());
        CHECK (data.words().isNotEmpty());
        for (const auto* ofStrings : { "Helmholtz", "raucous", "too heavy", "too light" })
            CHECK_FALSE (data.words().contains (ofStrings));
        window.processor.reset();
        sound (window, 2);
    }
}

TEST_CASE ("a living hand keeps to one slip per period, from the lowest key to the highest")
{
    // Moments of a second and a half, one hand after another: all but those of an attack or two, which find another
    // motion as players' do.
    Window window;
    window.processor.prepareToPlay (48000.0, 800);
    editorOf (window).showPage (PageKind::play);
    auto& data = editorOf (window).pictureData();
    for (const auto* name : { "First Light", "Violin Steel", "Cello Gut", "Dark Cello" })
    {
        choose (window, name);
        const auto info = window.processor.loadedPreset().info;
        int moments = 0, single = 0;
        for (int seed = 1; seed <= 6; ++seed)
        {
            window.set ("voice.seed", seed);
            for (const int key : { info.lowestKey, info.middleKey(), info.highestKey })
            {
                sound (window, 24, { key });
                for (int i = 0; i < 10; ++i, ++moments)
                {
                    sound (window, 8);
                    single += std::abs (data.regime().slipsPerPeriod - 1.0) < 0.1 ? 1 : 0;
                    UNSCOPED_INFO (seed << " " << key << " " << data.regime().slipsPerPeriod);
                }
                window.processor.reset();
                sound (window, 2);
            }
        }
        CAPTURE (name, single);
        CHECK (single >= moments - 2 * 10);
    }
}

TEST_CASE ("the bow that is played lies on the map where its knobs do, and the map goes with its sound")
{
    Window window (800);
    for (const auto& [id, value] :
         { std::pair ("voice.humanise", 0.0), std::pair ("voice.velocity", 0.0), std::pair ("voice.phrasing", 0.0) })
        window.set (id, value);
    editorOf (window).showPage (PageKind::play);
    auto* map = pictureOf<PlayMap> (window);
    REQUIRE (map != nullptr);
    struct Knobs
    {
        double across, up;
    };
    for (const double guide : { 100.0, 0.0 })
        for (const auto& knobs : { Knobs { 0.05, 0.3 }, Knobs { 0.7, 0.35 }, Knobs { 0.95, 0.2 } })
        {
            window.set ("voice.guide", guide);
            window.set ("hand.position", rowOf ("hand.position").fromNormalised (knobs.across));
            window.set ("hand.pressure", rowOf ("hand.pressure").fromNormalised (knobs.up));
            sound (window, 90, { 57 });
            const auto bows = map->bows();
            REQUIRE (bows.size() == 1);
            CAPTURE (guide, knobs.across, knobs.up);
            CHECK_THAT (bows[0].across, WithinAbs (knobs.across, 0.02));
            CHECK_THAT (bows[0].up, WithinAbs (knobs.up, 0.05));
            window.processor.reset();
            sound (window, 2);
        }
    REQUIRE (map->caption().isNotEmpty());
    choose (window, "Glass Rim");
    sound (window, 8);
    CHECK (map->caption().isEmpty());
    CHECK (map->bows().empty());
}

TEST_CASE ("the friction loop ends where a contact hops, and says so")
{
    Window window (800);
    choose (window, "Hopping Chalk");
    editorOf (window).showPage (PageKind::play);
    auto* loop = pictureOf<LoopPicture> (window);
    REQUIRE (loop != nullptr);
    sound (window, 60, { window.processor.loadedPreset().info.middleKey() });
    std::size_t points = 0, landings = 0;
    bool saysSo = false;
    for (int tick = 0; tick < 60; ++tick)
    {
        sound (window, 1);
        points = std::max (points, loop->loop().size());
        landings = std::max (landings, loop->landings());
        saysSo = saysSo || (loop->caption().contains ("in the air ") && loop->caption().contains ("pressed "));
    }
    CHECK (points > 20);
    CHECK (landings > 0);
    CHECK (saysSo);
    choose (window, "First Light");
    sound (window, 60, { 69 });
    CHECK (loop->landings() == 0);
    CHECK_FALSE (loop->caption().contains ("in the air"));
}
} // namespace kolophon
