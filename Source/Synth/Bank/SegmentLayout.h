// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/BowFields.h"
#include "BodyCoefficients.h"

#include <array>
#include <bit>
#include <cstddef>

namespace kolophon
{
/** Form and numbers of the modes in a group's bank. */
struct BankLayout
{
    bool running = false; // else the modes stand in their slots
    bool tight = false;   // of bodies whose tension varies, see Physics/TightLoop-inl.h
    bool pickups = false; // some lane is or was a table or a pair: two taps per mode
    /** Modes that the loops step: the maximum over all awake lanes, rounded up to pairs; and of the hand. The numbers
        of a lane only grow until it is silenced, and a lane that wakes is silent, so the state of skipped modes doesn't
        change. */
    int sounding = 0, silent = 0, hand = 0;
    unsigned sides = 0; // in use beside the bow, a bit for each: they alone have a port

    bool has (std::size_t side) const noexcept { return (sides >> side & 1u) != 0; }
    std::size_t ports () const noexcept { return 1 + static_cast<std::size_t> (std::popcount (sides)); }
    bool operator== (const BankLayout&) const = default;
};

/** Loops that render strings; VoiceGroupRender.cpp has the table. */
enum class Loop {
    across,  // each voice by itself, transposed
    inlined, // one contact, whose law is compiled into the loop
    called,  // one contact, whose law is called
    tight,   // the same on bodies under tension
    sided    // several contacts, tight or not
};
inline constexpr std::size_t loopCount = 5;

/** State of a group before a segment. */
struct SegmentInputs
{
    /** Needs of a friction law. */
    struct Law
    {
        bool waitsForRoots; // worth a loop of its own
        bool sticksAtEnd;   // reads the velocity at the end of a step
    };
    struct Contact
    {
        Law law;
        bool isStop = false;
        bool gives = false; // the hand behind it gives way in some lane, or its mass holds energy
    };

    BankLayout bank;
    Contact bow;
    std::array<Contact, BodyInputs::maxSides> sides; // the last of them presses the bow
    unsigned awake = 0, blocks = 0;                  // lanes, a bit for each
    Books books = Books::closed;
    bool isTied = false;       // to other groups by a bridge, step by step
    bool hasYielded = false;   // the bridge has moved since the last step
    bool isRough = false;      // the surface has a texture, or ages
    bool canLieAcross = false; // transposed voices have the same bits on this instruction set, and save time
};

/** Way to render a segment: decided once, before it begins. */
struct SegmentLayout
{
    Loop loop = Loop::called;
    BankLayout bank;
    unsigned awake = 0;
    unsigned masses = 0;     // sides that a hand moves through a mass, a bit for each
    bool withStrings = true; // the strings' loop runs
    bool withBlocks = false; // so does the blocks'
    bool stepByStep = false; // of tied groups: each step is a segment of its own
    bool withEnd = false;    // a law asks for the velocity at the end of a step
    bool withBridge = false; // that may have moved: the contact's own sound has a row of its own
    bool withLedger = false; // the books are open
    bool isRough = false;
    bool feelAnother = false; // contacts do

    static SegmentLayout of (const SegmentInputs& inputs) noexcept;

    bool anyAwake (int first, int count) const noexcept { return (awake >> first & ((1u << count) - 1u)) != 0; }
};
} // namespace kolophon
