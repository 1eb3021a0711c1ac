// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Boxes/Boxes.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

/** The tables of BoxLoudness.h. */
namespace kolophon::boxLoudness
{
inline constexpr double lowestKey = 16.0, highestKey = 112.0; // [semitones] range of the tables; clamped outside
inline constexpr std::size_t perSemitone = 8;
inline constexpr std::size_t points = static_cast<std::size_t> (highestKey - lowestKey) * perSemitone + 1;

/** Response of a box to a unit force at one frequency: real part and square, averaged over both ears. */
struct Response
{
    double real = 0.0, square = 0.0;
};

/** B/A and C/A over the key, and their averages. */
struct Table
{
    std::array<Response, points> byKey {};
    Response average;
};

struct Tables
{
    std::array<Table, boxes::measured> ofBox; // unused for None

    /** Calls visit (number) for every number, in one order for writing and reading. */
    template <class AnyTables, class Visit>
    static void eachNumber (AnyTables& tables, Visit visit)
    {
        const auto both = [&visit] (auto& response)
        {
            visit (response.real);
            visit (response.square);
        };
        for (std::size_t box = 1; box < tables.ofBox.size(); ++box)
        {
            for (auto& response : tables.ofBox[box].byKey)
                both (response);
            both (tables.ofBox[box].average);
        }
    }
};

std::unique_ptr<Tables> solvedTables ();

/** Frequencies [Hz] for which tableOf() needs a box's responses. */
std::vector<double> fineFrequencies ();

/** The table of a box from its responses, of any number of boxes of the kind. */
Table tableOf (std::span<const Response> responses);

/** Position between two members of a list, or at one of its ends, for interpolation. */
class Between
{
public:
    Between (std::size_t size, double place) noexcept
    {
        const double inside = std::clamp (place, 0.0, static_cast<double> (size - 1));
        below = std::min (static_cast<std::size_t> (inside), size - 2);
        t = inside - static_cast<double> (below);
    }

    Response operator() (std::span<const Response> list) const noexcept
    {
        return { list[below].real + t * (list[below + 1].real - list[below].real),
                 list[below].square + t * (list[below + 1].square - list[below].square) };
    }

private:
    std::size_t below;
    double t;
};
} // namespace kolophon::boxLoudness
