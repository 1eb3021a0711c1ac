#pragma once

#include <stdexcept>
#include <string>

namespace kolophon
{
/** What the shell sees. */
enum class ExitCode {
    ok = 0,
    internalError = 1,
    usage = 2,
    badInput = 3,    // a song or preset that cannot be read or is not valid
    checkFailed = 4, // the energy books do not balance, or a sample is not a number
    notWritable = 5,
    interrupted = 130 // 128 + SIGINT, as shells have it; main() makes it 128 + the signal that it was
};

/** A reason to stop: one clear line for stderr. */
struct Failure : std::runtime_error
{
    Failure (ExitCode exitCode, const std::string& line) : std::runtime_error (line), code (exitCode) {}
    ExitCode code;
};
} // namespace kolophon
