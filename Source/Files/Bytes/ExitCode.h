// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>

namespace kolophon
{
/** Exit codes of the command line program. */
enum class ExitCode {
    ok = 0,
    internalError = 1,
    usage = 2,
    badInput = 3,    // a song or preset that cannot be read or is not valid
    checkFailed = 4, // the energy books do not balance, or a sample is not finite
    notWritable = 5,
    interrupted = 130 // 128 + SIGINT, as in shells; main() makes it 128 + the received signal
};

/** Error that ends the program: one clear line for stderr. */
struct Failure : std::runtime_error
{
    Failure (ExitCode exitCode, const std::string& line) : std::runtime_error (line), code (exitCode) {}
    ExitCode code;
};
} // namespace kolophon
