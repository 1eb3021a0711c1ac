// SPDX-License-Identifier: GPL-3.0-or-later
// Long: contains all code that computes modes, in the standing, running and transposed layouts, because the stages and
// sums are common.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Synth/Bank/VoiceGroupBodies.cpp"
#include "../../Physics/InstructionSets.h"
#include "TableBody.h"

#include <algorithm>
#include <optional>
#include <utility>

#if KOLOPHON_COMPUTES
 #include "../../Physics/HandModes-inl.h"
 #include "../../Physics/StringModes-inl.h"
 #include "TightLayout-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** Overwrites a string's mode in the lanes that have a table; `second` gets the gain of the second tap. */
HWY_NOINLINE void loadTables (const TableBodies& bodies, int slot, Mode<Pack>& mode, Pack& second)
{
    TableLanes lanes {};
    store (mode, static_cast<Mode<VoiceGroup::Lane>&> (lanes));
    bodies.fill (slot, lanes);
    const auto heard = load (lanes);
    mode = heard;
    second = heard.secondTap;
}

/** The bodies of a group that has pickups. */
std::optional<TableBodies> tableBodies (const VoiceGroup& group, double timeStep)
{
    if (! group.wanted.pickups)
        return std::nullopt;
    return std::optional<TableBodies> (std::in_place, group, timeStep);
}

/** The transverse mode of a slot, from the `bodies` in lanes that have one. Stores the gain of the second tap in
    `second`. */
HWY_INLINE Mode<Pack> soundingMode (const std::optional<TableBodies>& bodies, const Mode<Pack>& ofString, int slot,
                                    Pack& second)
{
    auto mode = ofString;
    second = Pack (0.0);
    if (bodies)
        loadTables (*bodies, slot, mode, second);
    return mode;
}

/** Partial n of the string, from its shape. */
template <class Real>
HWY_INLINE Mode<Real> stringMode (const VoiceGroup::Partial& p, int first, const StringKnobs<Real>& string,
                                  const typename StringModes<Real>::Scale& scale, Real n, double timeStep)
{
    const auto of = [first] (const VoiceGroup::Lane& lane) HWY_ATTR { return load<Real> (lane, first); };
    return StringModes<Real>::transverse (
        scale, { of (p.turn), of (p.inverseBending), of (p.sine), of (p.lossPerTurn), of (p.airLoss) }, n,
        ModesThere<Real>::of (string), Real (timeStep));
}

/** Torsional partial n, scaled by its effect on the contact. */
template <class Real>
HWY_INLINE Mode<Real> silentMode (const StringKnobs<Real>& string, const typename StringModes<Real>::Scale& scale,
                                  Real sine, Real n, double timeStep)
{
    auto mode = StringModes<Real>::torsional (scale, sine, n, string.silentCount, Real (timeStep));
    mode.contact = string.twist * mode.contact;
    return mode;
}

/** Computes the partials' shapes that are not valid yet, in all lanes. */
HWY_NOINLINE void makePartials (VoiceGroup& group, const StringKnobs<Pack>& string)
{
    for (int& slot = group.coefficients.valid.partials; slot < group.wanted.sounding; ++slot)
    {
        const auto made = StringModes<Pack>::partial (string, Pack (slot + 1.0));
        auto& p = group.partials[static_cast<std::size_t> (slot)];
        store (made.turn, p.turn);
        store (made.inverseBending, p.inverseBending);
        store (made.sine, p.sine);
        store (made.lossPerTurn, p.lossPerTurn);
        store (made.airLoss, p.airLoss);
    }
    for (int& slot = group.coefficients.valid.torsionalSines; slot < group.wanted.silent; ++slot)
        store (StringModes<Pack>::sineAt (string, Pack (slot + 1.0)),
               group.torsionalSines[static_cast<std::size_t> (slot)]);
}

/** Calls visit (slot, mode) for all modes of the body, as they are at another place, in the order of sums: transverse
    ones, then torsional ones. */
template <class Visit>
void eachModeAt (VoiceGroup& group, Pack place, double timeStep, Visit&& visit)
{
    auto string = load (group.string);
    const Pack before = string.position;
    string.position = place;
    store (place, group.string.position); // read by mode tables
    const auto bodies = tableBodies (group, timeStep);
    Pack unheard;
    for (int slot = 0; slot < group.wanted.sounding; ++slot)
        visit (slot, soundingMode (bodies,
                                   StringModes<Pack>::transverse (string, Pack (slot + 1.0),
                                                                  ModesThere<Pack>::of (string), Pack (timeStep)),
                                   slot, unheard));
    for (int slot = 0; slot < group.wanted.silent; ++slot)
        visit (VoiceGroup::firstTorsional + slot,
               silentMode (string, StringModes<Pack>::torsionalScale (string),
                           StringModes<Pack>::sineAt (string, Pack (slot + 1.0)), Pack (slot + 1.0), timeStep));
    store (before, group.string.position);
}

/** Static compliance [m/N] of the whole body at the contact, without torsion. With tables, of all lanes. */
template <class Real>
HWY_NOINLINE Real wholeCompliance (const VoiceGroup& group, const StringKnobs<Real>& string, bool ofFirstAlone = false)
{
    const Real ofString = StringModes<Real>::transverseCompliance (string);
    if constexpr (Lanes<Real>::count == VoiceGroup::lanes)
        if (group.wanted.pickups)
        {
            VoiceGroup::Lane compliance;
            store (ofString, compliance);
            fillTableCompliance (group, ofFirstAlone, compliance);
            return load<Real> (compliance);
        }
    return ofString;
}

/** Smallest r of a mode at the bow, to which shapes of sides are relative; see RunningMode::unitOf(). */
HWY_INLINE Pack feltShape (Pack r, double timeStep)
{
    const Pack unfelt (1e-100 * timeStep);
    return select (absolute (r) > unfelt, r, unfelt);
}

/** The shape of a mode at a side, which touches the first body alone. */
HWY_INLINE Pack ofFirstBody (const VoiceGroup& group, int slot, Pack shape)
{
    if (! group.wanted.pickups || slot >= VoiceGroup::maxSounding)
        return shape;
    VoiceGroup::Lane own;
    store (shape, own);
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        if (group.second[lane].holds (slot) || group.secondBefore[lane].holds (slot))
            own[lane] = 0.0;
    return load (own);
}

/** Computes the shapes of a side, relative to the bow's, and the compliance of the modes that are
    left out there. A mode that the bow does not move gets a shape at the bow that is negligible beside all others, so
    that ratios exist. */
void shapeSide (VoiceGroup& group, std::size_t side, std::size_t port, double timeStep)
{
    const Pack none (0.0), place = load (group.sidePlace[side]);
    Pack ofString = none, ofTwist = none;
    eachModeAt (group, place, timeStep,
                [&] (int slot, const Mode<Pack>& mode) HWY_ATTR
                {
                    const auto at = static_cast<std::size_t> (slot);
                    const Pack atBow = feltShape (load (group.standing.slots[at].r), timeStep);
                    const Pack r = ofFirstBody (group, slot, mode.contact / mode.frequency);
                    store (r / atBow, group.standing.portShapes[port][at]);
                    store (atBow, group.standing.slots[at].r);
                    store (atBow * mode.frequency, group.standing.shapes[at]);
                    auto& resolved = slot < VoiceGroup::maxSounding ? ofString : ofTwist;
                    resolved = mulAdd (r, r, resolved);
                });
    auto string = load (group.string);
    const Pack before = string.position;
    string.position = place;
    store (place, group.string.position);
    const Pack missing = wholeCompliance (group, string, true) - ofString;
    store (before, group.string.position);
    const Pack missingTwist =
        select (none < string.silentCount,
                (string.twist * string.twist) * StringModes<Pack>::torsionalCompliance (string) - ofTwist, none);
    store (larger (missing, none) + larger (missingTwist, none), group.sides[side].law.residualCompliance);
    for (int n = 1; n <= visitedHand (group.wanted.hand); ++n)
        group.standing.portShapes[port][static_cast<std::size_t> (VoiceGroup::firstTorsional - n)].fill (0.0);
}

/** Computes the shapes in the normal direction, relative to the bow's. Torsion and hand move along the surface only. */
void shapeNormal (VoiceGroup& group, std::size_t port)
{
    for (int slot = 0; slot < group.wanted.sounding; ++slot)
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        {
            const bool isSecond = group.second[lane].holds (slot) || group.secondBefore[lane].holds (slot);
            group.standing.portShapes[port][static_cast<std::size_t> (slot)][lane] =
                isSecond ? group.secondTilt[lane] : group.tilt[lane];
        }
    for (int slot = VoiceGroup::firstTorsional - visitedHand (group.wanted.hand);
         slot < VoiceGroup::firstTorsional + group.wanted.silent; ++slot)
        group.standing.portShapes[port][static_cast<std::size_t> (slot)].fill (0.0);
}

/** Calls visit (slot) for all modes in use. */
template <class Visit>
HWY_INLINE void eachSlot (const VoiceGroup& group, Visit&& visit)
{
    for (int m = 0; m < group.wanted.sounding; ++m)
        visit (static_cast<std::size_t> (m));
    for (int m = VoiceGroup::firstTorsional - visitedHand (group.wanted.hand);
         m < VoiceGroup::firstTorsional + group.wanted.silent; ++m)
        visit (static_cast<std::size_t> (m));
}

/** Sums the response of `ports` ports to forces over all modes. */
template <std::size_t ports>
HWY_NOINLINE void sumSides (VoiceGroup& group, Pack h)
{
    const Pack none (0.0);
    Pack mean[ports][ports], end[ports][ports];
    for (std::size_t i = 0; i < ports; ++i)
        for (std::size_t j = 0; j < ports; ++j)
            mean[i][j] = end[i][j] = none;
    eachSlot (group,
              [&] (std::size_t slot) HWY_ATTR
              {
                  const Pack r = load (group.standing.slots[slot].r), phi = load (group.standing.shapes[slot]);
                  const Pack soft = (r * r) * load (group.standing.slots[slot].Q),
                             atEnd = (phi * r) * load (group.standing.slots[slot].S);
                  for (std::size_t i = 0; i < ports; ++i)
                  {
                      const Pack shape = i == 0 ? Pack (1.0) : load (group.standing.portShapes[i][slot]);
                      for (std::size_t j = i; j < ports; ++j)
                      {
                          const Pack both = j == 0 ? shape : shape * load (group.standing.portShapes[j][slot]);
                          mean[i][j] = mulAdd (soft, both, mean[i][j]);
                          end[i][j] = mulAdd (atEnd, both, end[i][j]);
                      }
                  }
              });
    for (std::size_t i = 0; i < ports; ++i)
        for (std::size_t j = i; j < ports; ++j)
        {
            const int row = static_cast<int> (i), column = static_cast<int> (j);
            store (mean[i][j] / h, group.response.portMobility.at (row, column));
            store (end[i][j], group.response.portEndMobility.at (row, column));
        }
}

/** Computes the shapes of the sides in use, and the response of all ports to forces. */
void updateSides (VoiceGroup& group, double timeStep)
{
    static_assert (bankPorts == VoiceGroup::maxSides + 1);
    std::size_t ports = 1;
    for (std::size_t side = 0; side < VoiceGroup::maxBeside; ++side)
        if (group.wanted.has (side))
            shapeSide (group, side, ports++, timeStep);
    if (group.wanted.has (VoiceGroup::presser))
        shapeNormal (group, ports++);
    (ports == 2 ? sumSides<2> : ports == 3 ? sumSides<3> : sumSides<4>)(group, Pack (timeStep));
}

/** Sums over modes that the contact needs. */
template <class Real>
struct ModeSums
{
    Real mobility, endMobility; // [m/N], mean velocity by force times the step; [m/(s N)]
    Real resolved;              // static compliance [m/N]
    Real tapSquares;            // [N^2/J]

    static HWY_INLINE ModeSums none () { return { Real (0.0), Real (0.0), Real (0.0), Real (0.0) }; }
};

/** A mode with its step coefficients. */
template <class Real>
struct FinishedMode : Mode<Real>
{
    Real r, Q, S, D;
};

/** Adds the terms of one mode. */
template <class Real>
HWY_INLINE void addSeen (const FinishedMode<Real>& mode, Real tap, ModeSums<Real>& modeSums)
{
    modeSums.mobility = modeSums.mobility + (mode.r * mode.r) * mode.Q;
    modeSums.endMobility = modeSums.endMobility + (mode.contact * mode.r) * mode.S;
    modeSums.resolved = modeSums.resolved + mode.r * mode.r;
    modeSums.tapSquares = modeSums.tapSquares + tap * tap;
}

template <class Real>
HWY_NOINLINE void findLosses (const ModeFlow<Real>& flow, ModeLosses<Real>& losses)
{
    losses = lossesBehind (flow);
}

/** Position of a mode: its slot, its place in a chain, and its number among those of its kind. */
struct ModeAddress
{
    int slot, place, chain, number;
};

// Three ways to set a body, by the layout of the modes.

/** Standing layout: the modes are set in their slots, in all lanes. */
struct Standing
{
    using Real = Pack;
    static constexpr bool isWhole = true;

    VoiceGroup& group;
    static constexpr int first = 0;
    ModeSums<Pack> modeSums = ModeSums<Pack>::none();

    void addUp (const Standing& with) { modeSums = with.modeSums; }
    StringKnobs<Pack> string () const { return load (group.string); }
    void keep (Pack value, VoiceGroup::Lane& lanes) const { store (value, lanes); }

    template <bool sounds>
    HWY_INLINE void hold (const ModeAddress& address, const FinishedMode<Pack>& mode, const ModeLosses<Pack>& losses)
    {
        const auto at = static_cast<std::size_t> (address.slot);
        auto& slot = group.standing.slots[at];
        store (mode.Q, slot.Q);
        store (mode.S, slot.S);
        store (mode.D, slot.D);
        store (mode.r, slot.r);
        store (mode.contact, group.standing.shapes[at]);
        store (mode.tap, slot.tap);
        if (group.coefficients.wantsLosses)
            store (losses, group.standing.losses[at]);
        const Pack second = sounds ? load (group.standing.secondTaps[at]) : Pack (0.0);
        addSeen (mode, mode.tap + second, modeSums); // a string's tap is one of these
    }
};

/** Running layout: each mode of the lanes in one register is converted to the standing layout, set, and converted back
    in one pass. */
struct RunningBodies
{
    using Real = Register;
    static constexpr bool isWhole = false;

    VoiceGroup& group;
    int first;
    BankView bank;
    Pending<Real> pending;
    MovedLanes<Real> moved;
    Real perStep;
    bool withBridge = false;                                                      // some bridge has moved
    int soundingEnd = VoiceGroup::maxSounding, silentEnd = VoiceGroup::maxSilent; // common to all lanes that changed
    ModeSums<Real> modeSums = ModeSums<Real>::none();
    RunningSums<OnePort, Real> sums = RunningSums<OnePort, Real>::none();

    RunningBodies (VoiceGroup& ofLanes, int firstLane, const VoiceGroup::Lane& moves, double timeStep)
        : group (ofLanes), first (firstLane), bank (bankOf (group, first)), pending (loadPending<Real> (group, first)),
          moved (load<Real> (moves, first) > Real (0.5)), perStep (1.0 / timeStep)
    {
        for (int lane = first; lane < first + Lanes<Real>::count; ++lane)
        {
            const auto at = static_cast<std::size_t> (lane);
            withBridge = withBridge || group.bank.pending.bridge[at] != 0.0;
            if (moves[at] < 0.5)
                continue;
            soundingEnd = std::min (soundingEnd, static_cast<int> (group.string.soundingCount[at]));
            silentEnd = std::min (silentEnd, static_cast<int> (group.string.silentCount[at]));
        }
    }

    void addUp (const RunningBodies& with)
    {
        modeSums = with.modeSums;
        sums = with.sums;
    }
    StringKnobs<Real> string () const { return load<Real> (group.string, first); }
    void keep (Real value, VoiceGroup::Lane& lanes) const { store (value, lanes, first); }

    /** A mode beyond a lane's number keeps running unheard, and may be skipped before that lane is set again: its state
        is stored in the slot. */
    template <bool sounds>
    HWY_INLINE void hold (const ModeAddress& address, const FinishedMode<Real>& mode, const ModeLosses<Real>& losses)
    {
        const auto at = static_cast<std::size_t> (address.slot);
        double* const record = bank.inChain (address.chain, address.place);
        const auto now = withBridge ? coordinatesOf<OnePort, true> (bank, address.slot, record, pending)
                                    : coordinatesOf<OnePort, false> (bank, address.slot, record, pending);
        auto& slot = group.standing.slots[at];
        if (address.number >= (sounds ? soundingEnd : silentEnd))
            storeCoordinates (now, moved, slot, first);
        store (mode.r, slot.r, first);
        store (mode.contact, group.standing.shapes[at], first);
        runMode (record, group.bank.readouts[at], group.bank.ends[at], first,
                 ModeToRun<Real> { mode.Q, mode.S, mode.D, mode.r, mode.contact, mode.tap, now }, moved,
                 RunningMode<Real>::unitOf (mode.r, perStep),
                 [&] (const RunningMode<Real>& run, Real x, Real d, Real tap) HWY_ATTR
                 {
                     addRunning<sounds, OnePort, false> (group, address.slot, run, x, d, tap, Real (0.0), sums);
                     if (group.coefficients.wantsLosses)
                         store (RunningMode<Real>::book (mode.Q, mode.S, run, mode.r * run.unit, losses),
                                group.bank.books[VoiceGroup::runningIndex (address.slot)], first);
                 });
        addSeen (mode, mode.tap, modeSums);
    }

    void storeSums () const
    {
        clearPending<Real> (group, first, moved);
        HWY_NAMESPACE::storeSums (sums, group, first, moved);
        group.coefficients.valid.standing = false;
        group.coefficients.valid.losses = group.coefficients.valid.losses && group.coefficients.wantsLosses;
    }
};

/** The same for a voice in transposed layout, register by register: numbers and slots count registers here, not modes.
    The padding in the last register has zero shape and taps. */
struct TransposedBody
{
    using Real = Register;
    static constexpr bool isWhole = false;
    static constexpr int size = Lanes<Register>::count; // modes in each

    VoiceGroup& group;
    VoiceGroup::Transposed& voice;
    std::size_t lane;
    BankView bank;
    Pending<Register> pending;
    Register perStep;
    ModeSums<double> modeSums = ModeSums<double>::none();
    RunningSums<OnePort, double> sums = RunningSums<OnePort, double>::none();

    TransposedBody (VoiceGroup& ofLanes, VoiceGroup::Transposed& moving, double timeStep)
        : group (ofLanes), voice (moving), lane (static_cast<std::size_t> (voice.lane)), bank (bankOf (group)),
          perStep (1.0 / timeStep)
    {
        pending.force[0] = group.bank.pending.force[0][lane];
        pending.bridge = 0.0;
    }

    void addUp (const TransposedBody& with)
    {
        modeSums = with.modeSums;
        sums = with.sums;
    }
    StringKnobs<Register> string () const
    {
        StringKnobs<Register> knobs;
        eachField ([this] (Register& knob, const VoiceGroup::Lane& lanes) HWY_ATTR { knob = lanes[lane]; }, knobs,
                   group.string);
        return knobs;
    }
    void keep (Register value, VoiceGroup::Lane& lanes) const
    {
        VoiceGroup::Lane values;
        store (value, values);
        lanes[lane] = values[0];
    }

    struct FinishedModeLanes
    {
        VoiceGroup::Lane r, shape, x1, x2, mobility, endMobility, resolved, tapSquare, end;
    };

    static std::size_t placeAt (int number) { return static_cast<std::size_t> (number * size / VoiceGroup::chains); }
    static int firstAt (int number) { return number * size % VoiceGroup::chains; }
    static int registersOf (int modes) { return (modes + size - 1) / size; }

    /** Numbers of the partials in a register, from 1. */
    static HWY_INLINE Register partialsAt (int number)
    {
        constexpr VoiceGroup::Lane numbers { { 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0 } };
        return load<Register> (numbers) + Register (static_cast<double> (number * size));
    }

    template <bool sounds>
    HWY_INLINE void hold (const ModeAddress& address, const FinishedMode<Register>& mode,
                          const ModeLosses<Register>& losses)
    {
        const auto at = placeAt (address.slot);
        const int first = firstAt (address.slot);
        auto& lanes = voice.running[at];
        auto& look = voice.readouts[at];
        auto& atEnd = voice.ends[at];
        double* const record = lanes.w.data() + first;
        auto view = bank;
        view.readouts = look.Q.data() + first;
        const auto now = coordinatesOf<OnePort, false> (view, 0, record, pending);
        FinishedModeLanes each;
        runMode (record, look, atEnd, first,
                 ModeToRun<Register> { mode.Q, mode.S, mode.D, mode.r, mode.contact, mode.tap, now },
                 Register (0.0) < Register (1.0), RunningMode<Register>::unitOf (mode.r, perStep),
                 [&] (const RunningMode<Register>& run, Register, Register, Register) HWY_ATTR
                 {
                     store (run.endD * run.bd + run.endX * run.bx, each.end);
                     if (group.coefficients.wantsLosses)
                         store (RunningMode<Register>::book (mode.Q, mode.S, run, mode.r * run.unit, losses),
                                voice.books[at], first);
                 });

        store (mode.r, each.r);
        store (mode.contact, each.shape);
        store (now.x1, each.x1);
        store (now.x2, each.x2);
        store ((mode.r * mode.r) * mode.Q, each.mobility);
        store ((mode.contact * mode.r) * mode.S, each.endMobility);
        store (mode.r * mode.r, each.resolved);
        store (mode.tap * mode.tap, each.tapSquare);
        addModes<sounds> (address.slot * size, each, lanes, atEnd);
    }

    /** Sums are added mode by mode, in the same order as in a lane. */
    template <bool sounds>
    HWY_INLINE void addModes (int begin, const FinishedModeLanes& each, const RunningSlot<VoiceGroup::Lane>& lanes,
                              const RunningEnd<VoiceGroup::Lane>& atEnd)
    {
        auto seen = modeSums;
        auto rides = sums;
        const int end = std::min (begin + size, sounds ? bank.soundingCount : bank.silentEnd);
        const double count =
            sounds ? group.string.soundingCount[lane] : VoiceGroup::firstTorsional + group.string.silentCount[lane];
        for (int m = begin; m < end; ++m)
        {
            const auto slot = static_cast<std::size_t> (m), here = static_cast<std::size_t> (m - begin),
                       chain = slot % VoiceGroup::chains;
            seen.mobility += each.mobility[here];
            seen.endMobility += each.endMobility[here];
            seen.resolved += each.resolved[here];
            seen.tapSquares += each.tapSquare[here];
            const double d = lanes.d[chain];
            if constexpr (sounds)
            {
                auto& taps = chain % 2 == 0 ? rides.odd[0] : rides.even[0];
                taps = mulAdd (lanes.tap[chain], lanes.bx[chain], taps);
            }
            rides.mean[0][0] += lanes.bd[chain];
            rides.means[0] += d;
            rides.end[0][0] += each.end[here];
            rides.ends[0] = mulAdd (atEnd.x[chain], lanes.x[chain], mulAdd (atEnd.d[chain], d, rides.ends[0]));
            group.standing.slots[slot].r[lane] = each.r[here];
            group.standing.shapes[slot][lane] = each.shape[here];
            if (m >= count)
            {
                group.standing.slots[slot].x1[lane] = each.x1[here];
                group.standing.slots[slot].x2[lane] = each.x2[here];
            }
        }
        modeSums = seen;
        sums = rides;
    }

    void storeSums () const
    {
        const auto at = static_cast<int> (lane);
        clearPending<double> (group, at, true);
        HWY_NAMESPACE::storeSums (sums, group, at, true);
        group.coefficients.valid.standing = false;
        group.coefficients.valid.losses = group.coefficients.valid.losses && group.coefficients.wantsLosses;
        voice.made = true;
    }
};

/** Sets modes from slot `begin` on, each from make (number). The computation of a mode is a long chain of operations,
    and a processor looks ahead over less than two of them: so eight modes go through each stage together. */
template <bool sounds, class How, class Make>
HWY_INLINE void setModes (int begin, int count, double timeStep, How& how, Make&& make)
{
    using Real = typename How::Real;
    constexpr int size = VoiceGroup::chains;
    const Real h (timeStep);
    FinishedMode<Real> modes[size];
    ModeTurn<Real> turns[size];
    ModeLosses<Real> losses[size]; // if the ledger needs them
    for (int from = 0; from < count; from += size)
    {
        const int some = std::min (size, count - from);
        for (int i = 0; i < some; ++i)
            static_cast<Mode<Real>&> (modes[i]) = make (from + i);
        for (int i = 0; i < some; ++i)
        {
            auto& mode = modes[i];
            const Real inverse = Real (1.0) / mode.frequency;
            mode.r = mode.contact * inverse;
            turns[i] = modeTurn (mode.frequency, inverse, mode.decayRate, h);
        }
        for (int i = 0; i < some; ++i)
        {
            const auto flow = modeFlow (turns[i]);
            modes[i].Q = flow.Q;
            modes[i].S = flow.S;
            modes[i].D = flow.D;
            if (how.group.coefficients.wantsLosses)
                findLosses (flow, losses[i]);
        }
        const int place = (begin + from) / VoiceGroup::chains;
        for (int i = 0; i < some; ++i)
            how.template hold<sounds> ({ begin + from + i, place, i, from + i }, modes[i], losses[i]);
    }
}

// Each loop is one function with all that it inlines, so that loop-invariant values are computed once.
/** The transverse modes. */
template <class How>
HWY_NOINLINE void setSounding (How& body, const StringKnobs<typename How::Real>& string, double timeStep)
{
    using Real = typename How::Real;
    const auto scale = StringModes<Real>::transverseScale (string);
    [[maybe_unused]] Real n (0.0); // of the partial
    auto how = body;               // a local copy, in registers
    const auto& group = how.group;
    if constexpr (std::is_same_v<How, TransposedBody>)
        setModes<true> (0, How::registersOf (group.wanted.sounding), timeStep, how,
                        [&] (int number) HWY_ATTR
                        {
                            return stringMode (how.voice.partials[How::placeAt (number)], How::firstAt (number), string,
                                               scale, How::partialsAt (number), timeStep);
                        });
    else
    {
        [[maybe_unused]] const auto bodies = How::isWhole ? tableBodies (group, timeStep) : std::nullopt;
        setModes<true> (0, group.wanted.sounding, timeStep, how,
                        [&] (int slot) HWY_ATTR
                        {
                            const auto at = static_cast<std::size_t> (slot);
                            n = n + Real (1.0);
                            auto mode = stringMode (group.partials[at], how.first, string, scale, n, timeStep);
                            if constexpr (How::isWhole)
                            {
                                Real second;
                                mode = soundingMode (bodies, mode, slot, second);
                                store (second, how.group.standing.secondTaps[at]);
                            }
                            return mode;
                        });
    }
    body.addUp (how);
}

/** The torsional ones. */
template <class How>
HWY_NOINLINE void setSilent (How& body, const StringKnobs<typename How::Real>& string, double timeStep)
{
    using Real = typename How::Real;
    const auto scale = StringModes<Real>::torsionalScale (string);
    [[maybe_unused]] Real n (0.0);
    auto how = body;
    const auto& group = how.group;
    if constexpr (std::is_same_v<How, TransposedBody>)
        setModes<false> (VoiceGroup::firstTorsional / How::size, How::registersOf (group.wanted.silent), timeStep, how,
                         [&] (int number) HWY_ATTR
                         {
                             const auto sine = load<Register> (how.voice.torsionalSines[How::placeAt (number)],
                                                               How::firstAt (number));
                             return silentMode (string, scale, sine, How::partialsAt (number), timeStep);
                         });
    else
        setModes<false> (VoiceGroup::firstTorsional, group.wanted.silent, timeStep, how,
                         [&] (int slot) HWY_ATTR
                         {
                             const auto sine =
                                 load<Real> (group.torsionalSines[static_cast<std::size_t> (slot)], how.first);
                             n = n + Real (1.0);
                             return silentMode (string, scale, sine, n, timeStep);
                         });
    body.addUp (how);
}

/** Sets the hand's modes, in the standing layout only. */
HWY_NOINLINE void setHand (Standing& how, const HandKnobs<Pack>& hand, double timeStep)
{
    for (int n = 1; n <= visitedHand (how.group.wanted.hand); ++n)
    {
        const auto mode = HandModes<Pack>::mode (hand, n, Pack (timeStep));
        store (mode.handDrive, how.group.standing.handDrives[static_cast<std::size_t> (VoiceGroup::maxHand - n)][0]);
        setModes<false> (VoiceGroup::firstTorsional - n, 1, timeStep, how, [&] (int) HWY_ATTR { return mode.mode; });
    }
}

/** Sets all modes of a body, and the sums that contacts need. */
template <class How>
void setBody (How& how, double timeStep)
{
    using Real = typename How::Real;
    auto& group = how.group;
    auto& modeSums = how.modeSums;
    const Real h (timeStep), none (0.0);
    const auto string = how.string();
    setSounding (how, string, timeStep);
    const Real missing = wholeCompliance (group, string) - Real (modeSums.resolved);

    modeSums.resolved = 0.0;
    setSilent (how, string, timeStep);
    const Real twist = string.twist;
    const Real missingTwist =
        select (none < string.silentCount,
                (twist * twist) * StringModes<Real>::torsionalCompliance (string) - Real (modeSums.resolved), none);

    Real missingHand = none;
    if constexpr (How::isWhole)
    {
        const auto hand = load (group.hand);
        modeSums.resolved = 0.0;
        setHand (how, hand, timeStep);
        if (group.wanted.hand > 0)
            missingHand = HandModes<Real>::compliance (hand) - Real (modeSums.resolved);
    }

    how.keep (Real (modeSums.mobility) / h, group.response.mobility);
    how.keep (Real (modeSums.endMobility), group.response.endMobility);
    how.keep (Real (modeSums.tapSquares), group.response.tapSquares);
    how.keep ((larger (missing, none) + larger (missingTwist, none)) + larger (missingHand, none),
              group.law.residualCompliance);
}

/** Sets all lanes in the standing layout. */
void setSlots (VoiceGroup& group, double timeStep)
{
    Standing how { group };
    setBody (how, timeStep);
    group.coefficients.valid.standing = true;
}

/** Sets all lanes in the standing layout, and converts those that changed to the running layout. */
void setAll (VoiceGroup& group, const VoiceGroup::Lane& moves, double timeStep)
{
    const auto moved = load (moves) > Pack (0.5);
    if (group.bank.layout.running)
        leaveRunningLayout (group, moved);
    setSlots (group, timeStep);
    if (group.wanted.sides != 0)
        updateSides (group, timeStep);
    if (group.bank.layout.running)
        runWantedLanes (group, moved, timeStep);
}

/** Copies the shapes of a voice's partials to the transposed layout. */
void transposePartials (const VoiceGroup& group, VoiceGroup::Transposed& voice)
{
    constexpr int chains = VoiceGroup::chains;
    const auto lane = static_cast<std::size_t> (voice.lane);
    for (int n = 0; n < BankView::placeOf (group.wanted.sounding, 0) * chains; ++n)
    {
        const auto& from = group.partials[static_cast<std::size_t> (std::min (n, group.wanted.sounding - 1))];
        auto& to = voice.partials[static_cast<std::size_t> (n / chains)];
        const auto chain = static_cast<std::size_t> (n % chains);
        to.turn[chain] = from.turn[lane];
        to.inverseBending[chain] = from.inverseBending[lane];
        to.sine[chain] = from.sine[lane];
        to.lossPerTurn[chain] = from.lossPerTurn[lane];
        to.airLoss[chain] = from.airLoss[lane];
    }
    for (int n = 0; n < group.wanted.silent; ++n)
        voice.torsionalSines[static_cast<std::size_t> (n / chains)][static_cast<std::size_t> (n % chains)] =
            group.torsionalSines[static_cast<std::size_t> (n)][lane];
    voice.partialsMade = true;
}

} // namespace

/** Updates coefficients in the running layout if possible: only registers in which some lane changed, or transposed
    voices. Not if a lane has or had pickups, because the taps of all lanes depend on whether one has. */
void updateBodies (VoiceGroup& group, double timeStep)
{
    const bool hadPickups = group.coefficients.computedFrom.hasPickups();
    const bool ridesOn = group.bank.layout == group.wanted && ! group.wanted.tight && group.wanted.sides == 0 &&
                         (group.coefficients.valid.losses || ! group.coefficients.wantsLosses) &&
                         ! group.wanted.pickups && ! hadPickups && group.wanted.hand == 0;
    const auto moves = findMovedLanes (group, timeStep, group.wanted.pickups || hadPickups);
    bool transposed = ridesOn;
    for (int lane = 0; lane < VoiceGroup::lanes; ++lane)
        transposed = transposed && (moves[static_cast<std::size_t> (lane)] < 0.5 || group.transposed[0].lane == lane ||
                                    group.transposed[1].lane == lane);
    if (! transposed)
        group.untranspose();
    makePartials (group, load (group.string));
    if (transposed)
    {
        for (auto& voice : group.transposed)
            if (voice.lane >= 0 && moves[static_cast<std::size_t> (voice.lane)] > 0.5)
            {
                if (! voice.partialsMade)
                    transposePartials (group, voice);
                TransposedBody how (group, voice, timeStep);
                setBody (how, timeStep);
                how.storeSums();
            }
    }
    else if (ridesOn)
    {
        constexpr int count = Lanes<Register>::count;
        for (int first = 0; first < VoiceGroup::lanes; first += count)
            if (const auto begin = moves.begin() + first; std::find (begin, begin + count, 1.0) != begin + count)
            {
                RunningBodies how (group, first, moves, timeStep);
                setBody (how, timeStep);
                how.storeSums();
            }
    }
    else
        setAll (group, moves, timeStep);
    followBridge (group);
}

/** Ends the running layout. */
void flush (VoiceGroup& group)
{
    group.untranspose();
    if (group.bank.layout.running)
        leaveRunningLayout (group, everyLane());
    if (! group.coefficients.valid.standing)
        setSlots (group, group.coefficients.timeStep);
    group.bank.layout = {};
}

void enterRunningLayout (VoiceGroup& group, double timeStep)
{
    if (group.bank.layout == group.wanted)
        return;
    flush (group);
    runWantedLanes (group, everyLane(), timeStep);
    followBridge (group);
}

void energies (VoiceGroup& group, VoiceGroup::Lane& energy)
{
    const Pack bristle = load (group.contact.bristleCoordinate), momentum = load (group.blockMotion.momentum);
    const Pack half (0.5);
    Pack stored (0.0);
    for (const auto& side : group.sides)
    {
        const Pack its = load (side.contact.bristleCoordinate), pressed = load (side.pressed.coordinate);
        const Pack x1 = load (side.motion.x1), x2 = load (side.motion.x2);
        stored = stored + half * ((its * its + pressed * pressed) + (x1 * x1 + x2 * x2));
    }
    group.refreshLanes();
    if (! group.bank.layout.running)
        for (const auto& slot : group.standing.slots)
            stored = stored + half * (load (slot.x1) * load (slot.x1) + load (slot.x2) * load (slot.x2));
    else
    {
        const auto bank = bankOf (group);
        const auto pending = loadPending<Pack> (group, 0);
        withPorts (group, [&]<class Ports> (Ports) HWY_ATTR { stored = stored + storedEnergy<Ports> (bank, pending); });
    }
    const Pack contacts = half * (bristle * bristle + momentum * momentum);
    const Pack tension = load (group.tension.tension);
    store ((stored + contacts) + half * (tension * tension), energy);
}

void tieBridge (VoiceGroup& group)
{
    readyBridge (group);
}

const char* targetName ()
{
 #if defined(__wasm_relaxed_simd__)
    return "WASM relaxed SIMD";
 #else
    return hwy::TargetName (HWY_TARGET);
 #endif
}

} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace kolophon
{
KOLOPHON_EXPORT (void, updateBodies, (VoiceGroup&, double));
KOLOPHON_EXPORT (void, flush, (VoiceGroup&));
KOLOPHON_EXPORT (void, enterRunningLayout, (VoiceGroup&, double));
KOLOPHON_EXPORT (void, energies, (VoiceGroup&, VoiceGroup::Lane&));
KOLOPHON_EXPORT (void, tieBridge, (VoiceGroup&));
KOLOPHON_EXPORT (const char*, targetName, ());

namespace lanes
{
void updateBodies (VoiceGroup& group, double timeStep) noexcept
{
    KOLOPHON_CALL (updateBodies) (group, timeStep);
}

void readyBridge (VoiceGroup& group) noexcept
{
    KOLOPHON_CALL (tieBridge) (group);
}

void flush (VoiceGroup& group) noexcept
{
    KOLOPHON_CALL (flush) (group);
}

void enterRunningLayout (VoiceGroup& group, double timeStep) noexcept
{
    KOLOPHON_CALL (enterRunningLayout) (group, timeStep);
}

void energies (VoiceGroup& group, VoiceGroup::Lane& energy) noexcept
{
    KOLOPHON_CALL (energies) (group, energy);
}

const char* instructionSet () noexcept
{
    return KOLOPHON_CALL (targetName)();
}
} // namespace lanes
} // namespace kolophon
#endif
