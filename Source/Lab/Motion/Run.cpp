// SPDX-License-Identifier: GPL-3.0-or-later
#include "Run.h"

namespace kolophon::lab
{
const Record* RunRecords::of (std::optional<Solver> solver) const
{
    const auto pointer = [] (const std::optional<Record>& record) { return record ? &*record : nullptr; };
    if (solver)
        return pointer (*solver == Solver::realtime ? realtime
                                                    : (*solver == Solver::explicitSteps ? explicitSteps : reference));
    return reference ? &*reference : (realtime ? &*realtime : pointer (explicitSteps));
}

bool RunRecords::interrupted() const
{
    return (realtime && realtime->interrupted) || (reference && reference->interrupted) ||
           (explicitSteps && explicitSteps->interrupted);
}

RunRecords perform (const Run& run, const Interrupt& interrupt)
{
    RunRecords records;
    if (run.solver == Solver::realtime || run.solver == Solver::both)
        records.realtime = runRealtime (run.motion, interrupt);
    if (run.solver == Solver::reference || run.solver == Solver::both)
        records.reference = runReference (run.motion, interrupt);
    if (run.solver == Solver::explicitSteps)
        records.explicitSteps = runExplicit (run.motion, interrupt);
    return records;
}
} // namespace kolophon::lab
