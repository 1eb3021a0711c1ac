// SPDX-License-Identifier: GPL-3.0-or-later
#include "BodyLane.h"

#include "../../Core/ReferenceNote.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
PitchLock::Modes BodyLane::heardModes (int harmonic) const noexcept
{
    PitchLock::Modes modes { theGroup->modeNow (harmonic - 1, lane), {} };
    if (const auto* its = table(); its != nullptr && its->firstModes() == 2)
        modes[1] = theGroup->modeNow (1, lane);
    return modes;
}

double BodyLane::contactSpeed() const noexcept
{
    double moving = 0.0;
    const auto add = [&] (std::size_t slot, const VoiceGroup::ModeNow& mode)
    {
        moving +=
            std::abs (theGroup->standing.shapes[slot][laneIndex()]) * std::sqrt (mode.x1 * mode.x1 + mode.x2 * mode.x2);
    };
    const auto modes = heardModes();
    for (std::size_t m = 0; m < modes.size(); ++m)
        add (m, modes[m]);
    const int ofSecond = second().table != nullptr ? static_cast<int> (second().table->firstModes()) : 1;
    for (int m = 0; m < std::min (ofSecond, second().count); ++m)
        add (static_cast<std::size_t> (second().first + m), theGroup->modeNow (second().first + m, lane));
    return moving;
}

double BodyLane::contactVelocitySquare() const noexcept
{
    double sum = 0.0;
    const auto modes = heardModes();
    for (std::size_t m = 0; m < modes.size(); ++m)
    {
        const double velocity = theGroup->standing.shapes[m][laneIndex()] * modes[m].x2;
        sum += velocity * velocity;
    }
    return sum;
}

int BodyLane::partials() const noexcept
{
    return std::max (static_cast<int> (theGroup->string.soundingCount[laneIndex()]), second().end) +
           static_cast<int> (theGroup->string.silentCount[laneIndex()]);
}

void BodyLane::moveBow (const BowMotion& now, const BowMotion& next, int steps) noexcept
{
    auto& bow = theGroup->bow;
    bow.normalForce[laneIndex()] = now.force; // a bow that has left the string presses no more, at once
    bow.velocityStep[laneIndex()] = (next.velocity - now.velocity) / steps;
    bow.normalForceStep[laneIndex()] = (next.force - now.force) / steps;
}

void BodyLane::placeOnSurface (double path) noexcept
{
    theGroup->surfaceState.path[laneIndex()] = theShadow->surfaceState.path[laneIndex()] =
        path - SurfaceProfile::period * std::floor (path / SurfaceProfile::period);
    theGroup->surfaceState.followed[laneIndex()] = theShadow->surfaceState.followed[laneIndex()] = 0.0;
}

void BodyLane::write (const ContactKnobs<double>& asked, ContactKnobs<VoiceLane>& to) noexcept
{
    auto knobs = asked;
    knobs.residualCompliance = to.residualCompliance[laneIndex()]; // the body's own, see lanes::updateBodies()
    eachField ([lane = laneIndex()] (double knob, VoiceGroup::Lane& lanes) { lanes[lane] = knob; }, knobs, to);
}

void BodyLane::setSide (std::size_t side, const ContactKnobs<double>& knobs, double place) noexcept
{
    write (knobs, theGroup->sides[side].law);
    set (theGroup->sidePlace[side], place);
}

void BodyLane::setStop (std::size_t side, const StopKnobs<double>& knobs) noexcept
{
    eachField ([lane = laneIndex()] (double knob, VoiceGroup::Lane& lanes) { lanes[lane] = knob; }, knobs,
               theGroup->sides[side].stop);
}

void BodyLane::setHeldMass (std::size_t side, const HeldMassKnobs<double>& knobs, bool gives) noexcept
{
    auto& its = theGroup->sides[side];
    eachField ([lane = laneIndex()] (double knob, VoiceGroup::Lane& lanes) { lanes[lane] = knob; }, knobs, its.hand);
    its.gives[laneIndex()] = gives ? 1.0 : 0.0;
}

BouncingBow::Motion BodyLane::pressing() const noexcept
{
    const auto& its = theGroup->sides[VoiceGroup::presser];
    return { -its.pressed.penetration[laneIndex()],
             its.motion.x2[laneIndex()] / std::sqrt (its.hand.mass[laneIndex()]) };
}

BowMotion BodyLane::side (std::size_t side) const noexcept
{
    const auto& bow = theGroup->sides[side].bow;
    return { bow.velocity[laneIndex()], bow.normalForce[laneIndex()] };
}

void BodyLane::moveSide (std::size_t side, const BowMotion& next, int steps, bool jumps) noexcept
{
    auto& bow = theGroup->sides[side].bow;
    if (jumps)
    {
        bow.velocity[laneIndex()] = next.velocity;
        bow.normalForce[laneIndex()] = next.force;
    }
    bow.velocityStep[laneIndex()] = (next.velocity - bow.velocity[laneIndex()]) / steps;
    bow.normalForceStep[laneIndex()] = (next.force - bow.normalForce[laneIndex()]) / steps;
}

void BodyLane::setSurface (const BodyRequest& request) noexcept
{
    const auto& patch = request.patch;
    auto& surface = theGroup->surface;
    surface.texture[laneIndex()] = surface.contactSound[laneIndex()] = 0.0;
    if (patch.surfaceTexturePercent > 0.0)
    {
        const double first = theGroup->string.fundamental[laneIndex()],
                     count = theGroup->string.soundingCount[laneIndex()];
        surface.texture[laneIndex()] =
            0.01 * patch.surfaceTexturePercent *
            std::sqrt (ofBody ([] (const BodyKind& kind, auto) { return kind.textureForce(); }));
        surface.topRate[laneIndex()] =
            ofBody ([&] (const BodyKind& kind, const ModeTable* its) { return kind.highest (first, count, its); });
        surface.contactSound[laneIndex()] = ofBody ([&] (const BodyKind& kind, const ModeTable* its)
                                                    { return kind.contactSound (request, first, count, its); });
    }
    surface.perGrain[laneIndex()] = 1.0 / patch.surfaceGrain;
    surface.ageing[laneIndex()] = 0.01 * patch.surfaceAgeingPercent;
    surface.ageingTime[laneIndex()] = patch.surfaceAgeingTime;
    surface.ageingSlip[laneIndex()] = patch.surfaceAgeingSlip;
}

void BodyLane::setBlock (const Patch& patch, double pitch) noexcept
{
    auto& block = theGroup->block;
    block.mass[laneIndex()] = patch.blockMass;
    // When shaken, the hand's amplitude falls with the note; the gap does too, so that all notes knock alike.
    block.gap[laneIndex()] = patch.blockGap * (patch.blockShake >= 0.5 ? referencePitch / pitch : 1.0);
    block.restitution[laneIndex()] = patch.blockRestitution;
    block.muStatic[laneIndex()] = patch.blockMuStatic;
    block.muKinetic[laneIndex()] = patch.blockMuKinetic;
    block.shakeFrequency[laneIndex()] = patch.blockShake >= 0.5 ? pitch : 0.0;
    block.feltTime[laneIndex()] = patch.blockFelt;
}

void BodyLane::setDrive (Drive drive) noexcept
{
    theGroup->bow.drivenVelocity[laneIndex()] = drive == Drive::audioSpeed ? 1.0 : 0.0;
    theGroup->bow.drivenForce[laneIndex()] = drive == Drive::audioForce ? 1.0 : 0.0;
}

void BodyLane::scaleFundamental (double ratio) noexcept
{
    set (theGroup->string.fundamental, theGroup->string.fundamental[laneIndex()] * ratio);
    theShadow->coefficients.set (theShadow->string.fundamental[laneIndex()], laneIndex(),
                                 theGroup->string.fundamental[laneIndex()]);
}

void BodyLane::copyToShadow() noexcept
{
    const auto copyLane = [lane = laneIndex()] (const VoiceGroup::Lane& from, VoiceGroup::Lane& to)
    { to[lane] = from[lane]; };
    eachField (copyLane, theGroup->bow, theShadow->bow);
    eachField (copyLane, theGroup->block, theShadow->block);
    eachField (copyLane, theGroup->surface, theShadow->surface);
    for (std::size_t side = 0; side < VoiceGroup::maxSides; ++side)
    {
        const auto& from = theGroup->sides[side];
        auto& to = theShadow->sides[side];
        const auto its = to.law.residualCompliance;
        eachField (copyLane, from.law, to.law);
        to.law.residualCompliance = its;
        eachField (copyLane, from.bow, to.bow);
        eachField (copyLane, from.stop, to.stop);
        eachField (copyLane, from.hand, to.hand);
        copyLane (from.gives, to.gives);
    }
    theShadow->copyInputs (*theGroup, lane);
}

bool BodyLane::isConstant() const noexcept
{
    const auto unchanged = [] (double value, double step) { return value + step == value; };
    const auto& bow = theGroup->bow;
    return ! theGroup->coefficients.isStale (laneIndex()) &&
           unchanged (bow.velocity[laneIndex()], bow.velocityStep[laneIndex()]) &&
           unchanged (bow.normalForce[laneIndex()], bow.normalForceStep[laneIndex()]);
}
} // namespace kolophon
