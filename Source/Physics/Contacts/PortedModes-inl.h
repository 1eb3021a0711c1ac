// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_PORTED_MODES_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_PORTED_MODES_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_PORTED_MODES_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_PORTED_MODES_INL_H
 #endif

 #include "../ModeStep-inl.h"
 #include "ContactLines-inl.h"

 #include <vector>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Modes of one body or several with more than one port: ModeStep's exact flow with

        y = x1 - sum_i r_i F_i        r_i = phi_i/w

    Room for them is made once; no step allocates. */
template <class Real, int maxPorts>
class PortedModes
{
public:
    struct Mode
    {
        Real w, s;            // [rad/s], [1/s]
        Real shape[maxPorts]; // phi_i [1/sqrt (kg)]
        Real x1, x2;          // w q, q' [sqrt (J)]
        ModeStep<Real> step;
    };

    PortedModes (int itsPorts, Real timeStep) : ports (itsPorts), h (timeStep) {}

    /** Adds a mode at rest, 0 <= s < w, w h <= pi. The shapes are set() afterwards. */
    Mode& add (Real w, Real s)
    {
        Mode mode {};
        modes.push_back (mode);
        tune (modes.back(), w, s);
        return modes.back();
    }
    /** Changes a mode without doing work on it. */
    void tune (Mode& mode, Real w, Real s)
    {
        mode.w = w;
        mode.s = s;
        mode.step = modeStep (w, s, h);
    }
    std::vector<Mode>& all () { return modes; }
    const std::vector<Mode>& all () const { return modes; }

    /** q of a mode [m sqrt (kg)], now and at the end of a step without forces. */
    static Real place (const Mode& mode) { return mode.x1 / mode.w; }
    static Real freePlace (const Mode& mode)
    {
        return (mode.x1 + (mode.step.S * mode.x2 - mode.step.Q * mode.x1)) / mode.w;
    }

    /** Adds the bodies' motion without forces to the free velocities, with the sign of v = v_bow - u, and their
        response to the mobilities. */
    void addTo (ContactPorts<Real, maxPorts>& to) const
    {
        const Real perStep = Real (1.0) / h;
        for (const auto& mode : modes)
        {
            const auto& m = mode.step;
            const Real perW = Real (1.0) / mode.w;
            const Real mean = (m.S * mode.x2 - m.Q * mode.x1) * (perW * perStep);
            const Real end = m.D * mode.x2 - m.S * mode.x1;
            for (int i = 0; i < ports; ++i)
            {
                to.free[i] = negMulAdd (mode.shape[i], mean, to.free[i]);
                to.freeEnd[i] = negMulAdd (mode.shape[i], end, to.freeEnd[i]);
                const Real r = mode.shape[i] * perW;
                for (int j = 0; j <= i; ++j)
                {
                    to.mobility[i][j] = mulAdd (r * (mode.shape[j] * perW), m.Q * perStep, to.mobility[i][j]);
                    to.mobility[j][i] = to.mobility[i][j];
                    to.endMobility[i][j] = mulAdd (r * mode.shape[j], m.S, to.endMobility[i][j]);
                    to.endMobility[j][i] = to.endMobility[i][j];
                }
            }
        }
    }

    /** Moves the modes by a step under these forces. Returns what they lose in it [J]. */
    Real move (const Real (&force)[maxPorts])
    {
        Real lost (0.0);
        for (auto& mode : modes)
        {
            const auto& m = mode.step;
            Real y = mode.x1;
            for (int i = 0; i < ports; ++i)
                y = negMulAdd (mode.shape[i] / mode.w, force[i], y);
            lost = lost + (m.lossYY * (y * y) + m.lossYV * (y * mode.x2) + m.lossVV * (mode.x2 * mode.x2));
            const Real x1 = mode.x1 + (m.S * mode.x2 - m.Q * y);
            mode.x2 = m.D * mode.x2 - m.S * y;
            mode.x1 = x1;
        }
        return lost;
    }

    Real stored () const
    {
        Real sum (0.0);
        for (const auto& mode : modes)
            sum = sum + Real (0.5) * (mode.x1 * mode.x1 + mode.x2 * mode.x2);
        return sum;
    }

    /** Velocity at a port, and place there. */
    Real velocity (int port) const
    {
        Real sum (0.0);
        for (const auto& mode : modes)
            sum = mulAdd (mode.shape[port], mode.x2, sum);
        return sum;
    }
    Real position (int port) const
    {
        Real sum (0.0);
        for (const auto& mode : modes)
            sum = mulAdd (mode.shape[port] / mode.w, mode.x1, sum);
        return sum;
    }

private:
    std::vector<Mode> modes;
    int ports;
    Real h;
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
