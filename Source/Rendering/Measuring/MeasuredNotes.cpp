// SPDX-License-Identifier: GPL-3.0-or-later
#include "MeasuredNotes.h"

#include "../../Analysis/Parallel.h"
#include "../../Core/Text/KeyName.h"
#include "../../Core/Units.h"
#include "../Loudness.h"
#include "../Renderer.h"

#include <cmath>

namespace kolophon
{
namespace
{
constexpr double tail = 0.3; // [s]

MeasuredNote playAndMeasure (const Preset& preset, const NoteSession& session, std::size_t index)
{
    using Type = PerformanceEvent::Type;
    const int key = session.keys[index];
    auto patch = preset.patch;
    patch.voiceSeed = std::fmod (patch.voiceSeed + static_cast<double> (index), 10000.0);
    patch.qualityLedger = 0.0;
    Synth synth;
    synth.prepare (session.sampleRate);
    givePreset (synth, preset);
    synth.setPatch (patch);

    const auto number = static_cast<std::uint16_t> (key);
    const std::vector<TimedEvent> events { { 0.0, { 0, Type::noteOn, 0, number, session.velocity / 127.0 } },
                                           { session.seconds, { 0, Type::noteOff, 0, number, 0.5 } } };
    std::vector<double> left, right;
    RenderSinks sinks;
    sinks.audio = [&left, &right] (auto l, auto r)
    {
        left.insert (left.end(), l.begin(), l.end());
        right.insert (right.end(), r.begin(), r.end());
    };
    RenderSettings settings;
    settings.sampleRate = session.sampleRate;
    settings.tailSeconds = tail;
    renderEvents (synth, events, settings, sinks);
    return measuredNote (keyName (key), left, right, session.sampleRate,
                         frequencyFromNote (tuningOf (preset).noteOf (key) + patch.bodyTuneSemitones), session.family);
}
} // namespace

MeasuredNote measuredNote (std::string name, std::span<const double> left, std::span<const double> right,
                           double sampleRate, std::optional<double> pitch, std::optional<StringFamily> family)
{
    std::vector<double> mono (left.begin(), left.end());
    for (std::size_t n = 0; n < right.size(); ++n)
        mono[n] = 0.5 * (left[n] + right[n]);
    MeasuredNote note;
    note.name = std::move (name);
    note.measures = valueOrThrow (inFile (note.name, measureNote (mono, sampleRate, pitch)));
    note.loudness = integratedLoudness (left, right, sampleRate);
    if (family)
        note.distance = distanceFrom (*family, note.measures);
    return note;
}

std::vector<MeasuredNote> measurePreset (const Preset& preset, const NoteSession& session)
{
    std::vector<std::optional<MeasuredNote>> found (session.keys.size());
    inParallel (
        found.size(), threadsFor (session.jobs),
        [&] (std::size_t i) { found[i] = playAndMeasure (preset, session, i); }, session.stopped);
    std::vector<MeasuredNote> notes;
    for (auto& note : found)
        if (note)
            notes.push_back (std::move (*note));
    return notes;
}
} // namespace kolophon
