#include "Players.h"

#include "../Core/Noise.h"
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

Players::Players (StringSet& slotA, StringSet& slotB) noexcept : slots { &slotA, &slotB }
{
    for (int v = 0; v < Synth::maxVoices; ++v)
    {
        const auto group = static_cast<std::size_t> (v / VoiceGroup::lanes);
        voice (v).bind (slotA.groups[group], slotB.groups[group], v % VoiceGroup::lanes);
    }
}

void Players::reset() noexcept
{
    for (auto& v : voices)
        v.sleep();
    channels.reset();
    monoKeys.clear();
    strokes = 0;
    lastStarted = -1;
}

void Players::rest() noexcept
{
    for (int v = 0; v < Synth::maxVoices; ++v)
    {
        const auto* modes = voice (v).customModes;
        const auto* tuning = voice (v).tuning;
        voice (v) = Voice {};
        const auto group = static_cast<std::size_t> (v / VoiceGroup::lanes);
        voice (v).bind (slots[0]->groups[group], slots[1]->groups[group], v % VoiceGroup::lanes);
        voice (v).customModes = modes;
        voice (v).tuning = tuning;
    }
    lastStarted = -1;
}

int Players::handle (const PerformanceEvent& event, const Patch& patch) noexcept
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
                return noteOn (stroke, patch);
            }
            break;
        case Type::noteOff:
            if (event.index <= 127)
                noteOff (channel, event.index, patch);
            break;
        case Type::notePressure:
            for (auto& v : voices)
                if (v.plays (channel, event.index))
                    v.setKeyPressure (unit);
            break;
        case Type::channelPressure: channels[channel].pressure = unit; break;
        case Type::pitchBend: channels[channel].bend = std::clamp (event.value, -1.0, 1.0); break;
        case Type::controller: control (channel, event.index, unit); break;
        case Type::setParameter:
        case Type::panic: break;
    }
    return -1;
}

void Players::control (int channel, int number, double value) noexcept
{
    channels.control (channel, number, value);
    switch (number)
    {
        case Controller::sustain:
            if (value < 0.5)
                liftWhere ([this, channel] (const Voice& v)
                           { return ! v.keyDown && channels.reaches (channel, v.channel); });
            break;
        case Controller::allNotesOff:
            monoKeys.clear();
            for (auto& v : voices)
                if (channels.reaches (channel, v.channel))
                    v.keyDown = false;
            liftWhere ([this, channel] (const Voice& v) { return channels.reaches (channel, v.channel); });
            break;
        case Controller::allSoundOff:
            for (int v = 0; v < Synth::maxVoices; ++v)
                if (voice (v).isAwake() && channels.reaches (channel, voice (v).channel))
                    putToSleep (v);
            break;
        default: break;
    }
}

int Players::noteOn (const PerformanceEvent& event, const Patch& patch) noexcept
{
    if (event.value <= 0.0)
    {
        noteOff (event.channel, event.index, patch);
        return -1;
    }
    if (! isMono (patch))
        return begin (chooseVoice (voices, static_cast<int> (patch.voiceCount), event.channel, event.index), event,
                      patch);

    monoKeys.press (event.index);
    if (lastStarted < 0)
        return begin (chooseVoice (voices, static_cast<int> (patch.voiceCount), event.channel, event.index), event,
                      patch);
    if (voice (lastStarted).isHeld() && voice (lastStarted).keyDown)
    {
        voice (lastStarted).slur (event.index, patch);
        return -1;
    }
    return begin (lastStarted, event, patch);
}

int Players::begin (int v, const PerformanceEvent& stroke, const Patch& patch) noexcept
{
    Noise seeds (static_cast<std::uint64_t> (patch.voiceSeed) * 0x10001u + strokes);
    voice (v).start (stroke, patch, channels, direction (patch, strokes), Noise (seeds.nextBits()));
    voice (v).startedAt = ++strokes;
    return lastStarted = v;
}

void Players::noteOff (int channel, int key, const Patch& patch) noexcept
{
    if (isMono (patch) && ! monoKeys.empty())
    {
        monoKeys.release (key);
        if (lastStarted >= 0 && voice (lastStarted).isHeld() && ! monoKeys.empty())
        {
            if (voice (lastStarted).key == key)
                voice (lastStarted).slur (monoKeys.latest(), patch);
            return;
        }
    }
    for (auto& v : voices)
        if (v.isHeld() && v.plays (channel, key))
        {
            v.keyDown = false;
            if (! channels.sustained (channel))
                v.lift();
        }
}

void Players::silence() noexcept
{
    monoKeys.clear();
    for (int v = 0; v < Synth::maxVoices; ++v)
        putToSleep (v);
    channels.reset();
}

void Players::putToSleep (int v) noexcept
{
    bookRemainder (v, voice (v).sleep());
}

void Players::bookRemainder (int v, const Voice::Remainder& left) noexcept
{
    slots[0]->books.bookRest (v, left.main);
    slots[1]->books.bookRest (v, left.shadow);
}

void Players::dismiss (const std::array<double, Synth::maxVoices>& energies) noexcept
{
    for (int v = 0; v < Synth::maxVoices; ++v)
        if (voice (v).isAwake() && voice (v).hasRungOut (energies[static_cast<std::size_t> (v)]))
            putToSleep (v);
}

bool Players::mayStart (int v, const Patch& patch) noexcept
{
    return ! isMono (patch) && v < static_cast<int> (patch.voiceCount);
}

PartialBudget Players::budget (const Patch& patch) const noexcept
{
    PartialBudget budget (static_cast<int> (patch.qualityPartials));
    for (int v = 0; v < Synth::maxVoices; ++v)
        budget.count (voices[static_cast<std::size_t> (v)], mayStart (v, patch));
    return budget;
}

AwakeLanes Players::awake() const noexcept
{
    AwakeLanes result;
    for (int v = 0; v < Synth::maxVoices; ++v)
        result
            .lane[static_cast<std::size_t> (v / VoiceGroup::lanes)][static_cast<std::size_t> (v % VoiceGroup::lanes)] =
            voices[static_cast<std::size_t> (v)].isAwake();
    return result;
}

bool Players::everybodySleeps() const noexcept
{
    return std::none_of (voices.begin(), voices.end(), [] (const Voice& v) { return v.isAwake(); });
}
} // namespace kolophon
