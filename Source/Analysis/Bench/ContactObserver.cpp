// SPDX-License-Identifier: GPL-3.0-or-later
#include "ContactObserver.h"

#include "../../Core/Units.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace kolophon
{
namespace
{
constexpr double shortestSegment = 0.1; // [s]
constexpr double steadyFraction = 0.7;  // of a segment
constexpr double tracedPeriods = 4.0, keptPeriods = 9.0;
constexpr double nearNominal = 0.08; // of the frequency: largest deviation of the string's own pitch
// Limits of the pitch search, relative to the nominal frequency: an octave below to a twelfth above, with a margin.
constexpr double lowestRatio = 0.45, highestRatio = 3.2;
} // namespace

std::int64_t NoteSegment::steadyBegin() const noexcept
{
    const auto longest = static_cast<std::int64_t> (longestFrame);
    return end - std::min<std::int64_t> (longest, std::llround (steadyFraction * static_cast<double> (end - begin)));
}

std::vector<NoteSegment> noteSegmentsOf (std::span<const TimedEvent> events, const Patch& patch, int sampleRate)
{
    using Type = PerformanceEvent::Type;
    std::vector<NoteSegment> found;
    std::optional<NoteSegment> open;
    int channel = 0;
    std::map<int, double> bends, wheels; // by channel; an MPE zone's master channel may affect the same string
    const auto isSteady = [&]
    {
        const auto moved = [] (const auto& entry) { return entry.second != 0.0; };
        return patch.voiceVibratoCents == 0.0 && std::none_of (bends.begin(), bends.end(), moved) &&
               (patch.voiceVibratoWheelCents == 0.0 || std::none_of (wheels.begin(), wheels.end(), moved));
    };
    const auto close = [&] (std::int64_t sample)
    {
        if (open && static_cast<double> (sample - open->begin) >= shortestSegment * sampleRate)
        {
            open->end = sample;
            found.push_back (*open);
        }
        open.reset();
    };
    bool first = true;
    for (const auto& [seconds, event] : events)
    {
        const auto sample = std::llround (seconds * sampleRate);
        switch (event.type)
        {
            case Type::noteOn:
                close (sample);
                open = NoteSegment { sample, sample, event.index, isSteady() && (first || patch.voiceGlide == 0.0) };
                channel = event.channel;
                first = false;
                break;
            case Type::noteOff:
                if (open && open->key == event.index && channel == event.channel)
                    close (sample);
                break;
            case Type::pitchBend: bends[event.channel] = event.value; break;
            case Type::controller:
                if (event.index == Controller::modulation)
                    wheels[event.channel] = event.value;
                break;
            case Type::panic: close (sample); break;
            default: break;
        }
        if (open)
            open->steadyPitch = open->steadyPitch && isSteady();
    }
    return found;
}

double nominalFrequency (int key, const Patch& patch, const Tuning& tuning) noexcept
{
    return frequencyFromNote (tuning.noteOf (key) + patch.bodyTuneSemitones + patch.bodyFineCents / 100.0);
}

ContactObserver::ContactObserver (std::vector<NoteSegment> itsSegments, std::optional<std::size_t> tracedSegment,
                                  const Patch& patch, int sampleRate, int factor, const Tuning& tuning)
    : segments (std::move (itsSegments)), traced (tracedSegment),
      internalRate (static_cast<double> (sampleRate) * factor), oversampling (factor)
{
    for (const auto& segment : segments)
        nominal.push_back (nominalFrequency (segment.key, patch, tuning));
}

double ContactObserver::period() const noexcept
{
    return internalRate / nominal[results.size()];
}

void ContactObserver::add (std::span<const ProbeFrame> frames)
{
    // Rounds to whole samples, so that the result doesn't depend on the block size through rounding of the time.
    for (const auto& frame : frames)
        add (std::llround (frame.time * internalRate), frame);
}

void ContactObserver::add (std::int64_t sample, const ProbeFrame& frame)
{
    while (results.size() < segments.size() && sample >= segments[results.size()].end * oversampling)
        closeSegment();
    if (results.size() == segments.size() || sample < segments[results.size()].begin * oversampling)
        return;
    const auto& segment = segments[results.size()];
    slips.add (sample, frame.relativeVelocity, frame.bowVelocity, frame.normalForce);
    if (sample >= segment.steadyBegin() * oversampling)
    {
        bridgeForce.push_back (frame.bridgeForce);
        pressed = pressed || frame.normalForce > 0.0;
    }
    if (results.size() == traced && static_cast<double> (segment.end * oversampling - sample) <= keptPeriods * period())
        kept.push_back (frame);
}

void ContactObserver::closeSegment()
{
    const auto& segment = segments[results.size()];
    const double pitch = nominal[results.size()];
    NoteSegmentResult result;
    result.frequency = fundamentalFrequency (bridgeForce, internalRate, lowestRatio * pitch, highestRatio * pitch);
    // A double slip sounds an octave higher, but its slips are counted per period of the string.
    const bool near = result.frequency && std::abs (*result.frequency / pitch - 1.0) <= nearNominal;
    const double counted = near ? internalRate / *result.frequency : period();
    if (pressed)
        result.slipsPerPeriod =
            slipsPerPeriod (slips.phases(), segment.steadyBegin() * oversampling, segment.end * oversampling, counted);
    if (const auto onset = helmholtzOnset (slips.phases(), period()))
        result.helmholtz = static_cast<double> (*onset - segment.begin * oversampling) / internalRate;
    if (results.size() == traced)
        keptPeriod = counted / internalRate;
    results.push_back (result);
    slips = {};
    bridgeForce.clear();
    pressed = false;
}

const std::vector<NoteSegmentResult>& ContactObserver::finish()
{
    while (results.size() < segments.size())
        closeSegment();
    return results;
}

ContactTrace ContactObserver::trace() const
{
    // The traces of all laws begin with a slip, so that they can be superimposed.
    SlipRecorder slipping;
    std::int64_t sample = 0;
    for (const auto& frame : kept)
        slipping.add (sample++, frame.relativeVelocity, frame.bowVelocity, frame.normalForce);
    const auto length = static_cast<std::size_t> (std::llround (tracedPeriods * keptPeriod * internalRate)) + 1;
    std::size_t onset = 0;
    for (const auto& phase : slipping.phases())
        if (phase.begin > 0 && static_cast<std::size_t> (phase.begin) + length <= kept.size())
        {
            onset = static_cast<std::size_t> (phase.begin);
            break;
        }
    ContactTrace result;
    for (std::size_t n = 0; n < length && onset + n < kept.size(); ++n)
    {
        const auto& frame = kept[onset + n];
        result.time.push_back (static_cast<double> (n) / internalRate);
        result.relativeVelocity.push_back (frame.relativeVelocity);
        result.surfaceVelocity.push_back (frame.surfaceVelocity);
        result.frictionForce.push_back (frame.frictionForce);
        result.bridgeForce.push_back (frame.bridgeForce);
    }
    return result;
}
} // namespace kolophon
