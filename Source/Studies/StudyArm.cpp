// SPDX-License-Identifier: GPL-3.0-or-later
#include "StudyArm.h"

#include "../Analysis/Bench/BenchContact.h"
#include "../Analysis/Bench/HandWall.h"
#include "../Core/FloatEnvironment.h"

#include <algorithm>
#include <array>
#include <memory>

namespace kolophon::study
{
using lab::Fields;

namespace
{
/** Simulates up to eight arms, in the lanes of one wall. */
// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
std::vector<Creak> creaksOf (std::span<const Task> tasks, const Run& run)
{
    const FloatEnvironment environment;
    const auto plain = plainContact ("stribeck");
    HandWall wall (HandKind::arm, plain, run.rate);
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
    {
        const auto& [arm, speed, keeps] = tasks[std::min (lane, tasks.size() - 1)];
        wall->hand.stiffness[lane] = arm.stiffness;
        wall->hand.mass[lane] = arm.mass;
        wall->hand.damping[lane] = arm.damping;
        auto contact = plain;
        contact.muStatic = arm.muStatic;
        contact.muKinetic = arm.muKinetic;
        contact.stribeckExponent = arm.exponent;
        contact.stribeckSpeed = arm.stribeckSpeed;
        setContact (*wall, lane, contact);
        wall->bow.normalForce[lane] = arm.normalForce;
        wall->bow.velocity[lane] = wall->bow.last[lane] = speed; // already at constant speed
    }
    struct Count
    {
        bool sliding = false;
        long stuckSince = 0;
        long slips = 0, first = 0, last = 0, slid = 0;
        double smallest = std::numeric_limits<double>::infinity(), largest = -smallest;
    };
    std::array<Count, VoiceGroup::lanes> counts;
    std::vector<Creak> creaks (tasks.size());
    const long rest = std::lround (run.rest * run.rate);
    const long settle = std::lround (run.settle * run.rate), end = settle + std::lround (run.counted * run.rate);
    for (long done = 0; done < end;)
    {
        const int steps = static_cast<int> (std::min<long> (VoiceGroup::maxSteps, end - done));
        wall.rubOn (steps);
        for (int row = 0; row < steps; ++row, ++done)
            for (std::size_t lane = 0; lane < tasks.size(); ++lane)
            {
                auto& count = counts[lane];
                const auto at = static_cast<std::size_t> (row);
                const double v = wall->relativeVelocity[at][lane];
                const bool slides = std::abs (v) > run.slipSpeed;
                if (done >= settle)
                {
                    if (slides && ! count.sliding && done - count.stuckSince >= rest)
                    {
                        count.last = done;
                        count.first = count.slips++ == 0 ? done : count.first;
                    }
                    count.slid += slides;
                    count.smallest = std::min (count.smallest, v);
                    count.largest = std::max (count.largest, v);
                    if (tasks[lane].keeps)
                        creaks[lane].force.push_back (wall->force[at][lane]);
                }
                if (count.sliding && ! slides)
                    count.stuckSince = done;
                count.sliding = slides;
            }
    }
    for (std::size_t lane = 0; lane < tasks.size(); ++lane)
    {
        const auto& count = counts[lane];
        creaks[lane].rate = count.slips > 1 ? static_cast<double> (count.slips - 1) * run.rate /
                                                  static_cast<double> (count.last - count.first)
                                            : static_cast<double> (count.slips) / run.counted;
        creaks[lane].fraction = static_cast<double> (count.slid) / static_cast<double> (end - settle);
        creaks[lane].swing = count.largest - count.smallest;
    }
    return creaks;
}
} // namespace

std::vector<std::optional<Creak>> creaksOf (StudyWorkers& workers, const std::vector<Task>& tasks, const Run& run)
{
    std::vector<std::optional<Creak>> creaks (tasks.size());
    constexpr auto lanes = static_cast<std::size_t> (VoiceGroup::lanes);
    workers.each ((tasks.size() + lanes - 1) / lanes, static_cast<double> (tasks.size()),
                  [&] (std::size_t g)
                  {
                      const auto begin = g * lanes, count = std::min (lanes, tasks.size() - begin);
                      const auto found = creaksOf (std::span (tasks).subspan (begin, count), run);
                      for (std::size_t i = 0; i < count; ++i)
                          creaks[begin + i] = found[i];
                  });
    return creaks;
}

Arm readArm (Fields& f, const Arm& o)
{
    Arm arm {};
    arm.stiffness = f.number ("stiffness", { 10.0, 1e8, " N/m" }, "Stiffness of the arm's spring.", o.stiffness);
    arm.mass = f.number ("mass", { 1e-4, 50.0, " kg" }, "Mass of the arm.", o.mass);
    arm.damping = f.number ("damping", { 1e-6, 0.9 }, "Damping of the arm, over critical damping.", o.damping);
    arm.muStatic = f.number ("mu_static", { 1e-3, 100.0 }, "Coefficient of static friction.", o.muStatic);
    arm.muKinetic = f.number ("mu_kinetic", { 1e-3, 100.0 }, "Coefficient of sliding friction.", o.muKinetic);
    arm.exponent = f.number ("stribeck_exponent", { 0.5, 4.0 }, "Exponent of the law; the critical speed holds for 1.",
                             o.exponent);
    arm.stribeckSpeed =
        f.number ("stribeck_speed", { 1e-6, 1e3, " m/s" }, "Speed v_s over which friction falls.", o.stribeckSpeed);
    arm.normalForce = f.number ("normal_force", { 1e-3, 1e5, " N" }, "Normal force.", o.normalForce);
    if (! f.describing() && arm.muKinetic >= arm.muStatic)
        f.refuse ("mu_kinetic", "is not below mu_static; allowed: less than " + text (arm.muStatic));
    return arm;
}

Run readRun (Fields& f, const Run& o)
{
    return { f.number ("rate", { 8000.0, 1e6, " Hz" }, "Steps per second.", o.rate),
             f.number ("settle", { 0.0, 600.0, " s" }, "Time before slips are counted.", o.settle),
             f.number ("counted", { 0.05, 600.0, " s" }, "Time in which slips are counted.", o.counted),
             f.number ("slip_speed", { 1e-12, 1.0, " m/s" }, "Lower limit of the speed of a slip.", o.slipSpeed),
             f.number ("rest", { 0.0, 1.0, " s" }, "Shortest time of stick between two slips.", o.rest) };
}
} // namespace kolophon::study
