// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_NORMAL_CONTACT_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_NORMAL_CONTACT_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_NORMAL_CONTACT_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_NORMAL_CONTACT_INL_H
 #endif

 #include "../SideFields.h"
 #include "ContactLines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
using kolophon::NormalState; // for qualified access in this namespace

/** Contact of two bodies in the normal direction: a spring that pushes and never pulls, with
    Hunt and Crossley's damping. With d the penetration [m], w = d' the speed of closing, and psi convex, 0 for d <= 0,

        N = max (0, psi' (d) + R d')        R = damping k d^e >= 0
        linear   psi = k d^2/2              Hertz   psi = (2/5) k d^(5/2)

    In a step of h the spring's force is the chord of psi, exact in energy, and w' the part of the step in contact,

        N = max (0, E + R w')    E = (psi (d + h w) - psi (d))/(h w)    h w' = max (0, d + h w) - max (0, d)

    with R frozen: where w' is left out, N jumps at touchdown, and the step may have no solution. */
template <class Real>
struct NormalSpring
{
    Real stiffness {}; // k [N/m], Hertz [N/m^1.5]
    Real damping {};   // [s/m]
    bool hertz = false;

    HWY_INLINE Real rootOf (Real d) const { return squareRoot (larger (d, Real (0.0))); }
    /** psi [J] */
    HWY_INLINE Real energy (Real d) const
    {
        const Real in = larger (d, Real (0.0));
        return hertz ? Real (0.4) * stiffness * (in * in) * rootOf (d) : Real (0.5) * stiffness * (in * in);
    }
    /** k d^e [N] */
    HWY_INLINE Real force (Real d) const
    {
        const Real in = larger (d, Real (0.0));
        return hertz ? stiffness * in * rootOf (d) : stiffness * in;
    }
    /** zeta = sqrt (2 psi) [sqrt (J)] and its slope: force over zeta, sqrt (k) or (5/4) sqrt (4 k/5) d^(1/4). */
    HWY_INLINE Real coordinate (Real d) const { return squareRoot (energy (d) + energy (d)); }
    HWY_INLINE Real coordinateSlope (Real d) const
    {
        return hertz ? Real (1.25) * squareRoot (Real (0.8) * stiffness * rootOf (d)) : squareRoot (stiffness);
    }
    /** R [kg/s] at a penetration. */
    HWY_INLINE Real resistance (Real d) const { return damping * force (d); }
};

/** Solution of w + b N (w) = c. */
template <class Real>
struct NormalPush
{
    Real force, speed; // N >= 0 [N], w [m/s]
    Real slope;        // dN/dw there [N s/m]
};

/** Parts of the scalar equation of one normal contact, w + b N (w) = c. Chords of a convex function rise, so there is
    exactly one root, for any parameters. */
template <class Real>
struct NormalStep
{
    const NormalSpring<Real>& spring;
    Real d, R, h; // at the beginning of the step [m], frozen [kg/s], [s]
    Real within;  // max (0, d)

    HWY_INLINE NormalStep (const NormalSpring<Real>& itsSpring, Real penetration, Real resistance, Real timeStep)
        : spring (itsSpring), d (penetration), R (resistance), h (timeStep), within (larger (penetration, Real (0.0)))
    {
    }

    /** N for a penetration at the end of the step that is given by what it exceeds d by. */
    HWY_INLINE Real force (Real w) const
    {
        const Real end = mulAdd (h, w, d), zero (0.0);
        const Real inEnd = larger (end, zero);
        const Real part = (inEnd - within) / h;
        Real chord;
        if (spring.hertz)
        {
            // (D^5/2 - d^5/2)/(D - d) by roots: only sums where both ends are in contact
            const Real p = spring.rootOf (end), q = spring.rootOf (d);
            const Real sum = p + q, k = Real (0.4) * spring.stiffness;
            const Real both = ((p * p) * (p * p) + (p * q) * (p * p + (p * q + q * q)) + (q * q) * (q * q)) /
                              larger (sum, Real (1e-150));
            const auto in = (d > zero) & (end > zero);
            const Real moved = h * absolute (w), other = (p * p) * (p * p) * p + (q * q) * (q * q) * q;
            chord = k * select (in, both, other / larger (moved, Real (1e-300)));
        }
        else
        {
            const auto in = (d > zero) & (end > zero);
            const Real half (0.5);
            Real mean = half * (end + d);
            if (! allTrue (in))
                mean = select (in, mean,
                               half * (inEnd * inEnd + within * within) / larger (h * absolute (w), Real (1e-300)));
            chord = spring.stiffness * mean;
        }
        chord = select ((d > zero) | (end > zero), chord, zero);
        return larger (zero, mulAdd (R, part, chord));
    }

    /** The root for a contact that is open at the beginning and closed at the end, a = -d >= 0 away:
            (D + a)/h + b (psi (D)/(D + a) + R D/h) = c
        rises and is convex in D, so Newton's method falls to its root from above. */
    HWY_INLINE Real touching (Real b, Real c) const
    {
        const Real zero (0.0), one (1.0), half (0.5), a = larger (-d, zero);
        const Real rise = mulAdd (b, R, one) / h, reach = c - a / h;
        if (! spring.hertz)
        {
            // Multiplied by D + a: a quadratic with one root D > 0.
            const Real A = rise + half * (b * spring.stiffness);
            const Real B = mulAdd (rise, a, -reach), C = larger (reach, zero) * a;
            const Real Q = squareRoot (B * B + Real (4.0) * (A * C));
            return select (B > zero, (C + C) / larger (B + Q, Real (1e-300)), (Q - B) / (A + A));
        }
        const Real k = Real (0.4) * (b * spring.stiffness), furthest = larger (reach, zero) / rise;
        // From both bounds of the spring's part: D^5/2/(D + a) >= min (D^3/2, D^5/2/a)/2
        const Real perK = larger (reach + reach, zero) / larger (k, Real (1e-300));
        const Real bound = larger (power (larger (perK, Real (1e-200)), Real (2.0 / 3.0)),
                                   power (larger (perK * a, Real (1e-200)), Real (0.4)));
        Real D = smaller (furthest, bound * Real (1.0 + 1e-9));
        for (int pass = 0; pass < newtonPasses; ++pass)
        {
            const Real root = spring.rootOf (D), whole = larger (D + a, Real (1e-300));
            const Real part = k * (D * D) * root / whole;
            const Real f = mulAdd (rise, D, part) - reach;
            const Real slope = rise + k * (D * root) * (Real (2.5) - D / whole) / whole;
            D = larger (zero, D - f / slope);
        }
        return D;
    }

    /** w of a contact that is closed at the beginning and open at the end: w^2 + (c + b R d/h) |w| - b psi/h = 0 with
        |w| = -w, where something still pushes; else c. */
    HWY_INLINE Real leaving (Real b, Real c) const
    {
        const Real zero (0.0), B = mulAdd (b * R, within / h, c), C = b * spring.energy (d) / h;
        const Real Q = squareRoot (B * B + Real (4.0) * C);
        return -select (B > zero, (C + C) / larger (B + Q, Real (1e-300)), Real (0.5) * (Q - B));
    }

    /** w of a contact that is closed at both ends. Hertz: with y = sqrt (D/d) - 1, m = 1 + b R, e = 0.4 k d^1.5,

            (m d/h) y (2 + y) + b e [y (4 + 3 y + y^2) - y/(2 (2 + y))] = c - 2.5 b e

        rises and is convex, so that Newton's method falls monotonically from the smaller of the two bounds that each
        part of it gives. In y, because w would be a difference. */
    HWY_INLINE Real pressed (Real b, Real c) const
    {
        const Real one (1.0), two (2.0), three (3.0), half (0.5), m = mulAdd (b, R, one);
        const Real deep = larger (d, Real (1e-150));
        if (! spring.hertz)
            return negMulAdd (b, spring.stiffness * d, c) / mulAdd (b, half * (h * spring.stiffness), m);
        const Real e = Real (0.4) * spring.stiffness * deep * squareRoot (deep);
        const Real flat = m * (deep / h), be = b * e, T = larger ((c + flat) - be, Real (1e-150));
        Real y = smaller (squareRoot (T / flat),
                          power (larger (T / larger (be, Real (1e-200)), Real (1e-200)), Real (1.0 / 3.0)) *
                              Real (1.0 + 1e-9)) -
                 one;
        const Real goal = negMulAdd (Real (2.5), be, c);
        for (int pass = 0; pass < newtonPasses; ++pass)
        {
            const Real beyond = two + y;
            const Real f = flat * (y * beyond) + be * (y * (Real (4.0) + y * (three + y)) - half * (y / beyond)) - goal;
            const Real slope =
                flat * (two + two * y) + be * (Real (4.0) + y * (Real (6.0) + three * y) - one / (beyond * beyond));
            y = larger (-one, y - f / slope);
        }
        return (deep / h) * (y * (two + y));
    }

    /** Solves w + b N (w) = c. */
    HWY_INLINE NormalPush<Real> meet (Real b, Real c) const
    {
        const Real zero (0.0);
        const auto closed = d > zero;
        const Real gone = -within / h; // w that ends at d = 0
        const Real pushedThere =
            larger (zero, negMulAdd (R, within / h, spring.energy (d) / larger (within, Real (1e-300))));
        const auto leaves = closed & (c <= mulAdd (b, pushedThere, gone));
        const auto touches = (! closed) & (mulAdd (h, c, d) > zero);
        if (! anyTrue (closed | touches))
            return { zero, c, zero };
        Real w = c;
        if (anyTrue (touches))
            w = select (touches, (touching (b, c) - d) / h, w);
        if (anyTrue (closed))
        {
            Real closes = pressed (b, c);
            if (anyTrue (leaves))
                closes = select (leaves, leaving (b, c), closes);
            w = select (closed, closes, w);
        }
        w = smaller (w, c); // N >= 0
        NormalPush<Real> push;
        push.speed = w;
        const Real law = force (w);
        push.force = law;
        // dN/dw by the spring's stiffness at the middle, for the eye of the friction law only.
        const Real middle = larger (zero, mulAdd (Real (0.5) * h, w, d));
        const Real local = spring.hertz ? Real (1.5) * spring.stiffness * squareRoot (middle) : spring.stiffness;
        push.slope = select ((law > zero) & (closed | touches), mulAdd (Real (0.5) * h, local, R), zero);
        return push;
    }

    static constexpr int newtonPasses = 9;
};

/** The line of a normal contact for a speed w* that its passes have found: a chord g of zeta, whose coordinate z moves
    with it,

        g = (zeta (d + h w*) - zeta (d))/(h w*) + (zeta (d) - z) (h w*) / ((h w*)^2 + (D/16)^2)
        N = z g + (h g^2/2 + R) w     z <- z + h g w

    With z on zeta, N at w* is the chord of psi, and z lands on zeta. A drift of z, which only the mismatch of the
    passes of several contacts makes, is taken back where the contact moves: in a contact that is pressed at rest at a
    depth D, a quotient of drift and displacement would be a quotient of rounding errors. g is kept within 0 and 1.5
    times the steepest slope of zeta. What z exceeds zeta by after a step is lost. */
template <class Real>
struct NormalLine
{
    Real pull, resistance; // g [sqrt (N/m)], R [kg/s]

    static HWY_INLINE NormalLine of (const NormalSpring<Real>& spring, const NormalState<Real>& state, Real resistance,
                                     Real w, Real h)
    {
        const Real zero (0.0), end = mulAdd (h, w, state.penetration);
        const Real moved = h * w, deepest = larger (end, state.penetration);
        if (! anyTrue ((deepest > zero) | (resistance > zero) | (state.coordinate > zero))) // none pushes
            return { zero, zero };
        const Real start = spring.coordinate (state.penetration);
        const Real steepest = select (deepest > zero, spring.coordinateSlope (deepest), zero);
        // A shorter chord would lose its digits; the slope at its middle differs by the square of this number.
        const auto moves = absolute (moved) > Real (1e-7) * absolute (deepest) + Real (1e-150);
        const Real middle = mulAdd (Real (0.5), moved, state.penetration);
        const Real chord = select (moves, (spring.coordinate (end) - start) / select (moves, moved, Real (1.0)),
                                   select (middle > zero, spring.coordinateSlope (middle), zero));
        const Real depth = Real (1.0 / 16.0) * larger (deepest, zero), square = mulAdd (moved, moved, depth * depth);
        const Real back = (start - state.coordinate) * moved / larger (square, Real (1e-300));
        const Real part = larger (end, zero) - larger (state.penetration, zero);
        const Real fraction = select (moves, part / select (moves, moved, Real (1.0)), Real (1.0));
        return { larger (zero, smaller (chord + back, Real (1.5) * steepest)),
                 resistance * larger (zero, smaller (fraction, Real (1.0))) };
    }

    HWY_INLINE ContactLine<Real> line (const NormalState<Real>& state, Real h) const
    {
        return { state.coordinate * pull, mulAdd (Real (0.5) * h, pull * pull, resistance) };
    }

    /** Moves the state by the speed that the solution gave. Returns what is lost in the step [J]. */
    HWY_INLINE Real end (const NormalSpring<Real>& spring, NormalState<Real>& state, Real w, Real h) const
    {
        const Real half (0.5), zero (0.0), reached = mulAdd (h * pull, w, state.coordinate);
        state.penetration = mulAdd (h, w, state.penetration);
        state.speed = w;
        state.coordinate = larger (zero, smaller (reached, spring.coordinate (state.penetration)));
        const Real dropped = half * (reached * reached - state.coordinate * state.coordinate);
        return mulAdd (h, resistance * (w * w), larger (zero, dropped));
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
