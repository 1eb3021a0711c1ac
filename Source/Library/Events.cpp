// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Synth/Control/TuningMessage.h"
#include "../Synth/Parameters/NoteKnobs.h"
#include "../Synth/Parameters/ParameterTable.h"
#include "Handle.h"

#include <array>
#include <initializer_list>
#include <span>

namespace kolophon::library
{
namespace
{
using Type = PerformanceEvent::Type;

struct Field
{
    std::string_view name;
    double value;
    Range range;
};
constexpr auto noVelocity = "0 is not in its range; allowed: greater than 0, at most 1";
constexpr Range channels { 0.0, 15.0 }, keys { 0.0, 127.0 }, unit { 0.0, 1.0 };

kolophon_status checkRoom (const kolophon_synth* synth, std::size_t count) noexcept
{
    if (synth->queue.hasRoomFor (count))
        return KOLOPHON_OK;
    errorOf (synth)
        .clear()
        .add ("events: the queue is full; allowed: ")
        .add (KOLOPHON_MOST_EVENTS)
        .add (" before the next block");
    return KOLOPHON_QUEUE_FULL;
}

kolophon_status checkOffset (const kolophon_synth* synth, uint32_t offset) noexcept
{
    if (auto fault = checkSynth (synth))
        return fault;
    return checkRange (synth, "offset", offset, { 0.0, KOLOPHON_LARGEST_OFFSET, "samples" });
}

/** Adds an event if all fields are inside their ranges. */
kolophon_status add (kolophon_synth* synth, uint32_t offset, PerformanceEvent event,
                     std::span<const Field> fields) noexcept
{
    if (auto fault = checkOffset (synth, offset))
        return fault;
    for (const auto& field : fields)
        if (auto fault = checkRange (synth, field.name, field.value, field.range))
            return fault;
    if (auto fault = checkRoom (synth, 1))
        return fault;
    event.offset = static_cast<int> (offset);
    synth->queue.add (event);
    return KOLOPHON_OK;
}

kolophon_status add (kolophon_synth* synth, uint32_t offset, const PerformanceEvent& event,
                     std::initializer_list<Field> fields) noexcept
{
    return add (synth, offset, event, std::span (fields.begin(), fields.size()));
}

PerformanceEvent made (Type type, int32_t channel, int32_t index, double value) noexcept
{
    return { 0, type, static_cast<std::uint8_t> (channel), static_cast<std::uint16_t> (index), value };
}

/** Fields of an event of one key, whose value is called `name`. */
std::array<Field, 3> ofKey (int32_t channel, int32_t key, const char* name, double value) noexcept
{
    return { { { "channel", static_cast<double> (channel), channels },
               { "key", static_cast<double> (key), keys },
               { name, value, unit } } };
}

/** The same of an event that has one. */
std::array<Field, 1> only (const char* name, double value, Range range) noexcept
{
    return { { { name, value, range } } };
}

/** Adds an event of one key. */
kolophon_status addOfKey (kolophon_synth* synth, uint32_t offset, Type type, int32_t channel, int32_t key,
                          const char* name, double value) noexcept
{
    return add (synth, offset, made (type, channel, key, value), ofKey (channel, key, name, value));
}

/** Adds an event of one key and a note with a number. */
kolophon_status addOfNote (kolophon_synth* synth, uint32_t offset, uint32_t note, PerformanceEvent event,
                           std::span<const Field> fields) noexcept
{
    if (auto fault = checkOffset (synth, offset))
        return fault;
    if (auto fault = checkRange (synth, "note", note, { 1.0, static_cast<double> (KOLOPHON_LARGEST_NOTE) }))
        return fault;
    event.note = note;
    return add (synth, offset, event, fields);
}

/** Adds the events of a tuning message, all or none. */
kolophon_status addTuning (kolophon_synth* synth, uint32_t offset, std::span<const std::uint8_t> message) noexcept
{
    std::size_t count = 0;
    if (tuningFromMidi (message, [&count] (const PerformanceEvent&) { ++count; }) == TuningMessage::unread)
        return refuse (synth, KOLOPHON_INVALID_DATA, "bytes", "damaged or unsupported tuning message");
    if (auto fault = checkRoom (synth, count))
        return fault;
    (void)tuningFromMidi (message,
                          [&] (PerformanceEvent event)
                          {
                              event.offset = static_cast<int> (offset);
                              synth->queue.add (event);
                          });
    return KOLOPHON_OK;
}
} // namespace
} // namespace kolophon::library

using namespace kolophon;
using namespace kolophon::library;

kolophon_status kolophon_note_on (kolophon_synth* synth, uint32_t offset, int32_t channel, int32_t key, double velocity)
{
    if (synth != nullptr && velocity == 0.0)
        return refuse (synth, KOLOPHON_INVALID_ARGUMENT, "velocity", noVelocity);
    return addOfKey (synth, offset, Type::noteOn, channel, key, "velocity", velocity);
}

kolophon_status kolophon_note_off (kolophon_synth* synth, uint32_t offset, int32_t channel, int32_t key,
                                   double velocity)
{
    return addOfKey (synth, offset, Type::noteOff, channel, key, "velocity", velocity);
}

kolophon_status kolophon_note_pressure (kolophon_synth* synth, uint32_t offset, int32_t channel, int32_t key,
                                        double pressure)
{
    return addOfKey (synth, offset, Type::notePressure, channel, key, "pressure", pressure);
}

kolophon_status kolophon_channel_pressure (kolophon_synth* synth, uint32_t offset, int32_t channel, double pressure)
{
    return add (synth, offset, made (Type::channelPressure, channel, 0, pressure),
                { { "channel", static_cast<double> (channel), channels }, { "pressure", pressure, unit } });
}

kolophon_status kolophon_pitch_bend (kolophon_synth* synth, uint32_t offset, int32_t channel, double bend)
{
    return add (synth, offset, made (Type::pitchBend, channel, 0, bend),
                { { "channel", static_cast<double> (channel), channels }, { "bend", bend, { -1.0, 1.0 } } });
}

kolophon_status kolophon_controller (kolophon_synth* synth, uint32_t offset, int32_t channel, int32_t number,
                                     double value)
{
    return add (synth, offset, made (Type::controller, channel, number, value),
                { { "channel", static_cast<double> (channel), channels },
                  { "number", static_cast<double> (number), keys },
                  { "value", value, unit } });
}

kolophon_status kolophon_automate (kolophon_synth* synth, uint32_t offset, int32_t parameter, double value)
{
    if (auto fault = checkSynth (synth))
        return fault;
    const auto table = parameterTable();
    if (auto fault = checkRange (synth, "parameter", parameter, { 0.0, static_cast<double> (table.size()) - 1.0 }))
        return fault;
    if (auto fault = checkParameter (synth, table[static_cast<std::size_t> (parameter)], value))
        return fault;
    return add (synth, offset, made (Type::setParameter, 0, parameter, value), {});
}

kolophon_status kolophon_tune_key (kolophon_synth* synth, uint32_t offset, int32_t key, double note)
{
    return add (synth, offset, made (Type::tuneKey, 0, key, note),
                { { "key", static_cast<double> (key), keys }, { "note", note, { 0.0, 128.0, "semitones" } } });
}

kolophon_status kolophon_midi (kolophon_synth* synth, uint32_t offset, const uint8_t* bytes, size_t count)
{
    if (auto fault = checkOffset (synth, offset))
        return fault;
    if (count > 0)
        if (auto fault = checkPointer (synth, "bytes", bytes))
            return fault;
    const std::span<const std::uint8_t> message (bytes, count);
    if (message.empty() || message[0] < 0x80)
        return refuse (synth, KOLOPHON_INVALID_DATA, "bytes", "a MIDI message begins with a status byte, 128 to 255");
    if (message[0] == 0xf0)
        return addTuning (synth, offset, message.subspan (1));
    const bool twoDataBytes = (message[0] & 0xe0) != 0xc0; // all but program changes and channel pressure
    const std::size_t length = twoDataBytes ? 3 : 2;
    if (message[0] < 0xf0 && count != length)
    {
        errorOf (synth).clear().add ("bytes: ").add (static_cast<double> (count)).add (" bytes is not a message; ");
        errorOf (synth).add ("allowed: ").add (static_cast<double> (length)).add (" after this status byte");
        return KOLOPHON_INVALID_DATA;
    }
    for (const auto data : message.subspan (1))
        if (message[0] < 0xf0 && data > 127)
            return refuse (synth, KOLOPHON_INVALID_DATA, "bytes", "a data byte is not in its range; allowed: 0 to 127");
    const auto event = eventFromMidi (message, 0);
    return event ? add (synth, offset, *event, {}) : KOLOPHON_OK;
}

kolophon_status kolophon_tempo (kolophon_synth* synth, uint32_t offset, double tempo)
{
    return add (synth, offset, made (Type::tempo, 0, 0, tempo),
                { { "tempo", tempo, { 1.0, 1000.0, "quarter notes per minute" } } });
}

kolophon_status kolophon_bar (kolophon_synth* synth, uint32_t offset, double quarters)
{
    return add (synth, offset, made (Type::bar, 0, 0, quarters),
                { { "quarters", quarters, { 0.0625, 64.0, "quarter notes" } } });
}

kolophon_status kolophon_position (kolophon_synth* synth, uint32_t offset, double quarters)
{
    return add (synth, offset, made (Type::position, 0, 0, quarters),
                { { "quarters", quarters, { -1e6, 1e6, "quarter notes" } } });
}

kolophon_status kolophon_begin_note (kolophon_synth* synth, uint32_t offset, uint32_t note, int32_t channel,
                                     int32_t key, double velocity)
{
    if (synth != nullptr && velocity == 0.0)
        return refuse (synth, KOLOPHON_INVALID_ARGUMENT, "velocity", noVelocity);
    return addOfNote (synth, offset, note, made (Type::noteOn, channel, key, velocity),
                      ofKey (channel, key, "velocity", velocity));
}

kolophon_status kolophon_release_note (kolophon_synth* synth, uint32_t offset, uint32_t note, int32_t channel,
                                       int32_t key, double velocity)
{
    return addOfNote (synth, offset, note, made (Type::noteOff, channel, key, velocity),
                      ofKey (channel, key, "velocity", velocity));
}

kolophon_status kolophon_choke_note (kolophon_synth* synth, uint32_t offset, uint32_t note, int32_t channel,
                                     int32_t key)
{
    if (auto fault = checkSynth (synth))
        return fault;
    if (auto fault = checkRoom (synth, 2))
        return fault;
    constexpr double velocity = 0.5; // of the release, which is not heard
    if (auto fault = addOfNote (synth, offset, note, made (Type::choke, channel, key, 0.0),
                                ofKey (channel, key, "velocity", velocity)))
        return fault;
    return kolophon_release_note (synth, offset, note, channel, key, velocity);
}

kolophon_status kolophon_express_note (kolophon_synth* synth, uint32_t offset, uint32_t note, int32_t expression,
                                       double value)
{
    static constexpr Range ranges[noteExpressionCount] {
        { -120.0, 120.0, "semitones" }, { 0.0, 4.0 }, unit, unit, unit, unit, unit
    };
    if (auto fault = checkSynth (synth))
        return fault;
    if (auto fault = checkRange (synth, "expression", expression, { 0.0, noteExpressionCount - 1.0 }))
        return fault;
    return addOfNote (synth, offset, note, made (Type::noteExpression, 0, expression, value),
                      only ("value", value, ranges[static_cast<std::size_t> (expression)]));
}

kolophon_status kolophon_modulate (kolophon_synth* synth, uint32_t offset, uint32_t note, int32_t parameter,
                                   double travel)
{
    if (auto fault = checkSynth (synth))
        return fault;
    const auto table = parameterTable();
    if (auto fault = checkRange (synth, "parameter", parameter, { 0.0, static_cast<double> (table.size()) - 1.0 }))
        return fault;
    const auto& row = table[static_cast<std::size_t> (parameter)];
    if (! canBeModulated (row))
        return refuse (synth, KOLOPHON_INVALID_ARGUMENT, row.id, "can't be modulated");
    if (note != 0 && ! isOfVoice (row))
        return refuse (synth, KOLOPHON_INVALID_ARGUMENT, row.id, "can't be modulated per note; allowed: note 0");
    const auto event = made (Type::modulate, 0, parameter, travel);
    const auto fields = only ("travel", travel, { -1.0, 1.0 });
    return note == 0 ? add (synth, offset, event, fields) : addOfNote (synth, offset, note, event, fields);
}

kolophon_status kolophon_panic (kolophon_synth* synth, uint32_t offset)
{
    return add (synth, offset, made (Type::panic, 0, 0, 0.0), {});
}
