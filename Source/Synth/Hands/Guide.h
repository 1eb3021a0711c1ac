// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bank/VoiceGroup.h"
#include "../Bodies/BodyKind.h"

namespace kolophon
{
/** Playing assistance: keeps a stroke within the range where this body speaks. It is a function of knobs and key alone,
    so that plugin and renderer play the same, at once and on the audio thread; no map has to be computed first.
    Physics.md 10 explains how its limits were found.

    A limit is soft and monotone: q (1 + (q/limit)^4)^(-1/4) from above, (q^4 + limit^4)^(1/4) from below. `strength`
    (0 … 1) moves limits away: at one half they lie twice as far out, at 0 nothing is limited. [audio] */
namespace guide
{
double notBelow (double value, double limit) noexcept;
double notAbove (double value, double limit) noexcept;

/** Body and law that limits depend on. */
struct Rubbed
{
    BodyModel model;
    const ModeTable* table; // null unless the body is a mode table
    int law;
    double stiffness = 0.0; // B of a string
    double firmness = 1.0;  // of a string that twists, see firmnessOf()
    bool follows = false;   // GuideKind::follow: limits fold what lies beyond them, and the contact follows the bow
    bool scales = false;    // likewise in a narrow window: the bow is held in it, and the motion brought to its speed
};

constexpr double usualSpeed = 0.2, usualPlace = 0.13;           // [m/s], fraction of the path: of the hand of a patch
constexpr double usualPressure = 0.65, crackingPressure = 1.85; // of full, in decades from a tenth of it

/** Between a value for strings and one for stiff strings, in equal ratios. */
double towards (double bar, double ofString, double ofBar) noexcept;

/** True for skins, which lose much: their second mode lies a sixth above the first, and tends to sound instead. */
bool isSkin (const ModeTable* table) noexcept;

/** True for plates, discs and saws, whose next mode lies within an octave of the first. */
bool isDense (const ModeTable* table) noexcept;

/** Impedance that a string shows the bow, its transverse and torsional waves in parallel, Z_0 Z_t/(Z_0 + Z_t), over
    that of one that twists as the default does; 1 at most, and without torsion. */
double firmnessOf (const Patch& patch) noexcept;

/** Fraction of the way from a string, round which a corner travels, to a bar, whose first mode moves alone, at its
    stiffness. */
double barness (const Rubbed& rubbed) noexcept;

/** Moves the patch's settings of hand, contact and body inside the limits; the force is left to force(). `semitones`
    above D4, `pitch` [Hz]. */
void adjust (Patch& patch, const Rubbed& rubbed, double semitones, double pitch, double strength) noexcept;

/** Factor of the surface's roughness, which is heard beside the force: where that is small, because the bow is slow or
    the body light, it would only hiss. */
double roughness (const Patch& patch, const Rubbed& rubbed, double semitones, double pitch, double strength) noexcept;

/** False if onset() is always 1. */
bool startsHarder (const Rubbed& rubbed) noexcept;

/** Factor of the force, which is `pressed` times full, while a body does not speak yet: returns to 1 as the first
    mode's speed at the contact [m/s] approaches the bow's, `speed`. */
double onset (double modeSpeed, double speed, double pressed, const Rubbed& rubbed, double strength) noexcept;

/** False if pace() is always 1. */
bool keepsPace (const Rubbed& rubbed) noexcept;

/** Factor of the bow's `speed` [m/s]. A law whose friction drops only from rest drives a body as long as its surface
    comes to rest on the bow, so a guided bow keeps below the speed of the surface, whose first mode moves at
    `modeSpeed` [m/s]. */
double pace (double modeSpeed, double speed, const Rubbed& rubbed, double strength) noexcept;

/** Expected flattening of a body under a law when it is rubbed at `place`, before it is measured. */
struct Flattening
{
    double cents;
    double deviation; // [cents] standard, over all settings of the knobs
};
Flattening flattening (const Rubbed& rubbed, double pitch, double place, double strength) noexcept;

/** Normal force [N] after limiting, of `asked`; `full` is BodyKind::fullForce(). */
double force (double asked, double full, const Rubbed& rubbed, double strength) noexcept;
} // namespace guide
} // namespace kolophon
