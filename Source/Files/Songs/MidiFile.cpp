// SPDX-License-Identifier: GPL-3.0-or-later
#include "MidiFile.h"

#include "../../Core/Text/NumberText.h"
#include "../../Synth/Control/SentTuning.h"
#include "../Bytes/WholeFile.h"
#include "MidiChunks.h"
#include "MidiPorts.h"
#include "NotePairs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <tuple>

namespace kolophon
{
namespace
{
constexpr std::size_t largestFile = 64u << 20;  // [bytes] far beyond any song; keeps a wrong path from filling memory
constexpr double longestSong = 24.0 * 3600.0;   // [s] one wrong byte can ask for centuries of silence
constexpr std::uint32_t defaultTempo = 500'000; // [µs per quarter note], SMF 1.0: 120 bpm until told otherwise

/** Merged events of all tracks. */
struct Score
{
    std::vector<TickEvent> events;
    std::vector<TempoChange> tempi;
    std::vector<TickEvent> song;
    std::uint64_t lastTick = 0;
};

/** Converts ticks to time, in rising order. */
class Clock
{
public:
    Clock (const MidiHeader& h, std::vector<TempoChange>& changes) : header (h), tempi (changes)
    {
        std::stable_sort (tempi.begin(), tempi.end(), [] (const auto& a, const auto& b) { return a.tick < b.tick; });
    }

    double secondsAt (std::uint64_t tick)
    {
        if (header.ticksPerQuarter == 0)
            return static_cast<double> (tick) * header.secondsPerTick;
        for (; next < tempi.size() && tempi[next].tick <= tick; ++next)
        {
            seconds = from (tempi[next].tick);
            lastTick = tempi[next].tick;
            tempo = tempi[next].tempo;
        }
        return from (tick);
    }

private:
    double from (std::uint64_t tick) const noexcept
    {
        return seconds + static_cast<double> (tick - lastTick) * (tempo * 1e-6 / header.ticksPerQuarter);
    }

    const MidiHeader& header;
    std::vector<TempoChange>& tempi;
    std::size_t next = 0;
    double seconds = 0.0;
    std::uint64_t lastTick = 0;
    std::uint32_t tempo = defaultTempo;
};

/** Merges tracks. The patterns of a format 2 file follow one another, each with a separate tempo. */
Score scoreOf (std::vector<MidiTrack>& tracks, bool oneAfterTheOther)
{
    Score score;
    for (auto& track : tracks)
    {
        const auto begin = oneAfterTheOther ? score.lastTick : 0;
        if (begin > 0)
        {
            score.tempi.push_back ({ begin, defaultTempo });
            score.song.push_back ({ begin, 0, { 0, PerformanceEvent::Type::tempo, 0, 0, 6e7 / defaultTempo } });
        }
        const auto append = [begin] (auto& to, const auto& from)
        {
            for (auto each : from)
            {
                each.tick += begin;
                to.push_back (each);
            }
        };
        append (score.events, track.events);
        append (score.tempi, track.tempi);
        append (score.song, track.song);
        score.lastTick = std::max (score.lastTick, begin + track.length);
        track.events = {};
    }
    return score;
}

/** Appends releases of held keys and pedals at the end. */
void releaseWhatIsHeld (Song& song)
{
    using Type = PerformanceEvent::Type;
    std::array<std::array<bool, 128>, 16> keys {};
    std::array<bool, 16> pedals {};
    for (const auto& [seconds, event] : song.events)
    {
        auto& down = keys[event.channel & 15u];
        if (event.type == Type::noteOn)
            down[event.index & 127u] = true;
        else if (event.type == Type::noteOff)
            down[event.index & 127u] = false;
        else if (event.type == Type::controller && event.index == Controller::sustain)
            pedals[event.channel & 15u] = event.value >= 0.5;
        else if (event.type == Type::controller && Controller::endsKeys (event.index))
            down.fill (false);
    }
    for (std::uint8_t channel = 0; channel < 16; ++channel)
    {
        for (std::uint16_t key = 0; key < 128; ++key)
        {
            if (! keys[channel][key])
                continue;
            ++song.hangingNotes;
            song.events.push_back ({ song.duration, { 0, Type::noteOff, channel, key, 0.5 } });
        }
        if (pedals[channel])
            song.events.push_back ({ song.duration, { 0, Type::controller, channel, Controller::sustain, 0.0 } });
    }
}

/** Puts tempo and bars before the events of their tick. After the last event nothing moves in time with them. */
void joinSong (Score& score)
{
    std::uint64_t last = 0;
    for (const auto& each : score.events)
        last = std::max (last, each.tick);
    std::erase_if (score.song, [last] (const TickEvent& each) { return each.tick > last; });
    score.events.insert (score.events.begin(), score.song.begin(), score.song.end());
}

/** Removes events so late that they can't be intended. */
void cutAtLongest (Song& song, Warnings& warnings)
{
    if (song.duration <= longestSong)
        return;
    const auto late = std::find_if (song.events.begin(), song.events.end(),
                                    [] (const TimedEvent& each) { return each.seconds > longestSong; });
    warnings.add ("late", "the song lasts more than 24 hours; " + std::to_string (song.events.end() - late) +
                              " later events skipped");
    song.events.erase (late, song.events.end());
    song.duration = song.events.empty() ? 0.0 : song.events.back().seconds;
}

/** Warns of the longest time in which no key is down and nothing is sent: one wrong number can ask for hours. */
void warnOfSilence (const Song& song, Warnings& warnings)
{
    constexpr double noticed = 300.0; // [s]
    double last = 0.0, longest = 0.0, from = 0.0;
    int held = 0;
    const auto look = [&] (double now)
    {
        if (held == 0 && now - last > longest)
            std::tie (longest, from) = std::tuple (now - last, last);
        last = now;
    };
    for (const auto& [seconds, event] : song.events)
    {
        look (seconds);
        if (event.type == PerformanceEvent::Type::noteOn)
            ++held;
        else if (event.type == PerformanceEvent::Type::noteOff)
            held = std::max (0, held - 1);
        else if (event.type == PerformanceEvent::Type::controller && Controller::endsKeys (event.index))
            held = 0;
    }
    look (song.duration);
    if (longest >= noticed)
        warnings.add ("silence", formatted ("%.0f minutes without notes, from %.1f s on", longest / 60.0, from));
}

/** Warns of tuning programs that channels select and the instrument does not have. */
void warnOfPrograms (const std::vector<TickEvent>& events, Warnings& warnings)
{
    constexpr int tuningProgram = 3; // registered parameter
    std::array<std::array<int, 2>, 16> chosen {};
    for (auto& each : chosen)
        each.fill (127);
    for (const auto& each : events)
    {
        if (each.event.type != PerformanceEvent::Type::controller)
            continue;
        auto& [coarse, fine] = chosen[each.event.channel & 15u];
        const int data = static_cast<int> (std::lround (each.event.value * 127.0));
        if (each.event.index == Controller::rpnCoarse)
            coarse = data;
        else if (each.event.index == Controller::rpnFine)
            fine = data;
        else if (each.event.index == Controller::dataEntry && coarse == 0 && fine == tuningProgram &&
                 data >= SentTuning::programs)
            warnings.add ("program", "tuning program " + std::to_string (data) + " of channel " +
                                         std::to_string (each.event.channel + 1) + " is not supported; skipped");
    }
}

Song readSong (std::span<const std::uint8_t> bytes)
{
    auto chunks = midiChunks (bytes);
    Song song;
    song.title = chunks.tracks.front().title;
    song.trackCount = static_cast<int> (chunks.tracks.size());
    auto score = scoreOf (chunks.tracks, chunks.header.format == 2);
    separatePorts (score.events, chunks.warnings);
    if (chunks.header.ticksPerQuarter != 0)
        joinSong (score);
    std::stable_sort (score.events.begin(), score.events.end(),
                      [] (const TickEvent& a, const TickEvent& b)
                      { return a.tick != b.tick ? a.tick < b.tick : a.part < b.part; });
    score.events = withPairedNotes (score.events, chunks.warnings);
    warnOfPrograms (score.events, chunks.warnings);

    song.events.reserve (score.events.size());
    Clock clock (chunks.header, score.tempi);
    for (const auto& [tick, part, event, port] : score.events)
        song.events.push_back ({ clock.secondsAt (tick), event });
    song.duration = clock.secondsAt (score.lastTick);
    cutAtLongest (song, chunks.warnings);
    for (const auto& timed : song.events)
        song.noteCount += timed.event.type == PerformanceEvent::Type::noteOn ? 1 : 0;
    releaseWhatIsHeld (song);
    warnOfSilence (song, chunks.warnings);
    if (song.hangingNotes > 0)
        chunks.warnings.add ("held", std::to_string (song.hangingNotes) +
                                         (song.hangingNotes == 1 ? " key held at the end; released there"
                                                                 : " keys held at the end; released there"));
    song.warnings = chunks.warnings.list();
    return song;
}
} // namespace

Result<Song> songFromMidi (std::span<const std::uint8_t> bytes, std::string_view fileName)
{
    return inFile (std::string (fileName), resultOf ([bytes] { return readSong (bytes); }));
}

Result<Song> readMidiFile (const std::filesystem::path& path)
{
    const auto text = bytesOf (path, largestFile);
    if (! text)
        return inFile (shownName (path), Result<Song> (tl::unexpect, text.error()));
    return songFromMidi ({ reinterpret_cast<const std::uint8_t*> (text->data()), text->size() }, shownName (path));
}
} // namespace kolophon
