// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/PortableMath.h"
#include "../Bank/VoiceGroup.h"
#include "Guide.h"

#include <array>

namespace kolophon
{
/** Automatic pitch correction: friction drives a string a little below its own pitch, and this class moves the stopped
    pitch up until the requested one sounds. The first mode rotates once per period in its phase plane; the difference
    between its rotation over one control interval and that of the string as it is stopped is the flattening. An attack
    is sharp, beats and rattles for a tenth of a second, so a Kalman filter of one state weighs the measurements by
    their scatter: the expected value of the law remains in force until a tone is clean enough for a better one.
    [audio] */
class PitchLock
{
public:
    /** Starts a stroke of unknown flattening; the initial correction comes from `known`. */
    void start (const guide::Flattening& known, double strength) noexcept
    {
        *this = {};
        flattening = known.cents;
        applied = strength * flattening;
        loosen (known);
    }

    /** The first mode [sqrt (J)], and its partner if it comes as a pair; else at rest. */
    using Modes = std::array<VoiceGroup::ModeNow, 2>;

    /** Measures the modes, `seconds` after the last call, while `asked` [Hz] is requested and the string is stopped
        cents() above it. `rises`: a pitch above the request is meant, because the body's tension grows with its motion,
        and left as it is. Every fourth call, or when the request changes, updates the estimate. `strength` 0 … 1: the
        part of the flattening that is corrected. Returns the correction [cents]. */
    double follow (const Modes& modes, double asked, double seconds, double strength, bool rises = false) noexcept;

    double cents () const noexcept { return applied; }

    /** True if the correction has been constant for long enough on a clean tone, so that calls can be skipped while no
        input changes. */
    bool isSettled () const noexcept { return stood > settlingTime && scatter < squared (clean); }

    /** Loosens the estimate when the finger changes to another key: that of the last note remains as a first guess,
        with a larger uncertainty. */
    void loosen (const guide::Flattening& known) noexcept { uncertainty = squared (known.deviation); }

    /** Discards the measurements after a gap. */
    void skip () noexcept
    {
        before = {};
        continuous = false;
        measured = {};
    }

private:
    static constexpr double settlingTime = 0.25; // [s]
    static constexpr double clean = 2.0;         // [cents] scatter of a clean tone
    static constexpr double anotherNote = 100.0; // [cents] of error from which on another note is assumed to sound

    static constexpr double squared (double x) noexcept { return x * x; }

    /** Measurements since the last update, at one pitch: an update per so many control intervals takes an eighth less
        work than one per interval. */
    struct Measured
    {
        int readouts = 0;
        double along = 0.0, transposed = 0.0; // [J] rotations from call to call
        double length = 0.0;                  // [J] their magnitudes
    } measured;
    static constexpr int measurementsPerUpdate = 4;
    void measure (const Modes& modes) noexcept;
    void update (double strength, bool rises) noexcept;

    /** Rotation of the first mode from call to call that is expected. */
    struct Expected
    {
        double asked = 0.0, seconds = 0.0;
        double turn = 0.0, sine = 0.0, cosine = 1.0; // of the string as it is stopped
    } expected;
    void expect (double asked, double seconds) noexcept;

    /** Coefficients that depend on the update rate and on the pitch. */
    struct Pace
    {
        double asked = 0.0, seconds = 0.0;
        double keep = 0.0, part = 0.0; // of the averages: feedback of the short one, gain of the long one
        double alike = 0.0;            // number of updates with correlated scatter
    } pace;
    static Pace paceOf (double asked, double seconds) noexcept;

    Modes last {}, before {};               // states, and their changes, at the last call
    bool continuous = false;                // there was a call one interval before
    double real = 0.0, imaginary = 0.0;     // [J] averaged rotations, relative to the expected one
    double length = 0.0;                    // [J] averaged magnitudes
    double usual = 0.0;                     // [cents] average of the measured error
    double scatter = squared (anotherNote); // [cents^2] variance around that average
    double flattening = 0.0;                // [cents] the estimate
    double uncertainty = 0.0;               // [cents^2] variance of the estimate
    double applied = 0.0;                   // [cents]
    double age = 0.0;                       // [s]
    double stood = 0.0;                     // [s] since the last correction
};
} // namespace kolophon
