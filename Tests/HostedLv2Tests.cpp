// SPDX-License-Identifier: GPL-3.0-or-later
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include "Support/Lv2Host.h"

#include <lv2/ui/ui.h>

#include <dlfcn.h>

#include <cmath>
#include <cstdlib>

/* The finished LV2 bundle, as a host sees it that connects what it must and nothing else, and has no display. */

int main (int count, char** arguments)
{
    ::unsetenv ("DISPLAY");
    return Catch::Session().run (count, arguments);
}

namespace kolophon::test
{
namespace
{
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

TEST_CASE ("an LV2 that is deactivated and activated has forgotten what was held, and sounds like a new one")
{
    Player player (Player::SideChain::unconnected);
    player.noteOn (57);
    const auto first = player.play (40);
    CHECK (peakOf (first) > 1e-3f);
    player.restart();
    CHECK (peakOf (player.play (10)) == 0.0f);
    player.restart();
    player.noteOn (57);
    CHECK ((player.play (40) == first));
}

TEST_CASE (
    "an LV2's hand that follows the side-chain follows the keys where none is connected, and rests on a silent one")
{
    const auto play = [] (Player::SideChain sideChain)
    {
        Player player (sideChain);
        player.set ("Drive", 2.0f); // Keys, Gesture, Audio speed, Audio force
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
} // namespace kolophon::test
