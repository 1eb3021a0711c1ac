// SPDX-License-Identifier: GPL-3.0-or-later
#include "GestureRecorder.h"

#include "../../Synth/Control/ControllerPairs.h"
#include "../../Synth/Control/DrawnGesture.h"
#include "../../Synth/Control/Performance.h"
#include "../../Synth/Parameters/PatchChoices.h"
#include "InstrumentSession.h"
#include "ParameterBridge.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double tolerance = 0.02;   // as a fraction of half a track's range
constexpr double grid = 1.0 / 120.0; // [s] between moments where wheels alone are recorded

double octaves (double position, double knob) noexcept
{
    return position > 0.0 && knob > 0.0 ? std::clamp (std::log2 (position / knob), -2.0, 2.0) : 0.0;
}

/** Maps 0 … 1, or -1 … 1 of a bend, to the full range of a track. */
double over (GestureTrackKind kind, double value, bool isBend) noexcept
{
    const auto& range = DrawnGesture::ranges[static_cast<std::size_t> (kind)];
    if (isBend)
        value = kind == GestureTrackKind::speed ? value : 0.5 * (value + 1.0);
    const double lowest = kind == GestureTrackKind::speed ? 0.0 : range.lowest;
    return kind == GestureTrackKind::speed ? value : lowest + value * (range.highest - lowest);
}

/** Value of an event for this source; nothing if it is for others. */
std::optional<double> heard (GestureRecorder::Source source, const PerformanceEvent& event, int controller,
                             double value) noexcept
{
    using Source = GestureRecorder::Source;
    using Type = PerformanceEvent::Type;
    const auto is = [&] (int number)
    { return event.type == Type::controller && controller == number ? std::optional (value) : std::nullopt; };
    switch (source)
    {
        case Source::wheel: return is (Controller::modulation);
        case Source::breath: return is (Controller::breath);
        case Source::slide: return is (Controller::timbre);
        case Source::pressure:
            return event.type == Type::channelPressure || event.type == Type::notePressure ? std::optional (value)
                                                                                           : std::nullopt;
        case Source::bend: return event.type == Type::pitchBend ? std::optional (value) : std::nullopt;
        case Source::kept:
        case Source::bow: break;
    }
    return std::nullopt;
}

/** Values of a controller over time, [s] from the first key of the window on. */
struct Course
{
    std::vector<std::pair<double, double>> steps;
    double before = 0.0; // value before the first step
    double at (double seconds) const noexcept
    {
        double value = before;
        for (const auto& [when, to] : steps)
            if (when <= seconds)
                value = to;
        return value;
    }
};

/** Median force: strokes with a relative force have no absolute newtons, so the median counts as 1. */
double usualForce (const std::vector<drawing::HandMoment>& moments)
{
    std::vector<double> forces;
    for (const auto& moment : moments)
        if (moment.values[1] > 0.0)
            forces.push_back (moment.values[1]);
    if (forces.empty())
        return 1.0;
    const auto middle = forces.begin() + static_cast<std::ptrdiff_t> (forces.size() / 2);
    std::nth_element (forces.begin(), middle, forces.end());
    return *middle;
}
} // namespace

void GestureRecorder::start (const Sources& itsSources)
{
    constexpr int look = 500; // [ms]
    sources = itsSources;
    patch = session.bridge().patch();
    startedAt = session.loggedUntil();
    firstSeen = -1;
    recording = true;
    direction = 0.0;
    seen.clear();
    kept.reset();
    feed.start();
    startTimer (look);
}

bool GestureRecorder::listensToBow() const noexcept
{
    return std::find (sources.begin(), sources.end(), Source::bow) != sources.end();
}

double GestureRecorder::seconds() const noexcept
{
    return seen.empty() ? 0.0 : seen.back().seconds - seen.front().seconds;
}

bool GestureRecorder::collect()
{
    if (! recording)
        return false;
    const auto points = feed.points();
    const auto before = seen.size();
    for (std::size_t i = before; i < points.size(); ++i)
    {
        const auto& point = points[i];
        if (! seen.empty() && point.seconds - seen.front().seconds > longest)
            break;
        const double speed = point.held ? static_cast<double> (point.speed) : 0.0;
        if (direction == 0.0 && speed != 0.0)
            direction = speed < 0.0 ? -1.0 : 1.0;
        // Newtons; finish() converts them once all are known.
        seen.push_back (
            { point.seconds,
              { direction * speed / patch.handSpeed, point.held ? static_cast<double> (point.normalForce) : 0.0,
                octaves (static_cast<double> (point.position), patch.handPosition) } });
    }
    const auto now = session.loggedUntil();
    if (firstSeen < 0 && ! seen.empty())
        firstSeen = now;
    const double rate = session.hostSampleRate(); // 0 until the host has set it
    if (! kept && firstSeen >= 0 && rate > 0.0 && static_cast<double> (now - firstSeen) >= longest * rate)
    {
        kept = session.lastMinute();
        keptAt = now;
    }
    return seen.size() > before;
}

void GestureRecorder::addControllers (const RecordedPerformance& played, std::int64_t now)
{
    const auto& log = played.log;
    const auto begin = startedAt - log.began;
    const auto isKey = [begin] (const LoggedEvent& e) {
        return e.kind == LoggedEvent::Kind::event && e.sample >= begin &&
               e.event.type == PerformanceEvent::Type::noteOn;
    };
    const auto key = std::find_if (log.events.begin(), log.events.end(), isKey);
    if (key == log.events.end())
        return;
    const auto secondsAt = [&] (std::int64_t sample)
    { return static_cast<double> (sample - key->sample) / log.sampleRate; };
    if (seen.empty()) // no recorded bow: moments over the whole recording
        for (double t = 0.0; t <= std::min (longest, secondsAt (now - log.began)); t += grid)
            seen.push_back ({ t, {} });

    std::array<Course, gestureTrackCount> courses;
    ControllerPairs pairs;
    const auto follow = [&] (const PerformanceEvent& event, double seconds)
    {
        const auto [controller, value] = event.type == PerformanceEvent::Type::controller
                                             ? pairs.join (event.channel, event.index, event.value)
                                             : std::pair { -1, event.value };
        for (std::size_t t = 0; t < gestureTrackCount; ++t)
            if (const auto told = heard (sources[t], event, controller, value))
            {
                if (seconds <= 0.0)
                    courses[t].before = *told;
                else
                    courses[t].steps.emplace_back (seconds, *told);
            }
    };
    for (const auto& event : log.controllers)
        follow (event, -1.0);
    for (const auto& logged : log.events)
        if (logged.kind == LoggedEvent::Kind::event)
            follow (logged.event, secondsAt (logged.sample));
    for (auto& moment : seen)
        for (std::size_t t = 0; t < gestureTrackCount; ++t)
            if (sources[t] != Source::kept && sources[t] != Source::bow)
                moment.values[t] =
                    over (static_cast<GestureTrackKind> (t), courses[t].at (moment.seconds - seen.front().seconds),
                          sources[t] == Source::bend);
}

std::optional<drawing::RecordedGesture> GestureRecorder::finish (const DrawnGesture& before)
{
    collect();
    recording = false;
    stopTimer();
    feed.stop();
    const bool absolute = choiceOf<&Patch::handForceMode> (patch) == ForceMode::absolute;
    const double newtons = absolute ? patch.handForce : usualForce (seen);
    for (auto& moment : seen)
        moment.values[1] /= newtons;
    if (! listensToBow())
        seen.clear();
    else if (seen.empty()) // no key was struck
        return std::nullopt;
    // The bow is off after the last key has been released; the decay is not part of the gesture.
    while (! seen.empty() && seen.back().values[0] == 0.0 && seen.back().values[1] == 0.0)
        seen.pop_back();
    const bool isFull = kept.has_value();
    if (const auto played = isFull ? std::move (kept) : session.lastMinute())
        addControllers (*played, isFull ? keptAt : session.loggedUntil());
    kept.reset();
    std::array<bool, gestureTrackCount> asDrawn {};
    for (std::size_t t = 0; t < gestureTrackCount; ++t)
        asDrawn[t] = sources[t] == Source::kept;
    return drawing::recorded (seen, before, asDrawn, tolerance);
}
} // namespace kolophon
