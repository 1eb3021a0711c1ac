// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bank/StringSet.h"
#include "../Control/Channels.h"
#include "../Performance.h"
#include "HeldKeys.h"
#include "PartialBudget.h"
#include "Voice.h"

#include <array>

namespace kolophon
{
/** Allocates voices: turns keys, pedals and controllers into strokes on voices. The course of a stroke is computed by
    Voice::plan().

    Under VoiceMode::strings, with a string as the body, it plays like a string player. If a key comes while one string
    is bowed: below a fifth the stroke continues with the new key (a slur, or a trill when the previous key returns);
    from a fifth on the bow changes string. Keys that come within 40 ms of one another, or while several are held, are a
    chord: each has its own string. With open strings (voice.strings) a key is played on the highest free string that
    has it; a string that still rings keeps its motion when it is bowed again. MPE notes have separate fingers: they
    don't slur. [audio] */
class VoiceManager
{
public:
    /** Binds each voice to its lane in both sets. */
    VoiceManager (StringSet& slotA, StringSet& slotB) noexcept;

    /** Silences all voices, centres controllers and resets the count of strokes. Books no energy. */
    void reset () noexcept;

    /** Returns all voices to the state after reset(), except controllers, keys held in Mono and the count of strokes.
        All voices must be asleep. */
    void rest () noexcept;

    /** Takes an event, of any kind except parameters, the song and panic. Returns the voice whose stroke it began, or
        -1. */
    int handle (const PerformanceEvent& event, const Patch& patch) noexcept;

    /** Silences every string, books its energy and centres controllers. */
    void silence () noexcept;

    /** Puts voices to sleep whose strings have rung out; `energies` of each voice [J], the larger of both slots. */
    void dismiss (const std::array<double, Synth::maxVoices>& energies) noexcept;

    /** Counts every voice into a budget of partials; `awake` lists the awake ones. */
    PartialBudget budget (const Patch& patch, const AwakeVoices& awake) const noexcept;
    /** Number of voices, counted from the first, that keys may start while others sound. */
    static int startable (const Patch& patch) noexcept;

    AwakeVoices awake () const noexcept;
    bool everybodySleeps () const noexcept;
    int bowedStrings (const AwakeVoices& awake) const noexcept;

    /** Books, in both slots, energy that a voice's strings lost when they were silenced. */
    void bookRemainder (int voice, const Voice::Remainder& left) noexcept;

    std::array<Voice, Synth::maxVoices> voices;
    Channels channels;
    int lastStarted = -1;      // the voice that probes show
    std::uint64_t strokes = 0; // since reset() or the start of the song: seeds the random numbers of strokes

    /** Restarts the count of strokes, because the song starts or jumps, so that its strokes are reproducible. */
    void beginSong () noexcept { strokes = 0; }

private:
    Voice& voice (int v) noexcept { return voices[static_cast<std::size_t> (v)]; }
    HeldKeys& held (int v) noexcept { return keysOf[static_cast<std::size_t> (v)]; }
    int noteOn (const PerformanceEvent& event, const Patch& patch) noexcept;
    void noteOff (int channel, int key, double velocity, const Patch& patch) noexcept;
    int begin (int v, const PerformanceEvent& stroke, const Patch& patch) noexcept;
    void slur (int v, HeldKeys::Key key, const Patch& patch) noexcept;
    int slurredVoice (const PerformanceEvent& stroke, const Patch& patch) const noexcept;
    int voiceFor (const PerformanceEvent& stroke, const Patch& patch) const noexcept;
    double glidesFrom (const Patch& patch) const noexcept;
    void control (int channel, int number, double value) noexcept;
    void catchKeys (int channel, bool down) noexcept;
    void releaseKeys (int channel) noexcept;
    void retune () noexcept;
    Patch gliding (int channel, const Patch& patch) const noexcept;
    void putToSleep (int v) noexcept;

    template <class Condition>
    void liftWhere (Condition condition) noexcept
    {
        for (auto& v : voices)
            if (v.isHeld() && condition (v))
                v.lift();
    }

    std::uint64_t started = 0;                        // strokes since reset(): their order
    StringSet* slots[2];                              // A and B, the engine's
    std::array<HeldKeys, Synth::maxVoices> keysOf {}; // keys that are down, by the voice that plays them
};
} // namespace kolophon
