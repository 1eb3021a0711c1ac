// SPDX-License-Identifier: GPL-3.0-or-later
#include "Interrupt.h"

#include "../Files/Bytes/AtomicFile.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <thread>

#if ! defined(_WIN32)
 #include <fcntl.h>
 #include <poll.h>
 #include <unistd.h>
#endif

namespace kolophon
{
namespace
{
std::atomic<int> interruptedBy { 0 }, closings { 0 };
std::atomic<bool> broken { false };
static_assert (std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
               "a signal may set them");

#if defined(_WIN32)
extern "C" void requestInterrupt (int signal)
{
    interruptedBy = signal;
}
#else
int bell[2] = { -1, -1 }; // a pipe: the signal rings at one end, and the watchman listens at the other

extern "C" void requestInterrupt (int signal)
{
    const int before = errno;
    int none = 0;
    interruptedBy.compare_exchange_strong (none, signal);
    const char ring = 1;
    [[maybe_unused]] const auto written = ::write (bell[1], &ring, 1);
    errno = before;
}

extern "C" void noteBrokenPipe (int)
{
    broken = true;
}

/** Nothing: the write that met it says so. A handler, and not SIG_IGN, which the programs that we start would inherit.
    */
extern "C" void leaveItToTheWrite (int) {}

void handle (int signal, void (*handler) (int))
{
    struct sigaction before
    {
    }, action {};
    if (::sigaction (signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN)
        return;
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset (&action.sa_mask);
    ::sigaction (signal, &action, nullptr);
}

/** True when the bell rings before the time is up. */
bool rings (std::chrono::milliseconds longest)
{
    pollfd ear { bell[0], POLLIN, 0 };
    char ring = 0;
    return ::poll (&ear, 1, static_cast<int> (longest.count())) > 0 && ::read (bell[0], &ring, 1) == 1;
}

[[noreturn]] void endNow ()
{
    AtomicFile::abandonAll();
    constexpr char line[] = "kolophon: interrupted\n";
    // A bar of progress stands in the line of a terminal.
    const auto skip = ::isatty (STDERR_FILENO) != 0 ? ::write (STDERR_FILENO, "\n", 1) : 0;
    [[maybe_unused]] const auto written = skip + ::write (STDERR_FILENO, line, sizeof line - 1);
    ::_exit (interruptCode());
}

/** Time that each thread has waited for a processor so far [s]; empty if the system does not provide it. */
std::map<std::string, double> waits ()
{
    std::map<std::string, double> all;
    std::error_code error;
    for (std::filesystem::directory_iterator task ("/proc/self/task", error), end; ! error && task != end;
         task.increment (error))
        if (auto* file = std::fopen ((task->path() / "schedstat").c_str(), "re"))
        {
            unsigned long long ran = 0, waited = 0; // [ns]
            if (std::fscanf (file, "%llu %llu", &ran, &waited) == 2)
                all[task->path().filename().string()] = 1e-9 * static_cast<double> (waited);
            std::fclose (file);
        }
    return all;
}

/** The longest that a thread has waited since `before`. [s] */
double longestWait (const std::map<std::string, double>& before)
{
    double longest = 0.0;
    for (const auto& [thread, waited] : waits())
        if (const auto found = before.find (thread); found != before.end())
            longest = std::max (longest, waited - found->second);
    return longest;
}

/** `seconds` since the signal came, in which a thread has waited for a processor for `waited` seconds. */
bool isOver (double seconds, double waited)
{
    // If other programs occupy the processors, the work has hardly had an opportunity to check for the interrupt.
    constexpr double longest = 5.0; // [s]
    return closings > 0 ? seconds - waited > closingPatience
                        : seconds - waited > interruptPatience || seconds > longest;
}

void keepWatch ()
{
    using Clock = std::chrono::steady_clock;
    char ring = 0;
    while (::read (bell[0], &ring, 1) != 1)
    {
    }
    // timeout(1) sends its signal to the process and to its group: a signal that soon after is not a second one.
    constexpr double sameCall = 0.2; // [s]
    constexpr auto glance = std::chrono::milliseconds (20);
    const auto begin = Clock::now();
    const auto waitsBefore = waits();
    const auto passed = [begin] { return std::chrono::duration<double> (Clock::now() - begin).count(); };
    while (! isOver (passed(), longestWait (waitsBefore)))
        if (rings (glance) && passed() > sameCall)
            break;
    endNow();
}
#endif
} // namespace

void watchForInterrupt ()
{
#if defined(_WIN32)
    std::signal (SIGINT, requestInterrupt);
    std::signal (SIGTERM, requestInterrupt);
#else
    if (::pipe (bell) != 0)
        return; // then the signals do what they always do
    for (const int end : bell)
    {
        ::fcntl (end, F_SETFD, FD_CLOEXEC);
    }
    ::fcntl (bell[1], F_SETFL, O_NONBLOCK);
    try
    {
        std::thread (keepWatch).detach();
    }
    catch (const std::system_error&)
    {
        return;
    }
    for (const int signal : { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU })
        handle (signal, requestInterrupt);
    handle (SIGPIPE, noteBrokenPipe);
    handle (SIGXFSZ, leaveItToTheWrite);
#endif
}

bool interruptRequested () noexcept
{
    return interruptedBy.load (std::memory_order_relaxed) != 0;
}

int interruptCode () noexcept
{
    return interruptRequested() ? 128 + interruptedBy.load() : 0;
}

bool pipeBroken () noexcept
{
    return broken;
}

Closing::Closing() noexcept
{
    ++closings;
}

Closing::~Closing()
{
    --closings;
}
} // namespace kolophon
