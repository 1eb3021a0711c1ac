// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Noise.h"
#include "Core/Samples.h"
#include "Support/AllocationTrap.h"
#include "Support/LongRun.h"
#include "Support/NonBlocking.h"
#include "Support/Panels.h"
#include "Synth/Boxes/Boxes.h"
#include "Synth/Output/BoxResponse.h"
#include "Synth/Parameters/ParameterTable.h"
#include "Synth/Synth.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#if defined(__SSE2__)
 #include <xmmintrin.h>
#endif

using namespace kolophon;
using test::rounds;
using Type = PerformanceEvent::Type;

namespace
{
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN(),
                 infinity = std::numeric_limits<double>::infinity();

/** Everything that the engine offers to an audio thread. RealtimeSanitizer stops at the first thing in here that could
    wait; AllocationTrap counts with every compiler. */
void playOnAudioThread (Synth& synth, std::span<const PerformanceEvent> events, double* left, double* right,
                        int samples, ProbeBuffer* probes, const double* drive = nullptr) noexcept KOLOPHON_NONBLOCKING
{
    synth.render (events, left, right, samples, probes, drive);
}

void askOnAudioThread (Synth& synth, MeterFrame& meters, double& sum) noexcept KOLOPHON_NONBLOCKING
{
    sum = synth.tailSeconds() + synth.latencySamples() + synth.ledger().workIn + (synth.isSilent() ? 1.0 : 0.0) +
          synth.patch().handSpeed;
    synth.collectMeters (meters);
}

void resetOnAudioThread (Synth& synth, const Patch& patch) noexcept KOLOPHON_NONBLOCKING
{
    synth.setPatch (patch);
    synth.reset();
}

/** One synth that is watched in every block it plays. */
class Recital
{
public:
    explicit Recital (double sampleRate, const Patch& patch = Patch::defaults())
    {
        synth.prepare (sampleRate);
        synth.setPatch (patch);
    }

    void say (Type type, int channel, int index, double value, int offset = 0)
    {
        events.push_back (
            { offset, type, static_cast<std::uint8_t> (channel), static_cast<std::uint16_t> (index), value });
    }
    void strike (int key, double velocity = 0.8, int channel = 0) { say (Type::noteOn, channel, key, velocity); }
    void set (std::string_view id, double value, int offset = 0)
    {
        say (Type::setParameter, 0, static_cast<int> (test::placeOf (id)), value, offset);
    }

    void play (int samples, ProbeBuffer* probes = nullptr)
    {
        std::stable_sort (events.begin(), events.end(),
                          [] (const auto& a, const auto& b) { return a.offset < b.offset; });
        playAsWritten (samples, probes);
    }

    /** Without putting the events in order first. */
    void playAsWritten (int samples, ProbeBuffer* probes = nullptr)
    {
        left.assign (static_cast<std::size_t> (samples) + 1, guardValue);
        right.assign (static_cast<std::size_t> (samples) + 1, guardValue);
        {
            const AllocationTrap trap;
            playOnAudioThread (synth, events, left.data(), right.data(), samples, probes);
            allocations += trap.allocations();
            locks += trap.locks();
        }
        events.clear();
        REQUIRE (left.back() == guardValue);
        REQUIRE (right.back() == guardValue);
        left.pop_back();
        right.pop_back();
        for (const auto* side : { &left, &right })
            for (const double sample : *side)
            {
                nonFinite += std::isfinite (sample) ? 0 : 1;
                subnormal += std::fpclassify (sample) == FP_SUBNORMAL ? 1 : 0;
                peak = std::max (peak, std::abs (sample));
            }
    }

    void playSeconds (double seconds, double sampleRate, int block = 512)
    {
        for (int remaining = static_cast<int> (seconds * sampleRate); remaining > 0; remaining -= block)
            play (std::min (remaining, block));
    }

    /** No allocation, no lock, only ordinary numbers, and the engine's own safety net never acted. */
    void requireSpotless ()
    {
        play (16384); // long enough for one more frame of meters, at any rate
        MeterFrame meters;
        synth.collectMeters (meters);
        CHECK (allocations == 0);
        CHECK (locks == 0);
        CHECK (nonFinite == 0);
        CHECK (subnormal == 0);
        CHECK (meters.nonFiniteBlocks == 0);
    }

    Synth synth;
    std::vector<PerformanceEvent> events;
    std::vector<double> left, right;
    int allocations = 0, locks = 0;
    int nonFinite = 0, subnormal = 0;
    double peak = 0.0;

private:
    static constexpr double guardValue = 12345.0; // one place behind the block, which must stay as it is
};

/** Seeded choices. */
struct Dice
{
    explicit Dice (std::uint64_t seed) : noise (seed) {}

    int below (int count) { return static_cast<int> (noise.nextUniform() * count); }
    int between (int low, int high) { return low + below (high - low + 1); }
    double between (double low, double high) { return low + (high - low) * noise.nextUniform(); }
    bool chance (double fraction) { return noise.nextUniform() < fraction; }
    template <std::size_t count>
    auto one (const auto(&of)[count])
    {
        return of[static_cast<std::size_t> (below (static_cast<int> (count)))];
    }

    Noise noise;
};

void sayNote (Recital& recital, Dice& dice, int block)
{
    const int key = dice.between (0, 127), channel = dice.below (16), offset = dice.below (std::max (1, block));
    if (dice.chance (0.6))
        recital.say (Type::noteOn, channel, key, dice.between (0.0, 1.0), offset);
    else
        recital.say (Type::noteOff, channel, key, dice.between (0.0, 1.0), offset);
}

/** A pointer that the optimiser must believe to be seen by others. Without it, it may drop an unused new and delete. */
void* volatile escaped = nullptr;
} // namespace

//======================================================================================================================
TEST_CASE ("the trap sees every way to allocate", "[realtime]")
{
    if (! AllocationTrap::works)
    {
        WARN ("a sanitizer or another C library is in charge of memory here: nothing is trapped");
        return;
    }

    const auto caught = [] (auto&& guilty)
    {
        const AllocationTrap trap;
        guilty();
        return trap.allocations();
    };
    struct alignas (256) Wide
    {
        double values[32];
    };

    CHECK (caught ([] {}) == 0);
    CHECK (caught ([] { escaped = nullptr; }) == 0);
    CHECK (caught (
               []
               {
                   escaped = std::malloc (100);
                   std::free (escaped);
               }) == 2);
    CHECK (caught (
               []
               {
                   escaped = std::calloc (10, 10);
                   std::free (escaped);
               }) == 2);
    CHECK (caught (
               []
               {
                   escaped = std::malloc (10);
                   escaped = std::realloc (escaped, 100000);
                   std::free (escaped);
               }) == 3);
    CHECK (caught (
               []
               {
                   escaped = std::aligned_alloc (64, 128);
                   std::free (escaped);
               }) == 2);
    CHECK (caught (
               []
               {
                   escaped = new double[3];
                   delete[] static_cast<double*> (escaped);
               }) == 2);
    CHECK (caught (
               []
               {
                   escaped = new Wide;
                   delete static_cast<Wide*> (escaped);
               }) == 2);
    CHECK (caught ([] { escaped = std::string (1000, 'x').data(); }) == 2);
    CHECK (caught ([] { escaped = std::vector<double> (1000, 1.0).data(); }) == 2);
    CHECK (caught (
               []
               {
                   auto shared = std::make_shared<double> (1.0);
                   escaped = shared.get();
               }) == 2);
    CHECK (caught (
               []
               {
                   try
                   {
                       throw 1;
                   }
                   catch (int)
                   {
                   }
               }) >= 1);
    CHECK (caught (
               []
               {
                   std::thread (
                       []
                       {
                           escaped = std::malloc (100);
                           std::free (escaped);
                       })
                       .join();
               }) >= 1); // starting a thread allocates, here; what it does over there isn't counted
}

TEST_CASE ("the trap sees locks", "[realtime]")
{
    if (! AllocationTrap::works)
        return;

    std::mutex mutex;
    const AllocationTrap outer;
    {
        const AllocationTrap inner;
        mutex.lock();
        mutex.unlock();
        {
            const std::lock_guard guard (mutex);
        }
        CHECK (inner.locks() == 2);
    }
    CHECK (outer.locks() >= 2);
}

TEST_CASE ("outside of its scope the trap counts nothing", "[realtime]")
{
    escaped = std::malloc (100);
    std::free (escaped);
    const AllocationTrap trap;
    CHECK (trap.allocations() == 0);
    CHECK (trap.locks() == 0);
}

//======================================================================================================================
namespace
{
/** A panel that is watched in every block. */
class WatchedPlayer : public test::Player
{
public:
    using Player::Player;
    int allocations = 0, locks = 0;

private:
    void render (std::span<const PerformanceEvent> events, double* left, double* right, int samples,
                 ProbeBuffer* probes, const double* drive) override
    {
        const AllocationTrap trap;
        playOnAudioThread (synth, events, left, right, samples, probes, drive);
        allocations += trap.allocations();
        locks += trap.locks();
    }
};
} // namespace

TEST_CASE ("random panels allocate nothing and lock nothing, whatever moves and however they are cut", "[realtime]")
{
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t> (rounds (200, 20000)); ++seed)
    {
        const auto panel = test::PanelDrawer (seed).draw();
        WatchedPlayer player (panel, test::otherManner (seed));
        const auto fault = player.play().fault();
        CAPTURE (seed, fault);
        CHECK (fault.empty());
        CHECK (player.allocations == 0);
        CHECK (player.locks == 0);
    }
}

TEST_CASE ("a section comes and goes on a held chord without allocation or lock", "[realtime]")
{
    Recital recital (48000.0);
    for (const int key : { 43, 55, 62, 67 })
        recital.strike (key);
    recital.play (24000);
    Dice dice (5);
    for (const double players : { 16.0, 2.5, 9.0, 1.0 })
    {
        recital.set ("section.players", players);
        for (int block = 0; block < 30; ++block)
            recital.play (512);
    }
    for (int turn = 0; turn < rounds (20, 3000); ++turn)
    {
        recital.set ("section.players", dice.chance (0.5) ? dice.between (1, 16) : dice.between (1.0, 16.0));
        recital.synth.hearPlayer (dice.between (-1, 16));
        sayNote (recital, dice, 512);
        recital.set ("out.box", dice.chance (0.1) ? 2.0 : 1.0);
        for (int block = dice.below (30); block > 0; --block)
            recital.play (512);
    }
    CHECK (recital.allocations == 0);
    CHECK (recital.locks == 0);
    CHECK (recital.nonFinite == 0);
}

TEST_CASE ("probes, questions and resets are for the audio thread too", "[realtime]")
{
    Dice dice (7);
    Recital recital (48000.0);
    std::vector<ProbeFrame> frames (2000);
    for (int block = 0; block < rounds (40); ++block)
    {
        ProbeBuffer probes { frames.data(), frames.size(), 0 };
        sayNote (recital, dice, 400);
        recital.play (400, &probes);
        CHECK (probes.count <= probes.capacity);

        MeterFrame meters;
        double sum = 0.0;
        auto patch = recital.synth.patch();
        patch.handSpeed = dice.between (0.01, 1.0);
        const AllocationTrap trap;
        askOnAudioThread (recital.synth, meters, sum);
        if (block % 8 == 7)
            resetOnAudioThread (recital.synth, patch);
        recital.allocations += trap.allocations();
        recital.locks += trap.locks();
        escaped = &sum;
    }
    recital.requireSpotless();
}

//======================================================================================================================
TEST_CASE ("no event, however broken, gets anything but numbers out of the engine", "[realtime]")
{
    const double poison[] = { notANumber, -notANumber, infinity, -infinity, 1e308, -1e308,
                              1e-310,     -1e-310,     -1.0,     2.0,       128.0, -0.0 };
    const int offsets[] = { std::numeric_limits<int>::min(), -1, 0, 5, 1000000, std::numeric_limits<int>::max() };
    for (const double rate : { 44100.0, 192000.0 })
    {
        Dice dice (8);
        Recital recital (rate);
        for (int block = 0; block < rounds (200); ++block)
        {
            const int size = dice.between (0, 300);
            for (int n = 0; n < 20; ++n)
            {
                const auto type = static_cast<Type> (dice.chance (0.02) ? dice.below (256) : dice.below (8));
                const bool saneIndex = dice.chance (0.7);
                // Panic among every 160 events would leave nothing to poison.
                recital.say (type == Type::panic && dice.chance (0.9) ? Type::noteOn : type, dice.below (256),
                             saneIndex ? dice.below (128) : dice.below (65536),
                             dice.chance (0.5) ? dice.one (poison) : dice.between (0.0, 1.0),
                             dice.chance (0.3) ? dice.one (offsets) : dice.below (300));
            }
            if (block % 4 == 0)
                recital.playAsWritten (size);
            else
                recital.play (size);
        }
        recital.requireSpotless();

        recital.say (Type::panic, 0, 0, 0.0);
        recital.play (64);
        recital.synth.setPatch (Patch::defaults());
        recital.peak = 0.0;
        recital.strike (57);
        recital.playSeconds (0.5, rate);
        CHECK (recital.peak > 0.001); // and it still plays
    }
}

TEST_CASE ("a patch full of nonsense is made playable", "[realtime]")
{
    for (const double value : { notANumber, infinity, -infinity, 1e308, -1.0, 0.0 })
    {
        Patch patch = Patch::defaults();
        for (const auto& parameter : parameterTable())
            parameter.in (patch) = value;
        Recital recital (48000.0, patch);
        recital.strike (45);
        recital.playSeconds (0.2, 48000.0);
        INFO ("every value " << value);
        recital.requireSpotless();
    }
}

TEST_CASE ("sound dies away into exact silence, through no subnormal number", "[realtime]")
{
    for (const double rate : { 44100.0, 96000.0 })
        for (const int oversampling : { 0, 1 })
        {
            Patch patch = Patch::defaults();
            patch.bodyDecay = 0.3;
            patch.qualityOversampling = oversampling;
            Recital recital (rate, patch);
            recital.strike (45);
            recital.strike (69);
            recital.playSeconds (0.3, rate);
            recital.say (Type::noteOff, 0, 45, 0.5);
            recital.say (Type::noteOff, 0, 69, 0.5);
            recital.playSeconds (recital.synth.tailSeconds() + 3.0, rate);
            recital.peak = 0.0;
            recital.play (4096);
            INFO ("at " << rate << " Hz, oversampling " << oversampling + 1);
            CHECK (recital.synth.isSilent());
            CHECK (recital.peak == 0.0);
            recital.requireSpotless();
        }
}

#if defined(__SSE2__)
TEST_CASE ("the host's floating point setting comes back as it was, and changes no bit", "[realtime]")
{
    const unsigned saved = _mm_getcsr();
    const auto listen = [] (unsigned setting)
    {
        Recital recital (48000.0);
        recital.strike (40);
        _mm_setcsr (setting);
        recital.play (4096);
        const bool kept = (_mm_getcsr() & ~0x3fu) == (setting & ~0x3fu); // the low six bits are sticky flags
        REQUIRE (kept);
        return recital.left;
    };
    const auto plain = listen (0x1f80);
    const auto flushing = listen (0x9fc0);
    const auto roundingUp = listen (0x1f80 | 0x4000);
    _mm_setcsr (saved);
    CHECK (plain == flushing);
    CHECK (plain == roundingUp);
}
#endif

namespace
{
/** The bits of a sample that a host gets, of a number which the compiler does not foresee. */
template <class Bits, class Sample>
Bits bitsOf (double value)
{
    const volatile double unforeseen = value;
    return std::bit_cast<Bits> (sampleOf<Sample> (unforeseen));
}
std::uint32_t bitsInFloats (double value)
{
    return bitsOf<std::uint32_t, float> (value);
}
std::uint64_t bitsInDoubles (double value)
{
    return bitsOf<std::uint64_t, double> (value);
}

/** Normal numbers begin at 2^-126 in single precision and at 2^-1022 in double precision (IEEE 754). */
void checkSmallSamples ()
{
    for (const double small : { 0x1.fffffffffffffp-127, 0x1p-127, 3e-39, 0x1p-149, 0x1p-200, 0x1p-1074 })
    {
        CHECK (bitsInFloats (small) == 0u);
        CHECK (bitsInFloats (-small) == 0x80000000u);
    }
    CHECK (bitsInFloats (0x1p-126) == 0x00800000u);
    CHECK (bitsInFloats (-0x1p-126) == 0x80800000u);
    CHECK (bitsInFloats (-0.5) == 0xbf000000u);
    CHECK (std::isnan (sampleOf<float> (notANumber)));
    CHECK (sampleOf<float> (infinity) == std::numeric_limits<float>::infinity());
    CHECK (bitsInDoubles (0x1p-1023) == 0u);
    CHECK (bitsInDoubles (0x1p-1022) == 0x0010000000000000u);
}
} // namespace

TEST_CASE ("what is too small for a host's samples is zero, whatever its thread does with such numbers", "[realtime]")
{
    checkSmallSamples();
#if defined(__SSE2__)
    const unsigned saved = _mm_getcsr();
    _mm_setcsr (saved | 0x8040); // flushes results, and takes subnormal numbers for zeros
    checkSmallSamples();
    _mm_setcsr (saved);
#endif
}

TEST_CASE ("custom bodies come from another thread while notes begin and end: no allocation, no lock, no table lost",
           "[realtime]")
{
    Recital recital (48000.0);
    recital.set ("body.type", customBody());
    recital.set ("voice.count", 16.0);
    recital.set ("body.decay", 0.1);
    recital.play (64);
    std::vector<std::unique_ptr<ModeTable>> tables;
    test::Random random (12);
    for (int i = 0; i < 8; ++i)
        tables.push_back (test::randomTable (random));
    std::atomic<bool> playing { true };
    std::atomic<int> given { 0 };
    std::thread giver (
        [&]
        {
            while (playing.load())
            {
                recital.synth.setCustomBody (*tables[static_cast<std::size_t> (given++ % 8)]);
                std::this_thread::yield();
            }
        });
    Dice dice (13);
    for (int block = 0; block < rounds (400) || (given.load() < 100 && block < 100000); ++block)
    {
        for (int n = 0; n < 3; ++n)
            sayNote (recital, dice, 256);
        if (dice.chance (0.05))
            recital.set ("compare.on", dice.below (2));
        recital.play (256);
    }
    playing = false;
    giver.join();
    recital.requireSpotless();
    CHECK (recital.peak > 0.0);
}

TEST_CASE ("responses of boxes come from another thread while notes sound: no allocation, no lock, no response lost",
           "[realtime]")
{
    Recital recital (48000.0);
    recital.set ("out.box", boxes::measured);
    recital.play (64);
    std::vector<std::shared_ptr<const BoxResponse>> responses { nullptr };
    test::Random random (14);
    for (const std::size_t length : { 1u, 70u, 1500u, 9000u })
    {
        BoxResponse response { 44100.0, {}, {} };
        for (std::size_t n = 0; n < length; ++n)
            response.left.push_back (random.uniform (-1.0, 1.0) *
                                     std::exp (-5.0 * static_cast<double> (n) / static_cast<double> (length)));
        if (length == 1500)
            response.right = response.left;
        responses.push_back (std::make_shared<const BoxResponse> (response));
    }
    std::atomic<bool> playing { true };
    std::atomic<int> given { 0 };
    std::thread giver (
        [&]
        {
            while (playing.load())
            {
                recital.synth.setBoxResponse (responses[static_cast<std::size_t> (given++) % responses.size()]);
                std::this_thread::yield();
            }
        });
    Dice dice (15);
    for (int block = 0; block < rounds (300) || (given.load() < 20 && block < 100000); ++block)
    {
        for (int n = 0; n < 3; ++n)
            sayNote (recital, dice, 256);
        if (dice.chance (0.05))
            recital.set ("out.box", dice.chance (0.5) ? boxes::measured : dice.below (boxes::measured));
        recital.play (256);
    }
    playing = false;
    giver.join();
    recital.requireSpotless();
    CHECK (recital.peak > 0.0);
}

TEST_CASE ("meters are read while another thread plays", "[realtime]")
{
    Recital recital (48000.0);
    std::atomic<bool> playing { true };
    std::atomic<int> frames { 0 };
    bool sane = true;
    std::thread reader (
        [&]
        {
            while (playing.load())
            {
                MeterFrame meters;
                if (recital.synth.collectMeters (meters))
                {
                    ++frames;
                    sane = sane && std::isfinite (meters.peakLeft) && meters.peakLeft <= 1.0 &&
                           meters.voicesAwake <= 16 && meters.voicesAwake >= 0;
                }
                std::this_thread::yield();
            }
        });
    Dice dice (9);
    for (int block = 0; block < 200 || (frames.load() == 0 && block < 100000); ++block)
    {
        sayNote (recital, dice, 256);
        recital.play (256);
    }
    playing = false;
    reader.join();
    CHECK (sane);
    CHECK (frames.load() > 0);
    recital.requireSpotless();
}
