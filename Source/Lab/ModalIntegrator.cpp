#include "Integrator.h"

#include <cmath>
#include <map>

/** Variation of constants for a body of modes under a bow. Between two events

        q'' + 2 s q' + w^2 q = phi F (t) + psi f (t)      for each mode;  v = v_bow - phi . q'

    and F depends on v, on what would hold the contact, and on the two states that the contact has of its own (bristle and
    memory). Modes move exactly: with the force as the polynomial through its values at the nodes of a step,

        q' (t + c_i h) = free motion + h sum_j K_ij F_j,       K_ij = int_0^{c_i} g (h (c_i - x)) l_j (x) dx

    with g the mode's answer to a blow. So the nodes' speeds are v_i = v0_i - sum_j K_ij F_j with one small matrix, summed over
    the modes, and what is left to be solved has the size of the contact, however many modes there are. Nodes are Radau's of
    the right side, the contact's own states follow by collocation there (Radau IIA with 12 stages: order 23, stiffly
    accurate; Hairer & Wanner, Solving Ordinary Differential Equations II, IV.5). A step is as short as it takes for the last
    coefficient of the force's and the rates' Legendre series to fall below the tolerance. */
namespace kolophon::lab
{
namespace
{
constexpr int stages = 12, points = 16; // points: of the quadrature for K
using Nodes = Eigen::Matrix<double, stages, 1>;
using Square = Eigen::Matrix<double, stages, stages>;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/** P_0 … P_count-1 at x in [-1, 1]. */
template <int count>
Eigen::Matrix<double, count, 1> legendre (double x)
{
    Eigen::Matrix<double, count, 1> p;
    p[0] = 1.0;
    p[1] = x;
    for (int k = 1; k + 1 < count; ++k)
        p[k + 1] = ((2.0 * k + 1.0) * x * p[k] - k * p[k - 1]) / (k + 1.0);
    return p;
}

/** Everything about the step's nodes that does not depend on its length. */
struct Collocation
{
    Nodes c;                                           // in (0, 1], the last is 1
    Square integral;                                   // int_0^{c_i} l_j
    Square series;                                     // coefficients of Legendre's polynomials from values at the nodes
    std::array<double, points> x, weight;              // Gauss on [0, 1]
    std::array<Eigen::Matrix<double, points, stages>, stages> basis; // l_j (c_i x_p)
    Eigen::Matrix<double, stages + 1, 1> barycentric;  // of 0 and the nodes

    Collocation()
    {
        // Roots of P_s - P_(s-1): 1, and one between any two neighbours of a fine grid where it changes its sign.
        const auto radau = [] (double y) { const auto p = legendre<stages + 1> (y); return p[stages] - p[stages - 1]; };
        const auto gauss = [] (double y) { return legendre<points + 1> (y)[points]; };
        const auto roots = [] (auto f, int count, double* out)
        {
            int found = 0;
            constexpr int cells = 20000;
            for (int i = 0; i < cells && found < count; ++i)
            {
                double low = -1.0 + 2.0 * i / cells, high = -1.0 + 2.0 * (i + 1.0) / cells;
                const double below = f (low);
                if (below * f (high) > 0.0 || (i == cells - 1 && found == count - 1))
                    continue;
                for (int k = 0; k < 60; ++k)
                {
                    const double middle = 0.5 * (low + high);
                    (f (middle) * below > 0.0 ? low : high) = middle;
                }
                out[found++] = 0.5 * (low + high);
            }
        };
        std::array<double, points> y {};
        roots (gauss, points, y.data());
        for (int p = 0; p < points; ++p)
        {
            const auto at = static_cast<std::size_t> (p);
            const auto P = legendre<points + 1> (y[at]);
            const double slope = points * (P[points - 1] - y[at] * P[points]) / (1.0 - y[at] * y[at]);
            x[at] = 0.5 * (1.0 + y[at]);
            weight[at] = 1.0 / ((1.0 - y[at] * y[at]) * slope * slope);
        }
        std::array<double, stages> r {};
        roots (radau, stages - 1, r.data());
        r[stages - 1] = 1.0;
        Square vandermonde;
        for (int i = 0; i < stages; ++i)
        {
            c[i] = 0.5 * (1.0 + r[static_cast<std::size_t> (i)]);
            vandermonde.row (i) = legendre<stages> (2.0 * c[i] - 1.0).transpose();
        }
        c[stages - 1] = 1.0;
        series = vandermonde.fullPivLu().inverse();
        integral.setZero();
        for (int i = 0; i < stages; ++i)
            for (int p = 0; p < points; ++p)
            {
                const auto at = static_cast<std::size_t> (p);
                auto row = basis[static_cast<std::size_t> (i)].row (p);
                row = legendre<stages> (2.0 * c[i] * x[at] - 1.0).transpose() * series;
                integral.row (i) += c[i] * weight[at] * row;
            }
        for (int i = 0; i <= stages; ++i)
        {
            const auto place = [this] (int k) { return k == 0 ? 0.0 : c[k - 1]; };
            barycentric[i] = 1.0;
            for (int k = 0; k <= stages; ++k)
                if (k != i)
                    barycentric[i] /= 4.0 * (place (i) - place (k));
        }
    }

    /** What the values at 0 and at the nodes count for at `share` of the step. */
    Eigen::Matrix<double, stages + 1, 1> between (double share) const
    {
        Eigen::Matrix<double, stages + 1, 1> weights;
        for (int i = 0; i <= stages; ++i)
        {
            const double distance = share - (i == 0 ? 0.0 : c[i - 1]);
            if (distance == 0.0)
                return Eigen::Matrix<double, stages + 1, 1>::Unit (i);
            weights[i] = barycentric[i] / distance;
        }
        return weights / weights.sum();
    }
};

const Collocation& collocation ()
{
    static const Collocation table;
    return table;
}

/** q and q' after t under no force, from 1 m and from 1 m/s, for any damping. */
struct Free
{
    double qq, qu, uq, uu;

    Free (double w, double s, double t)
    {
        const double square = (w - s) * (w + s), root = std::sqrt (std::abs (square)), angle = root * t, decay = std::exp (-s * t);
        double cosine = 1.0, sine = t; // sin (w_d t)/w_d
        if (square > 0.0 && angle > 1e-8)
            cosine = std::cos (angle), sine = std::sin (angle) / root;
        else if (angle > 1e-8)
            cosine = std::cosh (angle), sine = std::sinh (angle) / root;
        qq = decay * (cosine + s * sine);
        qu = decay * sine;
        uq = -w * w * qu;
        uu = decay * (cosine - s * sine);
    }
};

/** What depends on the step's length. */
struct Step
{
    MatrixXd qq, qu, uq, uu;               // [modes x stages] free motion to the nodes
    std::vector<Square> place, speed;      // for each mode: of a force with these values at the nodes
    Square contactSpeed, contactHold;      // of the friction, at the contact: u, and C q' + K q per contact
    Square pushedSpeed, pushedHold;        // of the push

    Step (const LinearBody& body, double h)
    {
        const auto& table = collocation();
        const int n = body.size();
        for (auto* one : { &qq, &qu, &uq, &uu })
            one->resize (n, stages);
        place.assign (static_cast<std::size_t> (n), Square::Zero());
        speed = place;
        contactSpeed.setZero();
        contactHold = pushedSpeed = pushedHold = contactSpeed;
        for (int m = 0; m < n; ++m)
        {
            const double w = body.frequency[m], s = body.decay[m], phi = body.contact[m], psi = body.pushed[m];
            auto &Q = place[static_cast<std::size_t> (m)], &U = speed[static_cast<std::size_t> (m)];
            for (int i = 0; i < stages; ++i)
            {
                const Free there (w, s, table.c[i] * h);
                qq (m, i) = there.qq;
                qu (m, i) = there.qu;
                uq (m, i) = there.uq;
                uu (m, i) = there.uu;
                const double length = table.c[i] * h;
                const auto& basis = table.basis[static_cast<std::size_t> (i)];
                for (int p = 0; p < points; ++p)
                {
                    const auto at = static_cast<std::size_t> (p);
                    const Free blow (w, s, length * (1.0 - table.x[at]));
                    Q.row (i) += length * table.weight[at] * blow.qu * basis.row (p);
                    U.row (i) += length * table.weight[at] * blow.uu * basis.row (p);
                }
            }
            const Square hold = 2.0 * s * U + w * w * Q;
            contactSpeed += phi * phi * U;
            contactHold += phi * phi * hold;
            pushedSpeed += phi * psi * U;
            pushedHold += phi * psi * hold;
        }
    }
};

class ModalIntegrator final : public Integrator
{
public:
    ModalIntegrator (ContactSystem& itsSystem, const Motion& motion)
        : system (itsSystem), body (motion.body), n (body.size()), parts (2 * n), mobility (body.mobility()),
          y (VectorXd::Zero (system.size())), nodes (MatrixXd::Zero (system.size(), stages + 1)), inside (y)
    {
        setTolerance (motion.tolerance);
        const double fastest = std::max (body.frequency.maxCoeff(), body.decay.maxCoeff());
        longest = std::min (motion.longestStep, motion.seconds / 20.0);
        if (fastest > 0.0)
            longest = std::min (longest, 2.0 / fastest); // what rows between the nodes are read from bears no more
        wanted = longest = std::exp2 (std::floor (std::log2 (longest)));
    }

    double* state () override { return y.data(); }
    double time () const noexcept override { return now; }
    long steps () const override { return taken; }
    std::array<int, HybridSystem::guardCount> fired () const override { return which; }
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
        double before[HybridSystem::guardCount];
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
                        accept (h, now + h);
                        return true;
                    }
                }
            const double error = good ? lacking() : 2.0;
            if (error <= 1.0)
            {
                accept (h, last ? until : now + h);
                if (! last && error < 1.0 / 8192.0 && wanted < longest)
                    wanted *= 2.0;
                return false;
            }
            wanted *= 0.5;
            while (wanted > 0.75 * h && wanted > 0.0)
                wanted *= 0.5;
            if (! (wanted > 1e-17 * std::max (1.0, now)))
                throw GivesUp ("the reference solver can't meet the tolerance however short its steps are" + when (now));
        }
    }

    double* at (double time) override
    {
        const double length = now - begin;
        inside.noalias() = nodes * collocation().between (length > 0.0 ? std::clamp ((time - begin) / length, 0.0, 1.0) : 1.0);
        return inside.data();
    }

    void close () override
    {
        system.record.steps += taken;
        system.record.evaluations += evaluations;
        taken = evaluations = 0;
    }

private:
    struct Crossing
    {
        int guard = -1;
        double share = 0.0; // of the step
    };
    static constexpr double ofOneStep = 0.1; // share of the tolerance

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
            }
            return *found->second;
        }
        single = std::make_unique<Step> (body, h);
        return *single;
    }

    /** Solves the step of length h from y: fills `nodes`, `force` and the rates. False where Newton's method finds nothing. */
    bool attempt (double h)
    {
        const auto& table = collocation();
        const auto& step = of (h);
        const auto q0 = y.head (n), u0 = y.segment (n, n);
        Nodes v0, hold0, push, bow, times;
        for (int i = 0; i < stages; ++i)
        {
            times[i] = now + table.c[i] * h;
            const auto drive = system.driveAt (times[i]);
            const auto q = nodes.col (i + 1).head (n) = step.qq.col (i).cwiseProduct (q0) + step.qu.col (i).cwiseProduct (u0);
            const auto u = nodes.col (i + 1).segment (n, n)
                = step.uq.col (i).cwiseProduct (q0) + step.uu.col (i).cwiseProduct (u0);
            push[i] = drive.push;
            bow[i] = drive.bow;
            v0[i] = drive.bow - body.contact.dot (u);
            hold0[i] = system.bowSlopeAt (times[i]) - body.contact.dot (body.pushed) * drive.push
                       + body.contact.dot (2.0 * body.decay.cwiseProduct (u) + body.frequency.cwiseAbs2().cwiseProduct (q));
        }
        v0 -= step.pushedSpeed * push;
        hold0 += step.pushedHold * push;
        if (! solve (h, step, times, v0, hold0))
            return false;

        Nodes lost;
        for (int m = 0; m < n; ++m)
        {
            const auto index = static_cast<std::size_t> (m);
            const Nodes input = body.contact[m] * force + body.pushed[m] * push;
            const Nodes q = step.place[index] * input, u = step.speed[index] * input;
            nodes.row (m).tail (stages) += q.transpose();
            nodes.row (n + m).tail (stages) += u.transpose();
        }
        Nodes driven, friction;
        for (int i = 0; i < stages; ++i)
        {
            const auto u = nodes.col (i + 1).segment (n, n);
            driven[i] = force[i] * bow[i] + push[i] * body.pushed.dot (u);
            lost[i] = body.lost (u);
        }
        nodes.col (0) = y;
        const auto run = [&] (int part, const Nodes& rates)
        { nodes.row (parts + part).tail (stages) = (h * (table.integral * rates)).array().transpose() + y[parts + part]; };
        run (0, elasticRate);
        run (1, memoryRate);
        run (2, force);
        run (3, driven);
        run (4, power);
        run (5, lost);
        return nodes.allFinite();
    }

    /** F, x' and memory' at the nodes. */
    bool solve (double h, const Step& step, const Nodes& times, const Nodes& v0, const Nodes& hold0)
    {
        const auto& table = collocation();
        const Square integral = h * table.integral;
        const auto& scale = system.scale();
        const double perSpeed = h * mobility / scale[n], perElastic = h / scale[parts], perMemory = h / scale[parts + 1];
        const double inverseMobility = mobility > 0.0 ? 1.0 / mobility : 0.0;
        {
            const auto first = system.contactAt (now, inputsAtStart());
            force.setConstant (first.force);
            elasticRate.setConstant (first.elasticRate);
            memoryRate.setConstant (first.memoryRate);
        }
        double lastChange = HUGE_VAL;
        Eigen::PartialPivLU<MatrixXd> lu;
        MatrixXd J (3 * stages, 3 * stages);
        VectorXd residual (3 * stages);
        bool fresh = false;
        for (int round = 0; round < 25; ++round)
        {
            const Nodes v = v0 - step.contactSpeed * force, hold = inverseMobility * (hold0 + step.contactHold * force);
            const Nodes elastic = (integral * elasticRate).array() + y[parts], memory = (integral * memoryRate).array() + y[parts + 1];
            const bool slopes = ! fresh;
            if (slopes)
                J.setIdentity();
            for (int i = 0; i < stages; ++i)
            {
                const ContactSystem::Inputs here { v[i], hold[i], elastic[i], memory[i] };
                const auto flow = system.contactAt (times[i], here);
                power[i] = flow.power;
                residual[i] = force[i] - flow.force;
                residual[stages + i] = elasticRate[i] - flow.elasticRate;
                residual[2 * stages + i] = memoryRate[i] - flow.memoryRate;
                ++evaluations;
                if (! slopes)
                    continue;
                for (int input = 0; input < 4; ++input)
                {
                    auto moved = here;
                    double& one = input == 0 ? moved.v : (input == 1 ? moved.hold : (input == 2 ? moved.elastic : moved.memory));
                    const double size = input == 0 ? scale[n] : (input == 1 ? scale[n] / (mobility * h) : scale[parts + input - 2]);
                    const double by = 1e-7 * std::max (1e-3 * size, std::abs (one)) + 1e-200;
                    const double was = one;
                    one += by;
                    const double width = one - was;
                    const auto next = system.contactAt (times[i], moved);
                    const double slope[3] { (next.force - flow.force) / width, (next.elasticRate - flow.elasticRate) / width,
                                            (next.memoryRate - flow.memoryRate) / width };
                    for (int output = 0; output < 3; ++output)
                    {
                        if (slope[output] == 0.0)
                            continue;
                        auto row = J.row (output * stages + i);
                        if (input == 0)
                            row.head (stages) += slope[output] * step.contactSpeed.row (i);
                        else if (input == 1)
                            row.head (stages) -= slope[output] * inverseMobility * step.contactHold.row (i);
                        else
                            row.segment ((input - 1) * stages, stages) -= slope[output] * integral.row (i);
                    }
                }
            }
            if (! residual.allFinite() || ! J.allFinite())
                return false;
            if (slopes)
                lu.compute (J);
            fresh = true;
            const VectorXd change = lu.solve (residual);
            force -= change.head (stages);
            elasticRate -= change.segment (stages, stages);
            memoryRate -= change.tail (stages);
            const double moved = std::max ({ perSpeed * change.head (stages).cwiseAbs().maxCoeff(),
                                             perElastic * change.segment (stages, stages).cwiseAbs().maxCoeff(),
                                             perMemory * change.tail (stages).cwiseAbs().maxCoeff() });
            if (! std::isfinite (moved))
                return false;
            if (moved <= 0.1 * tolerance || (moved <= 1e-11 && moved >= 0.5 * lastChange))
            {
                for (int i = 0; i < stages; ++i)
                {
                    const double speed = v0[i] - step.contactSpeed.row (i).dot (force);
                    power[i] = system.contactAt (times[i], { speed, inverseMobility * (hold0[i] + step.contactHold.row (i).dot (force)),
                                                             integral.row (i).dot (elasticRate) + y[parts],
                                                             integral.row (i).dot (memoryRate) + y[parts + 1] }).power;
                }
                return true;
            }
            if (moved > 0.1 * lastChange)
                fresh = false; // too slow: the slopes anew
            lastChange = moved;
        }
        return false;
    }

    ContactSystem::Inputs inputsAtStart ()
    {
        const auto drive = system.driveAt (now);
        const auto q = y.head (n), u = y.segment (n, n);
        const double hold = system.bowSlopeAt (now) - body.contact.dot (body.pushed) * drive.push
                            + body.contact.dot (2.0 * body.decay.cwiseProduct (u) + body.frequency.cwiseAbs2().cwiseProduct (q));
        return { drive.bow - body.contact.dot (u), mobility > 0.0 ? hold / mobility : 0.0, y[parts], y[parts + 1] };
    }

    /** The error of the step that was attempted last, over what is allowed. */
    double lacking () const
    {
        const auto& scale = system.scale();
        const auto& series = collocation().series;
        const double h = attempted;
        const auto tail = [&series] (const Nodes& values)
        { return std::max (std::abs (series.row (stages - 1).dot (values)), 0.1 * std::abs (series.row (stages - 2).dot (values))); };
        const double error = std::max ({ h * mobility * tail (force) / scale[n], h * tail (elasticRate) / scale[parts],
                                         h * tail (memoryRate) / scale[parts + 1] });
        return error / tolerance;
    }

    /** The first guard that rises through zero in the step that was attempted last. */
    Crossing firstCrossing (double h)
    {
        attempted = h;
        Crossing first;
        double before[HybridSystem::guardCount], after[HybridSystem::guardCount];
        std::copy (guardsBefore.begin(), guardsBefore.end(), std::begin (before));
        double from = 0.0;
        for (int i = 0; i < stages && first.guard < 0; ++i)
        {
            const double to = collocation().c[i];
            system.armedGuards (now + to * h, nodes.col (i + 1).data(), after);
            for (int guard = 0; guard < HybridSystem::guardCount; ++guard)
                if (before[guard] <= 0.0 && after[guard] > 0.0)
                {
                    const double root = rootOf (guard, from, before[guard], to, after[guard], h);
                    if (first.guard < 0 || root < first.share)
                        first = { guard, root };
                }
            std::copy (std::begin (after), std::end (after), std::begin (before));
            from = to;
        }
        std::copy (std::begin (after), std::end (after), guardsAfter.begin());
        return first;
    }

    double guardAt (int guard, double share, double h)
    {
        double values[HybridSystem::guardCount];
        inside.noalias() = nodes * collocation().between (share);
        system.armedGuards (now + share * h, inside.data(), values);
        return values[guard];
    }

    /** Illinois's variant of the false position, which keeps the upper end positive. */
    double rootOf (int guard, double low, double below, double high, double above, double h)
    {
        for (int i = 0; i < 60 && high - low > 1e-15; ++i)
        {
            double middle = high - above * (high - low) / (above - below);
            if (! (middle > low && middle < high))
                middle = 0.5 * (low + high);
            const double value = guardAt (guard, middle, h);
            if (value > 0.0)
            {
                below *= high - middle < 0.5 * (high - low) ? 0.5 : 1.0;
                high = middle;
                above = value;
            }
            else
            {
                above *= middle - low < 0.5 * (high - low) ? 0.5 : 1.0;
                low = middle;
                below = value;
            }
        }
        return high;
    }

    /** Shortens the step to where the guard fires: beyond it, the law goes on in a way that is not smooth, and the step that
        was attempted has felt that. */
    bool locate (Crossing crossing, double& h)
    {
        double low = 0.0, high = h, length = crossing.share * h;
        for (int i = 0; i < 50; ++i)
        {
            const double finest = 4e-16 * (now + h) + 1e-15 * h;
            length = std::clamp (length, low, high);
            if (length <= finest)
                length = finest;
            if (! attempt (length))
                return false;
            const auto found = firstCrossing (length);
            double next;
            if (found.guard >= 0)
            {
                crossing.guard = found.guard;
                high = length;
                next = found.share * length;
            }
            else
            {
                low = length;
                const double value = guardsAfter[static_cast<std::size_t> (crossing.guard)];
                const double earlier = guardAt (crossing.guard, 0.99, length);
                next = value > earlier ? length * (1.0 - 0.01 * value / (value - earlier)) : 0.5 * (low + high);
                if (next > high)
                    next = 0.5 * (low + high);
            }
            if (std::abs (next - length) <= finest || high - low <= finest)
            {
                h = length;
                which[static_cast<std::size_t> (crossing.guard)] = 1;
                return true;
            }
            length = next;
        }
        return false;
    }

    void accept (double h, double to)
    {
        (void) h;
        begin = now;
        now = to;
        y = nodes.col (stages);
        ++taken;
    }

    ContactSystem& system;
    const LinearBody& body;
    const int n, parts; // where the contact's own part of y begins
    const double mobility;
    double tolerance = 0.0, longest = 0.0, wanted = 0.0, now = 0.0, begin = 0.0, attempted = 0.0;
    VectorXd y;
    MatrixXd nodes; // y at the step's begin and at its nodes
    VectorXd inside;
    Nodes force, power, elasticRate, memoryRate;
    std::array<double, HybridSystem::guardCount> guardsBefore {}, guardsAfter {};
    std::array<int, HybridSystem::guardCount> which {};
    std::map<double, std::unique_ptr<Step>> kept;
    std::unique_ptr<Step> single;
    long taken = 0, evaluations = 0;
};
} // namespace

std::unique_ptr<Integrator> modalIntegrator (ContactSystem& system, const Motion& motion)
{
    return std::make_unique<ModalIntegrator> (system, motion);
}
} // namespace kolophon::lab
