// SPDX-License-Identifier: GPL-3.0-or-later
#include "ScorePhrasing.h"

#include "../Synth/Parameters/ParameterTable.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
using Type = PerformanceEvent::Type;

constexpr double usualAmount = 0.6, stepOfScore = 0.02;    // of Phrasing, see Phrase.cpp; [s]
constexpr double chordTime = 0.04, restTime = 0.25;        // [s] between beginnings; without a note
constexpr double fullShape = 6.0, shapedLength = 0.4;      // [dB] of a note of so many seconds
constexpr double toHigher = 0.55, toLower = 0.35;          // place of the peak
constexpr double fadesOn = 0.6, fadesOut = 1.2;            // of the growth, before another note and before a rest
constexpr double stillBefore = 0.1, shortestVibrato = 0.2; // [s] without vibrato
constexpr double leastRange = 6.0;                         // [dB] of dynamics
constexpr int fourth = 5;                                  // [semitones] of a change of position

/** A note of the song, and the one that follows in its channel. */
struct ScoreNote
{
    std::size_t on;
    double begin, end;
    const ScoreNote* next = nullptr;
    PerformanceEvent event;
};

/** Numbers the notes in place, and returns them in order. */
std::vector<ScoreNote> numberedNotes (std::vector<TimedEvent>& events)
{
    std::vector<ScoreNote> notes;
    for (std::size_t i = 0; i < events.size(); ++i)
    {
        auto& [seconds, event] = events[i];
        if (event.type == Type::noteOn && event.value > 0.0 && event.note == 0)
        {
            event.note = static_cast<std::uint32_t> (notes.size() % PerformanceEvent::maxNote + 1);
            notes.push_back ({ i, seconds, events.back().seconds, nullptr, event });
        }
        else if (event.type == Type::noteOff || event.type == Type::noteOn)
            for (auto note = notes.rbegin(); note != notes.rend(); ++note)
                if (note->event.channel == event.channel && note->event.index == event.index && event.note == 0)
                {
                    event.note = note->event.note;
                    note->end = seconds;
                    break;
                }
    }
    for (std::size_t n = 0; n < notes.size(); ++n)
        for (auto later = n + 1; later < notes.size() && notes[n].next == nullptr; ++later)
            if (notes[later].event.channel == notes[n].event.channel && notes[later].begin > notes[n].begin + chordTime)
                notes[n].next = &notes[later];
    return notes;
}

/** Level [dB] at a fraction of the note's length, 0 where it is loudest. */
double levelAt (const ScoreNote& note, double place, double amount)
{
    const bool leadsOn = note.next != nullptr && note.next->begin - note.end < restTime;
    const double length = note.end - note.begin;
    const double grows = fullShape * amount / usualAmount * std::min (1.0, std::sqrt (length / shapedLength));
    const double peak = leadsOn && note.next->event.index > note.event.index ? toHigher : toLower;
    if (const double before = 1.0 - place / peak; before > 0.0)
        return -grows * before * std::sqrt (before);
    return -grows * (leadsOn ? fadesOn : fadesOut) * (place - peak) / (1.0 - peak);
}
} // namespace

std::vector<TimedEvent> phrasedFromScore (std::span<const TimedEvent> events, const Patch& patch)
{
    std::vector<TimedEvent> all (events.begin(), events.end());
    const double amount = 0.01 * patch.voicePhrasingPercent;
    if (amount == 0.0)
        return all;
    const auto vibrato = findParameter ("voice.vibrato").value();
    const double still = -parameterTable()[vibrato].toNormalised (patch.voiceVibratoCents);
    const auto notes = numberedNotes (all);
    std::vector<TimedEvent> added;
    for (const auto& note : notes)
    {
        const auto send = [&] (double seconds, Type type, std::size_t index, double value)
        {
            added.push_back (
                { seconds,
                  { 0, type, note.event.channel, static_cast<std::uint16_t> (index), value, note.event.note } });
        };
        const double length = note.end - note.begin;
        for (int i = 0; i * stepOfScore <= length; ++i)
            send (note.begin + i * stepOfScore, Type::noteExpression,
                  static_cast<std::size_t> (NoteExpression::expression),
                  std::clamp (1.0 + levelAt (note, i * stepOfScore / std::max (length, stepOfScore), amount) /
                                        std::max (patch.voiceDynamicRangeDb, leastRange),
                              0.05, 1.0));
        const bool shifts = note.next != nullptr && std::abs (note.next->event.index - note.event.index) >= fourth;
        if (length < shortestVibrato)
            send (note.begin, Type::modulate, vibrato, still);
        else if (shifts)
            for (int i = 1; i <= 5; ++i)
                send (note.end - stillBefore + i * 0.01, Type::modulate, vibrato, 0.2 * i * still);
    }
    // A note's first messages come before it.
    all.insert (all.begin(), added.begin(), added.end());
    std::stable_sort (all.begin(), all.end(), [] (const auto& a, const auto& b) { return a.seconds < b.seconds; });
    return all;
}
} // namespace kolophon
