// SPDX-License-Identifier: GPL-3.0-or-later
#include "Web.h"

#include "../../Analysis/Bench/PlayTiles.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

using namespace kolophon;

namespace
{
std::optional<TilePlayer> player;
std::optional<Preset> played;
int key = 0;
} // namespace

std::int32_t web_map_begin (kolophon_synth* synth, std::int32_t itsKey)
{
    return library::guarded (synth,
                             [&]
                             {
                                 played = synth->state.preset;
                                 played->patch = synth->synth.patch();
                                 key = std::clamp (itsKey, 0, 127);
                                 player.emplace (*played, key);
                                 return KOLOPHON_OK;
                             });
}

double web_map_full_force (double position)
{
    return fullForceOf (played->patch, tuningOf (*played), key, position);
}

std::int32_t web_map_play (double position, double force)
{
    const auto motion = player->play (position, force, [] { return false; });
    return motion ? static_cast<std::int32_t> (motion->regime) : -1;
}

std::int32_t web_map_limits (const double* positions, std::int32_t count, double* smallest, double* largest)
{
    const auto places = std::span (positions, static_cast<std::size_t> (count));
    const auto limits = forceLimitsOf (played->patch, tuningOf (*played), key, places);
    std::copy (limits.smallest.begin(), limits.smallest.end(), smallest);
    std::copy (limits.largest.begin(), limits.largest.end(), largest);
    return static_cast<std::int32_t> (limits.smallest.size());
}
