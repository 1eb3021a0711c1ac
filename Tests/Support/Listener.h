// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/** Bounds of tests that a listener sets: what is noticed, and what is not. */
namespace kolophon::test::listener
{
constexpr double level = 1.0;        // [dB] just noticed (Jesteadt, Wier & Green, J. Acoust. Soc. Am. 61 (1977) 169)
constexpr double halfAsMuch = 3.0;   // [dB] of power
constexpr double cents = 5.0;        // just noticed, 500 Hz to 2 kHz: 0.2 to 0.3 % (Wier, Jesteadt & Green, ibid. 178)
constexpr double ratio = 2.9e-3;     // of frequencies five cents apart, less 1
constexpr double inTune = 20.0;      // [cents] that pass in a line (Vurma & Ross, Music Perception 23 (2006) 331)
constexpr double audible = 1e-3;     // peak: 43 dB SPL in a quiet room, where -20 dBFS are 83 (SMPTE RP 200)
constexpr double asSpeech = 0.01;    // peak: 63 dB SPL
constexpr double inaudible = 2.6e-6; // peak: the threshold at 3 kHz, -8.5 dB SPL (ISO 226)
constexpr double dynamicStep = 6.0;  // [dB] from p to mp: six from ppp to fff, in a Dynamic range of 36
constexpr double twiceAsLoud = 10.0; // [dB] (Stevens, J. Acoust. Soc. Am. 27 (1955) 815)
constexpr double reverberation = 0.05; // of its time, just noticed (ISO 3382-1, table A.1)
} // namespace kolophon::test::listener
