#pragma once

#include "BodyInfo.h"

#include <cmath>

/** Ring of a wine glass or a singing bowl: bending without stretching, n waves round the rim (Rayleigh; Love's ring):

        f_n ~ n (n^2 - 1)/sqrt (n^2 + 1)          n = 2, 3, …        1 : 2.83 : 5.42 …

    Each comes as a pair, cos n a and sin n a; no real ring is quite round, and the pair is split by `split`. A rubbing
    finger moves along the rim and meets the tangential motion sin n a/n of a mode whose radial motion is cos n a; its
    modal mass is M (1 + 1/n^2)/2. The air hears the radial motion. */
namespace kolophon::glass
{
inline double ringRatio (int n)
{
    const auto f = [] (double k) { return k * (k * k - 1.0) / std::sqrt (k * k + 1.0); };
    return f (n) / f (2.0);
}

inline void build (ModeTable& table, double split, int most)
{
    const double pi = 3.14159265358979323846;
    for (int n = 2; n <= most; ++n)
        for (const bool second : { false, true })
        {
            const auto m = static_cast<std::size_t> (table.add (ringRatio (n) * (second ? 1.0 + split : 1.0)));
            const double norm = std::sqrt (2.0 / (1.0 + 1.0 / (static_cast<double> (n) * n)));
            const auto radial = [&] (double a) { return norm * (second ? std::sin (n * a) : std::cos (n * a)); };
            const auto tangential = [&] (double a) { return norm / n * (second ? -std::cos (n * a) : std::sin (n * a)); };
            for (int place = 0; place < ModeTable::places; ++place) // once round the rim
                table.shape[m][static_cast<std::size_t> (place)] = tangential (4.0 * pi * ModeTable::placeOf (place));
            table.left[m] = radial (0.9);
            table.right[m] = radial (2.3);
        }
}

inline constexpr BodyInfo wineGlass { "Glass", "The rim of a glass, rubbed along: pairs of ring modes, nearly alike.",
                                      "once round the rim", [] (ModeTable& t) { build (t, 0.002, 14); }, true };
inline constexpr BodyInfo bowl { "Bowl", "A singing bowl: ring modes in pairs that beat slowly.", "once round the rim",
                                 [] (ModeTable& t) { build (t, 0.006, 14); }, true };
} // namespace kolophon::glass
