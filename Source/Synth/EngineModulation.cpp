// SPDX-License-Identifier: GPL-3.0-or-later
#include "Engine.h"

#include "../Core/Index.h"
#include "../Physics/PortableMath.h"

#include <cmath>

/** Parts of the engine that belong to modulation, and to knobs that jump. */
namespace kolophon
{
namespace
{
constexpr double songJump = 0.25;   // [quarter notes] from which on a change of position is a jump
constexpr double watchTime = 0.020; // [s] smoothing of ContactWatch's values
} // namespace

void Synth::Engine::setPatch (const Patch& patch) noexcept
{
    const Patch before = knobs.playing();
    if (knobs.setPatch (patch))
        followJump (before);
}

void Synth::Engine::setParameter (std::size_t parameter, double value) noexcept
{
    const Patch before = knobs.playing();
    if (knobs.jump (parameter, value))
        followJump (before);
}

/** While something sounds, all else follows at the next point of the control grid, as after an event. */
void Synth::Engine::followJump (const Patch& before) noexcept
{
    if (nothingMoves() && output.isQuiet())
        return followAtOnce();
    ++revision;
    modulation.followJump (before, knobs.playing());
    followMpe();
}

void Synth::Engine::collectRoutes() noexcept
{
    if (! routes.collect (latestRoutes))
        return;
    routesNumber = latestRoutes.number;
    ++revision;
    if (! modulation.hasRoutes())
    {
        modulation.reset();
        modulation.jump (knobs.playing());
    }
    modulation.setRoutes (latestRoutes.value, resting);
    if (recalled)
        modulation.recall (*recalled, voiceManager.lastStarted(), knobs.playing());
    recalled.reset();
}

void Synth::Engine::setTravel (const PerformanceEvent& event) noexcept
{
    if (event.note == 0)
        modulation.moveByHost (event.index, event.value, ++travels);
    else if (auto* touch = voiceManager.touch (event.note, streamTime))
        touch->knobs.set (event.index, event.value, ++travels);
    followHost();
}

void Synth::Engine::followHost() noexcept
{
    modulation.followHost (voiceManager.movesKnobs(), knobs.playing());
}

bool Synth::Engine::followSong (const PerformanceEvent& event) noexcept
{
    using Type = PerformanceEvent::Type;
    switch (event.type)
    {
        case Type::tempo: song.setTempo (event.value); return true;
        case Type::bar: song.setBar (event.value); return true;
        case Type::position:
            if (std::abs (event.value - song.quarters()) > songJump)
                section.beginSong();
            // At a grid point, tick() has not been called yet and will advance from here; later, it has advanced to the
            // next point already.
            song.setPosition (event.value, phase == 0 ? 0.0 : (phase - limits::controlInterval) / sampleRate);
            return true;
        default: return false;
    }
}

void Synth::Engine::modulate() noexcept
{
    const auto now = scene (limits::controlInterval / sampleRate);
    if (modulation.readsContacts() || modulation.readsEnergy())
    {
        const double fraction = 1.0 - portable::exp (-now.seconds / watchTime);
        for (int g = 0; g < limits::maxVoices / VoiceGroup::lanes; ++g)
        {
            if (! awake.any (g))
                continue;
            VoiceGroup::Lane energy {};
            if (modulation.readsEnergy())
                lanes::energies (slotA.groups[index (g)], energy);
            for (int lane = 0; lane < VoiceGroup::lanes; ++lane)
                modulation.watch.sumUp (g * VoiceGroup::lanes + lane, energy[index (lane)], fraction);
        }
    }
    const auto* latest = voiceManager.lastStarted() >= 0 ? &voiceManager.voice (voiceManager.lastStarted()) : nullptr;
    modulation.tick (now, song, latest, voiceManager.lastStarted());
}

/** Reports once more after the last modulation has ended, so that its display ends. */
void Synth::Engine::publishMovedKnobs() noexcept
{
    if (modulation.isEmpty() && moved.count == 0)
        return;
    const int last = voiceManager.lastStarted();
    modulation.tell (last >= 0 && voiceManager.voice (last).isAwake() ? last : -1, moved);
    pictures.tell (moved);
}
} // namespace kolophon
