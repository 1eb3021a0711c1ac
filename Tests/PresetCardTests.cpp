// SPDX-License-Identifier: GPL-3.0-or-later
// The factory presets keep what their cards promise; and the measures by which that is said, on sounds whose
// numbers are known from how they were made.
#include "Analysis/Notes/HeardSound.h"
#include "Analysis/Notes/SteadyTone.h"
#include "Core/Text/KeyName.h"
#include "Rendering/Loudness.h"
#include "Rendering/Measuring/PresetCard.h"
#include "Support/Listener.h"
#include "Support/MadeSound.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"

#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <sys/resource.h>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
constexpr double rate = madeRate;
constexpr std::size_t oneInSo = 12; // many presets a short run listens to; a long one listens to all
} // namespace

TEST_CASE ("clicks are counted as they were made", "[presets]")
{
    const double perSecond = GENERATE (2.0, 5.0, 20.0, 50.0);
    const auto signal = made (4.0,
                              [=] (double t)
                              {
                                  const double since = std::fmod (t, 1.0 / perSecond);
                                  return std::exp (-since / 0.003) * sine (1500.0 * since);
                              });
    CHECK_THAT (clicksPerSecond (signal, rate), WithinRel (perSecond, 0.1));
    CHECK (clicksPerSecond (made (2.0, [] (double) { return 0.0; }), rate) == 0.0);
    // A single onset is no rate, however long the sound.
    const double onset = GENERATE (0.0, 0.5);
    CHECK (clicksPerSecond (made (2.0, [=] (double t) { return t < onset ? 0.0 : sine (440.0 * t); }), rate) == 0.0);
}

TEST_CASE ("swells are counted as they were made, whatever crackles in them", "[presets]")
{
    // 0.7 s of bursts thirty times a second, then 0.3 s that are 20 dB softer; and twice as fast.
    for (const double perSecond : { 1.0, 2.0 })
    {
        const auto signal = made (6.0,
                                  [=] (double t)
                                  {
                                      const double within = std::fmod (t * perSecond, 1.0);
                                      const double crackle = std::fmod (t, 1.0 / 30.0) < 0.01 ? 1.0 : 0.1;
                                      return (within < 0.7 ? 1.0 : 0.1) * crackle * sine (900.0 * t);
                                  });
        CHECK_THAT (swellsPerSecond (signal, rate), WithinRel (perSecond, 0.03));
    }
    CHECK (swellsPerSecond (made (2.0, [] (double) { return 0.0; }), rate) == 0.0);
    CHECK (swellsPerSecond (made (4.0, [] (double t) { return sine (440.0 * t); }), rate) == 0.0); // an onset alone
}

TEST_CASE ("a preset that says that its law leaks does, and keeps every joule once the law is as it should be",
           "[presets]")
{
    auto preset = *findFactoryPreset ("Lab: Energy Leak");
    REQUIRE (preset.patch.contact.literal == 1.0);
    PresetPlayer leaking (preset);
    const auto& note = leaking.note (62, 80, "", false);
    // More than a tenth of all that the string ever held at once: not a matter of rounding.
    CHECK (note.ledger.generatorSteps > 0);
    CHECK (note.ledger.created > 0.1 * note.ledger.peakEnergy);
    CHECK (leaking.measure ("created") == 1e6 * note.ledger.created);
    CHECK (note.ledger.relativeResidual() < booksClose); // and the books still close

    auto sound = preset;
    sound.patch.contact.literal = 0.0;
    CHECK (PresetPlayer (sound).measure ("created") == 0.0);
    sound.patch.qualityLedger = 0.0; // nobody has counted
    CHECK (std::isnan (PresetPlayer (sound).measure ("created")));
}

TEST_CASE ("centroid, strongest partial and shares of two sines", "[presets]")
{
    // Powers 1 and 1/4: (500 + 3000/4)/(5/4) Hz, a fifth of the power above 2 kHz.
    const auto signal = made (1.0, [] (double t) { return sine (500.0 * t) + 0.5 * sine (3000.0 * t); });
    const auto spectrum = powerSpectrum (signal, rate);
    CHECK_THAT (centroid (spectrum, rate), WithinAbs (1000.0, 2.0));
    CHECK_THAT (strongestPartial (spectrum, rate), WithinAbs (500.0, 0.5));
    CHECK_THAT (powerWithin (spectrum, rate, 2000.0, 20000.0), WithinAbs (20.0, 0.1));
    CHECK (powerSpectrum (std::span (signal).first (8191), rate).empty());
    CHECK (centroid ({}, rate) == 0.0);
}

TEST_CASE ("a level that swells four times a second by 12 dB", "[presets]")
{
    const auto signal =
        made (3.0, [] (double t) { return gainFromDb (-12.0 + 6.0 * sine (4.0 * t)) * sine (700.0 * t); });
    const auto pulse = pulseOf (signal, rate);
    CHECK_THAT (pulse.rate, WithinAbs (4.0, 0.05));
    CHECK_THAT (pulse.depth, WithinAbs (12.0, 0.5)); // peak to peak; 20 ms of it are averaged
    CHECK (pulseOf (made (0.5, [] (double t) { return sine (700.0 * t); }), rate).rate == 0.0);
}

TEST_CASE ("tones that beat have the pitch between them, where the energy is", "[presets]")
{
    // A rim under a finger that runs round: its level passes through zero, and its phase turns there. Then two players
    // who are 3 Hz apart, the sharper with four times the energy: the mean of their pitches is at 4/5 of the way.
    constexpr double pitch = 466.0;
    const auto pitchOf = [] (double from, auto value)
    {
        const auto signal = made (1.0, [=] (double t) { return value (t + from); });
        return heardPitch (signal, madeRate, pitch * 1.003).value();
    };
    const double from = GENERATE (0.0, 0.1, 0.25, 0.4, 0.55);
    CAPTURE (from);
    const auto rim = [] (double t) { return sine (1.0 * t) * (sine (pitch * t) + 0.5 * sine (2.0 * pitch * t)); };
    CHECK_THAT (pitchOf (from, rim), WithinAbs (pitch, 0.1));
    const auto pair = [] (double t) { return sine ((pitch - 2.4) * t) + 2.0 * sine ((pitch + 0.6) * t); };
    CHECK_THAT (pitchOf (from, pair), WithinAbs (pitch, 0.1));
    CHECK_THAT (pitchOf (from, [] (double t) { return sine (pitch * t); }), WithinAbs (pitch, 1e-4));
    CHECK (! heardPitch (made (1.0, [] (double) { return 0.0; }), madeRate, pitch));
    CHECK (! heardPitch (made (19.0 / pitch, [] (double t) { return sine (pitch * t); }), madeRate, pitch));
}

TEST_CASE ("a level line finds where a sound begins and how long it lasts", "[presets]")
{
    const auto signal = made (2.0, [] (double t) { return t >= 0.5 && t < 1.25 ? sine (1000.0 * t) : 0.0; });
    const Loudline line (signal, rate, 0.01);
    CHECK_THAT (line.highest(), WithinAbs (-3.01, 0.05)); // mean square of a sine of amplitude 1
    CHECK_THAT (line.begins (20.0).value(), WithinAbs (0.5, 0.006));
    CHECK_THAT (line.lasts (20.0), WithinAbs (0.75, 0.012));
    CHECK (! Loudline (made (0.1, [] (double) { return 0.0; }), rate, 0.01).begins (20.0));
}

TEST_CASE ("the loudest second of a sound that comes and goes", "[presets]")
{
    // BS.1770: a sine of 997 Hz at full scale in one channel has -3.01 LUFS. One second at -20 dB, then one at -40 dB.
    const auto signal = made (3.0, [] (double t) { return (t < 1.0 ? 0.1 : t < 2.0 ? 0.01 : 0.0) * sine (997.0 * t); });
    const auto largest = []
    {
        rusage usage {};
        getrusage (RUSAGE_SELF, &usage);
        return usage.ru_maxrss; // [kB] that the process has ever taken
    };
    const auto before = largest();
    CHECK_THAT (loudestSecond (signal, {}, rate).value(), WithinAbs (-23.01, 0.1));
    CHECK (largest() - before < 64 * 1024); // the meter remembers three seconds: 1.2 MB
    CHECK (! loudestSecond (made (1.0, [] (double) { return 0.0; }), {}, rate));
}

TEST_CASE ("words say which note is measured, and which part of it", "[presets]")
{
    Preset preset;
    preset.info.lowestKey = 55;
    preset.info.highestKey = 79;
    preset.patch.voiceHumanisePercent = preset.patch.surfaceTexturePercent = 0.0;
    PresetPlayer player (preset);
    CHECK_THAT (player.measure ("cents"), WithinAbs (0.0, 3.0));
    CHECK_THAT (player.measure ("low strongest") / player.measure ("G3 strongest"), WithinAbs (1.0, 1e-12));
    CHECK (player.measure ("high cents") == player.measure ("G5 cents"));
    CHECK (player.measure ("loud loudness") > player.measure ("soft loudness") + 15.0);
    CHECK (player.measure ("pressed loudness") > player.measure ("loudness") + 5.0);
    CHECK (player.measure ("released ring") > 0.3);
    CHECK_THROWS_AS (player.measure ("cliks"), InputError);
    CHECK_THROWS_AS (player.measure ("late"), InputError);
}

TEST_CASE ("a card names what does not hold", "[presets]")
{
    auto preset = *findFactoryPreset ("First Light");
    preset.patch.outLevelDb -= 6.0;
    preset.claims.list.push_back ({ "strongest", 20.0, 30.0 });
    const auto lines = presetCard (preset, false);
    const auto fails = [&lines] (std::string_view measure)
    {
        return std::any_of (lines.begin(), lines.end(),
                            [=] (const auto& line) { return line.measure == measure && ! line.holds(); });
    };
    CHECK (fails ("loudness"));
    CHECK (fails ("strongest"));
    CHECK (! fails ("chord peak"));
}

TEST_CASE ("what is written about a preset's sound is read, kept, and refused where it is wrong", "[presets][file]")
{
    const auto with = [] (const std::string& fields)
    { return presetFromJson (R"({"format": "kolophon-preset", "version": 2, )" + fields + R"(, "parameters": {}})"); };
    const auto preset = with (R"("category": "Doors", "intent": "x", "keys": ["C2", "Bb4"], "held": 4,
                                 "claims": {"late clicks": [5, 20]})");
    REQUIRE (preset.has_value());
    CHECK (preset->info.category == "Doors");
    CHECK (preset->info.lowestKey == 36);
    CHECK (preset->info.highestKey == 70);
    CHECK (preset->info.middleKey() == 53);
    CHECK (preset->claims == PresetClaims { 4.0, { { "late clicks", 5.0, 20.0 } } });
    const auto again = presetFromJson (presetToJson (*preset));
    REQUIRE (again.has_value());
    CHECK (again->info == preset->info);
    CHECK (again->claims == preset->claims);
    for (const auto* wrong :
         { R"("keys": ["C5", "C2"])", R"("keys": ["C2"])", R"("keys": ["H2", "C5"])", R"("held": 0)",
           R"("claims": {"clicks": [20, 5]})", R"("claims": {"clicks": 5})", R"("claims": [])" })
    {
        CAPTURE (wrong);
        CHECK (! with (wrong).has_value());
    }
}

TEST_CASE ("factory presets say what they are, and there are 66 at least", "[presets]")
{
    const auto presets = factoryPresets();
    CHECK (presets.size() >= 66);
    // Those of the catalogue; one that Scripts/pages forgets has no presets there.
    const std::set<std::string_view> categories { "Strings", "Bars",      "Glass",  "Saw",    "Doors", "Machines",
                                                  "Squeaks", "Creatures", "Drones", "Rhythm", "Lab" };
    std::set<std::string> names;
    std::set<std::string_view> used;
    int selfPlaying = 0;
    for (const auto& preset : presets)
    {
        const auto& info = preset.info;
        CAPTURE (info.name);
        CHECK (names.insert (info.name).second);
        CHECK (categories.count (info.category) == 1);
        used.insert (info.category);
        CHECK (info.author == "Kolophon");
        CHECK (info.tags.size() >= 2);
        CHECK (info.intent.size() > 10);
        CHECK (std::count (info.notes.begin(), info.notes.end(), '.') >= 2); // two sentences at least
        CHECK (info.notes.size() < 260);
        CHECK ((info.lowestKey > 0 && info.highestKey < 127));
        selfPlaying += preset.patch.handDrive == static_cast<double> (Drive::gesture);
    }
    CHECK (used == categories);
    CHECK (selfPlaying >= 10); // that play by themselves at one key
}

TEST_CASE ("names, tags and open strings of factory presets agree with one another", "[presets]")
{
    const auto presets = factoryPresets();
    std::set<std::string> tags;
    std::set<std::multiset<std::string>> namesAsWords;
    for (const auto& preset : presets)
    {
        const auto& info = preset.info;
        CAPTURE (info.name);
        tags.insert (info.tags.begin(), info.tags.end());
        std::istringstream words (info.name);
        using Words = std::istream_iterator<std::string>;
        CHECK (namesAsWords.insert (std::multiset<std::string> (Words (words), Words())).second); // in whatever order
        // A note that names the open string sends the player there: the range begins with it.
        static const std::regex open ("Open ([A-G][#b]?[0-9])");
        if (std::smatch named; std::regex_search (info.notes, named, open))
            CHECK (named[1] == keyName (info.lowestKey));
    }
    for (const auto& tag : tags)
    {
        CAPTURE (tag);
        CHECK (tags.count (tag + "s") == 0); // one form of every word
    }
}

TEST_CASE ("a factory preset that is not as loud as the others says why, and by how much", "[presets]")
{
    // By the card -18 LUFS, 1.5 more or less: a claim of something else stands in the note, with its reason.
    static const std::regex reason ("[Ss]ofter than others|[Ss]oft until"), number ("keep it ([0-9]+) dB softer");
    for (const auto& preset : factoryPresets())
        for (const auto& claim : preset.claims.list)
            if (claim.measure == "loudness" || claim.measure == "loudest second")
            {
                CAPTURE (preset.info.name, claim.low, claim.high);
                CHECK (std::regex_search (preset.info.notes, reason));
                CHECK (claim.high < -16.4);
                CHECK ((claim.high - claim.low < 3.1 || preset.info.notes.find ("until") != std::string::npos));
                if (std::smatch said; std::regex_search (preset.info.notes, said, number)) // to the whole decibel
                    CHECK_THAT (-18.0 - 0.5 * (claim.low + claim.high), WithinAbs (std::stod (said[1]), 0.51));
            }
}

TEST_CASE ("hard keys add what the note of each preset says, and else 8.5 dB and brightness", "[presets][heard]")
{
    // 8.5 dB of 36 lie above velocity 80 at the usual Velocity; loudness weighs treble by 1 more or less. Notes have
    // whole decibels.
    const auto synth = PresetPlayer::instrument();
    static const std::regex number (
        "ard keys (?:add (?:only |nearly )?|to )([0-9]+) dB(?! above)|Velocity makes it ([0-9]+) dB"),
        none ("no loudness|no louder|Soft until|without aids");
    for (const auto& preset : factoryPresets())
    {
        const auto& notes = preset.info.notes;
        if (preset.info.category == "Lab")
            continue;
        PresetPlayer player (preset, synth);
        const std::string measure = loudnessMeasure (preset.patch);
        const double added = player.measure ("loud " + measure) - player.measure (measure);
        std::smatch said;
        const bool isSaid = std::regex_search (notes, said, number), isNone = std::regex_search (notes, none);
        CAPTURE (preset.info.name, added, notes);
        if (isSaid)
            CHECK_THAT (added, WithinAbs (std::stod (said[1].matched ? said[1] : said[2]), 0.5 + listener::level));
        else
            CHECK_THAT (added, WithinAbs (isNone ? 0.0 : 8.5, 1.0 + listener::level));
        CHECK (player.measure ("loud peak") < -1.0); // below the ear guard
        const double share = player.measure ("above 2 kHz"), loudShare = player.measure ("loud above 2 kHz");
        const double brighter = 10.0 * std::log10 (loudShare * (100.0 - share) / (share * (100.0 - loudShare)));
        const bool isRubbed = std::set<std::string_view> { "Bars", "Glass", "Saw" }.count (preset.info.category) == 1;
        if (notes.find ("hardly bright") != std::string::npos)
            CHECK (brighter < 3.0); // dB, of what lies above 2 kHz over the rest
        else if (isRubbed && notes.find ("above 2 kHz") == std::string::npos)
            CHECK (brighter > 3.0);
    }
}

TEST_CASE ("factory presets keep what they promise", "[presets][heard]")
{
    const auto synth = PresetPlayer::instrument();
    const auto presets = factoryPresets();
    for (std::size_t p = 0; p < presets.size(); p += longRun() ? 1 : oneInSo) // the catalogue measures all of them
    {
        const auto& preset = presets[p];
        INFO (preset.info.name);
        PresetPlayer player (preset, synth);
        for (const auto& line : presetCard (preset, player, longRun()))
        {
            CAPTURE (line.measure, line.value, line.low, line.high);
            CHECK (line.holds());
        }
    }
}

TEST_CASE ("the notes of bowed strings are even, whatever stands out of their boxes", "[presets][heard]")
{
    // By their boxes alone they were 7, 6 and 10 dB apart, of every third key.
    const auto synth = PresetPlayer::instrument();
    for (const auto* name : { "First Light", "Bass Colossus", "Drum Fiddle" })
    {
        const auto& preset = *findFactoryPreset (name);
        PresetPlayer player (preset, synth);
        std::vector<double> levels;
        for (int key = preset.info.lowestKey; key <= preset.info.highestKey; ++key)
            levels.push_back (player.measure (keyName (key) + " loudness"));
        std::sort (levels.begin(), levels.end());
        const auto few = levels.size() / 20;
        CAPTURE (name, levels.front(), levels.back());
        CHECK (levels.rbegin()[static_cast<std::ptrdiff_t> (few)] - levels[few] < listener::dynamicStep);
        CHECK (levels.back() - levels.front() < listener::twiceAsLoud);
    }
}

TEST_CASE ("a borrowed instrument plays what a new one would", "[presets]")
{
    const auto& bowl = *findFactoryPreset ("Cathedral Bowl");
    const auto& hinge = *findFactoryPreset ("Old Hinge");
    const auto synth = PresetPlayer::instrument();
    PresetPlayer first (bowl, synth);
    first.measure ("peak");
    PresetPlayer second (hinge, synth), fresh (hinge);
    CHECK (second.note (60, 80, "", false).left == fresh.note (60, 80, "", false).left);
}

TEST_CASE ("every factory preset has its card in the catalogue", "[presets]")
{
    std::ifstream file (KOLOPHON_SOURCE_FOLDER "/Resources/Docs/Presets.md");
    std::stringstream text;
    text << file.rdbuf();
    for (const auto& preset : factoryPresets())
    {
        CAPTURE (preset.info.name);
        CHECK_THAT (text.str(), Contains ("### " + preset.info.name + "\n") && Contains (preset.info.notes));
    }
    // Shorter than the measure can tell.
    CHECK_FALSE (std::regex_search (text.str(), std::regex ("speaks in [0-4](\\.[0-9]+)? ms")));
}

/** True if an octave is louder or softer by half of its power [dB], where it is heard beside the others. */
bool changesAnOctave (const std::function<std::pair<double, double> (const std::string&)>& moved, double louder)
{
    // A tone masks what lies an octave higher, and 30 dB lower at the most: its excitation falls by 24 dB + 230 Hz/f
    // - 0.2 L per Bark, at L of 70 dB and more than 250 Hz by 11 dB, over two and a half of them, and downwards by 27
    // (Terhardt, Hearing Research 1 (1979) 155).
    constexpr double unmasked = -30.0; // [dB] over all
    for (const auto* octave : { "125 Hz", "250 Hz", "500 Hz", "1 kHz", "2 kHz", "4 kHz", "8 kHz" })
    {
        const auto [before, after] = moved ("octave " + std::string (octave));
        if (std::max (before, after) > unmasked && std::abs (after + louder - before) >= listener::halfAsMuch)
            return true;
    }
    return false;
}

TEST_CASE ("every macro of a factory preset has a name and does something that is heard", "[presets][heard]")
{
    const auto synth = PresetPlayer::instrument();
    const auto presets = factoryPresets();
    for (std::size_t p = 0; p < presets.size(); ++p)
    {
        const bool listens = longRun() || p % oneInSo == 1;
        INFO (presets[p].info.name);
        PresetPlayer player (presets[p], synth);
        std::set<std::string> names;
        for (std::size_t m = 0; m < Modulation::macroCount; ++m)
        {
            const auto& macro = presets[p].modulation.macros[m];
            CHECK (! macro.name.empty());
            CHECK (names.insert (macro.name).second);
            CHECK (! macro.to.empty());
            if (! longRun() && (! listens || m != (p / oneInSo) % Modulation::macroCount))
                continue;
            const auto moved = [&, way = "macro" + std::to_string (m + 1) + " "] (const std::string& measure) {
                return std::pair { player.measure (measure), player.measure (way + measure) };
            };
            const auto [softer, louder] = moved ("loudest second");
            const auto [before, after] = moved ("centroid");
            const auto [low, high] = moved ("strongest");
            const auto [still, swelling] = moved ("pulse depth");
            bool isHeard = std::abs (louder - softer) >= 1.0 || std::abs (after / before - 1.0) >= 0.05 ||
                           std::abs (centsFromRatio (high / low)) >= 5.0 || std::abs (swelling - still) >= 1.0;
            if (! isHeard)
            {
                const auto [plain, shaken] = moved ("vibrato");
                isHeard = std::abs (shaken - plain) >= 3.0;
            }
            if (! isHeard)
            {
                const auto [damped, ringing] = moved ("released ring");
                isHeard = std::abs (std::log (ringing / damped)) >= 0.2;
            }
            isHeard = isHeard || changesAnOctave (moved, louder - softer);
            CAPTURE (macro.name, softer, louder, before, after, low, high, still, swelling);
            CHECK (isHeard);
        }
    }
}
