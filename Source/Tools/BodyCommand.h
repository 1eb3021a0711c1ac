#pragma once

#include "../Files/BodyFile.h"
#include "ExitCode.h"

#include <string>

namespace kolophon
{
struct BodyOptions
{
    std::string input, output;
    bool json = false;
};

/** `kolophon body`: checks a body, prints its modes, writes it. Throws Failure. */
ExitCode body (const BodyOptions& options);

/** What --body names. Throws Failure (3). */
CustomBody bodyFromOption (const std::string& file);
} // namespace kolophon
