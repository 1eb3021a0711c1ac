// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Core/Samples.h"
#include "Handle.h"

#include <algorithm>
#include <type_traits>

namespace kolophon::library
{
namespace
{
constexpr std::size_t longestBlock = 65536; // [samples] given to the engine at once

kolophon_status checkBlock (const kolophon_synth* synth, const void* left, const void* right, size_t count) noexcept
{
    if (auto fault = checkSynth (synth))
        return fault;
    if (count == 0)
        return KOLOPHON_OK;
    if (auto fault = checkPointer (synth, "left", left))
        return fault;
    return checkPointer (synth, "right", right);
}

/** Renders `count` samples in pieces: `piece (done, samples)` renders each. A performance sets things between two. */
template <class Piece>
void inPieces (kolophon_synth& handle, size_t count, std::size_t longest, Piece&& piece) noexcept
{
    for (std::size_t done = 0; done < count;)
    {
        const int samples = handle.playback.advance (handle.synth, handle.queue, std::min (longest, count - done));
        piece (done, samples);
        handle.synth.collectMeters (handle.meters);
        done += static_cast<std::size_t> (samples);
    }
}

kolophon_probe probeOf (const ProbeFrame& f) noexcept
{
    return { f.time,          f.bowVelocity,       f.normalForce,     f.relativeVelocity,
             f.frictionForce, f.bristleElongation, f.surfaceVelocity, f.lawState,
             f.lawMode,       f.storedEnergy,      f.workIn,          f.frictionLoss,
             f.bodyLoss,      f.residual,          f.bridgeForce };
}
} // namespace
} // namespace kolophon::library

using namespace kolophon;
using namespace kolophon::library;

kolophon_status kolophon_render (kolophon_synth* synth, double* left, double* right, size_t count)
{
    if (auto fault = checkBlock (synth, left, right, count))
        return fault;
    inPieces (*synth, count, longestBlock,
              [&] (std::size_t done, int samples)
              { synth->synth.render (synth->queue.pop (samples), left + done, right + done, samples); });
    return KOLOPHON_OK;
}

kolophon_status kolophon_render_float (kolophon_synth* synth, float* left, float* right, size_t count)
{
    if (auto fault = checkBlock (synth, left, right, count))
        return fault;
    inPieces (*synth, count, kolophon_synth::floatBlock,
              [&] (std::size_t done, int samples)
              {
                  auto &l = synth->left, &r = synth->right;
                  synth->synth.render (synth->queue.pop (samples), l.data(), r.data(), samples);
                  std::transform (l.data(), l.data() + samples, left + done, sampleOf<float>);
                  std::transform (r.data(), r.data() + samples, right + done, sampleOf<float>);
              });
    return KOLOPHON_OK;
}

kolophon_status kolophon_render_probes (kolophon_synth* synth, const double* drive, double* left, double* right,
                                        size_t count, kolophon_probe* probes, size_t capacity, size_t* written)
{
    if (auto fault = checkBlock (synth, left, right, count))
        return fault;
    if (capacity > 0)
        if (auto fault = checkPointer (synth, "probes", probes))
            return fault;
    std::size_t copied = 0;
    inPieces (*synth, count, probes != nullptr ? kolophon_synth::probeBlock : longestBlock,
              [&] (std::size_t done, int samples)
              {
                  ProbeBuffer buffer { synth->probes.data(), synth->probes.size(), 0 };
                  synth->synth.render (synth->queue.pop (samples), left + done, right + done, samples,
                                       probes != nullptr ? &buffer : nullptr,
                                       drive != nullptr ? drive + done : nullptr);
                  const auto fitting = std::min (buffer.count, capacity - copied);
                  std::transform (buffer.frames, buffer.frames + fitting, probes + copied, probeOf);
                  copied += fitting;
              });
    if (written != nullptr)
        *written = copied;
    return KOLOPHON_OK;
}

int32_t kolophon_voices (const kolophon_synth* synth)
{
    return synth != nullptr ? synth->meters.voicesAwake : 0;
}

int32_t kolophon_note_is_playing (const kolophon_synth* synth, uint32_t note)
{
    return synth != nullptr && note != 0 && synth->synth.isPlaying (note) ? 1 : 0;
}

int32_t kolophon_is_silent (const kolophon_synth* synth)
{
    if (synth == nullptr)
        return 1;
    return synth->queue.empty() && ! synth->playback.isPlaying() && synth->synth.isSilent() ? 1 : 0;
}

int32_t kolophon_latency (const kolophon_synth* synth)
{
    return synth != nullptr ? synth->synth.latencySamples() : 0;
}

double kolophon_performance_left (const kolophon_synth* synth)
{
    return synth != nullptr ? synth->playback.secondsLeft (synth->sampleRate) : 0.0;
}

double kolophon_tail (const kolophon_synth* synth)
{
    return synth != nullptr ? synth->synth.tailSeconds() : 0.0;
}

kolophon_status kolophon_get_energy (const kolophon_synth* synth, kolophon_energy* energy)
{
    if (auto fault = checkSynth (synth))
        return fault;
    if (auto fault = checkPointer (synth, "energy", energy))
        return fault;
    const auto& ledger = synth->synth.ledger();
    *energy = { ledger.storedEnergy,   ledger.workIn,        ledger.frictionLoss,       ledger.bodyLoss,
                ledger.peakEnergy,     ledger.worstResidual, ledger.relativeResidual(), ledger.created,
                ledger.generatorSteps, ledger.steps };
    return KOLOPHON_OK;
}
