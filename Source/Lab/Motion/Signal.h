// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace kolophon::lab
{
class Formula;

/** A quantity that an experiment prescribes over time: a bow's speed, a normal force, a push. A value type: copies have
    nothing in common, so that every thread may have a copy. */
class Signal
{
public:
    enum class Between {
        hold,   // the value of the point before
        linear, // straight lines
        cubic   // Hermite pieces with the slopes of Fritsch & Carlson (1980): never beyond the points
    };
    enum class Window { rectangle, halfSine, hann };

    struct Ramp
    {
        double from, to, start, seconds; // holds `to` afterwards
    };
    /** offset + amplitude sin (2 pi f t + phase) */
    struct Sine
    {
        double offset, amplitude, frequency, phase; // [rad]
    };
    /** offset + amplitude sin: the frequency goes from one to the other, evenly or in equal ratios, and stays there. */
    struct Chirp
    {
        double offset, amplitude, from, to, seconds; // [Hz]
        bool logarithmic;
    };
    /** Pulses, `count` of them, `period` from one start to the next. */
    struct Burst
    {
        double offset, amplitude, start, seconds, period;
        int count;
        Window window;
    };
    /** A function of t [s], as muParser reads it: sin, exp, abs, ?:, pi and so on. */
    struct Expression
    {
        std::string text;
        std::vector<double> corners; // [s] where it or its slope jumps
    };
    /** Through these points; the first and last value hold before and after. */
    struct Points
    {
        std::vector<double> times, values; // times rise
        Between between;
    };

    Signal (double constant = 0.0); // not explicit: a number is a signal
    Signal (const Ramp& ramp);
    Signal (const Sine& sine);
    Signal (const Chirp& chirp);
    Signal (const Burst& burst);
    Signal (Points points);
    /** Throws InputError for what muParser can't read. */
    Signal (Expression expression);
    Signal (const Signal& other);
    Signal& operator= (const Signal& other);
    Signal (Signal&&) noexcept;
    Signal& operator= (Signal&&) noexcept;
    ~Signal();

    /** Continuous from the right. Not a number where an expression has no value. */
    double at (double time) const;
    /** Its derivative [1/s], continuous from the right; of an expression by central differences. */
    double slope (double time) const;
    /** Times in [from, to] at which it or its slope jumps, in order. */
    std::vector<double> corners (double from, double to) const;
    /** True where slope() is made of differences. */
    bool differenced () const noexcept { return formula != nullptr; }
    /** True when it never changes. */
    bool constant () const;
    /** Memory of the points; a copy takes as much again. */
    std::size_t bytes () const noexcept;

private:
    std::variant<double, Ramp, Sine, Chirp, Burst, Points, Expression> shape;
    std::vector<double> slopes;       // of cubic pieces, at the points
    std::unique_ptr<Formula> formula; // of an expression
};
} // namespace kolophon::lab
