// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kolophon
{
/** D4, the key at which knobs that depend on pitch have the value printed beside them: Wave impedance, Stretch. */
inline constexpr int referenceKey = 62;
inline constexpr double referenceNote = referenceKey;       // [semitones]
inline constexpr double referencePitch = 293.6647679174076; // [Hz]
} // namespace kolophon
