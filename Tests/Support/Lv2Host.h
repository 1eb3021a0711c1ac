// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "AllocationTrap.h"

#include <catch2/catch.hpp>

#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/midi/midi.h>
#include <lv2/options/options.h>
#include <lv2/patch/patch.h>
#include <lv2/urid/urid.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

/* An LV2 host that knows the finished bundle from its description only. */
namespace kolophon::test
{
inline constexpr std::uint32_t blockSize = 480;
inline constexpr double hostRate = 48000.0;

using Node = std::unique_ptr<LilvNode, decltype (&lilv_node_free)>;

/** The bundle's description. */
struct Bundle
{
    Bundle()
    {
        const Node folder (lilv_new_file_uri (world, nullptr, KOLOPHON_LV2 "/"), lilv_node_free);
        lilv_world_load_bundle (world, folder.get());
        const auto* all = lilv_world_get_all_plugins (world);
        plugin = lilv_plugins_get (all, lilv_plugins_begin (all));
        lilv_plugin_get_num_ports (plugin); // lilv reads what it is asked for: now everything
    }
    ~Bundle() { lilv_world_free (world); }

    Node uri (const std::string& text) { return { lilv_new_uri (world, text.c_str()), lilv_node_free }; }

    /** URIs of the parameters by the names that hosts show. */
    std::map<std::string, std::string> parameters ()
    {
        std::map<std::string, std::string> byName;
        const auto writable = uri (LV2_PATCH__writable), label = uri ("http://www.w3.org/2000/01/rdf-schema#label");
        auto* const all = lilv_world_find_nodes (world, lilv_plugin_get_uri (plugin), writable.get(), nullptr);
        LILV_FOREACH (nodes, i, all)
        {
            const auto* node = lilv_nodes_get (all, i);
            const Node name (lilv_world_get (world, node, label.get(), nullptr), lilv_node_free);
            CHECK (byName.emplace (lilv_node_as_string (name.get()), lilv_node_as_uri (node)).second);
        }
        lilv_nodes_free (all);
        return byName;
    }

    struct Preset
    {
        std::string uri, comment, bank; // bank: its label
    };
    /** Presets of the bundle, by the names that hosts list. */
    std::map<std::string, Preset> presets ()
    {
        const auto kind = uri ("http://lv2plug.in/ns/ext/presets#Preset"),
                   bank = uri ("http://lv2plug.in/ns/ext/presets#bank"),
                   label = uri ("http://www.w3.org/2000/01/rdf-schema#label"),
                   comment = uri ("http://www.w3.org/2000/01/rdf-schema#comment");
        const auto text = [this] (const LilvNode* subject, const Node& predicate)
        {
            const Node its (lilv_world_get (world, subject, predicate.get(), nullptr), lilv_node_free);
            return std::string (its != nullptr ? lilv_node_as_string (its.get()) : "");
        };
        std::map<std::string, Preset> byName;
        auto* const all = lilv_plugin_get_related (plugin, kind.get());
        LILV_FOREACH (nodes, i, all)
        {
            const auto* node = lilv_nodes_get (all, i);
            CHECK (lilv_world_load_resource (world, node) >= 0);
            const Node its (lilv_world_get (world, node, bank.get(), nullptr), lilv_node_free);
            REQUIRE (its != nullptr);
            const Preset preset { lilv_node_as_uri (node), text (node, comment), text (its.get(), label) };
            CHECK (byName.emplace (text (node, label), preset).second);
        }
        lilv_nodes_free (all);
        return byName;
    }

    LilvWorld* world = lilv_world_new();
    const LilvPlugin* plugin = nullptr;
};

inline Bundle& bundle ()
{
    static Bundle one;
    return one;
}

/** Numbers for URIs, as every host hands them out. */
struct Numbers
{
    LV2_URID of (const std::string& uri)
    {
        return map.emplace (uri, static_cast<LV2_URID> (map.size() + 1)).first->second;
    }
    std::string uriOf (LV2_URID number) const
    {
        for (const auto& [uri, its] : map)
            if (its == number)
                return uri;
        return {};
    }
    std::map<std::string, LV2_URID> map;
    LV2_URID_Map feature { this, [] (LV2_URID_Map_Handle self, const char* uri)
                           { return static_cast<Numbers*> (self)->of (uri); } };
};

/** A running instance. What is connected to the side-chain is up to the test; every other optional port stays alone. */
class Player
{
public:
    enum class SideChain { unconnected, silent, oneChannel };

    /** `more`: features beyond those that the bundle requires. */
    explicit Player (SideChain sideChain, std::vector<const LV2_Feature*> more = {})
    {
        const LV2_Options_Option options[] { { LV2_OPTIONS_INSTANCE, 0, numbers.of (LV2_BUF_SIZE__maxBlockLength),
                                               sizeof (longest), numbers.of (LV2_ATOM__Int), &longest },
                                             { LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, nullptr } };
        const LV2_Feature map { LV2_URID__map, &numbers.feature },
            bounded { LV2_BUF_SIZE__boundedBlockLength, nullptr },
            given { LV2_OPTIONS__options, const_cast<LV2_Options_Option*> (options) };
        more.insert (more.end(), { &map, &bounded, &given, nullptr });
        instance = lilv_plugin_instantiate (bundle().plugin, hostRate, more.data());
        REQUIRE (instance != nullptr);
        connect (sideChain);
        lilv_instance_activate (instance);
    }
    ~Player()
    {
        lilv_instance_deactivate (instance);
        lilv_instance_free (instance);
    }
    Player (const Player&) = delete;
    Player& operator= (const Player&) = delete;

    LV2_Handle handle () const { return lilv_instance_get_handle (instance); }
    const void* extension (const char* uri) const { return lilv_instance_get_extension_data (instance, uri); }

    void set (const std::string& parameter, float value)
    {
        LV2_Atom_Forge_Frame frame;
        lv2_atom_forge_frame_time (&forge, 0);
        lv2_atom_forge_object (&forge, &frame, 0, numbers.of (LV2_PATCH__Set));
        lv2_atom_forge_key (&forge, numbers.of (LV2_PATCH__property));
        lv2_atom_forge_urid (&forge, numbers.of (bundle().parameters().at (parameter)));
        lv2_atom_forge_key (&forge, numbers.of (LV2_PATCH__value));
        lv2_atom_forge_float (&forge, value);
        lv2_atom_forge_pop (&forge, &frame);
    }
    /** Sets it to a number of the type that the description gives. */
    template <class Number>
    void set (const std::string& property, const char* type, Number value)
    {
        LV2_Atom_Forge_Frame frame;
        lv2_atom_forge_frame_time (&forge, 0);
        lv2_atom_forge_object (&forge, &frame, 0, numbers.of (LV2_PATCH__Set));
        lv2_atom_forge_key (&forge, numbers.of (LV2_PATCH__property));
        lv2_atom_forge_urid (&forge, numbers.of (property));
        lv2_atom_forge_key (&forge, numbers.of (LV2_PATCH__value));
        lv2_atom_forge_atom (&forge, sizeof (value), numbers.of (type));
        lv2_atom_forge_write (&forge, &value, sizeof (value));
        lv2_atom_forge_pop (&forge, &frame);
    }
    /** Asks for a property, or for all where it is empty; of the plugin, where `subject` is empty. */
    void get (const std::string& property = {}, const std::string& subject = {})
    {
        LV2_Atom_Forge_Frame frame;
        lv2_atom_forge_frame_time (&forge, 0);
        lv2_atom_forge_object (&forge, &frame, 0, numbers.of (LV2_PATCH__Get));
        for (const auto& [key, uri] :
             { std::pair (LV2_PATCH__property, property), std::pair (LV2_PATCH__subject, subject) })
            if (! uri.empty())
            {
                lv2_atom_forge_key (&forge, numbers.of (key));
                lv2_atom_forge_urid (&forge, numbers.of (uri));
            }
        lv2_atom_forge_pop (&forge, &frame);
    }
    /** What the plugin said in the last block, by property; each value as a number, with its type. */
    struct Told
    {
        double value = 0.0;
        std::string type;
    };
    std::map<std::string, Told> told;
    /** Restores a preset of the bundle. */
    void restore (const std::string& preset)
    {
        const auto node = bundle().uri (preset);
        const std::unique_ptr<LilvState, decltype (&lilv_state_free)> state (
            lilv_state_new_from_world (bundle().world, &numbers.feature, node.get()), lilv_state_free);
        REQUIRE (state != nullptr);
        lilv_state_restore (state.get(), instance, nullptr, nullptr, 0, nullptr);
    }
    /** Calls for memory while blocks were played. */
    int allocations = 0;
    /** Room for what the plugin says in a block [bytes], behind the atom's header. */
    std::uint32_t room = 65536 - sizeof (LV2_Atom);
    /** Stops the instance and starts it again. */
    void restart ()
    {
        lilv_instance_deactivate (instance);
        lilv_instance_activate (instance);
    }
    void noteOn (std::uint8_t key)
    {
        const std::array<std::uint8_t, 3> message { 0x90, key, 100 };
        lv2_atom_forge_frame_time (&forge, 0);
        lv2_atom_forge_atom (&forge, 3, numbers.of (LV2_MIDI__MidiEvent));
        lv2_atom_forge_write (&forge, message.data(), 3);
    }
    /** The left channel of so many blocks; what was sent goes into the first. */
    std::vector<float> play (int blocks)
    {
        std::vector<float> all;
        for (int block = 0; block < blocks; ++block)
        {
            lv2_atom_forge_pop (&forge, &sequence);
            auto* const answer = reinterpret_cast<LV2_Atom*> (out.data());
            out.fill (untouched);
            answer->size = room;
            answer->type = numbers.of (LV2_ATOM__Chunk);
            {
                const AllocationTrap trap;
                lilv_instance_run (instance, blockSize);
                allocations += trap.allocations();
            }
            all.insert (all.end(), left.begin(), left.end());
            listen (*answer);
            begin();
        }
        return all;
    }

private:
    static constexpr std::uint8_t untouched = 0x5a;

    void listen (const LV2_Atom& answer)
    {
        told.clear();
        REQUIRE (std::all_of (out.begin() + static_cast<std::ptrdiff_t> (sizeof (LV2_Atom) + room), out.end(),
                              [] (std::uint8_t byte) { return byte == untouched; }));
        if (answer.type != numbers.of (LV2_ATOM__Sequence))
            return;
        REQUIRE (answer.size <= room);
        const auto& sequence = reinterpret_cast<const LV2_Atom_Sequence&> (answer);
        std::uint32_t size = sizeof (LV2_Atom_Sequence_Body);
        LV2_ATOM_SEQUENCE_FOREACH (&sequence, event)
        {
            size += static_cast<std::uint32_t> (sizeof (LV2_Atom_Event)) + lv2_atom_pad_size (event->body.size);
            hear (reinterpret_cast<const LV2_Atom_Object&> (event->body));
        }
        REQUIRE (size == answer.size); // whole events
    }
    void hear (const LV2_Atom_Object& object)
    {
        REQUIRE (object.atom.type == numbers.of (LV2_ATOM__Object));
        if (object.body.otype != numbers.of (LV2_PATCH__Set))
            return;
        const LV2_Atom *property = nullptr, *value = nullptr;
        lv2_atom_object_get (&object, numbers.of (LV2_PATCH__property), &property, numbers.of (LV2_PATCH__value),
                             &value, 0);
        REQUIRE (property != nullptr);
        REQUIRE (value != nullptr);
        REQUIRE (value->size == 4);
        const auto type = numbers.uriOf (value->type);
        const double number = type == LV2_ATOM__Float
                                  ? static_cast<double> (reinterpret_cast<const LV2_Atom_Float*> (value)->body)
                                  : reinterpret_cast<const LV2_Atom_Int*> (value)->body;
        const auto uri = numbers.uriOf (reinterpret_cast<const LV2_Atom_URID*> (property)->body);
        REQUIRE (told.emplace (uri, Told { number, type }).second);
    }

    void begin ()
    {
        lv2_atom_forge_set_buffer (&forge, in.data(), in.size());
        lv2_atom_forge_sequence_head (&forge, &sequence, 0);
    }

    void connect (SideChain sideChain)
    {
        lv2_atom_forge_init (&forge, &numbers.feature);
        begin();
        const auto input = bundle().uri (LV2_CORE__InputPort), audio = bundle().uri (LV2_CORE__AudioPort),
                   atom = bundle().uri (LV2_ATOM__AtomPort), optional = bundle().uri (LV2_CORE__connectionOptional);
        int inputs = 0, outputs = 0;
        for (std::uint32_t i = 0; i < lilv_plugin_get_num_ports (bundle().plugin); ++i)
        {
            const auto* port = lilv_plugin_get_port_by_index (bundle().plugin, i);
            const auto is = [port] (const Node& kind) { return lilv_port_is_a (bundle().plugin, port, kind.get()); };
            if (is (audio) && is (input))
            {
                CHECK (lilv_port_has_property (bundle().plugin, port, optional.get()));
                const bool wanted =
                    sideChain == SideChain::silent || (sideChain == SideChain::oneChannel && inputs == 0);
                if (wanted)
                    lilv_instance_connect_port (instance, i, zeros.data());
                ++inputs;
            }
            else if (is (audio))
                lilv_instance_connect_port (instance, i, outputs++ == 0 ? left.data() : right.data());
            else if (is (atom))
                lilv_instance_connect_port (instance, i, is (input) ? in.data() : out.data());
            else
                CHECK (lilv_port_has_property (bundle().plugin, port, optional.get()));
        }
        CHECK (inputs == 2);
        CHECK (outputs == 2);
    }

    Numbers numbers;
    const std::int32_t longest = blockSize;
    LilvInstance* instance = nullptr;
    LV2_Atom_Forge forge {};
    LV2_Atom_Forge_Frame sequence {};
    alignas (8) std::array<std::uint8_t, 65536> in {}, out {};
    std::array<float, blockSize> left {}, right {}, zeros {};
};
} // namespace kolophon::test
