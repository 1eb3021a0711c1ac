#pragma once

#include "Channels.h"
#include "HeldKeys.h"
#include "PartialBudget.h"
#include "Performance.h"
#include "StringSet.h"
#include "Voice.h"

#include <array>

namespace kolophon
{
/** Who plays: turns keys, pedals and controllers into strokes on voices. It knows nothing of time within a stroke;
    Voice::plan() does.

    Under VoiceMode::strings, and where strings are rubbed, it plays like a string player. One string is bowed and
    another key comes: within a fifth the finger moves, and the stroke goes on (a slur, and a trill as the key before
    comes back); from a fifth on the bow changes string. Keys that come within 40 ms of one another, or while several
    are held, are a chord: each has a string. With open strings (voice.strings) a key is played on the highest free one
    that has it, and what is played again on a string that still rings is bowed as it moves. MPE gives every note a
    finger of its own: it doesn't slur. [audio] */
class Players
{
public:
    /** Binds each voice to its lane in both sets. */
    Players (StringSet& slotA, StringSet& slotB) noexcept;

    /** Everybody at rest, controllers centred, strokes counted anew. Leaves the books alone. */
    void reset () noexcept;

    /** Everybody as after reset(); controllers, keys that are held in Mono and the count of strokes stay. All must
        sleep. */
    void rest () noexcept;

    /** Takes an event: everything but parameters and panic. Returns the voice whose stroke it began, or -1. */
    int handle (const PerformanceEvent& event, const Patch& patch) noexcept;

    /** Every string to rest, its energy booked; controllers centred. */
    void silence () noexcept;

    /** Puts those to sleep whose strings have rung out; `energies` of each voice [J], the larger of both slots. */
    void dismiss (const std::array<double, Synth::maxVoices>& energies) noexcept;

    /** Counts every voice into a budget of partials; `awake` are those that are. */
    PartialBudget budget (const Patch& patch, const AwakeVoices& awake) const noexcept;
    /** As many voices, from the first on, as keys may still start while others sound. */
    static int startable (const Patch& patch) noexcept;

    AwakeVoices awake () const noexcept;
    bool everybodySleeps () const noexcept;
    int bowedStrings (const AwakeVoices& awake) const noexcept;

    /** Books in both slots what plan() made a voice's strings lose at once. */
    void bookRemainder (int voice, const Voice::Remainder& left) noexcept;

    std::array<Voice, Synth::maxVoices> voices;
    Channels channels;
    int lastStarted = -1;      // the voice that probes show
    std::uint64_t strokes = 0; // since reset(), or since the song began: what Human draws depends on

    /** The song starts or jumps: from here on strokes are as they are when it begins. */
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
    std::array<HeldKeys, Synth::maxVoices> keysOf {}; // that are down, by the voice that plays them
};
} // namespace kolophon
