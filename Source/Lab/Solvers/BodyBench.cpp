// SPDX-License-Identifier: GPL-3.0-or-later
#include "BodyBench.h"

#include "../../Core/Units.h"
#include "../../Synth/Parameters/Limits.h"
#include "../../Synth/Strings/StringSet.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
double first (const VoiceGroup::Lane& lane)
{
    return lane[0];
}
} // namespace

BodyBench::BodyBench (const Patch& itsPatch, int key, double sampleRate)
    : patch (itsPatch), group (std::make_unique<VoiceGroup>()), shadow (std::make_unique<VoiceGroup>()),
      timeStep (1.0 / sampleRate)
{
    group->clear();
    shadow->clear();
    group->setLaw (static_cast<int> (patch.contact.law));
    voice.bind (*group, *shadow, 0);
    PerformanceEvent noteOn {};
    noteOn.type = PerformanceEvent::Type::noteOn;
    noteOn.index = static_cast<std::uint16_t> (key);
    noteOn.value = 80.0 / 127.0;
    voice.start (noteOn, patch, channels, 1.0, Noise (0));
    surface.roughen (static_cast<std::uint64_t> (patch.surfaceSeed));
    plan();
}

void BodyBench::plan()
{
    constexpr int interval = limits::controlInterval;
    voice.plan (patch, channels, { gesture }, { VoiceGroup::maxSlots, 0, 0 },
                { interval * timeStep, interval, timeStep });
    updateBodies (*group, { true }, timeStep, true);
}

double BodyBench::bodyMass() const
{
    return group->table[0] != nullptr ? first (group->body.mass)
                                      : first (group->string.impedance) / (2.0 * first (group->string.fundamental));
}

BodyBench::ContactLine BodyBench::contactLine (std::size_t m) const
{
    // x1 <- A x1 + S x2, x2 <- D x2 - S x1: its eigenvalues are exp ((-s +- i wd) h)
    const auto& slot = group->standing.slots[m];
    const double A = 1.0 - first (slot.Q), D = first (slot.D), S = first (slot.S);
    const double e = std::sqrt (A * D + S * S), turn = std::acos (std::clamp (0.5 * (A + D) / e, -1.0, 1.0));
    const double decayRate = -std::log (e) / timeStep;
    return { std::hypot (turn / timeStep, decayRate), decayRate, first (group->standing.shapes[m]) };
}

std::vector<BodyBench::Line> BodyBench::lines() const
{
    std::vector<Line> found;
    for (std::size_t m = 0; m < static_cast<std::size_t> (first (group->string.soundingCount)); ++m)
    {
        const auto line = contactLine (m);
        found.push_back ({ line.w / (2.0 * pi), line.s, line.phi * std::sqrt (bodyMass()) });
    }
    return found;
}

std::vector<BodyBench::ContactLine> BodyBench::contactLines() const
{
    std::vector<ContactLine> found;
    const auto add = [&] (std::size_t m)
    {
        if (first (group->standing.shapes[m]) != 0.0)
            found.push_back (contactLine (m));
    };
    for (std::size_t m = 0; m < static_cast<std::size_t> (first (group->string.soundingCount)); ++m)
        add (m);
    for (int m = 0; m < static_cast<int> (first (group->string.silentCount)); ++m)
        add (static_cast<std::size_t> (VoiceGroup::firstTorsional + m));
    return found;
}

void BodyBench::play()
{
    if (steps % limits::controlInterval == 0 && steps > 0)
        plan();
    render();
}

void BodyBench::strike (double impulse)
{
    lanes::flush (*group);
    for (std::size_t m = 0; m < static_cast<std::size_t> (group->wanted.sounding); ++m)
        group->standing.slots[m].x2[0] += first (group->standing.shapes[m]) * impulse;
}

void BodyBench::ring()
{
    group->bow = {};
    render();
}

void BodyBench::render()
{
    lanes::render (*group, timeStep, static_cast<int> (patch.qualityPasses), 1, true, { nullptr, &surface });
    voice.advanceMix (1);
    ++steps;
}

double BodyBench::output() const
{
    return voice.mix().gain().now * (first (group->odd[0]) + first (group->even[0]));
}

double BodyBench::bowVelocity() const
{
    return first (group->bowVelocity[0]);
}

double BodyBench::surfaceVelocity() const
{
    return first (group->bowVelocity[0]) - first (group->relativeVelocity[0]);
}

double BodyBench::force() const
{
    return first (group->force[0]);
}

double BodyBench::normalForce() const
{
    return first (group->normalForce[0]);
}

double BodyBench::modeEnergy (std::size_t mode) const
{
    const auto now = group->modeNow (static_cast<int> (mode), 0);
    return 0.5 * (now.x1 * now.x1 + now.x2 * now.x2);
}

double BodyBench::storedEnergy() const
{
    return first (group->stored[0]);
}

double BodyBench::stringDeflection (double place) const
{
    const auto partials = lines();
    const double scale = std::sqrt (2.0 / bodyMass());
    double sum = 0.0;
    for (std::size_t m = 0; m < partials.size(); ++m)
        sum += scale * std::sin (pi * (static_cast<double> (m) + 1.0) * place) *
               group->modeNow (static_cast<int> (m), 0).x1 / (2.0 * pi * partials[m].frequency);
    return sum;
}
} // namespace kolophon
