// SPDX-License-Identifier: GPL-3.0-or-later
#include "Analysis/Parallel.h"

#include <catch2/catch.hpp>

#include <dlfcn.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <vector>

/** A system that starts no further threads, as under a limit of processes or of memory. Sanitizers
    have a pthread_create of their own, and get on without this one. */
namespace
{
std::atomic<int> startsLeft { -1 }; // none: -1

using Create = int (pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
} // namespace

extern "C" int pthread_create (pthread_t* thread, const pthread_attr_t* attributes, void* (*run) (void*),
                               void* argument) noexcept
{
    static auto* const original = reinterpret_cast<Create*> (::dlsym (RTLD_NEXT, "pthread_create"));
    if (startsLeft == 0)
        return EAGAIN;
    if (startsLeft > 0)
        --startsLeft;
    return original (thread, attributes, run, argument);
}

TEST_CASE ("where the system starts fewer threads than were asked for, those do all the work", "[text]")
{
    for (const int available : { 0, 1, 3 })
    {
        CAPTURE (available);
        std::vector<std::atomic<int>> times (500);
        std::atomic<int> made { 0 };
        startsLeft = available;
        kolophon::inParallelEach (times.size(), 8,
                                  [&]
                                  {
                                      ++made;
                                      return [&times] (std::size_t i) { ++times[i]; };
                                  });
        const int left = startsLeft.exchange (-1);
        CHECK (left == 0);
        CHECK (made == available + 1);
        CHECK (std::all_of (times.begin(), times.end(), [] (const auto& n) { return n == 1; }));
    }
}
