// SPDX-License-Identifier: GPL-3.0-or-later
#include "VoiceManager.h"

#include "../../Core/Noise.h"
#include "../Bodies/BodyTable.h"
#include "Fingerboard.h"
#include "VoiceChoice.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
bool isMono (const Patch& patch) noexcept
{
    return static_cast<int> (patch.voiceMode) == static_cast<int> (VoiceMode::mono);
}

/** True if strings are played as a string player would. */
bool isStringPlayer (const Patch& patch) noexcept
{
    return static_cast<int> (patch.voiceMode) == static_cast<int> (VoiceMode::strings) &&
           bodyTable()[static_cast<std::size_t> (patch.bodyType)].model == BodyModel::string;
}

/** True if a key is fingered on the voice's string: not an open string. */
bool isStopped (int voice, int key, const Patch& patch) noexcept
{
    const auto* board = Fingerboard::of (patch);
    return isStringPlayer (patch) && ! (board != nullptr && voice < Fingerboard::strings && board->isOpen (voice, key));
}

constexpr double chordTime = 0.04; // [s] within which keys form a chord
constexpr int fifth = 7;           // [semitones]

/** +1 a down-bow, -1 an up-bow. */
double direction (const Patch& patch, std::uint64_t stroke) noexcept
{
    switch (static_cast<Stroke> (static_cast<int> (patch.handStroke)))
    {
        case Stroke::alternate: return stroke % 2 == 0 ? 1.0 : -1.0;
        case Stroke::down: return 1.0;
        case Stroke::up: return -1.0;
    }
    return 1.0;
}
} // namespace

VoiceManager::VoiceManager (StringSet& slotA, StringSet& slotB) noexcept : slots { &slotA, &slotB }
{
    for (int v = 0; v < Synth::maxVoices; ++v)
    {
        const auto group = static_cast<std::size_t> (v / VoiceGroup::lanes);
        voice (v).bind (slotA.groups[group], slotB.groups[group], v % VoiceGroup::lanes);
    }
}

void VoiceManager::reset() noexcept
{
    for (auto& v : voices)
        v.sleep();
    channels.reset();
    keysOf = {};
    strokes = started = 0;
    lastStarted = -1;
}

void VoiceManager::rest() noexcept
{
    for (int v = 0; v < Synth::maxVoices; ++v)
    {
        const auto* modes = voice (v).customModes;
        const auto* tuning = voice (v).tuning;
        const int key = voice (v).key;
        voice (v) = Voice {};
        const auto group = static_cast<std::size_t> (v / VoiceGroup::lanes);
        voice (v).bind (slots[0]->groups[group], slots[1]->groups[group], v % VoiceGroup::lanes);
        voice (v).customModes = modes;
        voice (v).tuning = tuning;
        if (v == lastStarted) // the next stroke glides from this key
            voice (v).key = key;
    }
}

int VoiceManager::handle (const PerformanceEvent& event, const Patch& patch) noexcept
{
    using Type = PerformanceEvent::Type;
    const int channel = event.channel & 15;
    const double unit = std::clamp (event.value, 0.0, 1.0);
    switch (event.type)
    {
        case Type::noteOn:
            if (event.index <= 127)
            {
                auto stroke = event;
                stroke.channel = static_cast<std::uint8_t> (channel);
                stroke.value = unit;
                return noteOn (stroke, gliding (channel, patch));
            }
            break;
        case Type::noteOff:
            if (event.index <= 127)
                noteOff (channel, event.index, unit, gliding (channel, patch));
            break;
        case Type::notePressure:
            for (auto& v : voices)
                if (v.plays (channel, event.index))
                    v.setKeyPressure (unit);
            break;
        case Type::channelPressure: channels[channel].pressure = unit; break;
        case Type::pitchBend: channels[channel].bend = std::clamp (event.value, -1.0, 1.0); break;
        case Type::controller: control (channel, event.index, unit); break;
        case Type::tuneKey:
        case Type::tuneOctave:
        case Type::tuneAll:
            channels.tune (event);
            retune();
            break;
        case Type::setParameter:
        case Type::panic:
        case Type::tempo:
        case Type::bar:
        case Type::position: break;
    }
    return -1;
}

void VoiceManager::control (int channel, int number, double value) noexcept
{
    channels.control (channel, number, value);
    switch (number)
    {
        case Controller::sustain:
            if (value < 0.5)
                liftWhere ([this, channel] (const Voice& v)
                           { return ! v.keyDown && ! v.caught && channels.reaches (channel, v.channel); });
            break;
        case Controller::sostenuto: catchKeys (channel, value >= 0.5); break;
        case Controller::resetAll:
            for (auto& v : voices)
                if (channels.reaches (channel, v.channel))
                    v.setKeyPressure (0.0); // RP-015
            break;
        case Controller::dataEntry:
        case Controller::dataIncrement:
        case Controller::dataDecrement: retune(); break; // a channel may have selected another program
        case Controller::allSoundOff:
            for (int v = 0; v < Synth::maxVoices; ++v)
                if (voice (v).isAwake() && channels.reaches (channel, voice (v).channel))
                    putToSleep (v);
            break;
        default:
            if (Controller::releasesKeys (number))
                releaseKeys (channel);
            break;
    }
}

/** Releases every key of the channel: pedals keep holding their notes (MIDI 1.0, hold pedal). */
void VoiceManager::releaseKeys (int channel) noexcept
{
    for (int v = 0; v < Synth::maxVoices; ++v)
        if (channels.reaches (channel, voice (v).channel))
        {
            voice (v).keyDown = false;
            held (v).clear();
        }
    liftWhere ([this, channel] (const Voice& v)
               { return channels.reaches (channel, v.channel) && ! v.caught && ! channels.sustained (v.channel); });
}

/** Applies a new tuning to sounding voices. */
void VoiceManager::retune() noexcept
{
    for (auto& v : voices)
        if (v.isAwake())
            v.retune (channels.noteOf (*v.tuning, v.channel, v.key));
}

/** Handles the sostenuto pedal, which holds the keys that are down when it goes down. */
void VoiceManager::catchKeys (int channel, bool down) noexcept
{
    for (auto& v : voices)
        if (v.isHeld() && channels.reaches (channel, v.channel))
            v.caught = down && (v.keyDown || v.caught);
    if (! down)
        liftWhere (
            [this, channel] (const Voice& v)
            { return ! v.keyDown && channels.reaches (channel, v.channel) && ! channels.sustained (v.channel); });
}

int VoiceManager::noteOn (const PerformanceEvent& event, const Patch& patch) noexcept
{
    if (event.value <= 0.0)
    {
        noteOff (event.channel, event.index, 64.0 / 127.0, patch);
        return -1;
    }
    if (const int v = slurredVoice (event, patch); v >= 0)
    {
        held (v).press ({ event.channel, static_cast<std::uint8_t> (event.index) });
        slur (v, held (v).latest(), patch);
        return -1;
    }
    return begin (voiceFor (event, patch), event, patch);
}

/** The voice whose stroke continues with this key; -1: the key starts a stroke. */
int VoiceManager::slurredVoice (const PerformanceEvent& stroke, const Patch& patch) const noexcept
{
    const auto isDown = [this] (int v)
    {
        const auto& each = voices[static_cast<std::size_t> (v)];
        return each.isHeld() && each.keyDown;
    };
    if (isMono (patch))
        return lastStarted >= 0 && isDown (lastStarted) ? lastStarted : -1;
    if (! isStringPlayer (patch) || channels.managerOf (stroke.channel) >= 0)
        return -1;
    int only = -1;
    for (int v = 0; v < Synth::maxVoices; ++v)
        if (isDown (v))
        {
            if (only >= 0)
                return -1;
            only = v;
        }
    if (only < 0)
        return -1;
    const auto& bowed = voices[static_cast<std::size_t> (only)];
    const int step = std::abs (stroke.index - bowed.key);
    const auto* board = Fingerboard::of (patch);
    const bool reached = board == nullptr || (only < Fingerboard::strings && board->reaches (only, stroke.index));
    return reached && step > 0 && step < fifth && bowed.sinceKey >= chordTime ? only : -1;
}

/** The voice that plays a new stroke. */
int VoiceManager::voiceFor (const PerformanceEvent& stroke, const Patch& patch) const noexcept
{
    if (isMono (patch) && lastStarted >= 0)
        return lastStarted;
    const auto* board = isStringPlayer (patch) ? Fingerboard::of (patch) : nullptr;
    if (board != nullptr)
        return board->stringFor (stroke.index,
                                 [this] (int string)
                                 {
                                     const auto& taken = voices[static_cast<std::size_t> (string)];
                                     return taken.isHeld() && taken.keyDown;
                                 });
    return chooseVoice (voices, static_cast<int> (patch.voiceCount), stroke.channel, stroke.index);
}

/** The note [semitones] from which a new one glides: that of the last stroke, or, in a chord, the note from which that
    one glides. Negative: no glide. */
double VoiceManager::glidesFrom (const Patch& patch) const noexcept
{
    if (lastStarted < 0 || patch.voiceGlide <= 0.0 || isMono (patch))
        return -1.0;
    const auto& last = voices[static_cast<std::size_t> (lastStarted)];
    if (last.isAwake() && last.sinceKey < chordTime)
        return last.cameFrom();
    return std::max (0.0, channels.noteOf (*last.tuning, last.channel, last.key));
}

/** The patch with the channel's glide time, from CC5 and CC65. */
Patch VoiceManager::gliding (int channel, const Patch& patch) const noexcept
{
    Patch itsOwn = patch;
    itsOwn.voiceGlide = channels.glideTime (channel, patch.voiceGlide);
    return itsOwn;
}

int VoiceManager::begin (int v, const PerformanceEvent& stroke, const Patch& patch) noexcept
{
    Noise seeds (static_cast<std::uint64_t> (patch.voiceSeed) * 0x10001u + strokes);
    const double from = glidesFrom (patch);
    voice (v).start (stroke, patch, channels, direction (patch, strokes), Noise (seeds.nextBits()), from);
    voice (v).stroke = ++strokes;
    voice (v).startedAt = ++started;
    if (! isMono (patch))
        held (v).clear();
    held (v).press ({ stroke.channel, static_cast<std::uint8_t> (stroke.index) });
    voice (v).stopped = isStopped (v, stroke.index, patch);
    return lastStarted = v;
}

void VoiceManager::slur (int v, HeldKeys::Key key, const Patch& patch) noexcept
{
    voice (v).slur (key.channel, key.number, patch, channels);
    voice (v).stopped = isStopped (v, key.number, patch);
}

void VoiceManager::noteOff (int channel, int key, double velocity, const Patch& patch) noexcept
{
    const HeldKeys::Key released { static_cast<std::uint8_t> (channel), static_cast<std::uint8_t> (key) };
    for (int n = 0; n < Synth::maxVoices; ++n)
    {
        auto& v = voice (n);
        if (! held (n).release (released) || ! v.isHeld())
            continue;
        if (! held (n).empty())
        {
            if (v.plays (channel, key))
                slur (n, held (n).latest(), patch);
            continue;
        }
        v.keyDown = false;
        v.releaseVelocity = velocity;
        if (! channels.sustained (channel) && ! v.caught)
            v.lift();
    }
}

void VoiceManager::silence() noexcept
{
    keysOf = {};
    for (int v = 0; v < Synth::maxVoices; ++v)
        putToSleep (v);
    channels.reset();
}

void VoiceManager::putToSleep (int v) noexcept
{
    bookRemainder (v, voice (v).sleep());
}

void VoiceManager::bookRemainder (int v, const Voice::Remainder& left) noexcept
{
    slots[0]->books.bookRest (v, left.main);
    slots[1]->books.bookRest (v, left.shadow);
}

void VoiceManager::dismiss (const std::array<double, Synth::maxVoices>& energies) noexcept
{
    for (int v = 0; v < Synth::maxVoices; ++v)
        if (voice (v).isAwake() && voice (v).hasRungOut (energies[static_cast<std::size_t> (v)]))
            putToSleep (v);
}

int VoiceManager::startable (const Patch& patch) noexcept
{
    if (isMono (patch))
        return 0;
    return isStringPlayer (patch) && Fingerboard::of (patch) != nullptr ? Fingerboard::strings
                                                                        : static_cast<int> (patch.voiceCount);
}

PartialBudget VoiceManager::budget (const Patch& patch, const AwakeVoices& awake) const noexcept
{
    const int mayStart = startable (patch);
    int asleep = Synth::maxVoices, asleepMayStart = std::min (mayStart, Synth::maxVoices);
    for (const int v : awake)
    {
        --asleep;
        asleepMayStart -= v < mayStart ? 1 : 0;
    }
    PartialBudget budget (static_cast<int> (patch.qualityPartials), asleep, asleepMayStart);
    for (const int v : awake)
        budget.count (voices[static_cast<std::size_t> (v)], v < mayStart);
    return budget;
}

AwakeVoices VoiceManager::awake() const noexcept
{
    AwakeVoices result;
    for (int v = 0; v < Synth::maxVoices; ++v)
        if (voices[static_cast<std::size_t> (v)].isAwake())
        {
            result.lane[static_cast<std::size_t> (v / VoiceGroup::lanes)]
                       [static_cast<std::size_t> (v % VoiceGroup::lanes)] = true;
            result.number[static_cast<std::size_t> (result.count++)] = v;
        }
    return result;
}

int VoiceManager::bowedStrings (const AwakeVoices& awake) const noexcept
{
    return static_cast<int> (std::count_if (awake.begin(), awake.end(),
                                            [this] (int v) { return voices[static_cast<std::size_t> (v)].isHeld(); }));
}

bool VoiceManager::everybodySleeps() const noexcept
{
    return std::none_of (voices.begin(), voices.end(), [] (const Voice& v) { return v.isAwake(); });
}
} // namespace kolophon
