// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Noise.h"
#include "Support/LongRun.h"
#include "Support/Rounding.h"
#include "Support/Sections.h"
#include "Synth/Voices/VoiceChoice.h"

#include <catch2/catch.hpp>

#include <array>
#include <map>

/** A section with more keys than a player has strings: who gives up what, and how that sounds. */
using namespace kolophon;
using namespace kolophon::test;

namespace
{
/** What chooseVoice() asks of a voice. */
struct HeldNote
{
    int number, place;
    double energy = 1.0;

    bool plays (int, int itsKey) const { return itsKey == number; }
    bool isHeld () const { return true; }
    bool isAwake () const { return true; }
    double lastEnergy () const { return energy; }
    std::uint32_t noteNumber () const { return 0; }
    std::uint64_t order () const { return static_cast<std::uint64_t> (place); }
};

/** Strings without any sound above 4.7 kHz. */
const Settings plain { { "body.modes", 14.0 },    { "body.torsion", 0.0 },    { "voice.humanise", 0.0 },
                       { "voice.phrasing", 0.0 }, { "surface.texture", 0.0 }, { "out.box", 0.0 },
                       { "out.level", -40.0 },    { "quality.ledger", 1.0 } };
} // namespace

TEST_CASE ("a held note loses a player only to the others, the quietest first, of equal ones the oldest", "[section]")
{
    const std::vector<HeldNote> voices { { 60, 3 }, { 62, 1 }, { 64, 2 }, { 65, 4 } };
    const auto chosen = [&] (std::map<int, NoteStanding> notes)
    { return chooseVoice (voices, 4, 0, 72, 0, [&] (const HeldNote& its) { return notes[its.number]; }); };
    CHECK (chosen ({ { 60, { 2, 5.0 } }, { 62, { 2, 4.0 } }, { 64, { 2, 0.5 } }, { 65, { 2, 3.0 } } }) == 2);
    CHECK (chosen ({ { 60, { 2, 5.0 } }, { 62, { 2, 4.0 } }, { 64, { 1, 0.5 } }, { 65, { 9, 3.0 } } }) == 3);
    CHECK (chosen ({ { 60, { 2, 1.0 } }, { 62, { 1, 1.0 } }, { 64, { 2, 1.0 } }, { 65, { 2, 1.0 } } }) == 2);
    CHECK (chosen ({ { 60, { 1, 9.0 } }, { 62, { 1, 9.0 } }, { 64, { 1, 0.1 } }, { 65, { 1, 1.0 } } }) == 1);
}

TEST_CASE ("of a chord with more keys than strings every one sounds, the softest with one player each", "[section]")
{
    // Of eight players with eight strings each, or of sixteen with sixteen, who hear a key at the same moment. As many
    // keys as a player has strings have all of them. All want a part of each further key: they leave the softest note
    // of all but for one player, and then the next one. 2 x 8 = 7 + 7 + 2; 4 x 16 = 15 + 15 + 15 + 15 + 4.
    for (int size = 8, further = 2; size <= rounds (8, 16); size *= 2, further *= 2)
    {
        CAPTURE (size);
        const auto isSoft = [size] (int number) { return number < size && number % 5 == 2; };
        const auto events = [&] (int kept)
        {
            std::vector<PerformanceEvent> chord;
            for (int number = 0; number < size + further; ++number)
                chord.push_back (noteOn (number < size ? 0 : 12000 + 3000 * (number - size + 1), 40 + number,
                                         isSoft (number) ? 0.02 * (1 + number / 5) : 1.0));
            for (int number = 0; number < size + further; ++number)
                if (kept >= 0 && number != kept)
                    chord.push_back (noteOff (42000, 40 + number));
            return chord;
        };
        auto patch = sectionOf (size, plain);
        turn (patch, { { "section.together", 100.0 },
                       { "hand.lift", 2.0 },
                       { "body.decay", 0.05 },
                       { "voice.count", 1.0 * size } });
        CHECK (stringsIn (patch, events (-1), 40000, 12000.0) == size * size);
        int sum = 0, whole = 0;
        for (int number = 0; number < size + further; ++number)
        {
            CAPTURE (number);
            const int players = stringsIn (patch, events (number), 66000, 12000.0);
            CHECK (players >= 1);
            CHECK ((players == 1 || ! isSoft (number)));
            sum += players;
            whole += players == size ? 1 : 0;
        }
        CHECK (sum == size * size);
        CHECK (whole >= size - 2);
    }
}

TEST_CASE ("strings that are taken from their notes fade, and close their books", "[section]")
{
    for (int seed = 1; seed <= rounds (2, 60); ++seed)
    {
        CAPTURE (seed);
        Noise dice (static_cast<std::uint64_t> (seed));
        const auto below = [&dice] (int count) { return static_cast<int> (dice.nextUniform() * count); };
        auto patch = sectionOf (seed == 1 ? 16.0 : 2.0 + below (15), plain);
        turn (patch, { { "voice.count", seed == 1 ? 16.0 : 2.0 + below (15) },
                       { "section.together", 100.0 * dice.nextUniform() },
                       { "section.divisi", seed > 2 ? below (2) : 0 },
                       { "section.bowing", below (2) } });
        std::vector<PerformanceEvent> events;
        for (int key = 0; key < 24; ++key)
            events.push_back (noteOn (key < 16 ? 100 * key : 24000 + 6000 * (key - 16), 40 + key, 0.3 + 0.02 * key));
        for (int n = 0; n < 12; ++n)
            events.push_back (noteOff (30000 + below (60000), 40 + below (24)));
        for (int n = 0; seed > 1 && n < 8; ++n)
        {
            const int at = 30000 + below (60000), which = below (4);
            const auto id = std::array { "section.players", "section.together", "section.bowing",
                                         "section.divisi" }[static_cast<std::size_t> (which)];
            events.push_back (setParameter (at, id,
                                            which == 0   ? 1.0 + below (16)
                                            : which == 1 ? below (101)
                                                         : below (2)));
        }
        for (int n = 0; n < 6; ++n)
            events.push_back (noteOn (40000 + below (60000), 40 + below (24)));
        const auto play = [&] (int block)
        {
            PreparedSynth synth (patch);
            const auto sound = render (synth, events, 110000, block);
            CHECK (synth.ledger().relativeResidual() < booksClose);
            CHECK (synth.ledger().generatorSteps == 0);
            return sound;
        };
        const auto sound = play (512);
        CHECK (partOfJump (sound.left, 12000) < -70.0);
        CHECK (play (1 + below (300)) == sound);
    }
}

TEST_CASE ("a section that has played and is reset plays as a new one does", "[section]")
{
    for (int seed = 1; seed <= rounds (4, 200); ++seed)
    {
        CAPTURE (seed);
        Noise dice (static_cast<std::uint64_t> (seed));
        const auto below = [&dice] (int count) { return static_cast<int> (dice.nextUniform() * count); };
        const auto passage = [&]
        {
            std::vector<PerformanceEvent> events; // keys that go up before players have heard of them, too
            for (int n = 0; n < 8; ++n)
            {
                const int at = 500 * below (16), key = 55 + below (30);
                events.push_back (noteOn (at, key, 0.1 + 0.9 * dice.nextUniform()));
                events.push_back (noteOff (at + 500 * below (6), key));
            }
            return events;
        };
        const auto patch =
            sectionOf (8, { { "voice.count", 6.0 }, { "voice.phrasing", 60.0 }, { "section.together", 30.0 } });
        PreparedSynth old (patch), fresh (patch);
        auto before = passage();
        before.push_back (setParameter (2000, "section.players", 12.0));
        before.push_back (setParameter (9000, "section.players", 8.0));
        render (old, before, 20000);
        old.reset();
        auto again = passage();
        again.push_back (setParameter (3000, "section.players", 16.0)); // of whom the old one has known some
        CHECK (render (old, again, 16000) == render (fresh, again, 16000));
    }
}
