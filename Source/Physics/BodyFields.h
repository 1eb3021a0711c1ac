// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Fields.h"

/** Data of bodies and hand for the contact loops. StringModes-inl.h, HandModes-inl.h, ModalBank-inl.h and
    BlockBetweenStops-inl.h explain the numbers. */
namespace kolophon
{
/** Physical parameters of a string, for the player and for the contact. */
template <class Real>
struct StringParameters
{
    Real fundamental;      // f_0 [Hz] of the string without bending stiffness
    Real inharmonicity;    // B
    Real impedance;        // Z_0 = sqrt (T mu) [kg/s]
    Real decayRate;        // s_0 [1/s], the part of the loss that is the same for all modes
    Real quality;          // Q: the part that grows with frequency, w/(2 Q)
    Real position;         // beta, contact's distance from the bridge over the length
    Real torsionImpedance; // Z_t/Z_0
    Real torsionRatio;     // f_t/f_0
    Real torsionQuality;   // Q_t
    Real airLoss;          // s_a [1/s], drag of the air at 1 kHz
    Real bendingLoss;      // d, loss factor of the material in bending

    static constexpr auto fields ()
    {
        return fieldList<StringParameters, Real> ({ { "fundamental", &StringParameters::fundamental, 440.0 },
                                                    { "inharmonicity", &StringParameters::inharmonicity, 1e-5 },
                                                    { "impedance", &StringParameters::impedance, 0.3 },
                                                    { "decayRate", &StringParameters::decayRate, 2.0 },
                                                    { "quality", &StringParameters::quality, 300.0 },
                                                    { "position", &StringParameters::position, 0.12 },
                                                    { "torsionImpedance", &StringParameters::torsionImpedance, 3.0 },
                                                    { "torsionRatio", &StringParameters::torsionRatio, 5.0 },
                                                    { "torsionQuality", &StringParameters::torsionQuality, 30.0 },
                                                    { "airLoss", &StringParameters::airLoss },
                                                    { "bendingLoss", &StringParameters::bendingLoss } });
    }
};
static_assert (listsEveryMember<StringParameters<double>>);

/** A voice's string, and its number of modes. Mode tables also use its fundamental, decay, quality, position and the
    counts. */
template <class Real>
struct StringKnobs : StringParameters<Real>
{
    Real twist; // fraction of the torsional modes' shapes at the contact: 1 for strings, 0 for bodies without torsion
    Real soundingCount;  // transverse partials
    Real comingCount;    // of these, the last ones that come to a body that is heard
    Real comingFraction; // share of these, 0 to 1
    Real silentCount;    // torsional ones
    Real tension;        // relative rise at a displacement of 1 mm, see TightLayout-inl.h; 0: constant

    static constexpr auto fields ()
    {
        return fieldListAfter<StringKnobs, StringParameters<Real>, Real> (
            { { "twist", &StringKnobs::twist, 1.0 },
              { "soundingCount", &StringKnobs::soundingCount },
              { "comingCount", &StringKnobs::comingCount },
              { "comingFraction", &StringKnobs::comingFraction },
              { "silentCount", &StringKnobs::silentCount },
              { "tension", &StringKnobs::tension } });
    }
};
static_assert (listsEveryMember<StringKnobs<double>>);

/** Scaling of a mode table, see TableBody.h. */
template <class Real>
struct TableKnobs
{
    Real mass;       // M [kg]
    Real warp;       // exponent of the ratios
    Real brightness; // exponent of frequency in the pickups' gains

    static constexpr auto fields ()
    {
        return fieldList<TableKnobs, Real> ({ { "mass", &TableKnobs::mass, 0.3 },
                                              { "warp", &TableKnobs::warp, 1.0 },
                                              { "brightness", &TableKnobs::brightness } });
    }
};
static_assert (listsEveryMember<TableKnobs<double>>);

/** A second body, which rubs the first, see TableBody.h. */
template <class Real>
struct SecondBodyKnobs
{
    Real fundamental;   // f_1 [Hz]; of a string f_0, without bending stiffness
    Real mass;          // M [kg]
    Real decayRate;     // s_0 [1/s]
    Real quality;       // Q
    Real position;      // of the contact on it, as a fraction of its path
    Real inharmonicity; // B of a string
    Real brightness;    // exponent of frequency in the pickups' gains
    Real heard;         // gain on its taps
    Real side;          // its stereo position: 1 left, -1 right
    Real firstHeard;    // gain on the taps of the first body

    static constexpr auto fields ()
    {
        return fieldList<SecondBodyKnobs, Real> ({ { "fundamental", &SecondBodyKnobs::fundamental, 440.0 },
                                                   { "mass", &SecondBodyKnobs::mass, 0.3 },
                                                   { "decayRate", &SecondBodyKnobs::decayRate, 2.0 },
                                                   { "quality", &SecondBodyKnobs::quality, 300.0 },
                                                   { "position", &SecondBodyKnobs::position, 0.12 },
                                                   { "inharmonicity", &SecondBodyKnobs::inharmonicity, 1e-5 },
                                                   { "brightness", &SecondBodyKnobs::brightness },
                                                   { "heard", &SecondBodyKnobs::heard, 1.0 },
                                                   { "side", &SecondBodyKnobs::side },
                                                   { "firstHeard", &SecondBodyKnobs::firstHeard, 1.0 } });
    }
};
static_assert (listsEveryMember<SecondBodyKnobs<double>>);

/** One mode of a body: its frequency, its loss, its shape at the contact and at the listener. Mode shapes are
    mass-normalised: phi = shape at the contact/sqrt (modal mass). */
template <class Real>
struct Mode
{
    Real frequency; // w [rad/s]
    Real decayRate; // s [1/s]
    Real contact;   // phi [1/sqrt (kg)]
    Real tap;       // listener's gain on x1 [N/sqrt (J)]

    static constexpr auto fields ()
    {
        return fieldList<Mode, Real> ({ { "frequency", &Mode::frequency },
                                        { "decayRate", &Mode::decayRate },
                                        { "contact", &Mode::contact },
                                        { "tap", &Mode::tap } });
    }
};
static_assert (listsEveryMember<Mode<double>>);

/** One mode of a body with two pickups. */
template <class Real>
struct TwoTapMode : Mode<Real>
{
    Real secondTap; // [N/sqrt (J)]

    static constexpr auto fields ()
    {
        return fieldListAfter<TwoTapMode, Mode<Real>, Real> ({ { "secondTap", &TwoTapMode::secondTap } });
    }
};
static_assert (listsEveryMember<TwoTapMode<double>>);

/** One mode in the standing layout: step coefficients, and the state while the running layout is inactive, see
    ModeStep-inl.h. */
template <class Real>
struct ModeSlot
{
    Real Q, S, D; // of the step, without unit
    Real r;       // phi/w [s/sqrt (kg)]
    Real tap;     // [N/sqrt (J)]
    Real x1, x2;  // state [sqrt (J)]

    static constexpr auto fields ()
    {
        return fieldList<ModeSlot, Real> ({ { "Q", &ModeSlot::Q },
                                            { "S", &ModeSlot::S },
                                            { "D", &ModeSlot::D },
                                            { "r", &ModeSlot::r },
                                            { "tap", &ModeSlot::tap },
                                            { "x1", &ModeSlot::x1 },
                                            { "x2", &ModeSlot::x2 } });
    }
};
static_assert (listsEveryMember<ModeSlot<double>>);

/** Loss coefficients of a mode: it lost vv (x2 + lean y)^2 + yy y^2 [J] in a step, see lossesBehind() in
    ModeStep-inl.h. */
template <class Real>
struct ModeLosses
{
    Real vv, lean, yy;

    static constexpr auto fields ()
    {
        return fieldList<ModeLosses, Real> (
            { { "vv", &ModeLosses::vv }, { "lean", &ModeLosses::lean }, { "yy", &ModeLosses::yy } });
    }
};
static_assert (listsEveryMember<ModeLosses<double>>);

/** One mode in the running layout, see ModalBank-inl.h: contains only the fields of the inner loop, for the cache. All
    of them are in a unit of the mode's own. */
template <class Real>
struct RunningSlot
{
    Real w, kappa; // of the step, without unit
    Real tap;      // [N] per unit
    Real bx, bd;   // added by a force [units/N]
    Real x, d;     // state [units]

    static constexpr auto fields ()
    {
        return fieldList<RunningSlot, Real> ({ { "w", &RunningSlot::w },
                                               { "kappa", &RunningSlot::kappa },
                                               { "tap", &RunningSlot::tap },
                                               { "bx", &RunningSlot::bx },
                                               { "bd", &RunningSlot::bd },
                                               { "x", &RunningSlot::x },
                                               { "d", &RunningSlot::d } });
    }
};
static_assert (listsEveryMember<RunningSlot<double>>);

/** Coefficients that convert a running mode back to energy coordinates, to read its state. */
template <class Real>
struct RunningReadout
{
    Real Q, toX1, toX2; // x1 = toX1 x, x2 = toX2 (d + Q x)  [sqrt (J) per unit]

    static constexpr auto fields ()
    {
        return fieldList<RunningReadout, Real> (
            { { "Q", &RunningReadout::Q }, { "toX1", &RunningReadout::toX1 }, { "toX2", &RunningReadout::toX2 } });
    }
};
static_assert (listsEveryMember<RunningReadout<double>>);

/** Loss coefficients of a running mode: it lost dd (d + bx F + along y)^2 + yy y^2 [J] in its last step, with y = x -
    rest F. */
template <class Real>
struct RunningBook
{
    Real along, rest, dd, yy;

    static constexpr auto fields ()
    {
        return fieldList<RunningBook, Real> ({ { "along", &RunningBook::along },
                                               { "rest", &RunningBook::rest },
                                               { "dd", &RunningBook::dd },
                                               { "yy", &RunningBook::yy } });
    }
};
static_assert (listsEveryMember<RunningBook<double>>);

/** Coefficients of the velocity at the end of a step. */
template <class Real>
struct RunningEnd
{
    Real x, d; // [m/s] per unit

    static constexpr auto fields ()
    {
        return fieldList<RunningEnd, Real> ({ { "x", &RunningEnd::x }, { "d", &RunningEnd::d } });
    }
};
static_assert (listsEveryMember<RunningEnd<double>>);

/** Change of a mode when the bridge gives way by one [sqrt (J)/N]: subtracted from x, and added to d. */
template <class Real>
struct RunningBridge
{
    Real fromX, ontoD; // [units]

    static constexpr auto fields ()
    {
        return fieldList<RunningBridge, Real> (
            { { "fromX", &RunningBridge::fromX }, { "ontoD", &RunningBridge::ontoD } });
    }
};
static_assert (listsEveryMember<RunningBridge<double>>);

/** Largest number of ports of a bank: of the bow, of two contacts beside it, and in the normal direction. */
inline constexpr int bankPorts = 4;

/** Responses of a bank's free motion and taps to forces that its sums don't contain yet. A single contact uses only the
    first port. */
template <class Real>
struct BankKernels
{
    Real mean[bankPorts][bankPorts], end[bankPorts][bankPorts]; // sum bd [m/(s N)], sum (e_d bd + e_x bx)
    Real odd[bankPorts], even[bankPorts];             // sum tap bx: response of the taps to a force in its own step
    Real bridgeMean[bankPorts], bridgeEnd[bankPorts]; // of the ports to the bridge [m/s per sqrt (J)/N]
};

/** State of a bank between two samples that is not in its records. */
template <class Real>
struct Pending
{
    Real force[bankPorts];                // of the last sample [N], not yet added to the records
    Real bridge;                          // displacement of the bridge since [sqrt (J)/N]
    Real mean[bankPorts], end[bankPorts]; // sums over the records as they are now
};

/** Calls visit (number, number of the other, …) for all members of such structures, for the first `ports` ports. */
template <int ports = bankPorts, class Visit, class... Structures>
constexpr void eachKernel (Visit&& visit, Structures&&... s)
{
    for (int i = 0; i < ports; ++i)
    {
        for (int j = 0; j < ports; ++j)
        {
            visit (s.mean[i][j]...);
            visit (s.end[i][j]...);
        }
        visit (s.odd[i]...);
        visit (s.even[i]...);
        visit (s.bridgeMean[i]...);
        visit (s.bridgeEnd[i]...);
    }
}
template <int ports = bankPorts, class Visit, class... Structures>
constexpr void eachPending (Visit&& visit, Structures&&... s)
{
    for (int i = 0; i < ports; ++i)
    {
        visit (s.force[i]...);
        visit (s.mean[i]...);
        visit (s.end[i]...);
    }
    visit (s.bridge...);
}

/** Mechanical parameters of the hand or bow. */
template <class Real>
struct HandParameters
{
    Real kind;      // 0 rigid, 1 arm, 2 hair
    Real stiffness; // [N/m] arm: of its spring; hair: at its middle
    Real mass;      // [kg] arm: the moving mass; hair: the whole ribbon
    Real damping;   // fraction of critical damping, below 0.9
    Real place;     // hair: position of the contact along it, 0 … 1

    static constexpr auto fields ()
    {
        return fieldList<HandParameters, Real> ({ { "kind", &HandParameters::kind },
                                                  { "stiffness", &HandParameters::stiffness, 2e4 },
                                                  { "mass", &HandParameters::mass, 0.05 },
                                                  { "damping", &HandParameters::damping, 0.02 },
                                                  { "place", &HandParameters::place, 0.3 } });
    }
};
static_assert (listsEveryMember<HandParameters<double>>);

/** A voice's hand, and its number of modes. */
template <class Real>
struct HandKnobs : HandParameters<Real>
{
    Real count;

    static constexpr auto fields ()
    {
        return fieldListAfter<HandKnobs, HandParameters<Real>, Real> ({ { "count", &HandKnobs::count } });
    }
};
static_assert (listsEveryMember<HandKnobs<double>>);

/** A block on a floor between two stops. */
template <class Real>
struct BlockParameters
{
    Real mass;                // M [kg]
    Real gap;                 // the stops stand at -gap and +gap [m]
    Real restitution;         // e in [0, 1]
    Real muStatic, muKinetic; // between block and floor, under the block's own weight

    static constexpr auto fields ()
    {
        return fieldList<BlockParameters, Real> ({ { "mass", &BlockParameters::mass, 0.005 },
                                                   { "gap", &BlockParameters::gap, 1e-4 },
                                                   { "restitution", &BlockParameters::restitution },
                                                   { "muStatic", &BlockParameters::muStatic, 0.2 },
                                                   { "muKinetic", &BlockParameters::muKinetic, 0.1 } });
    }
};
static_assert (listsEveryMember<BlockParameters<double>>);

/** A voice's block, the motion of the hand that shakes it, and the padding of the stops. */
template <class Real>
struct BlockKnobs : BlockParameters<Real>
{
    Real shakeFrequency; // [Hz] of the hand's oscillation; 0: the hand moves steadily in one direction
    Real feltTime;       // [s] time constant of the stops' padding

    static constexpr auto fields ()
    {
        return fieldListAfter<BlockKnobs, BlockParameters<Real>, Real> (
            { { "shakeFrequency", &BlockKnobs::shakeFrequency }, { "felt", &BlockKnobs::feltTime, 1e-4 } });
    }
};
static_assert (listsEveryMember<BlockKnobs<double>>);

/** Momentum and position of a block. */
template <class Real>
struct BlockState
{
    Real momentum; // sqrt (M) u [sqrt (J)]: energy coordinate, so that a change of mass does no work
    Real position; // x [m]
    Real mode;     // BlockMode

    static constexpr auto fields ()
    {
        return fieldList<BlockState, Real> ({ { "momentum", &BlockState::momentum },
                                              { "position", &BlockState::position },
                                              { "mode", &BlockState::mode } });
    }
};
static_assert (listsEveryMember<BlockState<double>>);

/** Momentum and position of a block, phase of its hand, and its knocks after the padding. */
template <class Real>
struct BlockMotion : BlockState<Real>
{
    Real phase;           // of the hand that shakes it [cycles]
    Real smoothed, heard; // [N] after one and two stages of the stops' padding

    static constexpr auto fields ()
    {
        return fieldListAfter<BlockMotion, BlockState<Real>, Real> (
            { { "phase", &BlockMotion::phase }, { "felt", &BlockMotion::smoothed }, { "heard", &BlockMotion::heard } });
    }
};
static_assert (listsEveryMember<BlockMotion<double>>);
} // namespace kolophon
