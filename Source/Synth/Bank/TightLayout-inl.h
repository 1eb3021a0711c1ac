// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Physics/Lanes-inl.h.
#if defined(KOLOPHON_SYNTH_TIGHT_LAYOUT_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_SYNTH_TIGHT_LAYOUT_INL_H
  #undef KOLOPHON_SYNTH_TIGHT_LAYOUT_INL_H
 #else
  #define KOLOPHON_SYNTH_TIGHT_LAYOUT_INL_H
 #endif

 #include "../../Physics/StringModes-inl.h"
 #include "RunningLayout-inl.h"
 #include "TableBody.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** Tightening of a sounding mode, c = ga_n/(2 w_n^2) [1/sqrt (J)], see TightLoop-inl.h. The knob is the relative rise
    tau of the tension while the first mode of a body of mass M is displaced by a = 1 mm where its shape is sqrt (2), as
    at the middle of a string (Physics.md 11):

        ga_1 = 2 w_1 sqrt (tau/M)/a        ga_n = ga_1 l_n/l_1,  l_n: eigenvalues of the Laplacian

    A string has l_n/l_1 = n^2 and w_n^2 = w_1^2 n^2 (1 + B n^2), a table what it says. */
Pack tighteningOf (const VoiceGroup& group, int slot, double timeStep)
{
    const auto string = load (group.string);
    const Pack one (1.0), n (slot + 1.0), w1 = Pack (6.28318530717958647693) * string.fundamental;
    const Pack stiff = mulAdd (string.inharmonicity * n, n, one), w = w1 * (n * squareRoot (stiff));
    const Pack there = ModesThere<Pack>::of (string).ofMode (n) * fadeAtNyquist (w, Pack (timeStep));
    VoiceGroup::Lane relative, mass; // c over that of a first mode
    store (there / stiff, relative);
    store (string.impedance / (string.fundamental + string.fundamental), mass);
    if (group.wanted.pickups)
        fillTableTightening (group, slot, timeStep, relative, mass);
    return load (relative) * (squareRoot (string.tension / load (mass)) / (Pack (1e-3) * w1));
}

/** Converts one mode to the running layout of a body under tension, with its loss coefficients if needed. */
template <bool sounds, bool pickups>
HWY_INLINE void runTightSlot (VoiceGroup& group, const BankView& bank, int mode, MovedLanes<Pack> moved,
                              double timeStep)
{
    const auto m = static_cast<std::size_t> (mode), ran = VoiceGroup::runningIndex (mode);
    const auto slot = load<Pack> (group.standing.slots[m]);
    const Pack one (1.0), shape = load (group.standing.shapes[m]);
    runMode (bank.record (mode), group.bank.readouts[m], group.bank.ends[m], 0,
             ModeToRun<Pack> { slot.Q, slot.S, slot.D, one, shape, slot.tap, { slot.x1, slot.x2 } }, moved, one,
             [&] (const RunningMode<Pack>& run, Pack, Pack, Pack) HWY_ATTR
             {
                 if constexpr (sounds && pickups)
                     store (load (group.standing.secondTaps[m]) * run.toX1, group.bank.secondTaps[m]);
                 if (group.coefficients.wantsLosses)
                     store (RunningMode<Pack>::book (slot.Q, slot.S, run, one, load<Pack> (group.standing.losses[m])),
                            group.bank.books[ran]);
             });
    store (TightMode<Pack> { slot.r, sounds ? tighteningOf (group, mode, timeStep) : Pack (0.0) },
           group.bank.tightModes[ran]);
    store (shape * slot.S, group.bank.endReaches[m]);
}

/** Converts the slots to the running layout of bodies under tension, and starts the lanes that changed from x1 and x2.
    Nothing is pending in it. */
template <bool pickups>
HWY_NOINLINE void runTightSlots (VoiceGroup& group, const BankLayout& before, MovedLanes<Pack> moved, double timeStep)
{
    const auto bank = bankOf (group);
    for (int mode = 0; mode < bank.soundingCount; ++mode)
        runTightSlot<true, pickups> (group, bank, mode, startsIn (before, mode, moved), timeStep);
    for (int mode = bank.silentBegin; mode < bank.silentEnd; ++mode)
        runTightSlot<false, pickups> (group, bank, mode, startsIn (before, mode, moved), timeStep);
    group.coefficients.valid.bridge = false;
}

/** runLanes() for the layout that the group wants. */
void runWantedLanes (VoiceGroup& group, MovedLanes<Pack> moved, double timeStep)
{
    if (! group.wanted.tight)
        return runLanes (group, moved, timeStep);
    const auto before = std::exchange (group.bank.layout, group.wanted);
    group.coefficients.valid.losses = group.coefficients.wantsLosses;
    (group.wanted.pickups ? runTightSlots<true> : runTightSlots<false>)(group, before, moved, timeStep);
    for (int n = 1; n <= visitedHand (group.wanted.hand); ++n)
    {
        auto& handDrive = group.standing.handDrives[static_cast<std::size_t> (VoiceGroup::maxHand - n)];
        store (load (handDrive[0]) *
                   load (group.standing.slots[static_cast<std::size_t> (VoiceGroup::firstTorsional - n)].S),
               handDrive[1]);
    }
}
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
