// SPDX-License-Identifier: GPL-3.0-or-later
#include "BoxLoudness.h"

#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"
#include "../Bodies/PrecomputedTables.h"
#include "BoxLoudnessTables.h"

#include <numbers>

namespace kolophon::boxLoudness
{
namespace
{
const Tables& tables ()
{
    static const auto all = []
    {
        auto tables = std::make_unique<Tables>();
        const double* next = finishedBoxNumbers().data();
        Tables::eachNumber (*tables, [&next] (double& number) { number = *next++; });
        return tables;
    }();
    return *all;
}

double powerOf (const Response& response, double mix) noexcept
{
    const double bare = 1.0 - mix;
    return bare * bare + 2.0 * mix * bare * response.real + mix * mix * response.square;
}
/** The table of a box that is heard, or null. */
const Table* tableFor (int box, double mix, const Table* measured) noexcept
{
    if (box == 0 || mix == 0.0)
        return nullptr;
    return box == boxes::measured ? measured : &tables().ofBox[static_cast<std::size_t> (box)];
}

/** Semitones by which keys are higher for a larger box. */
double smallerBy (int box, double size) noexcept
{
    return box == boxes::measured ? 0.0 : portable::log (size) * (12.0 / std::numbers::ln2);
}

double powerAt (const Table& table, double key, double mix) noexcept
{
    return powerOf (Between (points, (key - lowestKey) * perSemitone) (table.byKey), mix);
}

double decibels (double power) noexcept
{
    return 10.0 / std::numbers::ln10 * portable::log (power);
}
} // namespace

void prepare ()
{
    tables();
}

double atKey (int box, double mix, double size, double key, const Table* measured) noexcept
{
    const auto* table = tableFor (box, mix, measured);
    if (table == nullptr)
        return 0.0;
    return decibels (powerAt (*table, key + smallerBy (box, size), mix) / powerOf (table->average, mix));
}

double ofTone (int box, double mix, double size, double key, const Table* measured) noexcept
{
    const auto* table = tableFor (box, mix, measured);
    if (table == nullptr)
        return 0.0;
    struct Term
    {
        double semitones, weight; // of n: 12 log2 (n), mu (n)/n^2
    };
    static constexpr Term terms[] = { { 0.0, 1.0 },
                                      { 12.0, -1.0 / 4.0 },
                                      { 19.01955, -1.0 / 9.0 },
                                      { 27.86314, -1.0 / 25.0 },
                                      { 31.01955, 1.0 / 36.0 },
                                      { 33.68826, -1.0 / 49.0 },
                                      { 39.86314, 1.0 / 100.0 } };
    constexpr double sawTooth = pi * pi / 6.0, least = 0.0158; // sum of 1/n^2; 18 dB
    const double place = key + smallerBy (box, size), average = powerOf (table->average, mix);
    double tone = 0.0;
    for (const auto& [semitones, weight] : terms)
        tone += weight * powerAt (*table, place + semitones, mix);
    return decibels (std::max (least, sawTooth * tone / average));
}
} // namespace kolophon::boxLoudness
