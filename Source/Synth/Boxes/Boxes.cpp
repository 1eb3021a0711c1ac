// SPDX-License-Identifier: GPL-3.0-or-later
#include "Boxes.h"

#include "../../Core/Noise.h"
#include "../../Core/Units.h"
#include "BoxField.h"
#include "BoxShapes.h"

#include <algorithm>
#include <array>

namespace kolophon::boxes
{
namespace
{
//======================================================================================================================
// The boxes.

constexpr Resonance violin[] = {
    { 275.0, 16.0, 0.55, 0.55 },  // A0: the air in the f-holes
    { 400.0, 30.0, 0.22, -0.20 }, // CBR: the centre bouts shear
    { 465.0, 32.0, 0.80, 0.72 },  // B1-
    { 550.0, 30.0, 0.85, 0.95 },  // B1+
};

constexpr Resonance cello[] = {
    { 62.0, 4.0, 0.22, 0.22 },    // neck and body as a whole
    { 102.0, 14.0, 0.70, 0.70 },  // A0
    { 148.0, 24.0, 0.30, -0.25 }, // CBR
    { 176.0, 26.0, 0.85, 0.78 },  // B1-
    { 219.0, 26.0, 0.80, 0.92 },  // B1+
};

constexpr Resonance viola[] = {
    { 226.0, 15.0, 0.60, 0.60 },  // A0
    { 318.0, 28.0, 0.24, -0.20 }, // CBR
    { 366.0, 30.0, 0.82, 0.74 },  // B1-
    { 434.0, 28.0, 0.84, 0.92 },  // B1+
};

constexpr Resonance bass[] = {
    { 38.0, 4.0, 0.18, 0.18 },   // neck and body as a whole
    { 61.0, 12.0, 0.75, 0.75 },  // A0
    { 86.0, 20.0, 0.30, -0.26 }, // CBR
    { 103.0, 22.0, 0.90, 0.82 }, // B1-
    { 128.0, 22.0, 0.78, 0.88 }, // B1+
};

constexpr List makeDrum ()
{
    // f_nk = j_nk/(2 pi a) sqrt (T/sigma); zeros j_nk of J_n.
    constexpr double radius = 0.14, tension = 2000.0,
                     weight = 0.262; // [m], [N/m], [kg/m^2]: 11 inches of 0.19 mm polyester
    struct Zero
    {
        int n;
        double j;
    };
    constexpr Zero zeros[] = { { 0, 2.404825558 }, { 1, 3.831705970 }, { 2, 5.135622302 }, { 0, 5.520078110 },
                               { 3, 6.380161896 }, { 1, 7.015586670 }, { 4, 7.588342435 }, { 2, 8.417244140 },
                               { 0, 8.653727913 }, { 5, 8.771483816 }, { 3, 9.761023130 }, { 6, 9.936109524 },
                               { 1, 10.17346814 }, { 4, 11.06470949 }, { 7, 11.08637002 }, { 2, 11.61984117 },
                               { 0, 11.79153444 }, { 8, 12.22509226 }, { 5, 12.33860420 }, { 3, 13.01520072 } };
    List list;
    for (const auto& zero : zeros)
    {
        // The bridge is off the centre, and each ear receives the region below it: a pair of modes contributes cos n
        // (angle between).
        const double frequency = zero.j / (2.0 * pi * radius) * squareRoot (tension / weight);
        const double driven = bessel (zero.n, 0.35 * zero.j), heard = bessel (zero.n, 0.6 * zero.j);
        const double own = bessel (zero.n + 1, zero.j); // its square is the mean square of the shape
        const double gain = (zero.n == 0 ? 1.0 : 2.0) * driven * heard / (own * own) / zero.j; // short waves cancel
        const double quality = zero.n == 0 && zero.j < 3.0 ? 9.0
                               : zero.n == 0               ? 16.0
                                                           : 28.0; // breathing modes radiate best
        list.add (frequency, quality, gain * cosine (zero.n * 0.9), gain * cosine (zero.n * 1.3));
    }
    return list;
}

constexpr List makeTin ()
{
    constexpr double radius = 0.0375, length = 0.11, wall = 0.00015, bottom = 0.0002;             // [m]
    constexpr double modulus = 200e9, density = 7850.0, poisson = 0.3, quality = 60.0;            // steel
    constexpr double waves = squareRoot (modulus / (12.0 * density * (1.0 - poisson * poisson))); // [m/s]
    List list;
    Noise dice (4);
    const auto side = [&dice] (double gain)
    {
        const double size = gain * (0.7 + 0.3 * dice.nextUniform());
        return dice.nextBits() % 2 == 0 ? size : -size;
    };
    for (int n = 2; n <= 10; ++n) // rings: w = waves h/R^2 n (n^2 - 1)/sqrt (n^2 + 1)
    {
        const double w = waves * wall / (radius * radius) * n * (n * n - 1.0) / squareRoot (n * n + 1.0);
        list.add (w / (2.0 * pi), quality, side (0.8), side (0.8));
    }
    // Clamped disc: w = (lambda/R)^2 waves h, J_n (lambda) I_(n+1) (lambda) + I_n (lambda) J_(n+1) (lambda) = 0.
    for (const double lambda : { 3.196220617, 4.610899879, 5.905678236, 6.306437048, 7.143531024, 7.799273801,
                                 8.346605939, 9.196882600, 9.439499138, 9.525701361, 10.53666987, 10.68702586 })
        list.add (lambda * lambda / (radius * radius) * waves * bottom / (2.0 * pi), quality, side (0.6), side (0.6));
    for (int k = 1; k <= 3; ++k) // air column, open at one end: end correction 0.61 R
        list.add ((2 * k - 1) * 343.0 / (4.0 * (length + 0.61 * radius)), 25.0, 0.9 / k, 0.9 / k);
    return list;
}

constexpr List makeCabinet ()
{
    List list;
    addCavity (list, { 1.80, 0.95, 0.55 }, 34, 18.0);
    return list;
}

constexpr List makeDoor ()
{
    List list;
    addPlate (list, isotropic (2.0, 0.8, 0.04, 3e9, 650.0, 0.3), 34, 22.0); // chipboard
    return list;
}

constexpr List makeHull ()
{
    List list;
    addPlate (list, isotropic (1.8, 0.45, 0.022, 11e9, 700.0, 0.3, 1000.0), 26,
              24.0); // oak planks, frames 0.45 m apart
    addCavity (list, { 3.6, 1.9, 1.5 }, 8, 14.0);
    return list;
}

constexpr List makePanel ()
{
    // D_x = E_L h^3/12, D_y = E_R h^3/12, D_xy = (nu_LR E_R + 2 G_LR) h^3/12; nu_LR nu_RL (about 0.01) left out.
    constexpr double thickness = 0.006, cube = thickness * thickness * thickness / 12.0, density = 430.0;
    constexpr double alongGrain = 11e9, acrossGrain = 0.8e9, shear = 0.7e9, poisson = 0.37; // spruce
    List list;
    addPlate (list,
              { 0.60, 0.40, alongGrain * cube, acrossGrain * cube, (poisson * acrossGrain + 2.0 * shear) * cube,
                density * thickness },
              34, 40.0);
    return list;
}

struct Coupled
{
    double low, high; // [Hz]
};

/** Lowest modes of a guitar: top plate (piston of area A, mass m, f_0 without the cavity) and air in a hole over one
    cavity V, rho c^2/V its spring:

        (w_p^2 - w^2)(w_h^2 - w^2) = w_a^2 w_h^2      w_p^2 = w_0^2 + w_a^2,  w_a^2 = rho c^2 A^2/(V m) */
constexpr Coupled guitarLows ()
{
    constexpr double speed = 343.0, air = 1.2, volume = 0.0145, hole = 0.0425; // [m/s], [kg/m^3], [m^3], [m] radius
    constexpr double piston = 0.039, mass = 0.07, alone = 170.0;               // [m^2], [kg], [Hz]
    constexpr double holeArea = pi * hole * hole, neck = 1.7 * hole;           // [m^2], [m] two flanged ends
    constexpr double h = speed * speed * holeArea / (volume * neck);
    constexpr double a = air * speed * speed * piston * piston / (volume * mass);
    constexpr double p = 4.0 * pi * pi * alone * alone + a;
    const double middle = 0.5 * (p + h), apart = squareRoot (middle * middle - h * (p - a));
    return { squareRoot (middle - apart) / (2.0 * pi), squareRoot (middle + apart) / (2.0 * pi) };
}

constexpr List makeGuitar ()
{
    List list;
    constexpr auto lows = guitarLows();
    list.add (lows.low, 18.0, 0.52, 0.52);
    list.add (lows.high, 26.0, 0.45, 0.45);
    constexpr Resonance others[] = {
        { 232.0, 30.0, 0.55, 0.60 }, { 288.0, 32.0, 0.45, -0.42 }, { 372.0, 34.0, -0.35, -0.40 },
        { 415.0, 36.0, 0.62, 0.55 }, { 498.0, 34.0, -0.40, 0.44 },
    };
    for (const auto& each : others)
        list.add (each.frequency, each.quality, each.left, each.right);
    return list;
}

constexpr List listed (std::span<const Resonance> resonances)
{
    List list;
    for (const auto& each : resonances)
        list.add (each.frequency, each.quality, each.left, each.right);
    return list;
}

//======================================================================================================================
// The fields of upper modes.

/** Modes per hertz of a plate of area [m^2]: S/2 sqrt (rho h/sqrt (D_x D_y)), for equal moduli
    S/(2 h) sqrt (12 rho (1 - nu^2)/E). Moduli along and across the grain [Pa]. */
constexpr double plateDensity (double area, double thickness, double density, double along, double across)
{
    return area / (2.0 * thickness) * squareRoot (12.0 * density / squareRoot (along * across));
}

/** Dimensions of a box of two plates, in metres (and square metres). */
struct Built
{
    double area, top, back;           // of either plate, thickness of each
    double around, height, rib, bend; // ribs: length, height, thickness, radius
};

/** A box of spruce (430 kg/m^3, 11 and 0.8 GPa), maple (620 kg/m^3, 10 and 1.5 GPa) and the air between them. Levels
    are those that recorded instruments have per octave from 2 to 8 kHz, through the strings of the real presets. */
constexpr Field fieldOf (const Built& b, double from, double to, double quality, double hillAt, double hillQ,
                         double hill, double level, double fall, double overlap)
{
    Field field {};
    field.from = from;
    field.to = to;
    field.plates = plateDensity (b.area, b.top, 430.0, 11e9, 0.8e9) + plateDensity (b.area, b.back, 620.0, 10e9, 1.5e9);
    field.ribs = plateDensity (b.around * b.height, b.rib, 620.0, 10e9, 1.5e9);
    field.ring = squareRoot (10e9 / 620.0) / (2.0 * pi * b.bend);
    field.volume = b.area * b.height;
    field.walls = 2.0 * b.area + b.around * b.height;
    field.quality = quality;
    field.scatter = 1.4;
    field.level = level;
    field.hill = hill;
    field.hillAt = hillAt;
    field.hillQ = hillQ;
    field.top = fall;
    field.directional = 343.0 / (2.0 * pi * squareRoot (b.area / pi));
    field.overlap = overlap;
    return field;
}

/** Modes that go on as a computed list ends: of plates with that many modes per hertz, and of an air space. */
constexpr Field goingOn (double from, double quality, double plates, const Cavity& air, double level, double fall,
                         double wide)
{
    Field field {};
    field.from = from;
    field.to = 11000.0;
    field.plates = plates;
    field.ring = 1.0;
    field.volume = air.length * air.width * air.height;
    field.walls = 2.0 * (air.length * air.width + air.width * air.height + air.height * air.length);
    field.quality = quality;
    field.scatter = 1.4;
    field.level = level;
    field.hillAt = field.hillQ = 1.0;
    field.top = fall;
    field.directional = 343.0 / (pi * wide);
    field.overlap = 2.5;
    return field;
}

//======================================================================================================================

/** A box: what is known of every one of its kind, and statistics of the rest. */
struct Box
{
    List lows;
    Field field {};
    double level = 1.0;   // of all
    double scatter = 0.0; // of the lows' frequencies; three times that of gains and qualities
};

/** Boxes in the menu's order; levels so that a bowed string is equally loud through each, and without a box, over the
    keys from C2 to A5 (see ToolTests). Areas, arching and ribs: of usual instruments, rounded. */
constexpr Box all[] = {
    {},
    { listed (violin),
      fieldOf ({ 0.050, 0.0028, 0.0033, 1.10, 0.031, 0.0010, 0.10 }, 620.0, 13000.0, 44.0, 2500.0, 1.1, 0.60, 0.13,
               14000.0, 3.0),
      3.66, 0.03 },
    { listed (cello),
      fieldOf ({ 0.270, 0.0042, 0.0050, 2.40, 0.115, 0.0015, 0.22 }, 270.0, 10000.0, 42.0, 1700.0, 1.2, 0.50, 0.09,
               9000.0, 2.3),
      3.3, 0.03 },
    { listed (viola),
      fieldOf ({ 0.065, 0.0030, 0.0036, 1.26, 0.037, 0.0011, 0.12 }, 490.0, 12000.0, 43.0, 2100.0, 1.1, 0.50, 0.12,
               12000.0, 2.8),
      3.4, 0.03 },
    { listed (bass),
      fieldOf ({ 0.640, 0.0065, 0.0075, 3.60, 0.200, 0.0022, 0.33 }, 155.0, 8000.0, 40.0, 900.0, 1.2, 0.30, 0.13,
               4500.0, 2.1),
      3.15, 0.03 },
    { makeDrum(), goingOn (1310.0, 30.0, 0.05, { 0.25, 0.25, 0.12 }, 0.22, 5000.0, 0.28), 4.0 },
    { makeTin(), goingOn (3300.0, 60.0, 0.03, { 0.066, 0.066, 0.11 }, 0.2, 5000.0, 0.075), 4.42 },
    { makeCabinet(), goingOn (560.0, 20.0, 0.0, { 1.80, 0.95, 0.55 }, 0.25, 4000.0, 0.95), 3.5 },
    { makeDoor(), goingOn (1150.0, 24.0, plateDensity (1.6, 0.04, 650.0 * 0.91, 3e9, 3e9), {}, 0.08, 5000.0, 0.8),
      3.51 },
    { makeHull(),
      goingOn (800.0, 24.0, plateDensity (0.81, 0.022, 700.0 * 0.91, 11e9, 11e9), { 3.6, 1.9, 1.5 }, 0.2, 3500.0, 1.0),
      3.6 },
    { makePanel(), goingOn (1300.0, 40.0, plateDensity (0.24, 0.006, 430.0, 11e9, 0.8e9), {}, 0.18, 4000.0, 0.4), 5.0 },
    { makeGuitar(),
      fieldOf ({ 0.140, 0.0025, 0.0023, 1.50, 0.100, 0.0020, 0.13 }, 545.0, 11000.0, 40.0, 1500.0, 1.6, 0.15, 0.12,
               4500.0, 2.6),
      4.5, 0.03 },
    {},
};
static_assert (std::size (all) == std::size (names));

const Box& boxOf (int box) noexcept
{
    return all[static_cast<std::size_t> (box)];
}

constexpr double mostScattered (const Box& box)
{
    return 1.0 + 3.0 * box.scatter;
}
} // namespace

std::span<const Resonance> resonancesOf (int box) noexcept
{
    const auto& list = boxOf (box).lows;
    return { list.items.data(), list.count };
}

const Field& fieldOf (int box) noexcept
{
    return boxOf (box).field;
}

void makeModes (int box, int character, Modes& modes) noexcept
{
    modes.count = 0;
    const auto& built = boxOf (box);
    if (box == 0 || box == measured)
        return;
    // Counted from an even instrument on violin, cello and bass, as good ones are.
    constexpr int first = 10;
    Noise dice (0x9e3779b97f4a7c15u * static_cast<std::uint64_t> (box) +
                static_cast<std::uint64_t> (character + first));
    const auto scattered = [&dice] (double value, double by) { return value * (1.0 + by * dice.nextBipolar()); };
    for (const auto& low : resonancesOf (box))
    {
        const double frequency = scattered (low.frequency, built.scatter);
        const double quality = scattered (low.quality, 3.0 * built.scatter);
        const double gain = built.level * scattered (1.0, 3.0 * built.scatter);
        modes.add ({ frequency, quality, 0.5, 0.5, gain * low.left, gain * low.right });
    }
    addField (built.field, built.level, dice, modes);
}

double longestTimeConstant (int box) noexcept
{
    double longest = 0.0;
    const auto& built = boxOf (box);
    for (const auto& low : resonancesOf (box))
        longest = std::max (longest, low.quality / low.frequency);
    longest *= mostScattered (built) / (1.0 - built.scatter);
    return (box == 0 || box == measured ? 0.0 : std::max (longest, highestQuality (built.field) / built.field.from)) /
           pi;
}
} // namespace kolophon::boxes
