// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/** Bounds of tests that a listener sets: what is noticed, and what is not. */
namespace kolophon::test::listener
{
constexpr double level = 1.0;        // [dB] just noticed (Jesteadt, Wier & Green, J. Acoust. Soc. Am. 61 (1977) 169)
constexpr double cents = 5.0;        // just noticed, 500 Hz to 2 kHz: 0.2 to 0.3 % (Wier, Jesteadt & Green, ibid. 178)
constexpr double inTune = 20.0;      // [cents] that pass in a line (Vurma & Ross, Music Perception 23 (2006) 331)
constexpr double dynamicStep = 6.0;  // [dB] from p to mp: six from ppp to fff, in a Dynamic range of 36
constexpr double twiceAsLoud = 10.0; // [dB] (Stevens, J. Acoust. Soc. Am. 27 (1955) 815)
} // namespace kolophon::test::listener
