#pragma once

#include "../Files/ExitCode.h"

#include <optional>
#include <string>
#include <vector>

namespace kolophon
{
/** What stands on the command line, unread. Texts so that one parser, the parameter table's, speaks about all of them.
 */
struct RenderOptions
{
    std::string song, output, preset = "First Light", note, body, gesture, drive, tail = "auto", bits = "24", ledger,
                              probes;
    std::vector<std::string> settings; // "id=value"
    std::optional<std::string> passes, oversample, seed;
    double seconds = 4.0;
    int velocity = 96, rate = 48000, block = 256;
    bool json = false, quiet = false;
    std::string commandLine; // as typed, for the manifest
};

/** `kolophon render`. Throws Failure. */
ExitCode render (const RenderOptions& options);
} // namespace kolophon
