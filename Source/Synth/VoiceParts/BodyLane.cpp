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
    { moving += std::abs (theGroup->shapes[slot][at()]) * std::sqrt (mode.x1 * mode.x1 + mode.x2 * mode.x2); };
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
        const double velocity = theGroup->shapes[m][at()] * modes[m].x2;
        sum += velocity * velocity;
    }
    return sum;
}

int BodyLane::partials() const noexcept
{
    return std::max (static_cast<int> (theGroup->string.soundingCount[at()]), second().end) +
           static_cast<int> (theGroup->string.silentCount[at()]);
}

void BodyLane::moveBow (const BowMotion& now, const BowMotion& next, int steps) noexcept
{
    auto& bow = theGroup->bow;
    bow.normalForce[at()] = now.force; // a bow that has left the string presses no more, at once
    bow.velocityStep[at()] = (next.velocity - now.velocity) / steps;
    bow.normalForceStep[at()] = (next.force - now.force) / steps;
}

void BodyLane::placeOnSurface (double path) noexcept
{
    theGroup->surfaceState.path[at()] = theShadow->surfaceState.path[at()] =
        path - SurfaceProfile::period * std::floor (path / SurfaceProfile::period);
    theGroup->surfaceState.followed[at()] = theShadow->surfaceState.followed[at()] = 0.0;
}

void BodyLane::write (const ContactKnobs<double>& asked, ContactKnobs<VoiceLane>& to) noexcept
{
    auto knobs = asked;
    knobs.residualCompliance = to.residualCompliance[at()]; // the body's own, see lanes::updateBodies()
    eachField ([lane = at()] (double knob, VoiceGroup::Lane& lanes) { lanes[lane] = knob; }, knobs, to);
}

void BodyLane::setSide (std::size_t side, const ContactKnobs<double>& knobs, double place) noexcept
{
    write (knobs, theGroup->sides[side].law);
    set (theGroup->sidePlace[side], place);
}

void BodyLane::setStop (std::size_t side, const StopKnobs<double>& knobs) noexcept
{
    eachField ([lane = at()] (double knob, VoiceGroup::Lane& lanes) { lanes[lane] = knob; }, knobs,
               theGroup->sides[side].stop);
}

void BodyLane::setHeldMass (std::size_t side, const HeldMassKnobs<double>& knobs, bool gives) noexcept
{
    auto& its = theGroup->sides[side];
    eachField ([lane = at()] (double knob, VoiceGroup::Lane& lanes) { lanes[lane] = knob; }, knobs, its.hand);
    its.gives[at()] = gives ? 1.0 : 0.0;
}

BouncingBow::Motion BodyLane::pressing() const noexcept
{
    const auto& its = theGroup->sides[VoiceGroup::presser];
    return { -its.pressed.penetration[at()], its.motion.x2[at()] / std::sqrt (its.hand.mass[at()]) };
}

BowMotion BodyLane::side (std::size_t side) const noexcept
{
    const auto& bow = theGroup->sides[side].bow;
    return { bow.velocity[at()], bow.normalForce[at()] };
}

void BodyLane::moveSide (std::size_t side, const BowMotion& next, int steps, bool jumps) noexcept
{
    auto& bow = theGroup->sides[side].bow;
    if (jumps)
    {
        bow.velocity[at()] = next.velocity;
        bow.normalForce[at()] = next.force;
    }
    bow.velocityStep[at()] = (next.velocity - bow.velocity[at()]) / steps;
    bow.normalForceStep[at()] = (next.force - bow.normalForce[at()]) / steps;
}

void BodyLane::setSurface (const BodyRequest& request) noexcept
{
    const auto& patch = request.patch;
    auto& surface = theGroup->surface;
    surface.texture[at()] = surface.contactSound[at()] = 0.0;
    if (patch.surfaceTexturePercent > 0.0)
    {
        const double first = theGroup->string.fundamental[at()], count = theGroup->string.soundingCount[at()];
        surface.texture[at()] = 0.01 * patch.surfaceTexturePercent *
                                std::sqrt (ofBody ([] (const BodyKind& kind, auto) { return kind.textureForce(); }));
        surface.topRate[at()] =
            ofBody ([&] (const BodyKind& kind, const ModeTable* its) { return kind.highest (first, count, its); });
        surface.contactSound[at()] = ofBody ([&] (const BodyKind& kind, const ModeTable* its)
                                             { return kind.contactSound (request, first, count, its); });
    }
    surface.perGrain[at()] = 1.0 / patch.surfaceGrain;
    surface.ageing[at()] = 0.01 * patch.surfaceAgeingPercent;
    surface.ageingTime[at()] = patch.surfaceAgeingTime;
    surface.ageingSlip[at()] = patch.surfaceAgeingSlip;
}

void BodyLane::setBlock (const Patch& patch, double pitch) noexcept
{
    auto& block = theGroup->block;
    block.mass[at()] = patch.blockMass;
    // When shaken, the hand's amplitude falls with the note; the gap does too, so that all notes knock alike.
    block.gap[at()] = patch.blockGap * (patch.blockShake >= 0.5 ? referencePitch / pitch : 1.0);
    block.restitution[at()] = patch.blockRestitution;
    block.muStatic[at()] = patch.blockMuStatic;
    block.muKinetic[at()] = patch.blockMuKinetic;
    block.shakeFrequency[at()] = patch.blockShake >= 0.5 ? pitch : 0.0;
    block.feltTime[at()] = patch.blockFelt;
}

void BodyLane::setDrive (Drive drive) noexcept
{
    theGroup->bow.drivenVelocity[at()] = drive == Drive::audioSpeed ? 1.0 : 0.0;
    theGroup->bow.drivenForce[at()] = drive == Drive::audioForce ? 1.0 : 0.0;
}

void BodyLane::scaleFundamental (double ratio) noexcept
{
    set (theGroup->string.fundamental, theGroup->string.fundamental[at()] * ratio);
    theShadow->coefficients.set (theShadow->string.fundamental[at()], at(), theGroup->string.fundamental[at()]);
}

void BodyLane::copyToShadow() noexcept
{
    const auto copyLane = [lane = at()] (const VoiceGroup::Lane& from, VoiceGroup::Lane& to) { to[lane] = from[lane]; };
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

bool BodyLane::stands() const noexcept
{
    const auto stand = [] (double value, double step) { return value + step == value; };
    const auto& bow = theGroup->bow;
    return ! theGroup->coefficients.isStale (at()) && stand (bow.velocity[at()], bow.velocityStep[at()]) &&
           stand (bow.normalForce[at()], bow.normalForceStep[at()]);
}
} // namespace kolophon
