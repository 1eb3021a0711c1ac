// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_TENSION_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_TENSION_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_TENSION_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_TENSION_INL_H
 #endif

 #include "PortedModes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Tension that grows with the motion: Kirchhoff and Carrier's for a string, Berger's for plates and skins. What it
    stores is a square,

        H = psi^2/2        psi = sum ga_n q_n^2/2        string: ga_n = sqrt (EA/L) k_n^2/mu

    (q mass-normalised; plates and skins: the Laplacian's eigenvalues for k_n^2). It pushes the modes with
    -psi ga_n q_n: a port whose shape moves. In each step, with q_f where the modes would end without any force,

        g_n = eps ga_n (q_n + q_f,n)/2        shape -g        c = eps (psi (q_f) - psi (q))/h,  o = psi,  d = h/2

    psi is quadratic in q, so that the chord at the middle is exact, and psi' = v stores F v h = (psi_end^2 - psi^2)/2
    for any g: passive beside every contact, at any drift. The state psi would drift away from psi (q) of the modes, by
    cents after a few strokes; eps steers it back,

        eps = (psi (q_f) - psi)/(psi (q_f) - psi (q))      within 0.9 and 1.1

    which moves energy between string and tension and creates none. (A rotation of (g . p, psi) is exact in energy as
    well, but drifts by 2 to 30 cents; a projection back to psi (q) that only loses energy is biased: 15 to 180.) */
template <class Real>
struct Tension
{
    int port = 0;
    Real state {};                  // psi [sqrt (J)]
    Real speed {};                  // eps (psi (q_f) - psi (q))/h of this step [sqrt (J)/s]
    std::vector<Real> coefficients; // ga_n [1/(s^2 sqrt (J))], one per mode of the body, of which it has the first

    template <int maxPorts>
    Real of (const PortedModes<Real, maxPorts>& body) const
    {
        Real psi (0.0);
        for (std::size_t n = 0; n < coefficients.size(); ++n)
        {
            const Real q = body.place (body.all()[n]);
            psi = mulAdd (Real (0.5) * coefficients[n], q * q, psi);
        }
        return psi;
    }

    /** Sets the shape of the port for the step that begins. Call before PortedModes::addTo(), which has c from it:
        -sum of the shapes times the free mean velocities. */
    template <int maxPorts>
    void begin (PortedModes<Real, maxPorts>& body, Real h)
    {
        const Real one (1.0), zero (0.0), half (0.5);
        Real now (0.0), free (0.0);
        for (std::size_t n = 0; n < coefficients.size(); ++n)
        {
            const auto& mode = body.all()[n];
            const Real q = body.place (mode), end = body.freePlace (mode);
            now = mulAdd (half * coefficients[n], q * q, now);
            free = mulAdd (half * coefficients[n], end * end, free);
        }
        const Real change = free - now;
        const auto moves = absolute (change) > Real (1e-12) * (absolute (free) + absolute (now)) + Real (1e-200);
        Real steer = select (moves, (free - state) / select (moves, change, one), one);
        steer = larger (Real (0.9), smaller (Real (1.1), steer));
        speed = steer * change / h;
        for (std::size_t n = 0; n < body.all().size(); ++n)
        {
            auto& mode = body.all()[n];
            mode.shape[port] = n < coefficients.size()
                                   ? -(half * steer * coefficients[n]) * (body.place (mode) + body.freePlace (mode))
                                   : zero;
        }
    }

    HWY_INLINE ContactLine<Real> line (Real h) const { return { state, Real (0.5) * h }; }
    HWY_INLINE void end (Real v, Real h) { state = mulAdd (h, v, state); }
    HWY_INLINE Real stored () const { return Real (0.5) * (state * state); }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
