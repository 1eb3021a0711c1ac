// SPDX-License-Identifier: GPL-3.0-or-later
#include "Section.h"

#include "../../Core/Index.h"
#include "../../Physics/PortableMath.h"
#include "../Parameters/PatchChoices.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>

namespace kolophon
{
namespace
{
constexpr double presenceTime = 0.1; // [s] in which the last player's level follows the knob
constexpr double aloneTime = 0.02;   // [s] in which the others fade, where one is heard alone

/** Brings a level nearer to its goal, at a point of the control grid; false if it stands. */
bool approach (double& level, double goal, double time, double sampleRate) noexcept
{
    constexpr double near = 1e-4;
    const double way = goal - level;
    if (way == 0.0)
        return false;
    const double part = 1.0 - portable::exp (-limits::controlInterval / (sampleRate * time));
    level = std::abs (way) < near ? goal : level + part * way;
    return true;
}

/** Level of a further player, 0 … 1: of the last one, the fraction of Players. */
double presenceOf (int player, const Patch& patch) noexcept
{
    return std::clamp (patch.sectionPlayers - player, 0.0, 1.0);
}

/** True if all players must hear the event at the same time. */
bool isUrgent (const PerformanceEvent& event) noexcept
{
    using Type = PerformanceEvent::Type;
    return event.type == Type::choke || (event.type == Type::controller && event.index == Controller::allSoundOff);
}

bool isNote (const PerformanceEvent& event) noexcept
{
    return event.type == PerformanceEvent::Type::noteOn || event.type == PerformanceEvent::Type::noteOff;
}

bool beginsNote (const PerformanceEvent& event) noexcept
{
    return event.type == PerformanceEvent::Type::noteOn && event.value > 0.0;
}
} // namespace

Section::Section (StringSet& slotA, StringSet& slotB) noexcept : pool (slotA, slotB) {}

const Patch& Section::Further::patchOf (const Patch& asked, std::uint64_t number) noexcept
{
    if (number == 0 || number != patchNumber)
    {
        patch = asked;
        traits.apply (patch);
        patchNumber = number;
    }
    return patch;
}

int Section::wanted (const Patch& patch) const noexcept
{
    constexpr double leastPresence = 1e-3; // of a player who is counted
    return static_cast<int> (std::ceil (patch.sectionPlayers - leastPresence)) - 1;
}

void Section::create (int players) noexcept
{
    for (; created < players; ++created)
    {
        auto& its = others[index (created)];
        auto& manager = its.plays.emplace (pool, created + 1);
        manager.setTuning (*tuning);
        manager.setCustomModes (customModes);
        manager.setBoxLoudness (box);
    }
}

//======================================================================================================================
int Section::handle (const PerformanceEvent& event, const Moment& now) noexcept
{
    if (wanted (now.patch) > 0 && beginsNote (event) && ! isAnyHeld()) // all are there when a phrase begins
    {
        create (wanted (now.patch));
        for (int p = 1; p <= wanted (now.patch); ++p)
            if (! at (p).isIn)
                comeIn (at (p), p, now);
    }
    if (created > 0 && isUrgent (event))
        eachFurther ([&] (VoiceManager& each) { each.handle (event, now.patch, now.time); });
    else if (created > 0)
        send (event, now);
    const int started = first.handle (event, now.patch, now.time);
    if (started >= 0)
        velocities[index (started)] = event.value;
    return started;
}

/** Puts an event into the queue. Should that be full, those who have not heard its oldest event do so now. */
void Section::send (const PerformanceEvent& event, const Moment& now) noexcept
{
    for (int p = 1; p <= created; ++p)
        if (auto& its = at (p); its.isIn && sent - its.next == queueLength)
        {
            const auto oldest = queue[its.next % queueLength];
            ++its.next;
            play (its, p, oldest, now, false);
        }
    queue[sent % queueLength] = { event, now.time, first.strokes() };
    ++sent;
}

bool Section::tick (const Moment& now) noexcept
{
    const int players = wanted (now.patch);
    bool changed = listen (now);
    if (players == 0 && created == 0)
        return changed;
    create (players);
    for (int p = 1; p <= created; ++p)
    {
        auto& its = at (p);
        const bool isWanted = p <= players;
        changed = its.plays->dismissYielded() || changed;
        if (isWanted == its.isIn)
            its.due = 0;
        else if (its.due == 0)
        {
            const PlayerTraits traits (static_cast<std::uint64_t> (now.patch.voiceSeed), p); // new ones have none
            const double lag = isAnyHeld() ? traits.lagOfEntry() : 0.0;
            its.due = now.time + 1 + static_cast<std::uint64_t> (lag * now.sampleRate);
        }
        if (its.due != 0 && now.time + 1 >= its.due)
        {
            changed = true;
            if (isWanted && ! its.plays->makeRoom (first, now.patch))
                continue;
            its.due = 0;
            if (isWanted)
                comeIn (its, p, now);
            else
                its.isIn = false, its.plays->leave();
        }
        if (its.isIn)
            changed = follow (its, p, now) || changed;
        if (its.isIn && isWanted)
            changed = fade (its, p, now) || changed;
    }
    return turnTogether (now.patch) || changed;
}

/** Plays what is due. */
bool Section::follow (Further& its, int player, const Moment& now) noexcept
{
    if (const auto seed = static_cast<std::uint64_t> (now.patch.voiceSeed); seed != its.seed)
    {
        its.seed = seed;
        its.traits = PlayerTraits (seed, player);
        its.patchNumber = 0;
    }
    bool changed = false;
    while (its.next < sent)
    {
        const auto& next = queue[its.next % queueLength];
        if (beginsNote (next.event))
            its.lag = its.traits.lag (now.patch, next.stroke, next.event.value);
        // All else waits for what came before it, and not longer: a controller without effect delays no note.
        const double lag = isNote (next.event) ? its.lag : 0.0;
        if (static_cast<double> (now.time - next.time) < lag * now.sampleRate)
            break;
        changed = true;
        if (! play (its, player, next, now, true))
            break;
        ++its.next;
    }
    return changed;
}

void Section::setPresence (Further& its, double presence) noexcept
{
    its.presence = presence;
    its.plays->setPresence (presence * its.heard);
}

/** Level at which a player is to be heard beside the others. */
double Section::goalOf (int player, const Moment& now) const noexcept
{
    const bool isThere =
        now.alone == 0 || (now.alone > 0 && now.alone <= created && others[index (now.alone - 1)].isIn);
    return isThere && player != now.alone ? 0.0 : 1.0;
}

/** Moves the levels of all while one is heard alone, or no longer is. */
bool Section::listen (const Moment& now) noexcept
{
    bool changed = approach (firstHeard, goalOf (0, now), aloneTime, now.sampleRate);
    if (changed)
        first.setPresence (firstHeard);
    for (int p = 1; p <= created; ++p)
        if (auto& its = at (p); approach (its.heard, goalOf (p, now), aloneTime, now.sampleRate))
        {
            setPresence (its, its.presence);
            changed = true;
        }
    return changed;
}

/** Moves a player's level towards that of the knob. One that has been sent away keeps its level, and lifts the bow. */
bool Section::fade (Further& its, int player, const Moment& now) noexcept
{
    double presence = its.presence;
    if (! approach (presence, presenceOf (player, now.patch), presenceTime, now.sampleRate))
        return false;
    setPresence (its, presence);
    return true;
}

/** Begins to play: with the controllers of the first player, and the keys that are held. */
void Section::comeIn (Further& its, int player, const Moment& now) noexcept
{
    its.seed = static_cast<std::uint64_t> (now.patch.voiceSeed);
    its.traits = PlayerTraits (its.seed, player);
    its.patchNumber = 0;
    its.isIn = true;
    its.next = sent;
    its.lag = 0.0;
    its.due = 0;
    its.heard = goalOf (player, now);
    setPresence (its, presenceOf (player, now.patch));
    its.plays->join (first);
    for (int v = 0; v < limits::maxVoices; ++v)
        if (const auto key = first.keyHeldOn (v))
        {
            PerformanceEvent event;
            event.type = PerformanceEvent::Type::noteOn;
            event.channel = key->channel;
            event.index = key->number;
            event.note = key->note;
            event.value = velocities[index (v)];
            play (its, player, { event, now.time, first.strokes() }, now, false);
        }
}

/** Lets a player hear an event. False if it has to wait until an older note of the player has faded out. */
bool Section::play (Further& its, int player, const Sent& heard, const Moment& now, bool mayWait) noexcept
{
    auto& manager = *its.plays;
    const auto& patch = its.patchOf (now.patch, now.patchNumber);
    if (beginsNote (heard.event))
    {
        const bool divides = patch.sectionDivisi >= 0.5;
        if (const int key = divides ? assigned (player, patch) : -1; key >= 0 && key != heard.event.index)
            return true;
        if (mayWait && ! manager.makeRoom (heard.event, patch))
            return false;
        if (divides)
            manager.leave(); // one key each
        manager.seat (its.traits.chair (patch, heard.stroke), heard.stroke);
    }
    manager.handle (heard.event, patch, now.time);
    return true;
}

/** The key that a player has when a chord divides the section: from the highest, which the first desks play, in equal
    parts. -1: no key is held. */
int Section::assigned (int player, const Patch& patch) const noexcept
{
    std::array<int, limits::maxVoices> keys;
    std::size_t count = 0;
    for (int v = 0; v < limits::maxVoices; ++v)
        if (const auto key = first.keyHeldOn (v))
            keys[count++] = key->number;
    if (count == 0)
        return -1;
    std::sort (keys.begin(), keys.begin() + count, std::greater<> {});
    const auto players = static_cast<std::size_t> (wanted (patch) + 1);
    return keys[std::min (count - 1, static_cast<std::size_t> (player) * count / players)];
}

bool Section::isAnyHeld() const noexcept
{
    for (int v = 0; v < limits::maxVoices; ++v)
        if (first.voice (v).isHeld())
            return true;
    return false;
}

/** Lets all bows on a key turn when the first player's does. */
bool Section::turnTogether (const Patch& patch) noexcept
{
    bool turned = false;
    const bool together = choiceOf<&Patch::sectionBowing> (patch) == Bowing::together;
    for (int v = 0; v < limits::maxVoices; ++v)
    {
        const auto& lead = first.voice (v);
        const double direction = lead.isHeld() ? lead.direction() : 0.0;
        const double before = std::exchange (directions[index (v)], direction);
        if (! together || direction * before >= 0.0)
            continue;
        turned = true;
        eachFurther (
            [&] (VoiceManager& player)
            {
                for (int each = 0; each < limits::maxVoices; ++each)
                    if (player.voice (each).isHeld() && leadOf (player.voice (each), each) == v &&
                        player.voice (each).direction() != direction)
                        player.voice (each).turnBow();
            });
    }
    return turned;
}

int Section::leadOf (const Voice& voice, int itsNumber) const noexcept
{
    const auto plays = [&] (int v) { return first.voice (v).plays (voice.channel(), voice.key()); };
    if (plays (itsNumber))
        return itsNumber;
    for (int v = 0; v < limits::maxVoices; ++v)
        if (plays (v))
            return v;
    return -1;
}

PlayerDot Section::dotOf (int player) const noexcept
{
    if (player > created)
        return {};
    const auto* its = player > 0 ? &others[index (player - 1)] : nullptr;
    const auto& manager = its != nullptr ? *its->plays : first;
    PlayerDot dot;
    dot.plays = its == nullptr || its->isIn;
    dot.row = its != nullptr ? static_cast<float> (its->traits.rowOfChair()) : 0.0f;
    dot.place = its != nullptr ? static_cast<float> (its->traits.placeOfChair()) : 0.0f;
    if (const int v = manager.lastStarted(); v >= 0 && manager.voice (v).isAwake())
    {
        const auto& voice = manager.voice (v);
        dot.sounds = true;
        dot.held = voice.isHeld();
        dot.speed = static_cast<float> (voice.group().bow.velocity[index (voice.string() % VoiceGroup::lanes)]);
        dot.cents = static_cast<float> (voice.centsOff());
    }
    return dot;
}

int Section::numberOf (int string) const noexcept
{
    const auto* voice = pool.on (string);
    int number = first.numberOf (*voice);
    for (int p = 1; number < 0 && p <= created; ++p)
        number = others[index (p - 1)].plays->numberOf (*voice);
    return number;
}

AwakeVoices Section::awake() const noexcept
{
    AwakeVoices result;
    for (int s = 0; s < pool.end(); ++s)
        if (const auto* voice = pool.on (s); voice != nullptr && voice->isAwake())
        {
            result.lane[index (s / VoiceGroup::lanes)][index (s % VoiceGroup::lanes)] = true;
            result.number[index (result.count++)] = s;
        }
    return result;
}

bool Section::areAllAsleep() const noexcept
{
    for (int s = 0; s < pool.end(); ++s)
        if (const auto* voice = pool.on (s); voice != nullptr && voice->isAwake())
            return false;
    return true;
}

//======================================================================================================================
void Section::reset() noexcept
{
    pool.clear();
    first.reset();
    for (; created > 0; --created)
    {
        std::destroy_at (&at (created));
        std::construct_at (&at (created));
    }
    firstHeard = 1.0;
    sent = 0;
    velocities = directions = {};
}

void Section::rest() noexcept
{
    first.rest();
    eachFurther ([] (VoiceManager& each) { each.rest(); });
}

void Section::silence() noexcept
{
    first.silence();
    eachFurther ([] (VoiceManager& each) { each.silence(); });
    for (int p = 1; p <= created; ++p)
        at (p).next = sent;
}

void Section::beginSong() noexcept
{
    first.beginSong();
    eachFurther ([] (VoiceManager& each) { each.beginSong(); });
}

void Section::dismiss (const std::array<double, limits::maxStrings>& energies) noexcept
{
    first.dismiss (energies);
    eachFurther ([&energies] (VoiceManager& each) { each.dismiss (energies); });
}

void Section::followMpe (Mpe mode, double rangeSemitones) noexcept
{
    first.followMpe (mode, rangeSemitones);
    eachFurther ([&] (VoiceManager& each) { each.followMpe (mode, rangeSemitones); });
}

void Section::setTuning (const Tuning& its) noexcept
{
    tuning = &its;
    first.setTuning (its);
    eachFurther ([&its] (VoiceManager& each) { each.setTuning (its); });
}

void Section::setCustomModes (const ModeTable* its) noexcept
{
    customModes = its;
    first.setCustomModes (its);
    eachFurther ([its] (VoiceManager& each) { each.setCustomModes (its); });
}

void Section::setBoxLoudness (const boxLoudness::Measured& its) noexcept
{
    box = its;
    first.setBoxLoudness (its);
    eachFurther ([&its] (VoiceManager& each) { each.setBoxLoudness (its); });
}
} // namespace kolophon
