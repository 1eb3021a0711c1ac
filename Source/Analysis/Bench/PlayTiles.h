// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Presets/PresetFile.h"
#include "../../Synth/Synth.h"
#include "Regime.h"

#include <functional>
#include <memory>
#include <vector>

namespace kolophon
{
/** Plays one key of an instrument with a steady bow, for maps over position and force: with the engine itself,
    without its aids and disturbances (guide, human hand, room). One object per thread. */
class TilePlayer
{
public:
    TilePlayer (const Preset& preset, int itsKey);

    /** Plays the key for a moment at this position with this force [N], and classifies the motion of the contact at
        the end; nullopt if `interrupted`. */
    std::optional<RegimeMeasurement> play (double position, double force, const std::function<bool()>& interrupted);

private:
    Patch patch;
    int key;
    double period; // [s]
    std::unique_ptr<Synth> synth;
    std::vector<ProbeFrame> frames;
};

/** Normal force [N] that corresponds to 100 % of Pressure at this position, see BodyKind::fullForce(). */
double fullForceOf (const Patch& patch, const Tuning& tuning, int key, double position);

/** Theory's limits of Helmholtz motion [N] at each position, see BowedStrings.h; empty for bodies other than
    strings. */
struct ForceLimits
{
    std::vector<double> largest, smallest;
};
ForceLimits forceLimitsOf (const Patch& patch, const Tuning& tuning, int key, std::span<const double> positions);
} // namespace kolophon
