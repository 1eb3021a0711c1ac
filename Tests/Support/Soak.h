// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Core/Noise.h"

#include <malloc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

/** Hours at the instrument: who plays, for how long, and how much memory that takes. */
namespace kolophon::test
{
/** KOLOPHON_SOAK=HOURS, or HOURS@SEED: time of the engine; a few minutes where nothing is asked for. */
struct Soak
{
    double minutes = 4.0;
    std::uint64_t seed = 1;

    Soak()
    {
        const char* const asked = std::getenv ("KOLOPHON_SOAK");
        if (asked == nullptr || *asked == '\0')
            return;
        char* end = nullptr;
        minutes = 60.0 * std::strtod (asked, &end);
        if (*end == '@')
            seed = std::strtoull (end + 1, nullptr, 10);
    }
};

/** Somebody with ten fingers, pedals and wheels, who never stops. */
class TirelessPlayer
{
public:
    explicit TirelessPlayer (std::uint64_t seed) : noise (seed) {}

    double uniform () { return noise.nextUniform(); }
    int below (int limit) { return static_cast<int> (uniform() * limit); }

    /** What is played in a block of `samples` at 48 kHz, in order: give (offset, status, first, second). */
    template <class Give>
    void play (int samples, const Give& give)
    {
        const auto send = [&give] (int offset, int status, int first, int second)
        {
            using Byte = std::uint8_t;
            give (offset, static_cast<Byte> (status), static_cast<Byte> (first), static_cast<Byte> (second));
        };
        static constexpr std::array controllers { 1, 2, 5, 7, 10, 11, 64, 65, 66, 67, 74, 84 };
        constexpr double perSecond = 8.0;
        for (int offset = 0; offset < samples; offset += 16)
        {
            if (uniform() >= perSecond * 16.0 / 48000.0)
                continue;
            const int channel = below (8) == 0 ? below (16) : 0, value = below (128);
            switch (below (10))
            {
                case 0:
                case 1:
                case 2: // the finger that has been down longest
                    send (offset, 0x80 | held[next].channel, held[next].key, value);
                    held[next] = { channel, 24 + below (80) };
                    send (offset, 0x90 | channel, held[next].key, 1 + below (127));
                    next = (next + 1) % held.size();
                    break;
                case 3:
                case 4:
                {
                    const auto& its = held[static_cast<std::size_t> (below (static_cast<int> (held.size())))];
                    send (offset, 0x80 | its.channel, its.key, value);
                    break;
                }
                case 5: send (offset, 0xe0 | channel, below (128), value); break;
                case 6: send (offset, below (2) == 0 ? 0xd0 | channel : 0xa0 | channel, value, below (128)); break;
                default: send (offset, 0xb0 | channel, controllers[static_cast<std::size_t> (below (12))], value);
            }
        }
    }

    /** Lets go of everything. */
    template <class Send>
    static void leave (const Send& send)
    {
        for (int channel = 0; channel < 16; ++channel)
            for (const int controller : { 64, 66, 123 })
                send (0, 0xb0 | channel, controller, 0);
    }

private:
    Noise noise;
    struct Key
    {
        int channel = 0, key = 24;
    };
    std::array<Key, 4> held {};
    std::size_t next = 0;
};

/** Memory of this process [bytes]: given out by the allocator, and resident with what the allocator keeps in hand. */
struct MemoryUse
{
    double given = 0.0, resident = 0.0;

    static MemoryUse now ()
    {
        const auto heap = ::mallinfo2();
        double pages = 0.0;
        std::ifstream ("/proc/self/statm") >> pages >> pages;
        return { static_cast<double> (heap.uordblks + heap.hblkhd),
                 pages * static_cast<double> (::sysconf (_SC_PAGESIZE)) };
    }
};

/** Memory after each minute, at the same preset. */
class MemoryBook
{
public:
    std::string note ()
    {
        ::malloc_trim (0);
        all.push_back (MemoryUse::now());
        char text[80];
        std::snprintf (text, sizeof text, "%.3f MB given, %.0f resident", 1e-6 * all.back().given,
                       1e-6 * all.back().resident);
        return text;
    }

    /** By how much more than one percent a day what is given grows [bytes], beside the parts of sounds that are kept
        for the log of the last minute: the least of the second half of the minutes against that of the first. */
    double growth () const
    {
        const auto middle = all.begin() + static_cast<std::ptrdiff_t> (all.size() / 2);
        const auto least = [] (auto from, auto to)
        { return std::min_element (from, to, [] (const auto& a, const auto& b) { return a.given < b.given; })->given; };
        if (all.size() < 4)
            return 0.0;
        constexpr double partsOfSounds = 256e3, minutesOfDay = 1440.0;
        const double before = least (all.begin() + 1, middle); // the first minute warms up
        return least (middle, all.end()) - before - partsOfSounds -
               0.01 * before * static_cast<double> (all.size()) / minutesOfDay;
    }

private:
    std::vector<MemoryUse> all;
};
} // namespace kolophon::test
