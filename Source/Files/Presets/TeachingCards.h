// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kolophon
{
/** One experiment to try: a sound, a few sentences, a question. */
struct TeachingCard
{
    std::string title, preset;
    std::vector<std::pair<std::string, std::string>> settings; // id and value, as typed
    std::string words, question;
    std::vector<std::string> knobs; // ids of the knobs to turn
    std::string picture;            // to look at: "Raster", "Map", "Friction", "Energy", "Modes"
};

/** Cards of Resources/TeachingCards.json, which the browser version shows, too. */
std::span<const TeachingCard> teachingCards ();
} // namespace kolophon
