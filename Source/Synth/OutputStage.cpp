#include "OutputStage.h"

#include "../Core/Units.h"
#include "PortableMath.h"
#include "Synth.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double inaudible = 1e-9;
constexpr double balanceTime = 0.03; // [s] in which a chord finds its balance

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
} // namespace

void OutputStage::prepare (double newSampleRate)
{
    sampleRate = newSampleRate;
    blockerPole = 1.0 - meanDecayRate / sampleRate;
    guardRelease = 1.0 - portable::exp (-1.0 / (0.15 * sampleRate));
    box.prepare (sampleRate);
    room.prepare (sampleRate);
    reset();
}

void OutputStage::reset() noexcept
{
    for (auto& channel : channels)
    {
        channel.rate.reset();
        channel.blockerIn = channel.blockerOut = 0.0;
    }
    box.reset();
    room.reset();
    guardGain = 1.0;
    quietSamples = quietFor(); // nothing left in any filter
}

void OutputStage::aim (const Patch& patch, int bowed, int samples) noexcept
{
    const double wanted = -0.01 * patch.outChordPercent * chordDb[std::clamp (bowed, 1, 16) - 1];
    const double fraction = samples == 0 ? 1.0 : std::min (1.0, samples / (balanceTime * sampleRate));
    balanceDb += fraction * (wanted - balanceDb);
    box.aim (static_cast<int> (patch.outBox), 0.01 * patch.outBoxSizePercent, samples);
    const double mix = box.isBare() ? 0.0 : 0.01 * patch.outBoxMixPercent;
    set (wet, mix, samples);
    set (dry, 1.0 - mix, samples);
    aimRoom (0.01 * patch.outRoomPercent, patch.outRoomSize, samples);
    set (spread, 0.0035 * patch.outWidthPercent, samples);
    set (gain, portable::exp10 ((patch.outLevelDb + balanceDb) / 20.0), samples);
    guarded = patch.outGuard >= 0.5;
}

void OutputStage::process (const Heard& ofLeft, const Heard& ofRight, int oversampling, double* left, double* right,
                           int samples) noexcept
{
    double direct[2][maxSamples];
    place ({ ofLeft, ofRight }, oversampling, direct[0], direct[1], samples);
    std::copy_n (direct[0], samples, left);
    std::copy_n (direct[1], samples, right);
    box.process (left, right, samples);
    for (int n = 0; n < samples; ++n)
    {
        const double d = dry.next(), w = wet.next();
        left[n] = d * direct[0][n] + w * left[n];
        right[n] = d * direct[1][n] + w * right[n];
    }
    if (roomOpen)
        answer (left, right, samples);
    double peaks[maxSamples];
    const int longest = quietFor();
    for (int n = 0; n < samples; ++n)
    {
        const double level = gain.next();
        left[n] *= level;
        right[n] *= level;
        peaks[n] = std::max (std::abs (left[n]), std::abs (right[n]));
        quietSamples = peaks[n] < inaudible ? std::min (quietSamples + 1, longest) : 0;
    }
    guard (peaks, left, right, samples);
}

/** Two channels, whose sum keeps the middle whatever the width, at the host's rate and without what is steady. */
void OutputStage::place (const Heard (&ears)[2], int oversampling, double* left, double* right, int samples) noexcept
{
    double sides[2][2 * maxSamples];
    for (int n = 0, at = 0; n < samples; ++n)
    {
        const double width = spread.next();
        for (int i = 0; i < oversampling; ++i, ++at)
        {
            sides[0][at] = ears[0].middle[at] + width * ears[0].side[at];
            sides[1][at] = ears[1].middle[at] - width * ears[1].side[at];
        }
    }
    for (std::size_t c = 0; c < 2; ++c)
    {
        auto& channel = channels[c];
        double* const out = c == 0 ? left : right;
        channel.rate.process (sides[c], oversampling, out, samples);
        double before = channel.blockerIn, blocked = channel.blockerOut;
        for (int n = 0; n < samples; ++n)
        {
            const double in = out[n];
            blocked = in - before + blockerPole * blocked;
            before = in;
            out[n] = blocked;
        }
        channel.blockerIn = before;
        channel.blockerOut = blocked;
    }
}

/** Adds what the room answers. */
void OutputStage::answer (double* left, double* right, int samples) noexcept
{
    for (int n = 0; n < samples; ++n)
    {
        double echo[2];
        room.process (left[n], right[n], echo[0], echo[1]);
        const double now = roomGain.next();
        left[n] += now * echo[0];
        right[n] += now * echo[1];
    }
}

/** A room of no fraction is left once it has been faded out, and entered empty. */
void OutputStage::aimRoom (double fraction, double t60, int samples) noexcept
{
    constexpr double gone = 1e-9;
    const bool wanted = fraction > 0.0;
    if (wanted && ! roomOpen)
    {
        room.reset();
        room.aim (t60, true);
        roomGain.jump (0.0);
    }
    roomOpen = wanted || (roomOpen && samples > 0 && roomGain.value > gone);
    set (roomGain, fraction, samples);
    if (roomOpen)
        room.aim (t60, samples == 0);
}

/** Instant attack, slow release: no sample leaves above -1 dBFS, nothing below it is touched. */
void OutputStage::guard (const double* peaks, double* left, double* right, int samples) noexcept
{
    constexpr double ceiling = 0.8912509381337456; // -1 dBFS
    smallestGain = 1.0;
    heldSamples = 0;
    if (! guarded)
        guardGain = 1.0;
    if (! guarded || (guardGain == 1.0 && std::none_of (peaks, peaks + samples, [] (double p) { return p > ceiling; })))
        return;
    for (int n = 0; n < samples; ++n)
    {
        guardGain += guardRelease * (1.0 - guardGain);
        if (peaks[n] * guardGain > ceiling)
            guardGain = ceiling / peaks[n];
        left[n] *= guardGain;
        right[n] *= guardGain;
        smallestGain = std::min (smallestGain, guardGain);
        heldSamples += guardGain < 0.999 ? 1 : 0;
    }
}
} // namespace kolophon
