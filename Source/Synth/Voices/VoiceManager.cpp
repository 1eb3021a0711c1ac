// SPDX-License-Identifier: GPL-3.0-or-later
#include "VoiceManager.h"

#include "../../Core/Noise.h"
#include "../Bodies/BodyTable.h"
#include "../Hands/Fingerboard.h"
#include "../Parameters/PatchChoices.h"
#include "VoiceChoice.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
bool isMono (const Patch& patch) noexcept
{
    return choiceOf<&Patch::voiceMode> (patch) == VoiceMode::mono;
}

/** True if strings are played as a string player would. */
bool isStringPlayer (const Patch& patch) noexcept
{
    return choiceOf<&Patch::voiceMode> (patch) == VoiceMode::strings &&
           bodyTable()[static_cast<std::size_t> (patch.bodyType)].model == BodyModel::string;
}

/** True if a key is fingered on the voice's string: not an open string. */
bool isStopped (int voice, int key, const Patch& patch) noexcept
{
    const auto* board = Fingerboard::of (patch);
    return isStringPlayer (patch) && ! (board != nullptr && voice < Fingerboard::strings && board->isOpen (voice, key));
}

constexpr double chordTime = HandMemory::chordTime;
constexpr int fifth = 7;                 // [semitones]
constexpr double longestCrossing = 0.12; // [s] for which keys of two strings overlap in a slur

/** +1 a down-bow, -1 an up-bow. */
double direction (const Patch& patch, std::uint64_t stroke) noexcept
{
    switch (choiceOf<&Patch::handStroke> (patch))
    {
        case Stroke::alternate: return stroke % 2 == 0 ? 1.0 : -1.0;
        case Stroke::down: return 1.0;
        case Stroke::up: return -1.0;
    }
    return 1.0;
}
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
        if (v.isBound())
        {
            v.sleep();
            if (thePlayer != 0)
                pool.giveBack (v);
        }
    midi.reset();
    touches.reset();
    keysOf = {};
    hands.forget();
    strokeCount = started = 0;
    latest = -1;
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
                its->take (static_cast<NoteExpression> (event.index), event.value);
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

/** The voice whose stroke continues with this key; -1: the key starts a stroke. */
int VoiceManager::slurredVoice (const PerformanceEvent& stroke, const Patch& patch) const noexcept
{
    const auto isDown = [this] (int v)
    {
        const auto& each = voice (v);
        return each.isHeld() && each.keys().isDown();
    };
    if (isMono (patch))
        return latest >= 0 && isDown (latest) ? latest : -1;
    if (! isStringPlayer (patch) || midi.managerOf (stroke.channel) >= 0)
        return -1;
    int only = -1;
    for (int v = 0; v < limits::maxVoices; ++v)
        if (isDown (v))
        {
            if (only >= 0)
                return -1;
            only = v;
        }
    if (only < 0)
        return -1;
    const auto& bowed = voice (only);
    const int step = std::abs (stroke.index - bowed.key());
    const auto* board = Fingerboard::of (patch);
    const bool reached = board == nullptr || (only < Fingerboard::strings && board->reaches (only, stroke.index));
    return reached && step > 0 && step < fifth && bowed.keys().age() >= chordTime ? only : -1;
}

/** The voice that plays a new stroke. */
int VoiceManager::voiceFor (const PerformanceEvent& stroke, const Patch& patch) const noexcept
{
    if (isMono (patch) && latest >= 0)
        return latest;
    const auto* board = isStringPlayer (patch) ? Fingerboard::of (patch) : nullptr;
    if (board != nullptr)
        return board->stringFor (stroke.index,
                                 [this] (int string)
                                 {
                                     const auto& taken = voice (string);
                                     return taken.isHeld() && taken.keys().isDown();
                                 });
    return chooseVoice (voices, static_cast<int> (patch.voiceCount), stroke.channel, stroke.index, stroke.note);
}

/** The note [semitones] from which a new one glides: that of the last stroke, or, in a chord, the note from which that
    one glides. Negative: no glide. */
double VoiceManager::glidesFrom (const Patch& patch) const noexcept
{
    if (latest < 0 || patch.voiceGlide <= 0.0 || isMono (patch))
        return -1.0;
    const auto& last = voice (latest);
    if (last.isAwake() && last.keys().age() < chordTime)
        return last.slideOrigin();
    return std::max (0.0, last.keyNote (midi));
}

/** The patch with the channel's glide time, from CC5 and CC65. */
Patch VoiceManager::gliding (int channel, const Patch& patch) const noexcept
{
    Patch itsOwn = patch;
    itsOwn.voiceGlide = midi.glideTime (channel, patch.voiceGlide);
    return itsOwn;
}

int VoiceManager::begin (int v, const PerformanceEvent& stroke, const Patch& patch) noexcept
{
    Noise seeds (static_cast<std::uint64_t> (patch.voiceSeed) * 0x10001u + strokeCount);
    const double from = glidesFrom (patch);
    giveTouch (v, stroke.note);
    if (! voice (v).isBound())
        pool.take (voice (v));
    voice (v).setChair (chair);
    const int other = besideOf (v, stroke.channel, patch);
    auto prompt = hands.promptOf (voices, midi, patch, stroke.channel, stroke.index, stroke.value);
    double way = nextDirection (stroke.channel, patch);
    if (other >= 0)
    {
        auto& left = voice (other);
        const bool isBowed = left.isHeld() && left.keys().isDown();
        prompt.comesOver = isBowed && left.keys().age() >= chordTime && midi.managerOf (stroke.channel) < 0;
        way = isBowed ? left.direction() : way;
        if (! isBowed)
            left.leave();
    }
    voice (v).start (stroke, patch, midi, way, Noise (seeds.nextBits()), from, prompt);
    hands.play (v, way, stroke.channel, midi, patch);
    voice (v).setStroke (++strokeCount, ++started);
    if (! isMono (patch))
        held (v).clear();
    held (v).add (HeldKeys::Key::of (stroke));
    voice (v).setStopped (isStopped (v, stroke.index, patch));
    return latest = v;
}

void VoiceManager::slur (int v, HeldKeys::Key key, double velocity, const Patch& patch) noexcept
{
    giveTouch (v, key.note);
    NotePrompt prompt;
    if (patch.voicePhrasingPercent > 0.0)
    {
        prompt = hands.promptOf (voices, midi, patch, key.channel, key.number, velocity);
        hands.play (v, voice (v).direction(), key.channel, midi, patch);
    }
    voice (v).slur (key.channel, key.number, patch, midi, prompt);
    voice (v).setStopped (isStopped (v, key.number, patch));
}

/** The string of the hand's latest note, if a string player's hand plays it on another one than `v`; else -1. */
int VoiceManager::besideOf (int v, int channel, const Patch& patch) noexcept
{
    const int latestOfHand = patch.voicePhrasingPercent > 0.0 ? hands.voiceOf (channel, midi, patch) : v;
    return latestOfHand != v && isStringPlayer (patch) ? latestOfHand : -1;
}

/** Direction of the hand's next stroke. */
double VoiceManager::nextDirection (int channel, const Patch& patch) noexcept
{
    const bool alternates = choiceOf<&Patch::handStroke> (patch) == Stroke::alternate;
    return alternates && patch.voicePhrasingPercent > 0.0 ? -hands.directionOf (channel, midi, patch)
                                                          : direction (patch, strokeCount);
}

/** Gives a voice the touch of the note that it plays from now on, whose brightness is counted from here. */
void VoiceManager::giveTouch (int v, std::uint32_t note) noexcept
{
    auto* const its = touch (note, now);
    if (its != nullptr && note != voice (v).noteNumber())
        its->brightnessAtStart = its->brightness;
    voice (v).setNote (note, its != nullptr ? *its : NoteTouch::none);
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
        const int now = besideOf (n, released.channel, patch);
        if (now >= 0 && voice (now).isHeld() && voice (now).keys().age() < longestCrossing)
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
    PartialBudget budget (static_cast<int> (patch.qualityPartials), asleep, asleepMayStart);
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
