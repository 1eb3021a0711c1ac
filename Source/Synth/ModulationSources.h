#pragma once

#include "ModulationKnobs.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

/** What moves by itself. All of it is evaluated where a stretch of the control grid ends, and is a function of time,
    knobs and seed alone. [audio] */
namespace kolophon
{
/** Visits a value as a number. Where it isn't const, it takes what `visit` leaves there, held inside [low, high]. */
template <class Value, class Visit>
void visitKept (Value& value, double low, double high, Visit&& visit) noexcept
{
    auto number = static_cast<double> (value);
    visit (number);
    if constexpr (! std::is_const_v<Value>)
        value = static_cast<Value> (std::clamp (number, low, high));
}

/** Where the song is. It goes on at its tempo whether the host plays or not. */
class SongClock
{
public:
    /** Beginning of the song, 120 quarter notes a minute, four to the bar. */
    void reset () noexcept { *this = {}; }

    void setTempo (double quartersPerMinute) noexcept; // kept inside 1 … 1000
    void setBar (double quarters) noexcept;            // length of a bar, kept inside 1/16 … 64
    /** `quarters` from the song's beginning, bars counted by their length; `ago` [s] it was
        there; negative: it will be. */
    void setPosition (double quarters, double ago) noexcept;

    void move (double seconds) noexcept { position += seconds * quartersPerSecond; }

    double quarters () const noexcept { return position; }
    double rate () const noexcept { return quartersPerSecond; } // [1/s]
    double bar () const noexcept { return barQuarters; }

    /** Where it was, to the last bit. */
    void resume (double itsQuarters, double itsRate, double itsBar) noexcept
    {
        position = itsQuarters;
        quartersPerSecond = itsRate;
        barQuarters = itsBar;
    }

private:
    double position = 0.0, quartersPerSecond = 2.0, barQuarters = 4.0;
};

/** Attack, hold, decay, sustain, release. Each stage is a power of its progress: (1 - p)^(4^curve) is left of its way.
    A stroke that begins while an older one sounds rises from where the envelope is. */
class Envelope
{
public:
    void start () noexcept;
    /** Once; more often does nothing. */
    void release () noexcept;
    /** The value, 0 … 1, `seconds` later. */
    double move (const Patch& patch, const knobs::EnvelopeMembers& knob, double seconds) noexcept;

    /** Visits all that one remembers, as numbers: a const one for who writes it down, else for who puts it back. */
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
    double from = 0.0;     // where attack and release began
    double value = 0.0;
};

/** How far a low-frequency oscillator has come, in cycles. */
class Lfo
{
public:
    void reset () noexcept { cycles = 0.0; }
    /** On by `seconds`, at its rate or at the song's. */
    void move (const Patch& patch, const knobs::LfoMembers& knob, const SongClock& clock, double seconds) noexcept;
    /** Where the song is, if it goes with the song. */
    void follow (const Patch& patch, const knobs::LfoMembers& knob, const SongClock& clock) noexcept;
    /** -1 … 1. `stream` tells one oscillator's random values from another's. */
    double value (const Patch& patch, const knobs::LfoMembers& knob, std::uint64_t stream) const noexcept;
    template <class Self, class Visit>
    static void eachNumber (Self& self, Visit&& visit) noexcept
    {
        visit (self.cycles);
    }

private:
    double cycles = 0.0;
};

/** Length of a cycle in quarter notes, by the menu's place; bars are as long as the song's. */
double lfoQuarters (int length, const SongClock& clock) noexcept;

/** Random movement with as much in every octave: five layers of seeded values, smooth in between, the fastest at
    mod.drift_rate, each of the others half as fast. */
class Drift
{
public:
    void reset () noexcept { steps = 0.0; }
    void move (const Patch& patch, double seconds) noexcept { steps += patch.driftRate * seconds; }
    /** -1 … 1, about 0.4 rms. */
    double value (const Patch& patch, std::uint64_t stream) const noexcept;
    template <class Self, class Visit>
    static void eachNumber (Self& self, Visit&& visit) noexcept
    {
        visit (self.steps);
    }

private:
    double steps = 0.0; // of the fastest layer
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
