// SPDX-License-Identifier: GPL-3.0-or-later
#include "VoiceGroup.h"

#include "../../Physics/Friction/LawInfo.h"

#include <bit>
#include <cmath>
#include <new>
#include <type_traits>

namespace kolophon
{
void VoiceGroup::clear() noexcept
{
    // Clears in place: assigning a temporary takes half a megabyte of the audio thread's stack if a compiler doesn't
    // optimise it away.
    static_assert (std::is_trivially_copyable_v<VoiceGroup> && std::is_trivially_destructible_v<VoiceGroup>);
    ::new (static_cast<void*> (this)) VoiceGroup {};
    const auto fill = [] (Lane& lane, double value) { lane.fill (value); };
    neutralise (string, fill);
    neutralise (law, fill);
    neutralise (bow, fill);
    neutralise (hand, fill);
    neutralise (surface, fill);
    neutralise (block, fill);
    neutralise (body, fill);
    for (auto& side : sides)
    {
        neutralise (side.law, fill);
        neutralise (side.bow, fill);
        neutralise (side.stop, fill);
        neutralise (side.hand, fill);
        side.gap = side.stop.gap;
        fill (side.pressed.penetration, -side.gap[0]);
    }
    sides[presser].isStop = true;
    for (auto& place : sidePlace)
        place.fill (0.5);
    soundingPartial.fill (1.0);
    neutralise (secondKnobs, fill);
    table.fill (nullptr);
    before.fill (nullptr);
    arrived.fill (1.0);
}

void VoiceGroup::meetLaw (Contact& its, const Lane& restBand) noexcept
{
    for (std::size_t lane = 0; lane < lanes; ++lane)
    {
        const double v = its.lastVelocity[lane], atRest = 1e-4 + restBand[lane];
        its.mode[lane] =
            std::abs (v) <= atRest ? ContactMode::stick : (v > 0.0 ? ContactMode::forward : ContactMode::backward);
        its.endVelocity[lane] = v;
        its.memory[lane] = its.strength[lane] = its.rest[lane] = 0.0;
    }
    sumEnds();
}

void VoiceGroup::setLaw (int index) noexcept
{
    if (index == lawIndex)
        return;
    lawIndex = index;
    meetLaw (contact, law.stickBand);
}

void VoiceGroup::setSide (std::size_t which, int index, bool isStop) noexcept
{
    auto& side = sides[which];
    if (index == side.lawIndex && isStop == side.isStop)
        return;
    side.lawIndex = index;
    side.isStop = isStop;
    meetLaw (side.contact, side.law.stickBand);
}

void VoiceGroup::setPresser (bool isHertz) noexcept
{
    bool touched = false;
    for (std::size_t lane = 0; lane < lanes; ++lane)
        touched = touched || sides[presser].touches (lane);
    if (! touched)
        sides[presser].isHertz = isHertz;
}

bool VoiceGroup::Side::touches (std::size_t lane) const noexcept
{
    return bow.normalForce[lane] > 0.0 || bow.normalForceStep[lane] > 0.0 || contact.bristleCoordinate[lane] != 0.0 ||
           pressed.coordinate[lane] != 0.0 || motion.x1[lane] != 0.0 || motion.x2[lane] != 0.0 ||
           (isStop && stop.gap[lane] < StopKnobs<double>::farAway);
}

bool VoiceGroup::Side::anyGives() const noexcept
{
    bool any = false;
    for (std::size_t lane = 0; lane < lanes; ++lane)
        any = any || gives[lane] != 0.0 || motion.x1[lane] != 0.0 || motion.x2[lane] != 0.0;
    return any;
}

void VoiceGroup::followSides (const std::array<bool, laneCount>& awake, bool atGridPoint) noexcept
{
    unsigned touching = atGridPoint ? 0 : wanted.sides;
    for (std::size_t lane = 0; lane < lanes; ++lane)
        if (awake[lane] && ! isBlock (lane))
            for (std::size_t side = 0; side < maxSides; ++side)
                touching |= static_cast<unsigned> (sides[side].touches (lane)) << side;
    if (touching == wanted.sides)
        return;
    wanted.sides = touching;
    for (auto& its : portForces)
        its.fill (0.0);
    coefficients.markAll();
}

void VoiceGroup::placeStops() noexcept
{
    std::size_t port = 0;
    for (std::size_t which = 0; which < maxSides; ++which)
    {
        port += wanted.has (which) ? 1 : 0;
        auto& side = sides[which];
        if (! side.isStop || ! wanted.has (which))
            continue;
        for (std::size_t lane = 0; lane < lanes; ++lane)
        {
            constexpr double far = StopKnobs<double>::farAway;
            if (! (side.gap[lane] >= far && side.stop.gap[lane] < far))
                continue;
            double displacement = 0.0; // [m] of the body at the stop, and of a stop that moves towards it
            if (which == presser)
                displacement = side.motion.x1[lane] / std::sqrt (side.hand.stiffness[lane]);
            for (int m = 0; m < maxSlots; ++m)
                if (visits (m))
                {
                    const auto slot = static_cast<std::size_t> (m);
                    displacement +=
                        portShapes[port][slot][lane] * slots[slot].r[lane] * modeNow (m, static_cast<int> (lane)).x1;
                }
            side.gap[lane] = side.stop.gap[lane];
            side.pressed.penetration[lane] = displacement - side.gap[lane];
        }
    }
}

void VoiceGroup::sumEnds() noexcept
{
    if (! runningLayout.running)
        return;
    refreshLanes();
    for (auto& sum : pending.end)
        sum.fill (0.0);
    for (int m = 0; m < maxSlots; ++m)
        if (visits (m))
            for (std::size_t lane = 0; lane < lanes; ++lane)
            {
                const auto slot = static_cast<std::size_t> (m);
                const auto& record = running[runningIndex (m)];
                const double its = ends[slot].x[lane] * record.x[lane] + ends[slot].d[lane] * record.d[lane];
                pending.end[0][lane] += its;
                for (std::size_t port = 1; port < runningLayout.ports(); ++port)
                    pending.end[port][lane] += portShapes[port][slot][lane] * its;
            }
}

void VoiceGroup::refreshLanes() noexcept
{
    for (auto& voice : transposed)
    {
        if (voice.lane < 0)
            continue;
        const auto at = static_cast<std::size_t> (voice.lane);
        const auto bringBack = [&] (int begin, int end)
        {
            for (int m = begin; m < end; ++m)
            {
                const auto slot = static_cast<std::size_t> (m), place = slot / chains, chain = slot % chains;
                const auto copy = [at, chain] (Lane& to, const Lane& from) { to[at] = from[chain]; };
                auto& record = running[runningIndex (m)];
                if (voice.made)
                {
                    eachField (copy, record, voice.running[place]);
                    eachField (copy, readouts[slot], voice.readouts[place]);
                    eachField (copy, ends[slot], voice.ends[place]);
                    if (coefficients.valid.losses)
                        eachField (copy, books[runningIndex (m)], voice.books[place]);
                    continue;
                }
                copy (record.x, voice.running[place].x);
                copy (record.d, voice.running[place].d);
            }
        };
        bringBack (0, runningLayout.sounding);
        bringBack (firstTorsional - runningLayout.hand, firstTorsional + runningLayout.silent);
        voice.made = false;
    }
}

void VoiceGroup::transpose (int lane) noexcept
{
    auto& voice = transposed[transposed[0].lane < 0 ? 0 : 1];
    voice.lane = lane;
    voice.made = voice.partialsMade = false;
    const auto from = static_cast<std::size_t> (lane);
    const bool withLosses = coefficients.valid.losses;
    const auto lay = [&] (int begin, int end)
    {
        for (int m = begin; m < (end + chains - 1) / chains * chains; ++m)
        {
            const auto each = static_cast<std::size_t> (m), place = each / chains, chain = each % chains,
                       ran = runningIndex (m);
            const bool isThere = m < end; // else padding
            const auto copy = [chain, from, isThere] (Lane& to, const Lane& its)
            { to[chain] = isThere ? its[from] : 0.0; };
            eachField (copy, voice.running[place], running[ran]);
            eachField (copy, voice.ends[place], ends[each]);
            eachField (copy, voice.readouts[place], readouts[each]);
            if (withLosses)
                eachField (copy, voice.books[place], books[ran]);
            if (runningLayout.pickups && m < maxSounding)
                copy (voice.secondTaps[place], runningSecondTaps[each]);
        }
    };
    lay (0, runningLayout.sounding);
    lay (firstTorsional, firstTorsional + runningLayout.silent); // modes of the hand are not transposed
}

void VoiceGroup::layAcross (unsigned lanesWanted) noexcept
{
    const auto isWanted = [lanesWanted] (int lane) { return (lanesWanted >> lane & 1u) != 0; };
    unsigned there = 0;
    for (const auto& voice : transposed)
        if (voice.lane >= 0)
            there |= 1u << voice.lane;
    if ((there & ~lanesWanted) != 0)
    {
        untranspose();
        there = 0;
    }
    for (int lane = 0; lane < lanes; ++lane)
        if (isWanted (lane) && (there >> lane & 1u) == 0)
            transpose (lane);
}

void VoiceGroup::untranspose() noexcept
{
    refreshLanes();
    for (auto& voice : transposed)
        voice.lane = -1;
}

/** Same as stateOf() and coordinatesOf() of ModalBank-inl.h, for one lane in any layout instead of a pack, without an
    instruction set: products are rounded before they are added, on every machine. PitchLock depends on these bits, so a
    common implementation would change them; tests compare the two (BankTests.cpp). */
VoiceGroup::ModeNow VoiceGroup::modeNow (int slot, int lane) const noexcept
{
    const auto m = static_cast<std::size_t> (slot), at = static_cast<std::size_t> (lane);
    if (! runningLayout.running || ! visits (slot))
        return { slots[m].x1[at], slots[m].x2[at] };
    const auto* record = &running[runningIndex (slot)];
    const auto* look = &readouts[m];
    auto place = at; // index in the record
    for (const auto& voice : transposed)
        if (voice.lane == lane)
        {
            record = &voice.running[m / chains];
            look = &voice.readouts[m / chains];
            place = m % chains;
        }
    double push = pending.force[0][at];
    for (std::size_t port = 1; port < runningLayout.ports(); ++port)
        push += portShapes[port][m][at] * pending.force[port][at];
    double x = record->x[place] + record->bx[place] * push, d = record->d[place] + record->bd[place] * push;
    if (const double shortening = pending.bridge[at]; shortening != 0.0 && slot < runningLayout.sounding)
    {
        x -= atBridge[m].fromX[at] * shortening;
        d += atBridge[m].ontoD[at] * shortening;
    }
    return { x * look->toX1[place], (d + look->Q[place] * x) * look->toX2[place] };
}

void VoiceGroup::copyInputs (const BodyInputs& from, int lane) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    const auto copy = [&] (const auto& its, auto& ours) { coefficients.set (ours[at], at, its[at]); };
    eachField (copy, from.string, string);
    eachField (copy, from.hand, hand);
    eachField (copy, from.body, body);
    eachField (copy, from.secondKnobs, secondKnobs);
    for (std::size_t side = 0; side < maxBeside; ++side)
        copy (from.sidePlace[side], sidePlace[side]);
    copy (from.tilt, tilt);
    copy (from.secondTilt, secondTilt);
    copy (from.kind, kind);
    copy (from.table, table);
    copy (from.before, before);
    copy (from.arrived, arrived);
    copy (from.second, second);
    copy (from.secondBefore, secondBefore);
}

double VoiceGroup::silence (int lane) noexcept
{
    const auto index = static_cast<std::size_t> (lane);
    double energy = 0.5 * contact.bristleCoordinate[index] * contact.bristleCoordinate[index];
    untranspose();
    for (int m = 0; m < maxSlots; ++m)
    {
        const auto now = modeNow (m, lane);
        energy += 0.5 * (now.x1 * now.x1 + now.x2 * now.x2);
    }
    for (int m = 0; m < maxSlots; ++m)
    {
        auto& slot = slots[static_cast<std::size_t> (m)];
        auto& record = running[runningIndex (m)];
        slot.x1[index] = slot.x2[index] = record.x[index] = record.d[index] = 0.0;
    }
    energy += 0.5 * blockMotion.momentum[index] * blockMotion.momentum[index];
    energy += 0.5 * tension.tension[index] * tension.tension[index];

    const auto clearLane = [index] (Lane& member) { member[index] = 0.0; };
    for (auto& side : sides)
    {
        energy += 0.5 * (side.contact.bristleCoordinate[index] * side.contact.bristleCoordinate[index] +
                         side.pressed.coordinate[index] * side.pressed.coordinate[index]) +
                  0.5 * (side.motion.x1[index] * side.motion.x1[index] + side.motion.x2[index] * side.motion.x2[index]);
        eachField (clearLane, side.contact);
        eachField (clearLane, side.pressed);
        eachField (clearLane, side.motion);
        eachField (clearLane, side.bow);
        side.pressed.penetration[index] = -side.gap[index];
    }
    eachPending (clearLane, pending);
    eachField (clearLane, contact);
    for (auto& each : portForces)
        clearLane (each);
    eachField (clearLane, blockMotion);
    eachField (clearLane, tension);
    clearLane (string.tension);
    eachField (clearLane, bow);
    eachField (clearLane, surfaceState);
    clearLane (kind);
    table[index] = before[index] = nullptr;
    arrived[index] = 1.0;
    second[index] = secondBefore[index] = {};
    return energy;
}
} // namespace kolophon
