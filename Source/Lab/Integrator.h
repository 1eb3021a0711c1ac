#pragma once

#include "ContactSystem.h"

#include "../Core/Error.h"

#include <array>
#include <memory>
#include <string>

namespace kolophon::lab
{
/** The solver can't go on with this tolerance. */
struct GivesUp : Refusal
{
    using Refusal::Refusal;
};

/** What carries a hybrid system from one event to the next: one smooth integration after the other. */
class Integrator
{
public:
    virtual ~Integrator() = default;

    /** y at time(); to be changed between a step that ended in an event and start(). */
    virtual double* state () = 0;
    /** Begins again at `time` from state(), towards `until`. */
    virtual void start (double time, double until) = 0;
    /** One step, or less where a guard fires. True when one did. Throws GivesUp. */
    virtual bool step (double until) = 0;
    virtual double time () const noexcept = 0;
    virtual std::array<int, HybridSystem::guardCount> fired () const = 0;
    /** y inside the last step. */
    virtual double* at (double time) = 0;

    virtual void setTolerance (double relative) = 0;
    /** About how many times as many steps a tolerance of a tenth takes. */
    virtual double growthPerDigit () const = 0;
    /** What has been done since the motion began, in evaluations of a contact that is rubbed (half a microsecond).
        Counted: it is the same on a busy machine. */
    virtual double effort () const = 0;
    /** Books steps and evaluations in the record. */
    virtual void close () = 0;
};

std::unique_ptr<Integrator> cvodeIntegrator (HybridSystem& system, const Motion& motion);

/** For bodies of modes: their exact flow, and collocation for the contact alone. See ModalIntegrator.cpp. */
std::unique_ptr<Integrator> modalIntegrator (ContactSystem& system, const Motion& motion);

/** " at t = 0.125 s" */
std::string when (double time);
} // namespace kolophon::lab
