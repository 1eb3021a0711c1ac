// SPDX-License-Identifier: GPL-3.0-or-later
// Point at anything: the help line has words for it, and the keyboard comes by.
#include "Support/EditorScene.h"
#include "Support/Home.h"

#include "Plugin/Controls/ChoicePalette.h"
#include "Plugin/Pages/PlayPage.h"
#include "Plugin/Panels/LearnedSheet.h"
#include "Plugin/Presets/PresetSheet.h"

#include <algorithm>

namespace kolophon
{
namespace
{
bool isSeen (const juce::Component& component, const juce::Component& root)
{
    const auto* each = &component;
    for (; each != nullptr && each != &root; each = each->getParentComponent())
        if (! each->isVisible())
            return false;
    return each == &root;
}

/** Shows all that the window can show, one after the other. */
void everywhere (Window& window, const std::function<void (const juce::String& place)>& look)
{
    auto& editor = editorOf (window);
    for (const auto page : { PageKind::play, PageKind::design, PageKind::lab })
    {
        editor.showPage (page);
        window.refresh();
        look ("page " + juce::String (static_cast<int> (page)));
    }
    for (const auto section : { ModSection::sources, ModSection::gesture, ModSection::takes })
    {
        editor.showMod (section);
        window.refresh();
        look ("section " + juce::String (static_cast<int> (section)));
    }
    editor.showCard (0);
    window.refresh();
    look ("cards");
    editor.showCard (std::nullopt);
    editor.showBrowser (true);
    window.refresh();
    look ("browser");
    editor.showBrowser (false);
    editor.showPage (PageKind::play);
    auto& play = static_cast<PlayPage&> (editor.pageShown());
    for (int kind = 0; kind < pictureKinds; kind += 3)
    {
        for (int place = 0; place < 3; ++place)
            play.pane (place).show (static_cast<PictureKind> (std::min (kind + place, pictureKinds - 1)));
        look ("pictures from " + juce::String (kind));
    }
}

/** Grounds on which nothing stands; everything else must have words. */
bool isGround (const juce::Component& component, const juce::Component& root)
{
    return &component == &root || component.getComponentID() == "contents" || dynamic_cast<const Page*> (&component) ||
           dynamic_cast<const juce::Viewport*> (&component) ||
           (component.getParentComponent() != nullptr && ! component.isAccessible()) ||
           dynamic_cast<const juce::Viewport*> (component.getParentComponent()) ||
           (component.getParentComponent() != nullptr &&
            dynamic_cast<const juce::Viewport*> (component.getParentComponent()->getParentComponent()));
}

/** Whether the words are this control's own, not those of what stands around it. */
bool hasOwnWords (juce::Component& control)
{
    const auto found = findHelp (control, control.getLocalBounds().getCentre());
    return found.help.text.isNotEmpty() &&
           (found.owner == &control || dynamic_cast<const Explained*> (found.owner) != nullptr);
}

void checkWords (juce::Component& root, const juce::String& place)
{
    int asked = 0;
    for (auto* component : descendants (root))
    {
        if (! isSeen (*component, root) || component->getBounds().isEmpty() || ! component->getWantsKeyboardFocus())
            continue;
        CAPTURE (place.toStdString(), component->getTitle().toStdString(), component->getName().toStdString());
        CHECK (component->getTitle().isNotEmpty());
        CHECK (hasOwnWords (*component));
        ++asked;
    }
    CHECK (asked > 0);
    constexpr int every = 9; // [px]
    for (int y = 2; y < root.getHeight(); y += every)
        for (int x = 2; x < root.getWidth(); x += every)
        {
            auto* top = root.getComponentAt (x, y);
            if (top == nullptr || isGround (*top, root))
                continue;
            const auto found = findHelp (*top, top->getLocalPoint (&root, juce::Point<int> (x, y)));
            CAPTURE (place.toStdString(), x, y, top->getTitle().toStdString(), top->getName().toStdString(),
                     typeid (*top).name());
            REQUIRE (found.help.text.isNotEmpty());
            REQUIRE (found.help.label.isNotEmpty());
        }
}

std::vector<juce::Component*> stopsOf (juce::Component& root)
{
    return juce::KeyboardFocusTraverser().getAllComponents (&root);
}
} // namespace

TEST_CASE ("whatever can be pointed at has its sentence in the help line, on every page, sheet and strip")
{
    const Home home;
    Window window;
    window.set ("compare.on", 1.0);
    auto modulation = window.processor.modulation();
    modulation.slots[0] = { ModulationSource::lfo1, { *findParameter ("hand.speed"), 0.5, 0.0 } };
    window.processor.setModulation (modulation);
    window.set ("voice.key_switches", 1.0);
    everywhere (window, [&window] (const juce::String& place) { checkWords (*window.editor, place); });

    LearnedControllers learned;
    REQUIRE (learned.add ({}));
    window.processor.midiLearn().setLearned (learned);
    LearnedSheet controllers (window.processor);
    checkWords (controllers, "learned controllers");
    checkWords (*makeBodyPalette (0, [] (int) {}), "bodies");
    checkWords (*makeLawPalette (Patch::defaults().contact, 0, [] (int) {}), "laws");
    EditorSettings settings (false);
    PresetSheet sheet ({ *findFactoryPreset ("Glass Rim"), {}, {}, {}, [] (const Preset&) {} }, settings);
    checkWords (sheet, "save");
}

TEST_CASE ("the help line follows the mouse, and calls macros by their names")
{
    Window window;
    editorOf (window).showPage (PageKind::play);
    auto modulation = window.processor.modulation();
    modulation.macros[6].name = "Unrest";
    window.processor.setModulation (modulation);
    window.refresh();
    auto& watch = editorOf (window).helpWatch();
    const auto& line = editorOf (window).helpLine();
    auto* knob = window.find<juce::Slider> ("Unrest");
    REQUIRE (knob != nullptr);
    watch.mouseEnter (pressAt (*knob, { 3, 3 }));
    CHECK (line.shownHelp().label == "Unrest");
    CHECK (line.shownHelp().text.isNotEmpty());
    CHECK (window.find<juce::Label> ("Unrest value") != nullptr);
    modulation.macros[6].name.clear();
    window.processor.setModulation (modulation);
    window.refresh(); // under a mouse that stands still
    CHECK (line.shownHelp().label == "Macro 7");

    auto& tab = window.button ("Page Lab");
    watch.mouseExit (pressAt (*knob, { 3, 3 }));
    CHECK (line.shownHelp().text.isEmpty());
    watch.mouseEnter (pressAt (tab, { 3, 3 }));
    CHECK (line.shownHelp().label == "Page Lab");
    CHECK (line.shownHelp().text == tab.getHelpText());
    watch.mouseEnter (pressAt (*window.editor, { 1, 1 })); // nothing stands there
    CHECK (line.shownHelp().text.isEmpty());
}

TEST_CASE ("Tab goes round the whole editor, forwards and backwards, with one stop a knob")
{
    const Home home;
    Window window;
    everywhere (window,
                [&window] (const juce::String& place)
                {
                    CAPTURE (place.toStdString());
                    const auto stops = stopsOf (*window.editor);
                    REQUIRE (stops.size() > 15);
                    juce::KeyboardFocusTraverser traverser;
                    for (std::size_t i = 0; i < stops.size(); ++i)
                    {
                        CAPTURE (i, stops[i]->getTitle().toStdString());
                        // After the last one JUCE begins again with the first.
                        CHECK (traverser.getNextComponent (stops[i]) ==
                               (i + 1 < stops.size() ? stops[i + 1] : nullptr));
                        CHECK (traverser.getPreviousComponent (stops[i]) == (i > 0 ? stops[i - 1] : nullptr));
                        CHECK_FALSE (stops[i]->keyPressed (juce::KeyPress (juce::KeyPress::tabKey)));
                    }
                    std::map<const ParameterRow*, int> stopsOfRow;
                    for (auto* stop : stops)
                        if (const auto* row = stop->findParentComponentOfClass<ParameterRow>())
                            ++stopsOfRow[row];
                    for (auto* component : descendants (*window.editor))
                        if (const auto* row = dynamic_cast<const ParameterRow*> (component);
                            row != nullptr && isSeen (*row, *window.editor))
                        {
                            CAPTURE (row->info().id);
                            CHECK (stopsOfRow[row] == 1);
                        }
                });
    // What else can be set by the mouse can be by the keyboard.
    for (const auto* title : { "Pitch bend", "Modulation", "Keys", "Preset", "Menu", "Panic" })
    {
        CAPTURE (title);
        const auto stops = stopsOf (*window.editor);
        CHECK (
            std::any_of (stops.begin(), stops.end(), [title] (const auto* stop) { return stop->getTitle() == title; }));
    }
}

TEST_CASE ("the on-screen keys take the keyboard from nothing that Tab has come to")
{
    Window window;
    juce::Component around;
    juce::TextButton options { "Options" }; // of the stand-alone's title bar
    around.addAndMakeVisible (options);
    around.addAndMakeVisible (*window.editor);
    const auto& editor = editorOf (window);
    CHECK (editor.mayGrabKeys (nullptr));
    CHECK (editor.mayGrabKeys (&around));
    CHECK (editor.mayGrabKeys (window.editor.get()));
    CHECK_FALSE (editor.mayGrabKeys (&options));
    CHECK_FALSE (editor.mayGrabKeys (&window.button ("Menu")));
    juce::KeyboardFocusTraverser traverser;
    std::set<juce::Component*> seen;
    for (auto* stop = stopsOf (around).front(); stop != nullptr && seen.insert (stop).second;)
        stop = traverser.getNextComponent (stop);
    CHECK (seen.count (&options) == 1);
    CHECK (seen.size() == stopsOf (around).size());
    around.removeAllChildren();
}
} // namespace kolophon
