// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "BodyInfo.h"

#include <cmath>
#include <numbers>

/** Ring of a wine glass or a singing bowl: bending without stretching, n waves round the rim (Rayleigh; Love's ring):

        f_n ~ n (n^2 - 1)/sqrt (n^2 + 1)          n = 2, 3, …        1 : 2.83 : 5.42 …

    Each comes as a pair, cos n a and sin n a; no real ring is quite round, and the pair is split by `split`. A rubbing
    finger moves along the rim and meets the tangential motion sin n a/n of a mode whose radial motion is cos n a; its
    modal mass is M (1 + 1/n^2)/2. The radial motion radiates. */
namespace kolophon::glass
{
inline double ringRatio (int n)
{
    const auto f = [] (double k) { return k * (k * k - 1.0) / std::sqrt (k * k + 1.0); };
    return f (n) / f (2.0);
}

inline void build (ModeTable& table, double split, int maxWaves)
{
    using std::numbers::pi;
    for (int n = 2; n <= maxWaves; ++n)
        for (const bool second : { false, true })
        {
            const auto m = static_cast<std::size_t> (table.add (ringRatio (n) * (second ? 1.0 + split : 1.0)));
            const double norm = std::sqrt (2.0 / (1.0 + 1.0 / (static_cast<double> (n) * n)));
            const auto radial = [&] (double a) { return norm * (second ? std::sin (n * a) : std::cos (n * a)); };
            const auto tangential = [&] (double a)
            { return norm / n * (second ? -std::cos (n * a) : std::sin (n * a)); };
            for (int place = 0; place < ModeTable::places; ++place) // once round the rim
                table.shape[m][static_cast<std::size_t> (place)] = tangential (4.0 * pi * ModeTable::placeOf (place));
            table.left[m] = radial (0.9);
            table.right[m] = radial (2.3);
        }
}

inline constexpr std::string_view normalisation =
    "The kinetic energy of both motions: a mode with radial amplitude 1 has the modal mass M (1 + 1/n^2)/2, M the mass "
    "of the ring. The contact feels the tangential motion, the pickups hear the radial one.";
inline constexpr std::string_view source =
    "A thin ring that bends without stretching: Rayleigh, The Theory of Sound, vol. 1, art. 233; Love, A Treatise on "
    "the "
    "Mathematical Theory of Elasticity, on the vibrations of a circular ring (article and chapter unverified). "
    "1 : 2.83 : 5.42 is tested.";
inline constexpr std::string_view remarks =
    "A ring, not a cup: the stem, the wall below the rim and the water are left out. hand.position is the position of "
    "the finger, or its start when body.round moves it round the rim; then the mode pattern follows it and passes the "
    "pickups.";

inline constexpr BodyInfo wineGlass {
    "Glass",
    "The rim of a glass: nearly equal pairs of ring modes.",
    "once round the rim",
    [] (ModeTable& t) { build (t, 0.002, 14); },
    "f_n ~ n (n^2 - 1)/sqrt(n^2 + 1),  n = 2 ... 14 waves round it:  1 : 2.83 : 5.42\n"
    "radial  cos n a,  tangential  sin n a/n,  and again, turned by a quarter of a wave\n"
    "no glass is quite round: the second of a pair is 0.2 % sharp",
    normalisation,
    source,
    "A pure, sustained tone. Where the finger excites both modes of a pair (positions 0.09 and 0.16), they beat after "
    "release, at C4 once in two seconds; at the default, 0.13, one of them dominates.",
    remarks,
    true
};
inline constexpr BodyInfo bowl { "Bowl",
                                 "A singing bowl: ring modes in pairs that beat slowly.",
                                 "once round the rim",
                                 [] (ModeTable& t) { build (t, 0.006, 14); },
                                 "as the glass, the second of a pair 0.6 % sharp",
                                 normalisation,
                                 source,
                                 "The glass with a faster beat after release, at C4 three times in two seconds.",
                                 remarks,
                                 true };
} // namespace kolophon::glass
