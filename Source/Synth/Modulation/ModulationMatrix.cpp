// SPDX-License-Identifier: GPL-3.0-or-later
#include "ModulationMatrix.h"

#include "../../Core/ReferenceNote.h"
#include "../../Physics/PortableMath.h"
#include "../Parameters/ParameterTable.h"
#include "../Parameters/PatchChoices.h"
#include "../VoiceParts/SmoothedControllers.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
using Source = ModulationSource;
constexpr double sideChainTime = 0.010; // [s] of its rms
constexpr double depthTime = 0.010;     // [s] in which a route fades in or out
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
    return choiceAt<LfoTrigger> (patch.*knob.trigger) == LfoTrigger::key;
}

constexpr auto macro1 = static_cast<std::size_t> (Source::macro1);

bool isMacro (Source source) noexcept
{
    const auto number = static_cast<std::size_t> (source);
    return number >= macro1 && number < macro1 + knobs::macros.size();
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
    instrumentMoved = {};
    voiceMoved.fill ({});
    watch.reset();
    sideChain = squares = 0.0;
    heard = 0;
    for (std::size_t r = 0; r < routes.routeCount; ++r)
        depths[r] = goals[r];
    fading = false;
    forgetLeft();
}

void ModulationMatrix::setRoutes (const ModulationRoutes& newRoutes, bool atOnce) noexcept
{
    if (atOnce)
    {
        routes = newRoutes;
        for (std::size_t r = 0; r < routes.routeCount; ++r)
            depths[r] = goals[r] = routes.routes[r].depth;
    }
    else
        mix (newRoutes);
    fading = ! atOnce;
    followRoutes();
}

/** Merges the new routes with the old ones, which fade. */
void ModulationMatrix::mix (const ModulationRoutes& newRoutes) noexcept
{
    const auto before = routes;
    const auto depthsBefore = depths;
    const auto place =
        [] (const ModulationRoutes& all, const ModulationRoutes& of, const ModulationRoutes::Route& route)
    {
        std::size_t r = 0;
        while (r < all.routeCount &&
               ! (all.routes[r].source == route.source && all.routes[r].slot == route.slot &&
                  all.targets[all.routes[r].target].parameter == of.targets[route.target].parameter))
            ++r;
        return r;
    };
    routes = {};
    const auto add = [this] (const ModulationRoutes& from, std::size_t r, double depth, double goal)
    {
        if (routes.add (from.routes[r], from.targets[from.routes[r].target]))
        {
            depths[routes.routeCount - 1] = depth;
            goals[routes.routeCount - 1] = goal;
        }
    };
    for (const bool inner : { true, false })
    {
        for (std::size_t r = newRoutes.first (inner); r < newRoutes.last (inner); ++r)
        {
            const auto old = place (before, newRoutes, newRoutes.routes[r]);
            add (newRoutes, r, old < before.routeCount ? depthsBefore[old] : 0.0, newRoutes.routes[r].depth);
        }
        for (std::size_t r = before.first (inner); r < before.last (inner); ++r)
            if (place (newRoutes, before, before.routes[r]) == newRoutes.routeCount)
                add (before, r, depthsBefore[r], 0.0);
        if (inner)
            routes.endInner();
    }
}

/** Removes the routes that have faded out. */
void ModulationMatrix::forgetLeft() noexcept
{
    const auto before = routes;
    const auto goalsBefore = goals;
    routes = {};
    for (const bool inner : { true, false })
    {
        for (std::size_t r = before.first (inner); r < before.last (inner); ++r)
            if (goalsBefore[r] != 0.0)
            {
                routes.add (before.routes[r], before.targets[before.routes[r].target]);
                depths[routes.routeCount - 1] = goals[routes.routeCount - 1] = goalsBefore[r];
            }
        if (inner)
            routes.endInner();
    }
    followRoutes();
}

void ModulationMatrix::followRoutes() noexcept
{
    onlyMacros = true;
    for (std::size_t r = 0; r < routes.routeCount; ++r)
        onlyMacros = onlyMacros && isMacro (routes.routes[r].source);
    instrumentMoved.patchNumber = 0;
    for (auto& moved : voiceMoved)
        moved.patchNumber = 0;
}

void ModulationMatrix::start (int voice, double velocity, std::uint64_t stroke) noexcept
{
    auto& its = strokeOf (voice);
    const auto envelopes = its.envelopes; // rise from their current values
    its = {};
    its.envelopes = envelopes;
    its.number = stroke;
    its.velocity = velocity;
    for (auto& envelope : its.envelopes)
        envelope.start();
    ofVoice[static_cast<std::size_t> (voice)] = instrument;
    voiceMoved[static_cast<std::size_t> (voice)] = {};
    watch.start (voice);
}

void ModulationMatrix::fade (double seconds) noexcept
{
    const double fraction = fractionIn (seconds, depthTime);
    fading = false;
    for (std::size_t r = 0; r < routes.routeCount; ++r)
    {
        depths[r] += fraction * (goals[r] - depths[r]);
        if (std::abs (goals[r] - depths[r]) < 1e-9)
            depths[r] = goals[r];
        fading = fading || depths[r] != goals[r];
    }
    if (! fading)
        forgetLeft();
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

/** Advances the sources that run by themselves. */
void ModulationMatrix::move (Stroke& stroke, const Patch& patch, const SongClock& clock, double seconds) noexcept
{
    for (std::size_t n = 0; n < stroke.envelopes.size(); ++n)
        at (stroke.values, envelopeSource (n)) = stroke.envelopes[n].move (patch, knobs::envelopes[n], seconds);
    const double fraction = fractionIn (seconds, depthTime);
    for (std::size_t n = 0; n < stroke.lfos.size(); ++n)
    {
        auto& lfo = stroke.lfos[n];
        lfo.move (patch, knobs::lfos[n], clock, seconds);
        if (stroke.number == 0)
            lfo.follow (patch, knobs::lfos[n], clock);
        const auto& knob = knobs::lfos[n];
        double& heardAt = at (stroke.values, lfoSource (n));
        heardAt = stroke.glides[n].over (
            lfo.value (patch, knob, (n + 1) * streamOfLfo + stroke.number), heardAt,
            { patch.modulationSeed, patch.*knob.shape, patch.*knob.sync, patch.*knob.length }, fraction);
    }
    stroke.drift.move (patch, seconds);
    double& drifted = at (stroke.values, Source::drift);
    drifted = stroke.glides.back().over (stroke.drift.value (patch, stroke.number), drifted, { patch.modulationSeed },
                                         fraction);
}

/** Updates the player's controllers, smoothed; a new stroke takes their values unsmoothed. */
void ModulationMatrix::touch (Stroke& stroke, const Voice& player, const Patch& patch,
                              const Scene& scene) const noexcept
{
    const double fraction = stroke.fresh ? 1.0 : fractionIn (scene.seconds, SmoothedControllers::smoothingTime);
    const auto follow = [&] (Source source, double goal)
    {
        double& now = at (stroke.values, source);
        now = stroke.fresh ? goal : now + fraction * (goal - now);
    };
    const int channel = player.channel();
    follow (Source::pressure, player.pressure (patch, scene.channels));
    follow (Source::slide, std::clamp (2.0 * player.slide (patch, scene.channels), -1.0, 1.0));
    follow (Source::bend, scene.channels.bend (channel));
    follow (Source::wheel, std::max (scene.channels.wheel (channel), player.noteTouch().vibrato));
    follow (Source::breath, std::max (0.0, scene.channels.breath (channel)));
    follow (Source::expression, scene.channels.expression (channel) * player.noteTouch().expression);
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

void ModulationMatrix::followGesture (Stroke& stroke, const Patch& patch, const Scene& scene,
                                      const SongClock& clock) noexcept
{
    stroke.gesture.move (patch, scene.seconds, clock.rate());
    const auto drawn = scene.gesture.at (stroke.gesture.place (patch));
    at (stroke.values, Source::gesture) = drawn.speed;
    at (stroke.values, Source::gestureForce) = drawn.force - 1.0;
    at (stroke.values, Source::gesturePlace) = 0.5 * drawn.place;
}

void ModulationMatrix::followJump (const Patch& before, const Patch& now) noexcept
{
    for (const auto& p : parameterTable())
        if (p.in (before) != p.in (now))
            p.in (instrument) = p.in (now);
}

/** Per-note sources of the instrument glide from one stroke's values to those of the next. */
void ModulationMatrix::tick (const Scene& scene, const SongClock& clock, const Voice* latest, int latestIndex) noexcept
{
    if (fading)
        fade (scene.seconds);
    const double mean = heard > 0 ? squares / heard : 0.0;
    const double square = sideChain * sideChain;
    sideChain = std::sqrt (square + fractionIn (scene.seconds, sideChainTime) * (mean - square));
    squares = 0.0;
    heard = 0;

    const auto before = common.values;
    move (common, instrument, clock, scene.seconds);
    auto& values = common.values;
    if (latest != nullptr && ! onlyMacros)
    {
        auto& stroke = strokeOf (latestIndex);
        auto shown = common;
        shown.fresh = true;
        touch (shown, *latest, instrument, scene);
        read (shown, instrument, watch.of (latestIndex));
        const double fraction = common.fresh ? 1.0 : fractionIn (scene.seconds, SmoothedControllers::smoothingTime);
        common.fresh = false;
        const auto approach = [&] (Source source, double goal)
        { at (values, source) = at (before, source) + fraction * (goal - at (before, source)); };
        for (const auto source :
             { Source::pressure, Source::slide, Source::bend, Source::wheel, Source::breath, Source::expression,
               Source::slipRate, Source::slipFraction, Source::bristle, Source::energy })
            approach (source, at (shown.values, source));
        for (const auto source : { Source::velocity, Source::release, Source::key, Source::envelope1, Source::envelope2,
                                   Source::gesture, Source::gestureForce, Source::gesturePlace })
            approach (source, at (stroke.values, source));
        for (std::size_t n = 0; n < knobs::lfos.size(); ++n)
            if (beginsWithKey (instrument, knobs::lfos[n]))
                approach (lfoSource (n), at (stroke.values, lfoSource (n)));
    }
    at (values, Source::sideChain) = sideChain;
    const auto from = byHost (scene, NoteTouch::none.knobs, instrumentByHost);
    apply (values, from.patch, from.patchNumber, instrumentMoved, instrument);
}

void ModulationMatrix::arrive (const Scene& scene) noexcept
{
    for (auto& glide : common.glides)
        glide.arrive();
    const auto from = byHost (scene, NoteTouch::none.knobs, instrumentByHost);
    apply (common.values, from.patch, from.patchNumber, instrumentMoved, instrument);
}

ModulationMatrix::Planned ModulationMatrix::plan (int voice, const Voice& player, const Scene& scene,
                                                  const SongClock& clock) noexcept
{
    const auto v = static_cast<std::size_t> (voice);
    auto& stroke = strokeOf (voice);
    auto& patch = ofVoice[v];
    if (! player.isHeld())
        for (auto& envelope : stroke.envelopes)
            envelope.release();
    if (! onlyMacros)
    {
        move (stroke, patch, clock, scene.seconds);
        touch (stroke, player, patch, scene);
        read (stroke, patch, watch.of (voice));
        followGesture (stroke, patch, scene, clock);
        at (stroke.values, Source::velocity) = stroke.velocity;
        at (stroke.values, Source::release) = player.isHeld() ? 0.0 : player.keys().releaseVelocity();
        at (stroke.values, Source::key) = std::clamp ((player.note() - referenceNote) / 64.0, -1.0, 1.0);
    }
    const auto from = byHost (scene, player.noteTouch().knobs, voiceByHost[v]);
    if (apply (stroke.values, from.patch, from.patchNumber, voiceMoved[v], patch))
        ++made[v];
    return planned (voice);
}

/** Applies the sources to a patch. Returns false if the result is the same as last time. */
bool ModulationMatrix::apply (const SourceValues& values, const Patch& from, std::uint64_t patchNumber, Moved& moved,
                              Patch& to) const noexcept
{
    // Macros and amounts are moved first, from the values in the player's patch; the other targets use their moved
    // values.
    const bool isOther = patchNumber == 0 || moved.patchNumber != patchNumber,
               inner = addUp (values, true, from, moved);
    if (! isOther && ! inner && ! addUp (values, false, to, moved))
        return false;
    moved.patchNumber = patchNumber;
    to = from;
    moveTargets (moved, true, to);
    addUp (values, false, to, moved);
    moveTargets (moved, false, to);
    to = admissible (to);
    return true;
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

/** Sums the travel of each target, macros and amounts apart from the others. Returns false if it is unchanged. */
bool ModulationMatrix::addUp (const SourceValues& values, bool inner, const Patch& patch, Moved& moved) const noexcept
{
    const std::size_t begin = routes.first (inner), end = routes.last (inner);
    const std::size_t first = inner ? 0 : routes.innerTargets, last = inner ? routes.innerTargets : routes.targetCount;
    std::array<double, ModulationRoutes::capacity> travel;
    std::fill (travel.begin() + static_cast<std::ptrdiff_t> (first),
               travel.begin() + static_cast<std::ptrdiff_t> (last), 0.0);
    for (std::size_t r = begin; r < end; ++r)
    {
        const auto& route = routes.routes[r];
        const auto source = static_cast<std::size_t> (route.source);
        const double value = isMacro (route.source) ? 0.01 * (patch.*knobs::macros[source - macro1]) : values[source];
        const double amount = route.slot == ModulationRoutes::noSlot ? 1.0 : 0.01 * (patch.*knobs::amounts[route.slot]);
        travel[route.target] += depths[r] * amount * bentBy (route.exponent, value);
    }
    bool changed = false;
    for (std::size_t t = first; t < last; ++t)
    {
        changed = changed || moved.travel[t] != travel[t];
        moved.travel[t] = travel[t];
    }
    return changed;
}

void ModulationMatrix::moveTargets (const Moved& moved, bool inner, Patch& patch) const noexcept
{
    const std::size_t first = inner ? 0 : routes.innerTargets, last = inner ? routes.innerTargets : routes.targetCount;
    const auto table = parameterTable();
    for (std::size_t t = first; t < last; ++t)
    {
        double& knob = table[routes.targets[t].parameter].in (patch);
        knob = movedBy (moved.travel[t], knob, routes.targets[t]);
    }
}

/** Visits the state that persists without a sounding note, or that a note takes over when it begins. */
template <class Self, class Visit>
void ModulationMatrix::eachNumber (Self& self, int latestIndex, Visit&& visit) noexcept
{
    const auto ofStroke = [&visit] (auto& stroke)
    {
        visitKept (stroke.number, 0.0, 1e15, visit);
        visitKept (stroke.fresh, 0.0, 1.0, visit);
        visitKept (stroke.velocity, 0.0, 1.0, visit);
        for (auto& lfo : stroke.lfos)
            Lfo::eachNumber (lfo, visit);
        Drift::eachNumber (stroke.drift, visit);
        for (auto& value : stroke.values)
            visitKept (value, -1.0, 1.0, visit);
    };
    ofStroke (self.common);
    Stroke none;
    ofStroke (latestIndex >= 0 ? self.strokes[static_cast<std::size_t> (latestIndex)] : none);
    ContactWatch::eachNumber (self.watch, std::max (latestIndex, 0), visit);
    for (auto& stroke : self.strokes)
        for (auto& envelope : stroke.envelopes)
            Envelope::eachNumber (envelope, visit);
    visitKept (self.sideChain, 0.0, 1.0, visit);
}

ModulationMemory ModulationMatrix::memory (int latestIndex) const noexcept
{
    ModulationMemory memory {};
    std::size_t n = 0;
    eachNumber (*this, latestIndex, [&] (double number) { memory[n++] = number; });
    return memory;
}

void ModulationMatrix::recall (const ModulationMemory& memory, int latestIndex, const Patch& patch) noexcept
{
    std::size_t n = 0;
    eachNumber (*this, latestIndex, [&] (double& number) { number = memory[n++]; });
    instrumentMoved = {};
    apply (common.values, patch, 0, instrumentMoved, instrument);
}
} // namespace kolophon
