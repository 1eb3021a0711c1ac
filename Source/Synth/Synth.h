// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Physics/EnergyLedger.h"
#include "Control/DrawnGesture.h"
#include "Control/Performance.h"
#include "Control/Tuning.h"
#include "Feeds/MeterFrame.h"
#include "Modulation/ModulationMemory.h"
#include "Parameters/Patch.h"
#include "Strings/Probes.h"

#include <array>
#include <memory>
#include <span>

namespace kolophon
{
struct BoxResponse;
class Channels;
class KnobTravel;
struct ModeTable;
class PictureFeed;
class SharedWork;
struct Modulation;

/** The instrument: events in, stereo out. The plugin, the renderer and the tests all use this class.

    Same patch, same events, same sample rate: same bits, whatever the block size and the instruction set. Control
    values move on a grid (limits::controlInterval) that begins with the stroke that ends a rest, never on block
    borders: so a phrase has the same bits wherever in the stream it begins. */
class Synth
{
public:
    Synth();
    ~Synth();
    Synth (const Synth&) = delete;
    Synth& operator= (const Synth&) = delete;

    /** Sets the rate [Hz] and silences everything. [prepare] Throws std::invalid_argument outside 8 kHz … 768 kHz. */
    void prepare (double sampleRate);

    /** Silence, as after prepare(): strings at rest, controllers centred, stream time zero; the patch stays. [audio] */
    void reset () noexcept;

    /** Takes a whole patch: knobs that differ jump, those that glide go on. [prepare, or audio between blocks] */
    void setPatch (const Patch& patch) noexcept;
    /** Sets one parameter of the table, by its index, without smoothing; those that glide go on. [as setPatch()] */
    void setParameter (std::size_t parameter, double value) noexcept;
    const Patch& patch () const noexcept;

    /** Sets the modulation from the next block on: new links fade in; in silence they apply at once. Returns its
        number: see given(). [one thread at a time, any] */
    std::uint32_t setModulation (const Modulation& modulation) noexcept;

    /** Sets the gesture that the hands play if hand.drive is Gesture, from the next block on. Returns its number. [one
        thread at a time, any] */
    std::uint32_t setGesture (const DrawnGesture& gesture) noexcept;

    /** Sets the modes of the body "Custom" from the next block on. Voices that sound already keep their modes. A table
        set before the previous one was taken replaces it. Returns its number. [any but audio, one thread at a time] */
    std::uint32_t setCustomBody (const ModeTable& table);

    /** Sets the impulse response of the box "Measured" from the next block on, with a cross-fade; null: the bare force.
        It is resampled here and in prepare(), which must not run at the same time. Returns its number. [any but audio,
        one thread at a time] */
    std::uint32_t setBoxResponse (std::shared_ptr<const BoxResponse> response);

    /** Sets the tuning of the keys from the next block on: a string that sounds already keeps its pitch. Returns its
        number. [one thread at a time, any] */
    std::uint32_t setTuning (const Tuning& tuning) noexcept;

    /** Numbers of the gesture, body, tuning, modulation and box that the last block used: each kind is counted from 1,
        and 0 is the engine's default. */
    struct Given
    {
        std::uint32_t gesture = 0, body = 0, tuning = 0, modulation = 0, box = 0;
        bool operator== (const Given&) const noexcept = default;
    };
    Given given () const noexcept; // [audio]

    /** Renders `sampleCount` samples to both channels. Events must be sorted by offset, 0 <= offset < sampleCount
        (offsets outside are moved to the border). Any block size, 0 included. When `probes` is given, the ledger runs
        and one frame per internal sample is appended, up to its capacity. `drive`: a signal of as many samples, full
        scale 1, that drives the hands if hand.drive is Audio speed or Audio force; without it they move as with Keys.
        [audio] */
    void render (std::span<const PerformanceEvent> events, double* left, double* right, int sampleCount,
                 ProbeBuffer* probes = nullptr, const double* drive = nullptr) noexcept;

    /** Delay of the output against the events [samples]: the same at every quality setting. [any] */
    int latencySamples () const noexcept;

    /** Decay time after the last note-off [s]: from the patch's decay and lift, at most 60. [any] */
    double tailSeconds () const noexcept;

    /** True when no string moves and the output filters are empty. [audio] */
    bool isSilent () const noexcept;

    /** True while the engine computes nothing, as nothing sounds. [audio] */
    bool isResting () const noexcept;

    /** True while a note that was begun under this number is held or sounds. [audio] */
    bool isPlaying (std::uint32_t note) const noexcept;

    /** Current state of the MIDI controllers. [audio] */
    const Channels& channels () const noexcept;
    /** Knobs of the whole instrument moved by the host's modulation: they stay until the host releases them. [audio] */
    const KnobTravel& movedByHost () const noexcept;

    /** State of a resting synth that depends on what was played before, except the controllers. */
    struct Past
    {
        std::uint64_t streamTime = 0;                             // [samples] since reset()
        std::uint64_t strokes = 0;                                // since reset(), or since the song began
        int gridPhase = 0;                                        // [samples] since the last point of the control grid
        int lastVoice = -1, lastKey = 60;                         // of the latest stroke; -1: none yet
        int lastChannel = 0;                                      // of the latest stroke
        double lastPressure = 0.0, lastTimbre = 0.5;              // of its key; of its channel when it began, 0 … 1
        double songQuarters = 0.0, songRate = 2.0, songBar = 4.0; // quarter notes; [1/s]; quarter notes
        ModulationMemory modulation {};
        bool isModulated = false;
    };
    Past past () const noexcept; // [audio]

    /** True while it rests and no parameter or route is being smoothed: from here on the output depends only on the
        patch, on the objects that were set, on channels() and on past(). [audio] */
    bool canBeResumed () const noexcept;

    /** Restores a state; call after reset(). [audio, before the first block] */
    void resumeFrom (const Past& past) noexcept;

    /** Solos one voice, 0 … maxVoices - 1, or with maxVoices the sympathetic strings; the others are computed but not
        heard. `allVoices`: everything is heard. [prepare] */
    void listenTo (int voice) noexcept;
    static constexpr int allVoices = -1;

    /** Lets one player of a section be heard alone, 0 the first; the others play on, and fade within some 20 ms. Has no
        effect while that chair is empty. `allPlayers`: everyone is heard. [any] */
    void hearPlayer (int player) noexcept;
    static constexpr int allPlayers = -1;

    /** Shares planning and rendering of many strings with threads that stand by, for a performance that need not keep
        time: the same bits, sooner. Null: none. [prepare] */
    void workWith (SharedWork* helpers) noexcept;

    /** The energy account since reset(), of the samples rendered with the ledger on. [audio, or when not rendering] */
    const EnergyLedger& ledger () const noexcept;

    /** The same for the strings of slot B, since the comparison began. [audio, or when not rendering] */
    const EnergyLedger& ledgerOfSlotB () const noexcept;

    /** Copies the latest meters; returns false if nothing is new. [one reader, any thread] */
    bool collectMeters (MeterFrame& frame) noexcept;

    /** Data for the pictures. While they are read, the energy ledger runs. [see there] */
    PictureFeed& pictures () noexcept;

    /** Name of the instruction set that the loops run on ("AVX2", …). [any] */
    static const char* instructionSet () noexcept;

private:
    struct Engine;
    std::unique_ptr<Engine> engine;
};
} // namespace kolophon
