// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <vector>

namespace kolophon::test
{
/** Partials of amplitude 1/k, as the string of a bow has: the sum of sin (k turned + k^2)/k. The first one's sine is
    asked for, the others' are its powers. */
class Partials
{
public:
    explicit Partials (int count)
    {
        for (int k = 1; k <= count; ++k)
            weights.push_back (std::polar (1.0 / k, static_cast<double> (k * k)));
    }

    double at (double turned) const
    {
        const auto first = std::polar (1.0, turned);
        auto power = first;
        double sum = 0.0;
        for (const auto& weight : weights)
        {
            sum += power.real() * weight.imag() + power.imag() * weight.real();
            power *= first;
        }
        return sum;
    }

private:
    std::vector<std::complex<double>> weights;
};
} // namespace kolophon::test
