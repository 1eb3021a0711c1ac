// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "NoteTrack.h"

#include <optional>
#include <span>

namespace kolophon
{
/** A sine fitted to the pitch of a note, on a straight line. */
struct FoundVibrato
{
    double cents;    // half of the distance from peak to peak
    double rate;     // [Hz] 4 to 9
    double harmonic; // [dB] the second over the first; NaN in notes of less than 0.72 s
};

/** Fits the inner part of a note, without 60 ms at either end; nullopt if that lasts less than 0.28 s. `pitch` [Hz] as
    for finePitchTrack(). */
std::optional<FoundVibrato> fittedVibrato (std::span<const double> signal, double sampleRate, NotePart note,
                                           double pitch);
} // namespace kolophon
