// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Bars.h"
#include "Custom.h"
#include "Discs.h"
#include "Glass.h"
#include "Plates.h"
#include "Saw.h"
#include "TorsionPair.h"
#include "TunedBars.h"

namespace kolophon
{
/** List of all bodies. Append only: the parameter body.type holds the index. The string and the block have their own
    physics (StringModes-inl.h, BlockBetweenStops-inl.h); all others are mode tables. */
inline constexpr BodyInfo bodies[] = {
    { "String", "Stiff string with bending modes, torsional modes and the compliance of the omitted modes.",
      "from the bridge (0) to the middle (0.5)", nullptr,
      "f_n = n f_0 sqrt(1 + B n^2),  f_1 in tune\n"
      "shape  sqrt(2) sin(n pi x/L)\n"
      "loss  s_n = ln 1000/T60 + pi f_n/Q + s_a sqrt(f_n/1 kHz) + pi f_n δ B n^2/(1 + B n^2)\n"
      "heard: the force at the bridge,  T y'(0)\n"
      "torsion  f_n = n f_t,  impedance Z_t: moves the contact, is not heard",
      "Mean square 1 over the length: every modal mass is the mass M = mu L = Z_0/(2 f_0) of the string, Z_0 = sqrt(T "
      "mu).",
      "f_n: H. Fletcher, J. Acoust. Soc. Am. 36 (1964) 203-209, pinned ends. Helmholtz motion: Helmholtz, On the "
      "Sensations of Tone (1862); Cremer, The Physics of the Violin (unverified). Loss: Valette & Cuesta, Mécanique de "
      "la corde vibrante (Hermès, 1993), in the form of Issanchou et al., J. Sound Vib. 393 (2017) 229-251, as seen in "
      "code that cites them; measured strings: the presets Violin Steel to Bass Steel. Tested: frequencies and decays "
      "of every partial, the "
      "static compliance in closed form, Helmholtz motion, tuning.",
      "The bow sticks for most of a period and slips once: one corner runs round the string. Less force: the string "
      "slips twice and whistles. More force: it crushes.",
      "Modes above half the sample rate, or beyond body.modes, still yield: their static compliance lies in series "
      "with the bristle. One plane of vibration; the bridge does not move.",
      false, BodyModel::string },
    { "Block", "Block on a floor between two stops: it slides, sticks, knocks and rattles.", "", nullptr,
      "M u' = F - floor,  x' = u,  |floor| = mu_k M g sliding,  <= mu_s M g at rest\n"
      "at a stop, |x| = gap:  u <- -e u\n\n"
      "LEFT_STOP      SLIDING_RIGHT                F >  F_s = mu_s M g\n"
      "SLIDING_RIGHT  STOPPED | SLIDING_LEFT       speed drops to zero | and F < -F_k = -mu_k M g\n"
      "SLIDING_RIGHT  RIGHT_STOP | SLIDING_LEFT    at the right stop: e = 0 | e > 0\n"
      "STOPPED        SLIDING_RIGHT | SLIDING_LEFT F > F_s | F < -F_s\n"
      "SLIDING_LEFT   STOPPED | SLIDING_RIGHT      speed drops to zero | and F > F_k\n"
      "SLIDING_LEFT   LEFT_STOP | SLIDING_RIGHT    at the left stop: e = 0 | e > 0\n"
      "RIGHT_STOP     SLIDING_LEFT                 F < -F_s",
      "",
      "Klaffenbach, \"Using state machines and callbacks to model friction and limit stops\", "
      "klaff.github.io/friction_state_machine.jl.html (2021; the version with twelve transitions). All twelve "
      "transitions and the printed run are tested.",
      "Rattles and knocks at the pitch of the key. Another friction law moves the knocks.",
      "No modes: the sound is the force on stops and floor, through a felt. Bounces that accumulate at a stop end "
      "there at rest.",
      false, BodyModel::block },
    bars::freeBar,
    bars::cantilever,
    bars::clampedBar,
    bars::hingedBar,
    glass::wineGlass,
    glass::bowl,
    plates::plate,
    plates::membrane,
    tunedbars::marimba,
    tunedbars::vibraphone,
    discs::disc,
    saws::saw,
    torsionpair::torsionPair,
    custom::body,
};
} // namespace kolophon
