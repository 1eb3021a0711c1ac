// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "BodyInfo.h"

#include <algorithm>
#include <cmath>
#include <numbers>

/** A body that a user has measured or designed: modes from a file (Files/Parts/BodyFile.h), each with its own decay
    time. Without a file it is a bell of ten partials; each comes as a pair and is rubbed along the rim, as a glass is
    (Glass.h). */
namespace kolophon::custom
{
/** Computes the contact response: any mode may be the one that is excited, and the one that needs the smallest force
    limits the force, so the response is the maximum over modes of shape^2 f_1/f_n, at least a tenth of its largest. */
inline void feel (ModeTable& table) noexcept
{
    for (std::size_t place = 0; place < table.contactResponse.size(); ++place)
    {
        table.contactResponse[place] = 0.0;
        for (std::size_t m = 0; m < static_cast<std::size_t> (table.count); ++m)
            table.contactResponse[place] =
                std::max (table.contactResponse[place], table.shape[m][place] * table.shape[m][place] / table.ratio[m]);
    }
    ModeTable::raiseToTenth (table.contactResponse);
    table.heard.fill (1.0);
}

struct Partial
{
    int meridians;
    double ratio, ring; // T60 over the first one's
};

inline constexpr Partial bell[] = { { 2, 1.0, 1.0 },  { 2, 2.0, 0.55 }, { 3, 2.4, 0.6 }, { 3, 3.0, 0.3 },
                                    { 4, 4.0, 0.3 },  { 4, 5.0, 0.2 },  { 5, 6.0, 0.2 }, { 6, 8.0, 0.14 },
                                    { 7, 10.7, 0.1 }, { 8, 13.4, 0.07 } };

inline void build (ModeTable& table)
{
    using std::numbers::pi;
    const double split = 0.0015;
    for (const auto& [n, ratio, ring] : bell)
        for (const bool second : { false, true })
        {
            const auto m = static_cast<std::size_t> (table.add (ratio * (second ? 1.0 + split : 1.0)));
            const double norm = std::sqrt (2.0 / (1.0 + 1.0 / (static_cast<double> (n) * n)));
            const auto radial = [&] (double a) { return norm * (second ? std::sin (n * a) : std::cos (n * a)); };
            const auto tangential = [&] (double a)
            { return norm / n * (second ? -std::cos (n * a) : std::sin (n * a)); };
            for (int place = 0; place < ModeTable::places; ++place)
                table.shape[m][static_cast<std::size_t> (place)] = tangential (4.0 * pi * ModeTable::placeOf (place));
            table.decay[m] = 1.0 / ring;
            table.left[m] = radial (0.9);
            table.right[m] = radial (2.3);
        }
    table.loss = 0.0;
    table.tightening = 1.0; // as a plate
    feel (table);
}

inline constexpr BodyInfo body {
    "Custom",
    "Modes from a file, each with its own decay time; a bell while no file is loaded.",
    "as the file says; once round the rim of the bell",
    [] (ModeTable& t) { build (t); },
    "s_n = s_1 T60_1/T60_n: body.decay scales all decay times, body.quality has no effect\n"
    "bell  1 : 2 : 2.4 : 3 : 4 : 5 : 6 : 8 : 10.7 : 13.4  with 2, 2, 3, 3, 4, 4, 5, 6, 7, 8 waves round it\n"
    "radial  cos n a,  tangential  sin n a/n,  and again, turned by a quarter of a wave and 0.15 % sharp",
    "As the file says: its shapes are sqrt(M) times the mass-normalised ones, or follow from modal masses as "
    "sqrt(M/m). The bell's modes weigh M (1 + 1/n^2)/2, as those of a ring.",
    "The file is the source. For the bell: hum, prime, tierce, quint and nominal as founders tune them; higher modes "
    "as commonly listed (after Fletcher & Rossing, The Physics of Musical Instruments, ch. 21 (unverified); see also "
    "Rossing & Perrin, Vibrations of bells, Applied Acoustics 20 (1987) 41-70). Decay times and splits are this "
    "project's.",
    "Any measured body: a pan, a gong, a car door. On the bell, the key plays the hum, an octave below the prime and "
    "two below the nominal. Released, the pairs beat slowly, and the hum rings longest.",
    "A file plays untransposed on the key of its first mode, or of its base_frequency. The compliance of modes outside "
    "the file is unknown and taken as zero. The bell is its rim only.",
    false,
    BodyModel::table,
    true
};
} // namespace kolophon::custom
