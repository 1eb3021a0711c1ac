// SPDX-License-Identifier: GPL-3.0-or-later
#include "ModulationSources.h"

#include "../../Core/Noise.h"
#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"
#include "../Parameters/PatchChoices.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
/** Random value in [-1, 1) for each number of a stream; the same for each call. */
double drawn (double seed, std::uint64_t stream, std::int64_t number) noexcept
{
    Noise first (static_cast<std::uint64_t> (seed));
    Noise second (first.nextBits() ^ stream);
    return Noise (second.nextBits() ^ static_cast<std::uint64_t> (number)).nextBipolar();
}

/** Smooth interpolation between two such values. */
double between (double seed, std::uint64_t stream, double place) noexcept
{
    const double floor = std::floor (place), p = place - floor;
    const auto number = static_cast<std::int64_t> (floor);
    const double a = drawn (seed, stream, number), b = drawn (seed, stream, number + 1);
    return a + (b - a) * (p * p * (3.0 - 2.0 * p));
}

double triangle (double phase) noexcept
{
    return phase < 0.25 ? 4.0 * phase : (phase < 0.75 ? 2.0 - 4.0 * phase : 4.0 * phase - 4.0);
}
} // namespace

void SongClock::setTempo (double quartersPerMinute) noexcept
{
    quartersPerSecond = std::clamp (quartersPerMinute, 1.0, 1000.0) / 60.0;
}

void SongClock::setBar (double quarters) noexcept
{
    barQuarters = std::clamp (quarters, 0.0625, 64.0);
}

void SongClock::setPosition (double quarters, double ago) noexcept
{
    position = std::clamp (quarters, -1e9, 1e9) - ago * quartersPerSecond;
}

//======================================================================================================================
void Envelope::start() noexcept
{
    stage = Stage::attack;
    progress = 0.0;
    from = value;
}

void Envelope::release() noexcept
{
    if (stage == Stage::idle || stage == Stage::release)
        return;
    stage = Stage::release;
    progress = 0.0;
    from = value;
}

/** Returns true if a stage of this length [s] ends within `seconds`; the remaining time is that of the next stage. */
bool Envelope::passes (double length, double& seconds) noexcept
{
    const double left = (1.0 - progress) * length;
    if (seconds >= left)
    {
        seconds -= left;
        progress = 0.0;
        return true;
    }
    progress += seconds / length;
    return false;
}

double Envelope::move (const Patch& patch, const knobs::EnvelopeMembers& knob, double seconds) noexcept
{
    const double sustain = 0.01 * (patch.*knob.sustain), curve = patch.*knob.curve;
    const auto left = [this, curve]
    { return bentBy (curve == 0.0 ? 1.0 : portable::exp2 (2.0 * curve), 1.0 - progress); };
    if (stage == Stage::attack)
    {
        if (! passes (patch.*knob.attack, seconds))
            return value = 1.0 - (1.0 - from) * left();
        stage = Stage::hold;
    }
    if (stage == Stage::hold)
    {
        if (! passes (patch.*knob.hold, seconds))
            return value = 1.0;
        stage = Stage::decay;
    }
    if (stage == Stage::decay)
    {
        if (! passes (patch.*knob.decay, seconds))
            return value = sustain + (1.0 - sustain) * left();
        stage = Stage::sustain;
    }
    if (stage == Stage::sustain)
        return value = sustain;
    if (stage == Stage::release && ! passes (patch.*knob.release, seconds))
        return value = from * left();
    stage = Stage::idle;
    return value = 0.0;
}

//======================================================================================================================
double lfoQuarters (int length, const SongClock& clock) noexcept
{
    constexpr std::array<double, 4> bars { 8.0, 4.0, 2.0, 1.0 };
    constexpr std::array<double, 12> quarters { 2.0, 4.0 / 3.0, 1.5,   1.0,  2.0 / 3.0, 0.75,
                                                0.5, 1.0 / 3.0, 0.375, 0.25, 1.0 / 6.0, 0.125 };
    const auto at = static_cast<std::size_t> (std::clamp (length, 0, 15));
    return at < bars.size() ? bars[at] * clock.bar() : quarters[at - bars.size()];
}

void Lfo::move (const Patch& patch, const knobs::LfoMembers& knob, const SongClock& clock, double seconds) noexcept
{
    const bool inTime = patch.*knob.sync >= 0.5;
    cycles += seconds *
              (inTime ? clock.rate() / lfoQuarters (static_cast<int> (patch.*knob.length), clock) : patch.*knob.rate);
}

void Lfo::follow (const Patch& patch, const knobs::LfoMembers& knob, const SongClock& clock) noexcept
{
    if (patch.*knob.sync >= 0.5)
        cycles = clock.quarters() / lfoQuarters (static_cast<int> (patch.*knob.length), clock);
}

double Lfo::value (const Patch& patch, const knobs::LfoMembers& knob, std::uint64_t stream) const noexcept
{
    const double place = cycles + 0.01 * (patch.*knob.phase);
    const double phase = place - std::floor (place);
    switch (choiceAt<LfoShape> (patch.*knob.shape))
    {
        case LfoShape::sine: return portable::sin (2.0 * pi * phase);
        case LfoShape::triangle: return triangle (phase);
        case LfoShape::rise: return 2.0 * phase - 1.0;
        case LfoShape::fall: return 1.0 - 2.0 * phase;
        case LfoShape::square: return phase < 0.5 ? 1.0 : -1.0;
        case LfoShape::steps:
            return drawn (patch.modulationSeed, stream, static_cast<std::int64_t> (std::floor (place)));
        case LfoShape::wander: return between (patch.modulationSeed, stream, place);
    }
    return 0.0;
}

//======================================================================================================================
double SourceGlide::over (double now, double before, const Choices& choices, double fraction) noexcept
{
    constexpr double gone = 1e-6;
    if (known && choices != chosen)
        left = before - now;
    chosen = choices;
    known = true;
    left -= fraction * left;
    if (std::abs (left) < gone)
        left = 0.0;
    return now + left;
}

//======================================================================================================================
double Drift::value (const Patch& patch, std::uint64_t stream) const noexcept
{
    double sum = 0.0, place = steps;
    for (std::uint64_t layer = 0; layer < 5; ++layer, place *= 0.5)
        sum += between (patch.modulationSeed, stream + (layer << 56), place);
    const double x = 0.5 * sum;
    return x / std::sqrt (1.0 + x * x);
}
} // namespace kolophon
