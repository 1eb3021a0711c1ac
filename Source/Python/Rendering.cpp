// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Analysis/Parallel.h"
#include "../Core/Text/NumberText.h"
#include "../Files/Songs/MidiFile.h"
#include "../Rendering/Takes/Takes.h"
#include "Bindings.h"

#include <memory>
#include <mutex>

namespace kolophon::python
{
namespace
{
std::vector<TimedEvent> timed (const std::vector<Event>& events)
{
    std::vector<TimedEvent> made;
    for (const auto& event : events)
        made.push_back ({ std::get<0> (event), eventFrom (event) });
    return made;
}

py::tuple readSong (const std::string& path)
{
    const auto song = valueOrThrow (readMidiFile (path));
    std::vector<Event> events;
    for (const auto& [seconds, event] : song.events)
        events.emplace_back (seconds, static_cast<int> (event.type), event.channel, event.index, event.value,
                             event.note);
    return py::make_tuple (std::move (events), song.duration, song.title, song.warnings);
}

struct Performed
{
    std::vector<double> left, right;
    std::vector<ProbeFrame> probes;
    RenderResult result;
};

Performed perform (const Preset& preset, const std::vector<TimedEvent>& events, const RenderSettings& settings,
                   bool wantsProbes, Watched& state)
{
    Performed performed;
    RenderSinks sinks;
    sinks.audio = [&performed] (auto left, auto right)
    {
        performed.left.insert (performed.left.end(), left.begin(), left.end());
        performed.right.insert (performed.right.end(), right.begin(), right.end());
    };
    if (wantsProbes)
        sinks.probes = [&performed] (auto frames)
        { performed.probes.insert (performed.probes.end(), frames.begin(), frames.end()); };
    sinks.progress = [&state] (double fraction, double) { state.fraction = fraction; };
    sinks.interrupted = state.stopped();
    auto synth = std::make_unique<Synth>();
    synth->prepare (settings.sampleRate);
    givePreset (*synth, preset);
    performed.result = renderEvents (*synth, events, settings, sinks);
    return performed;
}

py::dict render (const Preset& preset, const std::vector<Event>& events, double seconds, int rate,
                 std::optional<double> tail, const std::vector<double>& drive, bool wantsProbes,
                 const py::object& progress)
{
    const RenderSettings settings { .sampleRate = rate, .tailSeconds = tail, .drive = drive, .songSeconds = seconds };
    const auto song = timed (events);
    auto performed =
        watched (progress, [&] (Watched& state) { return perform (preset, song, settings, wantsProbes, state); });
    py::dict found;
    const auto& result = performed.result;
    found["sound"] = soundArray (performed.left, performed.right);
    found["probes"] = wantsProbes ? py::object (arrayOf (std::move (performed.probes))) : py::object (py::none());
    found["peak"] = result.peak;
    found["loudness"] = result.loudness;
    found["hash"] = formatted ("%016llx", static_cast<unsigned long long> (result.hash));
    found["voices"] = result.voices;
    found["guarded_samples"] = result.guardedSamples;
    found["non_finite_samples"] = result.nonFiniteSamples;
    found["processor_seconds"] = result.processorSeconds;
    found["ledger"] = result.ledger;
    return found;
}

py::list takes (const Preset& preset, const std::vector<Event>& events, double seconds, int rate,
                std::optional<double> tail, int count, const std::string& vary, double gesture, std::uint64_t seed,
                std::optional<double> trim, const std::string& fade, const std::string& level, int jobs,
                const py::object& progress)
{
    TakeSession session;
    session.preset = preset;
    session.variations = valueOrThrow (inFile ("vary", variationsFromText (vary)));
    session.gestureVariation = gesture;
    session.seed = seed;
    session.count = count;
    session.sampleRate = rate;
    session.finishing.trimDb = trim;
    if (! fade.empty())
        session.finishing.fades = valueOrThrow (inFile ("fade", fadesFromText (fade)));
    if (! level.empty())
        session.finishing.level = valueOrThrow (inFile ("level", levelFromText (level)));
    session.jobs = jobs;
    const auto song = timed (events);
    std::vector<std::optional<RenderedTake>> rendered (static_cast<std::size_t> (count));
    std::mutex guard;
    watched (progress,
             [&] (Watched& state)
             {
                 session.stopped = state.stopped();
                 session.play = [&] (const Preset& varied, const RenderSinks& sinks)
                 {
                     auto synth = std::make_unique<Synth>();
                     synth->prepare (rate);
                     givePreset (*synth, varied);
                     return renderEvents (*synth, song,
                                          { .sampleRate = rate, .tailSeconds = tail, .songSeconds = seconds }, sinks);
                 };
                 renderTakes (session,
                              [&] (RenderedTake take)
                              {
                                  const std::scoped_lock lock (guard);
                                  state.fraction = state.fraction + 1.0 / count;
                                  auto& place = rendered[static_cast<std::size_t> (take.number - 1)];
                                  place = std::move (take);
                              });
                 return 0;
             });
    py::list list;
    for (auto& take : rendered)
    {
        if (! take)
            continue;
        auto varied = preset;
        varied.patch = take->patch;
        varied.gesture = take->gesture;
        list.append (py::make_tuple (soundArray (take->sound.left, take->sound.right), std::move (varied),
                                     take->finished.gain, take->finished.loudness, take->finished.cutBefore));
    }
    return list;
}
} // namespace

py::array_t<double> soundArray (std::span<const double> left, std::span<const double> right)
{
    std::vector<double> both (left.begin(), left.end());
    both.insert (both.end(), right.begin(), right.end());
    return arrayOf (std::move (both), { 2, static_cast<py::ssize_t> (left.size()) });
}

void bindRendering (py::module_& module)
{
    module.def ("read_song", readSong);
    module.def ("render", render);
    module.def ("takes", takes);
    py::enum_<PerformanceEvent::Type> (module, "EventType")
        .value ("note_on", PerformanceEvent::Type::noteOn)
        .value ("note_off", PerformanceEvent::Type::noteOff)
        .value ("note_pressure", PerformanceEvent::Type::notePressure)
        .value ("channel_pressure", PerformanceEvent::Type::channelPressure)
        .value ("bend", PerformanceEvent::Type::pitchBend)
        .value ("control", PerformanceEvent::Type::controller)
        .value ("set", PerformanceEvent::Type::setParameter)
        .value ("panic", PerformanceEvent::Type::panic)
        .value ("expression", PerformanceEvent::Type::noteExpression);
}
} // namespace kolophon::python
