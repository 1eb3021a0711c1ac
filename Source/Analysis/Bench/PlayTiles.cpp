// SPDX-License-Identifier: GPL-3.0-or-later
#include "PlayTiles.h"

#include "../../Synth/Bodies/BodyKind.h"
#include "../../Synth/Bodies/BodyTable.h"
#include "ContactObserver.h"
#include "PatchExperiment.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double tileRate = 48000.0;
constexpr double judgedPeriods = 25.0, settles = 0.12;   // [s] before that
constexpr double shortestTile = 0.25, longestTile = 0.7; // [s] of a tile

/** The patch with a plain, steady hand. */
Patch plain (Patch patch)
{
    patch.voiceGuidePercent = patch.voiceHumanisePercent = patch.voicePhrasingPercent = 0.0;
    patch.handForceMode = static_cast<double> (ForceMode::absolute);
    patch.handDrive = static_cast<double> (Drive::keys);
    patch.handArticulation = static_cast<double> (Articulation::bow);
    patch.handStroke = static_cast<double> (Stroke::down);
    patch.voiceResponse = static_cast<double> (Response::direct);
    patch.voiceVelocityPercent = 0.0;
    patch.voiceMode = static_cast<double> (VoiceMode::poly);
    patch.outBox = patch.outRoomPercent = patch.outSympatheticPercent = 0.0;
    patch.compareOn = patch.qualityOversampling = 0.0;
    return patch;
}
} // namespace

TilePlayer::TilePlayer (const Preset& preset, int itsKey)
    : patch (plain (preset.patch)), key (itsKey),
      period (1.0 / nominalFrequency (itsKey, preset.patch, tuningOf (preset))), synth (std::make_unique<Synth>())
{
    synth->prepare (tileRate);
    giveBody (*synth, preset.customBody);
    synth->setTuning (tuningOf (preset));
}

std::optional<RegimeMeasurement> TilePlayer::play (double position, double force,
                                                   const std::function<bool()>& interrupted)
{
    patch.handPosition = position;
    patch.handForce = force;
    synth->prepare (tileRate);
    synth->setPatch (patch);
    const double seconds = std::clamp (settles + judgedPeriods * period, shortestTile, longestTile);
    const int length = static_cast<int> (seconds * tileRate);
    constexpr int block = 512;
    double left[block], right[block];
    frames.resize (block);
    SlipRecorder slips;
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
    return motionOf (slips.phases(), sample - judged, sample, period * tileRate);
}

double fullForceOf (const Patch& patch, const Tuning& tuning, int key, double position)
{
    const double impedance = impedanceAt (patch, tuning, key);
    const auto body = static_cast<int> (patch.bodyType);
    const BodyRequest request { patch,     nominalFrequency (key, patch, tuning),
                                impedance, patch.bodyMass * impedance / patch.bodyImpedance,
                                position,  1.0 / tileRate };
    const double grip = std::max (0.02, patch.contact.muStatic - patch.contact.muKinetic);
    return BodyKind::of (bodyTable()[static_cast<std::size_t> (body)].model)
        .fullForce (request, modesOf (body), patch.handSpeed, grip);
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
