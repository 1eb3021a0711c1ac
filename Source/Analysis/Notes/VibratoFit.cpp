// SPDX-License-Identifier: GPL-3.0-or-later
#include "VibratoFit.h"

#include "../../Core/Units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace kolophon
{
namespace
{
constexpr double vibratoEdge = 0.06, shortestVibrato = 0.28, vibratoWithHarmonic = 0.6; // [s]
constexpr double slowestVibrato = 4.0, fastestVibrato = 9.0, rateStep = 0.05;           // [Hz]

/** Solution of the symmetric equations of least squares, by elimination. */
template <std::size_t n>
std::array<double, n> solved (std::array<std::array<double, n + 1>, n> rows)
{
    for (std::size_t k = 0; k < n; ++k)
    {
        std::size_t best = k;
        for (std::size_t i = k + 1; i < n; ++i)
            best = std::abs (rows[i][k]) > std::abs (rows[best][k]) ? i : best;
        std::swap (rows[k], rows[best]);
        for (std::size_t i = 0; i < n; ++i)
            if (i != k && rows[k][k] != 0.0)
            {
                const double factor = rows[i][k] / rows[k][k];
                for (std::size_t j = k; j <= n; ++j)
                    rows[i][j] -= factor * rows[k][j];
            }
    }
    std::array<double, n> x {};
    for (std::size_t k = 0; k < n; ++k)
        x[k] = rows[k][k] != 0.0 ? rows[k][n] / rows[k][k] : 0.0;
    return x;
}

/** A sine and its second harmonic on a straight line, in values that are `hop` seconds apart. */
struct FittedVibrato
{
    double depth, second, left; // amplitudes; sum of the squares that remain
};
template <std::size_t terms>
FittedVibrato fitted (std::span<const double> cents, double hop, double rate)
{
    const auto term = [&] (std::size_t i)
    {
        const double t = hop * (static_cast<double> (i) - 0.5 * static_cast<double> (cents.size())),
                     angle = 2.0 * pi * rate * t;
        const std::array<double, 6> all {
            1.0, t, std::cos (angle), std::sin (angle), std::cos (2.0 * angle), std::sin (2.0 * angle)
        };
        std::array<double, terms> first {};
        std::copy_n (all.begin(), terms, first.begin());
        return first;
    };
    std::array<std::array<double, terms + 1>, terms> rows {};
    for (std::size_t i = 0; i < cents.size(); ++i)
    {
        const auto x = term (i);
        for (std::size_t a = 0; a < terms; ++a)
        {
            for (std::size_t b = 0; b < terms; ++b)
                rows[a][b] += x[a] * x[b];
            rows[a][terms] += x[a] * cents[i];
        }
    }
    const auto found = solved<terms> (rows);
    FittedVibrato result { std::hypot (found[2], found[3]), 0.0, 0.0 };
    if constexpr (terms == 6)
        result.second = std::hypot (found[4], found[5]);
    for (std::size_t i = 0; i < cents.size(); ++i)
    {
        double rest = cents[i];
        const auto x = term (i);
        for (std::size_t a = 0; a < terms; ++a)
            rest -= found[a] * x[a];
        result.left += rest * rest;
    }
    return result;
}
} // namespace

std::optional<FoundVibrato> fittedVibrato (std::span<const double> signal, double sampleRate, NotePart note,
                                           double pitch)
{
    const NotePart part { note.begin + vibratoEdge * sampleRate, note.end - vibratoEdge * sampleRate };
    if (part.length() < shortestVibrato * sampleRate)
        return std::nullopt;
    std::vector<double> cents;
    for (const double now : finePitchTrack (signal, sampleRate, part, pitch))
        cents.push_back (centsFromRatio (std::max (now, 1e-3) / pitch));
    constexpr double hop = trackHop / finePerHop;
    FittedVibrato best { 0.0, 0.0, std::numeric_limits<double>::infinity() };
    FoundVibrato found { 0.0, slowestVibrato, std::numeric_limits<double>::quiet_NaN() };
    for (int i = 0; slowestVibrato + i * rateStep <= fastestVibrato; ++i)
        if (const auto fit = fitted<4> (cents, hop, slowestVibrato + i * rateStep); fit.left < best.left)
        {
            best = fit;
            found.rate = slowestVibrato + i * rateStep;
        }
    found.cents = best.depth / shownByPitchTrack (pitch, found.rate);
    if (part.length() < vibratoWithHarmonic * sampleRate)
        return found;
    const auto both = fitted<6> (cents, hop, found.rate);
    const double shown = shownByPitchTrack (pitch, 2.0 * found.rate) / shownByPitchTrack (pitch, found.rate);
    found.harmonic = dbFromGain (std::max (both.second / std::max (shown * both.depth, 1e-9), 1e-4));
    return found;
}
} // namespace kolophon
