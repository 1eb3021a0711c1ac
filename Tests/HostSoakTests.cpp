// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Host.h"
#include "Support/Rounding.h"
#include "Support/Soak.h"

#include "Rendering/Renderer.h"

#include <ctime>

namespace juce
{
bool dispatchNextMessageOnSystemQueue (bool returnIfNoPendingMessages); // what JUCE's own loop calls
}

/** Hours at one instance that is never reset:

        KOLOPHON_SOAK=24 kolophon_host_tests "[soak]"           hours of the engine; 24@7: another seed
*/
namespace kolophon
{
namespace
{
constexpr int block = 256;
constexpr double rate = 48000.0, perMinute = 60.0 * rate / block;

double processorTime ()
{
    timespec now {};
    ::clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double> (now.tv_sec) + 1e-9 * static_cast<double> (now.tv_nsec);
}

/** The instance, what it sounded like since the rest before last, and what its blocks cost. */
class LongSession
{
public:
    explicit LongSession (std::uint64_t seed) : player (seed)
    {
        for (auto* session : { &processor, &beside })
            session->prepareToPlay (rate, block);
        for (auto* channel : { &sound.left, &sound.right })
            channel->reserve (static_cast<std::size_t> (300.0 * rate)); // so that what grows is not the test
        costs.reserve (static_cast<std::size_t> (3.0 * perMinute));
    }

    /** A minute of anything, and the rest behind it. */
    void playMinute (double minutes = 1.0)
    {
        sound.left.erase (sound.left.begin(), sound.left.begin() + static_cast<std::ptrdiff_t> (thisMinute - since));
        sound.right.erase (sound.right.begin(), sound.right.begin() + static_cast<std::ptrdiff_t> (thisMinute - since));
        since = thisMinute;
        thisMinute = played;
        choose();
        for (int n = 0; n < minutes * perMinute; ++n)
        {
            if (player.below (400) == 0)
                turn();
            juce::MidiBuffer midi;
            player.play (block, [&midi] (int at, int status, int first, int second)
                         { midi.addEvent (juce::MidiMessage (status, first, second), at); });
            render (midi);
        }
        juce::MidiBuffer end;
        player.leave ([&end] (int at, int status, int first, int second)
                      { end.addEvent (juce::MidiMessage (status, first, second), at); });
        render (end);
        juce::MidiBuffer nothing;
        for (int n = 0; n < perMinute && ! processor.isResting(); ++n)
            render (nothing);
        if (! processor.isResting()) // a body that rings for minutes
            processor.play ({ 0, PerformanceEvent::Type::panic });
        for (int n = 0; n < 400; ++n)
            render (nothing);
    }

    /** Hours in which nobody plays. */
    void sleep (double hours)
    {
        juce::AudioBuffer<double> audio (2, 16 * block);
        juce::MidiBuffer nothing;
        for (auto end = played + static_cast<std::int64_t> (3600.0 * rate * hours); played < end; played += 16 * block)
        {
            audio.clear();
            processor.processBlock (audio, nothing);
        }
        sound.left.assign (static_cast<std::size_t> (100.0 * rate), 0.0); // the end of it
        sound.right = sound.left;
        since = played - static_cast<std::int64_t> (sound.left.size());
        thisMinute = since; // the next minute keeps it
    }

    /** Empty, or what is wrong with the last minute: as it was heard, and as it comes back from its files. */
    std::string fault ()
    {
        if (meters.nonFiniteBlocks > 0)
            return "the safety net had to act";
        if (! std::isfinite (sound.peak()))
            return "a sample is no number";
        const auto state = savedState (processor);
        load (beside, state);
        if (savedState (beside) != state)
            return "a restored state is another one";
        const auto performance = processor.lastMinute();
        if (! performance || ! performance->log.beganAtRest)
            return "the last minute is not known";
        return faultOf (performanceFromJson (performanceToJson (*performance)).value(), performance->log.began);
    }

    PluginProcessor processor, beside;
    test::TirelessPlayer player;
    std::string chosen;
    std::int64_t played = 0, again = 0; // [samples]
    double worstResidual = 0.0;

    /** What the blocks of this minute cost, with the strings that were awake. */
    std::string costsInWords ()
    {
        std::sort (costs.begin(), costs.end());
        const auto words = [this] (const char* what, std::size_t place)
        {
            char text[80];
            std::snprintf (text, sizeof text, "%s %.3f ms (%d strings)", what, 1e3 * costs[place].first,
                           costs[place].second);
            return std::string (text);
        };
        return words ("block", costs.size() / 2) + words (", 99.9 %", costs.size() * 999 / 1000) +
               words (", worst", costs.size() - 1);
    }

private:
    /** A factory preset as it is, or with a few knobs or all of them anywhere. */
    void choose ()
    {
        costs.clear();
        processor.setCurrentProgram (player.below (static_cast<int> (factoryPresets().size())));
        static constexpr double some[] = { 0.0, 0.0, 0.03, 0.2, 1.0 };
        const double moved = some[player.below (5)];
        chosen =
            processor.currentPreset().info.name + ", " + std::to_string (juce::roundToInt (100.0 * moved)) + " % moved";
        for (std::size_t i = 0; i < parameterTable().size(); ++i)
            if (player.uniform() < moved)
                set (i);
        processor.bridge().parameters()[*findParameter ("quality.ledger")]->setExactValue (1.0);
    }
    void turn () { set (static_cast<std::size_t> (player.below (static_cast<int> (parameterTable().size())))); }
    void set (std::size_t i)
    {
        const auto& knob = parameterTable()[i];
        if (knob.id == "quality.ledger" || knob.id.ends_with (".literal")) // two laws as printed create energy
            return;
        const double most = knob.id == "section.players" ? 0.2 : 1.0; // each costs as much as an instance
        processor.bridge().parameters()[i]->setExactValue (knob.drawnBy (most * player.uniform()));
    }
    void render (juce::MidiBuffer& midi)
    {
        juce::AudioBuffer<double> audio (2, block);
        audio.clear();
        const double before = processorTime();
        processor.processBlock (audio, midi);
        const double after = processorTime();
        processor.collectMeters (meters);
        costs.push_back ({ after - before, meters.voicesAwake });
        sound.left.insert (sound.left.end(), audio.getReadPointer (0), audio.getReadPointer (0) + block);
        sound.right.insert (sound.right.end(), audio.getReadPointer (1), audio.getReadPointer (1) + block);
        played += block;
        while (juce::dispatchNextMessageOnSystemQueue (true)) // or they pile up
        {
        }
    }

    std::string faultOf (const RecordedPerformance& performance, std::int64_t began)
    {
        Synth fresh;
        fresh.prepare (rate);
        std::int64_t at = began + performance.log.from - since;
        if (at < 0)
            return "the log begins before the rest before last";
        bool isSame = true;
        RenderSinks sinks;
        sinks.audio = [&] (auto left, auto right)
        {
            const auto count = std::min (left.size(), sound.left.size() - static_cast<std::size_t> (at));
            isSame = isSame && std::memcmp (left.data(), sound.left.data() + at, count * sizeof (double)) == 0 &&
                     std::memcmp (right.data(), sound.right.data() + at, count * sizeof (double)) == 0;
            at += static_cast<std::int64_t> (count);
        };
        RenderSettings settings;
        settings.sampleRate = static_cast<int> (rate);
        settings.blockSize = 50 + player.below (1000);
        const auto result = replay (fresh, performance, performance.preset, settings, sinks);
        again += performance.log.end;
        worstResidual = std::max (worstResidual, result.ledger.relativeResidual());
        if (! isSame)
            return "the last minute comes back with other bits";
        if (result.ledger.generatorSteps > 0)
            return "energy was created";
        return result.safetyNets > 0 ? "the safety net had to act" : "";
    }

    std::vector<std::pair<double, int>> costs; // of this minute's blocks: [s], strings awake
    MeterFrame meters;
    Stereo sound;                           // since `since`
    std::int64_t since = 0, thisMinute = 0; // [samples]
};
} // namespace

TEST_CASE ("after a day of silence, when the clock has left 32 bits, what is played comes back with the same bits",
           "[.][soak]")
{
    LongSession session (1);
    session.playMinute (0.1);
    CHECK (session.fault() == "");
    session.sleep (25.0);
    REQUIRE (session.played > std::int64_t { 1 } << 32);
    session.playMinute (0.1);
    CHECK (session.fault() == "");
}

TEST_CASE ("hours at one instance: the same memory, the same bits, closed books", "[.][soak]")
{
    const test::Soak soak;
    LongSession session (soak.seed);
    test::MemoryBook memory;
    int failed = 0;
    while (static_cast<double> (session.played) < 60.0 * rate * soak.minutes)
    {
        session.playMinute();
        const auto fault = session.fault();
        session.processor.setCurrentProgram (0);
        std::printf ("%.2f h, %s: %s; residual %.2g; %s%s%s\n", static_cast<double> (session.played) / rate / 3600.0,
                     session.chosen.c_str(), session.costsInWords().c_str(), session.worstResidual,
                     memory.note().c_str(), fault.empty() ? "" : ": WRONG: ", fault.c_str());
        std::fflush (stdout);
        failed += fault.empty() ? 0 : 1;
    }
    std::printf ("%.2f h played, %.2f h of them again\n", static_cast<double> (session.played) / rate / 3600.0,
                 static_cast<double> (session.again) / rate / 3600.0);
    CHECK (failed == 0);
    CHECK (session.worstResidual <= test::booksClose);
    CHECK (memory.growth() <= 0.0);
}
} // namespace kolophon
