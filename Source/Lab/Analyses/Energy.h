// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Evidence.h"

#include <cmath>

namespace kolophon::lab::analysis
{
struct Energy
{
    static constexpr auto
        kind = "energy",
        meaning = "residual: worst step of the energy ledger over the largest energy (real time). least_loss: smallest "
                  "loss in a step [J] (real time). balance: largest |balance| over the largest energy.";

    enum class What { residual, smallestLoss, balance };
    What what = What::residual;

    void read (Fields& f)
    {
        static constexpr std::array<std::string_view, 3> words { "residual", "least_loss", "balance" };
        what = readChoice<What> (f, "what", words, "Result of the analysis.");
    }

    /** True for the residual: the engine guarantees closed books of every motion, for any model. */
    bool holdsForAny () const { return what == What::residual; }

    double evaluate (const Evidence& evidence) const
    {
        const auto& record = evidence.record (what == What::balance ? std::nullopt : std::optional (Solver::realtime));
        if (what == What::residual)
            return record.worstResidual;
        if (what == What::smallestLoss)
            return record.smallestLoss;
        double worst = 0.0, largest = record.peakEnergy;
        for (const auto& row : record.rows)
        {
            worst = std::max (worst, std::abs (row.residual));
            largest = std::max ({ largest, std::abs (row.driven), row.frictionLoss, row.bodyLoss });
        }
        return largest > 0.0 ? worst / largest : 0.0;
    }

    std::string unit (const Run&) const { return what == What::smallestLoss ? "J" : ""; }
};
} // namespace kolophon::lab::analysis
