// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Motion/LinearBody.h"

#include <array>
#include <vector>

namespace kolophon::lab
{
/** Tables for a step of ModalIntegrator, from Radau's nodes and the modes. They contain no state. */
namespace modal
{
inline constexpr int stages = 12, points = 16; // points: of the quadrature for the modes' answer to a force
using Nodes = Eigen::Matrix<double, stages, 1>;
using Square = Eigen::Matrix<double, stages, stages>;

/** Tables of the step's nodes that do not depend on its length. */
struct Collocation
{
    Nodes c;                              // in (0, 1], the last is 1
    Square integral;                      // int_0^{c_i} l_j
    Square series;                        // coefficients of Legendre's polynomials from values at the nodes
    std::array<double, points> x, weight; // Gauss on [0, 1]
    std::array<Eigen::Matrix<double, points, stages>, stages> basis; // l_j (c_i x_p)
    Eigen::Matrix<double, stages + 1, 1> barycentric;                // of 0 and the nodes

    Collocation();
    /** Weights of the values at 0 and at the nodes for interpolation at `fraction` of the step. */
    Eigen::Matrix<double, stages + 1, 1> between (double fraction) const;
};
const Collocation& collocation ();

/** Tables that depend on the step's length h [s]. */
struct Step
{
    Eigen::MatrixXd qq, qu, uq, uu;   // [modes x stages] free motion to the nodes: q and q' from q and q'
    std::vector<Square> place, speed; // for each mode: q and q' at the nodes under a force with these values there
    Square contactSpeed, contactHold; // of the friction, at the contact: u, and the pull of damping and springs
    Square pushedSpeed, pushedHold;   // of the push

    Step (const LinearBody& body, double h);
};
} // namespace modal
} // namespace kolophon::lab
