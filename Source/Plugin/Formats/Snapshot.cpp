// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Text/NumberText.h"
#include "../Desktop/Offscreen.h"
#include "../Pictures/PlayMap.h"
#include "../Processor/PluginProcessor.h"
#include "../Windows/PluginEditor.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <ctime>

namespace
{
using namespace kolophon;

constexpr double sampleRate = 48000.0;
constexpr int perTick = 800; // samples: sixty ticks a second

struct Options
{
    std::string file, page = "Play", section, preset;
    std::vector<std::string> settings;
    std::vector<int> keys { 50, 57, 65 };
    double size = 100.0, scale = 1.0, seconds = 1.0, rate = 12.0;
    int frames = 1, takes = 0;
    bool light = false, timed = false, map = false;
};

void declare (CLI::App& app, Options& o)
{
    app.add_option ("file", o.file, "Picture to write (PNG)");
    app.add_flag ("--time", o.timed, "Measure the cost of an open editor, and write no picture");
    app.add_option ("--page", o.page, "Play, Design, Mod or Lab")->capture_default_str();
    app.add_option ("--section", o.section, "Section of the page Mod: Matrix, Gesture or Takes");
    app.add_option ("--size", o.size, "Percent of the window's size")->check (CLI::Range (64.0, 200.0));
    app.add_option ("--scale", o.scale, "Pixels of the picture per pixel of the window")->check (CLI::Range (1.0, 4.0));
    app.add_flag ("--light", o.light, "Light colours");
    app.add_option ("--preset", o.preset, "A factory preset");
    app.add_option ("--set", o.settings, "Set a knob: ID=VALUE; may be repeated")->allow_extra_args (false);
    app.add_option ("--keys", o.keys, "MIDI keys to hold; -1: none")->delimiter (',')->allow_extra_args (false);
    app.add_option ("--seconds", o.seconds, "Time that they sound before")->check (CLI::Range (0.1, 60.0));
    app.add_option ("--frames", o.frames, "Number of pictures; the file's name contains %04d")
        ->check (CLI::Range (1, 3600));
    app.add_option ("--rate", o.rate, "Pictures per second")->check (CLI::Range (1.0, 60.0));
    app.add_option ("--takes", o.takes, "Takes to render into a temporary folder")->check (CLI::Range (1, 100));
    app.add_flag ("--map", o.map, "Wait until the map is finished");
}

void say (const std::string& line)
{
    std::fputs (line.c_str(), stdout);
}

/** Reports an error. */
bool refuse (const juce::String& message)
{
    std::fprintf (stderr, "kolophon_snapshot: %s\n", message.toRawUTF8());
    return false;
}

/** Sets the knobs of every --set=ID=VALUE; false after an error. */
bool applySettings (const Options& options, ParameterBridge& bridge)
{
    for (const auto& setting : options.settings)
    {
        const auto equals = std::min (setting.find ('='), setting.size());
        const auto id = setting.substr (0, equals);
        const auto index = findParameter (id);
        if (! index)
            return refuse ("unknown parameter " + juce::String (id));
        const auto value =
            parseValue (parameterTable()[*index], setting.substr (std::min (equals + 1, setting.size())));
        if (! value)
            return refuse (value.error().what());
        bridge.parameters()[*index]->setExactValue (value.value());
    }
    return true;
}

bool applyPreset (const Options& options, PluginProcessor& processor)
{
    if (options.preset.empty())
        return true;
    for (int i = 0; i < processor.getNumPrograms(); ++i)
        if (processor.getProgramName (i).equalsIgnoreCase (toJuce (options.preset)))
            return processor.setCurrentProgram (i), true;
    return refuse ("unknown preset " + toJuce (options.preset));
}

bool showPage (const Options& options, PluginEditor& editor)
{
    static constexpr const char* sections[] = { "Matrix", "Gesture", "Takes" };
    for (int i = 0; i < modSections; ++i)
        if (toJuce (options.section).equalsIgnoreCase (sections[i]))
            return editor.showMod (static_cast<ModSection> (i)), true;
    if (! options.section.empty())
        return refuse ("unknown section " + toJuce (options.section) + "; sections are Matrix, Gesture, Takes");
    static constexpr const char* names[] = { "Play", "Design", "Mod", "Lab" };
    for (int i = 0; i < pageKinds; ++i)
        if (toJuce (options.page).equalsIgnoreCase (names[i]))
            return editor.showPage (static_cast<PageKind> (i)), true;
    return refuse ("unknown page " + toJuce (options.page) + "; pages are Play, Design, Mod, Lab");
}

/** Renders takes of the current sound, and waits for them. */
void renderTakes (const Options& options, PluginEditor& editor, PluginProcessor& processor)
{
    auto& order = processor.takeOrder();
    order.folder = juce::File::getSpecialLocation (juce::File::tempDirectory)
                       .getChildFile ("Takes")
                       .getFullPathName()
                       .toStdString();
    order.count = options.takes;
    order.gestureVariation = 0.15;
    order.finishing = { 60.0, { 0.002, 0.05 }, LevelTarget {} };
    auto& pane = editor.showMod (ModSection::takes).takesPane();
    pane.addKnob (findParameter ("hand.speed").value());
    pane.render();
    while (processor.takes().state().isRunning)
        juce::Thread::sleep (10);
    editor.refresh();
    pane.list().choose (1);
}

void finishMaps (Page& page)
{
    for (auto* pane : page.panes())
        if (auto* map = dynamic_cast<PlayMap*> (&pane->view()))
            for (int i = 0; i < 6000 && map->finished() < PlayMap::columns * PlayMap::rows; ++i)
                juce::Thread::sleep (10);
}

/** A sounding instrument, and its editor. */
struct Scene
{
    PluginProcessor processor;
    std::unique_ptr<juce::AudioProcessorEditor> window;
    juce::AudioBuffer<float> audio { 2, perTick };

    PluginEditor& editor () { return static_cast<PluginEditor&> (*window); }

    void play (const juce::MidiBuffer& events = {})
    {
        auto midi = events;
        processor.processBlock (audio, midi);
    }
    void strike (const std::vector<int>& keys)
    {
        juce::MidiBuffer midi;
        for (const int key : keys)
            if (key >= 0 && key <= 127)
                midi.addEvent (juce::MidiMessage::noteOn (1, key, 0.8f), 0);
        play (midi);
    }
    void look (int tick)
    {
        editor().advance();
        if (tick % 2 == 0)
            editor().refresh();
    }
};

/** CPU time of this thread [ms], independent of the machine's other load. */
double threadTime ()
{
    timespec time {};
    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double> (time.tv_sec) + 1e-6 * static_cast<double> (time.tv_nsec);
}

double milliseconds (std::chrono::steady_clock::duration time)
{
    return 1e3 * std::chrono::duration<double> (time).count();
}

void resize (const Options& options, PluginEditor& editor)
{
    const double size = 0.01 * options.size;
    editor.setSize (juce::roundToInt (PluginEditor::designWidth * size),
                    juce::roundToInt (PluginEditor::designHeight * size));
}

/** Measures the cost of one open editor on the message thread, at sixty frames per second. */
int measure (const Options& options, Scene& scene)
{
    using Clock = std::chrono::steady_clock;
    const auto opening = Clock::now();
    const double computed = threadTime();
    scene.window.reset (scene.processor.createEditor());
    resize (options, scene.editor());
    OffscreenWindow desktop (*scene.window);
    desktop.paintDirty();
    say (formatted ("opening: %.1f ms, of which %.1f ms are computed\n", milliseconds (Clock::now() - opening),
                    threadTime() - computed));
    if (! showPage (options, scene.editor()))
        return 2;
    scene.strike (options.keys);
    constexpr int warm = 240, ticks = 600;
    double looking = 0.0, painting = 0.0, pixels = 0.0; // [ms], [ms], [px]
    for (int tick = 0; tick < warm + ticks; ++tick)
    {
        scene.play();
        const double begin = threadTime();
        scene.look (tick);
        const double looked = threadTime();
        const int painted = desktop.paintDirty();
        if (tick < warm)
            continue;
        looking += looked - begin;
        painting += threadTime() - looked;
        pixels += painted;
    }
    const double perTickMs = 1e3 / 60.0;
    const double look = looking / ticks, paint = painting / ticks;
    say (formatted ("page %s at %.0f %%: %.3f ms per frame to follow, %.3f ms to paint %.0f pixels: %.2f %% of a core "
                    "at 60 frames per second\n",
                    options.page.c_str(), options.size, look, paint, pixels / ticks,
                    100.0 * (look + paint) / perTickMs));
    desktop.removeChildComponent (scene.window.get());
    return 0;
}

bool save (juce::Component& editor, const juce::String& name, double scale)
{
    const auto picture = editor.createComponentSnapshot (editor.getLocalBounds(), true, static_cast<float> (scale));
    const auto file = juce::File::getCurrentWorkingDirectory().getChildFile (name);
    file.deleteFile();
    juce::FileOutputStream stream (file);
    return (stream.openedOk() && juce::PNGImageFormat().writeImageToStream (picture, stream)) ||
           refuse (file.getFullPathName() + " could not be written");
}

int draw (const Options& options, Scene& scene)
{
    scene.window.reset (scene.processor.createEditor());
    auto& editor = scene.editor();
    resize (options, editor);
    if (! showPage (options, editor))
        return 2;
    if (options.takes > 0)
        renderTakes (options, editor, scene.processor);
    scene.strike (options.keys);
    const auto look = [&] (int ticks)
    {
        for (int tick = 0; tick < ticks; ++tick)
        {
            scene.play();
            scene.look (tick);
        }
    };
    look (juce::roundToInt (60.0 * options.seconds));
    if (options.map)
    {
        finishMaps (editor.pageShown());
        look (60);
    }
    const auto file = toJuce (options.file);
    for (int frame = 0; frame < options.frames; ++frame)
    {
        const auto number = juce::String (frame).paddedLeft ('0', 4);
        if (! save (editor, options.frames > 1 ? file.replace ("%04d", number) : file, options.scale))
            return 5;
        look (juce::roundToInt (60.0 * (frame + 1) / options.rate) - juce::roundToInt (60.0 * frame / options.rate));
    }
    return 0;
}
} // namespace

/** Draws the editor into a PNG file, or measures its cost, without a display. */
int main (int count, char** arguments)
{
    const juce::ScopedJuceInitialiser_GUI juce;
    Options options;
    CLI::App app ("Draws the editor after a few notes, or measures its cost, without a display", "kolophon_snapshot");
    declare (app, options);
    try
    {
        app.parse (count, arguments);
        if (options.file.empty() && ! options.timed)
            throw CLI::RequiredError ("file");
    }
    catch (const CLI::ParseError& reason)
    {
        return app.exit (reason) == 0 ? 0 : 2;
    }
    if (options.light)
        palette::use (palette::Theme::light);

    Scene scene;
    if (! applyPreset (options, scene.processor) || ! applySettings (options, scene.processor.bridge()))
        return 2;
    scene.processor.setRateAndBufferSizeDetails (sampleRate, perTick);
    scene.processor.prepareToPlay (sampleRate, perTick);
    return options.timed ? measure (options, scene) : draw (options, scene);
}
