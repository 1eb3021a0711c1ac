#pragma once

#include "../Core/Mailbox.h"
#include "BodyHandover.h"
#include "DrivingSignal.h"
#include "GlidingPatch.h"
#include "MeterFeed.h"
#include "ModulationMatrix.h"
#include "OutputStage.h"
#include "PictureFeed.h"
#include "Players.h"
#include "SlotComparison.h"
#include "StringSet.h"
#include "Synth.h"

#include <array>
#include <optional>

namespace kolophon
{
/** What plays: it owns the parts of the instrument and runs them in order, on the control grid. Each part has a room of
    its own. Owner of every member, and caller of every function: the audio thread, but for the two mailboxes and the
    meters' reader. */
struct Synth::Engine
{
    double sampleRate = 48000.0;  // [Hz] of the host
    int oversampling = 1;         // internal samples in one of the host's
    std::uint64_t streamTime = 0; // [samples] since reset
    int phase = 0;                // [samples] since the last point of the control grid
    std::uint64_t gridBegan = 0;  // [samples] stream time at which the grid was laid: see layGrid()
    std::uint64_t doings = 1;     // how often anything was done that a plan may depend on

    GlidingPatch knobs;
    StringSet slotA, slotB; // the strings that are played; the same under slot B's contact, while comparing
    Players players { slotA, slotB };
    AwakeVoices awake; // of the players: as lookWhoSounds() found them
    SlotComparison comparison;

    SongClock song;
    ModulationMatrix modulation;
    std::optional<ModulationMatrix::Memory> recalled; // once the routes are there

    /** What another thread has set, with its number: see Synth::given(). */
    template <class Value>
    struct Numbered
    {
        Value value {};
        std::uint32_t number = 0;
    };
    Numbered<DrawnGesture> gesture { DrawnGesture::door(), 0 };
    Mailbox<Numbered<DrawnGesture>> drawnGesture; // written by any one thread
    Numbered<Tuning> tuning;
    Mailbox<Numbered<Tuning>> nextTuning;       // likewise
    Given lastSet;                              // who writes the two, and gives the bodies, counts here
    Mailbox<Numbered<ModulationRoutes>> routes; // likewise
    Numbered<ModulationRoutes> latestRoutes;    // as collected
    std::uint32_t routesNumber = 0;             // of those that are in use
    DrivingSignal drivingSignal;
    SurfaceProfile surface;
    double surfaceSeed = -1.0; // what `surface` was made from; negative: not yet
    BodyHandover customBodies; // given by any one thread but audio
    double slowestOfCustomBody =
        1.0; // decay rate of the mode that rings longest, over the knob's; the bell's is its first

    Segment current;              // the stretch at hand; gains of lanes that sleep are 0
    StringMix mixOfA, mixOfSlotB; // and what it sounds like
    OutputStage output;
    int heardVoice = allVoices; // see listenTo()
    bool resting = true;        // nothing sounds, nothing is computed: decided on the grid, never on block borders
    bool booksOpen = false;     // the energy books
    int parts = 1;              // of the stretch at hand, in which something moves: the most of any voice
    MixRamp bridgePan;          // where the sympathetic strings are heard: with the latest stroke
    EnergyLedger total, totalOfSlotB; // [J] as Synth::ledger() last gave them out
    /** What follows the patch alone has nothing to do while nobody does anything. */
    struct Followed
    {
        std::uint64_t doings = 0;
        int times = 0; // since then
    } followed;
    MeterFeed meters;     // read by any one thread
    PictureFeed pictures; // likewise
    MovedKnobs moved;     // as they were told last

    Engine();
    /** The knobs as the whole instrument hears them. */
    const Patch& playing () const noexcept { return modulation.isEmpty() ? knobs.playing() : modulation.playing(); }
    double timeStep () const noexcept { return 1.0 / (sampleRate * oversampling); }
    bool isHeard (int voice) const noexcept { return heardVoice == allVoices || heardVoice == voice; }
    bool hearsSlotB () const noexcept { return static_cast<int> (playing().compareSlot) == static_cast<int> (Slot::b); }

    /** Where CC10 of the latest stroke's channel puts what all strings share, -1 … 1. */
    double pan () const noexcept
    {
        const int latest = players.lastStarted;
        return players.channels.pan (latest >= 0 ? players.voices[static_cast<std::size_t> (latest)].channel : 0);
    }

    /** Silence; the patch stays. */
    void reset () noexcept;
    /** A whole patch at once, without gliding. */
    void takePatch (const Patch& patch) noexcept;
    /** Collects the latest body from a file, if one has come. */
    void takeCustomBody () noexcept;
    /** The same for what keys play. */
    void takeTuning () noexcept;

    /** Collects the latest routes of the modulation, if others have come. */
    void takeRoutes () noexcept;

    /** Starts the control grid with the stroke that ends a rest, and lets every knob arrive. So what a phrase sounds
        like depends on nothing that a host may shift: when it prepared, when it began to roll, in which block it sends
        what was turned in silence. */
    void layGrid () noexcept;

    /** One event, at the sample where it belongs. */
    void handle (const PerformanceEvent& event) noexcept;
    /** Everything to rest at once, and booked. */
    void panic () noexcept;

    /** Tempo, bar and place of the song; true if it was one of them. */
    bool followSong (const PerformanceEvent& event) noexcept;

    /** One point of the control grid. */
    void tick () noexcept;
    /** [samples] since the grid was laid. */
    std::uint64_t gridTime () const noexcept { return streamTime - gridBegan; }
    /** Moves the knobs of the whole instrument. */
    void modulate () noexcept;
    /** Tells whoever draws them where moved knobs stand. */
    void tellMovedKnobs () noexcept;
    ModulationMatrix::Scene scene (double seconds) const noexcept
    {
        return { knobs.playing(), players.channels, gesture.value, seconds, knobs.number() };
    }
    /** The next `samples`, as all voices have them. */
    Voice::Segment nextSegment (int samples, const Human::Moves& hands) const noexcept;
    /** Plans a voice's part in it; says in `segment` which patch it plays. */
    void plan (int v, Voice::Segment& segment, PartialBudget& budget) noexcept;
    Human::Moves handsMove () const noexcept; // living ones, now

    // What tick() brings in line with the knobs.
    void followMpe () noexcept;
    void followLaws () noexcept;
    void followSurface () noexcept;
    void followBridge () noexcept;
    void panBridge () noexcept;
    /** Slot B's strings begin where slot A's are, so that arming the comparison in mid-note is no jump; from then on
        they go their own way. */
    void followComparison (bool atOnce) noexcept;

    /** What tick() brings in line with the knobs, and with nothing else. */
    void followKnobs () noexcept;
    /** To be called where voices may have woken up, or fallen asleep. */
    void lookWhoSounds () noexcept;

    bool nothingMoves () const noexcept;
    /** Nothing sounds any more: nothing of what has been played is left, but for the books, the controllers and the
        count of strokes. */
    void rest () noexcept;
    /** Puts voices and bridges to sleep that have rung out. */
    void lookAtEnergies () noexcept;

    /** Renders up to the next event or point of the grid. */
    void renderSegment (double* left, double* right, const double* drive, int samples, ProbeBuffer* probes) noexcept;
    /** Samples that may be rendered in one go, from here on, at most `samples`: up to the next point of the control
        grid, and not so far where pictures want to look in between, or something moves in parts. */
    int uninterrupted (int samples) const noexcept;
    /** Moves pitches that sweep and hands that are quick where they are due. */
    void moveParts () noexcept;
    /** Takes the pictures that are due where a stretch has ended. */
    void lookAtPictures () noexcept;
    /** Opens the books where they are wanted and brings the bodies up to date. */
    void prepareSegment (const double* drive, int samples, bool probed) noexcept;
    /** What the ramps of voices have come to. */
    void keepGains () noexcept;
    /** Nothing is left of what sounded, and no account of it that is no number. */
    void startOver () noexcept;
    /** The one safety net: nothing that is not a number leaves. It silences, counts, and tests demand a count of 0. */
    void checkFinite (double* left, double* right, int samples) noexcept;
};
} // namespace kolophon
