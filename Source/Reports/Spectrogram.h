#pragma once

#include <span>
#include <string>

namespace kolophon
{
/** A small picture (SVG, some kilobytes) of how a sound's spectrum moves: time to the right, 96 columns over all of it;
    upwards third octaves cut in three, from 40 Hz to 20 kHz; six greys, 10 dB apart, below the loudest field. */
std::string spectrogramSvg (std::span<const double> signal, double sampleRate, const std::string& title);
} // namespace kolophon
