// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapCell.h"

#include "../Analysis/Bench/PatchExperiment.h"
#include "../Core/Units.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double judgedPeriods = 30.0;
// Range of the pitch over the key's: an octave below to a twelfth above, and some room.
constexpr double lowestPitch = 0.45, highestPitch = 3.2;
constexpr double silence = 1e-6; // RMS of full scale, -120 dBFS: rounding, no sound
constexpr double fadeSeconds = 0.01;
constexpr double lowestHeard = 20.0; // [Hz]: below lies the steady pull of the bow

/** The contact of one note. */
class NoteObserver
{
public:
    NoteObserver (double frequency, double rate, double seconds)
        : nominal (frequency), internalRate (rate), end (std::llround (seconds * rate)), half (end / 2),
          from (std::max<std::int64_t> (half, end - std::llround (judgedPeriods * rate / frequency)))
    {
        bridgeForce.reserve (static_cast<std::size_t> (end - half));
    }

    void add (std::span<const ProbeFrame> frames)
    {
        for (const auto& frame : frames)
        {
            const auto sample = std::llround (frame.time * internalRate);
            slips.add (sample, frame.relativeVelocity, frame.bowVelocity, frame.normalForce);
            if (sample >= half)
                bridgeForce.push_back (frame.bridgeForce);
            if (sample >= from)
            {
                speed += std::abs (frame.bowVelocity);
                force += frame.normalForce;
                ++judged;
            }
        }
    }

    void tell (MapCell& cell) const
    {
        const double period = internalRate / nominal;
        const auto motion = motionOf (slips.phases(), from, end, period);
        cell.regime = motion.regime;
        cell.slipsPerPeriod = motion.slipsPerPeriod;
        cell.slipFraction = motion.slipFraction;
        if (const auto transient = transientOf (slips.phases(), period))
            cell.onset = static_cast<double> (*transient) / internalRate;
        const auto frequency =
            fundamentalFrequency (bridgeForce, internalRate, lowestPitch * nominal, highestPitch * nominal);
        if (frequency && std::isfinite (*frequency))
            cell.pitchError = centsFromRatio (*frequency / nominal);
        if (judged > 0)
        {
            cell.bowSpeed = speed / static_cast<double> (judged);
            cell.bowForce = force / static_cast<double> (judged);
        }
    }

private:
    double nominal, internalRate; // [Hz]
    std::int64_t end, half, from; // [internal samples]
    SlipRecorder slips;
    std::vector<double> bridgeForce;
    double speed = 0.0, force = 0.0; // sums
    std::int64_t judged = 0;
};

std::optional<double> spectralCentroid (std::span<const double> signal, double rate)
{
    const auto amplitudes = amplitudeSpectrum (signal);
    if (amplitudes.size() < 2)
        return std::nullopt;
    const double width = 0.5 * rate / static_cast<double> (amplitudes.size() - 1);
    double power = 0.0, moment = 0.0;
    for (auto bin = static_cast<std::size_t> (std::ceil (lowestHeard / width)); bin < amplitudes.size(); ++bin)
    {
        const double square = amplitudes[bin] * amplitudes[bin];
        power += square;
        moment += width * static_cast<double> (bin) * square;
    }
    return power > 0.0 && std::isfinite (moment) ? std::optional (moment / power) : std::nullopt;
}

/** Lowers what is too loud for a file, and ends without a click. Returns the gain. */
double fitForFile (std::vector<double>& sound, double rate)
{
    double peak = 0.0;
    for (auto& x : sound)
    {
        x = std::isfinite (x) ? x : 0.0;
        peak = std::max (peak, std::abs (x));
    }
    const double gain = peak > minus1Dbfs ? minus1Dbfs / peak : 1.0;
    const auto fade = std::min (sound.size(), static_cast<std::size_t> (fadeSeconds * rate));
    for (auto& x : sound)
        x *= gain;
    for (std::size_t i = 0; i < fade; ++i)
        sound[sound.size() - 1 - i] *= static_cast<double> (i) / static_cast<double> (fade);
    return gain;
}
} // namespace

Patch patchOfCell (const MapGesture& gesture, std::size_t column, std::size_t row)
{
    auto patch = gesture.preset.patch;
    gesture.x.parameter->in (patch) = gesture.x.values[column];
    gesture.y.parameter->in (patch) = gesture.y.values[row];
    return patch;
}

MapPlayer::MapPlayer (const MapGesture& sharedGesture, std::function<bool()> interruptedAsked)
    : gesture (sharedGesture), interrupted (std::move (interruptedAsked)), synth (std::make_unique<Synth>())
{
}

MapPlayer::~MapPlayer() = default;

std::optional<MapCell> MapPlayer::play (std::size_t column, std::size_t row)
{
    const auto patch = patchOfCell (gesture, column, row);
    const double rate = gesture.sampleRate;
    const auto frames = static_cast<std::int64_t> (std::llround (gesture.seconds * rate));
    synth->prepare (rate);
    givePreset (*synth, gesture.preset);
    synth->setPatch (patch);

    NoteObserver contact (nominalFrequency (gesture.key, patch, tuningOf (gesture.preset)),
                          rate * oversamplingOf (patch), gesture.seconds);
    mono.clear();
    double power = 0.0;
    RenderSinks sinks;
    sinks.audio = [&] (std::span<const double> left, std::span<const double> right)
    {
        for (std::size_t i = 0; i < left.size(); ++i)
        {
            if (static_cast<std::int64_t> (mono.size()) >= frames / 2)
                power += 0.5 * (left[i] * left[i] + right[i] * right[i]);
            mono.push_back (0.5 * (left[i] + right[i]));
        }
    };
    sinks.probes = [&contact] (std::span<const ProbeFrame> probes) { contact.add (probes); };
    sinks.interrupted = interrupted;
    const auto result = renderEvents (*synth, gesture.song.events, { gesture.sampleRate, 256, 0.0, 0, {} }, sinks);
    if (result.interrupted || (interrupted && interrupted())) // the following analysis takes as long as a long block
        return std::nullopt;

    MapCell cell;
    contact.tell (cell);
    const double effective = std::sqrt (power / static_cast<double> (std::max<std::int64_t> (1, frames - frames / 2)));
    if (std::isfinite (effective) && effective > silence)
    {
        cell.level = dbFromGain (effective);
        cell.centroid = spectralCentroid (std::span (mono).subspan (mono.size() / 2), rate);
    }
    cell.residual = result.ledger.relativeResidual();
    cell.faultySamples = result.nonFiniteSamples + result.safetyNets;
    cell.hash = result.hash;
    kept.assign (mono.begin(), mono.begin() + std::min<std::ptrdiff_t> (static_cast<std::ptrdiff_t> (mono.size()),
                                                                        std::llround (gesture.soundSeconds * rate)));
    cell.soundGainDb = dbFromGain (fitForFile (kept, rate));
    if (result.safetyNets > 0)
        synth = std::make_unique<Synth>(); // it counts them for as long as it lives
    return cell;
}
} // namespace kolophon
