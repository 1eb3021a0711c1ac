#pragma once

#include "../Files/PresetFile.h"
#include "../Physics/EnergyLedger.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/** A preset, played and measured: what its card in the catalogue says, and whether it keeps what it promises. */
namespace kolophon
{
class Synth;

/** A note as it was heard, the ear guard being off. */
struct HeardNote
{
    double pitch = 0.0; // that its key asks for [Hz]
    double held = 0.0;  // [s] until the key went up
    std::vector<double> left, right;
    EnergyLedger ledger = {}; // of all of it, where the preset keeps books

    std::vector<double> mono () const; // mean of both
};

inline constexpr int cardRate = 48000; // [Hz]

/** What can be measured, by the name that claims use. */
struct SoundMeasure
{
    std::string_view name, unit, help;
};
std::span<const SoundMeasure> soundMeasures () noexcept;

/** Plays one preset, each note once however much is asked about it.

    A claim's measure is a name out of soundMeasures(), behind words that say which note, and which part of it:

        low, high            the lowest and the highest key; else the middle one
        soft, loud           velocity 20 and 127; else 80
        pressed, wheel       channel pressure and the modulation wheel all the way
        macro1 … macro8      the macro all the way
        early, late          the first and the last third of the time held
        released             the second after the key went up; then the sound is rendered so far */
class PresetPlayer
{
public:
    /** `borrowed` is played where it is given, prepared for cardRate: building one takes longer than a note. */
    explicit PresetPlayer (const Preset& played, std::shared_ptr<Synth> borrowed = {});

    /** Such a one. */
    static std::shared_ptr<Synth> instrument ();

    /** Of a claim's measure; not a number where there is nothing to measure (silence, no pitch). Throws Refusal for
        words that it doesn't know. */
    double measure (std::string_view words);

    /** Of eight keys at once, evenly over the range (two octaves about its middle at most), velocity 80 [dBFS]. */
    double chordPeak ();

    /** The note that the words mean. */
    const HeardNote& note (int key, int velocity, std::string_view touch, bool released);

private:
    HeardNote play (std::span<const int> keys, int velocity, std::string_view touch, double tail);

    const Preset& preset;
    std::shared_ptr<Synth> synth;
    std::map<std::string, HeardNote> heard;
};

/** Something measured, and between what it has to lie. */
struct CardLine
{
    std::string measure;
    double value, low, high;

    bool holds () const noexcept { return value >= low && value <= high; }
};

/** What every factory preset has to keep, and what it claims itself, at its middle key and the ends of its range; at
    every third key in between if `thorough`.

        speaks        within 150 ms, or as it claims
        loudness      -18 LUFS ± 1.5 at the middle key, or as it claims, ± 4 LU of that elsewhere; creaks (a hand
                      that yields, a gesture) by their loudest second
        loud peak     -6 dBFS at velocity 127
        chord peak    -1 dBFS, eight keys; not in the laboratory, where nothing balances chords
        cents         where it claims them: at every key */
std::vector<CardLine> presetCard (const Preset& preset, bool thorough);
std::vector<CardLine> presetCard (const Preset& preset, PresetPlayer& player, bool thorough);

/** Whether a preset's loudness is that of its loudest second. */
bool comesAndGoes (const Patch& patch) noexcept;
} // namespace kolophon
