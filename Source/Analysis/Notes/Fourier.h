// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace kolophon
{
/** Bins 0 … N/2 of the discrete Fourier transform of N real samples, without a factor:
    X_k = sum x_n exp (-2 pi i k n/N). N: any size; powers of two are fastest. */
std::vector<std::complex<double>> fourier (const std::vector<double>& signal);

/** The inverse: `length` real samples of bins 0 … length/2, with the factor 1/length. */
std::vector<double> inverseFourier (const std::vector<std::complex<double>>& bins, std::size_t length);
} // namespace kolophon
