#include "ModulationMatrix.h"

#include "ParameterTable.h"
#include "PortableMath.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
using Source = ModulationSource;
constexpr double touchTime = 0.005;     // [s] smoothing of controllers, as Voice has it
constexpr double sideChainTime = 0.010; // [s] of its rms
constexpr double depthTime = 0.010;     // [s] in which a new route fades in
constexpr std::uint64_t streamOfLfo = 1u << 20;

double fractionIn (double seconds, double time) noexcept
{
    return 1.0 - portable::exp (-seconds / time);
}

/** log10 (value/floor) over so many decades, 0 … 1. */
double decades (double value, double floor, double count) noexcept
{
    if (! (value > floor))
        return 0.0;
    return std::min (1.0, portable::log (value / floor) / (2.30258509299404568402 * count));
}

bool beginsWithKey (const Patch& patch, const knobs::LfoMembers& knob) noexcept
{
    return static_cast<LfoTrigger> (static_cast<int> (patch.*knob.trigger)) == LfoTrigger::key;
}

Source lfoSource (std::size_t n) noexcept
{
    return n == 0 ? Source::lfo1 : Source::lfo2;
}
Source envelopeSource (std::size_t n) noexcept
{
    return n == 0 ? Source::envelope1 : Source::envelope2;
}
} // namespace

void ModulationMatrix::reset() noexcept
{
    common = {};
    strokes.fill ({});
    watch.reset();
    sideChain = squares = 0.0;
    heard = 0;
    for (std::size_t r = 0; r < routes.routeCount; ++r)
        depths[r] = routes.routes[r].depth;
    fading = false;
}

void ModulationMatrix::take (const ModulationRoutes& newRoutes, bool atOnce) noexcept
{
    std::array<double, ModulationRoutes::capacity> next {};
    for (std::size_t r = 0; r < newRoutes.routeCount; ++r)
    {
        const auto& route = newRoutes.routes[r];
        next[r] = atOnce ? route.depth : 0.0;
        for (std::size_t old = 0; old < routes.routeCount && ! atOnce; ++old)
        {
            const auto& before = routes.routes[old];
            if (before.source == route.source && before.slot == route.slot &&
                routes.targets[before.target].parameter == newRoutes.targets[route.target].parameter)
                next[r] = depths[old];
        }
    }
    routes = newRoutes;
    depths = next;
    fading = ! atOnce;
}

void ModulationMatrix::start (int voice, double velocity, std::uint64_t stroke) noexcept
{
    auto& its = strokeOf (voice);
    const auto envelopes = its.envelopes; // rise from where they are
    its = {};
    its.envelopes = envelopes;
    its.number = stroke;
    its.velocity = velocity;
    for (auto& envelope : its.envelopes)
        envelope.start();
    ofVoice[static_cast<std::size_t> (voice)] = instrument;
    watch.start (voice);
}

void ModulationMatrix::fadeIn (double seconds) noexcept
{
    const double fraction = fractionIn (seconds, depthTime);
    fading = false;
    for (std::size_t r = 0; r < routes.routeCount; ++r)
    {
        const double goal = routes.routes[r].depth;
        depths[r] += fraction * (goal - depths[r]);
        if (std::abs (goal - depths[r]) < 1e-9)
            depths[r] = goal;
        fading = fading || depths[r] != goal;
    }
}

void ModulationMatrix::hear (const double* drive, int samples) noexcept
{
    heard += samples;
    if (drive == nullptr)
        return;
    for (int n = 0; n < samples; ++n)
        if (std::isfinite (drive[n]))
            squares += std::min (1.0, drive[n] * drive[n]);
}

/** What goes on by itself. */
void ModulationMatrix::move (Stroke& stroke, const Patch& patch, const SongClock& clock, double seconds) noexcept
{
    for (std::size_t n = 0; n < stroke.envelopes.size(); ++n)
        at (stroke.values, envelopeSource (n)) = stroke.envelopes[n].move (patch, knobs::envelopes[n], seconds);
    for (std::size_t n = 0; n < stroke.lfos.size(); ++n)
    {
        auto& lfo = stroke.lfos[n];
        lfo.move (patch, knobs::lfos[n], clock, seconds);
        if (stroke.number == 0)
            lfo.follow (patch, knobs::lfos[n], clock);
        at (stroke.values, lfoSource (n)) = lfo.value (patch, knobs::lfos[n], (n + 1) * streamOfLfo + stroke.number);
    }
    stroke.drift.move (patch, seconds);
    at (stroke.values, Source::drift) = stroke.drift.value (patch, stroke.number);
}

/** What the player does, smoothed; a new stroke takes it as it stands. */
void ModulationMatrix::touch (Stroke& stroke, const Voice& player, const Patch& patch,
                              const Scene& scene) const noexcept
{
    const double fraction = stroke.fresh ? 1.0 : fractionIn (scene.seconds, touchTime);
    const auto follow = [&] (Source source, double goal)
    {
        double& now = at (stroke.values, source);
        now = stroke.fresh ? goal : now + fraction * (goal - now);
    };
    const int channel = player.channel;
    follow (Source::pressure, player.pressed (scene.channels));
    follow (Source::slide, std::clamp (2.0 * player.slid (patch, scene.channels), -1.0, 1.0));
    follow (Source::bend, scene.channels.bend (channel));
    follow (Source::wheel, scene.channels.wheel (channel));
    follow (Source::breath, std::max (0.0, scene.channels.breath (channel)));
    follow (Source::expression, scene.channels.expression (channel));
    stroke.fresh = false;
}

void ModulationMatrix::read (Stroke& stroke, const Patch& patch, const ContactWatch::Reading& contact) const noexcept
{
    at (stroke.values, Source::slipRate) = decades (contact.slipsPerSecond, 1.0, 4.0);
    at (stroke.values, Source::slipFraction) = contact.slipFraction;
    at (stroke.values, Source::bristle) = contact.bristle;
    at (stroke.values, Source::energy) = decades (contact.energy, 1e-9, 9.0);
    at (stroke.values, Source::sideChain) = sideChain;
    for (std::size_t n = 0; n < knobs::lfos.size(); ++n)
        if (! beginsWithKey (patch, knobs::lfos[n]))
            at (stroke.values, lfoSource (n)) = at (common.values, lfoSource (n));
}

void ModulationMatrix::followGesture (Stroke& stroke, const Patch& patch, const Scene& scene) noexcept
{
    stroke.gestureAge += scene.seconds;
    const double periods = stroke.gestureAge / patch.handGestureTime;
    const auto drawn =
        scene.gesture.at (patch.handGestureLoop >= 0.5 ? periods - std::floor (periods) : std::min (periods, 1.0));
    at (stroke.values, Source::gesture) = drawn.speed;
    at (stroke.values, Source::gestureForce) = drawn.force - 1.0;
}

/** What the instrument hears of a single note glides from one stroke's to the next's. */
void ModulationMatrix::tick (const Scene& scene, const SongClock& clock, const Voice* latest, int latestIndex) noexcept
{
    if (fading)
        fadeIn (scene.seconds);
    const double mean = heard > 0 ? squares / heard : 0.0;
    const double square = sideChain * sideChain;
    sideChain = std::sqrt (square + fractionIn (scene.seconds, sideChainTime) * (mean - square));
    squares = 0.0;
    heard = 0;

    const auto before = common.values;
    move (common, instrument, clock, scene.seconds);
    auto& values = common.values;
    if (latest != nullptr)
    {
        auto& stroke = strokeOf (latestIndex);
        auto shown = common;
        shown.fresh = true;
        touch (shown, *latest, instrument, scene);
        read (shown, instrument, watch.of (latestIndex));
        const double fraction = common.fresh ? 1.0 : fractionIn (scene.seconds, touchTime);
        common.fresh = false;
        const auto approach = [&] (Source source, double goal)
        { at (values, source) = at (before, source) + fraction * (goal - at (before, source)); };
        for (const auto source :
             { Source::pressure, Source::slide, Source::bend, Source::wheel, Source::breath, Source::expression,
               Source::slipRate, Source::slipFraction, Source::bristle, Source::energy })
            approach (source, at (shown.values, source));
        for (const auto source : { Source::velocity, Source::release, Source::key, Source::envelope1, Source::envelope2,
                                   Source::gesture, Source::gestureForce })
            approach (source, at (stroke.values, source));
        for (std::size_t n = 0; n < knobs::lfos.size(); ++n)
            if (beginsWithKey (instrument, knobs::lfos[n]))
                approach (lfoSource (n), at (stroke.values, lfoSource (n)));
    }
    at (values, Source::sideChain) = sideChain;
    apply (values, scene.patch, instrument);
}

const Patch& ModulationMatrix::plan (int voice, const Voice& player, const Scene& scene,
                                     const SongClock& clock) noexcept
{
    auto& stroke = strokeOf (voice);
    auto& patch = ofVoice[static_cast<std::size_t> (voice)];
    if (! player.isHeld())
        for (auto& envelope : stroke.envelopes)
            envelope.release();
    move (stroke, patch, clock, scene.seconds);
    touch (stroke, player, patch, scene);
    read (stroke, patch, watch.of (voice));
    followGesture (stroke, patch, scene);
    at (stroke.values, Source::velocity) = stroke.velocity;
    at (stroke.values, Source::release) = player.isHeld() ? 0.0 : player.releaseVelocity;
    at (stroke.values, Source::key) = std::clamp ((player.note() - 62.0) / 64.0, -1.0, 1.0);
    apply (stroke.values, scene.patch, patch);
    return patch;
}

void ModulationMatrix::apply (const SourceValues& values, const Patch& from, Patch& to) const noexcept
{
    to = from;
    moveTargets (values, true, to);
    moveTargets (values, false, to);
    to = admissible (to);
}

void ModulationMatrix::tell (int voice, MovedKnobs& knobs) const noexcept
{
    const auto& patch = voice < 0 ? instrument : ofVoice[static_cast<std::size_t> (voice)];
    knobs.count = std::min (routes.targetCount, MovedKnobs::capacity);
    for (std::size_t t = 0; t < knobs.count; ++t)
    {
        knobs.parameter[t] = routes.targets[t].parameter;
        knobs.value[t] = static_cast<float> (parameterTable()[knobs.parameter[t]].in (patch));
    }
}

/** Macros and amounts first, then what they move. */
void ModulationMatrix::moveTargets (const SourceValues& values, bool inner, Patch& patch) const noexcept
{
    const std::size_t begin = inner ? 0 : routes.innerRoutes, end = inner ? routes.innerRoutes : routes.routeCount;
    const std::size_t first = inner ? 0 : routes.innerTargets, last = inner ? routes.innerTargets : routes.targetCount;
    std::array<double, ModulationRoutes::capacity> travel;
    std::fill (travel.begin() + static_cast<std::ptrdiff_t> (first),
               travel.begin() + static_cast<std::ptrdiff_t> (last), 0.0);
    constexpr auto macro1 = static_cast<std::size_t> (Source::macro1);
    for (std::size_t r = begin; r < end; ++r)
    {
        const auto& route = routes.routes[r];
        const auto source = static_cast<std::size_t> (route.source);
        const bool isMacro = source >= macro1 && source < macro1 + knobs::macros.size();
        const double value = isMacro ? 0.01 * (patch.*knobs::macros[source - macro1]) : values[source];
        const double amount = route.slot == ModulationRoutes::noSlot ? 1.0 : 0.01 * (patch.*knobs::amounts[route.slot]);
        travel[route.target] += depths[r] * amount * bentBy (route.exponent, value);
    }
    const auto table = parameterTable();
    for (std::size_t t = first; t < last; ++t)
    {
        double& knob = table[routes.targets[t].parameter].in (patch);
        knob = movedBy (travel[t], knob, routes.targets[t]);
    }
}
} // namespace kolophon
