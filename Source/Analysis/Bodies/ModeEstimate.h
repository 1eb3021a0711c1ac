// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"

#include <complex>
#include <functional>
#include <span>
#include <string>
#include <vector>

/** Estimates modes from an impulse response, the recording of a tap: its decay is a sum of damped sinusoids, whose
    parameters are found here. Pure functions; no file, no engine. */
namespace kolophon
{
/** Damped sinusoid: in each channel Re (a exp ((-s + i w_d) t)) from the onset on, w_d^2 = (2 pi frequency)^2 - s^2. */
struct EstimatedMode
{
    double frequency, decayRate;      // [Hz], [1/s]
    std::complex<double> left, right; // amplitude at the onset, in the unit of the recording
};

struct ModeEstimate
{
    std::vector<EstimatedMode> modes; // sorted by frequency
    double onset = 0.0;               // [s] at which the recording begins to ring
    double seconds = 0.0;             // length of the part analysed, from the onset on
    double explained = 0.0;           // fraction of that part's energy that modes and rumble account for, 0 … 1
};

/** Limits of the analysis: its length from the onset on, and the frequencies of modes. */
inline constexpr double longestRinging = 12.0, lowestMode = 20.0, highestMode = 100000.0,
                        highestModeFraction = 0.45; // [s], [Hz], [Hz], of the sample rate

/** Finds at most `maxModes` modes, the strongest (by energy), none weaker than -70 dB of the strongest. `right` is
    empty for one channel. If no mode is found, the error is a sentence that gives the reason. Takes seconds and
    bounded memory whatever the length; calls `stopped` every few milliseconds, and once that returns true, ends with
    the error "cancelled".

    The recording is divided into bands, each shifted to 0 Hz and decimated with a linear-phase filter, which changes
    only the amplitudes of damped sinusoids; in each band ESPRIT (Roy & Kailath 1989, with the signal's space from a
    singular value decomposition) gives frequencies and decay rates, and one least-squares fit of all modes to the
    recording gives the amplitudes. */
Result<ModeEstimate> estimateModes (std::span<const double> left, std::span<const double> right, double sampleRate,
                                    int maxModes, const std::function<bool()>& stopped = {});
} // namespace kolophon
