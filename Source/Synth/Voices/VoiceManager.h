// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Control/Channels.h"
#include "../Control/NoteTouch.h"
#include "../Control/Performance.h"
#include "../Output/HeldChord.h"
#include "../Strings/StringSet.h"
#include "../VoiceParts/PartialBudget.h"
#include "HandMemory.h"
#include "HeldKeys.h"
#include "StringPool.h"

#include <array>
#include <optional>

namespace kolophon
{
/** Allocates the voices of one player: turns keys, pedals and controllers into strokes on voices. The course of a
    stroke is computed by Voice::plan().

    Under VoiceMode::strings, with a string as the body, it plays like a string player. If a key comes while one string
    is bowed: below a fifth the stroke continues with the new key (a slur, or a trill when the previous key returns);
    from a fifth on the bow changes string. Keys that come within 40 ms of one another, or while several are held, are a
    chord: each has its own string. With open strings (voice.strings) a key is played on the highest free string that
    has it; a string that still rings keeps its motion when it is bowed again. MPE notes have separate fingers: they
    don't slur. [audio] */
class VoiceManager
{
public:
    /** Plays the part of the first player, 0, or of a further one of the section. All share the pool. */
    VoiceManager (StringPool& pool, int player) noexcept;
    VoiceManager (const VoiceManager&) = delete;
    VoiceManager& operator= (const VoiceManager&) = delete;

    int player () const noexcept { return thePlayer; }

    /** Makes the first player as new, except for tuning, custom modes, measured box and the MPE settings. */
    void reset () noexcept;

    /** Returns all voices to the state after reset(), except controllers, keys held in Mono and the count of strokes.
        All voices must be asleep. */
    void rest () noexcept;

    /** Takes an event, of any kind except parameters, modulation, the song and panic, at a stream time [samples].
        Returns the voice whose stroke it began, or -1. */
    int handle (const PerformanceEvent& event, const Patch& patch, std::uint64_t time) noexcept;

    /** True while a note with this number is held or sounds. */
    bool isPlaying (std::uint32_t note) const noexcept;
    /** The touch of a note with a number, at this stream time [samples]; null if the room is full. */
    NoteTouch* touch (std::uint32_t note, std::uint64_t time) noexcept
    {
        return touches.touch (note, time, [this] (std::uint32_t number) { return isPlaying (number); });
    }
    /** True if the host moves knobs of any note. */
    bool movesKnobs () const noexcept { return touches.movesKnobs(); }

    /** Silences every string, books its energy and centres controllers. */
    void silence () noexcept;

    /** Puts voices to sleep whose strings have rung out; `energies` of each string [J], the larger of both slots. */
    void dismiss (const std::array<double, limits::maxStrings>& energies) noexcept;

    /** Makes room for a stroke, or for all keys that another player holds: fades out what they would cut off. True if
        they may begin; else ask again at the next point of the control grid. */
    bool makeRoom (const PerformanceEvent& stroke, const Patch& patch) noexcept;
    bool makeRoom (const VoiceManager& other, const Patch& patch) noexcept;
    /** Puts voices to sleep that have faded out for others. True if there were any. */
    bool dismissYielded () noexcept;

    /** Lifts every bow, as if no key were down. */
    void leave () noexcept;
    /** Takes controllers and tuning of another player, and glides from that one's last key. */
    void join (const VoiceManager& other) noexcept;
    /** Sets the chair of the strokes that begin from now on, and their number. */
    void seat (const Chair& its, std::uint64_t strokes) noexcept
    {
        chair = its;
        strokeCount = strokes;
    }
    /** Sets the level with which the player is heard, 0 … 1. */
    void setPresence (double presence) noexcept
    {
        for (auto& v : voices)
            v.setPresence (presence);
    }
    /** The key that a voice plays and a finger holds. */
    std::optional<HeldKeys::Key> keyHeldOn (int v) const noexcept
    {
        const auto& keys = keysOf[static_cast<std::size_t> (v)];
        return voice (v).isHeld() && ! keys.empty() ? std::optional (keys.latest()) : std::nullopt;
    }

    /** Counts every voice into a budget of partials. */
    PartialBudget budget (const Patch& patch) const noexcept;
    /** Number of voices, counted from the first, that keys may start while others sound. */
    static int startable (const Patch& patch) noexcept;

    HeldChord heldChord () const noexcept;

    Voice& voice (int v) noexcept { return voices[static_cast<std::size_t> (v)]; }
    const Voice& voice (int v) const noexcept { return voices[static_cast<std::size_t> (v)]; }

    /** The number of a voice; -1: another player's. */
    int numberOf (const Voice& its) const noexcept
    {
        for (std::size_t v = 0; v < voices.size(); ++v)
            if (&voices[v] == &its)
                return static_cast<int> (v);
        return -1;
    }

    /** The voice of the latest stroke, which probes show; -1: none yet. */
    int lastStarted () const noexcept { return latest; }

    /** Number of strokes since reset() or the start of the song: seeds their random numbers. */
    std::uint64_t strokes () const noexcept { return strokeCount; }

    /** Restores both, to continue from a rest. */
    void recall (std::uint64_t itsStrokes, int itsLastStarted) noexcept
    {
        strokeCount = itsStrokes;
        latest = itsLastStarted;
    }

    /** Restarts the count of strokes, because the song starts or jumps, so that its strokes are reproducible. */
    void beginSong () noexcept { strokeCount = 0; }

    const Channels& channels () const noexcept { return midi; }
    void followMpe (Mpe mode, double rangeSemitones) noexcept { midi.follow (mode, rangeSemitones); }

    /** Sets the tuning of the keys and the modes of the custom body, for later strokes, and the loudness of a measured
        box; see Voice. */
    void setTuning (const Tuning& tuning) noexcept
    {
        for (auto& v : voices)
            v.setTuning (tuning);
    }
    void setCustomModes (const ModeTable* modes) noexcept
    {
        for (auto& v : voices)
            v.setCustomModes (modes);
    }
    void setBoxLoudness (const boxLoudness::Measured& box) noexcept
    {
        for (auto& v : voices)
            v.setBoxLoudness (box);
    }

private:
    void bindVoices () noexcept;
    HeldKeys& held (int v) noexcept { return keysOf[static_cast<std::size_t> (v)]; }
    int noteOn (const PerformanceEvent& event, const Patch& patch) noexcept;
    void noteOff (HeldKeys::Key released, double velocity, const Patch& patch) noexcept;
    void choke (std::uint32_t note) noexcept;
    void giveTouch (int v, std::uint32_t note) noexcept;
    int begin (int v, const PerformanceEvent& stroke, const Patch& patch) noexcept;
    int besideOf (int v, int channel, const Patch& patch) noexcept;
    double nextDirection (int channel, const Patch& patch) noexcept;
    void slur (int v, HeldKeys::Key key, double velocity, const Patch& patch) noexcept;
    int slurredVoice (const PerformanceEvent& stroke, const Patch& patch) const noexcept;
    int voiceFor (const PerformanceEvent& stroke, const Patch& patch) const noexcept;
    static bool choosesFreely (const Patch& patch) noexcept;
    void yield (int v) noexcept;
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

    std::array<Voice, limits::maxVoices> voices;
    HandMemory hands;
    Channels midi;
    NoteTouches touches;
    std::uint64_t now = 0; // [samples] stream time of the event that is being handled
    int latest = -1;
    bool yields = false; // a voice, perhaps
    std::uint64_t strokeCount = 0;
    std::uint64_t started = 0;                         // strokes since reset(): their order
    std::array<HeldKeys, limits::maxVoices> keysOf {}; // keys that are down, by the voice that plays them
    StringPool& pool;
    int thePlayer;
    Chair chair;
};
} // namespace kolophon
