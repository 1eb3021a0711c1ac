// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Lv2Host.h"

#include "Files/Presets/PresetFile.h"
#include "Synth/Parameters/ParameterTable.h"

#include <cmath>
#include <set>

/* What an LV2 host gets to know of the knobs: from the description, and from what the plugin tells. */
namespace kolophon::test
{
namespace
{
const std::string plugin = "https://kolophon.org/plugins/kolophon";
using Told = std::map<std::string, Player::Told>;

std::string propertyOf (const Parameter& row)
{
    std::string id (row.id);
    std::replace (id.begin(), id.end(), '.', '_');
    return plugin + ":" + id;
}

std::string typeOf (const Parameter& row)
{
    return row.scale == Scale::toggle ? LV2_ATOM__Bool : (row.isDiscrete() ? LV2_ATOM__Int : LV2_ATOM__Float);
}

/** In the unit that the host shows. */
double shown (const Parameter& row, double value)
{
    return row.isDiscrete() ? value : static_cast<double> (static_cast<float> (value / hostUnit (row).factor));
}

std::string presetUri (std::size_t place)
{
    static const auto presets = bundle().presets();
    return presets.at (factoryPreset (place).info.name).uri;
}

/** Every value as the patch has it. */
void requireAll (const Told& told, const Patch& patch)
{
    REQUIRE (told.size() == parameterTable().size());
    for (const auto& row : parameterTable())
    {
        CAPTURE (row.id);
        const auto& its = told.at (propertyOf (row));
        REQUIRE (its.value == shown (row, row.in (patch)));
        REQUIRE (its.type == typeOf (row));
    }
}

/** Objects of a property of a node. */
std::vector<std::string> objects (const std::string& subject, const char* predicate)
{
    std::vector<std::string> all;
    const auto its = bundle().uri (subject), what = bundle().uri (predicate);
    auto* const found = lilv_world_find_nodes (bundle().world, its.get(), what.get(), nullptr);
    LILV_FOREACH (nodes, i, found)
    all.emplace_back (lilv_node_as_string (lilv_nodes_get (found, i)));
    lilv_nodes_free (found);
    return all;
}

std::string object (const std::string& subject, const char* predicate)
{
    const auto all = objects (subject, predicate);
    CAPTURE (subject, predicate);
    REQUIRE (all.size() == 1);
    return all.front();
}
} // namespace

TEST_CASE ("an LV2 host that asks hears what every parameter is at, in its unit and type")
{
    Player player (Player::SideChain::unconnected);
    player.get();
    player.play (1);
    requireAll (player.told, Patch::defaults());
    for (std::size_t preset = 0; preset < factoryPresets().size(); ++preset)
    {
        player.restore (presetUri (preset));
        player.play (1);
        player.get ({}, plugin);
        player.play (1);
        requireAll (player.told, factoryPreset (preset).patch);
    }

    const auto& force = parameterTable()[*findParameter ("hand.force")];
    player.get (propertyOf (force));
    player.play (1);
    REQUIRE (player.told.size() == 1);
    CHECK (player.told.at (propertyOf (force)).value == shown (force, force.in (factoryPresets().back().patch)));
    player.get (plugin + ":none_such");
    player.get ({}, "https://kolophon.org/somebody/else");
    player.play (1);
    CHECK (player.told.empty());
}

TEST_CASE ("an LV2 host learns unasked of every value that a preset has changed, and of no other")
{
    Player player (Player::SideChain::unconnected);
    player.play (1);
    CHECK (player.told.empty()); // all as the description says
    auto known = Patch::defaults();
    for (const std::size_t preset : { 3, 11, 3 })
    {
        player.restore (presetUri (preset));
        const auto& patch = factoryPreset (preset).patch;
        player.play (1);
        for (const auto& row : parameterTable())
        {
            CAPTURE (preset, row.id);
            const bool changed = shown (row, row.in (patch)) != shown (row, row.in (known));
            REQUIRE ((player.told.count (propertyOf (row)) == 1) == changed);
            if (changed)
                REQUIRE (player.told.at (propertyOf (row)).value == shown (row, row.in (patch)));
        }
        known = patch;
        player.play (1);
        CHECK (player.told.empty());
    }
}

TEST_CASE ("an LV2 host with little room hears the same in several blocks, and one with none hears nothing")
{
    constexpr std::uint32_t sizeOfSet = 16 + 8 + 3 * 24; // event, object, three keys with a number each
    for (const std::uint32_t room : { 16u, 16u + sizeOfSet - 1, 16u + 3 * sizeOfSet, 5000u })
    {
        Player player (Player::SideChain::unconnected);
        player.restore (presetUri (7));
        player.get();
        player.room = room;
        const auto perBlock = (room - 16) / sizeOfSet;
        const auto count = static_cast<std::uint32_t> (parameterTable().size());
        Told all;
        const auto blocks = perBlock == 0 ? 3 : (count + perBlock - 1) / perBlock;
        for (std::uint32_t block = 0; block < blocks; ++block)
        {
            player.play (1);
            CAPTURE (room, block);
            for (const auto& [property, told] : player.told)
                REQUIRE (all.emplace (property, told).second);
        }
        if (perBlock == 0)
            CHECK (all.empty());
        else
            requireAll (all, factoryPreset (7).patch);
    }
}

TEST_CASE ("what an LV2 host asks and sets costs the audio thread no memory")
{
    Player player (Player::SideChain::unconnected);
    player.play (2);
    player.allocations = 0;
    for (int block = 0; block < 20; ++block)
    {
        player.get();
        player.get (plugin + ":hand_force");
        player.set (plugin + ":hand_force", LV2_ATOM__Float, 1.0f + static_cast<float> (block));
        player.room = block % 2 == 0 ? 1000 : 60000;
        player.play (1);
        REQUIRE_FALSE (player.told.empty());
    }
    CHECK (player.allocations == 0);
}

TEST_CASE ("what an LV2 host automates stands where it said, and it is told only what it can't know")
{
    Player player (Player::SideChain::unconnected);
    const auto told = [&player] (const std::string& property) { return player.told.at (property).value; };
    const auto force = plugin + ":hand_force", lift = plugin + ":hand_lift", ledger = plugin + ":quality_ledger";
    for (const float newton : { 0.007f, 2.5f, 4321.0f })
        for (const std::int32_t choice : { 2, 0, 1 })
        {
            player.set (force, LV2_ATOM__Float, newton);
            player.set (lift, LV2_ATOM__Int, choice);
            player.set (ledger, LV2_ATOM__Bool, choice % 2);
            player.play (1);
            CHECK (player.told.empty());
            player.get();
            player.play (1);
            CHECK (std::abs (told (force) - static_cast<double> (newton)) < 1e-5 * static_cast<double> (newton));
            CHECK (told (lift) == choice);
            CHECK (told (ledger) == choice % 2);
        }
    player.set (force, LV2_ATOM__Float, 1e9f);
    player.set (lift, LV2_ATOM__Int, std::int32_t { 6 }); // a place for choices to come: the last that there is
    player.play (1);
    REQUIRE (player.told.size() == 2);
    CHECK (told (force) == 5000.0);
    CHECK (told (lift) == 2.0);
    player.set (force, LV2_ATOM__Float, std::nanf (""));
    player.play (1);
    CHECK (told (force) == 5000.0);
}

TEST_CASE ("an LV2's description has range, unit, taper and choices of every parameter as the table has them")
{
    const auto number = [] (const std::string& subject, const char* what)
    { return std::stod (object (subject, what)); };
    std::set<std::string> units;
    for (const auto& row : parameterTable())
    {
        CAPTURE (row.id);
        const auto property = propertyOf (row);
        CHECK (object (property, LILV_NS_RDFS "range") == typeOf (row));
        CHECK (object (property, LILV_NS_RDFS "comment") == row.help);
        CHECK (static_cast<float> (number (property, LV2_CORE__default)) ==
               static_cast<float> (shown (row, row.defaultValue)));
        CHECK (static_cast<float> (number (property, LV2_CORE__minimum)) ==
               static_cast<float> (shown (row, row.minimum)));
        const double last = row.scale == Scale::menu ? row.places - 1.0 : row.maximum;
        CHECK (static_cast<float> (number (property, LV2_CORE__maximum)) == static_cast<float> (shown (row, last)));

        std::set<std::string> expected;
        if (row.scale == Scale::log)
            expected = { "http://lv2plug.in/ns/ext/port-props#logarithmic" };
        if (row.scale == Scale::integer || row.scale == Scale::menu)
            expected.insert (LV2_CORE__integer);
        if (row.scale == Scale::menu)
            expected.insert (LV2_CORE__enumeration);
        if (row.scale == Scale::toggle)
            expected.insert (LV2_CORE__toggled);
        const auto properties = objects (property, LV2_CORE__portProperty);
        CHECK (std::set<std::string> (properties.begin(), properties.end()) == expected);
        CHECK (objects (property, LV2_CORE__scalePoint).size() == row.choices.size());

        const auto unit = objects (property, "http://lv2plug.in/ns/extensions/units#unit");
        CHECK (unit.size() == (row.unit == Unit::none ? 0 : 1));
        units.insert (unit.begin(), unit.end());
    }
    for (const auto& unit : units) // the vocabulary's own, or described in full
        if (unit.starts_with (plugin))
        {
            const auto symbol = object (unit, "http://lv2plug.in/ns/extensions/units#symbol");
            CHECK (object (unit, "http://lv2plug.in/ns/extensions/units#render") == "%f " + symbol);
        }
    CHECK (units.count ("http://lv2plug.in/ns/extensions/units#db") == 1);
    CHECK (units.count (plugin + ":unit_N") == 1);
}

TEST_CASE ("an LV2's description has each group once, with all of its parameters, and says whose the plugin is")
{
    std::map<std::string, std::string> groups; // by name
    for (const auto& row : parameterTable())
    {
        const auto group = object (propertyOf (row), "http://lv2plug.in/ns/ext/port-groups#group");
        const auto name = object (group, LV2_CORE__name);
        CHECK (name == row.group);
        CHECK (groups.emplace (name, group).first->second == group);
    }
    CHECK (object (plugin, "http://usefulinc.com/ns/doap#license") ==
           "https://spdx.org/licenses/GPL-3.0-or-later.html");
    const Node author (lilv_plugin_get_author_name (bundle().plugin), lilv_node_free);
    REQUIRE (author != nullptr);
    CHECK (std::string (lilv_node_as_string (author.get())) == "Kolophon");
    const Node page (lilv_plugin_get_author_homepage (bundle().plugin), lilv_node_free);
    REQUIRE (page != nullptr);
    CHECK (std::string (lilv_node_as_uri (page.get())) == "https://kolophon.org");
}
} // namespace kolophon::test
