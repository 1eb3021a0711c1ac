// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace kolophon
{
/** One event of a performance: the only input of the engine from plugin, renderer and tests. */
struct PerformanceEvent
{
    enum class Type : std::uint8_t {
        noteOn,          // index = key 0…127, value = velocity in (0, 1]
        noteOff,         // index = key, value = release velocity 0…1
        notePressure,    // index = key, value 0…1
        channelPressure, // value 0…1
        pitchBend,       // value -1…1
        controller,      // index = controller number 0…127, value 0…1
        setParameter,    // index into parameterTable(), value in the parameter's unit
        panic,           // silences everything at once
        tempo,           // of the song: value = quarter notes per minute
        bar,             // length of a bar of the song: value = quarter notes
        position,        // position in the song: value = quarter notes from its beginning
        tuneKey,         // index = key as SentTuning names it, value = note [semitones] that it plays
        tuneOctave,      // index = 0…11 from C, value = semitones added to its notes, -1…1
        tuneAll,         // index 0: fine, value = semitones -1…1; 1: coarse, -64…63
        noteExpression,  // index = NoteExpression, value in its range: of `note`
        modulate, // index into parameterTable(), value = travel -1…1 of the knob's slider: of `note`, 0: of all
        choke     // silences `note` at once
    };

    int offset = 0; // [samples] from the start of the block, at the host's rate
    Type type = Type::panic;
    std::uint8_t channel = 0; // 0…15
    std::uint16_t index = 0;
    double value = 0.0;
    /** Number of the note, counted by the sender from 1 to maxNote, so that several notes on one key differ. 0: channel
        and key name the note. */
    std::uint32_t note = 0;

    static constexpr std::uint32_t maxNote = 0xffffff;
};

/** Expression of one note, in addition to its channel's controllers. */
enum class NoteExpression : std::uint8_t {
    tuning,     // added to the bend: semitones, -120…120
    volume,     // gain, 0…4; 1: unchanged
    pan,        // 0 left … 1 right; 0.5: unchanged
    brightness, // like CC74, 0…1; 0.5 until one is sent
    pressure,   // like key pressure, 0…1
    vibrato,    // like the modulation wheel, 0…1
    expression  // like CC11, 0…1; 1: unchanged
};
inline constexpr std::size_t noteExpressionCount = static_cast<std::size_t> (NoteExpression::expression) + 1;

/** Converts a MIDI channel message to an event; returns nothing for messages that an instrument ignores. A note-on with
    velocity 0 is a note-off. [any] */
std::optional<PerformanceEvent> eventFromMidi (std::span<const std::uint8_t> bytes, int offset) noexcept;

/** Controller numbers that the engine handles (MIDI 1.0, table 3; MPE 1.0, 2.3). */
namespace Controller
{
inline constexpr int modulation = 1, breath = 2, dataEntry = 6, expression = 11, dataEntryFine = 38, sustain = 64,
                     timbre = 74, dataIncrement = 96, dataDecrement = 97, rpnFine = 100, rpnCoarse = 101,
                     allSoundOff = 120, resetAll = 121, allNotesOff = 123, polyMode = 127;

/** All notes off, or a mode message, each of which is one, too (MIDI 1.0: omni off and on, mono, poly). */
inline bool releasesKeys (int controller) noexcept
{
    return controller >= allNotesOff && controller <= polyMode;
}

/** The same, or all sound off: no key is down any more. */
inline bool endsKeys (int controller) noexcept
{
    return controller == allSoundOff || releasesKeys (controller);
}
} // namespace Controller
} // namespace kolophon
