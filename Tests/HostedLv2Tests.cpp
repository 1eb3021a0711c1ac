#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/atom/forge.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/midi/midi.h>
#include <lv2/options/options.h>
#include <lv2/patch/patch.h>
#include <lv2/ui/ui.h>
#include <lv2/urid/urid.h>

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

/* The finished LV2 bundle, as a host sees it that connects what it must and nothing else, and has no display. */

int main (int count, char** arguments)
{
    ::unsetenv ("DISPLAY");
    return Catch::Session().run (count, arguments);
}

namespace
{
constexpr std::uint32_t blockSize = 480;
constexpr double rate = 48000.0;

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

    LilvWorld* world = lilv_world_new();
    const LilvPlugin* plugin = nullptr;
};

Bundle& bundle ()
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
    std::map<std::string, LV2_URID> map;
    LV2_URID_Map feature { this, [] (LV2_URID_Map_Handle self, const char* uri)
                           { return static_cast<Numbers*> (self)->of (uri); } };
};

/** A running instance. What is connected to the side-chain is up to the test; every other optional port stays alone. */
class Player
{
public:
    enum class SideChain { unconnected, silent, oneChannel };

    explicit Player (SideChain sideChain)
    {
        const LV2_Options_Option options[] { { LV2_OPTIONS_INSTANCE, 0, numbers.of (LV2_BUF_SIZE__maxBlockLength),
                                               sizeof (longest), numbers.of (LV2_ATOM__Int), &longest },
                                             { LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, nullptr } };
        const LV2_Feature map { LV2_URID__map, &numbers.feature },
            bounded { LV2_BUF_SIZE__boundedBlockLength, nullptr },
            given { LV2_OPTIONS__options, const_cast<LV2_Options_Option*> (options) };
        const LV2_Feature* features[] { &map, &bounded, &given, nullptr };
        instance = lilv_plugin_instantiate (bundle().plugin, rate, features);
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
            answer->size = static_cast<std::uint32_t> (out.size() - sizeof (LV2_Atom));
            answer->type = numbers.of (LV2_ATOM__Chunk);
            lilv_instance_run (instance, blockSize);
            all.insert (all.end(), left.begin(), left.end());
            begin();
        }
        return all;
    }

private:
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

float peakOf (const std::vector<float>& samples)
{
    float most = 0.0f;
    for (const float sample : samples)
        most = std::max (most, std::abs (sample));
    return most;
}
} // namespace

TEST_CASE ("an LV2 host may leave every optional port alone, and hears what it hears with all of them connected")
{
    std::vector<std::vector<float>> heard;
    for (const auto sideChain :
         { Player::SideChain::unconnected, Player::SideChain::silent, Player::SideChain::oneChannel })
    {
        Player player (sideChain);
        player.noteOn (57);
        heard.push_back (player.play (40));
        CHECK (peakOf (heard.back()) > 1e-3f);
        CHECK ((heard.back() == heard.front())); // keys move the hand: the side-chain has no say
    }
}

TEST_CASE (
    "an LV2's hand that follows the side-chain follows the keys where none is connected, and rests on a silent one")
{
    const auto play = [] (Player::SideChain sideChain)
    {
        Player player (sideChain);
        player.set ("Drive", 2.0f / 3.0f); // Keys, Gesture, Audio speed, Audio force
        player.play (1);
        player.noteOn (57);
        return peakOf (player.play (40));
    };
    CHECK (play (Player::SideChain::unconnected) > 1e-3f);
    CHECK (play (Player::SideChain::silent) < 1e-6f);
    CHECK (play (Player::SideChain::oneChannel) < 1e-6f);
}

TEST_CASE ("an LV2 lists every parameter once, and leaves bypass to its port")
{
    const auto parameters = bundle().parameters();
    CHECK (parameters.count ("Law") == 1);
    CHECK (parameters.count ("B Law") == 1);
    CHECK (parameters.count ("Bypass") == 0);
    CHECK (parameters.size() >= 120);
    const auto point = bundle().uri (LV2_CORE__scalePoint), law = bundle().uri (parameters.at ("Law"));
    auto* const points = lilv_world_find_nodes (bundle().world, law.get(), point.get(), nullptr);
    CHECK (lilv_nodes_size (points) == 16);
    lilv_nodes_free (points);
}

TEST_CASE ("an LV2 host without a display asks for the editor that the bundle offers and gets none")
{
    auto* const uis = lilv_plugin_get_uis (bundle().plugin);
    CHECK (lilv_uis_size (uis) == 1);
    lilv_uis_free (uis);
    auto* const library = dlopen (KOLOPHON_LV2 "/libKolophon.so", RTLD_NOW); // stays: lilv has it open as well
    REQUIRE (library != nullptr);
    const auto entry = reinterpret_cast<LV2UI_DescriptorFunction> (dlsym (library, "lv2ui_descriptor"));
    REQUIRE (entry != nullptr);
    const auto* ui = entry (0);
    REQUIRE (ui != nullptr);
    LV2UI_Widget widget = nullptr;
    const LV2_Feature* features[] { nullptr };
    CHECK (ui->instantiate (
               ui, "https://kolophon.org/plugins/kolophon", KOLOPHON_LV2 "/",
               [] (LV2UI_Controller, uint32_t, uint32_t, uint32_t, const void*) {}, nullptr, &widget,
               features) == nullptr);
    CHECK (widget == nullptr);
    CHECK (entry (1) == nullptr);
}
