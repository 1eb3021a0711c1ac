#pragma once

#include "BodyKind.h"
#include "VoiceGroup.h"

namespace kolophon
{
/** A teacher's hand on the player's elbow: what a stroke asks for is brought to where this body speaks. It is a
    function of knobs and key alone, so that plugin and renderer play the same, at once and on the audio thread; no map
    has to be computed first. Physics.md 10 says how its limits were found.

    A limit is soft and monotone: q (1 + (q/limit)^4)^(-1/4) from above, (q^4 + limit^4)^(1/4) from below. `strength`
    (0 … 1) moves limits away: at one half they lie twice as far out, at 0 nothing is limited. [audio] */
namespace guide
{
double notBelow (double value, double limit) noexcept;
double notAbove (double value, double limit) noexcept;

/** What is rubbed, and by which law. */
struct Rubbed
{
    BodyModel model;
    const ModeTable* table; // null for what is none
    int law;
};

/** Brings what a patch asks of hand, contact and body inside the limits; the force is left to force(). `semitones`
    above D4, `pitch` [Hz]. */
void adjust (Patch& patch, const Rubbed& rubbed, double semitones, double pitch, double strength) noexcept;

/** Whether onset() is ever anything but 1. */
bool startsHarder (const Rubbed& rubbed) noexcept;

/** How much harder a body is rubbed that does not speak yet, as a factor of the force, which is `pressed` times full:
    it lets go as the first mode's speed at the contact [m/s] comes near the bow's, `speed`. */
double onset (double modeSpeed, double speed, double pressed, const Rubbed& rubbed, double strength) noexcept;

/** How far below its key a body sounds under a law when it is rubbed at `place`, before anybody has heard it. */
struct Flattening
{
    double cents;
    double deviation; // [cents] standard, from one front panel to another
};
Flattening flattening (const Rubbed& rubbed, double pitch, double place, double strength) noexcept;

/** The normal force [N] that is pressed when `asked` is, and `full` is BodyKind::fullForce(). */
double force (double asked, double full, const Rubbed& rubbed, double strength) noexcept;
} // namespace guide
} // namespace kolophon
