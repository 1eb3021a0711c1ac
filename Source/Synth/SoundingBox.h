#pragma once

#include "ResonanceBank.h"

namespace kolophon
{
/** What radiates: a bank of resonances (Boxes.h) driven by the force at the bridge, for two listening places. It is an
    output filter: it takes no energy from the strings (a body that couples back belongs to the physics).

    Each resonance is a state-variable band-pass with trapezoidal integrators (Zavalishin 2012, chapter 4):

        high = (in - (g + d) s_0 - s_1)/(1 + g (g + d))     band = g high + s_0     low = g band + s_1
        s_0 <- band + g high                                s_1 <- low + g band     g = tan (pi f/f_s), d = 1/Q

    Without input s_0^2 + s_1^2 never grows, whatever g > 0 does meanwhile (the step is the Cayley transform of
    g [-d -1; 1 0], whose symmetric part is -g d), so that the size may glide. Another box fades in. */
class SoundingBox
{
public:
    static constexpr double fadeTime = 0.020; // [s] from one box to another

    /** At rest, without a box. [prepare] */
    void prepare (double newSampleRate) noexcept;

    /** At rest. [audio] */
    void reset () noexcept;

    /** `box` as in the table's menu out.box; `size` scales it (1 = as built), reached in `samples` (0: at once). Called
        on the control grid. [audio] */
    void aim (int box, double size, int samples) noexcept;

    /** True when nothing but the bare input comes out, and will until another box is asked for. */
    bool isBare () const noexcept { return now.box == 0 && fade == 0.0; }

    /** `samples` samples of both channels, in place: at most those of a stretch between two points of the control grid,
        so that a glide ends where it should. [audio] */
    void process (double* left, double* right, int samples) noexcept;

private:
    /** One box. */
    struct Bank : ResonanceBank
    {
        int box = 0;                                             // place in boxes::names
        double size = 0.0;                                       // 1: as built
        alignas (64) Values goalG {}, goalLeft {}, goalRight {}; // where they glide to

        void rest () noexcept;
        void take (int newBox, double newSize, double sampleRate) noexcept;
        void resize (double newSize, int samples, double sampleRate) noexcept;
        void arrive () noexcept;
    };

    double sampleRate = 48000.0; // [Hz]
    Bank now, before;
    double fade = 0.0; // 1 … 0: how much of the box before is left
};
} // namespace kolophon
