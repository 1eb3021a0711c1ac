// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Noise.h"
#include "../Hands/Fingerboard.h"
#include "../Parameters/Stage.h"
#include "VoiceManager.h"
#include "VoiceModes.h"

#include <algorithm>
#include <cmath>
#include <utility>

/** The part of the voice manager that begins strokes and slurs: which voice has the key, and which way the bow goes. */
namespace kolophon
{
namespace
{
/** True if a key is fingered on the voice's string: not an open string. */
bool isStopped (int voice, int key, const Patch& patch) noexcept
{
    const auto* board = Fingerboard::of (patch);
    return isStringPlayer (patch) && ! (board != nullptr && voice < Fingerboard::strings && board->isOpen (voice, key));
}

constexpr double chordTime = HandMemory::chordTime;
constexpr int fifth = 7; // [semitones]

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
                                     const auto& other = voice (string);
                                     return other.isHeld() && other.keys().isDown();
                                 });
    return chooseVoice (voices, static_cast<int> (patch.voiceCount), stroke.channel, stroke.index, stroke.note,
                        [this] (const Voice& its) { return pool.standingOf (its); });
}

/** True if any voice may play any key. */
bool VoiceManager::choosesFreely (const Patch& patch) noexcept
{
    return ! isMono (patch) && ! (isStringPlayer (patch) && Fingerboard::of (patch) != nullptr);
}

bool VoiceManager::dismissYielded() noexcept
{
    bool any = false;
    const bool mayBe = std::exchange (yields, false);
    for (int v = 0; mayBe && v < limits::maxVoices; ++v)
        if (voice (v).hasYielded())
        {
            putToSleep (v);
            any = true;
        }
        else
            yields = yields || voice (v).isYielding();
    return any;
}

void VoiceManager::yield (int v) noexcept
{
    voice (v).yield();
    held (v).clear();
    yields = true;
}

bool VoiceManager::makeRoom (const PerformanceEvent& stroke, const Patch& patch) noexcept
{
    if (yields)
        return false;
    if (! choosesFreely (patch) || slurredVoice (stroke, patch) >= 0)
        return true;
    const int v = voiceFor (stroke, patch);
    if (! voice (v).isAwake() || voice (v).plays (stroke.channel, stroke.index))
        return true;
    yield (v);
    return false;
}

bool VoiceManager::makeRoom (const VoiceManager& other, const Patch& patch) noexcept
{
    if (yields)
        return false;
    const auto count = [this] (auto condition)
    { return static_cast<int> (std::count_if (voices.begin(), voices.end(), condition)); };
    int needed = count ([] (const Voice& each) { return each.isAwake(); });
    for (int v = 0; v < limits::maxVoices; ++v)
        if (const auto key = other.keyHeldOn (v))
            needed +=
                count ([&key] (const Voice& each) { return each.plays (key->channel, key->number); }) == 0 ? 1 : 0;
    if (! choosesFreely (patch) || needed <= static_cast<int> (patch.voiceCount))
        return true;
    for (int v = 0; v < limits::maxVoices; ++v)
        if (voice (v).isAwake())
            yield (v);
    return false;
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
        pool.bindFree (voice (v), stage::rowOf (thePlayer));
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
    auto* const its = touches.begin (note, now, [this] (std::uint32_t number) { return isPlaying (number); });
    if (its != nullptr && note != voice (v).noteNumber())
        its->brightnessAtStart = its->brightness;
    voice (v).setNote (note, its != nullptr ? *its : NoteTouch::none);
}
} // namespace kolophon
