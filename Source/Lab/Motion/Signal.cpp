// SPDX-License-Identifier: GPL-3.0-or-later
#include "Signal.h"

#include "../../Core/Units.h"
#include "Formula.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace kolophon::lab
{
namespace
{
/** Slopes of cubic pieces through points that never swing beyond them (Fritsch & Carlson, SIAM J. Numer. Anal. 17
    (1980) 238-246, in the form of the weighted harmonic mean by Fritsch & Butland, SIAM J. Sci. Stat. Comput. 5 (1984)
    300-304). */
std::vector<double> monotoneSlopes (const Signal::Points& points)
{
    const auto& t = points.times;
    const auto& y = points.values;
    const std::size_t count = t.size();
    std::vector<double> slopes (count, 0.0);
    for (std::size_t i = 1; i + 1 < count; ++i)
    {
        const double before = (y[i] - y[i - 1]) / (t[i] - t[i - 1]), after = (y[i + 1] - y[i]) / (t[i + 1] - t[i]);
        if (before * after > 0.0)
        {
            const double left = t[i] - t[i - 1], right = t[i + 1] - t[i];
            const double a = 2.0 * right + left, b = right + 2.0 * left;
            slopes[i] = (a + b) / (a / before + b / after);
        }
    }
    return slopes;
}

/** Value and slope at one time. */
struct Look
{
    double value, slope;
};

Look look (const Signal::Ramp& r, double t)
{
    const double fraction = r.seconds > 0.0 ? (t - r.start) / r.seconds : (t >= r.start ? 1.0 : 0.0);
    if (fraction < 0.0)
        return { r.from, 0.0 };
    if (fraction >= 1.0)
        return { r.to, 0.0 };
    return { r.from + (r.to - r.from) * fraction, (r.to - r.from) / r.seconds };
}

Look look (const Signal::Sine& s, double t)
{
    const double w = 2.0 * pi * s.frequency, angle = w * t + s.phase;
    return { s.offset + s.amplitude * std::sin (angle), s.amplitude * w * std::cos (angle) };
}

Look look (const Signal::Chirp& c, double t)
{
    const double inside = std::clamp (t, 0.0, c.seconds), after = t - inside;
    double cycles, frequency;
    const double ratio = c.to / c.from;
    if (c.logarithmic && std::abs (ratio - 1.0) > 1e-12)
    {
        const double rate = std::log (ratio) / c.seconds;
        frequency = c.from * std::exp (rate * inside);
        cycles = (frequency - c.from) / rate;
    }
    else
    {
        frequency = c.from + (c.to - c.from) * inside / c.seconds;
        cycles = 0.5 * (c.from + frequency) * inside;
    }
    const double angle = 2.0 * pi * (cycles + frequency * after);
    return { c.offset + c.amplitude * std::sin (angle), c.amplitude * 2.0 * pi * frequency * std::cos (angle) };
}

Look look (const Signal::Burst& b, double t)
{
    const double since = t - b.start;
    const double index = b.period > 0.0 ? std::floor (since / b.period) : 0.0;
    const double inside = since - index * b.period;
    if (since < 0.0 || index >= b.count || inside >= b.seconds)
        return { b.offset, 0.0 };
    const double angle = pi * inside / b.seconds, perSecond = pi / b.seconds;
    switch (b.window)
    {
        case Signal::Window::rectangle: break;
        case Signal::Window::halfSine:
            return { b.offset + b.amplitude * std::sin (angle), b.amplitude * perSecond * std::cos (angle) };
        case Signal::Window::hann:
            return { b.offset + b.amplitude * std::sin (angle) * std::sin (angle),
                     b.amplitude * perSecond * std::sin (2.0 * angle) };
    }
    return { b.offset + b.amplitude, 0.0 };
}

Look look (const Signal::Points& p, const std::vector<double>& slopes, double t)
{
    const auto after = std::upper_bound (p.times.begin(), p.times.end(), t);
    if (after == p.times.begin())
        return { p.values.front(), 0.0 };
    if (after == p.times.end())
        return { p.values.back(), 0.0 };
    const auto i = static_cast<std::size_t> (after - p.times.begin()) - 1;
    const double length = p.times[i + 1] - p.times[i], s = (t - p.times[i]) / length;
    const double from = p.values[i], to = p.values[i + 1];
    switch (p.between)
    {
        case Signal::Between::hold: return { from, 0.0 };
        case Signal::Between::linear: return { from + (to - from) * s, (to - from) / length };
        case Signal::Between::cubic: break;
    }
    const double a = slopes[i] * length, b = slopes[i + 1] * length, rise = to - from;
    const double c2 = 3.0 * rise - 2.0 * a - b, c3 = a + b - 2.0 * rise;
    return { from + s * (a + s * (c2 + s * c3)), (a + s * (2.0 * c2 + 3.0 * s * c3)) / length };
}
} // namespace

Signal::Signal (double constant) : shape (constant) {}
Signal::Signal (const Ramp& ramp) : shape (ramp) {}
Signal::Signal (const Sine& sine) : shape (sine) {}
Signal::Signal (const Chirp& chirp) : shape (chirp) {}
Signal::Signal (const Burst& burst) : shape (burst) {}

Signal::Signal (Points points) : shape (std::move (points))
{
    const auto& p = std::get<Points> (shape);
    if (p.between == Between::cubic)
        slopes = monotoneSlopes (p);
}

Signal::Signal (Expression expression) : shape (std::move (expression))
{
    formula = std::make_unique<Formula> (std::get<Expression> (shape).text);
}

Signal::Signal (const Signal& other) : shape (other.shape), slopes (other.slopes)
{
    if (other.formula != nullptr)
        formula = std::make_unique<Formula> (std::get<Expression> (shape).text);
}

Signal& Signal::operator= (const Signal& other)
{
    auto copy = other;
    return *this = std::move (copy);
}

Signal::Signal (Signal&&) noexcept = default;
Signal& Signal::operator= (Signal&&) noexcept = default;
Signal::~Signal() = default;

namespace
{
/** The shape at a time; expressions have formulas instead. */
template <class Shape>
Look lookAt (const Shape& shape, const std::vector<double>& slopes, double time)
{
    const auto look = [&]<class Kind> (const Kind& kind) -> Look
    {
        if constexpr (std::is_same_v<Kind, double>)
            return { kind, 0.0 };
        else if constexpr (std::is_same_v<Kind, Signal::Points>)
            return lab::look (kind, slopes, time);
        else if constexpr (! std::is_same_v<Kind, Signal::Expression>)
            return lab::look (kind, time);
        else
            return {};
    };
    return std::visit (look, shape);
}
} // namespace

double Signal::at (double time) const
{
    return formula != nullptr ? formula->at (time) : lookAt (shape, slopes, time).value;
}

double Signal::slope (double time) const
{
    if (formula != nullptr)
    {
        const double step = 1e-6 * std::max (1.0, std::abs (time));
        return (formula->at (time + step) - formula->at (time - step)) / (2.0 * step);
    }
    return lookAt (shape, slopes, time).slope;
}

std::vector<double> Signal::corners (double from, double to) const
{
    std::vector<double> times;
    if (const auto* points = std::get_if<Points> (&shape))
        times = points->times;
    else if (const auto* expression = std::get_if<Expression> (&shape))
        times = expression->corners;
    else if (const auto* ramp = std::get_if<Ramp> (&shape))
        times = { ramp->start, ramp->start + ramp->seconds };
    else if (const auto* chirp = std::get_if<Chirp> (&shape))
        times = { 0.0, chirp->seconds };
    else if (const auto* burst = std::get_if<Burst> (&shape))
        for (int i = 0; i < burst->count && burst->start + i * burst->period <= to; ++i)
        {
            times.push_back (burst->start + i * burst->period);
            times.push_back (burst->start + i * burst->period + burst->seconds);
        }
    std::erase_if (times, [from, to] (double t) { return ! (t >= from && t <= to); });
    std::sort (times.begin(), times.end());
    times.erase (std::unique (times.begin(), times.end()), times.end());
    return times;
}

bool Signal::constant() const
{
    return std::holds_alternative<double> (shape);
}

std::size_t Signal::bytes() const noexcept
{
    const auto* points = std::get_if<Points> (&shape);
    return sizeof (double) * (slopes.size() + (points != nullptr ? points->times.size() + points->values.size() : 0));
}
} // namespace kolophon::lab
