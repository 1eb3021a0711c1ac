#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace kolophon
{
/** A room around the instrument: the first reflections of a shoebox, then a feedback delay network.

        early   each wall mirrors the source (Allen & Berkley 1979): 6 images an ear, delay and 1/r from the geometry,
                reflectivity from the reverberation time by Eyring's formula
        late    x_i[n] = line i, D_i samples long        y_i = (g_i x_i) through the line's absorption
                into line i: sum_j A_ij y_j + input      A = Hadamard's matrix of 16 over 4, orthogonal

    (Stautner & Puckette 1982; Jot & Chaigne 1991; cited from memory.) Each line's absorption is a shelf
    g_inf + (g_0 - g_inf) lowpass with its corner at 4 kHz and

        |g| = 10^(-3 D/T60) at 1 kHz, exactly          g_inf = 10^(-3 D/(T60/4))

    so that every mode near 1 kHz decays in the time that was asked for and high ones sooner; g_0, at 0 Hz, follows (decay
    about a quarter longer). Stable at any setting: A keeps the energy, and no shelf lets more than g_0 < 1 through. Lengths
    are given in seconds and rounded to different prime numbers of samples, so that no two lines share an echo. All-passes
    before the lines make the echoes dense. Nothing is modulated: the tests find no flutter without it.

    Why our own: Debian's libraries are convolvers, whose FFTs in float do not promise bits (zita-convolver), or combs with
    one decay for all frequencies (STK); zita-rev1 and Dragonfly are programs and plugins. Judged by their descriptions. */
class Room
{
public:
    static constexpr int lineCount = 16;
    static constexpr double longestPath = 0.108;   // [s] until everything in the room has been heard once more
    static constexpr double glideTime = 0.03;      // [s]
    static constexpr double bassRatio = 1.24;      // the longest decay, at 0 Hz, over the one at 1 kHz

    /** Takes the memory that it will ever need. [prepare] */
    void prepare (double newSampleRate);

    /** An empty room, at once: what the lines still hold counts as never written. [audio] */
    void reset() noexcept;

    /** Reverberation time [s] at 1 kHz: at once, or on its way there for `glideTime`. Called on the control grid. [audio] */
    void aim (double newT60, bool atOnce) noexcept;

    /** One sample: what the room adds to both channels. [audio] */
    void process (double inLeft, double inRight, double& left, double& right) noexcept;

    /** True when nothing above -140 dB has gone in or come out for as long as an echo can take: the room sleeps. */
    bool isQuiet() const noexcept { return quietSamples >= quietFor(); }

private:
    struct Absorption
    {
        std::array<double, lineCount> high {}, more {}; // gain far above the corner; how much more at 0 Hz
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

    void prepareReflections();
    double diffuse (Diffuser& d, double in) noexcept;
    void reflect (double inLeft, double inRight, double (&early)[2]) noexcept;
    Absorption absorptionFor (double time) const noexcept;
    void glide() noexcept;
    int quietFor() const noexcept { return static_cast<int> (longestPath * sampleRate); }

    double sampleRate = 48000.0;            // [Hz]
    double corner = 0.27;                   // of the lines' low-pass, tan (pi f/f_s)
    double cornerShare = 0.06;              // (tan (pi 1 kHz/f_s)/corner)^2
    double lowPass = 0.21;                  // fraction of the way to its input that it goes in a sample
    double t60 = 0.0;                       // [s] at 1 kHz, as asked for
    std::array<int, lineCount> length {};   // [samples] of each line, primes
    std::vector<double> lines;              // frames of 16 lines
    std::vector<double> diffuserLines;      // one behind the other
    std::vector<double> past;               // what went in, frames of both sides
    int frames = 1, pastFrames = 1;         // how many there are
    int position = 0, pastPosition = 0;     // where the next one is written
    int age = 0;                            // [samples] since reset(), as far as anybody asks
    std::array<double, lineCount> state {}; // of the low-passes
    std::array<Diffuser, 12> diffusers {};
    std::array<std::array<Reflection, 6>, 2> reflections {};
    Absorption now, goal, step;
    int gliding = 0;      // [samples] to go
    int quietSamples = 0; // [samples] since anything above -140 dB went in or came out
};
} // namespace kolophon
