// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Motion/Motion.h"

#include "../../Core/Error.h"
#include "../../Physics/EnergyLedger.h"
#include "../Motion/NumberText.h"

#include <algorithm>
#include <cmath>

namespace kolophon::lab
{
/** Value of a drive, which must be finite. */
inline double asked (const Signal& signal, const char* name, double time)
{
    const double value = signal.at (time);
    if (! std::isfinite (value))
        throw InputError ({ .place = std::string ("drive.") + name,
                            .problem = "at t = " + decimalText (time) + " s the value is not a finite number" });
    return value;
}

/** Keeps the rows and the books of a run. */
class RealtimeRecorder
{
public:
    enum class States {
        ofRow, // notes changes of Row::mode
        others // the caller notes its own
    };

    RealtimeRecorder (const Motion& itsMotion, Record& itsRecord, const Row& start, States whose = States::ofRow)
        : motion (itsMotion), record (itsRecord), before (start.stored), first (start.stored), mode (modeOf (start)),
          states (whose)
    {
        record.peakEnergy = start.stored;
        record.rows.push_back (start);
    }

    /** `row`: everything but powers and integrals, which follow from the joules of this step. Returns whether it is
        kept. */
    bool step (Row row, double h, double work, double frictionLoss, double bodyLoss)
    {
        if (const int now = modeOf (row); now != mode && states == States::ofRow)
        {
            record.events.push_back ({ row.time, mode, now, row.position, row.velocity });
            mode = now;
        }
        const double residual = EnergyLedger::residual (row.stored - before, work, frictionLoss, bodyLoss);
        exchanged = std::max (
            { exchanged, std::abs (row.stored), std::abs (work), std::abs (frictionLoss), std::abs (bodyLoss) });
        worst = std::max (worst, std::abs (residual));
        record.peakEnergy = std::max (record.peakEnergy, row.stored);
        record.smallestLoss = std::min ({ record.smallestLoss, frictionLoss, bodyLoss });
        driven += work;
        friction += frictionLoss;
        lost += bodyLoss;
        before = row.stored;
        if (++record.steps % motion.every != 0)
            return false;
        row.drivePower = work / h;
        row.frictionPower = frictionLoss / h;
        row.bodyPower = bodyLoss / h;
        row.driven = driven;
        row.frictionLoss = friction;
        row.bodyLoss = lost;
        row.residual = EnergyLedger::residual (row.stored - first, driven, friction, lost);
        record.rows.push_back (row);
        return true;
    }

    /** Checks from time to time if the user wants to stop. */
    bool stops (const Interrupt& interrupt)
    {
        constexpr long betweenLooks = 4096; // steps
        record.interrupted = record.steps % betweenLooks == 1 && interrupt && interrupt();
        return record.interrupted;
    }

    /** Relates the residual of the books to the largest energy, or energy exchanged in a step. */
    void close () const { record.worstResidual = exchanged > 0.0 ? worst / exchanged : 0.0; }

private:
    static int modeOf (const Row& row) { return static_cast<int> (std::lround (row.mode)); }

    const Motion& motion;
    Record& record;
    double before, first, driven = 0.0, friction = 0.0, lost = 0.0, exchanged = 0.0, worst = 0.0;
    int mode;
    States states;
};
} // namespace kolophon::lab
