#pragma once

#include "../Physics/EnergyLedger.h"
#include "DrawnGesture.h"
#include "Modulation.h"
#include "Patch.h"
#include "Performance.h"
#include "Telemetry.h"
#include "Tuning.h"

#include <array>
#include <memory>
#include <span>

namespace kolophon
{
class Channels;
struct ModeTable;
class PictureFeed;
struct Modulation;

/** The instrument: events in, stereo out. The plugin, the renderer and the tests all play this one object.

    Same patch, same events, same sample rate: same bits, whatever the block size and the instruction set. Control
    values move on a grid (see controlInterval) that begins with the stroke that ends a rest, never on block borders: so
    a phrase has the same bits wherever in the stream it begins. */
class Synth
{
public:
    static constexpr int maxVoices = 16;
    static constexpr int maxModes = 128;
    static constexpr int controlInterval = 32; // [samples] at the host's rate
    static constexpr double minSampleRate = 8000.0, maxSampleRate = 768000.0;

    Synth();
    ~Synth();
    Synth (const Synth&) = delete;
    Synth& operator= (const Synth&) = delete;

    /** Sets the rate [Hz] and silences everything. [prepare] Throws std::invalid_argument outside 8 kHz … 768 kHz. */
    void prepare (double sampleRate);

    /** Silence, as after prepare(): strings at rest, controllers centred, stream time zero; the patch stays. [audio] */
    void reset () noexcept;

    /** Takes a whole patch at once, without smoothing. [prepare, or audio between blocks] */
    void setPatch (const Patch& patch) noexcept;
    const Patch& patch () const noexcept;

    /** What moves which knobs, from the next block on: new links fade in, in silence they are there at once.
        Returns its number: see given(). [one thread at a time, any] */
    std::uint32_t setModulation (const Modulation& modulation) noexcept;

    /** The gesture that the hands make where hand.drive is Gesture, from the next block on. Returns its
        number. [one thread at a time, any] */
    std::uint32_t setGesture (const DrawnGesture& gesture) noexcept;

    /** Gives the body "Custom" these modes from the next block on. Who sounds already keeps the modes that it has. A
        table that comes before the last one was taken replaces it. Returns its number. [any but audio, one thread at a
        time] */
    std::uint32_t setCustomBody (const ModeTable& table);

    /** What keys play, from the next block on: a string that sounds already keeps its pitch. Returns its number. [one
        thread at a time, any] */
    std::uint32_t setTuning (const Tuning& tuning) noexcept;

    /** Which of the gestures, bodies, tunings and modulations that were set the last block has played with: they
        are counted from 1, each kind by itself, and 0 is the engine's own. */
    struct Given
    {
        std::uint32_t gesture = 0, body = 0, tuning = 0, modulation = 0;
        bool operator== (const Given&) const noexcept = default;
    };
    Given given () const noexcept; // [audio]

    /** Renders `sampleCount` samples to both channels. Events must be sorted by offset, 0 <= offset < sampleCount
        (offsets outside are moved to the border). Any block size, 0 included. When `probes` is given, the ledger runs
        and one frame per internal sample is appended, up to its capacity. `drive`: a signal of as many samples, full
        scale 1, that moves the hands where hand.drive is Audio speed or Audio force; without it they move as with Keys.
        [audio] */
    void render (std::span<const PerformanceEvent> events, double* left, double* right, int sampleCount,
                 ProbeBuffer* probes = nullptr, const double* drive = nullptr) noexcept;

    /** Delay of the output against the events [samples]: the same at every quality setting. [any] */
    int latencySamples () const noexcept;

    /** How long it rings after the last key goes up [s]: from the patch's decay and lift, at most 60. [any] */
    double tailSeconds () const noexcept;

    /** True when no string moves and nothing is left in the output filters. [audio] */
    bool isSilent () const noexcept;

    /** True while nothing is computed, as nothing sounds. [audio] */
    bool isResting () const noexcept;

    /** What the controllers say now. [audio] */
    const Channels& channels () const noexcept;

    /** All that a resting synth remembers of what it has played, but for the controllers. */
    struct Past
    {
        std::uint64_t streamTime = 0;                             // [samples] since reset()
        std::uint64_t strokes = 0;                                // since reset(), or since the song began
        int gridPhase = 0;                                        // [samples] since the last point of the control grid
        int lastVoice = -1, lastKey = 60;                         // of the latest stroke; -1: none yet
        int lastChannel = 0;                                      // likewise
        double lastPressure = 0.0, lastTimbre = 0.5;              // of its key; of its channel when it began, 0 … 1
        double songQuarters = 0.0, songRate = 2.0, songBar = 4.0; // quarter notes; [1/s]; quarter notes

        /** What modulates, as ModulationMatrix::eachNumber() tells it: of what goes on by itself and of the latest
            stroke six numbers and the sources, of its contact four, and of every voice two envelopes. */
        using Modulation = std::array<double, 2 * (6 + modulationSourceCount) + 4 + maxVoices * 2 * 4 + 1>;
        Modulation modulation {};
        bool isModulated = false;
    };
    Past past () const noexcept; // [audio]

    /** True while it rests, and no knob and no route is on its way: what is played from here on depends on the
        patch, on what was given, on channels(), on past(), and on nothing else. [audio] */
    bool canBeResumed () const noexcept;

    /** After reset(): everything goes on from here. [audio, before the first block] */
    void resumeFrom (const Past& past) noexcept;

    /** Only this voice, 0 … maxVoices - 1, is heard, or with maxVoices only the sympathetic strings; all play as ever.
        `allVoices`: everything. [prepare] */
    void listenTo (int voice) noexcept;
    static constexpr int allVoices = -1;

    /** The energy account since reset(), of the samples rendered with the ledger on. [audio, or when not rendering] */
    const EnergyLedger& ledger () const noexcept;

    /** The same for the strings of slot B, since the comparison began. [audio, or when not rendering] */
    const EnergyLedger& ledgerOfSlotB () const noexcept;

    /** Latest meters; false when nothing new has come. [one reader, any thread] */
    bool collectMeters (MeterFrame& frame) noexcept;

    /** What pictures are drawn from. While somebody looks, the energy ledger runs. [see there] */
    PictureFeed& pictures () noexcept;

    /** Name of the instruction set that the loops run on ("AVX2", …). [any] */
    static const char* instructionSet () noexcept;

private:
    struct Engine;
    std::unique_ptr<Engine> engine;
};
} // namespace kolophon
