#pragma once

#include "Check.h"
#include "Run.h"
#include "Scenario.h"

#include <optional>
#include <vector>

namespace kolophon::lab
{
/** Computes a run. Throws Refusal. */
RunRecords perform (const Run& run, const Interrupt& interrupt = {});

/** Answers an analysis, once for each run that it is about and each number that it gives. What a record can't give (an
    event that did not happen) is not a number, and does not pass; nor is it where somebody interrupts. Throws Refusal
    for questions that do not fit the run. What it runs again at other rates is added to the records, for others that
    ask the same. */
std::vector<Check> answer (const Analysis& analysis, const Scenario& scenario, std::vector<RunRecords>& records,
                           const Interrupt& interrupt = {});
} // namespace kolophon::lab
