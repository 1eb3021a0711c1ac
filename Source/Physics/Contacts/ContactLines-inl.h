// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_CONTACT_LINES_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_CONTACT_LINES_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_CONTACT_LINES_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_CONTACT_LINES_INL_H
 #endif

 #include "../Lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Several contacts at once. A *port* is a place and a direction at which something pushes on the bodies. Under mean
    forces F of one step the mean velocities there are (Physics.md 1)

        v_i = c_i - sum_j B_ij F_j        B_ij = sum over modes of (r_i r_j/h) Q,  symmetric, >= 0

    and those at its end likewise. A port between two bodies has a shape on both, the second with its sign turned, so
    that B couples whatever shares a body. */
template <class Real, int maxPorts>
struct ContactPorts
{
    int count = 0;
    Real free[maxPorts], freeEnd[maxPorts];                             // c, mean and at the end of the step [m/s]
    Real mobility[maxPorts][maxPorts], endMobility[maxPorts][maxPorts]; // B [m/(s N)]
};

/** Velocity at a port, mean or at the end, against the forces at all others, of `count` ports; `except`: one of them
    that is left out. */
template <class Real, int maxPorts>
HWY_INLINE Real freeAgainst (const Real (&free)[maxPorts], const Real (&mobility)[maxPorts][maxPorts],
                             const Real (&force)[maxPorts], int count, int port, int except = -1)
{
    Real c = free[port];
    const auto pushed = [&] (int begin, int end) HWY_ATTR
    {
        for (int j = begin; j < end; ++j)
            if (j != except)
                c = negMulAdd (mobility[port][j], force[j], c);
    };
    pushed (0, port);
    pushed (port + 1, count);
    return c;
}

/** True where the velocity at a port is zero, except for the rounding of the sum that it is. */
template <class Real, int maxPorts>
HWY_INLINE auto isAtRest (const ContactPorts<Real, maxPorts>& ports, const Real (&force)[maxPorts],
                          const Real (&velocity)[maxPorts], int count, int port)
{
    Real largest = absolute (ports.free[port]);
    for (int j = 0; j < count; ++j)
        largest = largest + absolute (ports.mobility[port][j] * force[j]);
    return absolute (velocity[port]) <= Real (1e-14) * largest;
}

/** Result of an element's passes, for any element: with plasticity, chord of a spring or branch frozen, its mean force
    is linear in the mean velocity,

        F = o + d v,      d >= 0                                                                              (1)

        element                     o               d                   stored; lost
        bristle (BristleLine)       k x y           kappa y + s2        k x^2/2;  s1 x'^2 + beta Fb^2 + s2 v^2
        clamp                       k x             k h/2 + s1          the same with beta = 0
        rigid law (RigidLine)       the force found 0                   none;     F v
        normal (NormalLine)         z g             h g^2/2 + R         z^2/2;    R w^2
        tension (TensionLine)       psi             h/2                 psi^2/2;  none
        lifted, open                0               0 */
template <class Real>
struct ContactLine
{
    Real offset, slope; // o [N], d [N s/m]

    HWY_INLINE Real at (Real v) const { return mulAdd (slope, v, offset); }
};

/** Closes a step: the forces and velocities that satisfy v = c - B F and the lines of all ports. With D the diagonal of
    the slopes, and F = o + sqrt (D) G,

        (1 + sqrt (D) B sqrt (D)) G = sqrt (D) (c - B o)                                                      (2)

    whose matrix is symmetric with eigenvalues >= 1: exactly one solution, by Cholesky's method without pivots, for any
    parameters. F . v is then what the elements store and lose, term by term, so that the books close whatever the
    passes have found. Where a line has a slope, v is G/sqrt (d): a stiff element's velocity would otherwise be a
    difference of large numbers. */
template <class Real, int maxPorts>
HWY_INLINE void solveLines (const ContactPorts<Real, maxPorts>& ports, const ContactLine<Real> (&lines)[maxPorts],
                            Real (&force)[maxPorts], Real (&velocity)[maxPorts])
{
    const int n = ports.count;
    const Real zero (0.0), one (1.0);
    Real m[maxPorts][maxPorts], root[maxPorts], inverse[maxPorts], G[maxPorts];
    for (int i = 0; i < n; ++i)
    {
        root[i] = squareRoot (lines[i].slope);
        Real pushed = ports.free[i];
        for (int j = 0; j < n; ++j)
            pushed = negMulAdd (ports.mobility[i][j], lines[j].offset, pushed);
        G[i] = root[i] * pushed;
    }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j)
            m[i][j] = mulAdd (root[i] * root[j], ports.mobility[i][j], i == j ? one : zero);
    for (int i = 0; i < n; ++i) // m = L D' L', L with a unit diagonal, kept below it
    {
        for (int j = 0; j < i; ++j)
        {
            Real sum = m[i][j];
            for (int k = 0; k < j; ++k)
                sum = negMulAdd (m[i][k], m[j][k] * m[k][k], sum);
            m[i][j] = sum * inverse[j];
        }
        for (int k = 0; k < i; ++k)
            m[i][i] = negMulAdd (m[i][k] * m[i][k], m[k][k], m[i][i]);
        m[i][i] = larger (m[i][i], one); // the eigenvalues are >= 1, and so are the pivots, except for rounding
        inverse[i] = one / m[i][i];
        for (int k = 0; k < i; ++k)
            G[i] = negMulAdd (m[i][k], G[k], G[i]);
    }
    for (int i = 0; i < n; ++i)
        G[i] = G[i] * inverse[i];
    for (int i = n - 1; i >= 0; --i)
        for (int k = i + 1; k < n; ++k)
            G[i] = negMulAdd (m[k][i], G[k], G[i]);
    for (int i = 0; i < n; ++i)
        force[i] = mulAdd (root[i], G[i], lines[i].offset);
    for (int i = 0; i < n; ++i)
    {
        Real moved = ports.free[i];
        for (int j = 0; j < n; ++j)
            moved = negMulAdd (ports.mobility[i][j], force[j], moved);
        const auto sloped = root[i] > Real (1e-100);
        velocity[i] = select (sloped, G[i] / select (sloped, root[i], one), moved);
    }
}
/** The same for two ports, in closed form, without roots:

        det = 1 + d_0 b_00 + d_1 b_11 + d_0 d_1 det B,      all terms >= 0
        v_0 = ((1 + d_1 b_11) r_0 - d_1 b_01 r_1)/det       r = c - B o

    and v_1 likewise. What cancels in v is as small as the rounding of r. */
template <class Real, int maxPorts>
HWY_INLINE void solvePair (const ContactPorts<Real, maxPorts>& ports, const ContactLine<Real> (&lines)[maxPorts],
                           Real (&force)[maxPorts], Real (&velocity)[maxPorts])
{
    const Real one (1.0), zero (0.0), b00 = ports.mobility[0][0], b01 = ports.mobility[0][1],
                                      b11 = ports.mobility[1][1];
    const Real d0 = lines[0].slope, d1 = lines[1].slope;
    const Real det = larger (zero, mulSub (b00, b11, b01 * b01));
    const Real r0 = negMulAdd (b00, lines[0].offset, negMulAdd (b01, lines[1].offset, ports.free[0]));
    const Real r1 = negMulAdd (b01, lines[0].offset, negMulAdd (b11, lines[1].offset, ports.free[1]));
    const Real first = mulAdd (d0, b00, one), second = mulAdd (d1, b11, one);
    const Real inverse = one / (mulAdd (d0, b00, second) + (d0 * d1) * det);
    velocity[0] = mulSub (second, r0, (d1 * b01) * r1) * inverse;
    velocity[1] = mulSub (first, r1, (d0 * b01) * r0) * inverse;
    for (int i = 0; i < 2; ++i)
        force[i] = lines[i].at (velocity[i]);
}
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
