// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "PlayerTurn.h"

#include <array>
#include <vector>

namespace kolophon
{
/** The walls of a small room around a player who moves: the images of the instrument in floor, ceiling and walls, and
    their images (Allen & Berkley, J. Acoust. Soc. Am. 65 (1979) 943-950), for two microphones.

        out = (in + g sum_j a_j in (t - tau_j))/sqrt (1 + g^2 E)      a_j = R^n d/d_j, n reflections, d: the direct way
        tau_j = (d_j - d + (e_j - e) m)/c                             m: the step of the instrument, e: how d follows it

    so that it is as loud as without. An image to which an odd number of walls has turned the instrument hears what
    goes to the other side of it: above k a = 1 that is another sound. A step of m changes each way otherwise; partials
    rise and fall as their paths interfere, and a vibrato crosses what the walls add up to, which is finer than the
    resonances of the box. The direct sound comes at once: no latency. [audio, except prepare()] */
class NearWalls
{
public:
    /** Allocates all memory. [prepare] */
    void prepare (double newSampleRate);

    void reset () noexcept;

    /** Aims at a place, reached in `samples` (0: at once). Called on the control grid. */
    void aim (const PlayerTurn::Place& place, int samples) noexcept;

    /** Adds the walls to both channels, in place. Their last echo is 50 ms late. */
    void process (double* left, double* right, int samples) noexcept;

private:
    static constexpr std::size_t images = 24; // in one wall, 6, or in two, 18
    struct Image
    {
        double delay = 0.0, perAside = 0.0, perNearer = 0.0; // [samples], [samples/m]
        double gain = 0.0;
        std::size_t channel = 0;
    };
    /** Delays [samples] on their way, and their steps per sample. */
    struct Delays
    {
        std::array<double, images> now {}, goal {}, step {};
    };

    void placeImages ();
    double quick (std::size_t channel, double in) noexcept;
    double echoes (std::size_t ear) noexcept;

    double sampleRate = 48000.0; // [Hz]
    std::array<std::array<Image, images>, 2> walls {};
    std::array<Delays, 2> delays {};
    std::vector<double> past; // frames of both channels; their number is a power of 2
    std::size_t mask = 0, position = 0;
    double longest = 1.0;           // [samples] of any delay
    double energy = 0.0;            // E
    double level = 0.0, goal = 0.0; // g
    double levelStep = 0.0;
    double opened = 1.0;                          // fraction of the time in which the input grows
    double lowPass = 0.5, highPass = 0.0;         // coefficients
    std::array<std::array<double, 2>, 2> slow {}; // of each channel's two stages: what the walls don't get
    std::array<double, 2> dull {};                // states of the low-pass, which is what walls swallow
};
} // namespace kolophon
