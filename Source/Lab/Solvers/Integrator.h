// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Systems/HybridSystem.h"

#include "../../Core/Error.h"

#include <array>
#include <memory>
#include <string>

namespace kolophon::lab
{
/** Error: the solver can't continue with this tolerance. */
struct GivesUp : InputError
{
    using InputError::InputError;
};

/** Solver that integrates a hybrid system from one event to the next. */
class Integrator
{
public:
    virtual ~Integrator() = default;

    /** y at time(); to be changed between a step that ended in an event and start(). */
    virtual double* state () = 0;
    /** Restarts at `time` from state(), towards `until`. */
    virtual void start (double time, double until) = 0;
    /** Computes one step, or less if a guard fires. True if one did. Throws GivesUp. */
    virtual bool step (double until) = 0;
    virtual double time () const noexcept = 0;
    virtual std::array<int, HybridSystem::maxGuards> fired () const = 0;
    /** y inside the last step. */
    virtual double* at (double time) = 0;

    virtual void setTolerance (double relative) = 0;
    /** Approximate factor of the number of steps for a tolerance of a tenth. */
    virtual double growthPerDigit () const = 0;
    /** Computational cost since the motion began, in evaluations of a rubbed contact (half a microsecond). It is
        counted, not measured, so that it is the same on a busy machine. */
    virtual double effort () const = 0;
    /** Books steps and evaluations in the record. */
    virtual void close () = 0;
};

std::unique_ptr<Integrator> cvodeIntegrator (HybridSystem& system, const Motion& motion);

/** " at t = 0.125 s" */
std::string when (double time);
} // namespace kolophon::lab
