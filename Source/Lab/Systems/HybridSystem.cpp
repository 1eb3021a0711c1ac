// SPDX-License-Identifier: GPL-3.0-or-later
#include "HybridSystem.h"

#include "../../Core/Text/NumberText.h"
#include "BlockSystem.h"
#include "ContactSystem.h"
#include "NetworkSystem.h"

#include "../../Core/Error.h"

#include <algorithm>
#include <cmath>

namespace kolophon::lab
{
Drives::Drives (const Motion& motion)
    : bowVelocity (motion.bowVelocity), normalForce (motion.normalForce), push (motion.push),
      bowMoves (! motion.bowVelocity.constant()), normalMoves (! motion.normalForce.constant())
{
}

void Drives::setSegment (double from, double to)
{
    begin = from;
    end = to;
}

double Drives::inside (double time) const
{
    constexpr double rounding = 1e-15; // a few units in the last place: signals find their pieces by arithmetic
    const double first = begin + rounding * std::abs (begin), last = end - rounding * std::abs (end);
    return first < last ? std::clamp (time, first, last) : begin;
}

Drives::Values Drives::at (double time) const
{
    const double t = inside (time);
    const Values values { bowVelocity.at (t), normalForce.at (t), push.at (t) };
    const auto check = [time] (const char* name, double value)
    {
        if (! std::isfinite (value))
            throw InputError (std::string ("drive ") + name + " at t = " + shortest (time) + " s is not a number");
    };
    check ("bow velocity", values.bow);
    check ("normal force", values.normal);
    check ("push", values.push);
    return values;
}

Drives::Values Drives::peaks() const
{
    constexpr int samples = 16;
    Values most { 0.0, 0.0, 0.0 };
    const auto raise = [] (double& largest, double value)
    {
        if (std::isfinite (value)) // where it is not, at() says so when the time has come
            largest = std::max (largest, value);
    };
    for (int i = 0; i <= samples; ++i)
    {
        const double t = inside (begin + (end - begin) * i / samples);
        raise (most.bow, std::abs (bowVelocity.at (t)));
        raise (most.normal, normalForce.at (t));
        raise (most.push, std::abs (push.at (t)));
    }
    return most;
}

double Drives::slope (const Signal& signal, double time) const
{
    const double t = inside (time);
    if (! signal.differenced())
        return signal.slope (t);
    // Slope of the polynomial through five values of this segment, around t if possible: of fourth order, and with an
    // error that is continuous, because jumps would disturb steps of high order.
    const double apart = std::min (1e-6 * std::max (1.0, std::abs (t)), (end - begin) / 5.0);
    if (! (apart > 1e-12 * std::abs (t)))
        return signal.slope (t);
    const double first = std::clamp (t - 2.0 * apart, inside (begin), inside (end) - 4.0 * apart);
    const double x = (t - first) / apart;
    double sum = 0.0;
    for (int i = 0; i < 5; ++i)
    {
        double below = 1.0, above = 0.0; // of Lagrange's polynomial that is 1 at i: denominator, derivative
        for (int j = 0; j < 5; ++j)
        {
            if (j == i)
                continue;
            below *= i - j;
            double product = 1.0;
            for (int k = 0; k < 5; ++k)
                product *= k == i || k == j ? 1.0 : x - k;
            above += product;
        }
        sum += above / below * signal.at (first + i * apart);
    }
    return sum / apart;
}

/** Smallest scale, in any unit, for a motion that has not begun: with less, steps from rest would be shorter than the
    last digit of the time. */
constexpr double smallestScale = 1e-18;

HybridSystem::HybridSystem (const Motion& motion, Events how, int size)
    : drives (motion), events (how), tolerance (motion.tolerance),
      scales (Eigen::VectorXd::Constant (size, smallestScale))
{
}

std::unique_ptr<HybridSystem> HybridSystem::of (const Motion& motion, Events events)
{
    if (motion.stops.has_value())
        return std::make_unique<BlockSystem> (motion, events);
    if (motion.network.has_value())
        return std::make_unique<NetworkSystem> (motion, events);
    return std::make_unique<ContactSystem> (motion, events);
}

void HybridSystem::armedGuards (double time, const double* y, double* values)
{
    guards (time, y, values);
    for (int i = 0; i < guardCount(); ++i)
        if (! armed[static_cast<std::size_t> (i)])
            values[i] -= std::max (floor (i), 1e-100); // below zero, or its rise would go unnoticed
}

void HybridSystem::disarm (double time, const double* y)
{
    double values[maxGuards];
    guards (time, y, values);
    for (int i = 0; i < guardCount(); ++i)
        armed[static_cast<std::size_t> (i)] = values[i] < -floor (i);
}

void HybridSystem::observe (double time, const double* y)
{
    follow (time, y);
    double values[maxGuards];
    guards (time, y, values);
    for (int i = 0; i < guardCount(); ++i)
        if (values[i] < -floor (i))
            armed[static_cast<std::size_t> (i)] = true;
}

void HybridSystem::foresee (double time, const double* y, double seconds)
{
    // Two steps of Euler's, so that a force shows in the place too. A little of it counts as motion: in a
    // stiff system these steps go much too far.
    Eigen::VectorXd slope (size()), ahead = Eigen::Map<const Eigen::VectorXd> (y, size());
    const Eigen::VectorXd start = ahead;
    for (int i = 0; i < 2; ++i)
    {
        rate (time + i * seconds, ahead.data(), slope.data());
        ahead += seconds * slope;
    }
    for (int i = 0; i < size(); ++i)
        if (const double moved = 1e-8 * std::abs (ahead[i] - start[i]); std::isfinite (moved))
            scales[i] = std::max (scales[i], moved);
}

std::vector<double> smoothSegments (const Motion& motion)
{
    std::vector<double> times;
    std::vector<const Signal*> signals { &motion.bowVelocity, &motion.normalForce, &motion.push };
    if (motion.network)
    {
        for (const auto& contact : motion.network->contacts)
            signals.insert (signals.end(), { &contact.velocity, &contact.normalForce });
        for (const auto& push : motion.network->pushes)
            signals.push_back (&push.force);
    }
    for (const auto* signal : signals)
    {
        const auto corners = signal->corners (0.0, motion.seconds);
        times.insert (times.end(), corners.begin(), corners.end());
    }
    times.push_back (motion.seconds);
    std::sort (times.begin(), times.end());
    std::vector<double> apart;
    for (const double t : times)
        if (t > (apart.empty() ? 0.0 : apart.back()) + 1e-13 * motion.seconds)
            apart.push_back (t);
    if (apart.empty())
        return { motion.seconds };
    apart.back() = motion.seconds;
    return apart;
}

std::vector<std::string> modeNames (const Motion& motion)
{
    if (motion.stops.has_value())
        return { "STOPPED", "SLIDING_RIGHT", "SLIDING_LEFT", "LEFT_STOP", "RIGHT_STOP" };
    if (motion.network.has_value())
        return { "stick", "slip +", "slip -", "start +", "start -", "free" };
    return ContinuousLaw (motion.law).modeNames();
}
} // namespace kolophon::lab
