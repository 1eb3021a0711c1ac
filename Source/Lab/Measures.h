#pragma once

#include "Check.h"
#include "Scenario.h"

#include <optional>
#include <vector>

namespace kolophon::lab
{
/** What came of one run: a record for each solver that it asks for. */
struct RunRecords
{
    std::optional<Record> realtime, reference, explicitSteps;

    /** The solver's record, or null; nothing asked: the reference, else real time, else explicit. */
    const Record* of (std::optional<Solver> solver) const;
    bool interrupted () const;
};

/** Computes a run. Throws Refusal. */
RunRecords perform (const Run& run, const Interrupt& interrupt = {});

/** Answers an analysis, once for each run that it is about and each number that it gives. What a record can't give (an event
    that did not happen) is not a number, and does not pass; nor is it where somebody interrupts. Throws Refusal for questions
    that do not fit the run. */
std::vector<Check> answer (const Analysis& analysis, const Scenario& scenario, const std::vector<RunRecords>& records,
                           const Interrupt& interrupt = {});
} // namespace kolophon::lab
