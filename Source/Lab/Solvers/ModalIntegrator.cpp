// SPDX-License-Identifier: GPL-3.0-or-later
#include "Integrator.h"
#include "ModalStep.h"
#include "RisingRoot.h"

#include <cmath>
#include <map>

/** Variation of constants for a body of modes under a bow. Between two events

        q'' + 2 s q' + w^2 q = phi F (t) + psi f (t)      for each mode;  v = v_bow - phi . q'

    and F depends on v, on what would hold the contact, and on the two states that the contact has of its own (bristle
    and memory). Modes move exactly: with the force as the polynomial through its values at the nodes of a step,

        q' (t + c_i h) = free motion + h sum_j K_ij F_j,       K_ij = int_0^{c_i} g (h (c_i - x)) l_j (x) dx

    with g the mode's impulse response. So the nodes' speeds are v_i = v0_i - sum_j K_ij F_j with one small matrix,
    summed over the modes, and what is left to be solved has the size of the contact, however many modes there are.
    Nodes are Radau's of the right side, the contact's own states follow by collocation there (Radau IIA with 12 stages:
    order 23, stiffly accurate; Hairer & Wanner, Solving Ordinary Differential Equations II, IV.5). A step is as short
    as it takes for the last coefficient of the force's and the rates' Legendre series to fall below the tolerance. */
namespace kolophon::lab
{
namespace
{
using namespace modal;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class ModalIntegrator final : public Integrator
{
public:
    ModalIntegrator (ContactSystem& itsSystem, const Motion& motion)
        : system (itsSystem), body (motion.body), n (body.size()), parts (2 * n), mobility (body.mobility()),
          perForce (std::sqrt (mobility)), y (VectorXd::Zero (system.size())),
          nodes (MatrixXd::Zero (system.size(), stages + 1)), inside (y)
    {
        setTolerance (motion.tolerance);
        const double fastest = std::max (body.frequency.maxCoeff(), body.decay.maxCoeff());
        longest = std::min (motion.longestStep, motion.seconds / 20.0);
        if (fastest > 0.0)
            longest = std::min (longest, 2.0 / fastest); // limit of the interpolation between the nodes
        wanted = longest = std::exp2 (std::floor (std::log2 (longest)));
    }

    double* state () override { return y.data(); }
    double time () const noexcept override { return now; }
    double effort () const override
    {
        return static_cast<double> (allEvaluations + evaluations) + (40.0 + 4.0 * n) * static_cast<double> (attempts) +
               50.0 * n * static_cast<double> (tables);
    }
    std::array<int, HybridSystem::maxGuards> fired () const override { return which; }
    void setTolerance (double relative) override { tolerance = ofOneStep * relative; }
    double growthPerDigit () const override { return std::pow (10.0, 1.0 / stages); }

    void start (double time, double until) override
    {
        now = time;
        begin = time;
        system.foresee (time, y.data(), 1e-5 * (until - time));
    }

    bool step (double until) override
    {
        which.fill (0);
        double before[HybridSystem::usualGuards];
        system.armedGuards (now, y.data(), before);
        std::copy (std::begin (before), std::end (before), guardsBefore.begin());
        for (;;)
        {
            const double left = until - now;
            const bool last = left < 1.001 * wanted;
            double h = last ? left : wanted;
            bool good = attempt (h);
            if (good)
                if (const auto crossing = firstCrossing (h); crossing.guard >= 0)
                {
                    good = locate (crossing, h) && lacking() <= 1.0;
                    if (good)
                    {
                        accept (now + h);
                        return true;
                    }
                }
            const double error = good ? lacking() : 2.0;
            if (error <= 1.0)
            {
                accept (last ? until : now + h);
                if (! last && error < 1.0 / 8192.0 && wanted < longest)
                    wanted *= 2.0;
                return false;
            }
            wanted *= 0.5;
            while (wanted > 0.75 * h && wanted > 0.0)
                wanted *= 0.5;
            if (! (wanted > 1e-17 * std::max (1.0, now)))
                throw GivesUp ("the reference solver can't meet the tolerance with any step size" + when (now));
        }
    }

    double* at (double time) override
    {
        const double whole = now - begin;
        inside.noalias() =
            nodes * collocation().between (whole > 0.0 ? std::clamp ((time - begin) / whole, 0.0, 1.0) : 1.0);
        return inside.data();
    }

    void close () override
    {
        system.record.steps += taken;
        system.record.evaluations += evaluations;
        allEvaluations += evaluations;
        taken = evaluations = 0;
    }

private:
    struct Crossing
    {
        int guard = -1;
        double fraction = 0.0; // of the step
    };
    static constexpr double ofOneStep = 0.1;  // fraction of the tolerance
    static constexpr double rounding = 1e-11; // a change below this that doesn't shrink is rounding
    static constexpr int maxRounds = 25;      // of Newton's method

    const Step& of (double h)
    {
        if (h == wanted)
        {
            auto found = kept.find (h);
            if (found == kept.end())
            {
                if (kept.size() > 40)
                    kept.clear();
                found = kept.emplace (h, std::make_unique<Step> (body, h)).first;
                ++tables;
            }
            return *found->second;
        }
        single = std::make_unique<Step> (body, h);
        ++tables;
        return *single;
    }

    /** Solves the step of length h from y: fills `nodes`, the force and the rates. False if Newton's method doesn't
        converge. */
    bool attempt (double h)
    {
        length = h;
        table = &of (h);
        ++attempts;
        const auto q0 = y.head (n), u0 = y.segment (n, n);
        nodes.col (0) = y;
        for (int i = 0; i < stages; ++i)
        {
            times[i] = now + collocation().c[i] * h;
            const auto drive = system.driveAt (times[i]);
            auto q = nodes.col (i + 1).head (n), u = nodes.col (i + 1).segment (n, n);
            q = table->qq.col (i).cwiseProduct (q0) + table->qu.col (i).cwiseProduct (u0);
            u = table->uq.col (i).cwiseProduct (q0) + table->uu.col (i).cwiseProduct (u0);
            push[i] = drive.push;
            bow[i] = drive.bow;
            freeSpeed[i] = drive.bow - body.contact.dot (u);
            freeHold[i] = holdOf (times[i], drive.push, q, u);
        }
        freeSpeed -= table->pushedSpeed * push;
        freeHold += table->pushedHold * push;
        if (! solve())
            return false;
        fillNodes();
        return nodes.allFinite();
    }

    /** Computes modes and integrals at the nodes, from force and rates there. */
    void fillNodes ()
    {
        for (int m = 0; m < n; ++m)
        {
            const auto index = static_cast<std::size_t> (m);
            const Nodes input = body.contact[m] * force + body.pushed[m] * push;
            nodes.row (m).tail (stages) += (table->place[index] * input).transpose();
            nodes.row (n + m).tail (stages) += (table->speed[index] * input).transpose();
        }
        Nodes driven, lost;
        for (int i = 0; i < stages; ++i)
        {
            const auto u = nodes.col (i + 1).segment (n, n);
            driven[i] = force[i] * bow[i] + push[i] * body.pushed.dot (u);
            lost[i] = body.lost (u);
        }
        const Nodes* const rates[] { &elasticRate, &memoryRate, &force, &driven, &power, &lost }; // as they stand in y
        for (int part = 0; part < 6; ++part)
            nodes.row (parts + part).tail (stages) =
                (length * (collocation().integral * *rates[part])).array().transpose() + y[parts + part];
    }

    /** Mobility times the force that would keep v' = 0, from damping, springs and push. */
    template <class Places, class Speeds>
    double holdOf (double time, double pushing, const Places& q, const Speeds& u) const
    {
        return system.bowSlopeAt (time) - body.contact.dot (body.pushed) * pushing +
               body.contact.dot (2.0 * body.decay.cwiseProduct (u) + body.frequency.cwiseAbs2().cwiseProduct (q));
    }

    /** Inputs of the contact at node i, with the current forces and rates. */
    ContactSystem::Inputs inputsAt (int i) const
    {
        const auto& integral = collocation().integral;
        return { freeSpeed[i] - table->contactSpeed.row (i).dot (force),
                 (freeHold[i] + table->contactHold.row (i).dot (force)) / mobility,
                 y[parts] + length * integral.row (i).dot (elasticRate),
                 y[parts + 1] + length * integral.row (i).dot (memoryRate) };
    }

    /** Solves for F, x' and memory' at the nodes, by Newton's method: 3 x 12 unknowns. */
    bool solve ()
    {
        const auto& scale = system.scale();
        const auto first = system.contactAt (now, inputsAtStart());
        force.setConstant (first.force);
        elasticRate.setConstant (first.elasticRate);
        memoryRate.setConstant (first.memoryRate);
        double lastChange = HUGE_VAL;
        bool fresh = false;
        for (int round = 0; round < maxRounds; ++round)
        {
            linearise (! fresh);
            if (! residual.allFinite() || ! slopes.allFinite())
                return false;
            if (! fresh)
                factors.compute (slopes);
            const VectorXd change = factors.solve (residual);
            force -= change.head (stages);
            elasticRate -= change.segment (stages, stages);
            memoryRate -= change.tail (stages);
            const auto largest = [&change] (int part)
            { return change.segment (part * stages, stages).cwiseAbs().maxCoeff(); };
            const double moved = length * std::max ({ perForce * largest (0) / scale[n], largest (1) / scale[parts],
                                                      largest (2) / scale[parts + 1] });
            if (! std::isfinite (moved))
                return false;
            if (moved <= 0.1 * tolerance || (moved <= rounding && moved >= 0.5 * lastChange))
            {
                for (int i = 0; i < stages; ++i)
                    power[i] = system.contactAt (times[i], inputsAt (i)).power;
                return true;
            }
            fresh = moved <= 0.1 * lastChange; // else too slow: the slopes anew
            lastChange = moved;
        }
        return false;
    }

    /** Computes the residual of the equations at the nodes and, if asked, its slopes. */
    void linearise (bool withSlopes)
    {
        if (withSlopes)
            slopes.setIdentity();
        for (int i = 0; i < stages; ++i)
        {
            const auto here = inputsAt (i);
            const auto flow = system.contactAt (times[i], here);
            residual[i] = force[i] - flow.force;
            residual[stages + i] = elasticRate[i] - flow.elasticRate;
            residual[2 * stages + i] = memoryRate[i] - flow.memoryRate;
            ++evaluations;
            if (withSlopes)
                addSlopes (i, here, flow);
        }
    }

    /** Adds slopes by differences, which are sufficient for Newton's method to converge. */
    void addSlopes (int i, const ContactSystem::Inputs& here, const ContactSystem::Flow& flow)
    {
        const auto& scale = system.scale();
        const double typical[] { perForce * scale[n], scale[n] / (perForce * length), scale[parts], scale[parts + 1] };
        for (int input = 0; input < 4; ++input)
        {
            auto moved = here;
            double& one =
                input == 0 ? moved.v : (input == 1 ? moved.hold : (input == 2 ? moved.elastic : moved.memory));
            const double was = one;
            one += 1e-7 * std::max (1e-3 * typical[input], std::abs (was)) + 1e-200;
            const double width = one - was;
            const auto next = system.contactAt (times[i], moved);
            ++evaluations;
            const double slope[] { (next.force - flow.force) / width, (next.elasticRate - flow.elasticRate) / width,
                                   (next.memoryRate - flow.memoryRate) / width };
            for (int output = 0; output < 3; ++output)
            {
                auto row = slopes.row (output * stages + i);
                if (input == 0)
                    row.head (stages) += slope[output] * table->contactSpeed.row (i);
                else if (input == 1)
                    row.head (stages) -= slope[output] / mobility * table->contactHold.row (i);
                else
                    row.segment ((input - 1) * stages, stages) -=
                        slope[output] * length * collocation().integral.row (i);
            }
        }
    }

    ContactSystem::Inputs inputsAtStart () const
    {
        const auto drive = system.driveAt (now);
        const auto q = y.head (n), u = y.segment (n, n);
        return { drive.bow - body.contact.dot (u), holdOf (now, drive.push, q, u) / mobility, y[parts], y[parts + 1] };
    }

    /** Error of the last attempted step, over the allowed one. */
    double lacking () const
    {
        const auto& scale = system.scale();
        const auto& series = collocation().series;
        const auto tail = [&series] (const Nodes& values)
        {
            return std::max (std::abs (series.row (stages - 1).dot (values)),
                             0.1 * std::abs (series.row (stages - 2).dot (values)));
        };
        const double error = std::max ({ perForce * tail (force) / scale[n], tail (elasticRate) / scale[parts],
                                         tail (memoryRate) / scale[parts + 1] });
        return length * error / tolerance;
    }

    /** The first guard that rises through zero in the step that was attempted last. */
    Crossing firstCrossing (double h)
    {
        Crossing first;
        double before[HybridSystem::usualGuards], after[HybridSystem::usualGuards];
        std::copy (guardsBefore.begin(), guardsBefore.end(), std::begin (before));
        double from = 0.0;
        for (int i = 0; i < stages && first.guard < 0; ++i)
        {
            const double to = collocation().c[i];
            system.armedGuards (now + to * h, nodes.col (i + 1).data(), after);
            for (int guard = 0; guard < HybridSystem::usualGuards; ++guard)
                if (before[guard] <= 0.0 && after[guard] > 0.0)
                {
                    const double root = risingRoot ([&] (double fraction) { return guardAt (guard, fraction, h); },
                                                    { from, before[guard] }, { to, after[guard] }, 1e-15);
                    if (first.guard < 0 || root < first.fraction)
                        first = { guard, root };
                }
            std::copy (std::begin (after), std::end (after), std::begin (before));
            from = to;
        }
        std::copy (std::begin (after), std::end (after), guardsAfter.begin());
        return first;
    }

    double guardAt (int guard, double fraction, double h)
    {
        double values[HybridSystem::usualGuards];
        inside.noalias() = nodes * collocation().between (fraction);
        system.armedGuards (now + fraction * h, inside.data(), values);
        return values[guard];
    }

    /** Shortens the step to the time at which the guard fires: beyond it the law is not smooth, which has affected the
        attempted step. */
    bool locate (Crossing crossing, double& h)
    {
        double low = 0.0, high = h, tried = crossing.fraction * h;
        for (int i = 0; i < 50; ++i)
        {
            const double finest = 4e-16 * (now + h) + 1e-15 * h;
            tried = std::clamp (tried, low, high);
            if (tried <= finest)
                tried = finest;
            if (! attempt (tried))
                return false;
            const auto found = firstCrossing (tried);
            double next;
            if (found.guard >= 0)
            {
                crossing.guard = found.guard;
                high = tried;
                next = found.fraction * tried;
            }
            else
            {
                low = tried;
                const double value = guardsAfter[static_cast<std::size_t> (crossing.guard)];
                const double earlier = guardAt (crossing.guard, 0.99, tried);
                next = value > earlier ? tried * (1.0 - 0.01 * value / (value - earlier)) : 0.5 * (low + high);
                if (next > high)
                    next = 0.5 * (low + high);
            }
            if (std::abs (next - tried) <= finest || high - low <= finest)
            {
                h = tried;
                which[static_cast<std::size_t> (crossing.guard)] = 1;
                return true;
            }
            tried = next;
        }
        return false;
    }

    void accept (double to)
    {
        begin = now;
        now = to;
        y = nodes.col (stages);
        ++taken;
    }

    ContactSystem& system;
    const LinearBody& body;
    const int n, parts;              // where the contact's own part of y begins
    const double mobility, perForce; // [1/kg] at the contact; of the modes' speeds together, whose masses are 1
    double tolerance = 0.0, longest = 0.0, wanted = 0.0, now = 0.0, begin = 0.0;
    VectorXd y;
    MatrixXd nodes; // y at the step's begin and at its nodes
    VectorXd inside;

    // The step that was attempted last.
    double length = 0.0; // [s]
    const Step* table = nullptr;
    Nodes times, bow, push, freeSpeed, freeHold; // free: without friction
    Nodes force, power, elasticRate, memoryRate;
    MatrixXd slopes = MatrixXd::Zero (3 * stages, 3 * stages);
    VectorXd residual = VectorXd::Zero (3 * stages);
    Eigen::PartialPivLU<MatrixXd> factors;

    std::array<double, HybridSystem::usualGuards> guardsBefore {}, guardsAfter {};
    std::array<int, HybridSystem::maxGuards> which {};
    std::map<double, std::unique_ptr<Step>> kept;
    std::unique_ptr<Step> single;
    long taken = 0, evaluations = 0; // since they were booked
    long allEvaluations = 0, attempts = 0, tables = 0;
};
} // namespace

std::unique_ptr<Integrator> modalIntegrator (ContactSystem& system, const Motion& motion)
{
    return std::make_unique<ModalIntegrator> (system, motion);
}
} // namespace kolophon::lab
