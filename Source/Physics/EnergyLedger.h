// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace kolophon
{
/** The account of every joule (Physics.md 7):

        H[n+1] - H[n] = h (F v_bow - P_friction - P_body)          for every step n

    Each term comes from its own formula; the residual is the difference, which should consist of rounding errors. A
    segment of steps may be booked at once: work and losses of every step, energy at its end. */
struct EnergyLedger
{
    double storedEnergy = 0.0;   // [J] now
    double workIn = 0.0;         // [J] done by the bow so far
    double frictionLoss = 0.0;   // [J] heat at the contact so far
    double bodyLoss = 0.0;       // [J] lost inside the body so far
    double peakEnergy = 0.0;     // [J] largest stored energy, or energy exchanged in one step, so far
    double opposed = 0.0;        // [J] largest energy that one of several contacts alone would have given in a step
    double worstResidual = 0.0;  // [J] largest |residual| of one step, or of one segment that was booked at once
    double residualSum = 0.0;    // [J] sum of the signed residuals
    double smallestLoss = 0.0;   // [J] most negative loss of one step; 0 for a passive law, down to rounding
    double created = 0.0;        // [J] in steps with a negative loss beyond rounding
    double worstRelative = -1.0; // worst residual over peak energy among several contacts; negative: one contact
    std::uint64_t steps = 0, generatorSteps = 0;

    /** Residual of a step, or of several [J]. All books round in this order. */
    static double residual (double gained, double work, double friction, double body) noexcept
    {
        return gained - ((work - friction) - body);
    }

    /** Books one step. All arguments in joules; `energyAfter` is the stored energy at the end of the step. */
    void book (double energyAfter, double work, double friction, double body, double residual) noexcept
    {
        storedEnergy = energyAfter;
        workIn += work;
        frictionLoss += friction;
        bodyLoss += body;
        peakEnergy = std::max ({ peakEnergy, energyAfter, std::abs (work), friction, body });
        worstResidual = std::max (worstResidual, std::abs (residual));
        residualSum += residual;
        const double loss = std::min (friction, body);
        smallestLoss = std::min (smallestLoss, loss);
        ++steps;
        judge (loss);
    }

    /** Totals of a segment of steps. All but the count in joules. */
    struct Steps
    {
        double energyAfter, work, friction, body; // at its end, and in all its steps
        double largestExchange, smallestLoss;     // in one of them
        int steps;
    };

    /** Books a segment at once, whose residual is that of all its steps; call judge() for those of them that may be
        generators. */
    void book (const Steps& s, double residual) noexcept
    {
        storedEnergy = s.energyAfter;
        workIn += s.work;
        frictionLoss += s.friction;
        bodyLoss += s.body;
        peakEnergy = std::max ({ peakEnergy, s.energyAfter, s.largestExchange });
        worstResidual = std::max (worstResidual, std::abs (residual));
        residualSum += residual;
        smallestLoss = std::min (smallestLoss, s.smallestLoss);
        steps += static_cast<std::uint64_t> (s.steps);
    }

    /** Tells the energy [J] that the force of one of several contacts alone would give the body in a step: where
        contacts push against each other, what they give together is a small difference, which rounds as they do. The
        residual is relative to it; a loss is not, since each contact has its own and each is a product that is not
        negative. */
    void oppose (double energy) noexcept { opposed = std::max (opposed, energy); }

    bool isGenerator (double loss) const noexcept { return loss < -std::max (rounding * peakEnergy, leastEnergy); }

    /** Counts a step that created energy. */
    void judge (double loss) noexcept
    {
        if (! isGenerator (loss))
            return;
        ++generatorSteps;
        created -= loss;
    }

    bool isFinite () const noexcept
    {
        return std::isfinite (storedEnergy + workIn + frictionLoss + bodyLoss + peakEnergy + opposed + residualSum +
                              created);
    }

    /** Adds another contact's account to this one. Each contact's residual is relative to its own energy. */
    void add (const EnergyLedger& other) noexcept
    {
        worstRelative = std::max (relativeResidual(), other.relativeResidual());
        storedEnergy += other.storedEnergy;
        workIn += other.workIn;
        frictionLoss += other.frictionLoss;
        bodyLoss += other.bodyLoss;
        peakEnergy = std::max (peakEnergy, other.peakEnergy);
        opposed = std::max (opposed, other.opposed);
        worstResidual = std::max (worstResidual, other.worstResidual);
        residualSum += other.residualSum;
        smallestLoss = std::min (smallestLoss, other.smallestLoss);
        created += other.created;
        steps += other.steps;
        generatorSteps += other.generatorSteps;
    }

    /** Residual of the worst step over the largest energy that was stored or exchanged in a step. */
    double relativeResidual () const noexcept
    {
        if (worstRelative >= 0.0)
            return worstRelative;
        const double largest = std::max (peakEnergy, opposed);
        return largest > 0.0 ? worstResidual / largest : 0.0;
    }

    /** Tolerance over the peak energy: a loss may be negative by rounding; below that the step is a generator. */
    static constexpr double rounding = 1e-14;
    /** [J] A thousandth of the thermal energy kT of one degree of freedom: less than that is rounding at any peak, as
        in a string that has only just been touched. */
    static constexpr double leastEnergy = 4e-24;
};
} // namespace kolophon
