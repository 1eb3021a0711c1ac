// SPDX-License-Identifier: GPL-3.0-or-later
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Synth/Resonances/SympatheticModes.cpp"
#include "SympatheticModes.h"
#include "../../Physics/InstructionSets.h"

#if KOLOPHON_COMPUTES
 #include "PackValues-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** Sums of the even and of the odd places. */
struct Sums
{
    double even, odd;
};
HWY_INLINE Sums sumsOf (Pack lanes)
{
    alignas (64) double v[8];
    Lanes<Pack>::store (lanes, v);
    return { (v[0] + v[2]) + (v[4] + v[6]), (v[1] + v[3]) + (v[5] + v[7]) };
}

} // namespace

sympathetic::Swing swing (SympatheticModes& m, bool booked)
{
    Pack pulls (0.0), lost (0.0);
    for (int i = 0; i < SympatheticModes::count; i += 8)
    {
        const Pack y = load (m.x1, i), v = load (m.x2, i), S = load (m.S, i);
        const Pack moved = mulAdd (S, v, negMulAdd (load (m.Q, i), y, y));
        store (moved, m.x1, i);
        store (mulSub (load (m.D, i), v, S * y), m.x2, i);
        pulls = mulAdd (load (m.tap, i), moved, pulls);
        if (booked)
            lost = mulAdd (mulAdd (load (m.lossYY, i), y, load (m.lossYV, i) * v), y,
                           mulAdd (load (m.lossVV, i) * v, v, lost));
    }
    const auto at = sumsOf (pulls), losses = sumsOf (lost);
    return { at.even, at.odd, losses.even + losses.odd };
}

void pull (SympatheticModes& m, double shortening)
{
    const Pack by (shortening);
    for (int i = 0; i < SympatheticModes::count; i += 8)
        store (negMulAdd (load (m.tap, i), by, load (m.x1, i)), m.x1, i);
}

double energy (const SympatheticModes& m)
{
    Pack sum (0.0);
    for (int i = 0; i < SympatheticModes::count; i += 8)
    {
        const Pack x1 = load (m.x1, i), x2 = load (m.x2, i);
        sum = mulAdd (x1, x1, mulAdd (x2, x2, sum));
    }
    const auto both = sumsOf (sum);
    return 0.5 * (both.even + both.odd);
}

} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace kolophon
{
KOLOPHON_EXPORT (sympathetic::Swing, swing, (SympatheticModes&, bool));
KOLOPHON_EXPORT (void, pull, (SympatheticModes&, double));
KOLOPHON_EXPORT (double, energy, (const SympatheticModes&));

namespace sympathetic
{
Swing swing (SympatheticModes& modes, bool booked) noexcept
{
    return KOLOPHON_CALL (swing) (modes, booked);
}

void pull (SympatheticModes& modes, double shortening) noexcept
{
    KOLOPHON_CALL (pull) (modes, shortening);
}

double energy (const SympatheticModes& modes) noexcept
{
    return KOLOPHON_CALL (energy) (modes);
}
} // namespace sympathetic
} // namespace kolophon
#endif
