// SPDX-License-Identifier: GPL-3.0-or-later
#include "Boxes.h"

#include "../../Core/Noise.h"
#include "../../Core/Units.h"

#include <array>

namespace kolophon::boxes
{
namespace
{
/** A list that is filled at compile time. */
struct List
{
    std::array<Resonance, maxResonances> items {};
    std::size_t count = 0;

    constexpr void add (double frequency, double quality, double left, double right)
    {
        items[count++] = { frequency, quality, left, right };
    }

    /** Adds `number` resonances that represent many overlapping modes: as wide as a third of their frequency, from
        `first` [Hz] up, half an octave apart, falling by 3 dB per octave. */
    constexpr void addBroad (int number, double first, double gain, std::uint64_t seed)
    {
        Noise dice (seed);
        for (; number > 0; --number, first *= 1.5, gain *= 0.82)
        {
            const double sign = dice.nextBits() % 2 == 0 ? 1.0 : -1.0;
            add (first, 3.0, sign * gain * (1.0 + 0.3 * dice.nextBipolar()),
                 sign * gain * (1.0 + 0.3 * dice.nextBipolar()));
        }
    }

    constexpr List levelled (double gain) const
    {
        List result = *this;
        for (auto& each : result.items)
        {
            each.left *= gain;
            each.right *= gain;
        }
        return result;
    }
};

//======================================================================================================================
// Elementary functions for compile time.

constexpr double squareRoot (double x)
{
    double root = x > 1.0 ? x : 1.0;
    for (double next = 0.5 * (root + x / root); next < root; next = 0.5 * (root + x / root))
        root = next;
    return root;
}

constexpr double sine (double x)
{
    x -= 2.0 * pi * static_cast<double> (static_cast<long long> (x / (2.0 * pi)));
    double term = x, sum = x;
    for (int k = 1; k < 20; ++k)
        sum += term *= -x * x / ((2.0 * k) * (2.0 * k + 1.0));
    return sum;
}
constexpr double cosine (double x)
{
    return sine (x + 0.5 * pi);
}

/** J_n by its power series; error below 1e-9 up to x = 14. */
constexpr double bessel (int n, double x)
{
    double term = 1.0;
    for (int k = 1; k <= n; ++k)
        term *= 0.5 * x / k;
    double sum = term;
    for (int k = 1; k < 34; ++k)
        sum += term *= -0.25 * x * x / (k * static_cast<double> (k + n));
    return sum;
}

//======================================================================================================================
// Bodies.

struct Place
{
    double x, y; // as fractions of length and width
};
struct Spots
{
    Place strings, left, right;
};
constexpr Spots spots { { 0.31, 0.62 }, { 0.23, 0.37 }, { 0.71, 0.29 } };

/** Bending stiffnesses [N m] and mass per area [kg/m^2] of a plate of length by width [m], and the density of a fluid
    below it. */
struct Plate
{
    double length, width, along, transposed, twist, weight;
    double fluid = 0.0; // [kg/m^3] on one side
};

constexpr Plate isotropic (double length, double width, double thickness, double modulus, double density,
                           double poisson, double fluid = 0.0)
{
    const double stiffness = modulus * thickness * thickness * thickness / (12.0 * (1.0 - poisson * poisson));
    return { length, width, stiffness, stiffness, stiffness, density * thickness, fluid };
}

/** f_mn = pi/2 sqrt ((D_x (m/a)^4 + 2 D_xy (m n/(a b))^2 + D_y (n/b)^4)/(rho h + rho_w/k)),
    k = pi sqrt ((m/a)^2 + (n/b)^2). */
constexpr double plateFrequency (const Plate& p, int m, int n)
{
    const double mm = (m / p.length) * (m / p.length), nn = (n / p.width) * (n / p.width);
    const double weight = p.weight + p.fluid / (pi * squareRoot (mm + nn));
    return 0.5 * pi * squareRoot ((p.along * mm * mm + 2.0 * p.twist * mm * nn + p.transposed * nn * nn) / weight);
}

/** Cavity of length by width by height [m]: f = c/2 sqrt ((l/L_x)^2 + (m/L_y)^2 + (n/L_z)^2). */
struct Cavity
{
    double length, width, height;
};

constexpr double cavityFrequency (const Cavity& c, int l, int m, int n)
{
    const double x = l / c.length, y = m / c.width, z = n / c.height;
    return 0.5 * 343.0 * squareRoot (x * x + y * y + z * z);
}

/** Adds the lowest `number` modes, in ascending order. `frequency (i)` for i < count gives all candidates. */
template <std::size_t count, class Frequency, class Add>
constexpr void lowest (int number, Frequency frequency, Add add)
{
    std::array<double, count> all {};
    for (std::size_t i = 0; i < count; ++i)
        all[i] = frequency (static_cast<int> (i));
    for (; number > 0; --number)
    {
        std::size_t best = 0;
        for (std::size_t i = 1; i < count; ++i)
            if (all[i] < all[best])
                best = i;
        add (static_cast<int> (best), all[best]);
        all[best] = 1e9;
    }
}

constexpr void addPlate (List& list, const Plate& plate, int number, double quality)
{
    constexpr int transposed = 8;
    const auto shape = [] (int m, int n, Place at) { return sine (m * pi * at.x) * sine (n * pi * at.y); };
    lowest<12 * transposed> (
        number, [&] (int i) { return plateFrequency (plate, 1 + i / transposed, 1 + i % transposed); },
        [&] (int i, double frequency)
        {
            const int m = 1 + i / transposed, n = 1 + i % transposed;
            const double driven = shape (m, n, spots.strings);
            list.add (frequency, quality, driven * shape (m, n, spots.left), driven * shape (m, n, spots.right));
        });
}

constexpr void addCavity (List& list, const Cavity& cavity, int number, double quality)
{
    constexpr int count = 7;
    struct Spot
    {
        double x, y, z;
    };
    const auto shape = [] (int l, int m, int n, Spot at)
    { return cosine (l * pi * at.x) * cosine (m * pi * at.y) * cosine (n * pi * at.z); };
    constexpr Spot strings { 0.08, 0.13, 0.11 }, left { 0.12, 0.80, 0.65 }, right { 0.86, 0.21, 0.80 };
    struct Index
    {
        int l, m, n;
    };
    const auto index = [] (int i) -> Index {
        return { (i + 1) / (count * count), (i + 1) / count % count, (i + 1) % count };
    };
    lowest<count * count * count - 1> (
        number,
        [&] (int i)
        {
            const auto [l, m, n] = index (i);
            return cavityFrequency (cavity, l, m, n);
        },
        [&] (int i, double frequency)
        {
            const auto [l, m, n] = index (i);
            const double driven = shape (l, m, n, strings);
            list.add (frequency, quality, driven * shape (l, m, n, left), driven * shape (l, m, n, right));
        });
}

//======================================================================================================================
// The boxes.

constexpr Resonance violin[] = {
    { 275.0, 16.0, 0.55, 0.55 },    { 400.0, 30.0, 0.22, -0.20 },  { 465.0, 32.0, 0.80, 0.72 },
    { 550.0, 30.0, 0.85, 0.95 },    { 700.0, 22.0, -0.35, 0.30 },  { 860.0, 22.0, 0.45, 0.50 },
    { 1040.0, 20.0, -0.42, -0.35 }, { 1260.0, 18.0, 0.40, -0.42 }, { 1560.0, 14.0, 0.46, 0.52 },
    { 1930.0, 10.0, -0.60, 0.55 },  { 2400.0, 5.0, 0.95, 0.95 },   { 3100.0, 5.0, -0.60, -0.70 },
    { 4100.0, 4.0, 0.42, 0.38 },    { 5600.0, 3.0, -0.28, -0.30 }, { 8000.0, 2.0, 0.14, 0.15 },
};

constexpr Resonance cello[] = {
    { 62.0, 4.0, 0.22, 0.22 },     { 102.0, 14.0, 0.70, 0.70 },   { 148.0, 24.0, 0.30, -0.25 },
    { 176.0, 26.0, 0.85, 0.78 },   { 219.0, 26.0, 0.80, 0.92 },   { 280.0, 22.0, -0.40, 0.38 },
    { 345.0, 20.0, 0.48, 0.50 },   { 430.0, 18.0, -0.45, -0.40 }, { 540.0, 16.0, 0.42, -0.45 },
    { 680.0, 14.0, 0.45, 0.50 },   { 850.0, 10.0, -0.50, 0.45 },  { 1120.0, 7.0, 0.60, 0.60 },
    { 1550.0, 5.0, -0.70, -0.75 }, { 2200.0, 4.0, 0.48, 0.45 },   { 3300.0, 3.0, -0.30, -0.28 },
    { 5200.0, 2.0, 0.14, 0.15 },
};

constexpr Resonance viola[] = {
    { 226.0, 15.0, 0.60, 0.60 },   { 318.0, 28.0, 0.24, -0.20 },  { 366.0, 30.0, 0.82, 0.74 },
    { 434.0, 28.0, 0.84, 0.92 },   { 560.0, 22.0, -0.38, 0.33 },  { 690.0, 21.0, 0.46, 0.50 },
    { 835.0, 19.0, -0.43, -0.36 }, { 1010.0, 17.0, 0.40, -0.43 }, { 1260.0, 13.0, 0.48, 0.52 },
    { 1570.0, 9.0, -0.60, 0.55 },  { 1960.0, 5.0, 0.90, 0.88 },   { 2550.0, 4.5, -0.58, -0.65 },
    { 3400.0, 4.0, 0.40, 0.36 },   { 4700.0, 3.0, -0.26, -0.28 }, { 6900.0, 2.0, 0.13, 0.14 },
};

constexpr Resonance bass[] = {
    { 38.0, 4.0, 0.18, 0.18 },    { 61.0, 12.0, 0.75, 0.75 },    { 86.0, 20.0, 0.30, -0.26 },
    { 103.0, 22.0, 0.90, 0.82 },  { 128.0, 22.0, 0.78, 0.88 },   { 166.0, 19.0, -0.42, 0.40 },
    { 205.0, 18.0, 0.50, 0.52 },  { 255.0, 16.0, -0.46, -0.42 }, { 325.0, 14.0, 0.44, -0.46 },
    { 410.0, 12.0, 0.48, 0.52 },  { 520.0, 9.0, -0.52, 0.47 },   { 700.0, 6.0, 0.62, 0.62 },
    { 980.0, 4.5, -0.66, -0.70 }, { 1450.0, 3.5, 0.46, 0.43 },   { 2300.0, 3.0, -0.30, -0.28 },
    { 3900.0, 2.0, 0.15, 0.16 },
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
    list.addBroad (5, 1700.0, 0.5, 3);
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
    list.addBroad (4, 3500.0, 0.5, 5);
    return list;
}

constexpr List makeCabinet ()
{
    List list;
    addCavity (list, { 1.80, 0.95, 0.55 }, 34, 18.0);
    list.addBroad (6, 720.0, 0.6, 6);
    return list;
}

constexpr List makeDoor ()
{
    List list;
    addPlate (list, isotropic (2.0, 0.8, 0.04, 3e9, 650.0, 0.3), 34, 22.0); // chipboard
    list.addBroad (6, 1250.0, 0.35, 7);
    return list;
}

constexpr List makeHull ()
{
    List list;
    addPlate (list, isotropic (1.8, 0.45, 0.022, 11e9, 700.0, 0.3, 1000.0), 26,
              24.0); // oak planks, frames 0.45 m apart
    addCavity (list, { 3.6, 1.9, 1.5 }, 8, 14.0);
    list.addBroad (6, 1200.0, 0.5, 8);
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
    list.addBroad (6, 1500.0, 0.35, 9);
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
        { 232.0, 30.0, 0.55, 0.60 },   { 288.0, 32.0, 0.45, -0.42 },  { 372.0, 34.0, -0.35, -0.40 },
        { 415.0, 36.0, 0.62, 0.55 },   { 498.0, 34.0, -0.40, 0.44 },  { 560.0, 32.0, 0.42, 0.36 },
        { 645.0, 30.0, -0.45, -0.38 }, { 735.0, 28.0, 0.40, -0.45 },  { 850.0, 25.0, 0.42, 0.46 },
        { 980.0, 22.0, -0.44, 0.40 },  { 1150.0, 18.0, 0.42, 0.45 },  { 1380.0, 12.0, -0.42, -0.38 },
        { 1750.0, 7.0, 0.46, 0.50 },   { 2400.0, 4.0, -0.48, -0.44 }, { 3500.0, 3.0, 0.34, 0.36 },
        { 5600.0, 2.0, -0.18, -0.20 },
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

/** Boxes in the menu's order; levels so that a bowed string is equally loud through each, and without a box, over the
    keys from C2 to A5 (see ToolTests). */
constexpr List all[] = {
    {},
    listed (violin).levelled (4.0),
    listed (cello).levelled (4.0),
    listed (viola).levelled (4.0),
    listed (bass).levelled (3.4),
    makeDrum().levelled (3.8),
    makeTin().levelled (4.42),
    makeCabinet().levelled (2.8),
    makeDoor().levelled (3.51),
    makeHull().levelled (3.36),
    makePanel().levelled (4.6),
    makeGuitar().levelled (5.04),
};
static_assert (std::size (all) == std::size (names));
} // namespace

std::span<const Resonance> resonancesOf (int box) noexcept
{
    const auto& list = all[static_cast<std::size_t> (box)];
    return { list.items.data(), list.count };
}
} // namespace kolophon::boxes
