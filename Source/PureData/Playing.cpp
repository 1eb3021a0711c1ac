// SPDX-License-Identifier: GPL-3.0-or-later
#include "External.h"

#include <array>
#include <string>
#include <vector>

namespace kolophon::puredata
{
namespace
{
constexpr double mostOfMidi = 127.0;
constexpr double usualRelease = 64.0; // of a note-off without a velocity, as MIDI has it

int channel (Arguments& values)
{
    const int counted = values.whole ("channel", 1, 16, 1);
    values.end();
    return counted - 1;
}

double midi (Arguments& values, std::string_view name)
{
    return values.number (name, 0.0, mostOfMidi) / mostOfMidi;
}

int key (Arguments& values)
{
    return values.whole ("key", 0, 127);
}

/** Sends `function (synth, offset, arguments…)`. */
template <class Function, class... Values>
void send (External& external, Function* function, Values... values)
{
    check (external,
           external.instrument.send ([&] (uint32_t offset) { return function (external.synth(), offset, values...); }));
}

void releaseKey (External& external, int onChannel, int ofKey, double velocity)
{
    send (external, kolophon_note_off, onChannel, ofKey, velocity);
}

/** off KEY [VELOCITY [CHANNEL]] */
void stopNote (External& external, Arguments& values)
{
    const int ofKey = key (values);
    const double velocity = values.empty() ? usualRelease / mostOfMidi : midi (values, "velocity");
    releaseKey (external, channel (values), ofKey, velocity);
}

// Notes with numbers

uint32_t noteId (Arguments& values, int lowest = 1)
{
    return static_cast<uint32_t> (values.whole ("note", lowest, KOLOPHON_LARGEST_NOTE));
}

/** Returns a note that was begun, or refuses. */
NumberedNotes::Note& begun (External& external, uint32_t id)
{
    auto* note = external.notes.find (id);
    if (note == nullptr)
        throw Refused { "note: " + std::to_string (id) + " has not begun" };
    return *note;
}

void release (External& external, NumberedNotes::Note& note, double velocity)
{
    if (! note.held)
        return;
    send (external, kolophon_release_note, note.number, note.channel, note.key, velocity);
    note.held = false;
}

struct Expression
{
    int32_t which;
    double value;
};

Expression expression (Arguments& values)
{
    static constexpr const char* names[] = {
        "tuning", "volume", "pan", "brightness", "pressure", "vibrato", "loudness"
    };
    const auto name = values.word ("expression");
    std::string allowed;
    for (int32_t i = 0; i < static_cast<int32_t> (std::size (names)); ++i)
    {
        if (name == names[i])
            return { i, values.number (name) };
        allowed += (i > 0 ? ", " : "") + std::string (names[i]);
    }
    throw Refused { "expression: \"" + name + "\" not found; allowed: " + allowed };
}

/** begin NOTE KEY VELOCITY [CHANNEL] [EXPRESSION VALUE]…: velocity 0 releases, as [poly] does. */
void beginNote (External& external, Arguments& values)
{
    const auto id = noteId (values);
    const int ofKey = key (values);
    const double velocity = midi (values, "velocity");
    const int onChannel = values.startsWithNumber() ? values.whole ("channel", 1, 16) - 1 : 0;
    std::vector<Expression> expressions;
    while (! values.empty())
        expressions.push_back (expression (values));
    auto* former = external.notes.find (id);
    if (former != nullptr)
        release (external, *former, usualRelease / mostOfMidi);
    if (velocity == 0.0)
        return;
    auto* note = external.notes.add (external.synth(), id, onChannel, ofKey);
    if (note == nullptr)
        throw Refused { "note: " + std::to_string (NumberedNotes::capacity) + " notes are held; release one first" };
    for (const auto& one : expressions) // before the stroke begins, so that it begins with them
        send (external, kolophon_express_note, note->number, one.which, one.value);
    send (external, kolophon_begin_note, note->number, onChannel, ofKey, velocity);
}

/** release NOTE [VELOCITY] */
void releaseNote (External& external, Arguments& values)
{
    auto& note = begun (external, noteId (values));
    const double velocity = values.empty() ? usualRelease / mostOfMidi : midi (values, "velocity");
    values.end();
    release (external, note, velocity);
}

/** choke NOTE */
void chokeNote (External& external, Arguments& values)
{
    auto& note = begun (external, noteId (values));
    values.end();
    send (external, kolophon_choke_note, note.number, note.channel, note.key);
    note.held = false;
}

/** express NOTE EXPRESSION VALUE */
void expressNote (External& external, Arguments& values)
{
    const auto& note = begun (external, noteId (values));
    const auto [which, value] = expression (values);
    values.end();
    send (external, kolophon_express_note, note.number, which, value);
}

/** modulate NOTE PARAMETER TRAVEL; note 0: the whole instrument */
void modulate (External& external, Arguments& values)
{
    const auto id = noteId (values, 0);
    const auto parameter = parameterIndex (values.word ("parameter"));
    const double travel = values.number ("travel");
    values.end();
    send (external, kolophon_modulate, id == 0 ? 0 : begun (external, id).number, parameter, travel);
}

// Controllers, and the song

void moveController (External& external, Arguments& values)
{
    const int number = values.whole ("number", 0, 127);
    const double value = midi (values, "value");
    send (external, kolophon_controller, channel (values), number, value);
}

void bend (External& external, Arguments& values)
{
    const double value = values.number ("bend");
    send (external, kolophon_pitch_bend, channel (values), value);
}

void press (External& external, Arguments& values)
{
    const double pressure = midi (values, "pressure");
    send (external, kolophon_channel_pressure, channel (values), pressure);
}

void pressKey (External& external, Arguments& values)
{
    const int ofKey = key (values);
    const double pressure = midi (values, "pressure");
    send (external, kolophon_note_pressure, channel (values), ofKey, pressure);
}

void sendMidi (External& external, Arguments& values)
{
    std::vector<uint8_t> bytes;
    while (! values.empty())
        bytes.push_back (static_cast<uint8_t> (values.whole ("byte", 0, 255)));
    send (external, kolophon_midi, bytes.data(), bytes.size());
}

template <auto function>
void sendNumber (External& external, Arguments& values)
{
    const double value = values.number (values.message());
    values.end();
    send (external, function, value);
}

void panic (External& external, Arguments& values)
{
    values.end();
    send (external, kolophon_panic);
    external.notes.clear();
}

void reset (External& external, Arguments& values)
{
    values.end();
    external.instrument.catchUp();
    check (external, kolophon_reset (external.synth()));
    external.notes.clear();
}
} // namespace

void playNote (External& external, Arguments& values)
{
    const int ofKey = key (values);
    const double velocity = midi (values, "velocity");
    const int onChannel = channel (values);
    if (velocity == 0.0)
        return releaseKey (external, onChannel, ofKey, usualRelease / mostOfMidi);
    send (external, kolophon_note_on, onChannel, ofKey, velocity);
}

std::span<const Message> playingMessages () noexcept
{
    static constexpr Message messages[] = { { "note", playNote },
                                            { "off", stopNote },
                                            { "begin", beginNote },
                                            { "release", releaseNote },
                                            { "choke", chokeNote },
                                            { "express", expressNote },
                                            { "modulate", modulate },
                                            { "cc", moveController },
                                            { "bend", bend },
                                            { "touch", press },
                                            { "polytouch", pressKey },
                                            { "midi", sendMidi },
                                            { "tempo", sendNumber<kolophon_tempo> },
                                            { "bar", sendNumber<kolophon_bar> },
                                            { "position", sendNumber<kolophon_position> },
                                            { "panic", panic },
                                            { "reset", reset } };
    return messages;
}
} // namespace kolophon::puredata
