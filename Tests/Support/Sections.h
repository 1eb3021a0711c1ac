// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Scene.h"
#include "Synth/Feeds/MeterFrame.h"

#include <catch2/catch.hpp>

/** What tests of sections share. */
namespace kolophon::test
{
inline Patch sectionOf (double players, Settings settings = {})
{
    auto patch = Patch::defaults();
    turn (patch, { { "section.players", players } });
    turn (patch, settings);
    return patch;
}

inline int stringsIn (const Patch& patch, const std::vector<PerformanceEvent>& events, int samples,
                      double rate = 48000.0)
{
    PreparedSynth synth (patch, rate);
    render (synth, events, samples);
    MeterFrame frame;
    REQUIRE (synth.collectMeters (frame));
    return frame.voicesAwake;
}

/** Largest jump [dB]. Nothing of the strings that are asked here lies above 4.7 kHz, which eight differences lower by
    82 dB; of a jump they leave 35/256. */
inline double partOfJump (const std::vector<double>& sound, std::size_t from)
{
    double most = 0.0;
    for (std::size_t n = from; n + 8 < sound.size(); ++n)
    {
        constexpr double binomials[] = { 1, -8, 28, -56, 70, -56, 28, -8, 1 };
        double sum = 0.0;
        for (std::size_t k = 0; k < 9; ++k)
            sum += binomials[k] * sound[n + k];
        most = std::max (most, std::abs (sum) / 35.0);
    }
    return 20.0 * std::log10 (most);
}
} // namespace kolophon::test
