// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/Limits.h"
#include "Decimator.h"

#include <array>

namespace kolophon
{
/** Brings the mixed strings of a desk to two channels at the host's rate, without their mean. [audio] */
class Placement
{
public:
    static constexpr int maxSamples = limits::controlInterval; // per segment

    /** Input of one output channel: the middle signal, and the difference of left and right. */
    struct Heard
    {
        const double* middle;
        const double* side;
    };

    void prepare (double sampleRate) noexcept { pole = 1.0 - meanDecayRate / sampleRate; }
    void reset () noexcept
    {
        for (auto& channel : channels)
        {
            channel.rate.reset();
            channel.blocker = {};
        }
    }

    /** Renders `samples` output samples of both channels, whose sum does not depend on the `width`, a value for each of
        their internal samples. Equal inputs stand for no pan. */
    void process (const Heard (&ears)[2], const double* width, int oversampling, double (&placed)[2][maxSamples],
                  int samples) noexcept;

    /** Rate [1/s] of both poles of the high-pass at 8 Hz that removes the mean and its slow changes: the bow's pull is
        not sound, however a hand moves it. Pressure radiates from acceleration, with two zeros at 0 Hz. */
    static constexpr double meanDecayRate = 2.0 * 3.14159265358979324 * 8.0;

private:
    struct Channel
    {
        RateChanger rate;
        struct
        {
            double in = 0.0, middle = 0.0, out = 0.0;
        } blocker; // last input and outputs of the two stages of the high-pass that removes the mean
    };
    std::array<Channel, 2> channels;
    double pole = 0.999; // per sample
};
} // namespace kolophon
