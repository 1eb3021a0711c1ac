// SPDX-License-Identifier: GPL-3.0-or-later
#include "OutputStage.h"

#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"
#include "../Parameters/Limits.h"
#include "Loudest.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double inaudible = 1e-9;
constexpr double openingTime = 0.05; // [s] in which a room's input grows
constexpr double balanceTime = 0.03; // [s] smoothing of the balance of chords, when strings leave
constexpr double entryTime = 0.004;  // [s] the same, when strings enter: their attacks add up within 10 ms
constexpr double headroomDb = 6.0;   // [dB] of loudness by which the balance of chords becomes twice as steep

/** 6 log10 (n): eight strings of equal loudness are 9 dB louder than one, and 3.6 dB with the balance. */
constexpr double chordDb[16] = { 0.0,   1.806, 2.863, 3.612, 4.194, 4.669, 5.071, 5.419,
                                 5.725, 6.0,   6.248, 6.475, 6.684, 6.877, 7.057, 7.225 };

void set (Ramp& ramp, double target, int samples) noexcept
{
    if (samples == 0)
        ramp.jump (target);
    else
        ramp.towards (target, samples);
}

/** Writes the next `samples` values of a ramp, each `times` times. The short path is the usual one: the ramp has
    reached its target, so that a step is less than a rounding. */
void fill (Ramp& ramp, double* values, int samples, int times = 1) noexcept
{
    if (ramp.value + ramp.step == ramp.value)
    {
        std::fill_n (values, samples * times, ramp.next());
        return;
    }
    auto now = ramp; // a local copy stays in registers: the compiler must assume that `values` aliases the ramp
    for (int n = 0; n < samples; ++n)
    {
        const double value = now.next();
        for (int i = 0; i < times; ++i)
            *values++ = value;
    }
    ramp = now;
}
} // namespace

void OutputStage::prepare (double newSampleRate)
{
    sampleRate = newSampleRate;
    front.prepare (sampleRate);
    guardRelease = 1.0 - portable::exp (-1.0 / (0.15 * sampleRate));
    box.prepare (sampleRate);
    for (std::size_t d = 0; d < others.size(); ++d)
        others[d].prepare (sampleRate, static_cast<int> (d) + 1);
    walls.prepare (sampleRate);
    room.prepare (sampleRate);
    reset();
}

void OutputStage::reset() noexcept
{
    front.reset();
    for (auto& desk : others)
        desk.reset();
    box.reset();
    walls.reset();
    room.reset();
    guardGain = 1.0;
    quietSamples = quietFor(); // nothing left in any filter
}

void OutputStage::aim (const Patch& patch, const HeldChord& chord, int samples, double seconds) noexcept
{
    const double steeper = 1.0 + chord.louder / headroomDb;
    const double balanced = -0.01 * patch.outChordPercent * chordDb[std::clamp (chord.strings, 1, 16) - 1] * steeper;
    const bool ringsOn = chord.strings == 0 && samples > 0; // at its level
    const double wanted = ringsOn ? balanceDb : balanced;
    const double time = wanted < balanceDb ? entryTime : balanceTime;
    const double fraction = samples == 0 ? 1.0 : std::min (1.0, samples / (time * sampleRate));
    balanceDb += fraction * (wanted - balanceDb);
    player.move (patch, seconds, samples == 0);
    aimBox (patch, samples, seconds);
    walls.aim (player.now(), samples);
    const double mix = box.isBare() ? 0.0 : 0.01 * patch.outBoxMixPercent;
    set (wet, mix, samples);
    set (dry, 1.0 - mix, samples);
    aimRoom (0.01 * patch.outRoomPercent, patch.outRoomSize, samples);
    set (spread, 0.0035 * patch.outWidthPercent, samples);
    set (gain, portable::exp10 ((patch.outLevelDb + balanceDb) / 20.0), samples);
    guarded = patch.outGuard >= 0.5;
}

/** Aims at the boxes of all desks. Those behind are built before their players begin, one at a
    point of the grid. */
void OutputStage::aimBox (const Patch& patch, int samples, double seconds) noexcept
{
    SoundingBox::Kind kind { static_cast<int> (patch.outBox), static_cast<int> (patch.outBoxCharacter) };
    if (kind.box == boxes::measured)
        kind = given != nullptr && given->convolver ? SoundingBox::Kind { boxes::measured, 0, &*given->convolver }
                                                    : SoundingBox::Kind {};
    const double size = 0.01 * patch.outBoxSizePercent;
    box.aim (kind, size, samples, player.now().turned);
    bool mayMake = true;
    for (std::size_t d = 0; d < others.size(); ++d)
    {
        const bool sits = patch.sectionPlayers > static_cast<double> (limits::playersOfDesk * (d + 1));
        others[d].turn (patch, seconds, samples == 0, sits);
        others[d].aim (kind, size, samples);
        if (! sits || others[d].isMade() || ! mayMake)
            continue;
        others[d].make();
        mayMake = samples == 0;
    }
}

/** Adds the desks behind the first one; see BackDesk::process(). False if all of them are asleep. */
bool OutputStage::processBehind (const Behind& behind, const double* width, int oversampling, BackDesk::Samples& bare,
                                 BackDesk::Samples& intoFront, BackDesk::Samples& boxed, int samples) noexcept
{
    bool any = false;
    for (std::size_t d = 0; d < others.size(); ++d)
    {
        auto& desk = others[d];
        if (behind.sounds[d])
            desk.wake();
        if (! desk.isAwake())
            continue;
        for (int ear = 0; ! any && ear < 2; ++ear)
            std::fill_n (boxed[ear], samples, 0.0);
        any = true;
        desk.process (behind.sounds[d] ? &behind.ears[d] : nullptr, width, oversampling, bare, intoFront, boxed,
                      samples);
    }
    return any;
}

void OutputStage::process (const Heard& ofLeft, const Heard& ofRight, int oversampling, double* left, double* right,
                           int samples, const Behind& behind) noexcept
{
    double direct[2][maxSamples], boxed[2][maxSamples], ofOthers[2][maxSamples]; // because the host's buffers may alias
    double width[2 * maxSamples];
    fill (spread, width, samples, oversampling);
    front.process ({ ofLeft, ofRight }, width, oversampling, direct, samples);
    for (int ear = 0; ear < 2; ++ear)
        std::copy_n (direct[ear], samples, boxed[ear]);
    const bool hasOthers = processBehind (behind, width, oversampling, direct, boxed, ofOthers, samples);
    box.process (boxed[0], boxed[1], samples);
    for (int ear = 0; hasOthers && ear < 2; ++ear)
        for (int n = 0; n < samples; ++n)
            boxed[ear][n] += ofOthers[ear][n];
    double d[maxSamples], w[maxSamples];
    fill (dry, d, samples);
    fill (wet, w, samples);
    for (int ear = 0; ear < 2; ++ear)
        for (int n = 0; n < samples; ++n)
            boxed[ear][n] = d[n] * direct[ear][n] + w[n] * boxed[ear][n];
    walls.process (boxed[0], boxed[1], samples);
    if (roomOpen)
        addRoom (boxed[0], boxed[1], samples);
    double level[maxSamples], peaks[maxSamples];
    fill (gain, level, samples);
    for (int n = 0; n < samples; ++n)
    {
        boxed[0][n] *= level[n];
        boxed[1][n] *= level[n];
        peaks[n] = std::max (std::abs (boxed[0][n]), std::abs (boxed[1][n]));
    }
    quietSamples = std::min (quietSince (peaks, samples, inaudible, quietSamples), quietFor());
    guard (peaks, boxed[0], boxed[1], samples);
    std::copy_n (boxed[0], samples, left);
    std::copy_n (boxed[1], samples, right);
}

/** Adds the room's reverberation. A room that opens round a note hears it grow: else each of its echoes would begin
    with a jump. */
void OutputStage::addRoom (double* left, double* right, int samples) noexcept
{
    for (int n = 0; n < samples; ++n)
    {
        double echo[2], heard = 1.0;
        if (roomOpened < 1.0)
        {
            heard = roomOpened * roomOpened * (3.0 - 2.0 * roomOpened);
            roomOpened += 1.0 / (openingTime * sampleRate);
        }
        room.process (heard * left[n], heard * right[n], echo[0], echo[1]);
        const double now = roomGain.next();
        left[n] += now * echo[0];
        right[n] += now * echo[1];
    }
}

/** Sets the room's gain and decay. With a fraction of 0 the room is switched off once it has faded out; it is empty
    when it is switched on. */
void OutputStage::aimRoom (double fraction, double t60, int samples) noexcept
{
    constexpr double gone = 1e-9;
    const bool wanted = fraction > 0.0;
    if (wanted && ! roomOpen)
    {
        room.reset();
        room.aim (t60, true);
        roomGain.jump (0.0);
        roomOpened = 0.0;
    }
    if (samples == 0)
        roomOpened = 1.0;
    roomOpen = wanted || (roomOpen && samples > 0 && roomGain.value > gone);
    set (roomGain, fraction, samples);
    if (roomOpen)
        room.aim (t60, samples == 0);
}

/** Peak limiter with instant attack and slow release: no sample exceeds -1 dBFS; signals below it are unchanged. */
void OutputStage::guard (const double* peaks, double* left, double* right, int samples) noexcept
{
    smallestGain = 1.0;
    heldSamples = 0;
    if (! guarded)
        guardGain = 1.0;
    if (! guarded || (guardGain == 1.0 && ! (loudest (peaks, samples) > minus1Dbfs)))
        return;
    for (int n = 0; n < samples; ++n)
    {
        guardGain += guardRelease * (1.0 - guardGain);
        if (peaks[n] * guardGain > minus1Dbfs)
            guardGain = minus1Dbfs / peaks[n];
        left[n] *= guardGain;
        right[n] *= guardGain;
        smallestGain = std::min (smallestGain, guardGain);
        heldSamples += guardGain < 0.999 ? 1 : 0;
    }
}
} // namespace kolophon
