// SPDX-License-Identifier: GPL-3.0-or-later
#include "PictureFeed.h"

#include "../../Core/Index.h"
#include "../Voices/Section.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
/** Reads state and energy of every mode of a lane, of body and hand. */
void readModes (ShapeFrame& frame, const VoiceGroup& group, int lane) noexcept
{
    const auto at = index (lane);
    const bool isBlock = group.isBlock (at);
    frame.modes = isBlock ? 0 : std::min (ShapeFrame::maxModes, static_cast<int> (group.string.soundingCount[at]));
    frame.contactDisplacement = frame.handExtension = frame.bodyEnergy = frame.handEnergy = 0.0;
    frame.secondDisplacement = frame.secondEnergy = 0.0;
    const auto energyOf = [] (const VoiceGroup::ModeNow& mode)
    { return 0.5 * (mode.x1 * mode.x1 + mode.x2 * mode.x2); };
    for (int m = 0; m < frame.modes; ++m)
    {
        const auto slot = index (m);
        const auto mode = group.modeNow (m, lane);
        const double r = group.standing.slots[slot].r[at], felt = group.standing.shapes[slot][at];
        frame.x1[slot] = static_cast<float> (mode.x1);
        frame.x2[slot] = static_cast<float> (mode.x2);
        frame.frequency[slot] = r != 0.0 ? static_cast<float> (felt / r) : 0.0f; // r = phi/w
        frame.contactDisplacement += r * mode.x1;
        frame.bodyEnergy += energyOf (mode);
    }
    for (int m = 0; m < static_cast<int> (group.hand.count[at]); ++m)
    {
        const int slot = VoiceGroup::firstTorsional - 1 - m;
        const auto mode = group.modeNow (slot, lane);
        frame.handExtension += group.standing.slots[index (slot)].r[at] * mode.x1;
        frame.handEnergy += energyOf (mode);
    }
    const auto& second = group.second[at];
    for (int slot = second.first; slot < second.first + second.count; ++slot)
    {
        const auto mode = group.modeNow (slot, lane);
        frame.secondDisplacement -= group.standing.slots[index (slot)].r[at] * mode.x1; // counted the other way
        frame.secondEnergy += energyOf (mode);
    }
    if (isBlock)
        frame.bodyEnergy = 0.5 * group.blockMotion.momentum[at] * group.blockMotion.momentum[at];
}
} // namespace

void PictureFeed::reset() noexcept
{
    watchedVoice = -1;
    contactA.restart();
    contactB.restart();
    shotAt = never;
    earliest = 0;
    handFeed.restart();
}

void PictureFeed::noteHand (std::uint64_t now, double sampleRate, const VoiceManager& voiceManager) noexcept
{
    const int v = voiceManager.lastStarted();
    if (! handFeed.isWanted() || v < 0 || ! voiceManager.voice (v).isAwake())
        return;
    const auto& voice = voiceManager.voice (v);
    const auto& its = voice.group();
    const auto lane = index (v % VoiceGroup::lanes);
    handFeed.note (now, sampleRate,
                   { 0.0, static_cast<float> (its.bow.velocity[lane]),
                     static_cast<float> (std::max (0.0, its.bow.normalForce[lane])),
                     static_cast<float> (its.string.position[lane]), voice.isHeld() });
}

void PictureFeed::prepare (int voice, std::uint64_t stroke) noexcept
{
    if (voice == watchedVoice && stroke == watchedStroke)
        return;
    contactA.restart();
    contactB.restart();
    watchedVoice = voice;
    watchedStroke = stroke;
    shotAt = never;
}

int PictureFeed::samplesToShot (std::uint64_t now) const noexcept
{
    constexpr std::uint64_t far = 1 << 20;
    return static_cast<int> (shotAt > now ? std::min (shotAt - now, far) : far);
}

void PictureFeed::look (const Moment& moment, const VoiceGroup& group, int voice, const Section& section) noexcept
{
    if (shotAt != never && moment.now >= shotAt)
        shoot (moment, group, voice, section);
    if (shotAt == never && moment.now >= earliest)
        planShot (moment, nominalPeriod (group, voice % VoiceGroup::lanes));
}

/** Schedules the next shot at the next moment with the wanted phase. A body whose period is too long for the strobe is
    shot at once. */
void PictureFeed::planShot (const Moment& moment, double nominal) noexcept
{
    const auto& contact = of (moment.slot);
    const double now = static_cast<double> (moment.now) / moment.sampleRate;
    const double period = contact.period > 0.0 ? contact.period : nominal;
    const double began = std::max (0.0, contact.periodBegan);
    double at = now;
    if (period < 1.5 / shotsPerSecond)
        at = began + (wantedPhase + std::max (0.0, std::ceil ((now - began) / period - wantedPhase))) * period;
    shotAt = std::max (moment.now + 1, static_cast<std::uint64_t> (std::llround (at * moment.sampleRate)));
}

void PictureFeed::shoot (const Moment& moment, const VoiceGroup& group, int voice, const Section& section) noexcept
{
    const auto& voiceManager = section.leader();
    const int lane = voice % VoiceGroup::lanes;
    const auto at = index (lane);
    const auto& contact = of (moment.slot);
    auto& frame = draft;
    frame.time = static_cast<double> (moment.now) / moment.sampleRate;
    frame.period = contact.period > 0.0 ? contact.period : nominalPeriod (group, lane);
    const double turns = (frame.time - std::max (0.0, contact.periodBegan)) / frame.period;
    frame.phase = turns - std::floor (turns);
    frame.momentInterval = ContactFeed::stride (moment.timeStep) * moment.timeStep;
    frame.voice = voice;
    frame.key = voiceManager.voice (voice).key();
    frame.bodyType = voiceManager.voice (voice).bodyType();
    frame.secondBody = voiceManager.voice (voice).secondBodyType();
    frame.slot = moment.slot;
    frame.position = group.string.position[at];
    for (std::size_t side = 0; side < VoiceGroup::maxBeside; ++side)
    {
        const auto& its = group.sides[side];
        frame.sides[side] = { its.touches (at), its.isStop, side == SideHands::finger, group.sidePlace[side][at],
                              -its.pressed.penetration[at] };
    }
    const auto& presser = group.sides[VoiceGroup::presser];
    frame.lift = presser.gives[at] > 0.0 ? std::max (0.0, -presser.pressed.penetration[at]) : 0.0;
    frame.fundamental = group.string.fundamental[at];
    frame.impedance = group.string.impedance[at];
    frame.mass = group.body.mass[at];
    frame.blockPosition = group.blockMotion.position[at];
    frame.blockGap = group.block.gap[at];
    frame.contact = contact.last;
    frame.gesture = voiceManager.voice (voice).gesturePlace();

    readModes (frame, group, lane);
    frame.bristleEnergy = 0.5 * group.contact.bristleCoordinate[at] * group.contact.bristleCoordinate[at];
    for (int v = 0; v < limits::maxVoices; ++v)
    {
        const auto& each = voiceManager.voice (v);
        const auto lanePlace = index (v % VoiceGroup::lanes);
        const auto& its = each.group();
        frame.voices[index (v)] = { static_cast<std::uint8_t> (each.key()),
                                    each.isAwake(),
                                    each.isHeld(),
                                    static_cast<float> (its.string.position[lanePlace]),
                                    static_cast<float> (std::max (0.0, its.bow.normalForce[lanePlace])),
                                    static_cast<float> (its.bow.velocity[lanePlace]) };
    }
    for (int player = 0; player < limits::maxPlayers; ++player)
        frame.players[index (player)] = section.dotOf (player);
    shapes.push (frame); // dropped if the queue is full
    shotAt = never;
    earliest = moment.now + static_cast<std::uint64_t> (moment.sampleRate / shotsPerSecond);
    wantedPhase += periodsShownPerSecond / shotsPerSecond;
    wantedPhase -= std::floor (wantedPhase);
}
} // namespace kolophon
