// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ProcessorTime.h"
#include "ToolFolder.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <chrono>
#include <ctime>
#include <functional>
#include <thread>
#include <vector>

namespace kolophon::test
{
/** The tool while it works, in the work folder of a bench: a test waits until something can be seen, and then signals.
    What a shell or a runner in the background has set to be ignored is not ignored here. */
class RunningTool
{
public:
    explicit RunningTool (const ToolFolder& itsBench, const std::vector<std::string>& arguments,
                          rlim_t largestFile = RLIM_INFINITY)
        : bench (itsBench)
    {
        std::vector<char*> words { const_cast<char*> (KOLOPHON_TOOL) };
        for (const auto& argument : arguments)
            words.push_back (const_cast<char*> (argument.c_str()));
        words.push_back (nullptr);
        const auto work = (bench.folder / "work").string(), out = (bench.folder / "out").string(),
                   err = (bench.folder / "err").string();
        std::filesystem::remove (err); // what an earlier one has said must not be taken for this one's
        std::fflush (nullptr);
        child = ::fork();
        REQUIRE (child >= 0);
        if (child == 0)
        {
            for (const int number : { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ })
                ::signal (number, SIG_DFL);
            const rlimit size { largestFile, largestFile };
            if (largestFile != RLIM_INFINITY)
                ::setrlimit (RLIMIT_FSIZE, &size);
            const int in = ::open ("/dev/null", O_RDONLY);
            const auto writer = [] (const std::string& path)
            { return ::open (path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666); };
            ::dup2 (in, 0);
            ::dup2 (writer (out), 1);
            ::dup2 (writer (err), 2);
            if (::chdir (work.c_str()) == 0)
                ::execv (KOLOPHON_TOOL, words.data());
            ::_exit (127);
        }
    }

    ~RunningTool()
    {
        if (child > 0)
        {
            ::kill (child, SIGKILL);
            ::waitpid (child, nullptr, 0);
        }
    }
    RunningTool (const RunningTool&) = delete;
    RunningTool& operator= (const RunningTool&) = delete;

    /** Waits until `state` holds; false when the tool ended before, or after ten minutes. */
    bool until (const std::function<bool()>& state)
    {
        for (const auto begin = Clock::now(); ! ended() && Clock::now() - begin < std::chrono::minutes (10);)
        {
            if (state())
                return true;
            std::this_thread::sleep_for (std::chrono::milliseconds (5));
        }
        return false;
    }

    /** Until a temporary file stands in the folder and holds so many bytes. */
    bool untilWriting (const std::string& inside = "", std::uintmax_t bytes = 1)
    {
        return until ([&] { return largestTemporary (inside) >= bytes; });
    }

    /** Until it has worked for so many more seconds of processor time: however busy the machine is, what it prepares
        is behind it then. */
    bool untilWorked (double seconds)
    {
        const double enough = processorSeconds() + seconds;
        return until ([&] { return processorSeconds() >= enough; });
    }

    std::uintmax_t largestTemporary (const std::string& inside = "") const
    {
        std::uintmax_t largest = 0;
        std::error_code error;
        namespace fs = std::filesystem;
        for (fs::directory_iterator entry (bench.path (inside), error), end; ! error && entry != end;
             entry.increment (error))
            if (entry->path().extension() == ".part")
            {
                std::error_code gone;
                const auto size = fs::file_size (entry->path(), gone);
                largest = gone ? largest : std::max (largest, size);
            }
        return largest;
    }

    void signal (int number)
    {
        workedBefore = processorSeconds();
        ::kill (child, number);
    }

    struct Ending
    {
        int code;      // of the exit; -1: by a signal
        double worked; // [s] of processor time, from the signal to the end
        std::string out, err;
    };

    /** Waits for the end. */
    Ending ending ()
    {
        rusage used {};
        if (child > 0)
        {
            ::wait4 (child, &status, 0, &used);
            child = -1;
        }
        return { WIFEXITED (status) ? WEXITSTATUS (status) : -1, std::max (0.0, secondsOf (used) - workedBefore),
                 contents (bench.folder / "out"), contents (bench.folder / "err") };
    }

    Ending endingAfter (int number)
    {
        signal (number);
        return ending();
    }

private:
    using Clock = std::chrono::steady_clock;

    double processorSeconds () const
    {
        clockid_t clock {};
        timespec used {};
        if (child <= 0 || ::clock_getcpuclockid (child, &clock) != 0 || ::clock_gettime (clock, &used) != 0)
            return 0.0;
        return static_cast<double> (used.tv_sec) + 1e-9 * static_cast<double> (used.tv_nsec);
    }

    bool ended ()
    {
        if (child > 0 && ::waitpid (child, &status, WNOHANG) == child)
            child = -1;
        return child < 0;
    }

    const ToolFolder& bench;
    pid_t child = -1;
    int status = 0;
    double workedBefore = 0.0; // [s] the signal
};

/** Everything below the work folder that is called like a temporary file. */
inline std::set<std::string> temporaries (const ToolFolder& bench)
{
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator (bench.folder / "work"))
        if (entry.path().extension() == ".part")
            found.insert (entry.path().filename().string());
    return found;
}
} // namespace kolophon::test
