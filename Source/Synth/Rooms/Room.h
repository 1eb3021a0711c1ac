// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace kolophon
{
/** A room around the instrument: the first reflections of a shoebox, then a feedback delay network.

        early   each wall mirrors the source (Allen & Berkley 1979): 6 images per ear, delay and 1/r from the geometry,
                reflectivity from the reverberation time by Eyring's formula
        late    x_i[n] = line i, D_i samples long        y_i = (g_i x_i) through the line's absorption
                into line i: sum_j A_ij y_j + input      A = Hadamard's matrix of 16 over 4, orthogonal

    (Stautner & Puckette, Computer Music J. 6 (1982) 52-65; Jot & Chaigne, AES 90th Convention 1991, preprint 3030.)
    Each line's absorption is a shelf
    g_inf + (g_0 - g_inf) lowpass with its corner at 4 kHz and

        |g| = 10^(-3 D/T60) at 1 kHz, exactly          g_inf = 10^(-3 D/(T60/4))

    so that every mode near 1 kHz decays in the requested time and high ones sooner; g_0, at 0 Hz, follows (decay about
    a quarter longer). Stable at any setting: A is lossless, and no shelf lets more than g_0 < 1 through. Lengths are
    given in seconds and rounded to different prime numbers of samples, so that no two lines share an echo. All-passes
    before the lines make the echoes dense. Delays are not modulated: the tests find no flutter without modulation.

    Reasons for an implementation of our own: Debian's libraries are convolvers, whose FFTs in float do not promise bits
    (zita-convolver), or combs with one decay for all frequencies (STK); zita-rev1 and Dragonfly are programs and
    plugins. (Judged by their descriptions.) */
class Room
{
public:
    static constexpr int lineCount = 16;
    static constexpr double longestPath = 0.108; // [s] until all stored samples have been in the output at least once
    static constexpr double glideTime = 0.03;    // [s]
    static constexpr double bassRatio = 1.24;    // ratio of the longest decay, at 0 Hz, to that at 1 kHz

    /** Allocates all memory. [prepare] */
    void prepare (double newSampleRate);

    /** Silences the room at once: samples stored before are ignored. [audio] */
    void reset () noexcept;

    /** Sets the reverberation time [s] at 1 kHz: at once, or gliding for `glideTime`. Called on the control grid.
        [audio] */
    void aim (double newT60, bool atOnce) noexcept;

    /** Processes one sample: the reverberation of both channels, without the direct sound. [audio] */
    void process (double inLeft, double inRight, double& left, double& right) noexcept;

    /** True if input and output have been below -140 dB for the longest echo: the room can be skipped. */
    bool isQuiet () const noexcept { return quietSamples >= quietFor(); }

private:
    struct Absorption
    {
        std::array<double, lineCount> high {}, more {}; // gain far above the corner; additional gain at 0 Hz
        double late = 0.0, early = 0.0;                 // levels in the output
    };
    struct Reflection
    {
        int delay = 1; // [samples]
        double gain = 0.0;
    };
    struct Diffuser
    {
        int length = 1, position = 0; // [samples]
        std::size_t start = 0;        // in diffuserLines
    };

    void prepareReflections ();
    double diffuse (Diffuser& d, double in) noexcept;
    void reflect (double inLeft, double inRight, double (&early)[2]) noexcept;
    Absorption absorptionFor (double time) const noexcept;
    void glide () noexcept;
    int quietFor () const noexcept { return static_cast<int> (longestPath * sampleRate); }

    double sampleRate = 48000.0;            // [Hz]
    double corner = 0.27;                   // of the lines' low-pass, tan (pi f/f_s)
    double cornerWeight = 0.06;             // (tan (pi 1 kHz/f_s)/corner)^2
    double lowPass = 0.21;                  // coefficient of the low-pass per sample
    double t60 = 0.0;                       // [s] at 1 kHz, the target
    std::array<int, lineCount> length {};   // [samples] of each line, primes
    std::vector<double> lines;              // frames of 16 lines
    std::vector<double> diffuserLines;      // in sequence
    std::vector<double> past;               // input, frames of both channels
    int frames = 1, pastFrames = 1;         // numbers of frames
    int position = 0, pastPosition = 0;     // next one to be written
    int age = 0;                            // [samples] since reset(), up to the longest delay
    std::array<double, lineCount> state {}; // of the low-passes
    std::array<Diffuser, 12> diffusers {};
    std::array<std::array<Reflection, 6>, 2> reflections {};
    Absorption now, goal, step;
    int gliding = 0;      // [samples] until the glide ends
    int quietSamples = 0; // [samples] since input or output was above -140 dB
};
} // namespace kolophon
