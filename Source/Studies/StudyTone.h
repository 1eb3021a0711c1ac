// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Reports/Pages/StudyResult.h"

#include <complex>
#include <span>
#include <string>
#include <vector>

/** Measures of a steady tone for the studies of bodies. */
namespace kolophon::study
{
/** Amplitude and phase of a sine of frequency `f` [Hz] in the middle of a signal, under a Blackman window. */
std::complex<double> lineAt (std::span<const double> signal, double rate, double f);

/** Frequency [Hz] of the partial nearest to `guess`, from the phase that it gains between the first and the last
    three quarters of the signal; valid if the guess is within 2/3 of the inverse of the signal's length. */
double frequencyNear (std::span<const double> signal, double rate, double guess);

/** Amplitude of the strongest line between `low` and `high` [Hz] that is at least `apart` [Hz] from every harmonic
    of `f`. */
double strongestBetween (std::span<const double> signal, double rate, double low, double high, double f, double apart);

/** Adds rows { which, frequency [kHz], level [dB of the highest] }: the spectrum of a signal up to `top` [Hz], reduced
    to the maximum of every few bins. */
void addSpectrum (Table& table, double which, std::span<const double> signal, double rate, double top, double floor);
} // namespace kolophon::study
