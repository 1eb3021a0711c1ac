// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Index.h"
#include "../../Core/KaiserWindow.h"
#include "../../Core/Units.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kolophon
{
/** Halves the sample rate: half-band FIR of 127 taps, linear phase (Kaiser window, beta = 9).

    Pass band to 0.4535 of the low rate (20 kHz at 44.1 kHz) within 0.001 dB; what would fold below that is 89 dB down
    (measured in OutputTests). Every second tap of a half-band filter is zero and the centre is 1/2, so an output sample
    costs 32 multiplications. Delay 64 samples of the high rate: 32 of the low rate. */
class Decimator
{
public:
    static constexpr int delay = 32; // [samples] at the low rate

    Decimator() noexcept
    {
        for (int i = 0; i < sideTaps; ++i)
        {
            const double distance = 2.0 * i + 1.0; // from the centre, high-rate samples
            const double t = distance / 64.0;
            side[static_cast<std::size_t> (i)] =
                kaiserWindow (t, 9.0) * std::sin (0.5 * pi * distance) / (pi * distance);
        }
        double sum = 0.0;
        for (const double tap : side)
            sum += 2.0 * tap;
        for (double& tap : side)
            tap *= 0.5 / sum; // unit gain at 0 Hz
    }

    void reset () noexcept
    {
        evenHistory.fill (0.0);
        oddHistory.fill (0.0);
        write = 0;
    }

    /** Takes two samples of the high rate, oldest first; returns one of the low rate. */
    double process (double first, double second) noexcept
    {
        // The centre tap meets the first sample of the pair 32 outputs ago, the side taps the second ones around it.
        write = (write + 1) & (length - 1);
        evenHistory[index (write)] = evenHistory[index (write + length)] = first;
        oddHistory[index (write)] = oddHistory[index (write + length)] = second;

        const double* centre = &oddHistory[index (write + length)]; // newest odd sample; older ones lie before it
        double sum[2] = { 0.0, 0.0 };                               // two chains, fixed order: same bits everywhere
        for (int i = 0; i < sideTaps; i += 2)
        {
            sum[0] += side[index (i)] * (centre[-(33 + i)] + centre[-(32 - i)]);
            sum[1] += side[index (i + 1)] * (centre[-(34 + i)] + centre[-(31 - i)]);
        }
        return 0.5 * evenHistory[index (write + length - 32)] + (sum[0] + sum[1]);
    }

private:
    static constexpr int sideTaps = 32, length = 128; // pairs; the oldest one needed is 64 back

    std::array<double, sideTaps> side {};
    std::array<double, 2 * length> evenHistory {}, oddHistory {}; // written twice: any window is contiguous
    int write = 0;
};

/** Converts one channel to the host's rate, with equal latency with and without oversampling, and without a gap when
    the oversampling is switched while a note sounds. */
class RateChanger
{
public:
    static constexpr int delay = Decimator::delay;

    void reset () noexcept { *this = RateChanger {}; }

    /** `samples` samples from `oversampling` (1 or 2) internal ones each. */
    void process (const double* in, int oversampling, double* out, int samples) noexcept
    {
        if (oversampling != lastOversampling)
            switchTo (oversampling);
        oversampling == 2 ? halve (in, out, samples) : hold (in, out, samples);
    }

private:
    static constexpr std::size_t length = 64;

    void halve (const double* in, double* out, int samples) noexcept
    {
        for (int n = 0; n < samples; ++n, in += 2)
        {
            history[write] = 0.5 * (in[0] + in[1]);
            write = (write + 1) % length;
            out[n] = decimator.process (in[0], in[1]);
        }
    }

    /** Delays by half of the history. Reading and writing are split where either reaches the end of a half. */
    void hold (const double* in, double* out, int samples) noexcept
    {
        static_assert (length == 2 * delay);
        while (samples > 0)
        {
            const double* const heard = &history[(write + delay) % length];
            double* const written = &history[write];
            const int now = std::min (samples, delay - static_cast<int> (write % delay));
            for (int n = 0; n < now; ++n)
            {
                const double delayed = heard[n];
                written[n] = in[n];
                out[n] = delayed;
            }
            write = (write + index (now)) % length;
            samples -= now;
            in += now;
            out += now;
        }
    }

    /** A new decimator is filled with the past samples, repeated at the high rate, so that its output continues without
        a gap. */
    void switchTo (int oversampling) noexcept
    {
        if (oversampling == 2)
            for (std::size_t i = 0; i < length; ++i)
            {
                const double past = history[(write + i) % length];
                decimator.process (past, past);
            }
        lastOversampling = oversampling;
    }

    Decimator decimator;
    std::array<double, length> history {};
    std::size_t write = 0;
    int lastOversampling = 1;
};
} // namespace kolophon
