// SPDX-License-Identifier: GPL-3.0-or-later
#include "PitchLock.h"

#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double averagedPeriods = 2.0, scatterPeriods = 12.0;
constexpr double shortestAverage = 0.004, shortestScatter = 0.03; // [s]
constexpr double transient = 0.05;                                // [s] after the attack before its pitch is measured
constexpr double deadBand = 0.25;                                 // [cents]
constexpr double purity = 0.9;                                    // of the rotation of a mode that mostly rotates
constexpr double finest = 1.5;                                    // [cents] scatter of the cleanest tone
constexpr double correlation = 32.0;                              // averages with correlated scatter: beats are slow
constexpr double wandering = 40.0;                                // [cents^2/s] drift of the flattening with the hand
} // namespace

PitchLock::Pace PitchLock::paceOf (double asked, double seconds) noexcept
{
    const double average = std::max (averagedPeriods / asked, shortestAverage);
    const double longer = std::max (scatterPeriods / asked, shortestScatter);
    return { .asked = asked,
             .seconds = seconds,
             .keep = average / (average + seconds),
             .part = seconds / (longer + seconds),
             .alike = correlation * average / seconds };
}

void PitchLock::expect (double asked, double seconds) noexcept
{
    const double turn = 2.0 * pi * asked * portable::exp2 (applied / 1200.0) * seconds;
    expected = { asked, seconds, turn, portable::sin (turn), portable::sin (turn + 0.5 * pi) };
}

double PitchLock::follow (const Modes& modes, double asked, double seconds, double strength, bool rises) noexcept
{
    if (asked != expected.asked || seconds != expected.seconds)
    {
        update (strength, rises);
        expect (asked, seconds);
    }
    measure (modes);
    if (measured.readouts == measurementsPerUpdate)
        update (strength, rises);
    return applied;
}

/** Measures changes instead of states, because friction adds a constant offset. (x1 + i x2) rotates clockwise: it is
    multiplied by the conjugate of its previous value. */
void PitchLock::measure (const Modes& modes) noexcept
{
    for (std::size_t i = 0; i < modes.size(); ++i)
    {
        const VoiceGroup::ModeNow change { modes[i].x1 - last[i].x1, modes[i].x2 - last[i].x2 };
        if (change.x1 == 0.0 && change.x2 == 0.0 && before[i].x1 == 0.0 && before[i].x2 == 0.0)
            continue; // no such mode
        measured.along += change.x1 * before[i].x1 + change.x2 * before[i].x2;
        measured.transposed += change.x2 * before[i].x1 - change.x1 * before[i].x2;
        measured.length += std::sqrt ((change.x1 * change.x1 + change.x2 * change.x2) *
                                      (before[i].x1 * before[i].x1 + before[i].x2 * before[i].x2));
        last[i] = modes[i];
        before[i] = continuous ? change : VoiceGroup::ModeNow { 0.0, 0.0 };
    }
    continuous = true;
    ++measured.readouts;
}

void PitchLock::update (double strength, bool rises) noexcept
{
    if (measured.readouts == 0)
        return;
    const double seconds = measured.readouts * expected.seconds;
    if (expected.asked != pace.asked || seconds != pace.seconds)
        pace = paceOf (expected.asked, seconds);
    // times the conjugate of the expected rotation
    real = pace.keep * real + measured.along * expected.cosine - measured.transposed * expected.sine;
    imaginary = pace.keep * imaginary + measured.transposed * expected.cosine + measured.along * expected.sine;
    length = pace.keep * length + measured.length;
    measured = {};
    age += seconds;
    // flattening relative to the string as it is stopped
    const double error = real > purity * length ? imaginary / real / expected.turn * centsPerNeper : anotherNote;
    const bool isTone = std::abs (error) < anotherNote;
    const double below = std::clamp (error, -anotherNote, anotherNote);
    scatter = (1.0 - pace.part) * (scatter + pace.part * squared (below - usual));
    usual += pace.part * (below - usual);
    if (isTone && age >= transient)
    {
        const double noise = (scatter + squared (finest)) * pace.alike;
        const double gain = uncertainty / (uncertainty + noise);
        flattening += gain * (below - flattening);
        uncertainty *= 1.0 - gain;
    }
    uncertainty += wandering * seconds;
    stood += seconds;
    const double correctable = rises ? std::max (flattening, 0.0) : flattening;
    const double goal = strength * correctable;
    if (std::abs (goal - applied) <= deadBand)
        return;
    applied = goal;
    stood = 0.0;
    expect (expected.asked, expected.seconds);
}
} // namespace kolophon
