// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_WIDE_BOW_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_WIDE_BOW_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_WIDE_BOW_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_WIDE_BOW_INL_H
 #endif

 #include "../BodyFields.h"
 #include "../Friction/ContactFields.h"
 #include "../WideFields.h"
 #include "ContactLines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Orthogonal eigenvectors, as components of G, see WideBow. */
template <class Real>
struct WideBasis : ThreeVectors<Real>
{
    using ThreeVectors<Real>::v;

    /** Computes the eigenvectors of the first three rows of b by Jacobi's rotations, with more sweeps than a 3 x 3
        matrix ever needed. Any orthogonal basis is correct; a better one loses fewer digits to opposing forces. */
    static HWY_NOINLINE WideBasis of (Symmetric<Real, bankPorts> b)
    {
        const Real zero (0.0), one (1.0), two (2.0);
        WideBasis basis { { { { one, zero, zero }, { zero, one, zero }, { zero, zero, one } } } };
        constexpr int pairs[][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 2, 0 } }; // which two, and the other
        for (int sweep = 0; sweep < 5; ++sweep)
            for (const auto& [p, q, other] : pairs)
            {
                const Real apart = b.at (q, q) - b.at (p, p), off = two * b.at (p, q);
                const Real length = absolute (apart) + squareRoot (apart * apart + off * off);
                const Real t =
                    select (length > Real (1e-150), copySign (off, off * apart) / larger (length, Real (1e-150)), zero);
                const Real cosine = one / squareRoot (one + t * t), sine = t * cosine;
                const Real step = t * b.at (p, q);
                b.at (p, p) = b.at (p, p) - step;
                b.at (q, q) = b.at (q, q) + step;
                b.at (p, q) = zero;
                const Real atP = b.at (p, other), atQ = b.at (q, other);
                b.at (p, other) = cosine * atP - sine * atQ;
                b.at (q, other) = sine * atP + cosine * atQ;
                for (auto& row : basis.v)
                {
                    const Real first = row[p], second = row[q];
                    row[p] = cosine * first - sine * second;
                    row[q] = sine * first + cosine * second;
                }
            }
        return basis;
    }

    /** V x: from eigenvectors to components. */
    HWY_INLINE void outOf (const Real (&x)[3], Real (&y)[3]) const
    {
        for (int i = 0; i < 3; ++i)
            y[i] = (v[i][0] * x[0] + v[i][1] * x[1]) + v[i][2] * x[2];
    }

    /** V' x */
    HWY_INLINE void into (const Real (&x)[3], Real (&y)[3]) const
    {
        for (int i = 0; i < 3; ++i)
            y[i] = (v[0][i] * x[0] + v[1][i] * x[1]) + v[2][i] * x[2];
    }
};

/** A bow of finite width is three of the ports of a body: its middle and its two edges, each with bristles of its own
    under a fraction of the normal force. They are contacts as any others (ContactLines-inl.h), beside what else
    touches; only the last step is written in other unknowns.

    The points are close together and may oppose each other: stiff bristles pull against one another with fifty times
    the force of the whole bow. The entries of B are then nearly the same number, and their sums with those forces
    cancel to rounding errors. So the forces are expressed as the sum over all points, the difference of the edges, and
    the sum of the edges,

        G = (F_0 + F_1 + F_2, F_1 - F_2, F_1 + F_2)        (r_0, (r_1 - r_2)/2, (r_1 + r_2)/2 - r_0)

    against shapes of which the last two are small. A body of one mode still responds to one combination of these only,
    and is not moved by the others, except for rounding: so the forces act on the body through the eigenvectors V of its
    B in this basis,

        P = V' G        shapes V' (r_0, (r_1 - r_2)/2, (r_1 + r_2)/2 - r_0)

    where no term that does work cancels: opposing forces move only the combinations on which they do work, to the last
    digit. With the bristles' lines as v = q (F - o), q = 1/d, whose matrix in the basis of P is Y, and what touches
    beside the bow as in (2) of ContactLines-inl.h,

        (B_PP + Y) P + B_Ps sqrt (d) G_s = c_P + V' q o - B_Ps o_s
        sqrt (d) B_sP P + (1 + d B_ss) G_s = sqrt (d) (c_s - B_ss o_s)

    symmetric and positive definite. */
template <class Real>
struct WideBow
{
    static constexpr int points = 3; // 0 the middle, 1 and 2 the edges

    WideBasis<Real> basis {};
    Symmetric<Real, bankPorts> mobility {}; // against P, and what touches beside the bow [m/(s N)]
    Real fraction[points];                  // of the normal force and of the bristles
    Real free[points];                      // c through the shapes of P [m/s]
    Real force {};                          // F_0 + F_1 + F_2 [N]

    /** Values at the points of a quantity that is known through the shapes of G. */
    static HWY_INLINE void spread (const Real (&along)[points], Real (&at)[points])
    {
        at[0] = along[0];
        at[1] = (along[0] + along[2]) + along[1];
        at[2] = (along[0] + along[2]) - along[1];
    }
};

/** The knobs of a point with its fraction of the bristles. */
template <class Real>
HWY_INLINE ContactKnobs<Real> fractionOf (const ContactKnobs<Real>& whole, Real fraction)
{
    auto its = whole;
    its.stiffness = whole.stiffness * fraction;
    its.damping = whole.damping * fraction;
    its.viscosity = whole.viscosity * fraction;
    its.residualCompliance = whole.residualCompliance / larger (fraction, Real (1e-6));
    return its;
}

/** x of M x = y, M symmetric and positive definite: without pivots. */
template <class Real, int n>
HWY_INLINE void solvePositive (Real (&m)[n][n], Real (&y)[n])
{
    const Real one (1.0);
    Real inverse[n];
    for (int column = 0; column < n; ++column)
    {
        inverse[column] = one / m[column][column];
        for (int row = column + 1; row < n; ++row)
        {
            const Real factor = m[row][column] * inverse[column];
            for (int k = column + 1; k < n; ++k)
                m[row][k] = m[row][k] - factor * m[column][k];
            y[row] = y[row] - factor * y[column];
        }
    }
    for (int row = n - 1; row >= 0; --row)
    {
        for (int k = row + 1; k < n; ++k)
            y[row] = y[row] - m[row][k] * y[k];
        y[row] = y[row] * inverse[row];
    }
}

/** The matrix B_PP + Y and the right side of the points alone. `q`: 1/d, `drawn`: q o. */
template <class Real, int n>
HWY_INLINE void setUpPoints (const WideBow<Real>& bow, const Real (&q)[3], const Real (&drawn)[3], Real (&m)[n][n],
                             Real (&y)[n])
{
    const Real zero (0.0), half (0.5), quarter (0.25);
    const Real sum = quarter * (q[1] + q[2]), difference = quarter * (q[1] - q[2]);
    const Real yield[3][3] = { { q[0], zero, zero - q[0] },
                               { zero, sum, difference },
                               { zero - q[0], difference, sum + q[0] } };
    const Real pulled[3] = { drawn[0], half * (drawn[1] - drawn[2]), half * (drawn[1] + drawn[2]) - drawn[0] };
    const auto& basis = bow.basis.v;
    Real turnedPull[3];
    bow.basis.into (pulled, turnedPull);
    for (int column = 0; column < 3; ++column)
    {
        Real yielded[3], turned[3];
        for (int row = 0; row < 3; ++row)
            yielded[row] = (yield[row][0] * basis[0][column] + yield[row][1] * basis[1][column]) +
                           yield[row][2] * basis[2][column];
        bow.basis.into (yielded, turned);
        for (int row = 0; row < 3; ++row)
            m[row][column] = bow.mobility.at (row, column) + turned[row];
        y[column] = bow.free[column] + turnedPull[column];
    }
}

/** The middle as the only point, in lanes whose edges bear nothing. */
template <class Real, int ports>
HWY_NOINLINE void solveMiddle (const ContactPorts<Real, ports>& at, const ContactLine<Real> (&lines)[ports],
                               Real& force, Real& forceBeside, Real& velocityBeside)
{
    if constexpr (ports > WideBow<Real>::points)
    {
        constexpr int ids[] = { 0, WideBow<Real>::points };
        ContactPorts<Real, 2> both;
        for (int i = 0; i < 2; ++i)
        {
            both.free[i] = at.free[ids[i]];
            for (int j = 0; j < 2; ++j)
                both.mobility[i][j] = at.mobility[ids[i]][ids[j]];
        }
        const ContactLine<Real> its[] = { lines[0], lines[ids[1]] };
        Real F[2], v[2];
        solveLines (both, its, F, v);
        force = F[0];
        forceBeside = F[1];
        velocityBeside = v[1];
    }
    else
    {
        const Real one (1.0), b = at.mobility[0][0];
        const auto& line = lines[0];
        force = line.at (negMulAdd (b, line.offset, at.free[0]) / mulAdd (line.slope, b, one));
    }
}

/** Closes a step in which the first three ports are the points of a wide bow. Sets `bow.force`, and `push`: the forces
    on the bank, P and those beside the bow. Both edges are lifted, or neither is; and all points, if the middle is. */
// Long: one solution; its parts would pass a dozen arrays of three to each other.
template <class Real, int ports>
HWY_INLINE void solveWideLines (const ContactPorts<Real, ports>& at, WideBow<Real>& bow,
                                const ContactLine<Real> (&lines)[ports], Real (&force)[ports], Real (&velocity)[ports],
                                Real (&push)[ports])
{
    constexpr int points = WideBow<Real>::points, side = points;
    const Real zero (0.0), one (1.0), half (0.5), tiny (1e-30);
    Real q[points], drawn[points], m[ports][ports], y[ports], root (0.0);
    for (int j = 0; j < points; ++j)
    {
        q[j] = one / larger (lines[j].slope, tiny); // lifted: no force
        drawn[j] = q[j] * lines[j].offset;
    }
    setUpPoints (bow, q, drawn, m, y);
    if constexpr (ports > points)
    {
        root = squareRoot (lines[side].slope);
        for (int i = 0; i < points; ++i)
        {
            const Real b = bow.mobility.at (i, side);
            m[i][side] = m[side][i] = b * root;
            y[i] = negMulAdd (b, lines[side].offset, y[i]);
        }
        m[side][side] = mulAdd (lines[side].slope, at.mobility[side][side], one);
        y[side] = root * negMulAdd (at.mobility[side][side], lines[side].offset, at.free[side]);
    }
    solvePositive (m, y);

    Real G[points], P[points] = { y[0], y[1], y[2] }, aside (0.0), asideVelocity (0.0);
    bow.basis.outOf (P, G);
    if constexpr (ports > points)
        aside = mulAdd (root, y[side], lines[side].offset);
    const auto noEdges = lines[1].slope <= tiny;
    if (anyTrue (noEdges))
    {
        Real middle, otherForce (0.0);
        solveMiddle (at, lines, middle, otherForce, asideVelocity);
        for (int i = 0; i < points; ++i)
        {
            G[i] = select (noEdges, i == 0 ? middle : zero, G[i]);
            P[i] = select (noEdges, middle * bow.basis.v[0][i], P[i]);
        }
        aside = select (noEdges, otherForce, aside);
    }
    bow.force = G[0];
    force[0] = G[0] - G[2];
    force[1] = half * (G[2] + G[1]);
    force[2] = half * (G[2] - G[1]);
    Real along[points], moved[points], body[points]; // velocities of the body under these forces
    for (int i = 0; i < points; ++i)
    {
        push[i] = P[i];
        along[i] = ((bow.free[i] - bow.mobility.at (i, 0) * P[0]) - bow.mobility.at (i, 1) * P[1]) -
                   bow.mobility.at (i, 2) * P[2];
        if constexpr (ports > points)
            along[i] = negMulAdd (bow.mobility.at (i, side), aside, along[i]);
    }
    bow.basis.outOf (along, moved);
    WideBow<Real>::spread (moved, body);
    for (int j = 0; j < points; ++j)
        velocity[j] = select (lines[j].slope <= tiny, body[j], q[j] * (force[j] - lines[j].offset));
    if constexpr (ports > points)
    {
        force[side] = push[side] = aside;
        Real own = negMulAdd (at.mobility[side][side], aside, at.free[side]);
        for (int i = 0; i < points; ++i)
            own = negMulAdd (bow.mobility.at (i, side), P[i], own);
        const auto sloped = root > Real (1e-100);
        velocity[side] = select (noEdges, asideVelocity, select (sloped, y[side] / select (sloped, root, one), own));
    }
}
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
