// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/Bodies/ModeTable.h"
#include "../../Physics/BodyFields.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>

namespace kolophon
{
/** One number per voice of a group, for eight voices: a Pack of Physics/Lanes-inl.h. */
struct alignas (64) VoiceLane : std::array<double, 8>
{
};

/** Second body of a lane: its modes lie in the bank behind those of the first. */
struct SecondBody
{
    const ModeTable* table = nullptr;
    bool isString = false;    // null `table` and no string: none
    int first = 0, count = 0; // slots of its modes
    int end = 0;              // of the slots that the lane has used with a second body, since it was silent
    int coming = 0;           // last ones of `count`, which come while the body is heard, see StringKnobs

    bool exists () const noexcept { return count > 0; }
    bool holds (int slot) const noexcept { return slot >= first && slot < first + count; }
    bool operator== (const SecondBody&) const noexcept = default;
};

/** Inputs of the step coefficients of eight bodies, except the time step and the layout of the bank. */
struct BodyInputs
{
    static constexpr int laneCount = std::tuple_size_v<VoiceLane::array>;
    using Tables = std::array<const ModeTable*, laneCount>;

    // In SI units; field by field, see Physics/Fields.h.
    StringKnobs<VoiceLane> string;
    HandKnobs<VoiceLane> hand;
    TableKnobs<VoiceLane> body;

    /** Contacts beside the bow, and with what presses the bow, whose place is the bow's. */
    static constexpr std::size_t maxBeside = 2, maxSides = maxBeside + 1;

    std::array<VoiceLane, maxBeside> sidePlace; // of what touches beside the bow, as a fraction of that path
    VoiceLane tilt, secondTilt; // motion of each body into the surface over that along it, where a spring presses
    VoiceLane kind;             // 0 a body of modes, 1 a block between stops

    /** The modes of each lane's body; null: a string. While a body is cross-faded into another, `before` is the old one
        and `arrived` the fraction of the new one, 1 at the end. */
    Tables table, before;
    VoiceLane arrived;

    /** The second body of each lane, and the one before it. */
    using SecondBodies = std::array<SecondBody, laneCount>;
    SecondBodyKnobs<VoiceLane> secondKnobs;
    SecondBodies second, secondBefore;

    /** True if some lane is, or was, a mode table or a pair: every lane is heard through two taps per mode. */
    bool hasPickups () const noexcept
    {
        for (std::size_t lane = 0; lane < laneCount; ++lane)
            if (table[lane] != nullptr || before[lane] != nullptr || second[lane].exists() ||
                secondBefore[lane].exists())
                return true;
        return false;
    }
};

/** Tracks which step coefficients of a group are valid.

    A writer of an input goes through set(), which marks the lane as stale; a lane that wakes is marked, too, because
    its inputs may have been written while it slept. lanes::updateBodies() then compares every input with
    `computedFrom`, the inputs that the coefficients were computed from, and recomputes the lanes that differ, wherever
    their modes lie: standing in their slots, in the running layout, or transposed. So an unnecessary mark costs a
    comparison and changes no bit, and a coefficient that was computed for a sleeping lane from other inputs is
    detected.

    Some coefficients are computed only on demand: losses while the ledger is on, those of the bridge once it has moved,
    partials' shapes when one of their knobs has changed. `valid` tracks these. [audio] */
struct BodyCoefficients
{
    BodyInputs computedFrom;
    double timeStep = 0.0; // [s] that they were computed for

    bool wantsLosses = true; // these cost nearly as much again as all others

    struct Valid
    {
        bool standing = true;   // coefficients in the slots; else those of the running layout alone
        bool losses = false;    // of every mode of the running layout, even if they are not wanted now
        bool bridge = false;    // BankKernels' and RunningBridge
        int partials = 0;       // number of transverse partials with valid shapes
        int torsionalSines = 0; // number of torsional ones
    } valid;

    /** Writes an input of one lane. */
    template <class Value>
    void set (Value& input, std::size_t lane, const Value& value) noexcept
    {
        if (input == value)
            return;
        input = value;
        mark (lane);
    }

    void mark (std::size_t lane) noexcept { stale[lane] = true; }
    void markAll () noexcept { stale.fill (true); }
    void unmark () noexcept { stale.fill (false); }

    /** True if an input of this lane may have been written since the last update. */
    bool isStale (std::size_t lane) const noexcept { return stale[lane]; }

    /** True if any lane needs an update before it runs with this time step. */
    bool needUpdate (double itsTimeStep) const noexcept
    {
        return std::bit_cast<std::uint64_t> (stale) != 0 || timeStep != itsTimeStep; // all eight at once
    }

private:
    std::array<bool, BodyInputs::laneCount> stale {}; // one byte a lane: voices are planned on several threads
};
} // namespace kolophon
