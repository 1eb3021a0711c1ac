#pragma once

#include "../Files/PresetFile.h"
#include "../Synth/Synth.h"
#include "Regime.h"

#include <functional>
#include <memory>
#include <vector>

namespace kolophon
{
/** What one key of an instrument does under a steady bow, place by place and force by force: the engine itself plays
    it, without anything that would help or disturb (guide, human hand, room). One for every thread. */
class TilePlayer
{
public:
    TilePlayer (const Preset& preset, int itsKey);

    /** Plays the key for a moment at this position with this force [N], and judges how its contact moves at the end;
        nothing when `interrupted`. */
    std::optional<RegimeMeasurement> play (double position, double force, const std::function<bool()>& interrupted);

private:
    Patch patch;
    int key;
    double period; // [s]
    std::unique_ptr<Synth> synth;
    std::vector<ProbeFrame> frames;
};

/** The normal force [N] that 100 % of Pressure means at this position, see BodyKind::fullForce(). */
double fullForceOf (const Patch& patch, const Tuning& tuning, int key, double position);

/** Theory's limits of Helmholtz motion [N] at each position, see BowedStrings.h; empty for what is no string. */
struct ForceLimits
{
    std::vector<double> largest, smallest;
};
ForceLimits forceLimitsOf (const Patch& patch, const Tuning& tuning, int key, std::span<const double> positions);
} // namespace kolophon
