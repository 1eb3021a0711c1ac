// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Resonances/ResonanceBank.h"
#include "Convolver.h"

#include <array>

namespace kolophon
{
/** Radiating body: a bank of modes (Boxes.h) driven by the force at the bridge, for two listening places. It is an
    output filter: it takes no energy from the strings (a body that couples back belongs to the physics).

    Each mode is a number z that turns and shrinks, excited by both inputs and heard by both ears:

        z <- p z + 2 s (a_l in_l + a_r in_r)      p = e^(-s + i w)     w^2 + s^2 = (2 pi f/f_s)^2    s = pi f/(Q f_s)
        out = r (Re z - half of what has just come in)

    which is the impulse response r 2 s e^(-s n) cos (w n), sampled with half of its first value as the trapezoidal rule
    has it: a band-pass with gain r at its peak. One input gives both ears different sums, and a string that stands on
    one side excites more of the modes that radiate there (BoxField.h).

    Without input |z| never grows, even if p changes, because |p| < 1 (also between two such numbers: the disc is
    convex), so that the size may glide. A change of box or character is cross-faded.

    A measured box is the convolution with its impulse response instead, each ear with its own, of one size. */
class SoundingBox
{
public:
    static constexpr double fadeTime = 0.020; // [s] from one box to another

    /** Identity of a box: no part of it moves gradually. */
    struct Kind
    {
        int box = 0;                   // index in boxes::names
        int character = 1;             // which of all that could be built to the same plan
        Convolver* response = nullptr; // of a measured box

        bool operator== (const Kind&) const noexcept = default;
    };

    /** Sets the sample rate; at rest, without a box. [prepare] */
    void prepare (double newSampleRate) noexcept;

    /** Sets all modes to rest. [audio] */
    void reset () noexcept;

    /** Selects a box; `size` scales it (1 = as built), reached in `samples` (0: at once), as is the angle whose sine is
        `turned`. A mode radiates from a place x of its own, between -a and a on a body of radius a, and turning it by
        phi brings that place nearer by x sin phi: its phase at the listener is k x sin phi, so that above k a = 1 each
        mode adds up with the others in another way. Called on the control grid. [audio] */
    void aim (Kind kind, double size, int samples, double turned = 0.0) noexcept;

    /** True if the output is the bare input, until another box is selected. */
    bool isBare () const noexcept { return present().kind.box == 0 && fade == 0.0; }

    /** True if no measured box has anything under way to the output. */
    bool isQuiet () const noexcept
    {
        const auto rings = [] (const Bank& bank)
        { return bank.kind.response != nullptr && ! bank.kind.response->isQuiet(); };
        return ! rings (present()) && ! (fade > 0.0 && rings (banks[1 - current]));
    }

    /** True if this response can still be heard. */
    bool isUsing (const Convolver& response) const noexcept
    {
        return present().kind.response == &response || (fade > 0.0 && banks[1 - current].kind.response == &response);
    }

    /** Processes `samples` samples of both channels, in place: at most one segment between two points of the control
        grid, so that a glide ends where it should. [audio] */
    void process (double* left, double* right, int samples) noexcept;

private:
    /** State of one box. */
    struct Bank : ResonanceBank
    {
        Kind kind;
        double size = 0.0; // 1: as built
        boxes::Modes modes;

        void rest () noexcept;
        void sound (double* ofLeft, double* ofRight, int samples) noexcept;
        void set (Kind newKind, double newSize, double sampleRate) noexcept;
        void resize (double newSize, int samples) noexcept;
        void turnTo (double sineOfAngle, int samples) noexcept;
        void arrive () noexcept;
    };

    Bank& present () noexcept { return banks[current]; }
    const Bank& present () const noexcept { return banks[current]; }
    Bank& before () noexcept { return banks[1 - current]; }

    double sampleRate = 48000.0; // [Hz]
    std::array<Bank, 2> banks;
    std::size_t current = 0; // of the banks; the other one is what fades out
    double fade = 0.0;       // 1 … 0: gain of the previous box
};
} // namespace kolophon
