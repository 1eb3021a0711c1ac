// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace kolophon
{
/** A picture in words, for people who do not see it, and for the tooltips of browsers. */
struct PictureWords
{
    std::string title, description; // plain text
};

/** A small picture (SVG, some kilobytes) of a sound's spectrum over time: time on the horizontal axis, 96 columns
    for the whole sound; on the vertical axis ninths of an octave, from 40 Hz to 20 kHz; six shades, in steps of 10
    dB below the loudest cell. Both axes have ticks at round numbers, the shades their levels. */
std::string spectrogramSvg (std::span<const double> signal, double sampleRate, const PictureWords& words);
} // namespace kolophon
