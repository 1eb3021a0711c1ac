// SPDX-License-Identifier: GPL-3.0-or-later
#include "SympatheticStrings.h"

#include "../../Core/Units.h"
#include "../../Physics/ModeStep-inl.h"
#include "../../Physics/Nyquist-inl.h"
#include "../PortableMath.h"

#include <algorithm>
#include <utility>

namespace kolophon
{
namespace
{
constexpr double impedance = 0.25; // [kg/s] at D4; tracks frequency like the bowed strings' default
constexpr double quality = 600.0;

/** MIDI keys of the strings. */
std::array<int, SympatheticStrings::strings> keysOf (int set) noexcept
{
    switch (set)
    {
        case 1: return { 43, 50, 57, 64, 55, 62, 69, 76, 67, 74, 81, 88 };  // fifths: G D A E and their octaves
        case 2: return { 50, 54, 57, 62, 64, 66, 67, 69, 71, 73, 74, 78 };  // D major
        case 3: return { 38, 45, 50, 57, 62, 69, 74, 50, 57, 62, 69, 81 };  // a drone of D and A
        default: return { 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59 }; // every semitone from C3
    }
}
} // namespace

void SympatheticStrings::tune (int set, double decay, double timeStep, const Tuning& tuning) noexcept
{
    const auto keys = keysOf (set);
    tapSquares = 0.0;
    for (std::size_t string = 0; string < strings; ++string)
    {
        const double f = 440.0 * portable::exp2 ((tuning.noteOf (keys[string]) - 69.0) / 12.0);
        const double Z = impedance * std::sqrt (293.6647679174076 / f);
        for (std::size_t n = 0; n < partials; ++n)
        {
            const auto i = string * partials + n;
            const double w = 2.0 * pi * (f * static_cast<double> (n + 1));
            const double faded = HWY_NAMESPACE::belowNyquist (w, timeStep);
            const auto step = HWY_NAMESPACE::modeStep<double> (
                faded, std::min (decayRateFromT60 (decay) + w / (2.0 * quality), 0.9 * faded), timeStep);
            modes.Q[i] = step.Q;
            modes.S[i] = step.S;
            modes.D[i] = step.D;
            modes.lossYY[i] = step.lossYY;
            modes.lossYV[i] = step.lossYV;
            modes.lossVV[i] = step.lossVV;
            modes.tap[i] = HWY_NAMESPACE::fadeAtNyquist (w, timeStep) * 2.0 * std::sqrt (f * Z);
            tapSquares += modes.tap[i] * modes.tap[i];
        }
    }
}

double SympatheticStrings::silence() noexcept
{
    const double left = energy();
    modes.x1.fill (0.0);
    modes.x2.fill (0.0);
    odd = even = booked = lost = 0.0;
    return left;
}

void SympatheticStrings::swing (bool booksAreOpen) noexcept
{
    const auto swung = sympathetic::swing (modes, booksAreOpen);
    odd = swung.odd;
    even = swung.even;
    lost = swung.lost;
}

void SympatheticStrings::pull (double shortening) noexcept
{
    sympathetic::pull (modes, shortening);
}

double SympatheticStrings::energy() const noexcept
{
    return sympathetic::energy (modes);
}

void SympatheticStrings::book (double received, double atBridge) noexcept
{
    const double after = energy(), body = lost + atBridge;
    ledger.book (after, received, 0.0, body, EnergyLedger::residual (after - booked, received, 0.0, body));
    booked = after;
}
} // namespace kolophon
