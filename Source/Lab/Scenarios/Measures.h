// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Motion/Run.h"
#include "Check.h"
#include "Scenario.h"

#include <optional>
#include <vector>

namespace kolophon::lab
{
/** Answers an analysis, once for each of its runs and each of its numbers. A number that a record can't give (an event
    that did not happen, or an interrupted run) is NaN, and does not pass. Throws InputError for questions that do not
    fit the run. Repetitions at other rates are added to the records, for other analyses. */
std::vector<Check> evaluate (const Analysis& analysis, const Scenario& scenario, std::vector<RunRecords>& records,
                             const Interrupt& interrupt = {});
} // namespace kolophon::lab
