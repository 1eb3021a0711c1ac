// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "PlayerDot.h"
#include "PlayerTraits.h"
#include "StringPool.h"
#include "VoiceManager.h"

#include <array>
#include <cstdint>
#include <optional>

namespace kolophon
{
/** All players of the instrument. The first plays what comes, at once and as the patch is; so does every further one,
    with a voice manager of its own, but later, as PlayerTraits says, and with other hands and strings. What a section
    does follows from that: slurs, pedals, modes and expression are each player's.

    A further player hears events from a queue, in order, on the control grid. To leave is to lift the bow; to join,
    to take up the keys that are held. [audio] */
class Section
{
public:
    Section (StringSet& slotA, StringSet& slotB) noexcept;

    VoiceManager& leader () noexcept { return first; }
    const VoiceManager& leader () const noexcept { return first; }

    /** Circumstances of a point of the control grid, or of an event. */
    struct Moment
    {
        const Patch& patch;
        std::uint64_t patchNumber; // unchanged while `patch` is; 0: unknown
        std::uint64_t time;        // [samples] of the stream
        double sampleRate;
        int alone = -1; // the only player who is to be heard; -1: all
    };

    /** Gives the event to the first player now, to the others in time. Returns the first player's voice whose stroke it
        began, or -1. */
    int handle (const PerformanceEvent& event, const Moment& now) noexcept;

    /** Players come, go and play what is due, at a point of the control grid. True if any has. */
    bool tick (const Moment& now) noexcept;

    /** Visits the voice manager of every player but the first, of those that have left as well. */
    template <class Visit>
    void eachFurther (Visit visit) noexcept
    {
        for (int p = 1; p <= created; ++p)
            visit (*at (p).plays);
    }

    int furtherPlayers () const noexcept { return created; }
    VoiceManager& further (int number) noexcept { return *others[static_cast<std::size_t> (number)].plays; }

    /** The patch as a further player has it. */
    const Patch& asPlayed (const VoiceManager& player, const Patch& patch, std::uint64_t number) noexcept
    {
        return at (player.player()).patchOf (patch, number);
    }

    /** State of a player, 0 the first, for pictures. */
    PlayerDot dotOf (int player) const noexcept;

    /** The first player's voice that plays the same key as this one of another player; -1: none. */
    int leadOf (const Voice& voice, int itsNumber) const noexcept;

    Voice& voice (int string) noexcept { return *pool.on (string); }
    /** The voice's number with its player, which all players of a note have in common as a rule. */
    int numberOf (int string) const noexcept;

    AwakeVoices awake () const noexcept;
    bool areAllAsleep () const noexcept;

    /** Leaves the first player alone, as new; the strings must be, too. Settings stay: see VoiceManager. */
    void reset () noexcept;

    /** The functions below do the same for every player: see VoiceManager. */
    void rest () noexcept;
    void silence () noexcept;
    void beginSong () noexcept;
    void dismiss (const std::array<double, limits::maxStrings>& energies) noexcept;
    void followMpe (Mpe mode, double rangeSemitones) noexcept;
    void setTuning (const Tuning& tuning) noexcept;
    void setCustomModes (const ModeTable* modes) noexcept;
    void setBoxLoudness (const boxLoudness::Measured& box) noexcept;

    void bookRemainder (int string, const Remainder& left) noexcept { pool.bookRemainder (string, left); }

private:
    /** An event on its way to the further players. */
    struct Sent
    {
        PerformanceEvent event;
        std::uint64_t time = 0, stroke = 0; // [samples]; number of the first player's stroke
    };

    struct Further
    {
        const Patch& patchOf (const Patch& patch, std::uint64_t number) noexcept;

        std::optional<VoiceManager> plays;
        PlayerTraits traits;
        std::uint64_t seed = 0, patchNumber = 0;
        Patch patch {};
        std::uint64_t next = 0; // number of the next event from the queue
        double lag = 0.0;       // [s] of the latest note
        bool isIn = false;      // plays
        double presence = 1.0;  // part of the level with which it plays
        double heard = 1.0;     // 0 while others are to be heard alone
        std::uint64_t due = 0;  // [samples] when it comes in or leaves; 0: neither is asked for
    };

    Further& at (int player) noexcept { return others[static_cast<std::size_t> (player - 1)]; }
    int wanted (const Patch& patch) const noexcept;
    void create (int players) noexcept;
    void send (const PerformanceEvent& event, const Moment& now) noexcept;
    bool follow (Further& its, int player, const Moment& now) noexcept;
    void setPresence (Further& its, double presence) noexcept;
    bool listen (const Moment& now) noexcept;
    double goalOf (int player, const Moment& now) const noexcept;
    bool fade (Further& its, int player, const Moment& now) noexcept;
    void comeIn (Further& its, int player, const Moment& now) noexcept;
    bool play (Further& its, int player, const Sent& sent, const Moment& now, bool mayWait) noexcept;
    int assigned (int player, const Patch& patch) const noexcept;
    bool isAnyHeld () const noexcept;
    bool turnTogether (const Patch& patch) noexcept;

    static constexpr std::uint64_t queueLength = 4096;

    StringPool pool;
    VoiceManager first { pool, 0 };
    std::array<Further, limits::maxPlayers - 1> others;
    int created = 0;         // further players that exist
    double firstHeard = 1.0; // as Further::heard
    std::array<Sent, queueLength> queue;
    std::uint64_t sent = 0;                              // events so far
    std::array<double, limits::maxVoices> velocities {}; // of the first player's strokes
    std::array<double, limits::maxVoices> directions {}; // of the first player's bows, at the last tick
    const Tuning* tuning = &equalTuning;
    const ModeTable* customModes = nullptr;
    boxLoudness::Measured box;
};
} // namespace kolophon
