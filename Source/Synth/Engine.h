// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Core/Threads/Handover.h"
#include "Bodies/BodyHandover.h"
#include "DrivingSignal.h"
#include "Feeds/MeterFeed.h"
#include "Feeds/PictureFeed.h"
#include "Modulation/ModulationMatrix.h"
#include "Output/OutputStage.h"
#include "Output/SlotComparison.h"
#include "Parameters/GlidingPatch.h"
#include "Strings/StringSet.h"
#include "Synth.h"
#include "Voices/Section.h"

#include <array>
#include <atomic>
#include <memory>
#include <optional>

namespace kolophon
{
/** The instrument: owns its parts and runs them in order, on the control grid. The audio thread owns every member and
    calls every function, except the sides of mailboxes, feeds and handovers that are marked otherwise.

    It has more than thirty members because it is the whole instrument: its parts, one member each, values that other
    threads hand over, and the place on the control grid. What a part remembers is in the part. */
struct Synth::Engine
{
    double sampleRate = 48000.0;  // [Hz] of the host
    int oversampling = 1;         // internal samples in one of the host's
    std::uint64_t streamTime = 0; // [samples] since reset
    int phase = 0;                // [samples] since the last point of the control grid
    std::uint64_t gridBegan = 0;  // [samples] stream time at which the grid was laid: see layGrid()
    std::uint64_t revision = 1;   // revision of everything that a plan may depend on

    GlidingPatch knobs;
    StringSet slotA, slotB; // the played strings; copies with slot B's contact, while comparing
    Section section { slotA, slotB };
    VoiceManager& voiceManager = section.leader(); // of the player that pictures, probes and the matrix show
    AwakeVoices awake;                             // as updateAwakeVoices() found them
    SharedWork* helpers = nullptr;                 // for planning and rendering; null: none
    SlotComparison comparison;

    SongClock song;
    ModulationMatrix modulation;
    std::optional<ModulationMemory> recalled; // to be restored once the routes have arrived

    /** A value set by another thread, with its revision number: see Synth::given(). */
    template <class Value>
    struct Versioned
    {
        Value value {};
        std::uint32_t number = 0;
    };
    Versioned<DrawnGesture> gesture { DrawnGesture::door(), 0 };
    Mailbox<Versioned<DrawnGesture>> drawnGesture; // written by any one thread
    Versioned<Tuning> tuning;
    Mailbox<Versioned<Tuning>> nextTuning;       // written by any one thread
    Given lastSet;                               // numbers given last; counted by the thread that sets the values
    Mailbox<Versioned<ModulationRoutes>> routes; // written by any one thread
    Versioned<ModulationRoutes> latestRoutes;    // as collected
    std::uint32_t routesNumber = 0;              // of the routes in use
    std::uint64_t travels = 0;                   // taken by setTravel()
    DrivingSignal drivingSignal;
    SurfaceProfile surface;
    double surfaceSeed = -1.0; // seed of `surface`; negative: not yet made
    BodyHandover customBodies; // given by any one thread but audio
    Handover<GivenBox> boxes;  // given by any one thread but audio
    struct
    {
        std::shared_ptr<const BoxResponse> latest;
        double sampleRate = 48000.0; // [Hz] that it is prepared for
    } response;                      // the box from a file
    std::atomic<double> secondsOfBox { 0.0 };
    double slowestOfCustomBody =
        1.0; // decay rate of the mode that rings longest, over the knob's; the bell's is its first

    Segment current;              // the current segment; gains of sleeping lanes are 0
    StringMix mixOfA, mixOfSlotB; // its sound
    OutputStage output;
    int heardVoice = allVoices;                  // see listenTo()
    std::atomic<int> playerAlone { allPlayers }; // see hearPlayer()
    bool resting = true;    // silent, nothing is computed: decided on the control grid, never on block borders
    bool booksOpen = false; // the energy books
    int parts = 1;          // of the current segment: the largest Voice::parts()
    MixRamp bridgePan;      // pan of the sympathetic strings: that of the latest stroke
    EnergyLedger total, totalOfSlotB; // [J] as Synth::ledger() last returned them
    /** Revision up to which followKnobs() has run: it is skipped until a revision changes. */
    struct Followed
    {
        std::uint64_t revision = 0;
        bool isDone = false;
    } followed;
    /** Laws of the groups, and the fade of the voices that a change of them waits for. */
    struct
    {
        std::array<double, AbruptMenus::laws> used {};
        Fade fade;
        int groups = 0; // that have them
    } laws;
    MeterFeed meters;     // read by any one thread
    PictureFeed pictures; // read by any one thread
    MovedKnobs moved;     // as reported last

    Engine();
    /** The patch for everything outside voices, modulation included. */
    const Patch& playing () const noexcept { return modulation.isEmpty() ? knobs.playing() : modulation.playing(); }
    double timeStep () const noexcept { return 1.0 / (sampleRate * oversampling); }
    bool isHeard (int voice) const noexcept { return heardVoice == allVoices || heardVoice == voice; }
    bool isStringHeard (int string) const noexcept
    {
        return heardVoice == allVoices || heardVoice == section.numberOf (string);
    }
    /** Helpers, if there is enough to do that they are worth waiting for. */
    SharedWork* helpersNow () const noexcept { return awake.count >= 24 ? helpers : nullptr; }
    Section::Moment now () const noexcept
    {
        return { playing(), modulation.isEmpty() ? knobs.number() : 0, streamTime, sampleRate,
                 playerAlone.load (std::memory_order_relaxed) };
    }
    bool hearsSlotB () const noexcept { return choiceOf<&Patch::compareSlot> (playing()) == Slot::b; }

    /** CC10 of the latest stroke's channel, -1 … 1: the pan of everything that all strings have in common. */
    double pan () const noexcept
    {
        const int latest = voiceManager.lastStarted();
        return voiceManager.channels().pan (latest >= 0 ? voiceManager.voice (latest).channel() : 0);
    }

    /** Silences the instrument; the patch stays. */
    void reset () noexcept;
    /** Takes a whole patch: knobs that differ move without gliding, the others go on. */
    void setPatch (const Patch& patch) noexcept;
    /** Sets one knob of the table without gliding. */
    void setParameter (std::size_t parameter, double value) noexcept;
    /** Updates what reads knobs between points of the control grid; `before`: what was playing. */
    void followJump (const Patch& before) noexcept;
    /** Updates all parts from the knobs, without fades: for silence. */
    void followAtOnce () noexcept;
    /** Collects the latest custom body, if a new one has arrived. */
    void collectCustomBody () noexcept;
    /** Collects the latest box from a file, if a new one has arrived. */
    void collectBox () noexcept;
    /** Prepares that box for the sample rate. Locks and allocates. */
    void giveBox ();
    /** Collects the latest tuning, if a new one has arrived. */
    void collectTuning () noexcept;

    /** Collects the latest modulation routes, if new ones have arrived. */
    void collectRoutes () noexcept;

    /** Starts the control grid with the stroke that ends a rest, and moves every knob to its target. So the sound of a
        phrase depends on nothing that a host may shift: the time of prepare(), the start of the transport, or the block
        in which it sends knobs that were turned in silence. */
    void layGrid () noexcept;

    /** Handles one event, at the sample where it belongs. */
    void handle (const PerformanceEvent& event) noexcept;
    /** Silences everything at once, and books the energy. */
    void panic () noexcept;

    /** Takes tempo, bar or position of the song; true if the event was one of them. */
    bool followSong (const PerformanceEvent& event) noexcept;

    /** Runs one point of the control grid. */
    void tick () noexcept;
    /** [samples] since the grid was laid. */
    std::uint64_t gridTime () const noexcept { return streamTime - gridBegan; }
    double secondsOfGrid () const noexcept { return static_cast<double> (gridTime()) / sampleRate; }
    /** Moves the knobs of the whole instrument. */
    void modulate () noexcept;
    /** Takes the host's modulation of a knob. */
    void setTravel (const PerformanceEvent& event) noexcept;
    /** Updates the matrix after the travels have changed. */
    void followHost () noexcept;
    /** Publishes the values of moved knobs for pictures. */
    void publishMovedKnobs () noexcept;
    ModulationMatrix::Scene scene (double seconds) const noexcept
    {
        return { knobs.playing(), voiceManager.channels(), gesture.value, seconds, knobs.number() };
    }
    /** The next segment of `samples`, the same for all voices. */
    ControlSegment nextSegment (int samples, const HandUpdates& hands) const noexcept;
    /** Plans the segment for all players. */
    void planAll (const ControlSegment& segment) noexcept;
    /** Results of plans: Voice::parts(), and partials. */
    struct PlannedParts
    {
        int parts = 1, partials = 0;
    };
    void note (const PlannedParts& planned) noexcept;
    /** Plans the segment for all awake voices of a player. */
    PlannedParts planOf (VoiceManager& player, ControlSegment segment) noexcept;
    /** Plans the segment for one voice; writes the number of the voice's patch into `segment`. Returns its parts. */
    int plan (VoiceManager& player, int v, ControlSegment& segment, PartialBudget& budget) noexcept;
    HandUpdates handUpdates () const noexcept; // of humanised hands, due now

    // Updates of parts from knobs, called by tick().
    void followMpe () noexcept;
    /** Sets the laws of all groups. Those of a change wait, if it `waits`, until the voices that it disturbs have faded
        out; see AbruptMenus. */
    void followLaws (bool waits) noexcept;
    void setLaws () noexcept;
    void followTouches () noexcept;
    void followSurface () noexcept;
    void followBridge () noexcept;
    void panBridge () noexcept;
    /** Starts or ends the comparison. Slot B's strings start from the state of slot A's, so that arming the comparison
        in mid-note causes no jump; from then on they are independent. */
    void followComparison (bool atOnce) noexcept;

    /** Updates the parts that depend on knobs only. */
    void followKnobs () noexcept;
    /** Updates `awake`; call it after voices may have woken up or fallen asleep. */
    void updateAwakeVoices () noexcept;

    bool nothingMoves () const noexcept;
    /** Discards all state of past notes, except the books, the controllers and the count of strokes. Called when
        nothing sounds any more. */
    void rest () noexcept;
    /** Puts voices and bridges to sleep that have rung out. */
    void lookAtEnergies () noexcept;

    /** Renders up to the next event or point of the grid. */
    void renderSegment (double* left, double* right, const double* drive, int samples, ProbeBuffer* probes) noexcept;
    /** Number of samples that may be rendered in one go, at most `samples`: up to the next point of the control grid,
        and fewer if a picture is due before it, or pitch or bow move in parts. */
    int uninterrupted (int samples) const noexcept;
    /** Moves sweeping pitches and quick hands when their next part is due. */
    void moveParts () noexcept;
    /** Takes the pictures that are due at the end of a segment. */
    void lookAtPictures () noexcept;
    /** Opens the books if they are wanted and updates the bodies. */
    void prepareSegment (const double* drive, int samples, bool probed) noexcept;
    /** Stores the values that the voices' ramps have reached. */
    void keepGains () noexcept;
    /** Discards everything that sounds, and all accounts of it that are not finite. */
    void startOver () noexcept;
    /** The only safety net: replaces a block with NaN or infinite samples by silence, starts over and counts the
        event. Tests demand a count of 0. */
    void checkFinite (double* left, double* right, int samples) noexcept;
};
} // namespace kolophon
