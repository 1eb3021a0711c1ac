// SPDX-License-Identifier: GPL-3.0-or-later
#include "TeachingCards.h"

#include "../Json/ShallowJson.h"

#include <string_view>

namespace kolophon
{
/** Written at build time from Resources/TeachingCards.json (see EmbedTexts.cmake). */
std::span<const std::string_view> embeddedCardTexts () noexcept;

namespace
{
std::vector<TeachingCard> readCards ()
{
    std::vector<TeachingCard> cards;
    for (const auto& json : parseShallow (embeddedCardTexts().front()))
    {
        TeachingCard card;
        card.title = json.at ("title").get<std::string>();
        card.preset = json.at ("preset").get<std::string>();
        for (const auto& [id, value] : json.at ("settings").items())
            card.settings.emplace_back (id, value.get<std::string>());
        card.words = json.at ("words").get<std::string>();
        card.question = json.at ("question").get<std::string>();
        card.knobs = json.at ("knobs").get<std::vector<std::string>>();
        card.picture = json.at ("picture").get<std::string>();
        cards.push_back (std::move (card));
    }
    return cards;
}
} // namespace

std::span<const TeachingCard> teachingCards ()
{
    static const auto cards = readCards();
    return cards;
}
} // namespace kolophon
