// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ControlGrid.h"
#include "DrivingSignal.h"
#include "Feeds/MeterFeed.h"
#include "Feeds/PictureFeed.h"
#include "GivenValues.h"
#include "GroupLaws.h"
#include "Modulation/ModulationMatrix.h"
#include "Output/OutputStage.h"
#include "Parameters/GlidingPatch.h"
#include "PlayedSlots.h"
#include "Synth.h"
#include "Voices/Section.h"

#include <atomic>
#include <optional>

namespace kolophon
{
/** The instrument: owns its parts and runs them in order, on the control grid. The audio thread owns every member and
    calls every function, except those of given values and feeds that are marked otherwise. What a part remembers is in
    the part. */
struct Synth::Engine
{
    ControlGrid grid;
    std::uint64_t revision = 1; // of everything that a plan may depend on

    GlidingPatch knobs;
    PlayedSlots slots;
    Section section { slots.a, slots.b };
    VoiceManager& voiceManager = section.leader(); // of the player that pictures, probes and the matrix show
    AwakeVoices awake;                             // as updateAwakeVoices() found them
    SharedWork* helpers = nullptr;                 // for planning and rendering; null: none

    SongClock song;
    ModulationMatrix modulation;
    std::optional<ModulationMemory> recalled; // to be restored once the routes have arrived
    std::uint64_t travels = 0;                // set by setTravel()
    MovedKnobs moved;                         // as reported last

    GivenValues given;
    double slowestOfCustomBody =
        1.0; // decay rate of the mode that rings longest, over the knob's; the bell's is its first
    DrivingSignal drivingSignal;
    struct
    {
        SurfaceProfile profile;
        double seed = -1.0; // of the profile; negative: not yet made
    } surface;

    OutputStage output;
    MixRamp bridgePan; // pan of the sympathetic strings: that of the latest stroke
    /** One voice or player that is heard alone; see listenTo() and hearPlayer(). */
    struct Listening
    {
        int voice = allVoices;
        std::atomic<int> player { allPlayers };

        bool hears (int its) const noexcept { return voice == allVoices || voice == its; }
    } listening;
    bool resting = true; // silent, nothing is computed: decided on the control grid, never on block borders
    GroupLaws laws;
    /** Revision up to which followKnobs() has run: it is skipped until a revision changes. */
    struct Followed
    {
        std::uint64_t revision = 0;
        bool isDone = false;
    } followed;
    MeterFeed meters;     // read by any one thread
    PictureFeed pictures; // read by any one thread

    Engine();
    /** The patch for everything outside voices, modulation included. */
    const Patch& playing () const noexcept { return modulation.isEmpty() ? knobs.playing() : modulation.playing(); }
    bool isStringHeard (int string) const noexcept { return listening.hears (section.numberOf (string)); }
    /** Helpers, if there is enough to do that they are worth waiting for. */
    SharedWork* helpersNow () const noexcept { return awake.count >= 24 ? helpers : nullptr; }
    Section::Moment now () const noexcept
    {
        return { playing(), modulation.isEmpty() ? knobs.number() : 0, grid.streamTime, grid.sampleRate,
                 listening.player.load (std::memory_order_relaxed) };
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
        return { knobs.playing(), voiceManager.channels(), given.gesture(), seconds, knobs.number() };
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
    void followLaws (bool waits) noexcept;
    void followSurface () noexcept;
    void followBridge () noexcept;
    void panBridge () noexcept;
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
