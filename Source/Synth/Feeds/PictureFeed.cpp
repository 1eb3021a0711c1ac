// SPDX-License-Identifier: GPL-3.0-or-later
#include "PictureFeed.h"

#include "../../Core/Index.h"
#include "../Engine/Engine.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kolophon
{
namespace
{
constexpr double slipFraction = 0.5;      // of the bow's speed
constexpr double momentsPerSecond = 48e3; // at least

double excess (double relativeVelocity, double bowVelocity) noexcept
{
    return std::abs (relativeVelocity) - slipFraction * std::abs (bowVelocity);
}

/** Nominal period of the lane [s]. */
double periodOf (const VoiceGroup& group, int lane) noexcept
{
    const double pitch = group.isBlock (index (lane))
                             ? group.block.shakeFrequency[index (lane)]
                             : group.string.fundamental[index (lane)] * group.soundingPartial[index (lane)];
    return pitch > 0.0 ? 1.0 / pitch : 1.0;
}

ContactMoment sideMoment (const VoiceGroup::Side& side, std::size_t row, std::size_t lane) noexcept
{
    const auto of = [row, lane] (const VoiceGroup::Rows& rows) { return static_cast<float> (rows[row][lane]); };
    const auto& rows = side.rows;
    ContactMoment moment { of (rows.handVelocity), of (rows.relativeVelocity), of (rows.force),
                           std::max (0.0f, of (rows.normalForce)), of (rows.elongation) };
    const double regime = rows.regime[row][lane];
    if (moment.normalForce > 0.0f && regime > 0.5)
        moment.phase = regime > 1.5 ? ContactMotion::slip : ContactMotion::stick;
    return moment;
}

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
        const double r = group.slots[slot].r[at], felt = group.shapes[slot][at];
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
        frame.handExtension += group.slots[index (slot)].r[at] * mode.x1;
        frame.handEnergy += energyOf (mode);
    }
    const auto& second = group.second[at];
    for (int slot = second.first; slot < second.first + second.count; ++slot)
    {
        const auto mode = group.modeNow (slot, lane);
        frame.secondDisplacement -= group.slots[index (slot)].r[at] * mode.x1; // counted the other way
        frame.secondEnergy += energyOf (mode);
    }
    if (isBlock)
        frame.bodyEnergy = 0.5 * group.blockMotion.momentum[at] * group.blockMotion.momentum[at];
}
} // namespace

ContactMotion contactMotion (double relativeVelocity, double bowVelocity, double normalForce) noexcept
{
    if (normalForce <= 0.0)
        return ContactMotion::lifted;
    return excess (relativeVelocity, bowVelocity) > 0.0 ? ContactMotion::slip : ContactMotion::stick;
}

//======================================================================================================================
int ContactFeed::stride (double timeStep) noexcept
{
    return std::max (1, static_cast<int> (1.0 / (timeStep * momentsPerSecond)));
}

void ContactFeed::restart() noexcept
{
    for (auto& each : published)
        each.follows = false;
    pendingPeriod = false;
    sinceKept = 0;
    periodBegan = -1.0;
    period = lastExcess = 0.0;
    last = {};
}

void ContactFeed::take (const VoiceGroup& group, int lane, double startTime, int steps, double timeStep) noexcept
{
    const auto at = index (lane);
    const double nominal = periodOf (group, lane);
    const int every = stride (timeStep);
    std::array<bool, VoiceGroup::maxBeside> touches {};
    for (std::size_t side = 0; side < VoiceGroup::maxBeside; ++side)
        touches[side] = group.wanted.has (side) && group.sides[side].touches (at);
    for (int n = 0; n < steps; ++n)
    {
        const auto row = index (n);
        ContactMoment moment;
        moment.bowVelocity = static_cast<float> (group.bowVelocity[row][at]);
        moment.relativeVelocity = static_cast<float> (group.relativeVelocity[row][at]);
        moment.frictionForce = static_cast<float> (group.force[row][at]);
        moment.normalForce = static_cast<float> (std::max (0.0, group.normalForce[row][at]));
        moment.elongation = static_cast<float> (group.elongation[row][at]);
        note (moment, startTime + (n + 0.5) * timeStep, timeStep, nominal);
        if (++sinceKept < every)
            continue;
        sinceKept = 0;
        const bool begins = std::exchange (pendingPeriod, false);
        published[0].push (moment, begins);
        for (std::size_t side = 0; side < VoiceGroup::maxBeside; ++side)
            if (touches[side])
                published[1 + side].push (sideMoment (group.sides[side], row, at), begins);
            else
                published[1 + side].follows = false;
    }
}

void ContactFeed::Published::push (ContactMoment moment, bool beginsPeriod) noexcept
{
    moment.beginsPeriod = beginsPeriod;
    moment.follows = follows;
    follows = queue.push (moment); // if the queue is full, the next moment does not follow this one
}

/** Detects the beginning of a period, which is that of its first slip, interpolated between two samples: a slip sooner
    than three quarters of a period after the last beginning belongs to that period. */
void ContactFeed::note (ContactMoment& moment, double time, double timeStep, double nominal) noexcept
{
    const double v = static_cast<double> (moment.relativeVelocity), bow = static_cast<double> (moment.bowVelocity);
    moment.phase = contactMotion (v, bow, static_cast<double> (moment.normalForce));
    const double over = excess (v, bow);
    if (moment.phase == ContactMotion::slip && last.phase == ContactMotion::stick)
    {
        const double whole = over - lastExcess;
        const double onset = time - (whole > 0.0 ? std::min (1.0, over / whole) : 0.0) * timeStep;
        const double since = onset - periodBegan;
        if (periodBegan < 0.0 || since >= 0.75 * nominal)
        {
            period = periodBegan >= 0.0 && since <= 1.33 * nominal ? since : nominal;
            periodBegan = onset;
            pendingPeriod = true;
        }
    }
    lastExcess = over;
    last = moment;
}

//======================================================================================================================
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

void PictureFeed::look (const Moment& moment, const VoiceGroup& group, int voice,
                        const VoiceManager& voiceManager) noexcept
{
    if (shotAt != never && moment.now >= shotAt)
        shoot (moment, group, voice, voiceManager);
    if (shotAt == never && moment.now >= earliest)
        planShot (moment, periodOf (group, voice % VoiceGroup::lanes));
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

void PictureFeed::shoot (const Moment& moment, const VoiceGroup& group, int voice,
                         const VoiceManager& voiceManager) noexcept
{
    const int lane = voice % VoiceGroup::lanes;
    const auto at = index (lane);
    const auto& contact = of (moment.slot);
    auto& frame = draft;
    frame.time = static_cast<double> (moment.now) / moment.sampleRate;
    frame.period = contact.period > 0.0 ? contact.period : periodOf (group, lane);
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
    shapes.push (frame); // dropped if the queue is full
    shotAt = never;
    earliest = moment.now + static_cast<std::uint64_t> (moment.sampleRate / shotsPerSecond);
    wantedPhase += periodsShownPerSecond / shotsPerSecond;
    wantedPhase -= std::floor (wantedPhase);
}

//======================================================================================================================
void Synth::Engine::lookAtPictures() noexcept
{
    const int v = voiceManager.lastStarted();
    if (! pictures.isWatched() || v < 0 || ! voiceManager.voice (v).isAwake())
        return;
    const bool isB = comparison.isOn() && hearsSlotB();
    pictures.look ({ streamTime, sampleRate, timeStep(), isB ? Slot::b : Slot::a },
                   (isB ? slotB : slotA).groups[index (v / VoiceGroup::lanes)], v, voiceManager);
}
} // namespace kolophon
