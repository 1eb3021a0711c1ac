#pragma once

#include "../Physics/BowFields.h"
#include "../Physics/Friction/ContactFields.h"
#include "../Physics/SurfaceProfile.h"
#include "../Physics/WideFields.h"
#include "BodyCoefficients.h"

#include <array>
#include <cstddef>
#include <span>

namespace kolophon
{
/** One such number for each internal sample of a stretch. */
using VoiceRows = std::array<VoiceLane, 64>;

/** Eight voices side by side, one in each SIMD lane: memory and arithmetic of the contact loops. The results of
    render() are members of its own, see ContactColumns: one row per internal sample.

    Plain data; once it sounds, the audio thread's. The functions run on the best instruction set of the machine, chosen
    at run time, and compute the same bits on each (see Physics/Lanes-inl.h). Everything a voice *decides* is in
    Voice.h; here it only vibrates. */
struct alignas (64) VoiceGroup : ContactColumns<VoiceRows>, BodyInputs
{
    using Lane = VoiceLane;
    using Rows = VoiceRows;
    using Slot = ModeSlot<Lane>;
    using StringKnobs = kolophon::StringKnobs<Lane>;
    using BlockMotion = kolophon::BlockMotion<Lane>;
    using Contact = ContactState<Lane>;

    static constexpr int lanes = laneCount;
    static constexpr int maxSounding = 128; // transverse partials
    static constexpr int maxHand = 8;       // modes of the hand, behind the transverse partials
    static constexpr int maxSilent = 32;    // torsional partials, behind those
    static constexpr int firstTorsional = maxSounding + maxHand;
    static constexpr int maxSlots = firstTorsional + maxSilent;
    static constexpr int maxSteps = std::tuple_size_v<Rows>; // internal samples in one stretch

    // What the voices ask for besides BodyInputs, in SI units. Field by field, see Physics/Fields.h.
    ContactKnobs<Lane> law; // but for law.residualCompliance, which updateBodies() derives
    BowKnobs<Lane> bow;
    SurfaceKnobs<Lane> surface;
    BlockKnobs<Lane> block;

    /** A wide bow, see Physics/WideContact-inl.h. `wide`: the loop looks at the edges; only under a law that has them,
        see LawInfo::hasEdges. */
    Lane edgeFraction; // fraction of the normal force on each edge
    bool wide = false;

    bool isBlock (std::size_t lane) const noexcept { return kind[lane] > 0.5; }
    bool pickups = false; // some lane has a table, and all are heard by two taps a mode

    /** Which of the coefficients below are valid. Writers of BodyInputs use its set(). */
    BodyCoefficients coefficients;

    /** Which friction law, by its place in FrictionLaws-inl.h. */
    int lawIndex = 0;

    // Derived by updateBodies().
    Lane mobility, endMobility; // [m/(s N)], see Mobility in Physics/ContactLoop-inl.h
    Lane tapSquares;            // sum of tap^2 [N^2/J]: how the lane pulls at the bridge

    /** The modes. Their x1 and x2 are state, true while the bank doesn't ride; of one that rides on while its body
        moves, r alone is kept up, until it settles. */
    std::array<Slot, maxSlots> slots;
    std::array<ModeLosses<Lane>, maxSlots> losses;
    std::array<Lane, maxSlots> shapes;                    // phi [1/sqrt (kg)]
    std::array<Lane, maxSounding> secondTaps;             // [N/sqrt (J)], with pickups
    std::array<std::array<Lane, 2>, maxHand> kicks;       // Gamma [sqrt (kg)], see Physics/HandModes-inl.h, and S Gamma
    std::array<std::array<Lane, maxSlots>, 3> edgeShapes; // as BankView has them [s/sqrt (kg)]
    ThreeVectors<Lane> edgeBasis;                         // see WideBasis in Physics/WideContact-inl.h
    SymmetricThree<Lane> edgeMobility, basisMobility;     // [m/(s N)]: against G, and against P

    /** The bank as it runs (Physics/ModalBank-inl.h). It rides from the first render() on, and alights, lane by lane,
        where coefficients move, or wholly in lanes::settle(). */
    static constexpr int chains = 8, places = maxSlots / chains;
    struct Ride
    {
        bool on = false, wide = false;
        int sounding = 0, silent = 0, hand = 0;
        bool operator== (const Ride&) const = default;
    } ride;
    std::array<RunningSlot<Lane>, maxSlots> running; // mode m at place m/chains of chain m % chains
    std::array<RunningLook<Lane>, maxSlots> looks;
    std::array<RunningBook<Lane>, maxSlots> books; // in the order of `running`
    std::array<RunningEnd<Lane>, maxSlots> ends;
    std::array<Lane, maxSounding> runningSecondTaps;       // in the records' units, read with pickups
    std::array<RunningBridge<Lane>, maxSounding> atBridge; // both taps, the other way round, see BankView
    BankKernels<Lane> kernels;
    bool backward = false; // which end of the bank the next step begins with, see BankView
    Pending<Lane> pending;

    /** Of each partial what pitch and weight don't move (StringModes-inl.h): made when one of its knobs moves. */
    struct Partial
    {
        Lane turn, inverseBending, sine, lossPerTurn, airLoss;
    };
    /** One voice whose modes lie across the lanes, a chain in each: far quicker, for one or two. It has the same bits
        there, so that a voice may move between the two whenever it likes; while it rides here, its x and d in `running`
        are old, and once its body has moved here (`made`), so is all that the bank has of it. */
    struct Across
    {
        int lane = -1;
        std::array<RunningSlot<Lane>, places> running;
        std::array<RunningLook<Lane>, places> looks;
        std::array<RunningBook<Lane>, places> books;
        std::array<RunningEnd<Lane>, places> ends;
        std::array<Lane, places> secondTaps;
        std::array<Partial, maxSounding / chains> partials;
        std::array<Lane, maxSilent / chains> torsionalSines;
        bool made = false, partialsMade = false;
    };
    static constexpr int maxAcross = 2;
    std::array<Across, maxAcross> across;

    std::array<Partial, maxSounding> partials;
    std::array<Lane, maxSilent> torsionalSines;

    /** Whether the bank visits a slot as it rides. */
    bool visits (int slot) const noexcept
    {
        return slot < ride.sounding || (slot >= firstTorsional - ride.hand && slot < firstTorsional + ride.silent);
    }

    static constexpr std::size_t runningIndex (int mode) noexcept
    {
        return static_cast<std::size_t> (mode % chains * places + mode / chains);
    }

    // State.
    Contact contact;
    std::array<Contact, 2> edges;
    std::array<Lane, 3> edgeForces; // of the middle and both edges, of the step before [N]
    SurfaceState<Lane> surfaceState;
    BlockMotion blockMotion;

    /** Modes that the loops visit: the most that any awake lane needs, rounded up to pairs; and of the hand. A lane's
        own numbers only grow until it is silenced, and who wakes is silent: what nobody visits stands still. */
    int soundingSlots = 0, silentSlots = 0, handSlots = 0;

    /** Strings at rest, harmless coefficients in every slot. [any] */
    void clear () noexcept;

    /** Hands the contacts over to another law, in mid-note: the bristle's energy goes along (a rigid law turns it into
        heat), and who slides goes on sliding. [audio] */
    void takeLaw (int index) noexcept;

    /** Looks at the edges of the bow from now on, each point with a third of the bristles: they hold what the one
        contact held. Only under the law "kolophon". Blocks go on touching at one point. [audio] */
    void widen () noexcept;

    /** Makes true what the lanes have of voices that lie across them, for who only looks. */
    void refreshLanes () noexcept;

    /** Makes pending.end true: loops under laws that don't ask where a step ends don't keep it. */
    void sumEnds () noexcept;

    /** Brings the voices that lie across the lanes back among the others. */
    void lieTogether () noexcept;

    /** A mode as it is before the next sample [sqrt (J)]. [any] */
    struct ModeNow
    {
        double x1, x2;
    };
    ModeNow modeNow (int slot, int lane) const noexcept;

    /** Empties one lane: its string at rest. Returns the energy [J] that was in it. [audio] */
    double silence (int lane) noexcept;

    /** Takes over what another group's coefficients of a lane depend on. [audio] */
    void copyInputs (const BodyInputs& from, int lane) noexcept;

    /** The lane is about to sound: its coefficients are compared before it does, for they may be out of date since it
        fell silent. [audio] */
    void wake (int lane) noexcept { coefficients.mark (static_cast<std::size_t> (lane)); }
};

/** What all groups of a stretch rub with and on. */
struct Rubbing
{
    const double* drive = nullptr;           // a signal that drives the hands, one value an internal sample; null: none
    const SurfaceProfile* profile = nullptr; // null: every surface is smooth and ageless
};

/** The loops over a group. [audio] */
namespace lanes
{
using LaneFlags = std::array<bool, VoiceGroup::lanes>;
inline constexpr LaneFlags everyLaneAwake { true, true, true, true, true, true, true, true };

/** Recomputes all step coefficients from the string knobs for the time step [s]. */
void updateBodies (VoiceGroup& group, double timeStep) noexcept;

/** Lets the bank ride from the slots, where it doesn't. render() does. */
void mount (VoiceGroup& group, double timeStep) noexcept;

/** Renders `steps` <= maxSteps internal samples; fills the result rows that `books` wants. Of lanes that are not awake
    nobody needs to know anything. */
void render (VoiceGroup& group, double timeStep, int passes, int steps, Books books, const Rubbing& rubbing = {},
             const LaneFlags& awake = everyLaneAwake) noexcept;

/** The same, with all rows or with the sound alone. */
inline void render (VoiceGroup& group, double timeStep, int passes, int steps, bool withLedger,
                    const Rubbing& rubbing = {}, const LaneFlags& awake = everyLaneAwake) noexcept
{
    render (group, timeStep, passes, steps, withLedger ? Books::everyStep : Books::closed, rubbing, awake);
}

/** A group whose strings a bridge ties to those of others. */
struct TiedGroup
{
    VoiceGroup* group;
    LaneFlags awake;
};
inline constexpr std::size_t maxTied = 8;

/** What is done after each step n: every group has written its row n, and the bridge may give way
    (pullAtBridge). */
struct BetweenSteps
{
    void* context;
    void (*call) (void* context, int n);
};

/** Renders up to `maxTied` groups together, step by step. */
void renderTied (std::span<const TiedGroup> groups, double timeStep, int passes, int steps, Books books,
                 const Rubbing& rubbing, const BetweenSteps& between) noexcept;

/** Makes what the bank must know of a bridge that can give way. */
void readyBridge (VoiceGroup& group) noexcept;

/** The bridge gave way: shortens each lane's modes by `shortening` [sqrt (J)/N], see SympatheticStrings.h. The bank
    takes it up with its next step, once; it must be ready for it (readyBridge; renderTied() is). */
inline void pullAtBridge (VoiceGroup& group, const VoiceGroup::Lane& shortening) noexcept
{
    group.pending.bridge = shortening;
}

/** What the mix multiplies the force at each lane's bridge with [1/N], where it stands on the stage (-1 right, 1 left),
    and how its pan turns one ear down (-1: the right one hears nothing, 1: the left one), on straight lines; 0 where
    nobody is awake. */
struct MixGains
{
    VoiceGroup::Lane now {}, step {}, place {}, placeStep {}, pan {}, panStep {};
};

/** How much of what odd and even partials, or two pickups, have apart is heard apart. */
inline constexpr double partialSpread = 0.3;

/** What one ear is given: what is heard in the middle, and what left has more than right. */
struct EarSums
{
    double* middle;
    double* side;
};

/** Adds the rows of the last render() to what both ears hear; with a `right` one, to what each hears by the pans. */
void mix (const VoiceGroup& group, MixGains& gains, int steps, const EarSums& left, const EarSums* right) noexcept;

/** Brings all states back to the slots' x1 and x2, to be read or moved; the next render() takes them up from there.
    Nothing is lost but rounding: whoever only wants to know asks VoiceGroup::modeNow(). */
void settle (VoiceGroup& group) noexcept;

/** Energy in string and bristle of each lane [J]. */
void energies (const VoiceGroup& group, VoiceGroup::Lane& energy) noexcept;

/** Instruction set in use, in Highway's words: "AVX3" (AVX-512), "AVX2", "SSE4", "NEON", "SCALAR". */
const char* instructionSet () noexcept;
} // namespace lanes
} // namespace kolophon
