// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <thread>

/** Commits the crime that its argument names, so that each sanitizer can prove that it is awake. */
namespace
{
void* volatile escaped = nullptr;
int shared = 0;

#if defined(__clang__)
void waitInRealTime () noexcept [[clang::nonblocking]]
{
    escaped = std::malloc (100);
}
#endif
} // namespace

int main (int count, char** arguments)
{
    if (count < 2)
        return 2;
    const std::string_view crime = arguments[1];
#if defined(__clang__)
    if (crime == "realtime")
        waitInRealTime();
#endif
    if (crime == "address")
    {
        escaped = std::malloc (100);
        std::free (escaped);
        static_cast<char*> (escaped)[0] = 1;
    }
    if (crime == "undefined")
    {
        int most = std::numeric_limits<int>::max();
        escaped = &most; // who knows what it is now?
        ++most;
        std::printf ("%d\n", most);
    }
    if (crime == "thread")
    {
        std::thread other ([] { ++shared; });
        ++shared;
        other.join();
    }
    std::puts ("nobody noticed");
}
