// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "LinearBody.h"
#include "Signal.h"

#include "../../Physics/Friction/FrictionLaw-inl.h"

#include <array>
#include <string>
#include <vector>

namespace kolophon::lab
{
/** A friction law: one of lawTable() by its id, or one of the laboratory's own:

        "coulomb_sign"    F = N mu_k sgn (v), sgn (0) = 0: nothing holds it at rest (lecture, "problems with the signum
                          terms")
        "discontinuous"   eqs. (7) to (9) of Navarro-Lopez (2009): F_eq, or F_s sgn (F_eq), as long as |v| <=
                          stick_band, and the curve of H_DDS1 outside; no discrete state, and v stays where it entered
                          the band

    which have no real-time form; and "table", a friction curve from points (LabLaws.h). */
struct LawChoice
{
    std::string id;
    HWY_NAMESPACE::ContactKnobs<double> knobs {};
    double peak = 1.0; // largest friction at rest over that of the slowest sliding; friction curves only
    std::vector<std::array<double, 2>> table {}; // |v| [m/s], rising from 0, and mu >= 0

    bool hasRealtimeForm () const { return id != "coulomb_sign" && id != "discontinuous"; }
};

/** A place where two bodies touch, or a body and the ground. The coordinates q are those of all bodies in their order;
    `along` and `into` are the second body's shape less the first's, so that

        v = velocity - along . q'        F acts along on q
        w = -into . q'                   N acts into q;   penetration d = -gap - into . q

    (Physics/Contacts/ContactNetwork-inl.h). */
struct NetworkTouch
{
    std::string name;
    Eigen::VectorXd along, into; // empty: no friction, no spring
    LawChoice law;
    Signal velocity;          // [m/s]
    Signal normalForce = 1.0; // [N] of a contact without a spring
    double stiffness = 0.0;   // [N/m], Hertz [N/m^1.5]
    double damping = 0.0;     // [s/m]
    double gap = 0.0;         // [m]
    bool hertz = false;
    double elongation = 0.0; // [m] of the bristle at t = 0
};

struct NetworkPushed
{
    Eigen::VectorXd shape;
    Signal force; // [N]
};

/** Tension of one body: coefficients ga of its coordinates, q from `first` on (Physics/Contacts/Tension-inl.h). */
struct NetworkTension
{
    int first = 0;
    std::vector<double> coefficients;
};

/** Several bodies that touch. The bodies themselves are Motion::body, as one. */
struct Network
{
    std::vector<NetworkTouch> contacts;
    std::vector<NetworkPushed> pushes;
    std::vector<NetworkTension> tensions;
};

/** Columns of one contact, in each row of a record. */
struct ContactRow
{
    double force, velocity, normalForce, elongation, mode, heat; // [N], [m/s], [N], [m], number, [J] since the start
    static constexpr std::string_view names[] = { "F", "v", "N", "bristle", "mode", "heat" };
    double at (int which) const
    {
        const double values[] = { force, velocity, normalForce, elongation, mode, heat };
        return values[which];
    }
};
/** Discrete states beyond ContactMode: the normal force is zero. */
inline constexpr int freeMode = 5;
} // namespace kolophon::lab
