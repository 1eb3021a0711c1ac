#pragma once

#include "../Core/Units.h"
#include "PortableMath.h"

#include <array>
#include <span>

namespace kolophon
{
/** What radiates: a bank of resonances driven by the force at the bridge, for two listening places.

    Frequencies and widths of the low modes follow published averages (violin: Bissinger 2008, A0, CBR, B1-, B1+ and the
    bridge hill; cello: after Langhoff 1995); the level at each ear and everything above the signature modes are
    synthesised, by ear of the spectrum, not measured on one instrument. It is an output filter: it takes no energy from
    the strings (a body that couples back belongs to the physics). */
class SoundingBox
{
public:
    struct Resonance
    {
        double frequency; // [Hz]
        double quality;
        double left, right; // gain at the peak; the sign is the phase at that ear
    };

    /** `box` as in the table's menu out.box: 0 none, 1 violin, 2 cello; `size` scales the box (1 = as built). */
    void configure (int box, double size, double sampleRate) noexcept
    {
        const auto resonances = resonancesOf (box);
        count = resonances.size();
        for (std::size_t i = 0; i < count; ++i)
        {
            const auto& resonance = resonances[i];
            const double frequency = resonance.frequency / size;
            if (frequency > 0.45 * sampleRate) // nothing to resonate with
            {
                filters[i].gainLeft = filters[i].gainRight = 0.0;
                continue;
            }
            const double g = portable::tan (pi * frequency / sampleRate);
            const double damping = 1.0 / resonance.quality;
            filters[i].g = g;
            filters[i].damping = damping;
            filters[i].scale = 1.0 / (1.0 + g * (g + damping));
            filters[i].gainLeft = damping * resonance.left;
            filters[i].gainRight = damping * resonance.right;
        }
    }

    void reset() noexcept
    {
        for (auto& filter : filters)
            filter.state = {};
    }

    /** One sample of both channels, in place. */
    void process (double& left, double& right) noexcept
    {
        double sumLeft = 0.0, sumRight = 0.0;
        for (std::size_t i = 0; i < count; ++i)
        {
            auto& f = filters[i];
            sumLeft += f.gainLeft * f.bandPass (left, f.state[0]);
            sumRight += f.gainRight * f.bandPass (right, f.state[1]);
        }
        left = sumLeft;
        right = sumRight;
    }

    static std::span<const Resonance> resonancesOf (int box) noexcept
    {
        static constexpr Resonance violin[] = {
            { 275.0, 16.0, 0.55, 0.55 },   { 400.0, 30.0, 0.22, -0.20 },  { 465.0, 32.0, 0.80, 0.72 },
            { 550.0, 30.0, 0.85, 0.95 },   { 700.0, 22.0, -0.35, 0.30 },  { 860.0, 22.0, 0.45, 0.50 },
            { 1040.0, 20.0, -0.42, -0.35 }, { 1260.0, 18.0, 0.40, -0.42 }, { 1560.0, 14.0, 0.46, 0.52 },
            { 1930.0, 10.0, -0.60, 0.55 }, { 2400.0, 5.0, 0.95, 0.95 },   { 3100.0, 5.0, -0.60, -0.70 },
            { 4100.0, 4.0, 0.42, 0.38 },   { 5600.0, 3.0, -0.28, -0.30 },  { 8000.0, 2.0, 0.14, 0.15 },
        };
        static constexpr Resonance cello[] = {
            { 62.0, 4.0, 0.22, 0.22 },     { 102.0, 14.0, 0.70, 0.70 },   { 148.0, 24.0, 0.30, -0.25 }, { 176.0, 26.0, 0.85, 0.78 },
            { 219.0, 26.0, 0.80, 0.92 },   { 280.0, 22.0, -0.40, 0.38 },  { 345.0, 20.0, 0.48, 0.50 },
            { 430.0, 18.0, -0.45, -0.40 }, { 540.0, 16.0, 0.42, -0.45 },  { 680.0, 14.0, 0.45, 0.50 },
            { 850.0, 10.0, -0.50, 0.45 },  { 1120.0, 7.0, 0.60, 0.60 },   { 1550.0, 5.0, -0.70, -0.75 },
            { 2200.0, 4.0, 0.48, 0.45 },   { 3300.0, 3.0, -0.30, -0.28 },  { 5200.0, 2.0, 0.14, 0.15 },
        };
        switch (box)
        {
            case 1: return violin;
            case 2: return cello;
            default: return {};
        }
    }

private:
    /** State-variable band-pass with trapezoidal integrators (Zavalishin 2012, chapter 4), peak gain 1/damping. */
    struct Filter
    {
        double g = 0.0, damping = 1.0, scale = 1.0, gainLeft = 0.0, gainRight = 0.0;
        std::array<std::array<double, 2>, 2> state {};

        double bandPass (double input, std::array<double, 2>& s) const noexcept
        {
            const double high = (input - (g + damping) * s[0] - s[1]) * scale;
            const double band = g * high + s[0];
            const double low = g * band + s[1];
            s[0] = g * high + band;
            s[1] = g * band + low;
            return band;
        }
    };

    static constexpr std::size_t mostResonances = 16;
    std::array<Filter, mostResonances> filters {};
    std::size_t count = 0;
};
} // namespace kolophon
