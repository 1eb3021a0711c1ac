// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <vector>

namespace kolophon::test
{
/** Mean square of the samples from … to - 1 [dB]. */
inline double levelDb (const std::vector<double>& signal, int from, int to)
{
    double sum = 0.0;
    for (int n = from; n < to; ++n)
        sum += signal[static_cast<std::size_t> (n)] * signal[static_cast<std::size_t> (n)];
    return 10.0 * std::log10 (sum / (to - from) + 1e-30);
}
} // namespace kolophon::test
