// SPDX-License-Identifier: GPL-3.0-or-later
#include "StringMaps.h"

#include "../../Synth/Bodies/LawTable.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kolophon
{
int lawNamed (std::string_view id)
{
    return static_cast<int> (findLaw (id) - lawTable().data());
}

ContactSpec rigidContact (double stribeckSpeed)
{
    return { lawNamed ("stribeck"), 0.8, 0.3, stribeckSpeed, 0.0, 0.0, 0.0, false };
}

ContactSpec bristleContact (double stribeckSpeed, double stiffness)
{
    return { lawNamed ("kolophon"), 0.8, 0.3, stribeckSpeed, stiffness, 0.3, 0.7, false };
}

StringSpec withoutTorsion (StringSpec string)
{
    string.torsionPartials = 0;
    return string;
}

std::vector<double> ladder (double low, double high, int count)
{
    std::vector<double> steps;
    for (int i = 0; i < count; ++i)
        steps.push_back (low * std::pow (high / low, i / std::max (count - 1.0, 1.0)));
    return steps;
}

RegimeMeasurement regimeAtEnd (const ExperimentRecord& record, const StringSpec& string, double rate, double periods)
{
    const double period = rate / string.fundamental;
    return motionOf (record.slips, record.steps - static_cast<std::int64_t> (periods * period), record.steps, period);
}

double rippleOverBeta (std::span<const double> force, double beta, double period)
{
    if (force.empty())
        return 0.0;
    const double mean = std::accumulate (force.begin(), force.end(), 0.0) / static_cast<double> (force.size());
    double likest = 0.0, ripple = 0.0;
    const auto shortest = static_cast<std::size_t> (0.5 * beta * period);
    for (auto lag = shortest; lag < 3 * shortest; ++lag)
    {
        double likeness = 0.0;
        for (std::size_t n = lag; n < force.size(); ++n)
            likeness += (force[n] - mean) * (force[n - lag] - mean);
        if (likeness > likest)
        {
            likest = likeness;
            ripple = static_cast<double> (lag);
        }
    }
    return ripple / (beta * period);
}

Attack attackOf (const ExperimentRecord& record, const StringSpec& string, double rate)
{
    const double period = rate / string.fundamental;
    const auto transient = transientOf (record.slips, period);
    if (! transient)
        return {};
    const auto samples = static_cast<double> (*transient);
    return { true, samples <= perfectTransient * period, samples / rate };
}

AttackAreas areasOf (std::span<const Experiment> map, std::span<const Attack> attacks)
{
    AttackAreas areas;
    const double cell = 100.0 / static_cast<double> (map.size());
    for (std::size_t i = 0; i < map.size(); ++i)
    {
        areas.within50 += attacks[i].speaks && attacks[i].seconds < 0.05 ? cell : 0.0;
        areas.within90 += attacks[i].speaks && attacks[i].seconds < 0.09 ? cell : 0.0;
        if (! attacks[i].perfect)
            continue;
        areas.perfect += cell;
        const double ratio = map[i].bow.force / map[i].bow.acceleration;
        areas.lightest = std::min (areas.lightest, ratio);
        areas.heaviest = std::max (areas.heaviest, ratio);
    }
    return areas;
}
} // namespace kolophon
