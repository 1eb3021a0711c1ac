// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/BowFields.h"
#include "../../Physics/Friction/ContactFields.h"
#include "../../Physics/SideFields.h"
#include "../../Physics/SurfaceProfile.h"
#include "../../Physics/SymmetricMatrix.h"
#include "../../Physics/TightFields.h"
#include "BodyCoefficients.h"
#include "SegmentLayout.h"

#include <array>
#include <cstddef>
#include <span>

namespace kolophon
{
/** One number per lane for each internal sample of a segment. */
using VoiceRows = std::array<VoiceLane, 64>;

/** Eight voices side by side, one in each SIMD lane: memory and arithmetic of the contact loops. render() writes its
    results into the members inherited from ContactColumns: one row per internal sample.

    Plain data; once it sounds, the audio thread's. The functions run on the best instruction set of the machine, chosen
    at run time, and compute the same bits on each (see Physics/Lanes-inl.h). Every *decision* of a voice is made in
    Voice.h; this class only integrates the motion.

    It is the memory of one inner loop: every kernel addresses its members at a fixed distance from one pointer. They
    are structures by what changes together: inputs (BodyInputs, knobs), what is derived from them in each layout
    (StandingModes, RunningBank, Transposed, Response), and the motion of contact, surface, block and tension. The part
    with an invariant of its own is a class: BodyCoefficients. */
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
    static constexpr int maxSteps = std::tuple_size_v<Rows>; // internal samples in one segment

    // Inputs from the voices in addition to BodyInputs, in SI units. Field by field, see Physics/Fields.h.
    ContactKnobs<Lane> law; // except law.residualCompliance, which updateBodies() derives
    BowKnobs<Lane> bow;
    SurfaceKnobs<Lane> surface;
    BlockKnobs<Lane> block;

    /** Something that touches beside the bow, at sidePlace of BodyInputs: a side contact, a finger, a stop. Its inputs
        come from the voices, law and kind from the engine, because all lanes have the same. Blocks have none. */
    struct Side
    {
        ContactKnobs<Lane> law;
        BowKnobs<Lane> bow;   // its own motion and normal force
        StopKnobs<Lane> stop; // if it is one
        HeldMassKnobs<Lane> hand;
        Lane gives; // 1: the hand moves it through that mass, 0: it is rigid
        int lawIndex = 0;
        bool isStop = false, isHertz = false;

        // State.
        Contact contact;
        NormalState<Lane> pressed;
        Lane gap; // that `pressed` refers to [m]
        HeldMassState<Lane> motion;

        /** True if the hand gives way in some lane, or a mass holds energy. */
        bool anyGives () const noexcept;

        SideColumns<Rows> rows; // results of render(), while it is in use and the books are open

        /** Takes it away from a lane. */
        void keepAway (std::size_t lane) noexcept
        {
            bow.normalForce[lane] = bow.normalForceStep[lane] = 0.0;
            stop.gap[lane] = StopKnobs<double>::farAway;
            gives[lane] = 0.0;
        }

        /** True if it pushes on a lane, may soon, or holds energy. */
        bool touches (std::size_t lane) const noexcept;
    };
    std::array<Side, maxSides> sides;

    /** The last of them is a stop that presses the bow on the body, in the normal direction, moved by a hand: the bow's
        normal force is what it makes of that hand's, in lanes whose hand gives way. */
    static constexpr std::size_t presser = maxBeside;
    Lane soundingPartial; // of a string that a finger touches, for pictures: the one that is heard

    /** Layout of the bank that updateBodies() computes coefficients for. */
    BankLayout wanted { .running = true };

    /** True if the tension of some lane varies, or hasn't gone yet. */
    bool tightens () const noexcept
    {
        bool any = false;
        for (std::size_t lane = 0; lane < lanes; ++lane)
            any = any || string.tension[lane] > 0.0 || tension.tension[lane] != 0.0;
        return any;
    }

    bool isBlock (std::size_t lane) const noexcept { return kind[lane] > 0.5; }

    /** Validity of the coefficients below. Writers of BodyInputs use its set(). */
    BodyCoefficients coefficients;

    /** Index of the friction law in FrictionLaws-inl.h. */
    int lawIndex = 0;

    /** Response of bow and sides in use to forces, derived by updateBodies(). */
    struct Response
    {
        Lane mobility, endMobility; // [m/(s N)], see Mobility in Physics/ContactLoop-inl.h
        Lane tapSquares;            // sum of tap^2 [N^2/J]: the lane's coupling to the bridge
        Symmetric<Lane, bankPorts> portMobility, portEndMobility; // [m/(s N)]
    };
    Response response;

    /** The modes in the standing layout. Their x1 and x2 are state, valid only while the running layout is inactive. If
        coefficients change while the bank runs, only r is kept up to date here; flush() restores the rest. */
    struct StandingModes
    {
        std::array<Slot, maxSlots> slots;
        std::array<ModeLosses<Lane>, maxSlots> losses;
        std::array<Lane, maxSlots> shapes;                   // phi [1/sqrt (kg)]
        std::array<Lane, maxSounding> secondTaps;            // [N/sqrt (J)], with pickups
        std::array<std::array<Lane, 2>, maxHand> handDrives; // Gamma [sqrt (kg)], see HandModes-inl.h, and S Gamma
        std::array<std::array<Lane, maxSlots>, bankPorts> portShapes; // as in BankView: relative to the bow's
    };
    StandingModes standing;

    /** The bank in the running layout (Physics/ModalBank-inl.h). It becomes active in the first render() and stays so.
        When coefficients change, the lanes concerned are converted to the standing layout and back; lanes::flush()
        converts all lanes. */
    static constexpr int chains = 8, places = maxSlots / chains;
    struct RunningBank
    {
        BankLayout layout;                               // that its coefficients are computed for
        std::array<RunningSlot<Lane>, maxSlots> records; // mode m at place m/chains of chain m % chains
        std::array<RunningReadout<Lane>, maxSlots> readouts;
        std::array<RunningBook<Lane>, maxSlots> books; // in the order of `records`
        std::array<RunningEnd<Lane>, maxSlots> ends;
        std::array<Lane, maxSounding> secondTaps;              // in the records' units, read with pickups
        std::array<RunningBridge<Lane>, maxSounding> atBridge; // from the bridge to the modes, see BankView
        std::array<TightMode<Lane>, maxSlots> tightModes; // in the order of `records`; of the tight layout, as the next
        std::array<Lane, maxSlots> endReaches;            // phi S [1/sqrt (kg)]
        BankKernels<Lane> kernels;
        bool backward = false; // end of the bank at which the next step begins, see BankView
        Pending<Lane> pending;
    };
    RunningBank bank;

    /** Intermediate values of each partial that don't depend on pitch and weight (StringModes-inl.h); recomputed when
        one of the knobs that they depend on moves. */
    struct Partial
    {
        Lane turn, inverseBending, sine, lossPerTurn, airLoss;
    };
    /** One voice in transposed layout: its modes lie across the lanes, one chain per lane, which is far quicker for one
        or two voices. Both layouts compute the same bits, so a voice may change between them at any time. While a voice
        is transposed, its x and d in `running` are out of date; once its coefficients have changed here (`made`), so
        are all its other values in the bank. */
    struct Transposed
    {
        int lane = -1;
        std::array<RunningSlot<Lane>, places> running;
        std::array<RunningReadout<Lane>, places> readouts;
        std::array<RunningBook<Lane>, places> books;
        std::array<RunningEnd<Lane>, places> ends;
        std::array<Lane, places> secondTaps;
        std::array<Partial, maxSounding / chains> partials;
        std::array<Lane, maxSilent / chains> torsionalSines;
        bool made = false, partialsMade = false;
    };
    static constexpr int maxTransposed = 2;
    std::array<Transposed, maxTransposed> transposed;

    std::array<Partial, maxSounding> partials;
    std::array<Lane, maxSilent> torsionalSines;

    /** True if the running bank steps this slot. */
    bool visits (int slot) const noexcept
    {
        return slot < bank.layout.sounding ||
               (slot >= firstTorsional - bank.layout.hand && slot < firstTorsional + bank.layout.silent);
    }

    static constexpr std::size_t runningIndex (int mode) noexcept
    {
        return static_cast<std::size_t> (mode % chains * places + mode / chains);
    }

    // State.
    Contact contact;
    std::array<Lane, bankPorts> portForces; // of bow and sides, in the step before [N]
    SurfaceState<Lane> surfaceState;
    BlockMotion blockMotion;
    TensionState<Lane> tension;

    /** Sets all strings to rest, with harmless coefficients in every slot. [any] */
    void clear () noexcept;

    /** Changes the friction law of the contacts in mid-note: the bristle's energy is taken over (a rigid law turns it
        into heat), and contacts that slide keep sliding. [audio] */
    void setLaw (int index) noexcept;

    /** Takes sides into use that begin to touch an awake lane, and out of use those that no longer do, which depends on
        their motion: only `atGridPoint`, so that no cut of a host's decides. [audio] */
    void followSides (const std::array<bool, laneCount>& awake, bool atGridPoint = true) noexcept;

    /** Changes kind and friction law of a side, as setLaw() does the bow's. [audio] */
    void setSide (std::size_t side, int law, bool isStop) noexcept;

    /** Chooses the spring of what presses the bow, Hertz's or a linear one, while it touches no lane. [audio] */
    void setPresser (bool isHertz) noexcept;

    /** Measures the gap of stops that have just been put beside a body from where that is at rest, though it may be
        moving. Precondition: coefficients are up to date. [audio] */
    void placeStops () noexcept;

    /** Copies the state of transposed voices back to their lanes, so that it can be read there. */
    void refreshLanes () noexcept;

    /** Computes pending.end, which loops under laws that don't need the velocity at the end of a step don't keep. */
    void sumEnds () noexcept;

    /** Lays these lanes' voices across, a bit for each and at most `maxTransposed`, and brings others back. */
    void layAcross (unsigned lanesWanted) noexcept;
    /** Ends the transposed layout: brings its voices back to their lanes. */
    void untranspose () noexcept;

    /** Prepares the state of a contact for another friction law, with its speed [m/s] up to which it is at rest. */
    void meetLaw (Contact& its, const Lane& restBand) noexcept;

    /** State of a mode before the next sample [sqrt (J)]. [any] */
    struct ModeNow
    {
        double x1, x2;
    };
    ModeNow modeNow (int slot, int lane) const noexcept;

    /** Sets the string of one lane to rest. Returns the energy [J] that was in it. [audio] */
    double silence (int lane) noexcept;

    /** Copies the inputs of one lane's coefficients from another group. [audio] */
    void copyInputs (const BodyInputs& from, int lane) noexcept;

    /** Called before a lane begins to sound: marks its coefficients for comparison, because they may be out of date
        since it fell silent. [audio] */
    void wake (int lane) noexcept { coefficients.mark (static_cast<std::size_t> (lane)); }

private:
    void transpose (int lane) noexcept;
};

/** Surface and signal that all groups share during a segment. */
struct ContactSurroundings
{
    const double* drive = nullptr;           // drives the hands, one value per internal sample; null: none
    const SurfaceProfile* profile = nullptr; // null: every surface is smooth and ageless
};

/** The loops over a group. [audio] */
namespace lanes
{
using LaneFlags = std::array<bool, VoiceGroup::lanes>;
inline constexpr LaneFlags everyLaneAwake { true, true, true, true, true, true, true, true };

/** Recomputes all step coefficients from the string knobs for the time step [s]. */
void updateBodies (VoiceGroup& group, double timeStep) noexcept;

/** Activates the running layout from the slots' states, if it is inactive. Called by render(). */
void enterRunningLayout (VoiceGroup& group, double timeStep) noexcept;

/** Inputs of the next segment's layout, of a group whose coefficients are up to date. */
SegmentInputs segmentInputs (const VoiceGroup& group, Books books, const LaneFlags& awake, bool isTied) noexcept;

/** Renders `steps` <= maxSteps internal samples; fills the result rows that `books` asks for. Results of lanes that are
    not awake are undefined. */
void render (VoiceGroup& group, double timeStep, int passes, int steps, Books books,
             const ContactSurroundings& rubbing = {}, const LaneFlags& awake = everyLaneAwake) noexcept;

/** The same, with all rows or with the audio output alone. */
inline void render (VoiceGroup& group, double timeStep, int passes, int steps, bool withLedger,
                    const ContactSurroundings& rubbing = {}, const LaneFlags& awake = everyLaneAwake) noexcept
{
    render (group, timeStep, passes, steps, withLedger ? Books::everyStep : Books::closed, rubbing, awake);
}

/** A group whose strings are coupled to those of other groups by a bridge. */
struct TiedGroup
{
    VoiceGroup* group;
    LaneFlags awake;
};
inline constexpr std::size_t maxTied = 32;

/** Called after each step n, when every group has written its row n; may move the bridge (pullAtBridge). */
struct BetweenSteps
{
    void* context;
    void (*call) (void* context, int n);
};

/** Memory of renderTied() for what the groups need between two steps: too much for an audio thread's stack. Its content
    means nothing between two calls. */
struct TiedRoom
{
    alignas (64) std::array<std::byte, maxTied * 20 * 1024> bytes;
};

/** Renders up to `maxTied` groups simultaneously, step by step. */
void renderTied (std::span<const TiedGroup> groups, double timeStep, int passes, int steps, Books books,
                 const ContactSurroundings& rubbing, const BetweenSteps& between, TiedRoom& room) noexcept;

/** Computes the bank's coefficients for a bridge that can give way. */
void readyBridge (VoiceGroup& group) noexcept;

/** Moves the bridge: shortens each lane's modes by `shortening` [sqrt (J)/N], see SympatheticStrings.h. Applied once,
    in the bank's next step. Precondition: readyBridge() was called (renderTied() does so). */
inline void pullAtBridge (VoiceGroup& group, const VoiceGroup::Lane& shortening) noexcept
{
    group.bank.pending.bridge = shortening;
}

/** Parameters of each lane in the mix: gain on the force at its bridge [1/N], stage position (-1 right, 1 left), and
    how far its pan attenuates one channel (-1: silent on the right, 1: on the left), as linear ramps; 0 for lanes that
    are not awake. */
struct MixGains
{
    VoiceGroup::Lane now {}, step {}, place {}, placeStep {}, pan {}, panStep {};
};

/** Fraction of the difference between odd and even partials, or between two pickups, that becomes the stereo
    difference. */
inline constexpr double partialSpread = 0.3;

/** Output of the mix: the middle signal, and the difference left minus right. */
struct EarSums
{
    double* middle;
    double* side;
};

/** Adds the rows of the last render() to the sums of both channels; if `right` is given, each channel gets its own sum,
    attenuated by the pans. */
void mix (const VoiceGroup& group, MixGains& gains, int steps, const EarSums& left, const EarSums* right) noexcept;

/** Converts all states to the slots' x1 and x2, to be read or changed; the next render() continues from there. This
    costs only rounding errors; to read a state alone, use VoiceGroup::modeNow(). */
void flush (VoiceGroup& group) noexcept;

/** Energy in string and bristle of each lane [J]. */
void energies (VoiceGroup& group, VoiceGroup::Lane& energy) noexcept;

/** Name of the instruction set in use, in Highway's terms: "AVX3" (AVX-512), "AVX2", "SSE4", "NEON", "SCALAR". */
const char* instructionSet () noexcept;
} // namespace lanes
} // namespace kolophon
