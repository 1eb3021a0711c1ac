// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Physics/EnergyLedger.h"
#include "Strings/SlotComparison.h"
#include "Strings/StringSet.h"

#include <array>

namespace kolophon
{
class PictureFeed;

/** The played strings, and while comparing their copies with the contact of slot B: their sound, their books, and the
    segment that both render. [audio] */
class PlayedSlots
{
public:
    StringSet a, b;
    SlotComparison comparison;
    Segment segment; // the current one; gains of sleeping lanes are 0
    StringMix mix;   // its sound

    template <class Visit>
    void each (Visit visit) noexcept
    {
        visit (a);
        visit (b);
    }

    /** Discards strings, bridges, books and comparison: all as new. */
    void reset () noexcept;
    void silenceBridges () noexcept;
    /** Discards the strings, and all accounts that are not finite. */
    void startOver () noexcept;
    /** Discards all state of past notes, except the books. */
    void rest () noexcept;
    /** Starts or ends the comparison; true if it began or ended. Slot B's strings start from the state of slot A's, so
        that arming the comparison in mid-note causes no jump; from then on they are independent. */
    bool followComparison (bool wanted, bool hearB, bool atOnce, const AwakeLanes& awake) noexcept;

    /** Opens the books if they are `booked` and were not. */
    void book (bool booked) noexcept;
    /** Renders the segment; probes and pictures see slot B if it is `seenB`. */
    void render (ProbeBuffer* probes, PictureFeed* pictures, bool seenB) noexcept;

    /** Energy [J] of each string that is awake: the larger of both slots. */
    std::array<double, limits::maxStrings> energies (const AwakeLanes& awake) noexcept;
    bool areBridgesAtRest () const noexcept { return a.bridge.isAtRest() && b.bridge.isAtRest(); }
    /** True if any string has this table. */
    bool plays (const ModeTable& table) const noexcept;
    /** Sums since reset(), as of this call. */
    const EnergyLedger& ledger () noexcept { return total = a.ledger(); }
    const EnergyLedger& ledgerOfB () noexcept { return totalOfB = b.ledger(); }

private:
    void clear () noexcept;

    StringMix mixOfB;
    bool booksOpen = false;
    EnergyLedger total, totalOfB; // [J]
};
} // namespace kolophon
