// SPDX-License-Identifier: GPL-3.0-or-later
#include "Web.h"

#include "../../Analysis/Bench/PlayTiles.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

using namespace kolophon;

namespace
{
std::optional<TilePlayer> player;
} // namespace

std::int32_t web_map_begin (kolophon_synth* synth, std::int32_t key)
{
    return library::guarded (synth,
                             [&]
                             {
                                 auto preset = synth->state.preset;
                                 preset.patch = synth->synth.patch();
                                 player.emplace (preset, std::clamp (key, 0, 127));
                                 return KOLOPHON_OK;
                             });
}

std::int32_t web_map_play (double across, double up)
{
    const auto motion = player->play ({ across, up }, [] { return false; });
    return motion ? static_cast<std::int32_t> (motion->regime) : -1;
}

double web_map_position (double across)
{
    return player->plane().played ({ across, 0.5 }).patch.handPosition;
}

double web_map_force (double across, double up)
{
    return player->plane().played ({ across, up }).force;
}

std::int32_t web_map_limits (double across, double* smallestAndLargest)
{
    const auto limits = player->plane().limits (across);
    if (limits)
        std::tie (smallestAndLargest[0], smallestAndLargest[1]) = std::pair (limits->smallest, limits->largest);
    return limits ? 1 : 0;
}
