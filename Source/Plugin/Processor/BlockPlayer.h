// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Threads/Mailbox.h"
#include "../../Synth/PerformanceLog.h"
#include "../../Synth/Synth.h"
#include "../Session/Audition.h"
#include "../Session/MidiLearn.h"
#include "../Session/ParameterBridge.h"
#include "BypassFade.h"
#include "HostBlock.h"
#include "HostTransport.h"
#include "KeysDown.h"
#include "ProgramChanges.h"

#include <array>
#include <span>

namespace kolophon
{
/** Plays the blocks of a host: its input becomes events of the engine, whose sound goes back. [audio, except where
    marked] */
class BlockPlayer
{
public:
    /** The parts that it plays with, which are the instrument's. */
    struct Parts
    {
        Synth& synth;
        PerformanceLog& log; // of the synth's input
        ParameterBridge& knobs;
        HostNotifier& teller;
        MidiLearn& learning;
        ProgramChanges& programs;
        Audition& audition;
    };
    /** Circumstances of a block. */
    struct Mode
    {
        const juce::AudioParameterBool* bypass; // may be null
        bool forcedBypass, offline;

        bool isBypassed () const noexcept { return forcedBypass || (bypass != nullptr && bypass->get()); }
    };

    explicit BlockPlayer (const Parts& itsParts) noexcept : parts (itsParts) {}

    /** Before the synth is prepared. [prepare] */
    void prepare (double sampleRate, bool isBypassed) noexcept;
    /** When the synth has been reset. */
    void reset () noexcept;
    void render (HostBlock& block, const Mode& mode) noexcept;

    /** Inputs of a block, for HostBlock::begin() and HostBlock::playNext(): at most `eventsPerInput` events each. */
    static constexpr std::size_t eventsPerInput = 256;
    void playMidi (std::span<const std::uint8_t> bytes, int offset) noexcept;
    void playEvent (const PerformanceEvent& event) noexcept;
    /** `sample`: of the block, `offset`: of the piece. */
    void playSong (const SongPosition& song, int sample, int offset) noexcept;
    /** Sets a knob, in the table's unit, as the host's automation does: without telling the host. */
    void playKnob (std::size_t parameter, double value, int offset) noexcept;

    /** Plays an event of the on-screen keyboard in the next block; false if the queue is full. [message] */
    bool push (const PerformanceEvent& event) noexcept { return screenEvents.push (event); }
    bool isKeyHeld (int key) const noexcept { return keys.contains (key); } // [any]

private:
    static constexpr int pieceLength = 1024; // [samples]
    static constexpr std::size_t eventCapacity = 1024;
    /** Most events of a block before its inputs: knobs that were moved, the host's modulation of each, its song, and an
        end of all sound for every channel. */
    static constexpr std::size_t beforeInputs = 2 * (sizeof (Patch) / sizeof (double)) + 3 + 16;
    static_assert (beforeInputs <= eventCapacity);

    int playInputs (HostBlock& block, int done, const Mode& mode) noexcept;
    bool loadProgramOffline (const Mode& mode) noexcept;
    void readKnobs () noexcept;
    void readScreenEvents () noexcept;
    void addEvent (const PerformanceEvent& event) noexcept;
    void hushWhenBypassed () noexcept;
    void forgetInputs () noexcept;

    Parts parts;
    Patch known = Patch::defaults();
    std::array<PerformanceEvent, eventCapacity> events;
    std::size_t eventCount = 0;
    HostTransport transport;
    BypassFade bypass;
    std::array<double, pieceLength> left {}, right {}, drive {};
    double soundRate = 48000.0; // [Hz]
    bool atStart = true;        // nothing rendered since prepare or reset
    KeysDown keys;
    Queue<PerformanceEvent, 1024> screenEvents; // from the message thread
};
} // namespace kolophon
