#include "SteppedBody.h"

#include "../Physics/Nyquist-inl.h"

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
    FreeMotion<double> free (double) const override { return { 0.0, 0.0 }; }
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
        const auto size = static_cast<std::size_t> (padded) * BankView::stride;
        records.assign (size * BankView::fieldCount, 0.0);
        losses.assign (size * BankView::lossCount, 0.0);
        shapes.assign (size, 0.0);
        bank.records = records.data();
        bank.losses = losses.data();
        bank.shapes = shapes.data();
        bank.secondTaps = nullptr;
        bank.soundingCount = padded;
        for (int m = 0; m < count; ++m)
        {
            const double w = belowNyquist (body.frequency[m], h);
            const double s = std::min (body.decay[m], 0.9 * w);
            const double phi = fadeAtNyquist (body.frequency[m], h) * body.contact[m];
            const auto step = modeStep (w, s, h);
            double* const record = bank.record (m);
            const auto set = [record] (int which, double value) { record[which * BankView::stride] = value; };
            set (BankView::Q, step.Q);
            set (BankView::S, step.S);
            set (BankView::D, step.D);
            set (BankView::r, phi / w);
            set (BankView::x1, start.place.size() > 0 ? w * start.place[m] : 0.0);
            set (BankView::x2, start.speed.size() > 0 ? start.speed[m] : 0.0);
            double* const loss = losses.data() + (bank.loss (m) - bank.losses);
            loss[BankView::lossYY * BankView::stride] = step.lossYY;
            loss[BankView::lossYV * BankView::stride] = step.lossYV;
            loss[BankView::lossVV * BankView::stride] = step.lossVV;
            shapes[static_cast<std::size_t> (m) * BankView::stride] = phi;
            mobility.mean += phi * phi / (w * w) * step.Q / h;
            mobility.end += phi * (phi / w) * step.S;
            frequencies.push_back (w);
        }
        next = freeMotion<true, double> (bank, 1.0 / h);
    }

    FreeMotion<double> free (double push) const override
    {
        return { next.mean + mobility.mean * push, next.end + mobility.end * push };
    }
    double pushedVelocity (double F, double push) const override { return next.mean + mobility.mean * (F + push); }
    Moved move (double F, double push) override
    {
        BankOutput<double> output;
        BankEnergy<double> energy;
        next = advance<true, true, false> (bank, F + push, 1.0 / h, output, energy);
        return { energy.stored, energy.lost };
    }
    double stored () const override { return storedEnergy<double> (bank); }
    double position () const override { return sum (BankView::x1, true); }
    double velocity () const override { return sum (BankView::x2, false); }
    void coordinates (VectorXd& place, VectorXd& speed) const override
    {
        const auto count = static_cast<Eigen::Index> (frequencies.size());
        place.resize (count);
        speed.resize (count);
        for (Eigen::Index m = 0; m < count; ++m)
        {
            const double* const record = bank.record (static_cast<int> (m));
            place[m] = record[BankView::x1 * BankView::stride] / frequencies[static_cast<std::size_t> (m)];
            speed[m] = record[BankView::x2 * BankView::stride];
        }
    }

private:
    double sum (int field, bool overFrequency) const
    {
        double total = 0.0;
        for (std::size_t m = 0; m < frequencies.size(); ++m)
            total += shapes[m * BankView::stride] * bank.record (static_cast<int> (m))[field * BankView::stride] /
                     (overFrequency ? frequencies[m] : 1.0);
        return total;
    }

    double h;
    BankView bank;
    std::vector<double> records, losses, shapes, frequencies;
    FreeMotion<double> next;
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
        return { pick.dot (mean * z), pick.dot (next * z) };
    }
    double pushedVelocity (double F, double push) const override { return pickPushed.dot (mean * driven (F, push)); }
    Moved move (double F, double push) override
    {
        const auto z = driven (F, push);
        state = next * z;
        return { stored(), z.dot (lostForm * z) };
    }
    double stored () const override { return body.stored (state.head (body.size()) / scale, state.tail (body.size())); }
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
