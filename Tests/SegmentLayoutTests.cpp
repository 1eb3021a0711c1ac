// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/BowedStrings.h"
#include "Support/Listener.h"
#include "Support/Scene.h"
#include "Synth/Bank/VoiceGroup.h"
#include "Synth/Bodies/LawTable.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

/** How a segment is rendered is decided once, and decides nothing about the sound. */
using namespace kolophon;
using namespace kolophon::test;

namespace
{
constexpr double rate = 48000.0;
constexpr std::size_t presser = BodyInputs::maxBeside;

/** Contacts that differ to a loop. */
constexpr SegmentInputs::Contact kolophonBow { { true, false } }, bristleBow { { false, false } },
    rigidBow { { false, true } }, stop { { false, true }, true, false };

/** Calls visit (inputs) with every combination of what decides. */
template <class Visit>
void eachInput (const Visit& visit)
{
    SegmentInputs in;
    const auto flags = [] (bool& flag, const auto& next)
    {
        for (const bool value : { false, true })
        {
            flag = value;
            next();
        }
    };
    in.sides[presser] = stop;
    for (const auto& bow : { kolophonBow, bristleBow, rigidBow })
        for (const auto& first : { kolophonBow, bristleBow, rigidBow, stop })
            for (const auto& second : { kolophonBow, rigidBow, stop })
                for (unsigned sides = 0; sides < 8; ++sides)
                    for (const unsigned awake : { 0x01u, 0x21u, 0x0bu, 0xffu })
                        for (const unsigned blocks : { 0x00u, 0x01u, 0x80u, 0xffu })
                            for (const int sounding : { 0, 20 })
                                for (const auto books : { Books::closed, Books::atEnd, Books::everyStep })
                                {
                                    in.bow = bow;
                                    in.sides[0] = first;
                                    in.sides[1] = second;
                                    in.bank.sides = sides;
                                    in.bank.sounding = sounding;
                                    in.awake = awake;
                                    in.blocks = blocks;
                                    in.books = books;
                                    in.bank.hand = in.bank.hand == 0 ? 1 : 0;
                                    const auto last = [&] { flags (in.canLieAcross, [&] { visit (in); }); };
                                    const auto yields = [&] { flags (in.hasYielded, last); };
                                    flags (in.isTied, [&] { flags (in.bank.tight, yields); });
                                }
}
} // namespace

TEST_CASE ("every layout has a loop that can do what it asks, and each loop has its layouts")
{
    std::set<Loop> loops;
    eachInput (
        [&] (const SegmentInputs& in)
        {
            const auto layout = SegmentLayout::of (in);
            loops.insert (layout.loop);
            const bool touched = in.bank.sides != 0, mayMove = in.isTied || in.hasYielded;
            bool asksEnd = in.bow.law.sticksAtEnd;
            for (std::size_t side = 0; side < in.sides.size(); ++side)
                if (in.bank.has (side))
                {
                    asksEnd = asksEnd || (! in.sides[side].isStop && in.sides[side].law.sticksAtEnd);
                }
            bool holds = layout.bank == in.bank && layout.withLedger == (in.books != Books::closed);
            holds = holds && layout.withEnd == asksEnd && layout.withBridge == mayMove;
            holds = holds && touched == (layout.loop == Loop::sided);
            if (! touched)
                holds = holds && in.bank.tight == (layout.loop == Loop::tight);
            // A transposed voice has one contact, a rigid hand, constant tension and a fixed bridge.
            if (layout.loop == Loop::across)
                holds = holds && in.canLieAcross && ! mayMove && in.bank.hand == 0 && std::popcount (in.awake) <= 2 &&
                        (in.awake & in.blocks) == 0;
            // Loops with their law know a bridge that moves only where it ties strings, with closed books.
            if (layout.loop == Loop::inlined)
                holds = holds && in.bow.law.waitsForRoots &&
                        (! mayMove || (in.isTied && in.books == Books::closed && in.blocks == 0));
            // Strings alone run step by step in one segment.
            const bool stringsAlone = layout.loop == Loop::inlined || layout.loop == Loop::called;
            holds = holds && layout.stepByStep == (in.isTied && ! (stringsAlone && in.blocks == 0));
            holds = holds && layout.withBlocks == ((in.blocks != 0) && layout.loop != Loop::across);
            holds =
                holds && layout.withStrings == (in.blocks == 0 || in.bank.sounding > 0 || layout.loop == Loop::across);
            if (touched)
            {
                holds = holds && layout.feelAnother == (in.bank.has (0) || in.bank.has (presser));
                holds = holds && ((layout.masses >> presser & 1u) != 0) == in.bank.has (presser);
            }
            if (! holds)
            {
                CAPTURE (in.bank.sides, in.bank.tight, in.awake, in.blocks, in.isTied, in.hasYielded,
                         static_cast<int> (layout.loop));
                REQUIRE (holds);
            }
        });
    REQUIRE (loops.size() == loopCount);
}

namespace
{
/** Ways to render the same segment. */
enum class Way { together, few, booked, yielding, tied, tiedAndBooked };
constexpr int wayCount = 6;

/** Strings on one law, some of which are heard. */
class PlayedStrings
{
public:
    PlayedStrings (int law, std::vector<std::size_t> places) : group (bowedStrings (20, 4)), heard (std::move (places))
    {
        group->setLaw (law);
        lanes::updateBodies (*group, 1.0 / rate);
        for (const auto lane : heard)
            few[lane] = true;
    }

    void play (int n, Way way)
    {
        group->bow.velocity.fill (bowSpeed (100 * n));
        if (n % 50 == 40)
        {
            group->string.fundamental[heard[0]] *= 1.01;
            lanes::updateBodies (*group, 1.0 / rate);
        }
        // So little that it changes no bit, but the loops with a bridge run.
        constexpr double hardly = 1e-310;
        group->bank.pending.bridge.fill (way == Way::yielding && n > 0 ? hardly : 0.0);
        if (way == Way::yielding && n > 0)
            lanes::readyBridge (*group);
        const bool isTied = way == Way::tied || way == Way::tiedAndBooked;
        const auto books = way == Way::booked || way == Way::tiedAndBooked ? Books::everyStep : Books::closed;
        const auto& awake = way == Way::few ? few : lanes::everyLaneAwake;
        loops.insert (SegmentLayout::of (lanes::segmentInputs (*group, books, awake, isTied)).loop);
        if (isTied)
        {
            const lanes::TiedGroup tied[] = { { group.get(), awake } };
            lanes::renderTied (tied, 1.0 / rate, 2, static_cast<int> (steps), books, {},
                               { nullptr, [] (void*, int) {} }, *room);
        }
        else
            lanes::render (*group, 1.0 / rate, 2, static_cast<int> (steps), books, {}, awake);
        for (std::size_t row = 0; row < steps; ++row)
            for (const auto lane : heard)
                signal.insert (signal.end(), { group->odd[row][lane], group->even[row][lane] });
    }

    std::vector<double> signal;
    std::set<Loop> loops;

private:
    static constexpr std::size_t steps = 16;
    std::unique_ptr<VoiceGroup> group;
    std::vector<std::size_t> heard;
    lanes::LaneFlags few {};
    std::unique_ptr<lanes::TiedRoom> room = std::make_unique<lanes::TiedRoom>();
};
} // namespace

TEST_CASE ("a string has the same bits in every loop that can play it, and where one follows another")
{
    using Places = std::vector<std::size_t>;
    std::set<Loop> loops;
    for (int law = 0; law < static_cast<int> (lawTable().size()); ++law)
        for (const Places& places : { Places { 1 }, Places { 1, 4 }, Places { 0, 2, 3 }, Places { 4, 5, 6, 7 } })
        {
            CAPTURE (lawTable()[static_cast<std::size_t> (law)].id, places);
            constexpr int segments = 150;
            PlayedStrings together (law, places);
            for (int n = 0; n < segments; ++n)
                together.play (n, Way::together);
            REQUIRE (*std::max_element (together.signal.begin(), together.signal.end()) > listener::asSpeech);
            for (int way = 1; way < wayCount; ++way)
            {
                PlayedStrings alone (law, places), inTurn (law, places);
                for (int n = 0; n < segments; ++n)
                {
                    alone.play (n, static_cast<Way> (way));
                    inTurn.play (n, static_cast<Way> (n / 7 % 2 == 0 ? way : n % wayCount));
                }
                CAPTURE (way);
                REQUIRE (alone.signal == together.signal);
                REQUIRE (inTurn.signal == together.signal);
                loops.insert (inTurn.loops.begin(), inTurn.loops.end());
            }
        }
    const bool across = loops.count (Loop::across) != 0;
    const std::string_view set = lanes::instructionSet();
#ifdef HWY_COMPILE_ONLY_STATIC // one set alone, the baseline: it lies across where it has fused operations
    REQUIRE (across == (set.starts_with ("AVX") || set.starts_with ("NEON")));
#else
    REQUIRE (across == (set != "SCALAR"));
#endif
    REQUIRE (loops.count (Loop::inlined) != 0);
    REQUIRE (loops.count (Loop::called) != 0);
}
