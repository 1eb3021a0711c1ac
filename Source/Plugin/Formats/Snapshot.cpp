// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Text/NumberText.h"
#include "../Desktop/Offscreen.h"
#include "../Pictures/PlayMap.h"
#include "../Processor/PluginProcessor.h"
#include "../Windows/PluginEditor.h"

#include <chrono>
#include <cstdio>
#include <ctime>

namespace
{
using namespace kolophon;

constexpr auto usage =
    "kolophon_snapshot FILE.png [OPTION ...]   draws the editor after a few notes\nkolophon_snapshot --time [OPTION "
    "...]     measures the cost of an open editor\n\n  --page=PAGE      Play, Design, Mod or Lab (default: Play)\n  "
    "--section=NAME   of the page Mod: Matrix, Gesture or Takes\n  --size=PERCENT   of the window, 64 to 200 (default: "
    "100)\n  --scale=FACTOR   pixels of the picture per pixel of the window, 1 to 4 (default: 1)\n  --light          "
    "light colours\n  --preset=NAME    a factory preset (default: First Light)\n  --set=ID=VALUE   sets a knob; may be "
    "repeated\n  --keys=A,B,...   MIDI keys to hold, 0 to 127 (default: 50,57,65)\n  --seconds=S      time they sound "
    "before, 0.1 to 60 (default: 1)\n  --frames=N       draws N pictures, 1 to 3600; FILE contains %04d for the "
    "number\n  --rate=R         pictures per second, 1 to 60 (default: 12)\n  --takes=COUNT    renders this number of "
    "takes into a temporary folder; see --section\n  --map            waits until the map is finished\n  --help        "
    "   prints this\n";

constexpr double sampleRate = 48000.0;
constexpr int perTick = 800; // samples: sixty ticks a second

struct Options
{
    juce::String file, page = "Play", section, preset;
    juce::StringArray settings, keys { "50", "57", "65" };
    double size = 100.0, scale = 1.0, seconds = 1.0, frames = 1.0, rate = 12.0, takes = 0.0;
    bool light = false, timed = false, map = false, help = false;
};

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

bool takeNumber (const juce::String& name, const juce::String& text, double low, double high, double& value)
{
    const auto number = numberIn (text.toStdString());
    value = number.value_or (value);
    if (number && value >= low && value <= high)
        return true;
    return refuse (name + "=" + text + " is not a number from " + toJuce (shortest (low) + " to " + shortest (high)));
}

bool readOption (Options& options, const juce::String& argument)
{
    const auto name = argument.upToFirstOccurrenceOf ("=", false, false);
    const auto value = argument.fromFirstOccurrenceOf ("=", false, false);
    const std::initializer_list<std::pair<const char*, bool*>> flags { { "--light", &options.light },
                                                                       { "--time", &options.timed },
                                                                       { "--map", &options.map },
                                                                       { "--help", &options.help },
                                                                       { "-h", &options.help } };
    for (const auto& [flag, on] : flags)
        if (argument == flag)
            return *on = true;
    const std::initializer_list<std::pair<const char*, juce::String*>> texts { { "--page", &options.page },
                                                                               { "--section", &options.section },
                                                                               { "--preset", &options.preset } };
    for (const auto& [text, to] : texts)
        if (name == text && argument.contains ("="))
            return *to = value, true;
    if (name == "--size")
        return takeNumber (name, value, 64.0, 200.0, options.size);
    if (name == "--scale")
        return takeNumber (name, value, 1.0, 4.0, options.scale);
    if (name == "--seconds")
        return takeNumber (name, value, 0.1, 60.0, options.seconds);
    if (name == "--frames")
        return takeNumber (name, value, 1.0, 3600.0, options.frames);
    if (name == "--rate")
        return takeNumber (name, value, 1.0, 60.0, options.rate);
    if (name == "--takes")
        return takeNumber (name, value, 1.0, 100.0, options.takes);
    if (name == "--set" && value.contains ("="))
        return options.settings.add (value), true;
    if (name == "--keys" && argument.contains ("="))
    {
        options.keys = juce::StringArray::fromTokens (value, ",", "");
        for (const auto& key : options.keys)
            if (double number; ! takeNumber (name, key, 0.0, 127.0, number))
                return false;
        return true;
    }
    if (argument.startsWith ("-"))
        return refuse ("unknown option " + argument + "; see --help");
    if (options.file.isNotEmpty())
        return refuse ("give one file at a time: " + options.file + " or " + argument);
    return options.file = argument, true;
}

/** Sets the knobs of every --set=ID=VALUE; false after an error. */
bool applySettings (const Options& options, ParameterBridge& bridge)
{
    for (const auto& setting : options.settings)
    {
        const auto id = setting.upToFirstOccurrenceOf ("=", false, false).toStdString();
        const auto index = findParameter (id);
        if (! index)
            return refuse ("unknown parameter " + juce::String (id));
        const auto text = setting.fromFirstOccurrenceOf ("=", false, false).toStdString();
        const auto value = parseValue (parameterTable()[*index], text);
        if (! value)
            return refuse (value.error().what());
        bridge.parameters()[*index]->setExactValue (value.value());
    }
    return true;
}

bool applyPreset (const Options& options, PluginProcessor& processor)
{
    if (options.preset.isEmpty())
        return true;
    for (int i = 0; i < processor.getNumPrograms(); ++i)
        if (options.preset.equalsIgnoreCase (processor.getProgramName (i)))
            return processor.setCurrentProgram (i), true;
    return refuse ("unknown preset " + options.preset);
}

bool showPage (const Options& options, PluginEditor& editor)
{
    static constexpr const char* sections[] = { "Matrix", "Gesture", "Takes" };
    for (int i = 0; i < modSections; ++i)
        if (options.section.equalsIgnoreCase (sections[i]))
            return editor.showMod (static_cast<ModSection> (i)), true;
    if (options.section.isNotEmpty())
        return refuse ("unknown section " + options.section + "; sections are Matrix, Gesture, Takes");
    static constexpr const char* names[] = { "Play", "Design", "Mod", "Lab" };
    for (int i = 0; i < pageKinds; ++i)
        if (options.page.equalsIgnoreCase (names[i]))
            return editor.showPage (static_cast<PageKind> (i)), true;
    return refuse ("unknown page " + options.page + "; pages are Play, Design, Mod, Lab");
}

/** Renders takes of the current sound, and waits for them. */
void renderTakes (const Options& options, PluginEditor& editor, PluginProcessor& processor)
{
    auto& order = processor.takeOrder();
    order.folder = juce::File::getSpecialLocation (juce::File::tempDirectory)
                       .getChildFile ("Takes")
                       .getFullPathName()
                       .toStdString();
    order.count = juce::roundToInt (options.takes);
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
    void strike (const juce::StringArray& keys)
    {
        juce::MidiBuffer midi;
        for (const auto& key : keys)
            midi.addEvent (juce::MidiMessage::noteOn (1, key.getIntValue(), 0.8f), 0);
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
                    options.page.toRawUTF8(), options.size, look, paint, pixels / ticks,
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
    if (options.takes > 0.0)
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
    const int frames = juce::roundToInt (options.frames);
    for (int frame = 0; frame < frames; ++frame)
    {
        const auto number = juce::String (frame).paddedLeft ('0', 4);
        if (! save (editor, frames > 1 ? options.file.replace ("%04d", number) : options.file, options.scale))
            return 5;
        look (juce::roundToInt (60.0 * (frame + 1) / options.rate) - juce::roundToInt (60.0 * frame / options.rate));
    }
    return 0;
}
} // namespace

/** Draws the editor into a PNG file, or measures its cost, without a display; see usage. */
int main (int count, char** arguments)
{
    const juce::ScopedJuceInitialiser_GUI juce;
    Options options;
    for (int i = 1; i < count; ++i)
        if (! readOption (options, juce::String::fromUTF8 (arguments[i])))
            return 2;
    if (options.help)
        return std::fputs (usage, stdout), 0;
    if (options.file.isEmpty() && ! options.timed)
        return std::fputs (usage, stderr), 2;
    if (options.light)
        palette::use (palette::Theme::light);

    Scene scene;
    if (! applyPreset (options, scene.processor) || ! applySettings (options, scene.processor.bridge()))
        return 2;
    scene.processor.setRateAndBufferSizeDetails (sampleRate, perTick);
    scene.processor.prepareToPlay (sampleRate, perTick);
    return options.timed ? measure (options, scene) : draw (options, scene);
}
