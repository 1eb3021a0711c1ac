// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Analysis/Bench/BowedStrings.h"

#include <algorithm>
#include <limits>

namespace kolophon::study
{
/** Energy account of one run: residual and smallest loss, divided by the peak of energy stored or exchanged in a
    step. */
struct Books
{
    bool finite;
    double residual, smallestLoss, peak;
};

inline Books booksOf (const ExperimentRecord& record)
{
    const double peak = std::max (record.peakEnergy, record.peakExchange);
    const double over = peak > 0.0 ? peak : 1.0; // without motion the residual must be zero, too
    return { record.finite, record.worstResidual / over, record.smallestLoss / over, peak };
}

struct Worst
{
    double infinite = 0.0, residual = 0.0, smallestLoss = std::numeric_limits<double>::infinity();

    void add (const Books& books)
    {
        infinite += books.finite ? 0.0 : 1.0;
        residual = std::max (residual, books.residual);
        smallestLoss = std::min (smallestLoss, books.smallestLoss);
    }
};
} // namespace kolophon::study
