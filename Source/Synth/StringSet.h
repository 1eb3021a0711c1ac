#pragma once

#include "../Physics/EnergyLedger.h"
#include "ContactWatch.h"
#include "MixRamp.h"
#include "PictureFeed.h"
#include "SympatheticStrings.h"
#include "Synth.h"
#include "VoiceGroups.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace kolophon
{
/** Which voices sound. Voice v rides in lane v % VoiceGroup::lanes of group v / VoiceGroup::lanes. */
struct AwakeLanes
{
    std::array<std::array<bool, VoiceGroup::lanes>, groupCount> lane {};

    bool any (int group) const noexcept
    {
        return std::bit_cast<std::uint64_t> (lane[static_cast<std::size_t> (group)]) != 0; // all eight at once
    }
    bool operator== (const AwakeLanes&) const = default;
};

/** The same, with their numbers in a row. */
struct AwakeVoices : AwakeLanes
{
    std::array<int, Synth::maxVoices> number {};
    int count = 0;

    const int* begin () const noexcept { return number.data(); }
    const int* end () const noexcept { return number.data() + count; }
};

/** One set of strings over one stretch, mixed: what is heard in the middle, and what left has more than right. */
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
    Ear left;
    Ear right;           // read where `panned`; else it hears what the left one does
    bool panned = false; // somebody stands elsewhere than in the middle

    const Ear& ofRight () const noexcept { return panned ? right : left; }
    std::array<lanes::MixGains, groupCount> gains {}; // where the stretch left them
};

/** One stretch of internal samples: until the next event or the next point of the control grid. */
struct Segment
{
    double timeStep = 0.0;  // [s]
    double startTime = 0.0; // [s] since reset
    int steps = 0;          // internal samples
    int passes = 2;         // evaluations of the law in each
    Books books = Books::closed;
    Rubbing rubbing;
    AwakeLanes awake;
    std::array<lanes::MixGains, groupCount> gains {};
    ProbeBuffer* probes = nullptr; // of this voice:
    int probedVoice = -1;
    bool bridgeHeard = true;         // false: the sympathetic strings sound unheard
    bool panned = false;             // some pan is not in the middle
    MixRamp bridgePan;               // of the sympathetic strings
    ContactFeed* pictures = nullptr; // of the same voice
    ContactWatch* watch = nullptr;   // who looks at the contacts of all voices, if anybody
};

/** The energy accounts of one set of strings: a ledger for each voice. [audio] */
class EnergyBooks
{
public:
    /** Takes the energy that is in the strings now as what the books open with. */
    void open (const VoiceGroups& groups) noexcept;

    /** Books rows begin … begin + steps - 1 of those voices of a group that are awake. Energy must not change between
        stretches either, whatever the knobs did: what the books closed with is compared with what this one opens with.
        */
    void book (int g, const VoiceGroup& group, const lanes::LaneFlags& awake, Books books, int begin,
               int steps) noexcept;

    /** Books what a voice got from the bridge [J]; the next stretch opens on it. */
    void bookExchange (int voice, double gained) noexcept;

    /** Books what was still in a string [J] that was brought to rest: the body lost it. */
    void bookRest (int voice, double left) noexcept;

    /** Starts those accounts anew that something which is no number has got into. */
    void forgetNonFinite () noexcept;

    /** All voices together. */
    EnergyLedger total () const noexcept;

private:
    void bookSteps (int voice, const VoiceGroup& group, int lane, int begin, int steps) noexcept;

    std::array<EnergyLedger, Synth::maxVoices> ledgers;
    std::array<double, Synth::maxVoices> energy {}; // [J] as the last stretch left it
};

/** Strings that nobody bows, on the bridge that one set of bowed strings shares; SympatheticStrings.h has the
    equations. Only while it is in use are voices rendered sample by sample, because the bridge ties them together.
    [audio] */
class SympatheticBridge
{
public:
    /** `percent` of how far the bridge can give way. */
    void setYield (double percent) noexcept;
    /** Does nothing while the first three are what they were, until forgetTuning(). */
    void tune (int set, double decay, double timeStep, const Tuning& tuning) noexcept;
    void forgetTuning () noexcept { tunedTo[2] = -1.0; }

    bool isInUse () const noexcept { return yield > 0.0 || peak > 0.0; }
    bool isAtRest () const noexcept { return peak == 0.0; }
    bool hasRungOut () const noexcept { return peak > 0.0 && strings.energy() <= 1e-12 * peak; }

    /** Brings the strings to rest and books what they had. */
    void silence () noexcept;

    /** Which lanes pull at the bridge, and what that makes of it over a stretch. */
    struct Pulling : AwakeLanes
    {
        double squares; // sum of tap^2 [N^2/J], of the sympathetic strings, too
        double lost;    // fraction of the force that a step takes away
    };
    /** Asked once a stretch. */
    Pulling pulling (const VoiceGroups& groups, const AwakeLanes& awake, double timeStep) const noexcept;

    /** One step of the bridge, row n of every group having been rendered. Adds what is heard to `middle` and `side`;
        with `books`, books the exchange. */
    void move (VoiceGroups& groups, const Pulling& pulling, int n, EnergyBooks* books, double& middle,
               double& side) noexcept;

    /** Notes the most energy that the strings have had, where a stretch ends. */
    void notePeak () noexcept;

    void openBooks () noexcept { strings.openBooks(); }
    void forgetBooks () noexcept { strings.ledger = {}; }
    void forgetNonFinite () noexcept;
    const EnergyLedger& ledger () const noexcept { return strings.ledger; }

private:
    SympatheticStrings strings;
    double yield = 0.0;                                 // Y [s/kg]
    double peak = 0.0;                                  // [J] most energy since they rested, where stretches ended
    std::array<double, 3> tunedTo { -1.0, -1.0, -1.0 }; // set, decay, time step
};

/** Gives a group the law that is wanted, and edges to a bow of `width` [%] whose law has them. A bow that gets narrow,
    or a law without edges, takes the force off them first: for one stretch they are looked at without it, so that their
    bristles spring back into the books. [audio] */
void followLaw (VoiceGroup& group, int law, double width) noexcept;

/** Brings the coefficients of a group up to date, which then visits as many modes as any lane that is awake needs.
    [audio] */
void updateBodies (VoiceGroup& group, const lanes::LaneFlags& awake, double timeStep, bool booked) noexcept;

/** The strings that one slot of the comparison rubs, with the bridge that they share and their books. [audio] */
struct StringSet
{
    VoiceGroups groups;
    SympatheticBridge bridge;
    EnergyBooks books;

    /** Renders a stretch of every voice that is awake and adds it to `mix`. */
    void render (const Segment& segment, StringMix& mix) noexcept;

    void openBooks () noexcept;
    EnergyLedger ledger () const noexcept;
    /** Starts those accounts anew that something which is no number has got into. */
    void forgetNonFinite () noexcept;

private:
    void renderTied (const Segment& segment, StringMix& mix) noexcept;
    void hear (int g, const Segment& segment, StringMix& mix) noexcept;
};
} // namespace kolophon
