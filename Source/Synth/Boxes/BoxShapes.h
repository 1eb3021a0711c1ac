// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Units.h"
#include "Boxes.h"

#include <array>

/** Plates and cavities whose modes are computed by the compiler, for Boxes.cpp. */
namespace kolophon::boxes
{
/** A list that is filled at compile time. */
struct List
{
    std::array<Resonance, 40> items {};
    std::size_t count = 0;

    constexpr void add (double frequency, double quality, double left, double right)
    {
        items[count++] = { frequency, quality, left, right };
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
} // namespace kolophon::boxes
