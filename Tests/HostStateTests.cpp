// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Host.h"
#include "Support/LongRun.h"

namespace kolophon
{
TEST_CASE ("random states sound bit for bit the same in a fresh instance")
{
    constexpr int length = 2400;
    Noise noise (2024);
    const auto messages = phrase (length);
    for (int round = 0; round < test::rounds (24, 200); ++round)
    {
        CAPTURE (round);
        const auto patch = randomPatch (noise);
        PluginProcessor original;
        original.bridge().setPatch (patch);
        original.prepareToPlay (48000.0, 480);

        PluginProcessor fresh;
        if (round % 2 == 0)
            fresh.prepareToPlay (48000.0, 480); // hosts load before or after preparing
        load (fresh, savedState (original));
        if (round % 2 == 1)
            fresh.prepareToPlay (48000.0, 480);
        REQUIRE (fresh.bridge().patch() == patch);
        REQUIRE (savedState (fresh) == savedState (original));
        REQUIRE (fromPlugin (fresh, length, messages, blocksOf (480)) ==
                 fromPlugin (original, length, messages, blocksOf (480)));
    }
}

TEST_CASE ("a state that is none changes nothing, says so, and is handed back until something changes")
{
    PluginProcessor processor;
    processor.setCurrentProgram (3);
    Noise noise (99);
    processor.bridge().setPatch (randomPatch (noise));
    processor.setEditorWidth (1300);
    const auto good = savedState (processor);
    const auto patch = processor.bridge().patch();

    std::vector<std::string> bad { " ", "{", "null", "[]", "42", "\"text\"", "{}", R"({"format":"another-state"})" };
    const auto abyss = std::string (200000, '[') + std::string (200000, ']');
    bad.push_back (abyss);
    bad.push_back (abyss.substr (0, 100000));
    for (std::size_t cut = 1; cut < good.size(); cut += test::longRun() ? 37 : 397)
        bad.push_back (good.substr (0, cut));
    for (int i = 0; i < 300; ++i)
    {
        std::string noiseText (1 + static_cast<std::size_t> (200.0 * noise.nextUniform()), ' ');
        for (char& c : noiseText)
            c = static_cast<char> (noise.nextBits());
        bad.push_back (noiseText);
    }
    for (const auto& text : bad)
    {
        load (processor, good);
        REQUIRE (processor.notice().empty());
        load (processor, text);
        REQUIRE (processor.bridge().patch() == patch);
        REQUIRE (processor.notice().find ("can't be read") != std::string::npos);
        REQUIRE (savedState (processor) == text); // the host saves what it had, not our defaults over it
        processor.setEditorWidth (1200);          // whoever reads the notice opens the window
        REQUIRE (savedState (processor) == text);
        processor.setEditorWidth (1300);
    }
    processor.bridge().parameters()[0]->setValueNotifyingHost (0.25f);
    const auto changed = savedState (processor);
    CHECK (changed != bad.back());
    Findings findings;
    CHECK (stateFromJson (changed, findings)->preset.patch == processor.bridge().patch());
    CHECK (findings.empty());

    load (processor, good);
    processor.setStateInformation (nullptr, 0);
    load (processor, "");
    CHECK (savedState (processor) == good);

    for (int i = 0; i < test::rounds (200, 2000); ++i) // a flipped byte may still be a state; it must never be a crash
    {
        auto text = good;
        text[static_cast<std::size_t> (noise.nextUniform() * static_cast<double> (text.size()))] =
            static_cast<char> (noise.nextBits());
        load (processor, text);
    }
    load (processor, good);
    CHECK (savedState (processor) == good);
}

TEST_CASE ("a session of a newer version plays, says what it left out, and keeps that until the player changes it")
{
    PluginProcessor original;
    original.setCurrentProgram (2);
    auto text = savedState (original);
    const auto replace = [&text] (const std::string& before, const std::string& after)
    {
        const auto at = text.find (before);
        REQUIRE (at != std::string::npos);
        text.replace (at, before.size(), after);
    };
    replace ("\"parameters\": {", R"("parameters": { "hand.future": { "value": 3 },)");
    replace ("\"hand.lift\": \"", "\"hand.lift\": \"Hover");
    replace ("\"version\": 1,", R"("version": 2, "scenes": [1, 2],)");

    PluginProcessor processor;
    load (processor, text);
    CHECK (processor.bridge().patch().handSpeed == original.bridge().patch().handSpeed);
    CHECK (processor.bridge().patch().handLift == Patch::defaults().handLift);
    CHECK (processor.notice().find ("scenes") != std::string::npos);
    for (const auto* word : { "hand.future", "Hover", "scenes" })
        CHECK (savedState (processor).find (word) != std::string::npos);

    Window window; // opened before or after: the line waits for its reader
    load (window.processor, text);
    window.refresh();
    CHECK (window.find<SentenceLine> ("Help")->restsOn().contains ("scenes"));

    processor.bridge().parameters()[*findParameter ("hand.lift")]->setValueNotifyingHost (1.0f);
    const auto later = savedState (processor);
    CHECK (later.find ("Hover") == std::string::npos);
    CHECK (later.find ("hand.future") != std::string::npos);
    CHECK (later.find ("scenes") != std::string::npos);

    processor.setCurrentProgram (1); // another preset has no such knob; the session still has its scenes
    CHECK (savedState (processor).find ("hand.future") == std::string::npos);
    CHECK (savedState (processor).find ("scenes") != std::string::npos);
    CHECK (processor.notice().empty());
    load (processor, savedState (original));
    CHECK (savedState (processor).find ("scenes") == std::string::npos);
    CHECK (processor.notice().empty());
}

TEST_CASE ("states keep name, bypass, size of the window, and places between the choices of menus")
{
    PluginProcessor original;
    auto preset = factoryPresets().back();
    preset.info.name = "Mine \xe2\x80\x93 \"quoted\"";
    original.loadPreset (preset);
    original.getBypassParameter()->setValueNotifyingHost (1.0f);
    original.setEditorWidth (901);
    for (auto* parameter : original.bridge().parameters())
        parameter->setValue (0.93f);

    PluginProcessor fresh;
    std::thread loading ([&] { load (fresh, savedState (original)); }); // hosts load from any thread
    loading.join();
    CHECK (fresh.currentPreset().info.name == preset.info.name);
    CHECK (fresh.isEdited() == false);
    CHECK (fresh.getBypassParameter()->getValue() == 1.0f);
    CHECK (fresh.editorWidth() == 901);
    for (auto* parameter : fresh.bridge().parameters())
        CHECK (parameter->getValue() == 0.93f);

    PluginProcessor plain; // an ordinary preset file is a state, too
    load (plain, presetToJson (preset));
    CHECK (plain.bridge().patch() == preset.patch);
}

namespace
{
CustomBody pan ()
{
    CustomBody body { "Pan", "", 0.4, 300.0, {} };
    for (int m = 0; m < 9; ++m)
        body.modes.push_back ({ 300.0 * (1.0 + 0.73 * m), 1.7 / (1.0 + m), { 1.0, 0.3 * m, -0.5 }, 1.0, 0.1 * m });
    return body;
}
} // namespace

TEST_CASE ("an instance begins as the first preset, macros and all")
{
    PluginProcessor fresh;
    CHECK_FALSE (fresh.isEdited());
    const auto preset = fresh.currentPreset();
    CHECK (preset.info.name == "First Light");
    CHECK (preset.modulation == findFactoryPreset ("First Light")->modulation);
    for (const auto& macro : preset.modulation.macros)
        CHECK_FALSE (macro.to.empty());
}

namespace
{
/** Loads each text, a state or a preset, into two plugins: one that is prepared before, and one that is after. */
template <class Visit>
void eachLoaded (const std::vector<std::string>& texts, const Visit& visit)
{
    for (const auto& text : texts)
        for (const bool preparedBefore : { true, false })
        {
            PluginProcessor fresh;
            if (preparedBefore)
                fresh.prepareToPlay (48000.0, 480);
            load (fresh, text);
            if (! preparedBefore)
                fresh.prepareToPlay (48000.0, 480);
            visit (fresh);
        }
}
} // namespace

TEST_CASE ("a measured box is heard, and survives in a state, in a preset and in steps of undo")
{
    Recording sound;
    sound.sampleRate = 44100.0;
    for (int n = 0; n < 3000; ++n)
        sound.left.push_back (std::exp (-0.003 * n) * std::cos (0.11 * n));
    const auto box = boxFromRecording (sound, "Fiddle.wav").value();
    constexpr int length = 4800;
    const auto messages = phrase (length);
    PluginProcessor original;
    original.prepareToPlay (48000.0, 480);
    const auto before = original.currentPreset();
    original.loadBox (box);
    CHECK (original.isEdited());
    CHECK (original.currentBox() == box);
    CHECK (original.bridge().patch().outBox == boxes::measured);
    const auto after = original.currentPreset();
    const auto state = savedState (original);
    const auto played = fromPlugin (original, length, messages, blocksOf (480));
    PluginProcessor bare; // the same knobs without the response
    bare.bridge().setPatch (original.bridge().patch());
    bare.prepareToPlay (48000.0, 480);
    CHECK (fromPlugin (bare, length, messages, blocksOf (480)) != played);
    eachLoaded ({ state, presetToJson (after) },
                [&] (PluginProcessor& fresh)
                {
                    CHECK (fresh.currentPreset().measuredBox == box);
                    CHECK (fromPlugin (fresh, length, messages, blocksOf (480)) == played);
                });
    original.restore (before);
    CHECK_FALSE (original.currentBox());
    original.restore (after);
    CHECK (original.currentBox() == box);
    original.setCurrentProgram (1);
    CHECK_FALSE (original.currentBox());
}

TEST_CASE ("a custom body plays as in the engine, and survives in a state and in a preset, before and after preparing")
{
    const auto body = pan();
    constexpr int length = 4800;
    const auto messages = phrase (length);
    PluginProcessor original;
    original.prepareToPlay (48000.0, 480);
    original.loadBody (body);
    CHECK (original.isEdited());
    CHECK (original.currentPreset().customBody == body);
    CHECK (original.bridge().patch().bodyType == customBody());
    CHECK (original.bridge().patch().bodyDecay == 1.7);

    const auto state = savedState (original);
    const auto preset = presetToJson (original.currentPreset());
    const auto sound = fromPlugin (original, length, messages, blocksOf (480));
    PluginProcessor bell; // the same knobs without the body sound otherwise
    bell.bridge().setPatch (original.bridge().patch());
    bell.prepareToPlay (48000.0, 480);
    CHECK (fromPlugin (bell, length, messages, blocksOf (480)) != sound);

    eachLoaded ({ state, preset },
                [&] (PluginProcessor& fresh)
                {
                    CHECK (fresh.currentPreset().customBody == body);
                    CHECK (fromPlugin (fresh, length, messages, blocksOf (480)) == sound);
                });

    // A program without a body brings the built-in set back.
    original.setCurrentProgram (1);
    CHECK (! original.currentPreset().customBody);
    CHECK_FALSE (original.isEdited());
}

TEST_CASE ("a body that is dropped on the editor is rubbed, and a broken one is refused in a sentence")
{
    const juce::TemporaryFile good (".json"), bad (".json");
    good.getFile().replaceWithText (toJuce (bodyToJson (pan())));
    bad.getFile().replaceWithText (R"({"kolophon_body": 1, "modes": [{"frequency": 100, "t60": 0}]})");
    Window window;
    auto& editor = static_cast<PluginEditor&> (*window.editor);
    CHECK (editor.isInterestedInFileDrag ({ good.getFile().getFullPathName() }));
    CHECK_FALSE (editor.isInterestedInFileDrag ({ "a.mid" }));
    CHECK_FALSE (editor.isInterestedInFileDrag ({ "a.json", "b.json" }));

    window.drop (bad.getFile());
    CHECK (editor.complaint().contains ("modes[0].t60: 0"));
    CHECK (! window.processor.currentPreset().customBody);
    window.drop (good.getFile());
    CHECK (window.processor.currentPreset().customBody == pan());
    CHECK (window.processor.bridge().patch().bodyType == customBody());
}

TEST_CASE ("a recording that is dropped is listened to while the window goes on, and says so")
{
    // Two modes, 300 and 817 Hz, ring away in 1.2 and 0.6 s.
    juce::AudioBuffer<float> sound (1, 48000);
    for (int i = 0; i < 48000; ++i)
    {
        const double t = i / 48000.0, tau = juce::MathConstants<double>::twoPi;
        sound.setSample (0, i,
                         static_cast<float> (0.4 * std::exp (-6.9078 * t / 1.2) * std::sin (tau * 300.0 * t) +
                                             0.2 * std::exp (-6.9078 * t / 0.6) * std::sin (tau * 817.0 * t)));
    }
    const juce::TemporaryFile file (".wav");
    {
        std::unique_ptr<juce::AudioFormatWriter> writer (juce::WavAudioFormat().createWriterFor (
            file.getFile().createOutputStream().release(), 48000.0, 1, 24, {}, 0));
        REQUIRE (writer->writeFromAudioSampleBuffer (sound, 0, 48000));
    }
    Window window;
    auto& editor = static_cast<PluginEditor&> (*window.editor);
    editor.filesDropped ({ file.getFile().getFullPathName() }, 0, 0);
    CHECK (editor.isReading());
    CHECK (window.find<SentenceLine> ("Help")->busyWith().contains (file.getFile().getFileName()));
    CHECK (! window.processor.currentPreset().customBody);
    editor.filesDropped ({ file.getFile().getFullPathName() }, 0, 0); // a second one has to wait
    CHECK (editor.complaint().isNotEmpty());
    REQUIRE (waitFor ([&editor] { return ! editor.isReading(); }, [&window] { window.refresh(); }));
    CHECK (window.find<SentenceLine> ("Help")->busyWith().isEmpty());
    const auto body = window.processor.currentPreset().customBody;
    REQUIRE (body.has_value());
    REQUIRE (body->modes.size() >= 2);
    CHECK (std::abs (body->modes[0].frequency - 300.0) < 0.1);
    {
        Window closing; // while it still listens
        static_cast<PluginEditor&> (*closing.editor).filesDropped ({ file.getFile().getFullPathName() }, 0, 0);
    }
}

TEST_CASE (
    "a preset that is dropped on the editor is played, what can't be used of it is said, and what is none is refused")
{
    auto preset = factoryPresets()[2];
    preset.patch.handSpeed = 0.123;
    preset.info.name = "Dropped";
    const juce::TemporaryFile good (".json"), bad (".json");
    good.getFile().replaceWithText (toJuce (presetToJson (preset)));
    const juce::TemporaryFile odd (".json");
    bad.getFile().replaceWithText (R"({"format": "kolophon-preset", "version": 1, "parameters": {"hand.speed": 1e9})");
    odd.getFile().replaceWithText (R"({"format": "kolophon-preset", "version": 4, "parameters": {"hand.speed": 1e9}})");
    Window window;
    Recorder host (window.processor);
    window.drop (bad.getFile());
    CHECK (static_cast<PluginEditor&> (*window.editor).complaint().contains ("JSON"));
    CHECK (host.states == 0);
    window.drop (odd.getFile());
    CHECK (window.processor.bridge().patch().handSpeed == 3.0); // the fastest that there is
    CHECK (window.processor.notice().find ("hand.speed") != std::string::npos);
    CHECK (host.states == 1);
    window.drop (good.getFile());
    CHECK (window.processor.currentPreset().info.name == "Dropped");
    CHECK (window.processor.bridge().patch() == preset.patch);
    CHECK (window.processor.notice().empty());
    CHECK (host.states == 2);
}

TEST_CASE ("a host is told of the values that a program changes, of no other, and that its session has changed")
{
    PluginProcessor processor;
    const auto differing = [] (const Patch& a, const Patch& b)
    {
        std::map<int, std::string> rows;
        for (std::size_t i = 0; i < parameterTable().size(); ++i)
            if (parameterTable()[i].in (a) != parameterTable()[i].in (b))
                rows.emplace (static_cast<int> (i), "=");
        return rows;
    };
    for (int program = 0; program < static_cast<int> (factoryPresets().size()); ++program)
    {
        const auto before = processor.bridge().patch();
        Recorder host (processor);
        processor.setCurrentProgram (program);
        CHECK (host.log == differing (before, processor.bridge().patch()));
        processor.setCurrentProgram (program);
        CHECK (host.log == differing (before, processor.bridge().patch())); // nothing again
    }
    const auto before = processor.bridge().patch();
    Recorder host (processor);
    processor.loadBody (pan());
    CHECK (host.log == differing (before, processor.bridge().patch()));
    CHECK (host.states == 1);
    CHECK (host.programs == 0);
    processor.loadPreset (factoryPresets()[1]);
    CHECK (host.states == 2);
    CHECK (host.programs == 1);
}

TEST_CASE ("programs are the factory presets, exactly")
{
    PluginProcessor processor;
    const int presets = static_cast<int> (factoryPresets().size());
    REQUIRE (processor.getNumPrograms() == presets + 1);
    CHECK (processor.getProgramName (presets).isNotEmpty());
    for (int i = 0; i < presets; ++i)
    {
        const auto& preset = factoryPresets()[static_cast<std::size_t> (i)];
        processor.setCurrentProgram (i);
        CHECK (processor.getCurrentProgram() == i);
        CHECK (processor.getProgramName (i).toStdString() == preset.info.name);
        CHECK (processor.bridge().patch() == preset.patch);
        CHECK_FALSE (processor.isEdited());
    }
    const auto state = savedState (processor);
    for (const int wrong : { -1, processor.getNumPrograms(), 1000000 })
        processor.setCurrentProgram (wrong);
    CHECK (savedState (processor) == state);
}

TEST_CASE ("a preset from a file is a program of its own, so that a host can select any other")
{
    // What a VST3 host sends reaches setCurrentProgram() only if it isn't the current program.
    PluginProcessor processor;
    const auto select = [&processor] (int index)
    {
        if (index != processor.getCurrentProgram())
            processor.setCurrentProgram (index);
    };
    auto preset = factoryPresets()[1];
    preset.info.name = "Mine";
    preset.patch.handSpeed = 0.123;
    processor.loadPreset (preset);
    const int own = processor.getCurrentProgram();
    CHECK (own == processor.getNumPrograms() - 1);
    CHECK (processor.getProgramName (own) == "Mine");
    for (int index = 0; index < own; ++index)
    {
        select (index);
        CHECK (processor.bridge().patch() == factoryPresets()[static_cast<std::size_t> (index)].patch);
        select (own);
        CHECK (processor.bridge().patch() == preset.patch);
        CHECK_FALSE (processor.isEdited());
    }
    PluginProcessor fresh;
    load (fresh, savedState (processor));
    CHECK (fresh.getCurrentProgram() == own);
    CHECK (fresh.getProgramName (own) == "Mine");
}

TEST_CASE ("an LV2 bundle offers the factory presets only, and still keeps an own one in its state")
{
    const auto instance = wrapped (juce::AudioProcessor::wrapperType_LV2);
    auto& processor = *instance;
    CHECK (processor.getNumPrograms() == static_cast<int> (factoryPresets().size()));
    auto preset = factoryPresets()[1];
    preset.info.name = "Mine";
    preset.patch.handSpeed = 0.123;
    processor.loadPreset (preset);
    PluginProcessor fresh;
    load (fresh, savedState (processor));
    CHECK (fresh.bridge().patch() == preset.patch);
    CHECK (fresh.currentPreset().info.name == "Mine");
}

TEST_CASE ("a width of the window that no screen has is brought into range")
{
    PluginProcessor processor;
    for (const auto* width : { "1e300", "-1e300", "-5", "2147483648", "1e5" })
    {
        auto state = savedState (processor);
        const auto at = state.find ("\"editor width\": ") + 16;
        state.replace (at, state.find (',', at) - at, width);
        load (processor, state);
        CHECK (processor.editorWidth() >= 0);
        CHECK (processor.editorWidth() <= 100000);
    }
}
} // namespace kolophon
