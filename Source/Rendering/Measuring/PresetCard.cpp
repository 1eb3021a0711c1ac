// SPDX-License-Identifier: GPL-3.0-or-later
#include "PresetCard.h"

#include "../../Analysis/Notes/HeardSound.h"
#include "../../Analysis/Notes/Movement.h"
#include "../../Analysis/Notes/NoteMeasures.h"
#include "../../Analysis/Notes/SteadyTone.h"
#include "../../Core/Text/KeyName.h"
#include "../../Core/Units.h"
#include "../../Synth/Parameters/ParameterTable.h"
#include "../Loudness.h"
#include "../Renderer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

namespace kolophon
{
namespace
{
using Type = PerformanceEvent::Type;
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double shortTail = 0.1, longTail = 1.3; // [s]
constexpr double rate = cardRate;

/** A part of a note, with derived signals for its measures. */
struct Excerpt
{
    const HeardNote& note;
    std::span<const double> left, right;
    std::vector<double> mono;

    Excerpt (const HeardNote& whole, double from, double to) : note (whole)
    {
        const auto at = [&whole] (double time)
        { return std::min (whole.left.size(), static_cast<std::size_t> (std::lround (time * rate))); };
        left = std::span (whole.left).subspan (at (from), at (to) - at (from));
        right = std::span (whole.right).subspan (at (from), at (to) - at (from));
        for (std::size_t n = 0; n < left.size(); ++n)
            mono.push_back (0.5 * (left[n] + right[n]));
    }

    std::vector<double> spectrum () const { return powerSpectrum (mono, rate); }

    /** Its last second, or its second half if it is shorter than two seconds. */
    std::span<const double> end () const
    {
        const auto length = std::min (static_cast<std::size_t> (rate), mono.size() / 2);
        return std::span (mono).last (length);
    }
};

double decibels (double amplitude)
{
    return amplitude > 0.0 ? dbFromGain (amplitude) : -200.0;
}

double peakOf (std::span<const double> left, std::span<const double> right)
{
    double peak = 0.0;
    for (const auto channel : { left, right })
        for (const double sample : channel)
            peak = std::max (peak, std::abs (sample));
    return peak;
}

/** [ms] until the level over 10 ms is within 10 dB of the loudest second's. */
double speaks (const Excerpt& s)
{
    const double usual = Loudline (s.mono, rate, 1.0).highest();
    const auto levels = Loudline (s.mono, rate, 0.01).levels();
    const auto first = std::find_if (levels.begin(), levels.end(), [usual] (double x) { return x >= usual - 10.0; });
    return usual <= -100.0 || first == levels.end()
               ? nothing
               : 1000.0 * Loudline::hop * static_cast<double> (first - levels.begin());
}

double cents (const Excerpt& s)
{
    const auto f = fundamentalFrequency (s.end(), rate, s.note.pitch / 2.2, s.note.pitch * 4.2);
    const auto heard = f ? heardPitch (s.end(), rate, *f) : std::nullopt;
    return heard ? centsFromRatio (*heard / s.note.pitch) : nothing;
}

/** [cent] rms of the pitch below 10 Hz. */
double vibrato (const Excerpt& s)
{
    const auto measured = measureNote (s.mono, rate, s.note.pitch);
    return measured ? measured->vibrato : nothing;
}

/** T60 from the fall of the level between 0.1 and 1 s after note-off. */
double ring (const Excerpt& s)
{
    const auto levels = Loudline (s.mono, rate, 0.1).levels();
    if (levels.size() < 1010)
        return nothing;
    const double fall = (levels[100] - levels[1000]) / 0.9;
    return fall > 0.0 ? 60.0 / fall : 999.0;
}

struct Measure
{
    SoundMeasure about;
    double (*of) (const Excerpt&);
};

/** Level of the octave about so many hertz, over that of all. */
template <int middle>
double octaveLevel (const Excerpt& s)
{
    const double edge = std::numbers::sqrt2;
    return 10.0 * std::log10 (1e-12 + 0.01 * powerWithin (s.spectrum(), rate, middle / edge, middle * edge));
}
constexpr const char* octaveName (int middle)
{
    constexpr const char* names[] = { "octave 125 Hz", "octave 250 Hz", "octave 500 Hz", "octave 1 kHz",
                                      "octave 2 kHz",  "octave 4 kHz",  "octave 8 kHz",  "octave 16 kHz" };
    int number = 0;
    for (; middle > 125; middle /= 2)
        ++number;
    return names[number];
}
template <int middle>
constexpr Measure octave { { octaveName (middle), "dB", "level of that octave over all" }, octaveLevel<middle> };

constexpr std::array measures {
    Measure { { "loudness", "LUFS", "integrated (BS.1770)" },
              [] (const Excerpt& s) { return integratedLoudness (s.left, s.right, rate).value_or (nothing); } },
    Measure { { "loudest second", "LUFS", "the loudest second" },
              [] (const Excerpt& s) { return loudestSecond (s.left, s.right, rate).value_or (nothing); } },
    Measure { { "peak", "dBFS", "largest sample" },
              [] (const Excerpt& s) { return decibels (peakOf (s.left, s.right)); } },
    Measure { { "speaks", "ms", "time until the level is within 10 dB of the loudest second" }, speaks },
    Measure { { "cents", "cent", "deviation from the key, over the last second, without vibrato and Human" }, cents },
    Measure { { "strongest", "Hz", "the strongest partial" },
              [] (const Excerpt& s) { return strongestPartial (s.spectrum(), rate); } },
    Measure { { "centroid", "Hz", "centre of gravity of the power" },
              [] (const Excerpt& s) { return centroid (s.spectrum(), rate); } },
    Measure { { "above 2 kHz", "%", "share of the power" },
              [] (const Excerpt& s) { return powerWithin (s.spectrum(), rate, 2000.0, 20000.0); } },
    Measure { { "above 4 kHz", "%", "share of the power" },
              [] (const Excerpt& s) { return powerWithin (s.spectrum(), rate, 4000.0, 20000.0); } },
    octave<125>,
    octave<250>,
    octave<500>,
    octave<1000>,
    octave<2000>,
    octave<4000>,
    octave<8000>,
    octave<16000>,
    Measure { { "below 100 Hz", "%", "share of the power" },
              [] (const Excerpt& s) { return powerWithin (s.spectrum(), rate, 20.0, 100.0); } },
    Measure { { "clicks", "1/s", "rises of the level by 6 dB per second" },
              [] (const Excerpt& s) { return clicksPerSecond (s.mono, rate); } },
    Measure { { "pulse", "1/s", "rate of the strongest swelling" },
              [] (const Excerpt& s) { return pulseOf (s.mono, rate).rate; } },
    Measure { { "pulse depth", "dB", "modulation depth of the level, peak to peak" },
              [] (const Excerpt& s) { return pulseOf (s.mono, rate).depth; } },
    Measure { { "beats", "dB", "rms of the level, 0.5 to 5 Hz" },
              [] (const Excerpt& s) { return swingOfLevel (s.mono, rate, 0.5, 5.0); } },
    Measure { { "judder", "dB", "rms of the level, 9 to 26 Hz" },
              [] (const Excerpt& s) { return swingOfLevel (s.mono, rate, 9.0, 26.0); } },
    Measure { { "slips", "1/s", "median rate of regular slips" },
              [] (const Excerpt& s) { return slipRatesOf (s.mono, rate).median; } },
    Measure { { "slip glide", "oct", "range of that rate, from 5 to 95 % of the time" },
              [] (const Excerpt& s) { return slipRatesOf (s.mono, rate).octaves; } },
    Measure { { "regular", "%", "share of the time in which slips have a rate" },
              [] (const Excerpt& s) { return 100.0 * slipRatesOf (s.mono, rate).fraction; } },
    Measure { { "vibrato", "cent", "rms of the pitch, below 10 Hz" }, vibrato },
    Measure { { "length", "s", "from the first to the last moment within 30 dB of the loudest" },
              [] (const Excerpt& s) { return Loudline (s.mono, rate, 0.01).lasts (30.0); } },
    Measure { { "swells", "1/s", "rises of the 150 ms level by 10 dB per second" },
              [] (const Excerpt& s) { return swellsPerSecond (s.mono, rate); } },
    Measure { { "created", "µJ", "energy created by the friction law, if the preset switches the energy ledger on" },
              [] (const Excerpt& s) { return s.note.ledger.steps > 0 ? 1e6 * s.note.ledger.created : nothing; } },
    Measure { { "ring", "s", "T60, from the decay in the second after the key is released" }, ring },
};

constexpr auto names = []
{
    std::array<SoundMeasure, measures.size()> all {};
    for (std::size_t i = 0; i < measures.size(); ++i)
        all[i] = measures[i].about;
    return all;
}();

} // namespace

std::vector<double> HeardNote::mono() const
{
    return Excerpt (*this, 0.0, static_cast<double> (left.size()) / rate).mono;
}

std::span<const SoundMeasure> soundMeasures () noexcept
{
    return names;
}

std::shared_ptr<Synth> PresetPlayer::instrument()
{
    auto synth = std::make_shared<Synth>();
    synth->prepare (rate);
    return synth;
}

PresetPlayer::PresetPlayer (const Preset& played, std::shared_ptr<Synth> borrowed)
    : preset (played), synth (borrowed != nullptr ? std::move (borrowed) : instrument())
{
}

HeardNote PresetPlayer::play (std::span<const int> keys, int velocity, std::string_view touch, double tail)
{
    auto patch = preset.patch;
    patch.outGuard = 0.0;
    if (touch == "still") // without the hand's part in the pitch
        patch.voiceVibratoCents = patch.voiceHumanisePercent = patch.voicePhrasingPercent = 0.0;
    if (touch.starts_with ("macro"))
        parameterTable()[findParameter ("macro." + std::string (touch.substr (5))).value()].in (patch) = 100.0;
    synth->setPatch (patch);
    synth->setModulation (preset.modulation);
    giveBody (*synth, preset.customBody);
    giveBox (*synth, preset.measuredBox);
    synth->setGesture (preset.gesture.value_or (DrawnGesture::door()));
    synth->reset();
    std::vector<TimedEvent> events;
    if (touch == "wheel")
        events.push_back ({ 0.0, { 0, Type::controller, 0, 1, 1.0 } });
    if (touch == "pressed")
        events.push_back ({ 0.0, { 0, Type::channelPressure, 0, 0, 1.0 } });
    const double held = preset.claims.seconds;
    for (const int key : keys)
        events.push_back ({ 0.0, { 0, Type::noteOn, 0, static_cast<std::uint16_t> (key), velocity / 127.0 } });
    for (const int key : keys)
        events.push_back ({ held, { 0, Type::noteOff, 0, static_cast<std::uint16_t> (key), 0.5 } });
    HeardNote note { frequencyFromNote (keys.front() + patch.bodyTuneSemitones), held, {}, {} };
    RenderSinks sinks;
    if (stopped)
        sinks.interrupted = stopped;
    const auto length = static_cast<std::size_t> ((held + tail + 1.0) * rate);
    note.left.reserve (length);
    note.right.reserve (length);
    sinks.audio = [&note] (auto left, auto right)
    {
        note.left.insert (note.left.end(), left.begin(), left.end());
        note.right.insert (note.right.end(), right.begin(), right.end());
    };
    RenderSettings settings;
    settings.sampleRate = cardRate;
    settings.tailSeconds = tail;
    renderEvents (*synth, events, settings, sinks);
    note.ledger = synth->ledger();
    return note;
}

/** A measure of a part of a note. */
struct PresetPlayer::Question
{
    int key, velocity = 80;
    std::string_view touch = {}, part = {};
    std::size_t measure = 0; // of soundMeasures()

    bool isOfRelease () const { return part == "released"; }
    std::string note () const
    {
        return std::to_string (key) + " " + std::to_string (velocity) + " " + std::string (touch) +
               (isOfRelease() ? " released" : "");
    }
};

const HeardNote& PresetPlayer::note (int key, int velocity, std::string_view touch, bool released)
{
    const Question question { key, velocity, touch, released ? "released" : "" };
    const auto found = heard.find (question.note());
    if (found != heard.end())
        return found->second;
    return heard.emplace (question.note(), play ({ &key, 1 }, velocity, touch, released ? longTail : shortTail))
        .first->second;
}

PresetPlayer::Question PresetPlayer::questionFrom (std::string_view words) const
{
    Question asked { preset.info.middleKey() };
    for (std::string_view rest = words;;)
    {
        for (std::size_t m = 0; m < measures.size(); ++m)
            if (measures[m].about.name == rest)
            {
                const bool sways = rest == "cents" && asked.touch.empty() &&
                                   (preset.patch.voiceVibratoCents > 0.0 || preset.patch.voiceHumanisePercent > 0.0);
                asked.touch = sways ? "still" : asked.touch;
                asked.measure = m;
                return asked;
            }
        const auto space = rest.find (' ');
        const auto word = rest.substr (0, space);
        if (word == "low" || word == "high")
            asked.key = word == "low" ? preset.info.lowestKey : preset.info.highestKey;
        else if (word == "soft" || word == "loud")
            asked.velocity = word == "soft" ? 20 : 127;
        else if (word == "pressed" || word == "wheel")
            asked.touch = word;
        else if (word.size() == 6 && word.starts_with ("macro") && word[5] >= '1' && word[5] <= '8')
            asked.touch = word;
        else if (word == "early" || word == "late" || word == "released")
            asked.part = word;
        else if (const auto named = keyFromName (word))
            asked.key = *named;
        else
            throw InputError ({ "claims", std::string (words), "is not a measure" });
        if (space == std::string_view::npos)
            throw InputError ({ "claims", std::string (words), "is not a measure" });
        rest.remove_prefix (space + 1);
    }
}

double PresetPlayer::secondsFor (std::span<const std::string> words) const
{
    std::set<std::string> notes;
    for (const auto& each : words)
        notes.insert (questionFrom (each).note());
    return preset.claims.seconds * (8.0 + static_cast<double> (notes.size()));
}

double PresetPlayer::measure (std::string_view words)
{
    const auto asked = questionFrom (words);
    const auto& heardNote = note (asked.key, asked.velocity, asked.touch, asked.isOfRelease());
    const double held = heardNote.held;
    const double from = asked.part == "late" ? held * 2.0 / 3.0 : asked.isOfRelease() ? held : 0.0;
    const double to = asked.part == "early" ? held / 3.0 : asked.isOfRelease() ? held + longTail : held;
    return measures[asked.measure].of (Excerpt (heardNote, from, to));
}

double PresetPlayer::chordPeak()
{
    const int middle = preset.info.middleKey();
    const int low = std::max (preset.info.lowestKey, middle - 12),
              high = std::min (preset.info.highestKey, middle + 12);
    std::vector<int> keys;
    for (int i = 0; i < 8; ++i)
        keys.push_back (low + (i * (high - low)) / 7);
    const auto note = play (keys, 127, "", shortTail);
    return decibels (peakOf (note.left, note.right));
}

std::string loudnessMeasure (const Patch& patch)
{
    const bool comesAndGoes = patch.handKind == static_cast<double> (HandKind::arm) ||
                              patch.handDrive == static_cast<double> (Drive::gesture);
    return comesAndGoes ? "loudest second" : "loudness";
}

std::vector<CardLine> presetCard (const Preset& preset, PresetPlayer& player, bool thorough)
{
    const auto& info = preset.info;
    const auto& claims = preset.claims.list;
    const auto claim = [&claims] (std::string_view measure)
    {
        const auto found =
            std::find_if (claims.begin(), claims.end(), [=] (const auto& c) { return c.measure == measure; });
        return found == claims.end() ? nullptr : &*found;
    };
    std::set<int> keys { info.lowestKey, info.middleKey(), info.highestKey };
    for (int key = info.lowestKey; thorough && key <= info.highestKey; key += 3)
        keys.insert (key);
    std::vector<CardLine> lines;
    const auto add = [&] (const std::string& measure, double low, double high)
    {
        lines.push_back ({ measure, player.measure (measure), low, high });
        return lines.back().value;
    };
    const std::string loudness = loudnessMeasure (preset.patch);
    const auto* asLoud = claim (loudness);
    const double middle =
        add (loudness, asLoud != nullptr ? asLoud->low : -19.5, asLoud != nullptr ? asLoud->high : -16.5);
    const auto* speaks = claim ("speaks");
    const auto* cents = claim ("cents");
    for (const int key : keys)
    {
        const auto name = keyName (key) + " ";
        add (name + "speaks", speaks != nullptr ? speaks->low : 0.0, speaks != nullptr ? speaks->high : 150.0);
        if (key != info.middleKey() && claim (name + loudness) == nullptr)
            add (name + loudness, middle - 5.0, middle + 5.0); // a box of its own is uneven by 1 to 2 dB
        if (cents != nullptr)
            add (name + "cents", cents->low, cents->high);
        if ((key == info.middleKey() || thorough) && claim (name + "loud peak") == nullptr)
            add (name + "loud peak", -200.0, -1.0);
    }
    if (preset.info.category != "Lab") // these presets don't balance chords
        lines.push_back ({ "chord peak", player.chordPeak(), -200.0, -1.0 });
    for (const auto& each : claims)
        if (each.measure != "speaks" && each.measure != "cents" && each.measure != loudness)
            add (each.measure, each.low, each.high);
    return lines;
}

std::vector<CardLine> presetCard (const Preset& preset, bool thorough)
{
    PresetPlayer player (preset);
    return presetCard (preset, player, thorough);
}
} // namespace kolophon
