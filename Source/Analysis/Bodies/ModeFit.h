// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ModeEstimate.h"

#include <Eigen/Dense>

#include <complex>
#include <functional>
#include <span>
#include <vector>

/** Least-squares fit of exponentials to a whole recording. */
namespace kolophon::modefit
{
using Complex = std::complex<double>;
using Vector = Eigen::VectorXcd;

inline constexpr double weakest = 1e-7; // minimum energy of a mode over that of the strongest

struct Band
{
    double low, high; // [Hz]
    double centre () const noexcept { return 0.5 * (low + high); }
    double width () const noexcept { return high - low; }
};

struct Pole
{
    double frequency, decayRate; // w_d/(2 pi), s
    double energy;               // of all channels together
    Band band;                   // band in which it was found

    /** True below the audible range: then the pole belongs to the fit, so that no mode is distorted to account for
        its energy, but is not a mode itself. */
    bool isRumble () const noexcept { return frequency < lowestMode; }
};

using Channels = std::vector<std::span<const double>>;

/** Ends a long computation early. */
class Cancellation
{
public:
    explicit Cancellation (const std::function<bool()>& asked) : isAsked (asked) {}

    /** Throws a InputError if cancellation was requested. Called between parts that take milliseconds. */
    void check () const
    {
        if (isAsked && isAsked())
            throw InputError ("cancelled");
    }

private:
    const std::function<bool()>& isAsked;
};

/** Result of the fit for one channel. */
struct FittedChannel
{
    Vector amplitudes;      // a
    Vector push;            // sums of n exp (p* n) times the residual of the fit
    double explained = 0.0; // energy that the fit accounts for
};

struct Fitted
{
    std::vector<FittedChannel> channels;
    double explained = 0.0;
};

/** Refines poles that are nearly right: the poles and amplitudes that fit the whole recording best. The poles of
    rumble, which are last, are not moved. */
Fitted refine (std::vector<Pole>& poles, const Channels& channels, double sampleRate, const Cancellation& cancellation);

/** Recomputes the energies of all poles from the whole recording: each is the energy that the pole adds to the fit
    of the others. Removes the weakest mode and recomputes the others until none is below -70 dB of the strongest. */
void weigh (std::vector<Pole>& poles, const Channels& channels, double sampleRate, const Cancellation& cancellation);
} // namespace kolophon::modefit
