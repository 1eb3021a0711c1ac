// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Presets/PresetFile.h"
#include "../../Synth/Synth.h"
#include "Regime.h"

#include <array>
#include <functional>
#include <memory>
#include <vector>

namespace kolophon
{
/** Plane of the two knobs that a bow is led with, at one key: Position across, and Pressure, or Force if that is in
    use, up; each over its whole travel, 0 … 1, so that no hand is ever outside. It knows what the guide plays there. */
class HandPlane
{
public:
    HandPlane (const Patch& itsPatch, const Tuning& itsTuning, int itsKey);

    /** Places of the two knobs on their travels. */
    struct Place
    {
        double across, up;
    };
    /** The knob that goes up. */
    const ParamInfo& up () const noexcept;
    /** Place of a patch's knobs. */
    static Place knobsOf (const Patch& patch) noexcept;
    /** The patch with its knobs at a place. */
    Patch at (Place place) const noexcept;

    /** Hand, contact and body as the guide leaves them, with a force [N]. */
    struct Played
    {
        Patch patch;
        double force;
    };
    Played played (Place place) const noexcept;

    /** A bow as it is played. */
    struct Bow
    {
        double speed, position, force; // [m/s], [N]
    };
    /** The place whose knobs play a bow like this one, inside the plane; where knobs within a range play the same, the
        place that is nearest to `knobs`. A bow that is slower than half the patch's, as in an attack, counts as that
        fast. */
    Place placeOf (const Bow& bow, Place knobs) const noexcept;

    /** Theory's limits of Helmholtz motion at a place across, as places up: below 0 or above 1 where the knob does not
        reach them. Nothing for bodies other than strings. */
    struct Limits
    {
        double smallest, largest;
        bool contain (double up) const noexcept { return up >= smallest && up <= largest; }
    };
    std::optional<Limits> limits (double across) const;

private:
    static constexpr std::size_t columns = 49, rows = 25;

    std::array<double, rows> forcesAt (double across) const noexcept;

    Patch patch;
    Tuning tuning;
    int key;
    std::array<double, columns> positions {}; // logarithms of those that are played
};

/** Plays one key of an instrument with a steady bow, for maps over its hand's plane: with the engine itself and its
    guide, without disturbances (human hand, dynamics, room). One object per thread. */
class TilePlayer
{
public:
    TilePlayer (const Preset& preset, int itsKey);

    const HandPlane& plane () const noexcept { return itsPlane; }
    /** Plays the key for a moment with the hand's knobs at this place, and classifies the motion of the contact at the
        end; nullopt if `interrupted`. */
    std::optional<RegimeMeasurement> play (HandPlane::Place place, const std::function<bool()>& interrupted);

private:
    HandPlane itsPlane;
    int key;
    double period; // [s]
    std::unique_ptr<Synth> synth;
    std::vector<ProbeFrame> frames;
};

/** Normal force [N] that corresponds to 100 % of Pressure at this position, see BodyKind::fullForce(): of two bodies,
    that of the one that moves under less. */
double fullForceOf (const Patch& patch, const Tuning& tuning, int key, double position);

/** Theory's limits of Helmholtz motion [N] at each position, see BowedStrings.h; empty for bodies other than
    strings. */
struct ForceLimits
{
    std::vector<double> largest, smallest;
};
ForceLimits forceLimitsOf (const Patch& patch, const Tuning& tuning, int key, std::span<const double> positions);
} // namespace kolophon
