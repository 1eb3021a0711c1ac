// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "Support/Vst3Host.h"

#include "Files/Bytes/WholeFile.h"
#include "Files/Json/ShallowJson.h"
#include "Files/Presets/PresetFile.h"
#include "Synth/Parameters/ParameterTable.h"

#include <pluginterfaces/vst/ivstnoteexpression.h>
#include <pluginterfaces/vst/ivstunits.h>

#include <filesystem>
#include <map>

/* What VST3 hosts list beside the parameters: programs, key switches, and what they read without loading the bundle. */
namespace kolophon::test
{
namespace
{
const std::filesystem::path contents = std::filesystem::path (KOLOPHON_VST3).parent_path().parent_path();

std::string latin (const vst::TChar* text)
{
    std::string all;
    for (; *text != 0; ++text)
        all += static_cast<char> (*text);
    return all;
}

std::string hex (const Steinberg::TUID& id)
{
    std::string all;
    for (const char c : id)
        for (const int digit : { (c >> 4) & 15, c & 15 })
            all += "0123456789ABCDEF"[digit];
    return all;
}

std::uint32_t bigEndian (std::string_view bytes, std::size_t at)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | static_cast<std::uint8_t> (bytes.at (at + i));
    return value;
}

/** Sets a knob by the title that hosts show, as a host's controller does. */
void set (vst::IEditController& controller, const std::string& title, double normalised)
{
    for (int i = 0; i < controller.getParameterCount(); ++i)
    {
        vst::ParameterInfo info {};
        controller.getParameterInfo (i, info);
        if (ascii (info.title) == title)
            REQUIRE (controller.setParamNormalized (info.id, normalised) == Steinberg::kResultOk);
    }
}
} // namespace

TEST_CASE ("a VST3 host's list of programs is that of the factory presets, and one for a preset from elsewhere")
{
    Vst3Plugin plugin (KOLOPHON_VST3);
    Owned<vst::IUnitInfo> units;
    REQUIRE (plugin.controller->queryInterface (vst::IUnitInfo_iid, units.out()) == Steinberg::kResultOk);
    REQUIRE (units->getProgramListCount() == 1);
    vst::ProgramListInfo list {};
    REQUIRE (units->getProgramListInfo (0, list) == Steinberg::kResultOk);
    const auto names = factoryPresetNames();
    REQUIRE (list.programCount == static_cast<int> (names.size()) + 1);
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        vst::String128 name {};
        REQUIRE (units->getProgramName (list.id, static_cast<int> (i), name) == Steinberg::kResultOk);
        CHECK (latin (name) == names[i]);
    }
    // The list belongs to the root unit, where a parameter chooses from it.
    vst::UnitInfo root {};
    REQUIRE (units->getUnitInfo (0, root) == Steinberg::kResultOk);
    CHECK (root.programListId == list.id);
    int choosers = 0;
    for (int i = 0; i < plugin.controller->getParameterCount(); ++i)
    {
        vst::ParameterInfo info {};
        plugin.controller->getParameterInfo (i, info);
        if ((info.flags & vst::ParameterInfo::kIsProgramChange) == 0)
            continue;
        ++choosers;
        vst::String128 name {};
        plugin.controller->setParamNormalized (info.id, 7.0 / info.stepCount);
        plugin.controller->getParamStringByValue (info.id, 7.0 / info.stepCount, name);
        CHECK (latin (name) == names[7]);
    }
    CHECK (choosers == 1);
    for (int i = 0; i < plugin.controller->getParameterCount(); ++i)
    {
        vst::ParameterInfo info {};
        plugin.controller->getParameterInfo (i, info);
        const auto& law = parameterTable()[*findParameter ("contact.law")];
        vst::String128 text {};
        if (ascii (info.title) != "Law")
            continue;
        plugin.controller->getParamStringByValue (info.id, plugin.controller->getParamNormalized (info.id), text);
        CHECK (latin (text) == law.choices[static_cast<std::size_t> (law.in (factoryPreset (7).patch))]);
    }
}

TEST_CASE ("a VST3 host tells units apart by their ids, and every knob lies in a unit of its group's name")
{
    Vst3Plugin plugin (KOLOPHON_VST3);
    Owned<vst::IUnitInfo> units;
    REQUIRE (plugin.controller->queryInterface (vst::IUnitInfo_iid, units.out()) == Steinberg::kResultOk);
    std::map<vst::UnitID, std::string> names;
    for (int i = 0; i < units->getUnitCount(); ++i)
    {
        vst::UnitInfo unit {};
        REQUIRE (units->getUnitInfo (i, unit) == Steinberg::kResultOk);
        CAPTURE (i, latin (unit.name));
        CHECK (names.emplace (unit.id, latin (unit.name)).second);
    }
    const auto table = parameterTable();
    REQUIRE (plugin.controller->getParameterCount() > static_cast<int> (table.size()));
    for (std::size_t i = 0; i < table.size(); ++i)
    {
        vst::ParameterInfo info {};
        REQUIRE (plugin.controller->getParameterInfo (static_cast<int> (i), info) == Steinberg::kResultOk);
        CAPTURE (table[i].id);
        CHECK (names[info.unitId] == table[i].group);
    }
}

TEST_CASE ("a VST3 host that shows key switches sees their keys and names")
{
    Vst3Plugin plugin (KOLOPHON_VST3);
    Owned<vst::IKeyswitchController> switches;
    REQUIRE (plugin.controller->queryInterface (vst::IKeyswitchController_iid, switches.out()) == Steinberg::kResultOk);
    CHECK (switches->getKeyswitchCount (0, 0) == 0);
    set (*plugin.controller.get(), "Key switches", 1.0);
    set (*plugin.controller.get(), "Switch key", 24.0 / 120.0);
    const auto& choices = parameterTable()[*findParameter ("hand.articulation")].choices;
    REQUIRE (switches->getKeyswitchCount (0, 0) == static_cast<int> (choices.size()));
    CHECK (switches->getKeyswitchCount (1, 0) == 0);
    vst::KeyswitchInfo info {};
    for (std::size_t i = 0; i < choices.size(); ++i)
    {
        REQUIRE (switches->getKeyswitchInfo (0, 0, static_cast<int> (i), info) == Steinberg::kResultOk);
        CHECK (latin (info.title) == choices[i]);
        CHECK (latin (info.shortTitle) == choices[i]);
        CHECK (info.keyswitchMin == static_cast<int> (24 + i));
        CHECK (info.keyswitchMax == info.keyswitchMin);
        CHECK (info.keyRemapped == -1);
        CHECK (info.typeId == vst::kNoteOnKeyswitchTypeID);
    }
    CHECK (switches->getKeyswitchInfo (0, 0, static_cast<int> (choices.size()), info) != Steinberg::kResultOk);
    CHECK (switches->getKeyswitchInfo (0, 0, -1, info) != Steinberg::kResultOk);
}

TEST_CASE ("moduleinfo.json describes the classes that the VST3's factory has, and pictures that are there")
{
    const auto info = Json::parse (wholeFile (contents / "Resources/moduleinfo.json", 1 << 20));
    Vst3Plugin plugin (KOLOPHON_VST3);
    auto& factory = plugin.factory();
    CHECK (info["Name"] == "Kolophon");
    CHECK (info["Version"] == KOLOPHON_VERSION);
    CHECK (info["Factory Info"]["Vendor"] == std::string (plugin.maker.vendor));
    CHECK (info["Factory Info"]["URL"] == "https://kolophon.org");
    CHECK (info["Factory Info"]["Flags"]["Unicode"] == true);
    REQUIRE (info["Classes"].size() == static_cast<std::size_t> (factory.countClasses()));
    int effects = 0;
    for (int i = 0; i < factory.countClasses(); ++i)
    {
        Steinberg::PClassInfo given {};
        factory.getClassInfo (i, &given);
        const auto& its = info["Classes"][static_cast<std::size_t> (i)];
        CHECK (its["CID"] == hex (given.cid));
        CHECK (its["Category"] == std::string (given.category));
        CHECK (its["Name"] == std::string (given.name));
        CHECK (its["Version"] == KOLOPHON_VERSION);
        CHECK (its["Cardinality"] == 0x7fffffff);
        if (std::string (given.category) != kVstAudioEffectClass)
            continue;
        ++effects;
        CHECK (its["Sub Categories"] == Json::array ({ "Instrument", "Synth" }));
        REQUIRE (its["Snapshots"].size() == 2);
        std::uint32_t width = 0;
        for (const auto& picture : its["Snapshots"])
        {
            const auto path = picture["Path"].get<std::string>();
            CHECK (path.starts_with ("Resources/Snapshots/" + hex (given.cid) + "_snapshot"));
            const auto bytes = wholeFile (contents / path, 4 << 20);
            CHECK (bytes.substr (1, 3) == "PNG");
            const auto scale = picture["Scale Factor"].get<double>();
            const auto its = bigEndian (bytes, 16); // IHDR
            if (width == 0)
                width = its;
            CHECK (its == static_cast<std::uint32_t> (scale) * width);
        }
    }
    CHECK (effects == 1);
    factory.release();
}
} // namespace kolophon::test
