// SPDX-License-Identifier: GPL-3.0-or-later
#include "PatchExperiment.h"

#include "../../Core/ReferenceNote.h"
#include "../../Core/Units.h"

#include <cmath>

namespace kolophon
{
double nominalFrequency (int key, const Patch& patch, const Tuning& tuning) noexcept
{
    return frequencyFromNote (tuning.noteOf (key) + patch.bodyTuneSemitones + patch.bodyFineCents / 100.0);
}

double impedanceAt (const Patch& patch, const Tuning& tuning, int key)
{
    const double octaves = (tuning.noteOf (key) + patch.bodyTuneSemitones - referenceNote) / 12.0;
    return patch.bodyImpedance * std::exp2 (-0.01 * patch.bodyImpedanceTrackPercent * octaves);
}

Experiment experimentOf (const Patch& patch, const Tuning& tuning, int key, double position, double speed)
{
    Experiment e {};
    e.string.fundamental = nominalFrequency (key, patch, tuning);
    e.string.impedance = impedanceAt (patch, tuning, key);
    e.string.inharmonicity = patch.bodyInharmonicity;
    e.string.decayRate = decayRateFromT60 (patch.bodyDecay);
    e.string.quality = patch.bodyQuality;
    e.contact.muStatic = patch.contact.muStatic;
    e.contact.muKinetic = patch.contact.muKinetic;
    e.contact.stribeckSpeed = patch.contact.stribeckSpeed;
    e.bow = { position, 0.0, speed, 0.0 };
    return e;
}
} // namespace kolophon
