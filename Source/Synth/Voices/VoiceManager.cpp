// SPDX-License-Identifier: GPL-3.0-or-later
#include "VoiceManager.h"

#include "../Hands/Fingerboard.h"
#include "../Parameters/PatchChoices.h"
#include "../Parameters/Stage.h"
#include "VoiceModes.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double longestCrossing = 0.12; // [s] for which keys of two strings overlap in a slur
} // namespace

VoiceManager::VoiceManager (StringPool& itsPool, int player) noexcept : pool (itsPool), thePlayer (player)
{
    bindVoices();
}

/** Binds each voice of the first player to its string: again after a rest, which has renewed the groups. */
void VoiceManager::bindVoices() noexcept
{
    for (int v = 0; thePlayer == 0 && v < limits::maxVoices; ++v)
        pool.bind (voice (v), v);
}

void VoiceManager::reset() noexcept
{
    for (auto& v : voices)
    {
        v.rest (false);
        v.setPresence (1.0);
    }
    bindVoices();
    midi.reset();
    touches.reset();
    keysOf = {};
    hands.forget();
    strokeCount = started = now = 0;
    latest = -1;
    yields = false;
    chair = {};
}

void VoiceManager::rest() noexcept
{
    for (int v = 0; v < limits::maxVoices; ++v)
    {
        if (thePlayer != 0 && voice (v).isBound())
            pool.giveBack (voice (v));
        voice (v).rest (v == latest); // the next stroke glides from this key
    }
    bindVoices();
    hands.forget();
    touches.forgetEnded ([this] (std::uint32_t note) { return isPlaying (note); });
}

bool VoiceManager::isPlaying (std::uint32_t note) const noexcept
{
    for (std::size_t v = 0; v < voices.size(); ++v)
        if ((voices[v].isAwake() && voices[v].noteNumber() == note) || keysOf[v].holds (note))
            return true;
    return false;
}

int VoiceManager::handle (const PerformanceEvent& event, const Patch& patch, std::uint64_t time) noexcept
{
    using Type = PerformanceEvent::Type;
    now = time;
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
                auto its = gliding (channel, patch);
                KnobTravel::move (its, NoteTouch::none.knobs, touches.of (event.note).knobs);
                return noteOn (stroke, its);
            }
            break;
        case Type::noteOff:
            if (event.index <= 127)
                noteOff (HeldKeys::Key::of (event), unit, gliding (channel, patch));
            break;
        case Type::notePressure:
            for (auto& v : voices)
                if (v.plays (channel, event.index))
                    v.setKeyPressure (unit);
            break;
        case Type::channelPressure: midi[channel].pressure = unit; break;
        case Type::pitchBend: midi[channel].bend = std::clamp (event.value, -1.0, 1.0); break;
        case Type::controller: control (channel, event.index, unit); break;
        case Type::tuneKey:
        case Type::tuneOctave:
        case Type::tuneAll:
            midi.tune (event);
            retune();
            break;
        case Type::noteExpression:
            if (auto* its = touch (event.note, now); its != nullptr && event.index < noteExpressionCount)
                its->set (static_cast<NoteExpression> (event.index), event.value);
            break;
        case Type::choke: choke (event.note); break;
        case Type::modulate:
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
    midi.control (channel, number, value);
    switch (number)
    {
        case Controller::sustain:
            if (value < 0.5)
                liftWhere (
                    [this, channel] (const Voice& v)
                    { return ! v.keys().isDown() && ! v.keys().isCaught() && midi.reaches (channel, v.channel()); });
            break;
        case Controller::sostenuto: catchKeys (channel, value >= 0.5); break;
        case Controller::resetAll:
            for (auto& v : voices)
                if (midi.reaches (channel, v.channel()))
                    v.setKeyPressure (0.0); // RP-015
            break;
        case Controller::dataEntry:
        case Controller::dataIncrement:
        case Controller::dataDecrement: retune(); break; // a channel may have selected another program
        case Controller::allSoundOff:
            for (int v = 0; v < limits::maxVoices; ++v)
                if (voice (v).isAwake() && midi.reaches (channel, voice (v).channel()))
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
    for (int v = 0; v < limits::maxVoices; ++v)
        if (midi.reaches (channel, voice (v).channel()))
        {
            voice (v).releaseKey();
            held (v).clear();
        }
    const auto isHeld = [this] (const Voice& v) { return v.keys().isCaught() || midi.sustained (v.channel()); };
    liftWhere ([this, channel, isHeld] (const Voice& v)
               { return midi.reaches (channel, v.channel()) && ! isHeld (v); });
}

/** Applies a new tuning to sounding voices. */
void VoiceManager::retune() noexcept
{
    for (auto& v : voices)
        if (v.isAwake())
            v.retune (midi);
}

/** Handles the sostenuto pedal, which holds the keys that are down when it goes down. */
void VoiceManager::catchKeys (int channel, bool down) noexcept
{
    for (auto& v : voices)
        if (v.isHeld() && midi.reaches (channel, v.channel()))
            v.setSostenuto (down);
    if (! down)
        liftWhere (
            [this, channel] (const Voice& v)
            { return ! v.keys().isDown() && midi.reaches (channel, v.channel()) && ! midi.sustained (v.channel()); });
}

int VoiceManager::noteOn (const PerformanceEvent& event, const Patch& patch) noexcept
{
    if (event.value <= 0.0)
    {
        noteOff (HeldKeys::Key::of (event), 64.0 / 127.0, patch);
        return -1;
    }
    if (const int v = slurredVoice (event, patch); v >= 0)
    {
        held (v).add (HeldKeys::Key::of (event));
        slur (v, held (v).latest(), event.value, patch);
        return -1;
    }
    return begin (voiceFor (event, patch), event, patch);
}

void VoiceManager::noteOff (HeldKeys::Key released, double velocity, const Patch& patch) noexcept
{
    for (int n = 0; n < limits::maxVoices; ++n)
    {
        auto& v = voice (n);
        if (! held (n).remove (released) || ! v.isHeld())
            continue;
        if (! held (n).empty())
        {
            if (v.plays (released.channel, released.number) && v.noteNumber() == released.note)
                slur (n, held (n).latest(), NotePrompt {}.velocity, patch);
            continue;
        }
        hands.release (v.keys().age(), released.channel, midi, patch);
        const int other = besideOf (n, released.channel, patch);
        if (other >= 0 && voice (other).isHeld() && voice (other).keys().age() < longestCrossing)
            v.leave();
        v.releaseKey (velocity);
        if (! midi.sustained (released.channel) && ! v.keys().isCaught())
            v.lift();
    }
}

void VoiceManager::choke (std::uint32_t note) noexcept
{
    if (note == 0)
        return;
    for (int v = 0; v < limits::maxVoices; ++v)
    {
        held (v).remove (note);
        if (voice (v).isAwake() && voice (v).noteNumber() == note)
        {
            held (v).clear();
            putToSleep (v);
        }
    }
}

void VoiceManager::silence() noexcept
{
    keysOf = {};
    for (int v = 0; v < limits::maxVoices; ++v)
        putToSleep (v);
    midi.reset();
}

void VoiceManager::putToSleep (int v) noexcept
{
    auto& its = voice (v);
    if (! its.isBound())
        return;
    const int string = its.string();
    pool.bookRemainder (string, its.sleep());
    if (thePlayer != 0)
        pool.giveBack (its);
}

void VoiceManager::dismiss (const std::array<double, limits::maxStrings>& energies) noexcept
{
    for (int v = 0; v < limits::maxVoices; ++v)
        if (voice (v).isAwake() && voice (v).hasRungOut (energies[static_cast<std::size_t> (voice (v).string())]))
            putToSleep (v);
}

void VoiceManager::leave() noexcept
{
    for (auto& v : voices)
        v.releaseKey();
    keysOf = {};
    liftWhere ([] (const Voice&) { return true; });
}

void VoiceManager::join (const VoiceManager& other) noexcept
{
    midi = other.midi;
    latest = other.latest;
    if (latest >= 0 && ! voice (latest).isAwake())
        voice (latest).recall (other.voice (latest).channel(), other.voice (latest).key(),
                               other.voice (latest).touch());
}

int VoiceManager::startable (const Patch& patch) noexcept
{
    if (isMono (patch))
        return 0;
    return isStringPlayer (patch) && Fingerboard::of (patch) != nullptr ? Fingerboard::strings
                                                                        : static_cast<int> (patch.voiceCount);
}

PartialBudget VoiceManager::budget (const Patch& patch) const noexcept
{
    const int mayStart = startable (patch);
    int asleep = limits::maxVoices, asleepMayStart = std::min (mayStart, limits::maxVoices);
    for (int v = 0; v < limits::maxVoices; ++v)
        if (voice (v).isAwake())
        {
            --asleep;
            asleepMayStart -= v < mayStart ? 1 : 0;
        }
    // The first desk's partials hide the highest ones of desks behind, which go first where partials are short.
    constexpr double most = limits::maxVoices * limits::maxModes;
    const double behind = 1.0 * stage::rowOf (thePlayer) / limits::maxDesks,
                 left = 1.0 - behind * (1.0 - patch.qualityPartials / most);
    constexpr double least = limits::maxVoices * PartialBudget::sure;
    const int total = static_cast<int> (std::max (least, left * patch.qualityPartials));
    PartialBudget budget (total, asleep, asleepMayStart);
    for (int v = 0; v < limits::maxVoices; ++v)
        if (voice (v).isAwake())
            budget.count (voice (v), v < mayStart);
    return budget;
}

HeldChord VoiceManager::heldChord() const noexcept
{
    HeldChord chord;
    for (const auto& v : voices)
        if (v.isHeld())
        {
            ++chord.strings;
            chord.louder += v.struckLouder();
        }
    chord.louder /= std::max (1, chord.strings);
    return chord;
}
} // namespace kolophon
