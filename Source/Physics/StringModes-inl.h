// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_STRING_MODES_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_STRING_MODES_INL_H
  #undef KOLOPHON_PHYSICS_STRING_MODES_INL_H
 #else
  #define KOLOPHON_PHYSICS_STRING_MODES_INL_H
 #endif

 #include "BodyFields.h"
 #include "Nyquist-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
// For qualified access in this namespace.
using kolophon::Mode;
using kolophon::StringParameters;

/** Fraction of mode n = 1, 2, … in use: all of `count` modes, but of the last `coming` ones a `fraction`. */
template <class Real>
struct ModesThere
{
    Real count, coming, fraction;

    HWY_INLINE ModesThere (Real all) : count (all), coming (0.0), fraction (0.0) {}
    HWY_INLINE ModesThere (Real all, Real last, Real ofLast) : count (all), coming (last), fraction (ofLast) {}
    static HWY_INLINE ModesThere of (const StringKnobs<Real>& string)
    {
        return { string.soundingCount, string.comingCount, string.comingFraction };
    }
    HWY_INLINE Real ofMode (Real n) const
    {
        return select (n <= count, select (count - coming < n, fraction, Real (1.0)), Real (0.0));
    }
};

/** Pinned stiff string with transverse and torsional modes (f_n: Fletcher 1964; normalisation and torsion:
    Physics.md 2.1; checked against the closed-form static compliance in StringTests):

        transverse   w_n = 2 pi n f_0 sqrt (1 + B n^2)
                     s_n = s_0 + w_n/(2 Q) + s_a sqrt (f_n/1 kHz) + w_n d B n^2/(2 (1 + B n^2))
                     phi_n = sqrt (2/M) sin (n pi beta)     M = mu L = Z_0/(2 f_0)
                     force at the bridge T y'(0) = sum tap_n x1_n,   tap_n = 2 sqrt (f_0 Z_0)/sqrt (1 + B n^2)
        torsional    w_n = 2 pi n f_t                       s_n = w_n/(2 Q_t),   phi_n likewise with Z_t and f_t

    Loss after Valette & Cuesta 1993 (sources: Physics.md 9; formulas seen in code that cites them): 1/Q that does not
    depend on frequency (dislocations, heat); the air's boundary layer round a string of diameter D and mass mu per
    metre, s = pi D sqrt (pi rho_a eta_a f)/mu (its Stokes part, pi eta_a/mu, is the same for all partials and belongs
    to s_0); and Young's modulus E (1 + i d), which acts on the fraction of a partial's energy that is bending. For B
    n^2 << 1 that is 1/Q = d B n^2 = d 4 pi^2 mu E I f^2/T^2.

    Decay rates stay below 0.9 w, where the exact flow is a damped oscillation. Shapes and taps fade out between 0.45
    and 0.49 of the internal sample rate, which avoids aliasing. */
template <class Real>
struct StringModes
{
    /** Intermediate values of a partial that don't depend on pitch and weight. */
    struct Partial
    {
        Real turn;           // w_n/f_0
        Real inverseBending; // 1/sqrt (1 + B n^2)
        Real sine;           // sin (n pi beta)
        Real lossPerTurn;    // increment of s per w
        Real airLoss;        // increment of s per sqrt (f_0)
    };
    static HWY_INLINE Real sineAt (const StringParameters<Real>& string, Real n)
    {
        return sineCosine (Real (3.14159265358979323846) * n * string.position).sine;
    }
    static HWY_INLINE Partial partial (const StringParameters<Real>& string, Real n)
    {
        const Real one (1.0), stiff = string.inharmonicity * (n * n), whole = one + stiff;
        const Real bending = squareRoot (whole);
        Partial p;
        p.turn = Real (6.28318530717958647693) * (n * bending);
        p.inverseBending = one / bending;
        p.sine = sineAt (string, n);
        p.lossPerTurn = Real (0.5) * (one / string.quality + string.bendingLoss * (stiff / whole));
        p.airLoss = string.airLoss * squareRoot (p.turn * Real (1.0 / 6283.18530717958647693));
        return p;
    }

    /** Values common to all partials, transverse or torsional. */
    struct Scale
    {
        Real fundamental, rootFundamental, shape, tap, decayRate;
    };
    static HWY_INLINE Scale transverseScale (const StringParameters<Real>& string)
    {
        return { string.fundamental, squareRoot (string.fundamental),
                 squareRoot (Real (4.0) * string.fundamental / string.impedance),
                 Real (2.0) * squareRoot (string.fundamental * string.impedance), string.decayRate };
    }
    static HWY_INLINE Scale torsionalScale (const StringParameters<Real>& string)
    {
        const Real f = string.fundamental * string.torsionRatio;
        return { f, f, squareRoot (Real (4.0) * f / (string.impedance * string.torsionImpedance)), Real (0.0),
                 Real (0.5) / string.torsionQuality };
    }

    /** Transverse partial n = 1, 2, …; lanes where it is not there get a mode with zero shape and tap. */
    static HWY_INLINE Mode<Real> transverse (const Scale& scale, const Partial& partial, Real n,
                                             const ModesThere<Real>& there, Real timeStep)
    {
        const Real w = partial.turn * scale.fundamental;
        const Real fade = fadeIn (w, there.ofMode (n), timeStep);
        Mode<Real> mode;
        mode.frequency = belowNyquist (w, timeStep);
        mode.decayRate =
            smaller (mulAdd (w, partial.lossPerTurn, mulAdd (partial.airLoss, scale.rootFundamental, scale.decayRate)),
                     Real (0.9) * mode.frequency);
        mode.contact = fade * scale.shape * partial.sine;
        mode.tap = fade * scale.tap * partial.inverseBending;
        return mode;
    }
    static HWY_INLINE Mode<Real> transverse (const StringParameters<Real>& string, Real n,
                                             const ModesThere<Real>& there, Real timeStep)
    {
        return transverse (transverseScale (string), partial (string, n), n, there, timeStep);
    }

    /** Torsional partial n = 1, 2, …; moves the contact only. `sine`: sin (n pi beta). */
    static HWY_INLINE Mode<Real> torsional (const Scale& scale, Real sine, Real n, Real count, Real timeStep)
    {
        const Real w = Real (6.28318530717958647693) * (n * scale.fundamental);
        Mode<Real> mode;
        mode.frequency = belowNyquist (w, timeStep);
        mode.decayRate = smaller (w * scale.decayRate, Real (0.9) * mode.frequency);
        mode.contact = fadeIn (w, ModesThere<Real> (count).ofMode (n), timeStep) * scale.shape * sine;
        mode.tap = Real (0.0);
        return mode;
    }
    static HWY_INLINE Mode<Real> torsional (const StringParameters<Real>& string, Real n, Real count, Real timeStep)
    {
        return torsional (torsionalScale (string), sineAt (string, n), n, count, timeStep);
    }

    /** Static compliance [m/N] of the whole transverse string at the contact, all infinitely many modes:

            sum phi_n^2/w_n^2 = (sum sin^2 (n pi beta)/(n^2 (1 + B n^2))) / (pi^2 Z_0 f_0)
            sum sin^2 (n pi beta)/(n^2 (1 + B n^2)) = pi^2 beta (1 - beta)/2
                                   - (pi/(4 a)) (coth (pi a) - cosh (pi a (1 - 2 beta))/sinh (pi a)),  a = 1/sqrt (B) */
    static HWY_INLINE Real transverseCompliance (const StringParameters<Real>& string)
    {
        const Real beta = string.position, one (1.0), pi (3.14159265358979323846);
        const Real a = one / squareRoot (string.inharmonicity);
        const Real x = pi * a;
        // coth x - cosh (x (1 - 2 beta))/sinh x, with every exponential decaying
        const Real whole = exponential (Real (-2.0) * x);
        const Real near = exponential (Real (-2.0) * (x * beta)), far = exponential (Real (-2.0) * (x * (one - beta)));
        const Real bend = ((one + whole) - (near + far)) / (one - whole);
        const Real sum = Real (0.5) * (pi * pi) * (beta * (one - beta)) - (pi / (Real (4.0) * a)) * bend;
        return sum / ((pi * pi) * (string.impedance * string.fundamental));
    }

    /** Torsional static compliance [m/N] of the contact, all modes: beta (1 - beta)/(2 Z_t f_t). */
    static HWY_INLINE Real torsionalCompliance (const StringParameters<Real>& string)
    {
        const Real stiffness =
            Real (2.0) * (string.impedance * string.torsionImpedance) * (string.fundamental * string.torsionRatio);
        return string.position * (Real (1.0) - string.position) / stiffness;
    }

private:
    static HWY_INLINE Real fadeIn (Real w, Real there, Real timeStep)
    {
        const Real ramp = rampAtNyquist (w, timeStep);
        if (allTrue (Real (1.0) <= ramp)) // most lie far below
            return there;
        return there * fadeOnRamp (ramp);
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
