// SPDX-License-Identifier: GPL-3.0-or-later
#include "Integrator.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>

namespace kolophon::lab
{
namespace
{
/** Local error as a fraction of the tolerance: errors of many steps add up to about the tolerance. An oscillation adds
    them ten thousand times, and functional iteration stops early. */
constexpr double fraction (bool stiff)
{
    return stiff ? 0.1 : 0.01;
}

/** Smallest tolerance: below it, rounding determines the error of high-order steps, which become a thousand times as
    many. */
constexpr double finest = 1e-13;

/** With more components, a dense Newton matrix costs more than the shorter steps of functional iteration. */
constexpr int largestDense = 16;

/** CVODE for one motion. Time is counted from where an integration begins: what happens a microsecond after a release
    has digits of its own. */
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
            throw InputError ("the solver could not start");
        y = N_VNew_Serial (size, context);
        there = N_VNew_Serial (size, context);
        // Newton and backward differences for bristles, which are stiff: sigma_0 = 1e5 N/m on 1 kg for a minute. Adams
        // and functional iteration for what only swings: orders up to 12 without damping of their own, and no matrix.
        // Rigid laws have no fast time of their own.
        memory = CVodeCreate (stiff ? CV_BDF : CV_ADAMS, context);
        if (memory == nullptr || y == nullptr || there == nullptr)
            throw InputError ("the solver could not start");
        check (CVodeInit (memory, rate, 0.0, y));
        CVodeSetUserData (memory, this);
        CVodeSetErrHandlerFn (
            memory, [] (int, const char*, const char*, char*, void*) {}, nullptr);
        CVodeWFtolerances (memory, weights);
        if (stiff)
        {
            matrix = SUNDenseMatrix (size, size, context);
            linear = SUNLinSol_Dense (y, matrix, context);
            check (CVodeSetLinearSolver (memory, linear, matrix));
            // A fresh matrix for every step. Stiffness goes as |v|/N: where N has just left zero it falls by decades in
            // a few steps, and Newton's corrections with an old, far stiffer matrix are so small that they pass for
            // converged.
            CVodeSetLSetupFrequency (memory, 1);
            CVodeSetJacEvalFrequency (memory, 1);
        }
        else
        {
            iteration = SUNNonlinSol_FixedPoint (y, 0, context);
            check (CVodeSetNonlinearSolver (memory, iteration));
        }
        check (CVodeRootInit (memory, system.guardCount(), guards));
        std::array<int, HybridSystem::maxGuards> rising;
        rising.fill (1);
        CVodeSetRootDirection (memory, rising.data());
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
        goal = until;
    }

    bool step (double until) override
    {
        const int result = CVode (memory, until - origin, y, &now, CV_ONE_STEP);
        check (result);
        return result == CV_ROOT_RETURN;
    }
    /** Current time; at the end exactly `goal`, because origin and last may add up to a little less. */
    double time () const noexcept override { return now >= last ? goal : std::min (origin + now, goal); }

    std::array<int, HybridSystem::maxGuards> fired () const override
    {
        std::array<int, HybridSystem::maxGuards> which {};
        CVodeGetRootInfo (memory, which.data());
        return which;
    }

    double* at (double time) override
    {
        check (CVodeGetDky (memory, std::min (time - origin, now), 0, there));
        return N_VGetArrayPointer (there);
    }

    void setTolerance (double relative) override { tolerance = std::max (fraction (stiff) * relative, finest); }
    double growthPerDigit () const override
    {
        int order = 1;
        CVodeGetLastOrder (memory, &order);
        return std::pow (10.0, 1.0 / (order + 1));
    }

    void close () override
    {
        record.steps += stepsSinceStart();
        record.evaluations += evaluationsSinceStart();
    }
    double effort () const override
    {
        return static_cast<double> (record.evaluations + evaluationsSinceStart()) * (1.0 + system.size() / 20.0);
    }

private:
    long stepsSinceStart () const
    {
        long count = 0;
        CVodeGetNumSteps (memory, &count);
        return count;
    }
    long evaluationsSinceStart () const
    {
        long count = 0, ofSlopes = 0;
        CVodeGetNumRhsEvals (memory, &count);
        if (linear != nullptr)
            CVodeGetNumLinRhsEvals (memory, &ofSlopes);
        return count + ofSlopes;
    }

    /** Catches exceptions, which must not pass through C, to throw them again later. */
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
            throw InputError (trouble);
        const char* reason = "failed";
        switch (result)
        {
            case CV_ERR_FAILURE: reason = "can't meet the tolerance with any step size"; break;
            case CV_CONV_FAILURE: reason = "can't solve the equations of its step"; break;
            case CV_LSETUP_FAIL:
            case CV_LSOLVE_FAIL: reason = "encounters a singular matrix"; break;
            case CV_RHSFUNC_FAIL:
            case CV_FIRST_RHSFUNC_ERR:
            case CV_REPTD_RHSFUNC_ERR:
            case CV_UNREC_RHSFUNC_ERR: reason = "encounters a derivative that is not a number"; break;
            case CV_TOO_MUCH_ACC: reason = "can't reach a tolerance beyond double precision"; break;
            default: break;
        }
        throw GivesUp (std::string ("the reference solver ") + reason + when (time()));
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
    double goal = 0.0;                          // [s] where last is
    std::string trouble;
};
} // namespace

std::unique_ptr<Integrator> cvodeIntegrator (HybridSystem& system, const Motion& motion)
{
    return std::make_unique<Cvode> (system, motion, system.stiff() && system.size() <= largestDense);
}
} // namespace kolophon::lab
