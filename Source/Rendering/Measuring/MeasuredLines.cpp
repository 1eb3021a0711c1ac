// SPDX-License-Identifier: GPL-3.0-or-later
#include "MeasuredLines.h"

#include "../../Analysis/Notes/SteadyTone.h"
#include "../../Core/Units.h"
#include "../Renderer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kolophon
{
namespace
{
using Type = PerformanceEvent::Type;

constexpr int sampleRate = 48000;
constexpr double noteTime = 0.42, shortKey = 0.15, overlap = 1.07, apart = 0.85; // [s], [s], of noteTime
constexpr std::array melody { 7, 9, 11, 12, 14, 12, 11, 9, 7, 9, 11, 14, 16, 14, 12, 11, 12, 9, 11, 7 }; // above a key
constexpr std::array scale { 0, 2, 4, 5, 7, 9, 11, 12, 11, 9, 7, 5, 4, 2, 0 };
constexpr double sixteenth = 60.0 / 160.0 / 4.0, heldKey = 2.0; // [s]
constexpr int performances = 3;

/** Both channels together, without a room. */
std::vector<double> played (Preset preset, std::vector<TimedEvent> events, double seed)
{
    preset.patch.voiceSeed = std::fmod (preset.patch.voiceSeed + seed, 10000.0);
    preset.patch.qualityLedger = preset.patch.outRoomPercent = 0.0;
    std::stable_sort (events.begin(), events.end(),
                      [] (const auto& a, const auto& b) { return a.seconds < b.seconds; });
    Synth synth;
    synth.prepare (sampleRate);
    givePreset (synth, preset);
    synth.setPatch (preset.patch);
    std::vector<double> sound;
    RenderSinks sinks;
    sinks.audio = [&sound] (auto left, auto right)
    {
        for (std::size_t n = 0; n < left.size(); ++n)
            sound.push_back (0.5 * (left[n] + right[n]));
    };
    RenderSettings settings;
    settings.sampleRate = sampleRate;
    settings.tailSeconds = 0.5;
    renderEvents (synth, events, settings, sinks);
    return sound;
}

void addNote (std::vector<TimedEvent>& events, double start, double held, int key, int velocity)
{
    const auto number = static_cast<std::uint16_t> (key);
    events.push_back ({ start, { 0, Type::noteOn, 0, number, velocity / 127.0 } });
    events.push_back ({ start + held, { 0, Type::noteOff, 0, number, 0.5 } });
}

double levelOf (std::span<const double> sound, double from, double to)
{
    const auto part = sound.subspan (static_cast<std::size_t> (from * sampleRate),
                                     static_cast<std::size_t> ((to - from) * sampleRate));
    return 10.0 * std::log10 (std::inner_product (part.begin(), part.end(), part.begin(), 1e-30) /
                              static_cast<double> (part.size()));
}
} // namespace

std::vector<LineNote> measuredLine (const Preset& preset, const LineManner& manner, int lowestKey, int velocity)
{
    std::vector<TimedEvent> events;
    for (std::size_t n = 0; n < melody.size(); ++n)
    {
        const char bow = manner.bow.empty() ? ' ' : manner.bow[n % manner.bow.size()];
        const double held = bow == 's'   ? overlap * noteTime
                            : bow == 'd' ? apart * noteTime
                            : bow == 'k' ? shortKey
                                         : manner.held * noteTime;
        addNote (events, static_cast<double> (n) * noteTime, held, lowestKey + melody[n], velocity);
    }
    std::vector<LineNote> all;
    for (int seed = 0; seed < performances; ++seed)
    {
        const auto notes = valueOrThrow (measureLine (played (preset, events, seed), sampleRate));
        all.insert (all.end(), notes.begin(), notes.end());
    }
    return all;
}

PassageMeasures measuredPassage (const Preset& preset, int lowestKey)
{
    std::vector<TimedEvent> events, held;
    for (std::size_t n = 0; n < scale.size(); ++n)
        addNote (events, static_cast<double> (n) * sixteenth, 0.8 * sixteenth, lowestKey + scale[n], 89);
    addNote (held, 0.0, heldKey, lowestKey, 89);
    const auto sound = played (preset, events, 0.0), steady = played (preset, held, 0.0);
    const double reference = levelOf (steady, 0.5, heldKey);
    PassageMeasures passage { levelOf (sound, 0.0, sixteenth) - reference, 0.0, 0 };
    passage.last = levelOf (sound, 14.0 * sixteenth, 15.0 * sixteenth) - reference; // the same key again
    for (std::size_t n = 0; n < scale.size(); ++n)
    {
        const double wanted = frequencyFromNote (lowestKey + scale[n]);
        const auto from = static_cast<std::size_t> ((static_cast<double> (n) * sixteenth + 0.025) * sampleRate);
        const auto part = std::span (sound).subspan (from, static_cast<std::size_t> (0.055 * sampleRate));
        const auto period = periodOf (part, sampleRate / (1.9 * wanted), 1.9 * sampleRate / wanted);
        passage.inTune += period && std::abs (centsFromRatio (sampleRate / *period / wanted)) < 50.0 ? 1 : 0;
    }
    return passage;
}

NoteStart measuredStart (const Preset& preset, int key, int velocity)
{
    std::vector<TimedEvent> events;
    addNote (events, 0.0, heldKey, key, velocity);
    return valueOrThrow (measureStart (played (preset, events, key), sampleRate, frequencyFromNote (key)));
}
} // namespace kolophon
