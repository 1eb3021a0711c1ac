// SPDX-License-Identifier: GPL-3.0-or-later
#include "ClapBlock.h"

#include "../../Synth/Parameters/NoteKnobs.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kolophon::clap
{
namespace
{
using Type = PerformanceEvent::Type;

constexpr double softestVelocity = 0.001; // a note-on of velocity 0 is a note in CLAP, and a note-off in MIDI

/** Events at the sample of a note-on that are searched for what belongs to the note. */
constexpr std::uint32_t farthestAhead = 128;
static_assert (farthestAhead < BlockPlayer::eventsPerInput);

/** Notes that one event reaches at a time: two events of the engine for each. */
constexpr std::size_t notesPerInput = BlockPlayer::eventsPerInput / 2;

SongPosition songOf (const clap_event_transport_t& transport) noexcept
{
    const auto has = [&transport] (std::uint32_t flag) { return (transport.flags & flag) != 0; };
    SongPosition song;
    if (has (CLAP_TRANSPORT_HAS_TEMPO))
        song.tempo = transport.tempo;
    if (has (CLAP_TRANSPORT_HAS_TIME_SIGNATURE) && transport.tsig_denom > 0)
        song.bar = 4.0 * transport.tsig_num / transport.tsig_denom;
    if (has (CLAP_TRANSPORT_HAS_BEATS_TIMELINE))
    {
        song.quarters = static_cast<double> (transport.song_pos_beats) / CLAP_BEATTIME_FACTOR;
        song.barStart = static_cast<double> (transport.bar_start) / CLAP_BEATTIME_FACTOR;
    }
    song.isPlaying = has (CLAP_TRANSPORT_IS_PLAYING);
    return song;
}

std::optional<NoteExpression> expressionOf (clap_note_expression id) noexcept
{
    switch (id)
    {
        case CLAP_NOTE_EXPRESSION_VOLUME: return NoteExpression::volume;
        case CLAP_NOTE_EXPRESSION_PAN: return NoteExpression::pan;
        case CLAP_NOTE_EXPRESSION_TUNING: return NoteExpression::tuning;
        case CLAP_NOTE_EXPRESSION_VIBRATO: return NoteExpression::vibrato;
        case CLAP_NOTE_EXPRESSION_EXPRESSION: return NoteExpression::expression;
        case CLAP_NOTE_EXPRESSION_BRIGHTNESS: return NoteExpression::brightness;
        case CLAP_NOTE_EXPRESSION_PRESSURE: return NoteExpression::pressure;
        default: return std::nullopt;
    }
}

PerformanceEvent noteEvent (Type type, const Notes::Note& note, double value, int offset) noexcept
{
    return { offset, type,       static_cast<std::uint8_t> (note.channel), static_cast<std::uint16_t> (note.key),
             value,  note.number };
}

PerformanceEvent travelOf (std::size_t knob, double travel, int offset) noexcept
{
    return { offset, Type::modulate, 0, static_cast<std::uint16_t> (knob), travel };
}

/** The first `count` channels of a port, or none if the host has left one out. */
template <class Sample>
std::span<Sample* const> channelsOf (Sample* const* data, std::uint32_t count) noexcept
{
    for (std::uint32_t channel = 0; channel < count; ++channel)
        if (data[channel] == nullptr)
            return {};
    return { data, count };
}
} // namespace

Block::Block (Plugin& itsPlugin, const clap_process_t& itsProcess) noexcept
    : plugin (itsPlugin), player (itsPlugin.processor().player()), process (itsProcess),
      events (itsProcess.in_events != nullptr ? itsProcess.in_events->size (itsProcess.in_events) : 0)
{
}

void Block::begin() noexcept
{
    if (process.transport != nullptr)
        player.playSong (songOf (*process.transport), 0, 0);
    plugin.playKeptTravels ([this] (std::size_t knob, double travel)
                            { player.playEvent (travelOf (knob, travel, 0)); });
}

int Block::nextSample() const noexcept
{
    const auto* header = eventAt (next);
    return header != nullptr ? static_cast<int> (std::min (header->time, process.frames_count)) : 0;
}

bool Block::startsPiece() const noexcept
{
    const auto* value = eventOf<clap_event_param_value_t> (eventAt (next), CLAP_EVENT_PARAM_VALUE);
    return value != nullptr && plugin.parameters().find (value->param_id) == plugin.parameters().bypass();
}

void Block::playNext (int offset) noexcept
{
    const auto* header = eventAt (next);
    playNote (header, offset);
    if (const auto* expression = eventOf<clap_event_note_expression_t> (header, CLAP_EVENT_NOTE_EXPRESSION))
        express (*expression, offset, nullptr);
    else if (const auto* value = eventOf<clap_event_param_value_t> (header, CLAP_EVENT_PARAM_VALUE))
        setKnob (*value, offset);
    else if (const auto* travel = eventOf<clap_event_param_mod_t> (header, CLAP_EVENT_PARAM_MOD))
        modulate (*travel, offset, nullptr);
    else if (const auto* song = eventOf<clap_event_transport_t> (header, CLAP_EVENT_TRANSPORT))
        player.playSong (songOf (*song), nextSample(), offset);
    else if (const auto* midi = eventOf<clap_event_midi_t> (header, CLAP_EVENT_MIDI))
    {
        const std::size_t length = (midi->data[0] & 0xe0) == 0xc0 ? 2 : 3; // program change, channel pressure
        player.playMidi ({ midi->data, length }, offset);
    }
    else if (const auto* message = eventOf<clap_event_midi_sysex_t> (header, CLAP_EVENT_MIDI_SYSEX);
             message != nullptr && message->buffer != nullptr)
        player.playMidi ({ message->buffer, message->size }, offset);
    if (nextNote == 0)
        ++next;
}

/** Visits notes that the current event names: as many as one input may, the others at the next playNext(). */
template <class Visit>
void Block::eachNamed (const Notes::Address& address, Visit visit) noexcept
{
    nextNote = plugin.notes().each (address, nextNote, notesPerInput, visit);
}

//======================================================================================================================
void Block::playNote (const clap_event_header_t* header, int offset) noexcept
{
    if (const auto* on = eventOf<clap_event_note_t> (header, CLAP_EVENT_NOTE_ON))
        beginNote (*on, offset);
    else if (const auto* off = eventOf<clap_event_note_t> (header, CLAP_EVENT_NOTE_OFF))
        releaseNotes (*off, offset);
    else if (const auto* choke = eventOf<clap_event_note_t> (header, CLAP_EVENT_NOTE_CHOKE))
        chokeNotes (*choke, offset);
}

void Block::beginNote (const clap_event_note_t& on, int offset) noexcept
{
    if (on.key < 0 || on.key > 127 || on.channel < 0 || on.channel > 15 || on.port_index > 0)
        return;
    const auto note = plugin.notes().begin (Notes::Address::of (on));
    if (note.number == 0)
    {
        plugin.tellEnd (note);
        return;
    }
    touchAhead (note, offset);
    const double velocity = std::isfinite (on.velocity) ? std::clamp (on.velocity, softestVelocity, 1.0) : 1.0;
    player.playEvent (noteEvent (Type::noteOn, note, velocity, offset));
}

/** Plays what the host sends to a note at the sample of its beginning, which comes after its note-on, before it: so the
    stroke begins with it. */
void Block::touchAhead (const Notes::Note& note, int offset) noexcept
{
    const auto time = eventAt (next)->time;
    const auto last = std::min (events, next + 1 + farthestAhead);
    for (auto i = next + 1; i < last; ++i)
    {
        const auto* header = eventAt (i);
        if (header == nullptr || header->time != time)
            return;
        if (const auto* expression = eventOf<clap_event_note_expression_t> (header, CLAP_EVENT_NOTE_EXPRESSION))
            express (*expression, offset, &note);
        else if (const auto* travel = eventOf<clap_event_param_mod_t> (header, CLAP_EVENT_PARAM_MOD))
            if (! Notes::Address::of (*travel).isEverything())
                modulate (*travel, offset, &note);
    }
}

void Block::releaseNotes (const clap_event_note_t& off, int offset) noexcept
{
    const double velocity = std::isfinite (off.velocity) ? std::clamp (off.velocity, 0.0, 1.0) : 0.5;
    const auto address = Notes::Address::of (off);
    bool known = nextNote > 0;
    eachNamed (address,
               [&] (Notes::Note& note)
               {
                   known = true;
                   if (std::exchange (note.held, false))
                       player.playEvent (noteEvent (Type::noteOff, note, velocity, offset));
               });
    if (! known && address.key >= 0 && address.key <= 127 && address.channel >= 0 && address.channel <= 15)
        player.playEvent ( // begun by MIDI
            noteEvent (Type::noteOff, { 0, -1, 0, address.channel, address.key, false }, velocity, offset));
}

void Block::chokeNotes (const clap_event_note_t& choke, int offset) noexcept
{
    eachNamed (Notes::Address::of (choke),
               [&] (Notes::Note& note)
               {
                   player.playEvent (noteEvent (Type::choke, note, 0.0, offset));
                   if (std::exchange (note.held, false))
                       player.playEvent (noteEvent (Type::noteOff, note, 0.5, offset));
               });
}

/** Sends an expression to the notes that it names, or to one of them. */
void Block::express (const clap_event_note_expression_t& expression, int offset, const Notes::Note* only) noexcept
{
    const auto kind = expressionOf (expression.expression_id);
    if (! kind || ! std::isfinite (expression.value))
        return;
    tellNotes (Notes::Address::of (expression), only,
               { offset, Type::noteExpression, 0, static_cast<std::uint16_t> (*kind), expression.value });
}

void Block::modulate (const clap_event_param_mod_t& travel, int offset, const Notes::Note* only) noexcept
{
    const auto number = plugin.parameters().find (travel.param_id);
    if (! number || *number >= parameterTable().size() || ! canBeModulated (parameterTable()[*number]))
        return;
    const auto event = travelOf (*number, plugin.parameters().travel (*number, travel.amount), offset);
    const auto address = Notes::Address::of (travel);
    if (address.isEverything())
        player.playEvent (event);
    else if (isOfVoice (parameterTable()[*number]))
        tellNotes (address, only, event);
}

/** Sends an event to the notes that an address names, or to one of them. */
void Block::tellNotes (const Notes::Address& address, const Notes::Note* only, PerformanceEvent event) noexcept
{
    const auto tell = [&] (const Notes::Note& note)
    {
        event.channel = static_cast<std::uint8_t> (note.channel);
        event.note = note.number;
        player.playEvent (event);
    };
    if (only == nullptr)
        eachNamed (address, tell);
    else if (address.names (*only))
        tell (*only);
}

void Block::setKnob (const clap_event_param_value_t& value, int offset) noexcept
{
    const auto& all = plugin.parameters();
    const auto number = all.find (value.param_id);
    if (! number || ! Notes::Address::of (value).isEverything() || ! std::isfinite (value.value))
        return;
    if (*number == all.bypass())
        plugin.processor().playBypass (value.value >= 0.5);
    else if (const auto exact = all.meant (*number, value.value))
        player.playKnob (*number, *exact, offset);
}

//======================================================================================================================
bool Block::readSideChain (int start, std::span<double> drive) noexcept
{
    if (process.audio_inputs == nullptr || process.audio_inputs_count == 0)
        return false;
    const auto& port = process.audio_inputs[0];
    if (port.channel_count == 0)
        return false;
    if (port.data64 != nullptr)
    {
        const auto channels = channelsOf (port.data64, port.channel_count);
        mixDown (std::span<const double* const> (channels.data(), channels.size()), start, drive);
        return ! channels.empty();
    }
    if (port.data32 == nullptr)
        return false;
    const auto channels = channelsOf (port.data32, port.channel_count);
    mixDown (std::span<const float* const> (channels.data(), channels.size()), start, drive);
    return ! channels.empty();
}

void Block::write (int start, std::span<const double> left, std::span<const double> right) noexcept
{
    for (std::uint32_t p = 0; process.audio_outputs != nullptr && p < process.audio_outputs_count; ++p)
    {
        auto& port = process.audio_outputs[p];
        port.constant_mask = 0;
        if (port.data64 != nullptr)
            writeStereo (channelsOf (port.data64, port.channel_count), port.channel_count, start, left, right);
        else if (port.data32 != nullptr)
            writeStereo (channelsOf (port.data32, port.channel_count), port.channel_count, start, left, right);
    }
}
} // namespace kolophon::clap
