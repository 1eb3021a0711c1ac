// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Motion.h"

#include "../../Physics/Contacts/ContactNetwork-inl.h"

#include <memory>

namespace kolophon::lab
{
/** Most ports of a network in real time: two per contact, one per push and tension. */
inline constexpr int maxNetworkPorts = 64;
using NetworkPorts = HWY_NAMESPACE::ContactPorts<double, maxNetworkPorts>;
using RealtimeNetwork = HWY_NAMESPACE::ContactNetwork<double, maxNetworkPorts>;

/** The bodies of a network in steps of h: their motion without forces, and what forces at the ports do to it. */
struct NetworkBodies
{
    virtual ~NetworkBodies() = default;
    /** Sets the moving shapes of tensions for the step that begins. */
    virtual void begin (RealtimeNetwork& network) = 0;
    virtual void addTo (NetworkPorts& ports) const = 0;
    /** Moves by a step; returns the energy lost in it [J]. */
    virtual double move (const double (&force)[maxNetworkPorts]) = 0;
    virtual double stored () const = 0;
    virtual void coordinates (Eigen::VectorXd& place, Eigen::VectorXd& speed) const = 0;
};

/** `shapes`: one column per port, of the coordinates. */
std::unique_ptr<NetworkBodies> networkBodies (const Motion& motion, const Eigen::MatrixXd& shapes, double h);

/** Modes that an exact step can hold: it divides by w, and its flow is that of a damped oscillation. */
bool areModes (const LinearBody& body);
} // namespace kolophon::lab
