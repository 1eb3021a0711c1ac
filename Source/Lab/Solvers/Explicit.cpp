// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Text/NumberText.h"
#include "../Systems/HybridSystem.h"

#include "../../Core/Error.h"

#include <cmath>

namespace kolophon::lab
{
Record runExplicit (const Motion& motion, const Interrupt& interrupt)
{
    const auto system = HybridSystem::of (motion, HybridSystem::Events::sampled);
    const double h = 1.0 / motion.rate;
    const auto steps = std::lround (motion.seconds * motion.rate);
    system->setSegment (0.0, motion.seconds);
    Eigen::VectorXd y = system->begin();
    const auto size = system->size();
    Eigen::VectorXd k1 (size), k2 (size), k3 (size), k4 (size), there (size);
    auto& record = system->record;
    const auto keep = [&] (double time)
    {
        system->project (time, y.data());
        record.rows.push_back (system->row (time, y.data()));
        if (const int n = system->coordinates(); n <= 8)
        {
            record.place.emplace_back (y.head (n));
            record.speed.emplace_back (y.segment (n, n));
        }
    };
    keep (0.0);
    for (long step = 1; step <= steps; ++step)
    {
        const double from = static_cast<double> (step - 1) * h, to = static_cast<double> (step) * h;
        system->rate (from, y.data(), k1.data());
        there = y + 0.5 * h * k1;
        system->rate (from + 0.5 * h, there.data(), k2.data());
        there = y + 0.5 * h * k2;
        system->rate (from + 0.5 * h, there.data(), k3.data());
        there = y + h * k3;
        system->rate (to, there.data(), k4.data());
        y += (h / 6.0) * (k1 + 2.0 * (k2 + k3) + k4);
        record.evaluations += 4;
        ++record.steps;
        if (! y.allFinite())
            throw InputError ("the explicit method overflowed at t = " + shortest (to) + " s: its step of " +
                              shortest (h) + " s is too long for this motion");
        double values[HybridSystem::maxGuards];
        system->guards (to, y.data(), values);
        for (int guard = 0; guard < system->guardCount(); ++guard)
            if (values[guard] > 0.0)
            {
                system->cross (guard, to, y.data()); // one edge a step, as a chart takes them
                break;
            }
        system->observe (to, y.data());
        if (step % motion.every == 0)
            keep (to);
        if (step % 1000 == 0 && interrupt && interrupt())
        {
            record.interrupted = true;
            break;
        }
    }
    return std::move (record);
}
} // namespace kolophon::lab
