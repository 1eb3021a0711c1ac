// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Analysis/Bodies/RecordedBody.h"
#include "../../Files/Bytes/ExitCode.h"

#include <string>

namespace kolophon
{
struct BodyOptions
{
    std::string input, output;
    int modes = usualModes;
    bool json = false;
};

/** Runs `kolophon body`: extracts a body from a recording or checks a body file, prints its modes, writes it. Throws
    Failure. */
ExitCode body (const BodyOptions& options);

/** Reads the body of --body. Throws Failure (3). */
CustomBody bodyFromOption (const std::string& file);
} // namespace kolophon
