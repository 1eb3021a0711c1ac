// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/ModulationKnobs.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

/** Modulation sources that run by themselves. All of them are evaluated at the end of each segment of the control grid,
    and depend on time, knobs and seed alone. [audio] */
namespace kolophon
{
/** Visits a value as a number. If it isn't const, it takes the number that `visit` leaves, clamped to [low, high]. */
template <class Value, class Visit>
void visitKept (Value& value, double low, double high, Visit&& visit) noexcept
{
    auto number = static_cast<double> (value);
    visit (number);
    if constexpr (! std::is_const_v<Value>)
        value = static_cast<Value> (std::clamp (number, low, high));
}

/** Position in the song. It advances at the tempo whether or not the host plays. */
class SongClock
{
public:
    /** Goes to the beginning of the song, with 120 quarter notes per minute, four to the bar. */
    void reset () noexcept { *this = {}; }

    void setTempo (double quartersPerMinute) noexcept; // clamped to 1 … 1000
    void setBar (double quarters) noexcept;            // length of a bar, clamped to 1/16 … 64
    /** Sets the position to `quarters` from the song's beginning, as of `ago` [s] before now (negative: after); bars
        are counted by their length. */
    void setPosition (double quarters, double ago) noexcept;

    void move (double seconds) noexcept { position += seconds * quartersPerSecond; }

    double quarters () const noexcept { return position; }
    double rate () const noexcept { return quartersPerSecond; } // [1/s]
    double bar () const noexcept { return barQuarters; }

    /** Restores a position exactly. */
    void resume (double itsQuarters, double itsRate, double itsBar) noexcept
    {
        position = itsQuarters;
        quartersPerSecond = itsRate;
        barQuarters = itsBar;
    }

private:
    double position = 0.0, quartersPerSecond = 2.0, barQuarters = 4.0;
};

/** Attack, hold, decay, sustain, release. Each stage is a power of its progress p: the remaining distance is (1 -
    p)^(4^curve). A stroke that begins while an older one sounds rises from the envelope's current value. */
class Envelope
{
public:
    void start () noexcept;
    /** Begins the release; further calls do nothing. */
    void release () noexcept;
    /** Advances by `seconds` and returns the value, 0 … 1. */
    double move (const Patch& patch, const knobs::EnvelopeMembers& knob, double seconds) noexcept;

    /** Visits the whole state as numbers: a const one to store it, else to restore it. */
    template <class Self, class Visit>
    static void eachNumber (Self& self, Visit&& visit) noexcept
    {
        visitKept (self.stage, 0.0, 5.0, visit);
        for (auto* fraction : { &self.progress, &self.from, &self.value })
            visitKept (*fraction, 0.0, 1.0, visit);
    }

private:
    enum class Stage { idle, attack, hold, decay, sustain, release };
    bool passes (double length, double& seconds) noexcept;

    Stage stage = Stage::idle;
    double progress = 0.0; // 0 … 1 of the stage
    double from = 0.0;     // value at which attack or release began
    double value = 0.0;
};

/** Phase of a low-frequency oscillator, in cycles. */
class Lfo
{
public:
    void reset () noexcept { cycles = 0.0; }
    /** Advances by `seconds`, at its own rate or at the song's. */
    void move (const Patch& patch, const knobs::LfoMembers& knob, const SongClock& clock, double seconds) noexcept;
    /** Sets the phase to the song's position, if synced to the song. */
    void follow (const Patch& patch, const knobs::LfoMembers& knob, const SongClock& clock) noexcept;
    /** Value, -1 … 1. `stream` selects the random sequence of one oscillator. */
    double value (const Patch& patch, const knobs::LfoMembers& knob, std::uint64_t stream) const noexcept;
    template <class Self, class Visit>
    static void eachNumber (Self& self, Visit&& visit) noexcept
    {
        visit (self.cycles);
    }

private:
    double cycles = 0.0;
};

/** Length of a cycle in quarter notes, by the menu's index; bars are as long as the song's. */
double lfoQuarters (int length, const SongClock& clock) noexcept;

/** Random movement with equal power in every octave: five layers of seeded values, interpolated smoothly, the fastest
    at mod.drift_rate, each of the others half as fast. */
class Drift
{
public:
    void reset () noexcept { steps = 0.0; }
    void move (const Patch& patch, double seconds) noexcept { steps += patch.driftRate * seconds; }
    /** Value, -1 … 1, about 0.4 rms. */
    double value (const Patch& patch, std::uint64_t stream) const noexcept;
    template <class Self, class Visit>
    static void eachNumber (Self& self, Visit&& visit) noexcept
    {
        visit (self.steps);
    }

private:
    double steps = 0.0; // of the fastest layer
};

/** Glide of a source over the jump that it makes when one of its menus, or the seed, moves. */
class SourceGlide
{
public:
    using Choices = std::array<double, 4>;

    /** The value to be heard in the place of `now`; the source was last heard at `before`. `fraction`: of the glide in
        a segment. */
    double over (double now, double before, const Choices& choices, double fraction) noexcept;
    /** Ends the glide. */
    void arrive () noexcept { left = 0.0; }

private:
    Choices chosen {};
    bool known = false;
    double left = 0.0; // of the jump
};

using SourceValues = std::array<double, modulationSourceCount>;

inline double& at (SourceValues& values, ModulationSource source) noexcept
{
    return values[static_cast<std::size_t> (source)];
}
inline double at (const SourceValues& values, ModulationSource source) noexcept
{
    return values[static_cast<std::size_t> (source)];
}
} // namespace kolophon
