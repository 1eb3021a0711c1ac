#pragma once

#include "ModeEstimate.h"

#include <Eigen/Dense>

#include <complex>
#include <functional>
#include <span>
#include <vector>

/** Exponentials that fit a whole recording at once. */
namespace kolophon::modefit
{
using Complex = std::complex<double>;
using Vector = Eigen::VectorXcd;

inline constexpr double weakest = 1e-7; // of the strongest mode's energy

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
    Band band;                   // where it was found

    /** Below what is heard: part of the fit, so that no mode has to stand in for it, and no mode. */
    bool isRumble () const noexcept { return frequency < lowestMode; }
};

using Channels = std::vector<std::span<const double>>;

/** Ends a long computation early. */
class Cancellation
{
public:
    explicit Cancellation (const std::function<bool()>& asked) : isAsked (asked) {}

    /** Throws a Refusal once the computation is to end. Called between parts that take milliseconds. */
    void check () const
    {
        if (isAsked && isAsked())
            throw Refusal ("cancelled");
    }

private:
    const std::function<bool()>& isAsked;
};

/** One channel as the fit has it. */
struct FittedChannel
{
    Vector amplitudes;      // a
    Vector push;            // sums of n exp (p* n) times what the fit leaves over
    double explained = 0.0; // energy that the fit accounts for
};

struct Fitted
{
    std::vector<FittedChannel> channels;
    double explained = 0.0;
};

/** Poles and amplitudes that fit the whole recording best, from poles that are nearly right; rumble, which stands last,
    is left where it is. */
Fitted refine (std::vector<Pole>& poles, const Channels& channels, double sampleRate, const Cancellation& cancellation);

/** Energies as the whole recording has them, all poles at once: what each of them adds to the others. The weakest goes,
    and what is left is weighed anew, until none is left below -70 dB of the strongest. */
void weigh (std::vector<Pole>& poles, const Channels& channels, double sampleRate, const Cancellation& cancellation);
} // namespace kolophon::modefit
