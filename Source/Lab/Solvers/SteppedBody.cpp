// SPDX-License-Identifier: GPL-3.0-or-later
#include "SteppedBody.h"

#include "../../Physics/Nyquist-inl.h"

#include <unsupported/Eigen/MatrixFunctions>

#include <algorithm>
#include <cmath>

namespace kolophon::lab
{
namespace
{
using namespace HWY_NAMESPACE;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Wall final : SteppedBody
{
    FreeMotion<double> free (double) const override { return {}; }
    double pushedVelocity (double, double) const override { return 0.0; }
    Moved move (double, double) override { return { 0.0, 0.0 }; }
    double stored () const override { return 0.0; }
    double position () const override { return 0.0; }
    double velocity () const override { return 0.0; }
    void coordinates (VectorXd& place, VectorXd& speed) const override { place = speed = VectorXd (0); }
};

/** Modes in the engine's own bank (ModalBank-inl.h), on doubles. A push acts at the contact. */
struct Modes final : SteppedBody
{
    Modes (const LinearBody& body, const Start& start, double timeStep) : h (timeStep)
    {
        const int count = body.size(), padded = (count + 1) / 2 * 2;
        bank.places = (padded + BankView::chains - 1) / BankView::chains;
        const auto size = static_cast<std::size_t> (bank.places) * BankView::chains * BankView::stride;
        records.assign (size * BankView::fieldCount, 0.0);
        readouts.assign (size * BankView::readoutCount, 0.0);
        books.assign (size * BankView::bookCount, 0.0);
        ends.assign (size * BankView::endCount, 0.0);
        bank.records = records.data();
        bank.readouts = readouts.data();
        bank.books = books.data();
        bank.ends = ends.data();
        bank.silentEnd = padded; // no output is needed
        bank.asked.end = true;
        pending = {};
        kernels = {};
        for (int m = 0; m < count; ++m)
        {
            const double w = belowNyquist (body.frequency[m], h);
            const double s = std::min (body.decay[m], 0.9 * w);
            const double phi = fadeAtNyquist (body.frequency[m], h) * body.contact[m];
            const auto flow = modeFlow (w, 1.0 / w, s, h);
            const auto step = modeStep (flow);
            const double unit = RunningMode<double>::unitOf (phi / w, 1.0 / h);
            const auto run = RunningMode<double>::of (step, phi / w, phi, unit);
            const auto book = RunningMode<double>::book (step.Q, step.S, run, phi / w * unit, lossesBehind (flow));
            const double x1 = start.place.size() > 0 ? w * start.place[m] : 0.0;
            const double x2 = start.speed.size() > 0 ? start.speed[m] : 0.0;
            const auto state = run.stateAt (step, { x1, x2 });
            const auto at = static_cast<std::size_t> (m);
            write (bank.record (m), { run.w, run.kappa, 0.0, run.bx, run.bd, state.x, state.d });
            write (&readouts[at * BankView::readoutCount * BankView::stride], { step.Q, run.toX1, run.toX2 });
            write (&books[static_cast<std::size_t> (bank.bookOf (m) - books.data())],
                   { book.along, book.rest, book.dd, book.yy });
            write (&ends[at * BankView::endCount * BankView::stride], { run.endX, run.endD });
            mobility.mean += phi * phi / (w * w) * step.Q / h;
            mobility.end += phi * (phi / w) * step.S;
            kernels.mean[0][0] += run.bd;
            kernels.end[0][0] += run.endD * run.bd + run.endX * run.bx;
            pending.mean[0] += state.d;
            pending.end[0] += run.endD * state.d + run.endX * state.x;
            shapes.push_back (phi);
            frequencies.push_back (w);
        }
    }

    FreeMotion<double> free (double push) const override
    {
        auto motion = freeMotion<OnePort> (pending, kernels, bank.asked);
        motion.mean[0] += mobility.mean * push;
        motion.end[0] += mobility.end * push;
        return motion;
    }
    double pushedVelocity (double F, double push) const override { return free (F + push).mean[0]; }
    Moved move (double F, double push) override
    {
        using Step = BankStep<OnePort, double>;
        Step step (bank);
        step.begin (pending, false);
        double odd, even;
        step.finish (pending, odd, even);
        pending.force[0] = F + push;
        const auto account = Step::account (bank, pending);
        return { account.stored, account.lost };
    }
    double stored () const override { return storedEnergy<OnePort> (bank, pending); }
    double position () const override
    {
        return sum ([this] (std::size_t m, ModeCoordinates<double> mode)
                    { return shapes[m] * mode.x1 / frequencies[m]; });
    }
    double velocity () const override
    {
        return sum ([this] (std::size_t m, ModeCoordinates<double> mode) { return shapes[m] * mode.x2; });
    }
    void coordinates (VectorXd& place, VectorXd& speed) const override
    {
        const auto count = static_cast<Eigen::Index> (frequencies.size());
        place.resize (count);
        speed.resize (count);
        for (Eigen::Index m = 0; m < count; ++m)
        {
            const auto mode = now (static_cast<int> (m));
            place[m] = mode.x1 / frequencies[static_cast<std::size_t> (m)];
            speed[m] = mode.x2;
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
    ModeCoordinates<double> now (int m) const
    {
        return coordinatesOf (bank, m, stateOf<false> (bank, bank.record (m), m, pending.force[0], 0.0));
    }
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
    std::vector<double> records, readouts, books, ends, shapes, frequencies;
};

/** Masses, springs and dashpots: the exact flow under constant forces, as the bank has it for one mode, by exponentials
    of matrices. With z = (q, q'), z' = A z + B (F, f):

        z(h) = e^{Ah} z + h phi_1(Ah) B (F, f)       mean of z = phi_1(Ah) z + h phi_2(Ah) B (F, f)

    q is counted in units in which springs and masses are alike, s q with s^2 = tr K/tr M: exponentials of matrices are
    as exact as their entries are of one size.

    The loss is the integral of q' C q' over the step, a quadratic form of (z, F, f) by Van Loan's method (IEEE Trans.
    Automatic Control 23 (1978) 395-404): from A, B, C and h alone, not as the remainder of a balance. */
struct Lumped final : SteppedBody
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
        MatrixXd mean (m, m + 2);
        mean << phi1, h * phi2 * B;
        contactMean = mean.bottomRows (n).transpose() * body.contact;
        contactEnd = next.bottomRows (n).transpose() * body.contact;
        pushedMean = mean.bottomRows (n).transpose() * body.pushed;
        mobility = { contactMean[m], contactEnd[m] };

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

        storedForm = MatrixXd::Zero (m, m);
        storedForm.topLeftCorner (n, n) = 0.5 / (scale * scale) * body.stiffness;
        storedForm.bottomRightCorner (n, n) = 0.5 * body.mass;
    }

    FreeMotion<double> free (double push) const override
    {
        return { { velocityOf (contactMean, 0.0, push) }, { velocityOf (contactEnd, 0.0, push) } };
    }
    double pushedVelocity (double F, double push) const override { return velocityOf (pushedMean, F, push); }
    Moved move (double F, double push) override
    {
        driven << state, F, push;
        state.noalias() = next * driven;
        return { stored(), driven.dot (lostForm.lazyProduct (driven)) };
    }
    double stored () const override { return state.dot (storedForm.lazyProduct (state)); }
    double position () const override { return body.contact.dot (state.head (body.size())) / scale; }
    double velocity () const override { return body.contact.dot (state.tail (body.size())); }
    void coordinates (VectorXd& place, VectorXd& speed) const override
    {
        place = state.head (body.size()) / scale;
        speed = state.tail (body.size());
    }

private:
    void place0 (const Start& start, int n)
    {
        state = VectorXd::Zero (2 * n);
        driven = VectorXd::Zero (2 * n + 2);
        if (start.place.size() > 0)
            state.head (n) = scale * start.place;
        if (start.speed.size() > 0)
            state.tail (n) = start.speed;
    }
    /** A velocity as one of the rows below has it. */
    double velocityOf (const VectorXd& row, double F, double push) const
    {
        const auto m = state.size();
        return row.head (m).dot (state) + row[m] * F + row[m + 1] * push;
    }

    LinearBody body;
    double scale = 1.0;                           // s [1/s]
    VectorXd state, driven;                       // z, and (z, F, f); nothing is allocated while it moves
    VectorXd contactMean, contactEnd, pushedMean; // rows: velocities of the contact and of what is pushed
    MatrixXd next, lostForm, storedForm;
};

/** Modes that the bank can hold: it divides by w, and its exact flow is that of a damped oscillation. */
bool fitsBank (const LinearBody& body)
{
    for (int m = 0; m < body.size(); ++m)
        if (! (body.frequency[m] > 1e-6) || body.decay[m] > 0.9 * body.frequency[m])
            return false;
    return body.pushed == body.contact; // where the bank's push acts
}

} // namespace

std::unique_ptr<SteppedBody> steppedBody (const Motion& motion, double h)
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
} // namespace kolophon::lab
