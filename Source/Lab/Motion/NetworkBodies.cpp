// SPDX-License-Identifier: GPL-3.0-or-later
#include "NetworkBodies.h"

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

struct NetworkModes final : NetworkBodies
{
    NetworkModes (const Motion& motion, const MatrixXd& shapes, double timeStep)
        : modes (static_cast<int> (shapes.cols()), timeStep), h (timeStep)
    {
        const auto& body = motion.body;
        for (Eigen::Index m = 0; m < body.size(); ++m)
        {
            const double w = belowNyquist (body.frequency[m], h), fade = fadeAtNyquist (body.frequency[m], h);
            auto& mode = modes.add (w, std::min (body.decay[m], 0.9 * w));
            for (Eigen::Index port = 0; port < shapes.cols(); ++port)
                mode.shape[port] = fade * shapes (m, port);
            mode.x1 = motion.start.place.size() > 0 ? w * motion.start.place[m] : 0.0;
            mode.x2 = motion.start.speed.size() > 0 ? motion.start.speed[m] : 0.0;
        }
    }
    void begin (RealtimeNetwork& network) override
    {
        for (auto& tension : network.tensions)
            tension.begin (modes, h);
    }
    void addTo (NetworkPorts& ports) const override { modes.addTo (ports); }
    double move (const double (&force)[maxNetworkPorts]) override { return modes.move (force); }
    double stored () const override { return modes.stored(); }
    void coordinates (VectorXd& place, VectorXd& speed) const override
    {
        place.resize (static_cast<Eigen::Index> (modes.all().size()));
        speed.resize (place.size());
        Eigen::Index m = 0;
        for (const auto& mode : modes.all())
        {
            place[m] = modes.place (mode);
            speed[m++] = mode.x2;
        }
    }

private:
    PortedModes<double, maxNetworkPorts> modes;
    double h;
};

/** Masses, springs and dashpots under several forces: the exact flow, as in SteppedBody.cpp for one. */
struct NetworkMasses final : NetworkBodies
{
    NetworkMasses (const LinearBody& itsBody, const Start& start, const MatrixXd& itsShapes, double timeStep)
        : body (itsBody), shapes (itsShapes), h (timeStep)
    {
        const int n = body.size(), m = 2 * n, p = static_cast<int> (shapes.cols());
        const double stiff = body.stiffness.trace(), heavy = body.mass.trace();
        scale = stiff > 0.0 ? std::sqrt (stiff / heavy) : 1.0;
        const auto inverse = body.mass.llt();
        MatrixXd A = MatrixXd::Zero (m, m), B = MatrixXd::Zero (m, p);
        A.topRightCorner (n, n) = scale * MatrixXd::Identity (n, n);
        A.bottomLeftCorner (n, n) = -inverse.solve (body.stiffness) / scale;
        A.bottomRightCorner (n, n) = -inverse.solve (body.damping);
        B.bottomRows (n) = inverse.solve (shapes);

        MatrixXd chain = MatrixXd::Zero (3 * m, 3 * m);
        chain.topLeftCorner (m, m) = A * h;
        chain.block (0, m, m, m).setIdentity();
        chain.block (m, 2 * m, m, m).setIdentity();
        const MatrixXd phis = chain.exp();
        const MatrixXd phi1 = phis.block (0, m, m, m), phi2 = phis.block (0, 2 * m, m, m);
        next.resize (m, m + p);
        next << phis.topLeftCorner (m, m), h * phi1 * B;
        MatrixXd mean (m, m + p);
        mean << phi1, h * phi2 * B;
        ofMean = shapes.transpose() * mean.bottomRows (n);
        ofEnd = shapes.transpose() * next.bottomRows (n);

        MatrixXd whole = MatrixXd::Zero (m + p, m + p), loss = MatrixXd::Zero (m + p, m + p);
        whole.topLeftCorner (m, m) = A;
        whole.topRightCorner (m, p) = B;
        loss.block (n, n, n, n) = body.damping;
        MatrixXd pair = MatrixXd::Zero (2 * (m + p), 2 * (m + p));
        pair.topLeftCorner (m + p, m + p) = -whole.transpose() * h;
        pair.topRightCorner (m + p, m + p) = loss * h;
        pair.bottomRightCorner (m + p, m + p) = whole * h;
        const MatrixXd both = pair.exp();
        lostForm = both.bottomRightCorner (m + p, m + p).transpose() * both.topRightCorner (m + p, m + p);
        lostForm = 0.5 * (lostForm + lostForm.transpose()).eval();
        storedForm = MatrixXd::Zero (m, m);
        storedForm.topLeftCorner (n, n) = 0.5 / (scale * scale) * body.stiffness;
        storedForm.bottomRightCorner (n, n) = 0.5 * body.mass;

        state = VectorXd::Zero (m);
        driven = VectorXd::Zero (m + p);
        if (start.place.size() > 0)
            state.head (n) = scale * start.place;
        if (start.speed.size() > 0)
            state.tail (n) = start.speed;
    }

    void begin (RealtimeNetwork&) override {}
    void addTo (NetworkPorts& ports) const override
    {
        const auto m = state.size();
        for (int i = 0; i < ports.count; ++i)
        {
            ports.free[i] -= ofMean.row (i).head (m).dot (state);
            ports.freeEnd[i] -= ofEnd.row (i).head (m).dot (state);
            for (int j = 0; j < ports.count; ++j)
            {
                ports.mobility[i][j] += 0.5 * (ofMean (i, m + j) + ofMean (j, m + i)); // symmetric except for rounding
                ports.endMobility[i][j] += 0.5 * (ofEnd (i, m + j) + ofEnd (j, m + i));
            }
        }
    }
    double move (const double (&force)[maxNetworkPorts]) override
    {
        driven.head (state.size()) = state;
        driven.tail (shapes.cols()) = Eigen::Map<const VectorXd> (force, shapes.cols());
        state.noalias() = next * driven;
        return driven.dot (lostForm.lazyProduct (driven));
    }
    double stored () const override { return state.dot (storedForm.lazyProduct (state)); }
    void coordinates (VectorXd& place, VectorXd& speed) const override
    {
        place = state.head (body.size()) / scale;
        speed = state.tail (body.size());
    }

private:
    LinearBody body;
    MatrixXd shapes;
    double h, scale = 1.0;
    VectorXd state, driven;
    MatrixXd next, lostForm, storedForm, ofMean, ofEnd;
};
} // namespace

bool areModes (const LinearBody& body)
{
    for (int m = 0; m < body.size(); ++m)
        if (! (body.frequency[m] > 1e-6) || body.decay[m] > 0.9 * body.frequency[m])
            return false;
    return true;
}

std::unique_ptr<NetworkBodies> networkBodies (const Motion& motion, const MatrixXd& shapes, double h)
{
    if (motion.body.modal())
        return std::make_unique<NetworkModes> (motion, shapes, h);
    return std::make_unique<NetworkMasses> (motion.body, motion.start, shapes, h);
}
} // namespace kolophon::lab
