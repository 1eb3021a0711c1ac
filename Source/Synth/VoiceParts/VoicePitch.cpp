// SPDX-License-Identifier: GPL-3.0-or-later
#include "VoicePitch.h"

namespace kolophon
{
/** Flattening of the played key as predicted from the patch: the pitch lock's first estimate. */
guide::Flattening VoicePitch::flattening (const Patch& patch, const guide::Rubbed& rubbed) noexcept
{
    const double pitch = 440.0 * targetRatio ((glide.target() + patch.bodyTuneSemitones - 69.0) / 12.0);
    return guide::flattening (rubbed, pitch, patch.handPosition, 0.01 * patch.voiceGuidePercent);
}

void VoicePitch::plan (VoicePlan& plan, const Deviations& by) noexcept
{
    const auto& patch = plan.patch;
    const double swing = Vibrato::depth (patch, by.noteAge, by.wheel, by.ownVibrato) * by.vibratoFactor *
                         vibrato.deviation (by.vibratoBend);
    const double note = glide.note() + patch.bodyTuneSemitones;
    const double meantCents = patch.bodyFineCents + swing;
    const double cents = meantCents + by.strokeCents + by.fingerCents;
    const double meant = note + by.bend + 0.01 * meantCents;
    plan.swept = by.jumps ? 0.0 : meant - meantNote;
    meantNote = meant;
    plan.above = note - referenceNote;
    plan.asked = 440.0 * pitchRatio ((note + by.bend + 0.01 * cents - 69.0) / 12.0);
    plan.body.pitch = plan.asked;
}
} // namespace kolophon
