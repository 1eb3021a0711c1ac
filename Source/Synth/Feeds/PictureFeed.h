// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Threads/Mailbox.h"
#include "../Parameters/Limits.h"
#include "../Parameters/Patch.h"
#include "../Strings/ContactFeed.h"
#include "../Voices/PlayerDot.h"
#include "HandFeed.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>

namespace kolophon
{
class Section;
class VoiceManager;

/** A contact whose motion is published. */
struct WatchedContact
{
    constexpr WatchedContact (Slot itsSlot, Touching its = Touching::bow) noexcept : slot (itsSlot), touching (its) {}

    Slot slot;
    Touching touching;
};
inline constexpr std::array<WatchedContact, 2 * touchings> watchedContacts { { { Slot::a, Touching::bow },
                                                                               { Slot::a, Touching::side },
                                                                               { Slot::a, Touching::finger },
                                                                               { Slot::b, Touching::bow },
                                                                               { Slot::b, Touching::side },
                                                                               { Slot::b, Touching::finger } } };

/** State of a voice's contact, for pictures. */
struct VoiceDot
{
    std::uint8_t key = 0;
    bool sounds = false, held = false;
    float position = 0.0f, normalForce = 0.0f, speed = 0.0f; // of the contact's path; [N]; [m/s]
};

/** State of a body at one moment, mode by mode, for pictures. */
struct ShapeFrame
{
    static constexpr int maxModes = VoiceGroup::maxSounding, maxVoices = 16;

    double time = 0.0;           // [s] since the engine was reset
    double period = 0.0;         // [s] from slip to slip; the key's if it doesn't slip once per period
    double phase = 0.0;          // 0 … 1 of the period that began with a slip
    double momentInterval = 0.0; // [s] between two ContactMoments
    int voice = -1, key = 60;
    int bodyType = 0;    // place in bodyTable()
    int secondBody = -1; // place in bodyTable(); -1: none
    Slot slot = Slot::a;

    double position = 0.0; // of the contact, as a fraction of its path
    /** Something that touches beside the bow, see VoiceGroup::Side. */
    struct Side
    {
        bool touches = false, isStop = false, isFinger = false;
        double position = 0.0; // as a fraction of the contact's path
        double gap = 0.0;      // [m] between a stop and the body as it is; negative: it presses
    };
    std::array<Side, VoiceGroup::maxBeside> sides {};
    double fundamental = 0.0, impedance = 0.0;    // of a string [Hz], [kg/s]
    double mass = 0.0;                            // [kg] of a table's body
    double contactDisplacement = 0.0;             // [m] of the surface where it is rubbed
    double handExtension = 0.0;                   // [m] of the hand's spring
    double lift = 0.0;                            // [m] between the body and what a spring presses on it; 0: it touches
    double secondDisplacement = 0.0;              // [m] of the second body at the contact, where the first goes
    double blockPosition = 0.0, blockGap = 0.0;   // [m]
    double bristleEnergy = 0.0, bodyEnergy = 0.0; // [J] of this voice
    double handEnergy = 0.0;                      // [J] in arm or hair, part of what bodyEnergy isn't
    double secondEnergy = 0.0;                    // [J] in the second body, of this voice
    double gesture = -1.0;                        // position within the drawn gesture, 0 … 1; -1: not in use
    ContactMoment contact;                        // the last one before this frame

    int modes = 0;
    std::array<float, maxModes> x1 {}, x2 {};  // energy coordinates w q and q' [sqrt (J)]
    std::array<float, maxModes> frequency {};  // w [rad/s]; 0 for a mode with a node at the contact
    std::array<VoiceDot, maxVoices> voices {}; // all voices of the first player
    std::array<PlayerDot, limits::maxPlayers> players {};

    /** Modal displacement q [m sqrt (kg)]; the body is displaced by shape/sqrt (M) of it. */
    double displacement (int mode) const noexcept
    {
        const auto m = static_cast<std::size_t> (mode);
        return frequency[m] > 0.0f ? static_cast<double> (x1[m]) / static_cast<double> (frequency[m]) : 0.0;
    }
    double energy (int mode) const noexcept // [J]
    {
        const auto m = static_cast<std::size_t> (mode);
        const double x = static_cast<double> (x1[m]), y = static_cast<double> (x2[m]);
        return 0.5 * (x * x + y * y);
    }
};

/** Values of knobs that macros and matrix move, for the voice that was started last; while none sounds, for box and
    room. */
struct MovedKnobs
{
    static constexpr std::size_t capacity = 96;

    std::size_t count = 0;
    std::array<std::uint16_t, capacity> parameter {}; // places in parameterTable()
    std::array<float, capacity> value {};             // in the table's unit
};

/** Data for pictures of a playing instrument: the contact of the voice that was started last, sample by sample, and
    about sixty times per second the modes of its body, at moments that move through its period once per second (a
    strobe, which shows a string in slow motion). Costs nothing while no viewer is registered; viewers change no bit of
    the sound. */
class PictureFeed
{
public:
    static constexpr double shotsPerSecond = 60.0, periodsShownPerSecond = 1.0;

    // [any]
    void addViewer () noexcept { viewers.fetch_add (1, std::memory_order_relaxed); }
    void removeViewer () noexcept { viewers.fetch_sub (1, std::memory_order_relaxed); }
    bool isWatched () const noexcept { return viewers.load (std::memory_order_relaxed) > 0; }

    // [one reader, any thread]
    bool pop (WatchedContact contact, ContactMoment& moment) noexcept
    {
        return of (contact.slot).pop (contact.touching, moment);
    }
    bool pop (ShapeFrame& frame) noexcept { return shapes.pop (frame); }
    /** Feed from which gestures are recorded; it needs no viewer. [see there] */
    HandFeed& hand () noexcept { return handFeed; }
    /** Collects the values of moved knobs, thirty times per second; false without new ones. */
    bool collect (MovedKnobs& latest) noexcept { return moved.collect (latest); }

    // [audio] from here on
    ContactFeed& of (Slot slot) noexcept { return slot == Slot::a ? contactA : contactB; }
    /** Records the hand, at a point of the control grid, after the next segment has been planned. */
    void noteHand (std::uint64_t now, double sampleRate, const VoiceManager& voiceManager) noexcept;
    void tell (const MovedKnobs& knobs) noexcept { moved.publish (knobs); }
    /** Restarts the contacts if another voice or another stroke begins. Call it before each watched segment. */
    void prepare (int voice, std::uint64_t stroke) noexcept;
    void reset () noexcept;

    struct Moment
    {
        std::uint64_t now; // [samples] of the host since reset
        double sampleRate, timeStep;
        Slot slot;
    };
    /** Samples of the host to the next shot; a large number if none is due. */
    int samplesToShot (std::uint64_t now) const noexcept;
    /** Takes the shot that is due now, and plans the next. Call it after each segment. */
    void look (const Moment& moment, const VoiceGroup& group, int voice, const Section& section) noexcept;

private:
    static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

    void shoot (const Moment& moment, const VoiceGroup& group, int voice, const Section& section) noexcept;
    void planShot (const Moment& moment, double nominal) noexcept;

    std::atomic<int> viewers { 0 };
    ContactFeed contactA, contactB;
    Queue<ShapeFrame, 8> shapes;
    Mailbox<MovedKnobs> moved;
    HandFeed handFeed;
    ShapeFrame draft; // a member, because it is too large for the host's stack
    int watchedVoice = -1;
    std::uint64_t watchedStroke = 0, shotAt = never, earliest = 0;
    double wantedPhase = 0.0;
};
} // namespace kolophon
