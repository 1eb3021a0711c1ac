// SPDX-License-Identifier: GPL-3.0-or-later
#include "PresetPage.h"

#include "../Analysis/Parallel.h"
#include "../Core/AsciiText.h"
#include "../Core/KeyName.h"
#include "../Core/NumberText.h"
#include "../Rendering/PresetCard.h"
#include "../Reports/Markdown.h"
#include "../Reports/Spectrogram.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

namespace kolophon
{
namespace
{
constexpr auto presetIntroduction = R"(# Factory presets

Made by `kolophon measure --catalogue Resources/Docs` (the build target `catalogue`); do not edit.

Every preset was played and measured: its middle key at velocity 80, held for as long as the card says, at 48 kHz, the ear
guard off. *Loudness* is that of the whole note (BS.1770), of a creak or a gesture that of its loudest second. It *speaks*
when it has come within 10 dB of that. A *click* is a rise of the level by 6 dB; low notes made of narrow pulses click once
a period. *Loud* is the largest sample of the same key at velocity 127, *eight* that of eight keys at once. What a card
claims is tested (`Tests/PresetCardTests.cpp`); `kolophon measure -p "Old Hinge" --card` measures it again. In the pictures
time runs to the right and frequency upwards, from 40 Hz to 20 kHz; each shade is 10 dB.

)";

/** Measurements of one preset. */
struct Card
{
    std::string loudness, speaks, centroid, clicks, loud, eight, claims, picture;
};

std::string number (double value, int digits)
{
    if (! std::isfinite (value))
        return "-";
    auto text = significant (value, digits);
    if (text.find ("e+") == std::string::npos)
        return text;
    const double unit = std::pow (10.0, std::floor (std::log10 (std::abs (value))) + 1.0 - digits);
    return fixed (std::round (value / unit) * unit, 0); // 1300, not 1.3e+03
}

std::string fileName (const std::string& preset)
{
    std::string name = "preset";
    for (const char c : preset)
        if (isLetterOrDigit (c))
            name += lowerCase (c);
        else if (name.back() != '-')
            name += '-';
    name.insert (6, "-");
    return name;
}

std::string_view unitOf (const std::string& claim)
{
    for (const auto& measure : soundMeasures())
        if (claim.ends_with (measure.name))
            return measure.unit;
    return "";
}

Card cardOf (const Preset& preset)
{
    PresetPlayer player (preset);
    Card card;
    card.loudness = fixed (player.measure (comesAndGoes (preset.patch) ? "loudest second" : "loudness"), 1);
    card.speaks = number (player.measure ("speaks"), 3);
    card.centroid = number (player.measure ("centroid"), 2);
    card.clicks = number (player.measure ("clicks"), 2);
    card.loud = fixed (player.measure ("loud peak"), 1);
    card.eight = fixed (player.chordPeak(), 1);
    for (const auto& claim : preset.claims.list)
        card.claims += (card.claims.empty() ? "" : "; ") + claim.measure + " " +
                       number (player.measure (claim.measure), 3) + " (" + number (claim.low, 4) + " … " +
                       number (claim.high, 4) + " " + std::string (unitOf (claim.measure)) + ")";
    const auto& heard = player.note (preset.info.middleKey(), 80, "", false);
    card.picture = spectrogramSvg (heard.mono(), cardRate, preset.info.name + ", " + keyName (preset.info.middleKey()));
    return card;
}

std::string range (const PresetInfo& info)
{
    return info.lowestKey == info.highestKey ? keyName (info.lowestKey)
                                             : keyName (info.lowestKey) + " to " + keyName (info.highestKey);
}

std::string section (const Preset& preset, const Card& card)
{
    const auto& info = preset.info;
    std::string tags;
    for (const auto& tag : info.tags)
        tags += (tags.empty() ? "" : ", ") + markdownText (tag);
    return "### " + info.name + "\n\n![Spectrum of " + info.name + " over time](Figures/" + fileName (info.name) +
           ".svg)\n\n" + markdownText (info.notes) + "\n\n" + markdownItem ("For", info.intent) +
           markdownItem ("Keys", range (info) + ", held " + significant (preset.claims.seconds, 3) + " s") +
           markdownItem ("Tags", tags) +
           markdownItem ("Measured", card.loudness + " LUFS, speaks in " + card.speaks +
                                         " ms, centre of the spectrum at " + card.centroid + " Hz, " + card.clicks +
                                         " clicks a second; loud " + card.loud + " dBFS, eight " + card.eight +
                                         " dBFS") +
           markdownItem ("Claims", card.claims) + "\n";
}
} // namespace

std::vector<std::string_view> presetCategories ()
{
    return {
        "Strings", "Bars", "Glass", "Saw", "Doors", "Machines", "Squeaks", "Creatures", "Drones", "Rhythm", "Lab"
    };
}

PresetCatalogue presetCatalogue (int jobs, const std::function<bool()>& stopped)
{
    const auto presets = factoryPresets();
    std::vector<std::optional<Card>> cards (presets.size());
    inParallel (
        presets.size(), threadsFor (jobs), [&] (std::size_t i) { cards[i] = cardOf (presets[i]); }, stopped);
    PresetCatalogue catalogue { presetIntroduction, {} };
    std::string sections;
    for (const auto category : presetCategories())
    {
        Rows rows;
        sections += "## " + std::string (category) + "\n\n";
        for (std::size_t i = 0; i < presets.size(); ++i)
            if (const auto& info = presets[i].info; info.category == category && cards[i])
            {
                const auto& card = *cards[i];
                rows.push_back ({ "[" + info.name + "](#" + markdownAnchor (info.name) + ")", info.intent, range (info),
                                  card.loudness, card.speaks, card.centroid, card.clicks, card.loud, card.eight });
                sections += section (presets[i], card);
                catalogue.pictures.push_back ({ fileName (info.name), card.picture });
            }
        catalogue.page += "**" + std::string (category) + "**\n\n" +
                          markdownTable ({ "preset", "what it is for", "keys", "loudness (LUFS)", "speaks (ms)",
                                           "centre (Hz)", "clicks (1/s)", "loud (dBFS)", "eight (dBFS)" },
                                         rows) +
                          "\n";
    }
    catalogue.page += sections;
    return catalogue;
}
} // namespace kolophon
