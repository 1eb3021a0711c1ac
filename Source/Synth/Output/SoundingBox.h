// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bank/ResonanceBank.h"

namespace kolophon
{
/** Radiating body: a bank of resonances (Boxes.h) driven by the force at the bridge, for two listening places. It is an
    output filter: it takes no energy from the strings (a body that couples back belongs to the physics).

    Each resonance is a state-variable band-pass with trapezoidal integrators (Zavalishin 2012, chapter 4):

        high = (in - (g + d) s_0 - s_1)/(1 + g (g + d))     band = g high + s_0     low = g band + s_1
        s_0 <- band + g high                                s_1 <- low + g band     g = tan (pi f/f_s), d = 1/Q

    Without input s_0^2 + s_1^2 never grows, even if g > 0 changes (the step is the Cayley transform of g [-d -1; 1 0],
    whose symmetric part is -g d), so that the size may glide. A change of box is cross-faded. */
class SoundingBox
{
public:
    static constexpr double fadeTime = 0.020; // [s] from one box to another

    /** Sets the sample rate; at rest, without a box. [prepare] */
    void prepare (double newSampleRate) noexcept;

    /** Sets all resonances to rest. [audio] */
    void reset () noexcept;

    /** Selects a box by its index in the menu out.box; `size` scales it (1 = as built), reached in `samples` (0: at
        once). Called on the control grid. [audio] */
    void aim (int box, double size, int samples) noexcept;

    /** True if the output is the bare input, until another box is selected. */
    bool isBare () const noexcept { return now.box == 0 && fade == 0.0; }

    /** Processes `samples` samples of both channels, in place: at most one segment between two points of the control
        grid, so that a glide ends where it should. [audio] */
    void process (double* left, double* right, int samples) noexcept;

private:
    /** State of one box. */
    struct Bank : ResonanceBank
    {
        int box = 0;                                             // index in boxes::names
        double size = 0.0;                                       // 1: as built
        alignas (64) Values goalG {}, goalLeft {}, goalRight {}; // targets of the glide

        void rest () noexcept;
        void take (int newBox, double newSize, double sampleRate) noexcept;
        void resize (double newSize, int samples, double sampleRate) noexcept;
        void arrive () noexcept;
    };

    double sampleRate = 48000.0; // [Hz]
    Bank now, before;
    double fade = 0.0; // 1 … 0: gain of the previous box
};
} // namespace kolophon
