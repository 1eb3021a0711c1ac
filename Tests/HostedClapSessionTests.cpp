// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Presets/PluginState.h"
#include "Support/ClapHost.h"
#include "Support/Listener.h"
#include "Support/Vst3Host.h"
#include "Synth/Parameters/ParameterTable.h"

#include <catch2/catch.hpp>

#include <pluginterfaces/base/ibstream.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

/* What a CLAP host asks besides sound: ports, names, pages, presets, sessions. */

namespace kolophon::test
{
namespace
{
PluginState sessionOf (ClapInstance& instance)
{
    Findings findings;
    const auto state = stateFromJson (stateOf (instance), findings);
    REQUIRE (state);
    REQUIRE (findings.empty());
    return *state;
}

/** A stream of Steinberg's in memory. */
struct Bytes final : OnStack<Steinberg::IBStream>
{
    std::string all;
    std::size_t at = 0;

    tresult PLUGIN_API read (void* buffer, Steinberg::int32 count, Steinberg::int32* done) override
    {
        const auto part = std::min (static_cast<std::size_t> (count), all.size() - at);
        std::memcpy (buffer, all.data() + at, part);
        at += part;
        if (done != nullptr)
            *done = static_cast<Steinberg::int32> (part);
        return Steinberg::kResultOk;
    }
    tresult PLUGIN_API write (void* buffer, Steinberg::int32 count, Steinberg::int32* done) override
    {
        all.append (static_cast<const char*> (buffer), static_cast<std::size_t> (count));
        if (done != nullptr)
            *done = count;
        return Steinberg::kResultOk;
    }
    tresult PLUGIN_API seek (Steinberg::int64 place, Steinberg::int32, Steinberg::int64*) override
    {
        at = static_cast<std::size_t> (place);
        return Steinberg::kResultOk;
    }
    tresult PLUGIN_API tell (Steinberg::int64* place) override
    {
        *place = static_cast<Steinberg::int64> (at);
        return Steinberg::kResultOk;
    }
};

/** What a preset provider declares, and says of one location. */
struct Crawl
{
    struct Entry
    {
        std::string name, key, creator, description;
        std::set<std::string> features;
        std::uint32_t flags = 0;
    };
    std::vector<std::string> types;
    std::vector<std::pair<std::uint32_t, std::string>> locations;
    std::vector<Entry> entries;
    std::string error;

    static Crawl& of (const clap::MetadataReceiver* receiver) { return *static_cast<Crawl*> (receiver->data); }
    static Crawl& of (const clap::PresetIndexer* indexer) { return *static_cast<Crawl*> (indexer->data); }

    clap::PresetIndexer indexer { CLAP_VERSION_INIT,
                                  "tests",
                                  nullptr,
                                  nullptr,
                                  nullptr,
                                  this,
                                  [] (const clap::PresetIndexer* i, const clap::PresetFiletype* type)
                                  {
                                      of (i).types.push_back (type->extension);
                                      return true;
                                  },
                                  [] (const clap::PresetIndexer* i, const clap::PresetLocation* location)
                                  {
                                      of (i).locations.emplace_back (
                                          location->kind, location->location != nullptr ? location->location : "");
                                      return true;
                                  },
                                  [] (const clap::PresetIndexer*, const void*) { return true; },
                                  [] (const clap::PresetIndexer*, const char*) -> const void* { return nullptr; } };
    clap::MetadataReceiver receiver {
        this,
        [] (const clap::MetadataReceiver* r, std::int32_t, const char* text) { of (r).error = text; },
        [] (const clap::MetadataReceiver* r, const char* name, const char* key)
        {
            of (r).entries.push_back ({ name, key != nullptr ? key : "", {}, {}, {} });
            return true;
        },
        [] (const clap::MetadataReceiver*, const clap::UniversalPluginId* id)
        {
            CHECK (std::string (id->abi) == "clap");
            CHECK (std::string (id->id) == "org.kolophon.kolophon");
        },
        [] (const clap::MetadataReceiver*, const char*) {},
        [] (const clap::MetadataReceiver* r, std::uint32_t flags) { of (r).entries.back().flags = flags; },
        [] (const clap::MetadataReceiver* r, const char* text) { of (r).entries.back().creator = text; },
        [] (const clap::MetadataReceiver* r, const char* text) { of (r).entries.back().description = text; },
        [] (const clap::MetadataReceiver*, std::uint64_t, std::uint64_t) {},
        [] (const clap::MetadataReceiver* r, const char* text) { of (r).entries.back().features.insert (text); },
        [] (const clap::MetadataReceiver*, const char*, const char*) {}
    };
};

const clap::PresetProvider* providerFor (const Crawl& crawl)
{
    const auto* factory = static_cast<const clap::PresetFactory*> (ours().entry->get_factory (clap::presetDiscoveryId));
    REQUIRE (factory != nullptr);
    CHECK (factory == ours().entry->get_factory (clap::presetDiscoveryDraftId));
    REQUIRE (factory->count (factory) == 1);
    CHECK (factory->getDescriptor (factory, 1) == nullptr);
    CHECK (factory->create (factory, &crawl.indexer, "somebody else's") == nullptr);
    return factory->create (factory, &crawl.indexer, factory->getDescriptor (factory, 0)->id);
}

template <class Extension>
const Extension& extension (const ClapInstance& instance, const char* id)
{
    const Extension* found = nullptr;
    instance.find (found, id);
    REQUIRE (found != nullptr);
    return *found;
}
} // namespace

TEST_CASE ("CLAP: ids of parameters are fingerprints of the names in files, which hosts keep in their projects")
{
    // FNV-1a, 64 bits, the upper half folded into the lower, 31 bits of it.
    const ClapInstance instance (ours());
    const std::map<clap_id, std::string> promised {
        { 1577352461, "Speed" }, { 1595587180, "Law" }, { 1038519023, "Macro 8" }, { 1553447458, "Bypass" }
    };
    std::size_t found = 0;
    for (const auto& info : parametersOf (instance))
        if (const auto its = promised.find (info.id); its != promised.end())
        {
            CHECK (its->second == info.name);
            ++found;
        }
    CHECK (found == promised.size());
}

TEST_CASE ("CLAP: one stereo output, one side-chain that is not the main input, one port for notes of three dialects")
{
    const ClapInstance instance (ours());
    clap_audio_port_info_t audio {};
    for (const bool isInput : { true, false })
    {
        REQUIRE (instance.ports->count (instance.plugin, isInput) == 1);
        REQUIRE (instance.ports->get (instance.plugin, 0, isInput, &audio));
        CHECK (audio.channel_count == 2);
        CHECK (std::string (audio.port_type) == CLAP_PORT_STEREO);
        CHECK (((audio.flags & CLAP_AUDIO_PORT_IS_MAIN) != 0) == ! isInput);
        CHECK ((audio.flags & CLAP_AUDIO_PORT_SUPPORTS_64BITS) != 0);
        CHECK_FALSE (instance.ports->get (instance.plugin, 1, isInput, &audio));
    }
    CHECK (instance.notePorts->count (instance.plugin, false) == 0);
    clap_note_port_info_t notes {};
    REQUIRE (instance.notePorts->get (instance.plugin, 0, true, &notes));
    CHECK (notes.preferred_dialect == CLAP_NOTE_DIALECT_CLAP);
    CHECK ((notes.supported_dialects & CLAP_NOTE_DIALECT_MIDI_MPE) != 0);
}

TEST_CASE ("CLAP: latency, tail, render mode and voices")
{
    ClapInstance instance (ours());
    instance.start();
    CHECK (extension<clap_plugin_latency_t> (instance, CLAP_EXT_LATENCY).get (instance.plugin) == 32);
    const auto& tail = extension<clap::PluginTail> (instance, clap::tailId);
    const auto before = tail.get (instance.plugin);
    CHECK (before > 4800); // a string rings for longer than a tenth of a second
    ClapEvents events;
    events.set (0, idNamed (instance, "Decay"), 1.0); // the end of its curve
    instance.audio (
        [&]
        {
            ClapBlocks<float> blocks (instance);
            blocks.play (512, events);
        });
    CHECK (tail.get (instance.plugin) > before);
    CHECK (instance.tailChanged >= 1);

    const auto& render = extension<clap::PluginRender> (instance, clap::renderId);
    CHECK_FALSE (render.hasHardRealtimeRequirement (instance.plugin));
    CHECK (render.set (instance.plugin, clap::offline));
    CHECK (render.set (instance.plugin, clap::realtime));
    CHECK_FALSE (render.set (instance.plugin, 7));

    const auto& voices = extension<clap::PluginVoiceInfo> (instance, clap::voiceInfoId);
    clap::VoiceInfo info {};
    REQUIRE (voices.get (instance.plugin, &info));
    CHECK (info.voiceCount == 8);
    CHECK (info.voiceCapacity == 16);
    CHECK ((info.flags & clap::supportsOverlappingNotes) != 0);
    preset (instance, { { "Voices", 3.0 } });
    REQUIRE (voices.get (instance.plugin, &info));
    CHECK (info.voiceCount == 3);
    preset (instance, { { "Voices mode", 1.0 } }); // Mono
    REQUIRE (voices.get (instance.plugin, &info));
    CHECK (info.voiceCount == 1);
    CHECK (instance.pumpUntil ([&] { return instance.voicesChanged >= 1; }));
    CHECK (instance.violations.empty());
}

TEST_CASE ("CLAP: a host without a display gets no editor")
{
    ClapInstance instance (ours());
    CHECK_FALSE (instance.gui->is_api_supported (instance.plugin, CLAP_WINDOW_API_X11, false));
    CHECK_FALSE (instance.gui->create (instance.plugin, CLAP_WINDOW_API_X11, false));
    std::uint32_t width = 0, height = 0;
    CHECK_FALSE (instance.gui->get_size (instance.plugin, &width, &height));
    CHECK_FALSE (instance.gui->set_size (instance.plugin, 800, 500));
}

TEST_CASE ("CLAP: a side-chain that drives the hand is heard")
{
    ClapInstance instance (ours());
    preset (instance, { { "Drive", 2.0 }, { "Human", 0.0 } }); // Audio speed
    instance.start();
    ClapBlocks<double> silent (instance), driven (instance);
    driven.input = [] (std::uint64_t n) { return 0.5 * std::sin (0.02 * static_cast<double> (n)); };
    instance.audio (
        [&]
        {
            ClapEvents note, nothing;
            note.on (0, 57, 1);
            for (int block = 0; block < 20; ++block)
                silent.play (512, block == 0 ? note : nothing);
            for (int block = 0; block < 20; ++block)
                driven.play (512, nothing);
        });
    CHECK (silent.peak() < listener::inaudible);
    CHECK (driven.peak() > listener::audible);
}

TEST_CASE ("CLAP: key switches and the keys of another tuning have names")
{
    for (const auto by : { MessagesBy::timers, MessagesBy::fds, MessagesBy::callbacks })
    {
        ClapInstance instance (ours(), by);
        const auto& names = extension<clap::PluginNoteName> (instance, clap::noteNameId);
        CHECK (names.count (instance.plugin) == 0);
        preset (instance, { { "Key switches", 1.0 }, { "Switch key", 24.0 } });
        const auto& articulations = parameterTable()[*findParameter ("hand.articulation")].choices;
        REQUIRE (names.count (instance.plugin) == articulations.size());
        for (std::size_t i = 0; i < articulations.size(); ++i)
        {
            clap::NoteName name {};
            REQUIRE (names.get (instance.plugin, static_cast<std::uint32_t> (i), &name));
            CHECK (name.key == 24 + static_cast<int> (i));
            CHECK (std::string (name.name) == articulations[i]);
        }
        CHECK (instance.pumpUntil ([&] { return instance.namesChanged == 1; }));

        auto session = sessionOf (instance);
        KeyTuning tuning;
        tuning.scale = TuningScale { "nineteen", {} };
        for (int degree = 1; degree <= 19; ++degree)
            tuning.scale->degrees.push_back ({ "", 1200.0 * degree / 19.0 });
        for (auto& degree : tuning.scale->degrees)
            degree.text = std::to_string (degree.cents);
        tuning.mapping = KeyMapping();
        tuning.mapping->reference = 60;
        tuning.mapping->frequency = 261.6255653005986;
        session.preset.tuning = tuning;
        REQUIRE (load (instance, stateToJson (session)));
        REQUIRE (names.count (instance.plugin) == 128);
        clap::NoteName name {};
        REQUIRE (names.get (instance.plugin, 62, &name)); // two nineteenths of an octave above C4: 126.3 cents
        CHECK (std::string (name.name) == "C#4 +26 ct");
        CHECK_FALSE (names.get (instance.plugin, 128, &name));
        CHECK (instance.pumpUntil ([&] { return instance.namesChanged == 2; }));
        CHECK (instance.violations.empty());
    }
}

TEST_CASE ("CLAP: pages of remote controls hold parameters that exist, the macros first")
{
    const ClapInstance instance (ours());
    std::set<clap_id> known, pages;
    std::map<clap_id, std::string> names;
    for (const auto& info : parametersOf (instance))
        names[info.id] = info.name;
    const auto& controls = extension<clap::PluginRemoteControls> (instance, clap::remoteControlsId);
    CHECK (&controls == &extension<clap::PluginRemoteControls> (instance, clap::remoteControlsDraftId));
    const auto count = controls.count (instance.plugin);
    REQUIRE (count >= 5);
    for (std::uint32_t i = 0; i < count; ++i)
    {
        clap::RemoteControlsPage page {};
        REQUIRE (controls.get (instance.plugin, i, &page));
        CAPTURE (page.name);
        CHECK (pages.insert (page.page).second);
        CHECK (std::string (page.section) != "");
        CHECK_FALSE (page.isForPreset);
        for (const auto id : page.parameters)
            CHECK ((id == CLAP_INVALID_ID || names.contains (id)));
        if (i == 0)
            for (int macro = 0; macro < 8; ++macro)
                CHECK (names[page.parameters[macro]] == "Macro " + std::to_string (macro + 1));
        if (i == 1)
            CHECK (names[page.parameters[0]] == "Speed");
    }
    clap::RemoteControlsPage page {};
    CHECK_FALSE (controls.get (instance.plugin, count, &page));
}

TEST_CASE ("CLAP: a host lists the factory presets and the player's, and loads both")
{
    namespace fs = std::filesystem;
    const auto home = fs::temp_directory_path() / ("kolophon-clap-home" + std::to_string (::getpid()));
    fs::remove_all (home);
    const auto folder = home / ".config" / "Kolophon" / "Presets";
    fs::create_directories (folder);
    const auto* const before = std::getenv ("HOME");
    const std::string homeBefore = before != nullptr ? before : "/";
    ::setenv ("HOME", home.c_str(), 1);

    Crawl crawl;
    const auto* provider = providerFor (crawl);
    REQUIRE (provider != nullptr);
    REQUIRE (provider->init (provider));
    CHECK ((crawl.types == std::vector<std::string> { "json" }));
    REQUIRE (crawl.locations.size() == 2);
    CHECK (crawl.locations[0].first == clap::locationPlugin);
    CHECK (crawl.locations[1].second == folder.string());

    REQUIRE (provider->getMetadata (provider, clap::locationPlugin, nullptr, &crawl.receiver));
    const auto names = factoryPresetNames();
    REQUIRE (crawl.entries.size() == names.size());
    ClapInstance instance (ours());
    const auto& loader = extension<clap::PluginPresetLoad> (instance, clap::presetLoadId);
    for (const std::size_t place : { std::size_t { 1 }, names.size() - 1 })
    {
        const auto& entry = crawl.entries[place];
        CHECK (entry.name == names[place]);
        CHECK (entry.flags == clap::isFactoryContent);
        CHECK (entry.features.contains ("instrument"));
        CHECK_FALSE (entry.description.empty());
        REQUIRE (loader.fromLocation (instance.plugin, clap::locationPlugin, nullptr, entry.key.c_str()));
        CHECK ((sessionOf (instance).preset.patch == factoryPreset (place).patch));
    }
    CHECK (instance.loaded == 2);
    CHECK (instance.pumpUntil ([&] { return instance.rescans >= 1 && instance.dirtied >= 1; }));

    auto own = factoryPreset (0);
    own.info.name = "Mine";
    own.info.author = "Me";
    own.patch.handSpeed = 0.123;
    const auto file = folder / "Mine.json";
    std::ofstream (file) << presetToJson (own);
    crawl.entries.clear();
    REQUIRE (provider->getMetadata (provider, clap::locationFile, file.c_str(), &crawl.receiver));
    REQUIRE (crawl.entries.size() == 1);
    CHECK (crawl.entries[0].name == "Mine");
    CHECK (crawl.entries[0].creator == "Me");
    REQUIRE (loader.fromLocation (instance.plugin, clap::locationFile, file.c_str(), nullptr));
    CHECK (sessionOf (instance).preset.patch.handSpeed == 0.123);

    std::ofstream (file) << "no preset";
    CHECK_FALSE (provider->getMetadata (provider, clap::locationFile, file.c_str(), &crawl.receiver));
    CHECK_FALSE (crawl.error.empty());
    for (const auto& [kind, place, key] :
         { std::tuple (clap::locationFile, file.c_str(), static_cast<const char*> (nullptr)),
           std::tuple (clap::locationPlugin, static_cast<const char*> (nullptr), "No such preset") })
    {
        instance.loadError.clear();
        CHECK_FALSE (loader.fromLocation (instance.plugin, kind, place, key));
        CHECK_FALSE (instance.loadError.empty());
    }
    CHECK (sessionOf (instance).preset.patch.handSpeed == 0.123);
    CHECK (instance.violations.empty());
    provider->destroy (provider);
    ::setenv ("HOME", homeBefore.c_str(), 1);
    fs::remove_all (home);
}

TEST_CASE (
    "CLAP: while a host renders offline, a program change is the preset from its sample on, in blocks of any length")
{
    constexpr std::uint32_t length = 9600, change = 1234;
    const auto play = [] (std::uint32_t block, int program)
    {
        ClapInstance instance (ours());
        REQUIRE (extension<clap::PluginRender> (instance, clap::renderId).set (instance.plugin, clap::offline));
        instance.start();
        ClapEvents events;
        events.midi (0, 0xb0, 0, 1); // bank 1: the factory presets
        if (program >= 0)
            events.midi (change, 0xc0, static_cast<std::uint8_t> (program), 0);
        events.on (change + 1, 57, 1);
        ClapBlocks<double> blocks (instance);
        instance.audio (
            [&]
            {
                for (std::uint32_t begin = 0; begin < length; begin += block)
                {
                    ClapEvents part;
                    for (const auto& event : events.all)
                        if (event.header.time >= begin && event.header.time < begin + block)
                        {
                            part.all.push_back (event);
                            part.all.back().header.time -= begin;
                        }
                    blocks.play (block, part);
                }
            });
        if (program >= 0)
            CHECK (sessionOf (instance).factoryPreset == factoryPresetNames()[static_cast<std::size_t> (program)]);
        CHECK (instance.violations.empty());
        return blocks.sound[0];
    };
    const auto changed = play (480, 7);
    CHECK ((play (64, 7) == changed));
    CHECK ((play (9600, 7) == changed));
    CHECK ((play (480, -1) != changed));
}

TEST_CASE ("a session saved by the VST3 opens in the CLAP, and the other way round")
{
    Vst3Plugin vst3 (KOLOPHON_VST3);
    ClapInstance instance (ours());
    vst3.start();
    ParameterChanges changes;
    for (int i = 0; i < vst3.controller->getParameterCount(); ++i)
    {
        vst::ParameterInfo info {};
        vst3.controller->getParameterInfo (i, info);
        if (const auto name = ascii (info.title); name == "Speed" || name == "Law" || name == "Force")
            changes.add (info.id, 0.37);
    }
    vst3.play (&changes);
    Bytes saved;
    REQUIRE (vst3.component->getState (&saved) == Steinberg::kResultOk);
    REQUIRE (load (instance, saved.all));

    Findings findings;
    const auto before = stateFromJson (saved.all.substr (0, saved.all.find ('\0')), findings);
    REQUIRE (before);
    const auto after = sessionOf (instance);
    CHECK ((after.preset.patch == before->preset.patch));
    CHECK (after.preset.patch.handSpeed != Patch::defaults().handSpeed);
    CHECK (stateOf (instance) == saved.all.substr (0, saved.all.find ('\0')));

    preset (instance, { { "Speed", 0.9 } });
    Bytes back;
    back.all = stateOf (instance);
    REQUIRE (vst3.component->setState (&back) == Steinberg::kResultOk);
    Bytes again;
    vst3.component->getState (&again);
    CHECK (again.all.substr (0, again.all.find ('\0')) == back.all);
}
} // namespace kolophon::test
