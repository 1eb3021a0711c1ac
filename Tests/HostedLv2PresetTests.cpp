// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "Support/Lv2Host.h"

#include "../Source/Files/Presets/PresetFile.h"
#include "../Source/Plugin/Formats/Turtle.h"
#include "../Source/Synth/Parameters/ParameterTable.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

/* What LV2 hosts list beside the parameters: presets in banks, and names of keys. */
namespace kolophon::test
{
namespace
{
/** Ardour's extension for names of keys. */
struct KeyNames
{
    char* (*document) (LV2_Handle);
    char* (*model) (LV2_Handle);
    void (*release) (char*);
};
struct KeyNamesUpdate
{
    void* handle;
    void (*update) (void*);
};

std::string documentOf (const Player& player)
{
    const auto* names = static_cast<const KeyNames*> (player.extension ("http://ardour.org/lv2/midnam#interface"));
    REQUIRE (names != nullptr);
    auto* const text = names->document (player.handle());
    auto* const model = names->model (player.handle());
    const std::string document = text;
    CHECK (document.find ("<Model>" + std::string (model) + "</Model>") != std::string::npos);
    names->release (text);
    names->release (model);
    return document;
}
} // namespace

TEST_CASE ("an LV2 host lists every factory preset once, with its intent, in the bank of its category")
{
    const auto listed = bundle().presets();
    CHECK (listed.size() == factoryPresets().size());
    for (const auto& preset : factoryPresets())
    {
        CAPTURE (preset.info.name);
        REQUIRE (listed.count (preset.info.name) == 1);
        CHECK (listed.at (preset.info.name).bank == preset.info.category);
        CHECK (listed.at (preset.info.name).comment == preset.info.intent);
    }
}

TEST_CASE ("every text survives Turtle as hosts read it")
{
    const std::string hostile = "\"quoted\" \\n \\ \n\r\t\x01\x7f . ; <a> \xc3\xa4\xe2\x99\xab'''\"\"\"";
    const auto folder =
        std::filesystem::temp_directory_path() / ("kolophon-turtle-" + std::to_string (std::rand()) + ".lv2");
    std::filesystem::create_directories (folder);
    std::ofstream (folder / "manifest.ttl") << "<urn:kolophon:text> <urn:kolophon:is> " << turtle (hostile) << " .\n";
    const std::unique_ptr<LilvWorld, decltype (&lilv_world_free)> world (lilv_world_new(), lilv_world_free);
    const Node place (lilv_new_file_uri (world.get(), nullptr, (folder.string() + "/").c_str()), lilv_node_free),
        subject (lilv_new_uri (world.get(), "urn:kolophon:text"), lilv_node_free),
        predicate (lilv_new_uri (world.get(), "urn:kolophon:is"), lilv_node_free);
    lilv_world_load_bundle (world.get(), place.get());
    const Node text (lilv_world_get (world.get(), subject.get(), predicate.get(), nullptr), lilv_node_free);
    REQUIRE (text != nullptr);
    CHECK (std::string (lilv_node_as_string (text.get())) == hostile);
    std::filesystem::remove_all (folder);
}

TEST_CASE ("an LV2 host that shows names of keys sees those of the key switches, and is told when they move")
{
    std::atomic<int> told { 0 };
    KeyNamesUpdate update { &told, [] (void* count) { ++*static_cast<std::atomic<int>*> (count); } };
    const LV2_Feature feature { "http://ardour.org/lv2/midnam#update", &update };
    Player player (Player::SideChain::unconnected, { &feature });
    CHECK (documentOf (player).find ("<Note ") == std::string::npos);
    player.set ("Key switches", 1.0f);
    player.set ("Switch key", 24.0f);
    player.play (1);
    for (int tries = 0; told == 0 && tries < 2000; ++tries) // the plug-in looks ten times per second
        std::this_thread::sleep_for (std::chrono::milliseconds (10));
    CHECK (told > 0);
    const auto document = documentOf (player);
    const auto& choices = parameterTable()[*findParameter ("hand.articulation")].choices;
    for (std::size_t i = 0; i < choices.size(); ++i)
        CHECK (document.find ("<Note Number=\"" + std::to_string (24 + i) + "\" Name=\"" + std::string (choices[i]) +
                              "\"/>") != std::string::npos);
}

// JUCE's wrapper has a thread for messages, and timers there: the host must not take the instance away from under them.
TEST_CASE ("an LV2 instance is not destroyed while its message thread is at work in the host")
{
    struct Visit
    {
        std::atomic<bool> begun { false }, ended { false };
    } visit;
    KeyNamesUpdate update { &visit, [] (void* data)
                            {
                                auto& its = *static_cast<Visit*> (data);
                                its.begun = true;
                                std::this_thread::sleep_for (std::chrono::milliseconds (300));
                                its.ended = true;
                            } };
    const LV2_Feature feature { "http://ardour.org/lv2/midnam#update", &update };
    const Player other (Player::SideChain::unconnected); // the thread ends with the last instance
    {
        Player player (Player::SideChain::unconnected, { &feature });
        player.set ("Key switches", 1.0f);
        player.play (1);
        for (int tries = 0; ! visit.begun && tries < 2000; ++tries)
            std::this_thread::sleep_for (std::chrono::milliseconds (10));
        REQUIRE (visit.begun);
    }
    CHECK (visit.ended);
}
} // namespace kolophon::test
