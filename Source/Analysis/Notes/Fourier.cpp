// SPDX-License-Identifier: GPL-3.0-or-later
#include "Fourier.h"

#include <unsupported/Eigen/FFT>

namespace kolophon
{
namespace
{
Eigen::FFT<double> ofRealSignals ()
{
    Eigen::FFT<double> transform;
    transform.SetFlag (Eigen::FFT<double>::HalfSpectrum);
    return transform;
}
} // namespace

std::vector<std::complex<double>> fourier (const std::vector<double>& signal)
{
    std::vector<std::complex<double>> bins;
    ofRealSignals().fwd (bins, signal);
    return bins;
}

std::vector<double> inverseFourier (const std::vector<std::complex<double>>& bins, std::size_t length)
{
    std::vector<double> signal;
    ofRealSignals().inv (signal, bins, static_cast<Eigen::Index> (length));
    return signal;
}
} // namespace kolophon
