#pragma once

#include "Fields.h"

/** Bodies and the hand, as the contact loops know them. What the numbers do stands in StringModes-inl.h,
    HandModes-inl.h, ModalBank-inl.h and BlockBetweenStops-inl.h. */
namespace kolophon
{
/** What a string is made of, as its player and its contact know it. */
template <class Real>
struct StringParameters
{
    Real fundamental;      // f_0 [Hz] of the string without bending stiffness
    Real inharmonicity;    // B
    Real impedance;        // Z_0 = sqrt (T mu) [kg/s]
    Real decayRate;        // s_0 [1/s], the part of the loss that all modes share
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

/** A voice's string, and how many of its modes there are. A table of modes takes fundamental, decay, quality, position
    and the counts from here, too. */
template <class Real>
struct StringKnobs : StringParameters<Real>
{
    Real twist; // fraction of the torsional modes' shapes that the contact meets: 1 a string, 0 a body without torsion
    Real soundingCount; // transverse partials
    Real silentCount;   // torsional ones

    static constexpr auto fields ()
    {
        return fieldListAfter<StringKnobs, StringParameters<Real>, Real> (
            { { "twist", &StringKnobs::twist, 1.0 },
              { "soundingCount", &StringKnobs::soundingCount },
              { "silentCount", &StringKnobs::silentCount } });
    }
};
static_assert (listsEveryMember<StringKnobs<double>>);

/** How a table of modes is scaled, see TableBody.h. */
template <class Real>
struct TableKnobs
{
    Real mass;       // M [kg]
    Real warp;       // exponent of the ratios
    Real brightness; // exponent of frequency in what the pickups hear

    static constexpr auto fields ()
    {
        return fieldList<TableKnobs, Real> ({ { "mass", &TableKnobs::mass, 0.3 },
                                              { "warp", &TableKnobs::warp, 1.0 },
                                              { "brightness", &TableKnobs::brightness } });
    }
};
static_assert (listsEveryMember<TableKnobs<double>>);

/** One mode of a body: its frequency, its loss, where it is rubbed and where it is heard. Mode shapes are
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

/** One mode of a body that is heard at two places. */
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

/** One mode at rest: step coefficients, and the state of a bank that doesn't run, see ModeStep-inl.h. */
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

/** What a mode has lost in a step [J] is vv (x2 + lean y)^2 + yy y^2, see lossesBehind() in ModeStep-inl.h. */
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

/** One mode in a bank that runs, see ModalBank-inl.h: what the inner loop reads and writes lies side by side. All of it
    is counted in a unit of the mode's own. */
template <class Real>
struct RunningSlot
{
    Real w, kappa; // of the step, without unit
    Real tap;      // [N] per unit
    Real bx, bd;   // what a force adds [units/N]
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

/** The way back from such a mode, for who asks for its energy. */
template <class Real>
struct RunningLook
{
    Real Q, toX1, toX2; // x1 = toX1 x, x2 = toX2 (d + Q x)  [sqrt (J) per unit]

    static constexpr auto fields ()
    {
        return fieldList<RunningLook, Real> (
            { { "Q", &RunningLook::Q }, { "toX1", &RunningLook::toX1 }, { "toX2", &RunningLook::toX2 } });
    }
};
static_assert (listsEveryMember<RunningLook<double>>);

/** What such a mode lost in its last step [J] is dd (d + bx F + along y)^2 + yy y^2 with y = x - rest F. */
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

/** Of the velocity where a step ends. */
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

/** Of a bridge that gives way by one [sqrt (J)/N]: what it takes from x, and gives to d. */
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

/** Free motion and taps of a bank, of forces that its sums have not seen. Of three ways to push, the first alone is in
    use under one contact. */
template <class Real>
struct BankKernels
{
    Real mean[3][3], end;          // sum bd [m/(s N)], sum (e_d bd + e_x bx)
    Real odd[3], even[3];          // sum tap bx: what a force adds to the taps in its own step
    Real bridgeMean[3], bridgeEnd; // of the bridge, likewise [m/s a sqrt (J)/N]
};

/** What is on its way in a bank between two samples. */
template <class Real>
struct Pending
{
    Real force[3];     // of the last sample [N], not yet in the records
    Real bridge;       // how far the bridge gave way since [sqrt (J)/N]
    Real mean[3], end; // sums over the records as they are
};

/** Calls visit (number, number of the other, …) for all that such structures hold, of the first `ports` ways to push.
    */
template <int ports = 3, class Visit, class... Structures>
constexpr void eachKernel (Visit&& visit, Structures&&... s)
{
    for (int i = 0; i < ports; ++i)
    {
        for (int j = 0; j < ports; ++j)
            visit (s.mean[i][j]...);
        visit (s.odd[i]...);
        visit (s.even[i]...);
        visit (s.bridgeMean[i]...);
    }
    visit (s.end...);
    visit (s.bridgeEnd...);
}
template <int ports = 3, class Visit, class... Structures>
constexpr void eachPending (Visit&& visit, Structures&&... s)
{
    for (int i = 0; i < ports; ++i)
    {
        visit (s.force[i]...);
        visit (s.mean[i]...);
    }
    visit (s.bridge...);
    visit (s.end...);
}

/** What rubs, and how it yields. */
template <class Real>
struct HandParameters
{
    Real kind;      // 0 rigid, 1 arm, 2 hair
    Real stiffness; // [N/m] arm: of its spring; hair: as seen at its middle
    Real mass;      // [kg] arm: of what is pulled along; hair: of the whole ribbon
    Real damping;   // fraction of critical damping, below 0.9
    Real place;     // hair: where along it the contact is, 0 … 1

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

/** A voice's hand, and how many modes it has. */
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

/** A voice's block, how the hand shakes it, and what softens its knocks. */
template <class Real>
struct BlockKnobs : BlockParameters<Real>
{
    Real shakeFrequency; // [Hz] the hand goes to and fro; 0: it draws one way
    Real feltTime;       // [s] time constant of the stops' padding

    static constexpr auto fields ()
    {
        return fieldListAfter<BlockKnobs, BlockParameters<Real>, Real> (
            { { "shakeFrequency", &BlockKnobs::shakeFrequency }, { "felt", &BlockKnobs::feltTime, 1e-4 } });
    }
};
static_assert (listsEveryMember<BlockKnobs<double>>);

/** Where a block is. */
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

/** Where a block is, how far its hand has swung, and how much of its knocks has come through. */
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
