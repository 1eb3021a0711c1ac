// SPDX-License-Identifier: GPL-3.0-or-later
#include "PlayTiles.h"

#include "../../Core/ReferenceNote.h"
#include "../../Synth/Bodies/BodyKind.h"
#include "../../Synth/Bodies/BodyTable.h"
#include "../../Synth/Parameters/ParameterTable.h"
#include "../../Synth/VoiceParts/BodyLane.h"
#include "PatchExperiment.h"
#include "RegimeSigns.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double tileRate = 48000.0;
constexpr double judgedPeriods = 25.0, settles = 0.12;   // [s] before that
constexpr double shortestTile = 0.25, longestTile = 0.7; // [s] of a tile

const Parameter& acrossKnob ()
{
    return parameterTable()[*findParameter ("hand.position")];
}

const Parameter& upKnob (const Patch& patch)
{
    const bool isAbsolute = choiceOf<&Patch::handForceMode> (patch) == ForceMode::absolute;
    return parameterTable()[*findParameter (isAbsolute ? "hand.force" : "hand.pressure")];
}

/** The patch with a plain, steady hand. */
Patch plain (Patch patch)
{
    patch.voiceHumanisePercent = patch.voicePhrasingPercent = 0.0;
    patch.handDrive = static_cast<double> (Drive::keys);
    if (choiceOf<&Patch::handArticulation> (patch) != Articulation::harmonic)
        patch.handArticulation = static_cast<double> (Articulation::bow);
    patch.handStroke = static_cast<double> (Stroke::down);
    patch.voiceResponse = static_cast<double> (Response::direct);
    patch.voiceVelocityPercent = 0.0;
    patch.voiceMode = static_cast<double> (VoiceMode::poly);
    patch.outBox = patch.outRoomPercent = patch.outSympatheticPercent = 0.0;
    patch.compareOn = patch.qualityOversampling = 0.0;
    return patch;
}

/** Place of a value between those of an ascending list, as a fraction of the list. */
template <std::size_t count>
double placeIn (const std::array<double, count>& list, double value) noexcept
{
    std::size_t above = 1;
    while (above + 1 < count && list[above] < value)
        ++above;
    const double low = list[above - 1], high = list[above];
    const double part = high > low ? std::clamp ((value - low) / (high - low), 0.0, 1.0) : value > high ? 1.0 : 0.0;
    return (static_cast<double> (above - 1) + part) / static_cast<double> (count - 1);
}

/** The same where a range of places has the value, to within a thousandth: the one nearest to `preferred`. */
template <std::size_t count>
double nearestIn (const std::array<double, count>& list, double value, double preferred) noexcept
{
    constexpr double same = 1e-3;
    return std::clamp (preferred, placeIn (list, value - same), placeIn (list, value + same));
}

double logOf (double value) noexcept
{
    return std::log (std::max (value, 1e-9));
}
} // namespace

const ParamInfo& HandPlane::up() const noexcept
{
    return upKnob (patch);
}

HandPlane::HandPlane (const Patch& itsPatch, const Tuning& itsTuning, int itsKey)
    : patch (itsPatch), tuning (itsTuning), key (itsKey)
{
    for (std::size_t column = 0; column < columns; ++column)
        positions[column] = logOf (played ({ static_cast<double> (column) / (columns - 1), 0.5 }).patch.handPosition);
}

HandPlane::Place HandPlane::knobsOf (const Patch& patch) noexcept
{
    const auto of = [&patch] (const Parameter& its) { return its.toNormalised (its.in (patch)); };
    return { of (acrossKnob()), of (upKnob (patch)) };
}

Patch HandPlane::at (Place place) const noexcept
{
    Patch moved = patch;
    acrossKnob().in (moved) = acrossKnob().fromNormalised (place.across);
    upKnob (patch).in (moved) = upKnob (patch).fromNormalised (place.up);
    return moved;
}

HandPlane::Played HandPlane::played (Place place) const noexcept
{
    Played its { at (place), 0.0 };
    const auto body = static_cast<int> (patch.bodyType);
    const auto model = bodyTable()[static_cast<std::size_t> (body)].model;
    const auto* table = model == BodyModel::table ? modesOf (body) : nullptr;
    const double strength = 0.01 * patch.voiceGuidePercent;
    const double above = tuning.noteOf (key) + patch.bodyTuneSemitones - referenceNote;
    guide::adjust (its.patch, rubbedBy (its.patch, model, table), above, nominalFrequency (key, patch, tuning),
                   strength);
    const double full = fullForceOf (its.patch, tuning, key, its.patch.handPosition);
    const double asked = choiceOf<&Patch::handForceMode> (patch) == ForceMode::relative
                             ? full * std::pow (10.0, 0.01 * its.patch.handPressurePercent - 1.0)
                             : its.patch.handForce;
    its.force = guide::force (asked, full, rubbedBy (its.patch, model, table), strength);
    return its;
}

/** Logarithms of the forces that are played along the way up. */
std::array<double, HandPlane::rows> HandPlane::forcesAt (double across) const noexcept
{
    std::array<double, rows> forces;
    for (std::size_t row = 0; row < rows; ++row)
        forces[row] = logOf (played ({ across, static_cast<double> (row) / (rows - 1) }).force);
    return forces;
}

HandPlane::Place HandPlane::placeOf (const Bow& bow, Place knobs) const noexcept
{
    const double across = nearestIn (positions, logOf (bow.position), knobs.across);
    const double usual = played ({ across, knobs.up }).patch.handSpeed;
    auto faster = *this;
    faster.patch.handSpeed *= std::max (0.5, bow.speed / usual);
    return { across, nearestIn (faster.forcesAt (across), logOf (bow.force), knobs.up) };
}

std::optional<HandPlane::Limits> HandPlane::limits (double across) const
{
    constexpr double below = -1.0, above = 2.0;
    const auto its = played ({ across, knobsOf (patch).up });
    const double position[] = { its.patch.handPosition };
    const auto newtons = forceLimitsOf (its.patch, tuning, key, position);
    if (newtons.largest.empty() || ! (newtons.smallest[0] < newtons.largest[0]))
        return std::nullopt;
    const auto forces = forcesAt (across);
    const auto upOfLimit = [&forces] (double force)
    {
        const double place = placeIn (forces, logOf (force));
        return logOf (force) < forces.front() ? below : logOf (force) > forces.back() ? above : place;
    };
    return Limits { upOfLimit (newtons.smallest[0]), upOfLimit (newtons.largest[0]) };
}

TilePlayer::TilePlayer (const Preset& preset, int itsKey)
    : itsPlane (plain (preset.patch), tuningOf (preset), itsKey), key (itsKey),
      period (1.0 / nominalFrequency (itsKey, preset.patch, tuningOf (preset))), synth (std::make_unique<Synth>())
{
    synth->prepare (tileRate);
    giveBody (*synth, preset.customBody);
    synth->setTuning (tuningOf (preset));
}

std::optional<RegimeMeasurement> TilePlayer::play (HandPlane::Place place, const std::function<bool()>& interrupted)
{
    synth->prepare (tileRate);
    synth->setPatch (itsPlane.at (place));
    const double seconds = std::clamp (settles + judgedPeriods * period, shortestTile, longestTile);
    const int length = static_cast<int> (seconds * tileRate);
    constexpr int block = 512;
    double left[block], right[block];
    frames.resize (block);
    auto slips = shownSlips (period * tileRate);
    const PerformanceEvent strike { 0, PerformanceEvent::Type::noteOn, 0, static_cast<std::uint16_t> (key), 0.63 };
    std::int64_t sample = 0;
    for (int done = 0; done < length; done += block)
    {
        if (interrupted())
            return std::nullopt;
        ProbeBuffer probes { frames.data(), frames.size(), 0 };
        synth->render (done == 0 ? std::span (&strike, 1) : std::span<const PerformanceEvent>(), left, right, block,
                       &probes);
        for (std::size_t i = 0; i < probes.count; ++i)
            slips.add (sample++, frames[i].relativeVelocity, frames[i].bowVelocity, frames[i].normalForce);
    }
    const auto judged = std::min (sample / 2, static_cast<std::int64_t> (judgedPeriods * period * tileRate));
    return shownMotion (slips.phases(), sample - judged, sample, period * tileRate);
}

double fullForceOf (const Patch& patch, const Tuning& tuning, int key, double position)
{
    const double impedance = impedanceAt (patch, tuning, key);
    const auto body = static_cast<int> (patch.bodyType);
    const BodyRequest request { patch,     nominalFrequency (key, patch, tuning),
                                impedance, patch.bodyMass * impedance / patch.bodyImpedance,
                                position,  1.0 / tileRate };
    const double grip = std::max (0.02, patch.contact.muStatic - patch.contact.muKinetic);
    const auto of = [&patch, grip] (int its, const BodyRequest& asked)
    {
        return BodyKind::of (bodyTable()[static_cast<std::size_t> (its)].model)
            .fullForce (asked, modesOf (its), patch.handSpeed, grip);
    };
    const double first = of (body, request);
    const int second = secondBodyAt (patch.secondBodyType);
    if (second < 0 || bodyTable()[static_cast<std::size_t> (body)].model == BodyModel::block)
        return first;
    return std::min (first, of (second, secondRequest (request, bodyTable()[static_cast<std::size_t> (second)].model)));
}

ForceLimits forceLimitsOf (const Patch& patch, const Tuning& tuning, int key, std::span<const double> positions)
{
    ForceLimits limits;
    if (bodyTable()[static_cast<std::size_t> (patch.bodyType)].model != BodyModel::string ||
        patch.contact.muStatic <= patch.contact.muKinetic)
        return limits;
    for (const double position : positions)
    {
        const auto e = experimentOf (patch, tuning, key, position, patch.handSpeed);
        limits.largest.push_back (schellengMaximum (e));
        limits.smallest.push_back (modalMinimum (e));
    }
    return limits;
}
} // namespace kolophon
