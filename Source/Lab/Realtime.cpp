#include "Bounces.h"
#include "Motion.h"
#include "PushedBlock.h"
#include "WithLaw.h"

#include "../Core/Units.h"
#include "../Files/ShallowJson.h"
#include "../Physics/ModalBank-inl.h"
#include "../Physics/Nyquist-inl.h"

#include <unsupported/Eigen/MatrixFunctions>

#include <algorithm>
#include <cmath>
#include <memory>

namespace kolophon::lab
{
namespace
{
using namespace HWY_NAMESPACE;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/** One of the engine's laws on doubles, with its parameters. */
struct Law
{
    std::shared_ptr<void> parameters;
    LawCall<double> call;
    bool bristle = false;
};

Law lawOf (const LawChoice& choice, double h)
{
    Law law {};
    const auto take = [&]<class One>()
    {
        const auto parameters = std::make_shared<typename One::Parameters> (One::prepare (choice.knobs, h));
        law = { parameters, LawCall<double>::template of<One> (*parameters), One::info.family == "Bristle" };
    };
    if (! withLaw (choice.id, take))
        throw Refusal ("law.id: \"" + choice.id + "\" has no real-time form; allowed with the solver realtime: the laws of "
                       "kolophon list laws");
    return law;
}

/** What a body did in a step. */
struct Moved
{
    double stored, lost; // [J]
};

/** A body in steps of h, as the seam has it (PHYSICS 1): how it would move without F, and what F adds. */
struct Body
{
    virtual ~Body() = default;
    virtual FreeMotion<double> free (double push) const = 0; // mean over the step and where it ends [m/s]
    virtual double pushedVelocity (double F, double push) const = 0; // mean, of what is pushed [m/s]
    virtual Moved move (double F, double push) = 0;
    virtual double stored () const = 0;
    virtual double position () const = 0;
    virtual double velocity () const = 0;
    virtual void coordinates (VectorXd& place, VectorXd& speed) const = 0;
    Mobility<double> mobility { 0.0, 0.0 };
};

struct Wall final : Body
{
    FreeMotion<double> free (double) const override { return {}; }
    double pushedVelocity (double, double) const override { return 0.0; }
    Moved move (double, double) override { return { 0.0, 0.0 }; }
    double stored() const override { return 0.0; }
    double position() const override { return 0.0; }
    double velocity() const override { return 0.0; }
    void coordinates (VectorXd& place, VectorXd& speed) const override { place = speed = VectorXd (0); }
};

/** Modes in the engine's own bank (ModalBank-inl.h), on doubles. A push acts at the contact. */
struct Modes final : Body
{
    Modes (const LinearBody& body, const Start& start, double timeStep) : h (timeStep)
    {
        const int count = body.size(), padded = (count + 1) / 2 * 2;
        bank.places = (padded + BankView::chains - 1) / BankView::chains;
        const auto size = static_cast<std::size_t> (bank.places) * BankView::chains * BankView::stride;
        records.assign (size * BankView::fieldCount, 0.0);
        looks.assign (size * BankView::lookCount, 0.0);
        ends.assign (size * BankView::endCount, 0.0);
        bank.records = records.data();
        bank.looks = looks.data();
        bank.ends = ends.data();
        bank.silentEnd = padded; // nobody listens
        pending = {};
        kernels = {};
        for (int m = 0; m < count; ++m)
        {
            const double w = belowNyquist (body.frequency[m], h);
            const double s = std::min (body.decay[m], 0.9 * w);
            const double phi = fadeAtNyquist (body.frequency[m], h) * body.contact[m];
            const auto step = modeStep (w, s, h);
            const auto run = RunningMode<double>::of (step, phi / w, phi, 1.0 / h);
            const double x1 = start.place.size() > 0 ? w * start.place[m] : 0.0;
            const double x2 = start.speed.size() > 0 ? start.speed[m] : 0.0;
            const double d = step.S * x2 - step.Q * x1;
            const auto at = static_cast<std::size_t> (m);
            write (bank.record (m), { run.w, run.kappa, run.gain, 0.0, run.bx, run.bd, x1, d });
            write (&looks[at * BankView::lookCount * BankView::stride],
                   { step.Q, run.inverseS, phi / w, step.lossYY, step.lossYV, step.lossVV });
            write (&ends[at * BankView::endCount * BankView::stride], { run.endX, run.endD });
            mobility.mean += phi * phi / (w * w) * step.Q / h;
            mobility.end += phi * (phi / w) * step.S;
            kernels.mean[0][0] += run.gain * run.bd;
            kernels.end += run.endD * run.bd + run.endX * run.bx;
            pending.mean[0] += run.gain * d;
            pending.end += run.endD * d + run.endX * x1;
            shapes.push_back (phi);
            frequencies.push_back (w);
        }
    }

    FreeMotion<double> free (double push) const override
    {
        auto motion = freeMotion<1, true, false> (pending, kernels);
        motion.mean[0] += mobility.mean * push;
        motion.end += mobility.end * push;
        return motion;
    }
    double pushedVelocity (double F, double push) const override { return free (F + push).mean[0]; }
    Moved move (double F, double push) override
    {
        const double force[3] = { F + push, 0.0, 0.0 };
        const double lost = energyLost<1, false> (bank, pending, force);
        BankStep<1, true, false, false, double> step (bank, pending);
        double odd, even;
        step.finish (pending, odd, even);
        pending.force[0] = force[0];
        return { storedEnergy<1> (bank, pending), lost };
    }
    double stored() const override { return storedEnergy<1> (bank, pending); }
    double position() const override
    {
        return sum ([this] (std::size_t m, ModeState<double> s) { return shapes[m] * s.x / frequencies[m]; });
    }
    double velocity() const override
    {
        return sum ([this] (std::size_t m, ModeState<double> s) { return shapes[m] * speedOf (bank, static_cast<int> (m), s); });
    }
    void coordinates (VectorXd& place, VectorXd& speed) const override
    {
        const auto count = static_cast<Eigen::Index> (frequencies.size());
        place.resize (count);
        speed.resize (count);
        for (Eigen::Index m = 0; m < count; ++m)
        {
            const auto s = now (static_cast<int> (m));
            place[m] = s.x / frequencies[static_cast<std::size_t> (m)];
            speed[m] = speedOf (bank, static_cast<int> (m), s);
        }
    }

private:
    static void write (double* to, std::initializer_list<double> values)
    {
        for (const double value : values)
        {
            *to = value;
            to += BankView::stride;
        }
    }
    ModeState<double> now (int m) const { return stateOf<false> (bank, bank.record (m), m, pending.force[0], 0.0); }
    template <class Term>
    double sum (Term term) const
    {
        double total = 0.0;
        for (std::size_t m = 0; m < frequencies.size(); ++m)
            total += term (m, now (static_cast<int> (m)));
        return total;
    }

    double h;
    BankView bank {};
    BankKernels<double> kernels;
    Pending<double> pending;
    std::vector<double> records, looks, ends, shapes, frequencies;
};

/** Masses, springs and dashpots: the exact flow under constant forces, as the bank has it for one mode, by exponentials of
    matrices. With z = (q, q'), z' = A z + B (F, f):

        z(h) = e^{Ah} z + h phi_1(Ah) B (F, f)       mean of z = phi_1(Ah) z + h phi_2(Ah) B (F, f)

    q is counted in units in which springs and masses are alike, s q with s^2 = tr K/tr M: exponentials of matrices are as exact
    as their entries are of one size.

    The loss is the integral of q' C q' over the step, a quadratic form of (z, F, f) by Van Loan's method (IEEE Trans. Automatic
    Control 23 (1978) 395-404): from A, B, C and h alone, not as the remainder of a balance. */
struct Lumped final : Body
{
    Lumped (const LinearBody& itsBody, const Start& start, double h) : body (itsBody)
    {
        const int n = body.size(), m = 2 * n;
        const double stiff = body.stiffness.trace(), heavy = body.mass.trace();
        scale = stiff > 0.0 ? std::sqrt (stiff / heavy) : 1.0;
        place0 (start, n);
        const auto inverse = body.mass.llt();
        MatrixXd A = MatrixXd::Zero (m, m), B = MatrixXd::Zero (m, 2);
        A.topRightCorner (n, n) = scale * MatrixXd::Identity (n, n);
        A.bottomLeftCorner (n, n) = -inverse.solve (body.stiffness) / scale;
        A.bottomRightCorner (n, n) = -inverse.solve (body.damping);
        B.bottomLeftCorner (n, 1) = inverse.solve (body.contact);
        B.bottomRightCorner (n, 1) = inverse.solve (body.pushed);

        MatrixXd chain = MatrixXd::Zero (3 * m, 3 * m);
        chain.topLeftCorner (m, m) = A * h;
        chain.block (0, m, m, m).setIdentity();
        chain.block (m, 2 * m, m, m).setIdentity();
        const MatrixXd phis = chain.exp();
        const MatrixXd phi1 = phis.block (0, m, m, m), phi2 = phis.block (0, 2 * m, m, m);
        next.resize (m, m + 2);
        next << phis.topLeftCorner (m, m), h * phi1 * B;
        mean.resize (m, m + 2);
        mean << phi1, h * phi2 * B;

        MatrixXd whole = MatrixXd::Zero (m + 2, m + 2), loss = MatrixXd::Zero (m + 2, m + 2);
        whole.topLeftCorner (m, m) = A;
        whole.topRightCorner (m, 2) = B;
        loss.block (n, n, n, n) = body.damping;
        MatrixXd pair = MatrixXd::Zero (2 * m + 4, 2 * m + 4);
        pair.topLeftCorner (m + 2, m + 2) = -whole.transpose() * h;
        pair.topRightCorner (m + 2, m + 2) = loss * h;
        pair.bottomRightCorner (m + 2, m + 2) = whole * h;
        const MatrixXd both = pair.exp();
        lostForm = both.bottomRightCorner (m + 2, m + 2).transpose() * both.topRightCorner (m + 2, m + 2);
        lostForm = 0.5 * (lostForm + lostForm.transpose()).eval();

        pick = VectorXd::Zero (m);
        pick.tail (n) = body.contact;
        pickPushed = VectorXd::Zero (m);
        pickPushed.tail (n) = body.pushed;
        mobility = { pick.dot (mean.col (m)), pick.dot (next.col (m)) };
    }

    FreeMotion<double> free (double push) const override
    {
        const auto z = driven (0.0, push);
        return { { pick.dot (mean * z) }, pick.dot (next * z) };
    }
    double pushedVelocity (double F, double push) const override { return pickPushed.dot (mean * driven (F, push)); }
    Moved move (double F, double push) override
    {
        const auto z = driven (F, push);
        state = next * z;
        return { stored(), z.dot (lostForm * z) };
    }
    double stored() const override { return body.stored (state.head (body.size()) / scale, state.tail (body.size())); }
    double position() const override { return body.contact.dot (state.head (body.size())) / scale; }
    double velocity() const override { return body.contact.dot (state.tail (body.size())); }
    void coordinates (VectorXd& place, VectorXd& speed) const override
    {
        place = state.head (body.size()) / scale;
        speed = state.tail (body.size());
    }

private:
    void place0 (const Start& start, int n)
    {
        state = VectorXd::Zero (2 * n);
        if (start.place.size() > 0)
            state.head (n) = scale * start.place;
        if (start.speed.size() > 0)
            state.tail (n) = start.speed;
    }
    VectorXd driven (double F, double push) const
    {
        VectorXd z (state.size() + 2);
        z << state, F, push;
        return z;
    }

    LinearBody body;
    double scale = 1.0; // s [1/s]
    VectorXd state, pick, pickPushed;
    MatrixXd next, mean, lostForm;
};

/** Modes that the bank can hold: it divides by w, and its exact flow is that of a damped oscillation. */
bool fitsBank (const LinearBody& body)
{
    for (int m = 0; m < body.size(); ++m)
        if (! (body.frequency[m] > 1e-6) || body.decay[m] > 0.9 * body.frequency[m])
            return false;
    return body.pushed == body.contact; // where the bank's push acts
}

std::unique_ptr<Body> bodyOf (const Motion& motion, double h)
{
    if (motion.body.size() == 0)
        return std::make_unique<Wall>();
    if (! motion.body.modal())
        return std::make_unique<Lumped> (motion.body, motion.start, h);
    if (fitsBank (motion.body))
        return std::make_unique<Modes> (motion.body, motion.start, h);
    auto lumped = motion.body;
    lumped.mass = MatrixXd::Identity (lumped.size(), lumped.size());
    lumped.damping = (2.0 * lumped.decay).asDiagonal();
    lumped.stiffness = lumped.frequency.array().square().matrix().asDiagonal();
    lumped.frequency.resize (0);
    return std::make_unique<Lumped> (lumped, motion.start, h);
}

/** A drive that must be a number. */
double asked (const Signal& signal, const char* name, double time)
{
    const double value = signal.at (time);
    if (! std::isfinite (value))
        throw Refusal (std::string ("drive.") + name + ": at t = " + dump (time) + " s it is not a finite number");
    return value;
}

/** Keeps the rows and the books of a run. */
class Recorder
{
public:
    Recorder (const Motion& itsMotion, Record& itsRecord, const Row& start)
        : motion (itsMotion), record (itsRecord), before (start.stored), first (start.stored), mode (modeOf (start))
    {
        record.peakEnergy = start.stored;
        record.rows.push_back (start);
    }

    /** `row`: everything but powers and integrals, which follow from the joules of this step. Returns whether it is kept. */
    bool step (Row row, double h, double work, double frictionLoss, double bodyLoss)
    {
        if (const int now = modeOf (row); now != mode)
        {
            record.events.push_back ({ row.time, mode, now, row.position, row.velocity });
            mode = now;
        }
        const double residual = (row.stored - before) - ((work - frictionLoss) - bodyLoss);
        exchanged = std::max ({ exchanged, std::abs (row.stored), std::abs (work), std::abs (frictionLoss), std::abs (bodyLoss) });
        worst = std::max (worst, std::abs (residual));
        record.peakEnergy = std::max (record.peakEnergy, row.stored);
        record.leastLoss = std::min ({ record.leastLoss, frictionLoss, bodyLoss });
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
        row.residual = (row.stored - first) - ((driven - friction) - lost);
        record.rows.push_back (row);
        return true;
    }

    /** Asks now and then whether somebody wants to stop. */
    bool stops (const Interrupt& interrupt)
    {
        constexpr long betweenLooks = 4096; // steps
        record.interrupted = record.steps % betweenLooks == 1 && interrupt && interrupt();
        return record.interrupted;
    }

    /** Bit-exact books are judged against the largest energy, or energy exchanged in a step (PHYSICS 6). */
    void close() const { record.worstResidual = exchanged > 0.0 ? worst / exchanged : 0.0; }

private:
    static int modeOf (const Row& row) { return static_cast<int> (std::lround (row.mode)); }

    const Motion& motion;
    Record& record;
    double before, first, driven = 0.0, friction = 0.0, lost = 0.0, exchanged = 0.0, worst = 0.0;
    int mode;
};

constexpr int shownCoordinates = 8;

Record runFree (const Motion& motion, const Interrupt& interrupt)
{
    const double h = 1.0 / motion.rate;
    auto law = lawOf (motion.law, h);
    const auto body = bodyOf (motion, h);
    const auto steps = std::lround (motion.seconds * motion.rate);
    const auto& knobs = motion.law.knobs;

    Record record;
    record.rows.reserve (static_cast<std::size_t> (steps / motion.every) + 1);
    ContactState<double> state {};
    const double N0 = asked (motion.normalForce, "normal_force", 0.0);
    const double v0 = asked (motion.bowVelocity, "velocity", 0.0) - body->velocity();
    const double bare = knobs.stiffness + knobs.stiffnessPerForce * N0;
    state.bristle = std::sqrt (bare / (1.0 + bare * knobs.residualCompliance)) * motion.start.bristle;
    state.lastVelocity = state.endVelocity = v0;
    state.memory = motion.start.memory;
    state.mode = motion.start.mode ? *motion.start.mode
                                   : (v0 == 0.0 ? ContactMode::stick : (v0 > 0.0 ? ContactMode::forward : ContactMode::backward));
    if (law.bristle)
        state.mode = ContactMode::stick;
    law.call.resume (state);

    const auto keepCoordinates = [&]
    {
        if (motion.body.size() == 0 || motion.body.size() > shownCoordinates)
            return;
        record.place.emplace_back();
        record.speed.emplace_back();
        body->coordinates (record.place.back(), record.speed.back());
    };
    Row row {};
    row.bowVelocity = v0 + body->velocity();
    row.normalForce = N0;
    row.push = asked (motion.push, "push", 0.0);
    row.position = body->position();
    row.velocity = body->velocity();
    row.relativeVelocity = v0;
    row.bristle = motion.start.bristle;
    row.memory = state.memory;
    row.mode = state.mode;
    row.stored = body->stored() + 0.5 * state.bristle * state.bristle;
    Recorder books (motion, record, row);
    keepCoordinates();
    for (long n = 0; n < steps; ++n)
    {
        const double time = static_cast<double> (n) * h, middle = time + 0.5 * h, end = static_cast<double> (n + 1) * h;
        const double bow = asked (motion.bowVelocity, "velocity", middle), push = asked (motion.push, "push", middle);
        const double N = std::max (0.0, asked (motion.normalForce, "normal_force", middle));
        const auto free = body->free (push);
        const ContactPort<double> port { bow - free.mean[0], body->mobility.mean,
                                         asked (motion.bowVelocity, "velocity", end) - free.end, body->mobility.end };
        const auto step = law.call.solve (state, port, N, h, motion.passes);
        const double pushed = body->pushedVelocity (step.force, push);
        const auto moved = body->move (step.force, push);
        if (! std::isfinite (step.force) || ! std::isfinite (moved.stored))
            throw Refusal ("run: at t = " + dump (end) + " s the motion is not a finite number any more");

        const double sliding = step.relativeVelocity > 0.0 ? ContactMode::forward : ContactMode::backward;
        row.time = end;
        row.bowVelocity = bow;
        row.normalForce = N;
        row.push = push;
        row.position = body->position();
        row.velocity = body->velocity();
        row.relativeVelocity = step.relativeVelocity;
        row.force = step.force;
        row.bristle = step.elongation;
        row.memory = state.memory;
        row.mode = ! law.bristle ? state.mode : (step.regime < 1.5 ? ContactMode::stick : sliding);
        row.stored = moved.stored + step.storedEnergy;
        if (books.step (row, h, h * (step.force * bow + push * pushed), step.frictionLoss, moved.lost))
            keepCoordinates();
        if (books.stops (interrupt))
            break;
    }
    books.close();
    return record;
}

/** A step of the block, as far as bounces and piles go. */
void notePiles (Bounces& bounces, std::vector<Pile>& piles, int was, int is, bool hit, double time, double restitution)
{
    if (was != is)
        leavePile (piles, was, time);
    const bool atStop = is == static_cast<int> (BlockMode::leftStop) || is == static_cast<int> (BlockMode::rightStop);
    if (hit && ! atStop)
        bounces.add (static_cast<int> (is == static_cast<int> (BlockMode::slidingLeft) ? BlockMode::rightStop : BlockMode::leftStop), time);
    else if (hit && restitution > 0.0)
        piles.push_back (bounces.over (is, time));
    if (atStop || is == static_cast<int> (BlockMode::stopped))
        bounces.clear();
}

Record runBlockBetweenStops (const Motion& motion, const Interrupt& interrupt)
{
    const auto& stops = *motion.stops;
    const double h = 1.0 / motion.rate, M = motion.body.mass (0, 0), middleOfStops = 0.5 * (stops.left + stops.right);
    const double heavier = stops.gravity / kolophon::gravity; // the engine's floor knows one gravity
    const BlockParameters<double> block { M, 0.5 * (stops.right - stops.left), stops.restitution, stops.muStatic * heavier,
                                          stops.muKinetic * heavier };
    const double u0 = motion.start.speed.size() > 0 ? motion.start.speed[0] : 0.0;
    const double x0 = motion.start.place.size() > 0 ? motion.start.place[0] : 0.0;
    const double moving = u0 > 0.0 ? BlockMode::slidingRight : (u0 < 0.0 ? BlockMode::slidingLeft : BlockMode::stopped);
    BlockState<double> state { std::sqrt (M) * u0, x0 - middleOfStops, motion.start.mode ? *motion.start.mode : moving };
    ContactState<double> contact {};

    Record record;
    Row row {};
    row.position = x0;
    row.velocity = u0;
    row.push = asked (motion.push, "push", 0.0);
    row.mode = state.mode;
    row.stored = 0.5 * state.momentum * state.momentum;
    Recorder books (motion, record, row);
    Bounces bounces;
    const auto steps = std::lround (motion.seconds * motion.rate);
    for (long n = 0; n < steps; ++n)
    {
        const double end = static_cast<double> (n + 1) * h, push = asked (motion.push, "push", end - 0.5 * h);
        const PushedBy::Parameters hand { push };
        const double was = state.mode;
        const auto step = stepBlock (block, state, LawCall<double>::of<PushedBy> (hand), contact, 0.0, 1.0, h, 1);
        row.time = end;
        row.push = push;
        row.position = middleOfStops + state.position;
        row.velocity = state.momentum / std::sqrt (M);
        row.relativeVelocity = -row.velocity;
        row.force = -step.floorForce;
        row.mode = state.mode;
        row.stored = 0.5 * state.momentum * state.momentum;
        // What a hit takes: the stop's impulse says how fast it was. All else the floor took.
        const bool slid = was == BlockMode::slidingRight || was == BlockMode::slidingLeft;
        const double hitAt = row.velocity + step.stopForce * h / M;
        const double hit = slid ? 0.5 * M * (hitAt * hitAt - row.velocity * row.velocity) : 0.0;
        notePiles (bounces, record.piles, static_cast<int> (was), static_cast<int> (state.mode),
                   slid && step.stopForce != 0.0, end, stops.restitution);
        // Seen from the block: the hand's force does work at the block's mean velocity, which is -v here.
        books.step (row, h, -step.contact.frictionLoss, step.lost - hit, hit);
        if (books.stops (interrupt))
            break;
    }
    books.close();
    return record;
}
} // namespace

Record runRealtime (const Motion& motion, const Interrupt& interrupt)
{
    return motion.stops ? runBlockBetweenStops (motion, interrupt) : runFree (motion, interrupt);
}
} // namespace kolophon::lab
