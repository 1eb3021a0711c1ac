#include "Integrator.h"

#include "../Files/ShallowJson.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace kolophon::lab
{
namespace
{
/** Of all its steps together: some minutes at worst. A string of 128 modes gets 2.5 s at a tolerance of 1e-10. */
long mostSteps (int size)
{
    return std::min (20'000'000L, 1'500'000'000L / size);
}
constexpr std::size_t mostEvents = 2'000'000;
/** Edges that may follow each other in no time. */
constexpr int mostAtOnce = 20;
/** A local error of this share of the tolerance: errors of many steps add up to about that. A string swings ten thousand
    times, and functional iteration stops early. */
constexpr double share (bool stiff)
{
    return stiff ? 0.1 : 0.01;
}

/** More components than this make a dense Newton matrix dearer than the shorter steps of functional iteration. */
constexpr int largestDense = 16;

/** CVODE for one motion. Time is counted from where an integration begins: what happens a microsecond after a release has
    digits of its own. */
class Cvode final : public Integrator
{
public:
    Cvode (HybridSystem& itsSystem, const Motion& motion, bool isStiff)
        : system (itsSystem), record (itsSystem.record), stiff (isStiff)
    {
        const int size = system.size();
        setTolerance (motion.tolerance);
        longest = motion.longestStep;
        if (SUNContext_Create (nullptr, &context) != 0)
            throw Refusal ("the solver could not start");
        y = N_VNew_Serial (size, context);
        there = N_VNew_Serial (size, context);
        // Newton and backward differences for bristles, which are stiff: sigma_0 = 1e5 N/m on 1 kg for a minute. Adams and
        // functional iteration for what only swings, strings of many modes above all: orders up to 12 without damping of
        // their own, and no matrix. Rigid laws have no fast time of their own.
        memory = CVodeCreate (stiff ? CV_BDF : CV_ADAMS, context);
        if (memory == nullptr || y == nullptr || there == nullptr)
            throw Refusal ("the solver could not start");
        check (CVodeInit (memory, rate, 0.0, y));
        CVodeSetUserData (memory, this);
        CVodeSetErrHandlerFn (memory, [] (int, const char*, const char*, char*, void*) {}, nullptr);
        CVodeWFtolerances (memory, weights);
        if (stiff)
        {
            matrix = SUNDenseMatrix (size, size, context);
            linear = SUNLinSol_Dense (y, matrix, context);
            check (CVodeSetLinearSolver (memory, linear, matrix));
            // A fresh matrix for every step. Stiffness goes as |v|/N: where N has just left zero it falls by decades in a few
            // steps, and Newton's corrections with an old, far stiffer matrix are so small that they pass for converged.
            CVodeSetLSetupFrequency (memory, 1);
            CVodeSetJacEvalFrequency (memory, 1);
        }
        else
        {
            iteration = SUNNonlinSol_FixedPoint (y, 0, context);
            check (CVodeSetNonlinearSolver (memory, iteration));
        }
        check (CVodeRootInit (memory, HybridSystem::guardCount, guards));
        const std::array<int, HybridSystem::guardCount> rising { 1, 1, 1, 1, 1, 1 };
        CVodeSetRootDirection (memory, const_cast<int*> (rising.data()));
        CVodeSetNoInactiveRootWarn (memory);
        CVodeSetMaxNumSteps (memory, -1);
        CVodeSetMaxHnilWarns (memory, -1);
        CVodeSetMaxErrTestFails (memory, 60);
        CVodeSetMaxConvFails (memory, 60);
    }

    ~Cvode() override
    {
        CVodeFree (&memory);
        SUNLinSolFree (linear);
        SUNNonlinSolFree (iteration);
        SUNMatDestroy (matrix);
        N_VDestroy (y);
        N_VDestroy (there);
        SUNContext_Free (&context);
    }
    Cvode (const Cvode&) = delete;
    Cvode& operator= (const Cvode&) = delete;

    double* state () override { return N_VGetArrayPointer (y); }

    void start (double time, double until) override
    {
        close();
        origin = time;
        now = 0.0;
        system.foresee (time, state(), 1e-5 * (until - time));
        check (CVodeReInit (memory, 0.0, y));
        CVodeSetInitStep (memory, 1e-7 * (until - time));
        CVodeSetMaxStep (memory, std::min (longest, (until - time) / 20.0));
        CVodeSetStopTime (memory, until - time);
        last = until - time;
    }

    bool step (double until) override
    {
        const int result = CVode (memory, until - origin, y, &now, CV_ONE_STEP);
        check (result);
        return result == CV_ROOT_RETURN;
    }
    double time () const noexcept override { return now >= last ? origin + last : origin + now; }

    std::array<int, HybridSystem::guardCount> fired () const override
    {
        std::array<int, HybridSystem::guardCount> which {};
        CVodeGetRootInfo (memory, which.data());
        return which;
    }

    double* at (double time) override
    {
        check (CVodeGetDky (memory, std::min (time - origin, now), 0, there));
        return N_VGetArrayPointer (there);
    }

    void setTolerance (double relative) override { tolerance = share (stiff) * relative; }
    double growthPerDigit () const override
    {
        int order = 1;
        CVodeGetLastOrder (memory, &order);
        return std::pow (10.0, 1.0 / (order + 1));
    }

    void close () override
    {
        long steps = 0, evaluations = 0;
        CVodeGetNumSteps (memory, &steps);
        CVodeGetNumRhsEvals (memory, &evaluations);
        record.steps += steps;
        record.evaluations += evaluations;
        if (linear != nullptr && CVodeGetNumLinRhsEvals (memory, &evaluations) == 0)
            record.evaluations += evaluations;
    }
    long steps () const override
    {
        long count = 0;
        CVodeGetNumSteps (memory, &count);
        return record.steps + count;
    }

private:
    /** Nothing may be thrown through C: kept, and thrown again here. */
    template <class Function>
    static int guarded (void* self, Function function)
    {
        auto& me = *static_cast<Cvode*> (self);
        try
        {
            return function (me);
        }
        catch (const std::exception& error)
        {
            me.trouble = error.what();
            return -1;
        }
    }

    static int rate (double time, N_Vector state, N_Vector slope, void* self)
    {
        return guarded (self,
                        [&] (Cvode& me)
                        {
                            me.system.rate (me.origin + time, N_VGetArrayPointer (state), N_VGetArrayPointer (slope));
                            const Eigen::Map<Eigen::VectorXd> values (N_VGetArrayPointer (slope), me.system.size());
                            return values.allFinite() ? 0 : 1; // CVODE tries a shorter step
                        });
    }
    static int guards (double time, N_Vector state, double* values, void* self)
    {
        return guarded (self,
                        [&] (Cvode& me)
                        {
                            me.system.armedGuards (me.origin + time, N_VGetArrayPointer (state), values);
                            return 0;
                        });
    }
    static int weights (N_Vector, N_Vector result, void* self)
    {
        auto& me = *static_cast<Cvode*> (self);
        const auto& scale = me.system.scale();
        double* weight = N_VGetArrayPointer (result);
        for (int i = 0; i < me.system.size(); ++i)
            weight[i] = 1.0 / (me.tolerance * scale[i]);
        return 0;
    }

    void check (int result)
    {
        if (result >= 0)
            return;
        if (! trouble.empty())
            throw Refusal (trouble);
        const char* reason = "gave up";
        switch (result)
        {
            case CV_ERR_FAILURE: reason = "can't meet the tolerance however short its steps are"; break;
            case CV_CONV_FAILURE: reason = "finds no solution of its step's equations"; break;
            case CV_LSETUP_FAIL:
            case CV_LSOLVE_FAIL: reason = "meets a singular matrix"; break;
            case CV_RHSFUNC_FAIL:
            case CV_FIRST_RHSFUNC_ERR:
            case CV_REPTD_RHSFUNC_ERR:
            case CV_UNREC_RHSFUNC_ERR: reason = "meets a rate of change that is not a number"; break;
            case CV_TOO_MUCH_ACC: reason = "is asked for more digits than there are"; break;
            default: break;
        }
        throw Refusal (std::string ("the reference solver ") + reason + when (time()));
    }

    HybridSystem& system;
    Record& record;
    bool stiff;
    SUNContext context = nullptr;
    N_Vector y = nullptr, there = nullptr;
    void* memory = nullptr;
    SUNMatrix matrix = nullptr;
    SUNLinearSolver linear = nullptr;
    SUNNonlinearSolver iteration = nullptr;
    double tolerance = 0.0, longest = 0.0;
    double origin = 0.0, now = 0.0, last = 0.0; // [s] now and last from the origin on
    std::string trouble;
};

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
} // namespace

Record runReference (const Motion& motion, const Interrupt& interrupt)
{
    const auto system = HybridSystem::of (motion, HybridSystem::Events::located);
    auto& record = system->record;
    Integrator solver (*system, motion, system->stiff() && system->size() <= largestDense);
    RowKeeper rows (*system, motion);

    const auto ends = stretches (motion);
    system->stretch (0.0, ends.front());
    Eigen::Map<Eigen::VectorXd> y (solver.state(), system->size());
    y = system->begin();

    double time = 0.0;
    long looks = 0, stands = 0;
    for (std::size_t piece = 0; piece < ends.size() && ! record.interrupted; ++piece)
    {
        const double end = ends[piece];
        if (piece > 0)
        {
            system->project (time, y.data());
            system->stretch (time, end);
            system->adapt (time, y.data());
        }
        bool begins = true; // something jumped: guards first, then the integration begins anew
        while (time < end)
        {
            if (begins)
            {
                double values[HybridSystem::guardCount];
                for (int edges = 0;; ++edges)
                {
                    if (edges == mostAtOnce)
                        throw Refusal ("the discrete state changes without end" + when (time));
                    system->armedGuards (time, y.data(), values);
                    double* const last = values + HybridSystem::guardCount;
                    const double* first = std::find_if (values, last, [] (double g) { return g > 0.0; });
                    if (first == last)
                        break;
                    system->cross (static_cast<int> (first - values), time, y.data());
                }
                if (const auto over = system->pileUp (time, y.data()))
                {
                    time = std::min (*over, end);
                    while (rows.wants (time))
                        rows.keep (rows.next(), y.data());
                    system->rest (time, y.data());
                    continue;
                }
                if (record.events.size() > mostEvents)
                    throw Refusal ("more than " + std::to_string (mostEvents) + " events" + when (time));
                solver.start (time, end);
                begins = false;
            }
            begins = solver.step (end);
            const double before = time;
            time = solver.time();
            stands = time - before > 4e-16 * time || begins ? 0 : stands + 1;
            if (stands > 200)
            {
                // A pole, or the edge of where an expression has values: what is just beyond?
                Eigen::VectorXd slope (system->size());
                system->rate (std::min (end, time * (1.0 + 1e-12)), y.data(), slope.data());
                throw Refusal ("the reference solver can't get past what happens" + when (time));
            }
            while (rows.wants (time))
                rows.keep (rows.next(), solver.at (std::max (rows.next(), before)));
            if (begins)
            {
                const auto fired = solver.fired();
                for (int guard = 0; guard < HybridSystem::guardCount; ++guard)
                    if (fired[static_cast<std::size_t> (guard)] > 0)
                    {
                        system->cross (guard, time, y.data());
                        break; // others that fired at once are seen again above
                    }
            }
            else
                system->observe (time, y.data());
            if (++looks % 500 == 0)
            {
                if (interrupt && interrupt())
                {
                    record.interrupted = true;
                    break;
                }
                if (const long most = mostSteps (system->size()); solver.steps() > most)
                    throw Refusal ("the reference solver needs more than " + std::to_string (most) + " steps; it stood"
                                   + when (time));
            }
        }
    }
    while (! record.interrupted && ! rows.done())
        rows.keep (rows.next(), y.data());
    solver.countSteps();
    return std::move (record);
}
} // namespace kolophon::lab
