// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Threads/Mailbox.h"
#include "../Bank/VoiceGroup.h"

#include <array>
#include <cstdint>

namespace kolophon
{
/** State of the watched contact. A bow slips if the velocities of bow and surface differ by more than half the bow's
    speed, independently of its law: the criterion of SlipRecorder (Analysis/Notes/SteadyTone.h), so that pictures and
    measurements count the same slips. What touches beside it may rest, so that its own law decides; a stop sticks
    while it touches. */
enum class ContactMotion : std::uint8_t { lifted, stick, slip };
ContactMotion contactMotion (double relativeVelocity, double bowVelocity, double normalForce) noexcept;

/** Contacts of a body: the bow, or something beside it, in the order of VoiceGroup::sides. */
enum class Touching { bow, side, finger };
inline constexpr std::size_t touchings = 1 + VoiceGroup::maxBeside;

/** One internal sample of a contact, about 48 000 per second. Means are over the sample. */
struct ContactMoment
{
    float bowVelocity = 0.0f;      // [m/s]
    float relativeVelocity = 0.0f; // [m/s] bow - surface
    float frictionForce = 0.0f;    // [N] of the bow on the surface
    float normalForce = 0.0f;      // [N]
    float elongation = 0.0f;       // [m] of the bristle
    ContactMotion phase = ContactMotion::lifted;
    bool beginsPeriod = false; // the first slip of a period of the body
    bool follows = false;      // directly after the one before; false: another stroke, or a gap
};

/** Nominal period of the lane [s]. */
double nominalPeriod (const VoiceGroup& group, int lane) noexcept;

/** Queues of one slot's contacts, sample by sample: that of the bow, and those beside it while they touch. Their
    periods are the bow's. */
class ContactFeed
{
public:
    static constexpr std::size_t capacity = 8192;

    /** Takes the steps of a segment that was rendered with open books. [audio] */
    void publish (const VoiceGroup& group, int lane, double startTime, int steps, double timeStep) noexcept;
    /** Begins anew: for another stroke or voice. [audio] */
    void restart () noexcept;

    // [one reader]
    bool pop (Touching touching, ContactMoment& moment) noexcept
    {
        return published[static_cast<std::size_t> (touching)].queue.pop (moment);
    }

    static int stride (double timeStep) noexcept; // internal samples per moment

    double periodBegan = -1.0, period = 0.0; // [s]; -1: no slip yet
    ContactMoment last;

private:
    void note (ContactMoment& moment, double time, double timeStep, double nominal) noexcept;

    struct Published
    {
        bool follows = false;
        Queue<ContactMoment, capacity> queue;

        void push (ContactMoment moment, bool beginsPeriod) noexcept;
    };

    bool pendingPeriod = false;
    int sinceKept = 0;
    double lastExcess = 0.0; // [m/s] of the relative velocity over the threshold of slip
    std::array<Published, touchings> published;
};
} // namespace kolophon
