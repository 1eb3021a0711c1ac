// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Text/NumberText.h"
#include "Integrator.h"

#include <algorithm>
#include <cmath>

namespace kolophon::lab
{
std::string when (double time)
{
    return " at t = " + significant (time, 12) + " s";
}

namespace
{
/** Limit of Integrator::effort() for a whole motion, and the effort between two checks of its pace: about a minute, a
    second. */
constexpr double mostEffort = 1e8, someEffort = 2e6;
/** Effort per ten-thousandth of the motion with which a tried tolerance counts as fast enough. */
constexpr double triedEffort = 3e4;
/** A pace at which the motion would need this multiple of the limit, in this number of successive checks, is hopeless.
    */
constexpr double hopeless = 2.0;
constexpr int hopelessWhiles = 3;

/** Checks the progress of a motion per effort: counted, so that a verdict doesn't depend on the machine. */
class Pace
{
public:
    explicit Pace (double itsSeconds) : seconds (itsSeconds) {}

    /** False if the effort so far shows that the motion won't end. */
    bool mayContinue (double time, double effort)
    {
        if (effort > mostEffort)
            return false;
        const double done = effort - lookedAt;
        if (done < someEffort)
            return true;
        const double needed = done * (seconds - time) / std::max (time - lookedFrom, 1e-300);
        slowWhiles = needed > hopeless * mostEffort ? slowWhiles + 1 : 0;
        lookedAt = effort;
        lookedFrom = time;
        return slowWhiles < hopelessWhiles;
    }

private:
    double seconds, lookedAt = 0.0, lookedFrom = 0.0;
    int slowWhiles = 0;
};
constexpr std::size_t maxEvents = 2'000'000;
/** Largest number of edges at the same time. */
constexpr int maxAtOnce = 20;
constexpr double loosest = 1e-2; // tolerance

/** Smallest number of modes for the exact flow; with fewer, CVODE is as fast. */
constexpr int manyModes = 6;

std::unique_ptr<Integrator> integratorFor (HybridSystem& system, const Motion& motion)
{
    auto* const contact = dynamic_cast<ContactSystem*> (&system);
    if (contact != nullptr && motion.body.modal() && motion.body.size() >= manyModes && motion.body.mobility() > 0.0)
        return modalIntegrator (*contact, motion);
    return cvodeIntegrator (system, motion);
}

/** Keeps rows at every multiple of the interval. */
class RowKeeper
{
public:
    RowKeeper (HybridSystem& itsSystem, const Motion& motion)
        : system (itsSystem), record (itsSystem.record), interval (motion.every / motion.rate),
          last (std::lround (std::floor (motion.seconds / interval * (1.0 + 1e-12))))
    {
    }

    /** Time of the next one. */
    double next () const { return static_cast<double> (count) * interval; }
    bool wants (double before) const { return count <= last && next() < before; }
    bool done () const { return count > last; }

    void keep (double time, const double* y)
    {
        Eigen::VectorXd exact = Eigen::Map<const Eigen::VectorXd> (y, system.size());
        system.project (time, exact.data());
        record.rows.push_back (system.row (time, exact.data()));
        if (const int n = system.coordinates(); n <= 8)
        {
            record.place.emplace_back (exact.head (n).array() + system.placeOrigin());
            record.speed.emplace_back (exact.segment (n, n));
        }
        ++count;
    }

private:
    HybridSystem& system;
    Record& record;
    double interval;
    long last, count = 0;
};
/** Computes one motion from event to event. */
class ReferenceRun
{
public:
    ReferenceRun (HybridSystem& itsSystem, const Motion& itsMotion, const Interrupt& itsInterrupt)
        : system (itsSystem), record (itsSystem.record), motion (itsMotion), interrupt (itsInterrupt),
          solver (integratorFor (itsSystem, itsMotion)), rows (itsSystem, itsMotion), pace (itsMotion.seconds)
    {
    }

    void run ()
    {
        const auto ends = smoothSegments (motion);
        system.setSegment (0.0, ends.front());
        Eigen::Map<Eigen::VectorXd> (solver->state(), system.size()) = system.begin();
        for (std::size_t piece = 0; piece < ends.size() && ! record.interrupted; ++piece)
        {
            end = ends[piece];
            if (piece > 0)
            {
                system.project (time, solver->state());
                system.setSegment (time, end);
                system.adapt (time, solver->state());
            }
            bool begins = true; // after a jump: guards first, then the integration restarts
            while (time < end && ! record.interrupted)
            {
                if (begins && ! restart())
                    continue; // it rests, perhaps until the end
                begins = advance();
                if (! stops())
                    limitEffort();
            }
        }
        while (! rows.done() && ! stops())
            rows.keep (rows.next(), solver->state());
        solver->close();
    }

private:
    /** True if the user wants to stop. Checked at every step and row: a step may be as long as thousands of rows. */
    bool stops ()
    {
        if (++looks % 500 == 0)
            record.interrupted = record.interrupted || (interrupt && interrupt());
        return record.interrupted;
    }

    /** Takes the edges that are due, and starts the integration after them. False if bouncing ended instead. */
    bool restart ()
    {
        double* const y = solver->state();
        double values[HybridSystem::maxGuards];
        for (int edges = 0;; ++edges)
        {
            if (edges == maxAtOnce)
                throw InputError ("the discrete state changes endlessly" + when (time));
            system.armedGuards (time, y, values);
            double* const last = values + system.guardCount();
            const double* first = std::find_if (values, last, [] (double g) { return g > 0.0; });
            if (first == last)
                break;
            system.cross (static_cast<int> (first - values), time, y);
        }
        if (const auto over = system.pileUp (time, y))
        {
            time = std::min (*over, end);
            while (rows.wants (time) && ! stops())
                rows.keep (rows.next(), y);
            system.rest (time, y);
            return false;
        }
        if (record.events.size() > maxEvents)
            throw InputError ("more than " + std::to_string (maxEvents) + " events" + when (time));
        solver->start (time, end);
        return true;
    }

    /** Computes one step. True if it ended in an event, whose edge it takes. */
    bool advance ()
    {
        bool fired = false;
        try
        {
            fired = solver->step (end);
        }
        catch (const GivesUp& reason)
        {
            throw InputError (reason.what() + advice());
        }
        const double before = time;
        time = solver->time();
        ++stepsTaken;
        stalls = time - before > 4e-16 * time || fired ? 0 : stalls + 1;
        if (stalls > 200)
        {
            // A pole, or the border of an expression's domain: checks the value just beyond it.
            Eigen::VectorXd slope (system.size());
            system.rate (std::min (end, time * (1.0 + 1e-12)), solver->state(), slope.data());
            throw InputError ("the reference solver can't get past the event" + when (time) + advice());
        }
        while (rows.wants (time) && ! stops())
            rows.keep (rows.next(), solver->at (std::max (rows.next(), before)));
        if (! fired)
        {
            system.observe (time, solver->state());
            return false;
        }
        const auto which = solver->fired();
        const auto guard = std::find_if (which.begin(), which.end(), [] (int rose) { return rose > 0; });
        if (guard != which.end()) // other guards that fired at the same time are handled above
            system.cross (static_cast<int> (guard - which.begin()), time, solver->state());
        return true;
    }

    /** Gives up if the motion would take too long. */
    void limitEffort ()
    {
        if (pace.mayContinue (time, solver->effort()))
            return;
        if (solver->effort() <= mostEffort)
            throw InputError ("the reference solver hardly advances" + when (time) + advice());
        const double more = 1.3 * motion.seconds / std::max (time, 1e-3 * motion.seconds);
        const double digits = std::ceil (std::log (more) / std::log (solver->growthPerDigit()));
        const double enough = motion.tolerance * std::pow (10.0, std::max (1.0, digits));
        throw InputError ("the reference solver stopped after " + std::to_string (stepsTaken) + " steps" + when (time) +
                          (enough <= loosest ? "; use run.tolerance = " + rounded (enough)
                                             : "; no tolerance helps: reduce run.seconds"));
    }

    /** Advice on a tolerance with which the solver passes the place where it has given up, found by trying. */
    std::string advice ()
    {
        const double from = time;
        const Eigen::VectorXd y = Eigen::Map<Eigen::VectorXd> (solver->state(), system.size());
        for (double tolerance = 10.0 * motion.tolerance; tolerance <= 1.001 * loosest; tolerance *= 10.0)
            try
            {
                Eigen::Map<Eigen::VectorXd> (solver->state(), system.size()) = y;
                solver->setTolerance (tolerance);
                solver->start (from, end);
                const double before = solver->effort();
                while (solver->effort() - before < triedEffort)
                    if (solver->step (end) || solver->time() >= end || solver->time() - from > 1e-4 * motion.seconds)
                        return "; run.tolerance = " + rounded (tolerance) + " gets past it";
            }
            catch (const InputError&)
            {
                continue;
            }
        return "; no tolerance gets past it";
    }

    static std::string rounded (double value) { return significant (value, 1); }

    HybridSystem& system;
    Record& record;
    const Motion& motion;
    const Interrupt& interrupt;
    std::unique_ptr<Integrator> solver;
    RowKeeper rows;
    double time = 0.0, end = 0.0;
    Pace pace;
    long looks = 0, stalls = 0, stepsTaken = 0;
};
} // namespace

Record runReference (const Motion& motion, const Interrupt& interrupt)
{
    const auto system = HybridSystem::of (motion, HybridSystem::Events::located);
    ReferenceRun (*system, motion, interrupt).run();
    return std::move (system->record);
}
} // namespace kolophon::lab
