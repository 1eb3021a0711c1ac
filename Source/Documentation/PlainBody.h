// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Reports/Plot.h"
#include "../Synth/Parameters/ParameterTable.h"

/** Settings shared by the figures and tables of bodies: C4, with every knob at its default. */
namespace kolophon::plainbody
{
inline constexpr int noteKey = 60; // C4
inline constexpr double sampleRate = 48000.0;
inline constexpr gnuplot::Words smallKey { "set key font ',11' samplen 1.6\n" };

inline Patch patchOf (int body)
{
    auto patch = defaultsOfFormat1();
    patch.bodyType = body;
    return patch;
}
} // namespace kolophon::plainbody
