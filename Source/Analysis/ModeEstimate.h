#pragma once

#include "../Core/Error.h"

#include <complex>
#include <functional>
#include <span>
#include <string>
#include <vector>

/** Modes out of an impulse response, the recording of a tap: what rings after it is a sum of damped sinusoids, and this
    finds them. Pure functions; no file, no engine. */
namespace kolophon
{
/** In each channel Re (a exp ((-s + i w_d) t)) from the onset on, w_d^2 = (2 pi frequency)^2 - s^2. */
struct EstimatedMode
{
    double frequency, decayRate;      // [Hz], [1/s]
    std::complex<double> left, right; // amplitude at the onset, in the unit of the recording
};

struct ModeEstimate
{
    std::vector<EstimatedMode> modes; // by frequency
    double onset = 0.0;               // [s] where the recording begins to ring
    double seconds = 0.0;             // how much of it was read, from the onset on
    double explained = 0.0;           // share of that part's energy that modes and rumble account for, 0 … 1
};

/** What is looked at: so many seconds from the onset on, and modes between the two frequencies. */
inline constexpr double longestRinging = 12.0, lowestMode = 20.0, highestMode = 100000.0,
                        highestModeFraction = 0.45; // [s], [Hz], [Hz], of the sample rate

/** At most `maxModes` modes, the strongest (by energy), none weaker than -70 dB of the strongest. `right` is empty for
    one channel. The sentence says why there is none. Takes seconds and bounded memory whatever the length; asks
    `stopped` every few milliseconds, and ends with the sentence "cancelled" once that is true.

    The recording is cut into bands, each moved to 0 Hz and decimated by a linear-phase filter, which leaves damped
    sinusoids what they are but for their amplitudes; in each band ESPRIT (Roy & Kailath 1989, with the signal's space
    from a singular value decomposition) gives frequencies and decay rates, and one least-squares fit of all modes to
    the recording gives the amplitudes. */
Result<ModeEstimate> estimateModes (std::span<const double> left, std::span<const double> right, double sampleRate,
                                    int maxModes, const std::function<bool()>& stopped = {});
} // namespace kolophon
