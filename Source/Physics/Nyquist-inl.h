// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_NYQUIST_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_NYQUIST_INL_H
  #undef KOLOPHON_PHYSICS_NYQUIST_INL_H
 #else
  #define KOLOPHON_PHYSICS_NYQUIST_INL_H
 #endif

 #include "Lanes-inl.h"

 #include <numbers>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Position of a mode of angular frequency w [rad/s] on the ramp from 0.49 of the internal sample rate (0) to 0.45 (1);
    extrapolated outside. */
template <class Real>
HWY_INLINE Real rampAtNyquist (Real w, Real timeStep)
{
    const Real relativeFrequency = w * timeStep * Real (0.5 / std::numbers::pi); // frequency over sample rate
    return (Real (0.49) - relativeFrequency) * Real (1.0 / 0.04);
}

/** Gain on shape and taps at this position of the ramp. */
template <class Real>
HWY_INLINE Real fadeOnRamp (Real place)
{
    const Real ramp = larger (Real (0.0), smaller (Real (1.0), place));
    return ramp * ramp * (Real (3.0) - Real (2.0) * ramp);
}

/** Gain on shape and taps of a mode of angular frequency w [rad/s]: 1 below 0.45 of the internal sample rate, 0 from
    0.49 on. This avoids aliasing, and a mode that glides past fades without a click. */
template <class Real>
HWY_INLINE Real fadeAtNyquist (Real w, Real timeStep)
{
    return fadeOnRamp (rampAtNyquist (w, timeStep));
}

/** Frequency that the step uses for a mode: clamped below Nyquist, where the mode has faded out. */
template <class Real>
HWY_INLINE Real belowNyquist (Real w, Real timeStep)
{
    return smaller (w, Real (0.98 * std::numbers::pi) / timeStep);
}
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
