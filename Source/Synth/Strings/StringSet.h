// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Threads/SharedWork.h"
#include "../../Physics/EnergyLedger.h"
#include "../Bank/VoiceGroups.h"
#include "../Parameters/Limits.h"
#include "ContactFeed.h"
#include "ContactWatch.h"
#include "MixRamp.h"
#include "Probes.h"
#include "SympatheticStrings.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace kolophon
{
/** Flags of the strings that sound. String s is lane s % VoiceGroup::lanes of group s / VoiceGroup::lanes. */
struct AwakeLanes
{
    std::array<std::array<bool, VoiceGroup::lanes>, groupCount> lane {};

    bool any (int group) const noexcept
    {
        return std::bit_cast<std::uint64_t> (lane[static_cast<std::size_t> (group)]) != 0; // all eight at once
    }
    /** Calls task (group) for the first `groups` as far as any string of them is awake. */
    template <class Task>
    void eachGroup (int groups, SharedWork* helpers, Task task) const noexcept
    {
        std::array<int, groupCount> list;
        int count = 0;
        for (int g = 0; g < groups; ++g)
            if (any (g))
                list[static_cast<std::size_t> (count++)] = g;
        distribute (helpers, count, [&] (int number) { task (list[static_cast<std::size_t> (number)]); });
    }
    bool operator== (const AwakeLanes&) const = default;
};

/** The same, with a list of the strings' numbers. */
struct AwakeVoices : AwakeLanes
{
    std::array<int, limits::maxStrings> number {};
    int count = 0;

    const int* begin () const noexcept { return number.data(); }
    const int* end () const noexcept { return number.data() + count; }
};

/** One set of strings over one segment, mixed: the middle signal, and the difference left minus right. */
struct StringMix
{
    struct Ear
    {
        std::array<double, VoiceGroup::maxSteps> middle, side;

        void silence (int steps) noexcept
        {
            std::fill_n (middle.begin(), steps, 0.0);
            std::fill_n (side.begin(), steps, 0.0);
        }
    };
    /** A desk: players who sit equally far away. */
    struct Desk
    {
        Ear left;
        Ear right;           // used if `panned`; else both channels are that of `left`
        bool sounds = false; // some string of it

        const Ear& ofRight (bool panned) const noexcept { return panned ? right : left; }
    };
    std::array<Desk, limits::maxDesks> desks; // the first one always sounds
    bool panned = false;                      // some voice is not in the middle of the stage

    Desk& front () noexcept { return desks[0]; }
    std::array<lanes::MixGains, groupCount> gains {}; // at the end of the segment
};

/** One run of internal samples: until the next event or the next point of the control grid. */
struct Segment
{
    double timeStep = 0.0;  // [s]
    double startTime = 0.0; // [s] since reset
    int steps = 0;          // internal samples
    int passes = 2;         // evaluations of the law per step
    Books books = Books::closed;
    ContactSurroundings rubbing;
    AwakeLanes awake;
    std::array<lanes::MixGains, groupCount> gains {};
    std::array<std::array<std::uint8_t, VoiceGroup::lanes>, groupCount> desk {}; // at which each string is played
    ProbeBuffer* probes = nullptr;                                               // of this string:
    int probedString = -1;
    bool bridgeHeard = true;         // false: the sympathetic strings run unheard
    bool panned = false;             // some pan is not in the middle
    bool atGridPoint = true;         // begins at a point of the control grid
    MixRamp bridgePan;               // of the sympathetic strings
    ContactFeed* pictures = nullptr; // of the same string
    SharedWork* helpers = nullptr;   // for rendering; may be null
    ContactWatch* watch = nullptr;   // reads the contacts of the first player's voices; may be null
};

/** The energy accounts of one set of strings: one ledger per string. [audio] */
class EnergyBooks
{
public:
    /** Discards all accounts. */
    void reset () noexcept
    {
        ledgers.fill ({});
        energy.fill (0.0);
        sides.fill ({});
    }

    /** Sets the opening balance to the energy that is in the strings now. */
    void open (VoiceGroups& groups) noexcept;

    /** Books rows begin … begin + steps - 1 of a group's awake voices. Energy must not change between segments either,
        whatever the knobs did: the closing balance of the last segment is compared with the opening balance of this
        one. */
    void book (int g, const VoiceGroup& group, const lanes::LaneFlags& awake, Books books, int begin,
               int steps) noexcept;

    /** Books the energy that a string got from the bridge [J]; it becomes part of the next opening balance. */
    void bookExchange (int string, double gained) noexcept;

    /** Books the energy [J] of a string that was set to rest as a loss of the body. */
    void bookRest (int string, double left) noexcept;

    /** Resets the accounts that have become NaN or infinite. */
    void forgetNonFinite () noexcept;

    /** Sum over all strings. */
    EnergyLedger total () const noexcept;

    /** Part of the total [J] that contacts beside the bow have: the work of their hands, and heat. */
    struct SideAccount
    {
        double work = 0.0, loss = 0.0;
    };
    const std::array<SideAccount, VoiceGroup::maxBeside>& ofSides () const noexcept { return sides; }

private:
    void bookSides (int g, const VoiceGroup& group, const lanes::LaneFlags& awake, int begin, int steps) noexcept;
    void bookSteps (int string, const VoiceGroup& group, int lane, int begin, int steps) noexcept;

    std::array<EnergyLedger, limits::maxStrings> ledgers;
    std::array<double, limits::maxStrings> energy {}; // [J] at the end of the last segment
    std::array<SideAccount, VoiceGroup::maxBeside> sides {};
};

/** Sympathetic strings on a bridge that they share with one set of bowed strings; SympatheticStrings.h has the
    equations. Voices are rendered sample by sample only while it is in use, because the bridge couples them. [audio] */
class SympatheticBridge
{
public:
    /** Sets the mobility of the bridge, in `percent` of its maximum. */
    void setYield (double percent) noexcept;
    /** Tunes the strings; does nothing while the first three arguments are unchanged, until forgetTuning(). */
    void tune (int set, double decay, double timeStep, const Tuning& tuning) noexcept;
    void forgetTuning () noexcept { tunedTo[2] = -1.0; }

    bool isInUse () const noexcept { return yield > 0.0 || peak > 0.0; }
    bool isAtRest () const noexcept { return peak == 0.0; }
    bool hasRungOut () const noexcept { return peak > 0.0 && strings.energy() <= 1e-12 * peak; }

    /** Sets the strings to rest and books their energy. */
    void silence () noexcept;

    /** Lanes that are coupled to the bridge, and the bridge's coefficients during a segment. */
    struct Pulling : AwakeLanes
    {
        double squares; // sum of tap^2 [N^2/J], including the sympathetic strings
        double lost;    // fraction of the force that is lost in a step
    };
    /** Computes them, once per segment. */
    Pulling pulling (const VoiceGroups& groups, const AwakeLanes& awake, double timeStep) const noexcept;

    /** Advances the bridge by one step, after every group has rendered row n. Adds its output to `middle` and `side`;
        with `books`, books the exchange of energy. */
    void move (VoiceGroups& groups, const Pulling& pulling, int n, EnergyBooks* books, double& middle,
               double& side) noexcept;

    /** Updates the largest energy of the strings, at a point of the control grid. */
    void notePeak () noexcept;

    void openBooks () noexcept { strings.openBooks(); }
    void forgetBooks () noexcept { strings.ledger = {}; }
    void forgetNonFinite () noexcept;
    const EnergyLedger& ledger () const noexcept { return strings.ledger; }

private:
    SympatheticStrings strings;
    double yield = 0.0;                                 // Y [s/kg]
    double peak = 0.0;                                  // [J] largest energy since they rested, on the control grid
    std::array<double, 3> tunedTo { -1.0, -1.0, -1.0 }; // set, decay, time step
};

/** Updates the coefficients of a group; afterwards the loops step as many modes as any awake lane needs. `atGridPoint`:
    see VoiceGroup::followSides(). [audio] */
void updateBodies (VoiceGroup& group, const lanes::LaneFlags& awake, double timeStep, bool booked,
                   bool atGridPoint = true) noexcept;

/** The strings of one slot of the comparison, with the bridge that they share and their books. [audio] */
struct StringSet
{
    VoiceGroups groups;
    SympatheticBridge bridge;
    EnergyBooks books;

    /** Computes the coefficients that have changed, renders a segment of every awake voice and adds it to `mix`. */
    void render (const Segment& segment, StringMix& mix) noexcept;

    void openBooks () noexcept;
    EnergyLedger ledger () const noexcept;
    /** Resets the accounts that have become NaN or infinite. */
    void forgetNonFinite () noexcept;

private:
    void update (int g, const Segment& segment) noexcept;
    void renderTied (const Segment& segment, StringMix& mix) noexcept;
    void hear (int g, const Segment& segment, StringMix& mix) noexcept;
    void mixDesks (int g, const Segment& segment, StringMix& mix) noexcept;

    lanes::TiedRoom tiedRoom;
};
} // namespace kolophon
