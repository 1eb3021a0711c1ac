#pragma once

#include "../Analysis/RecordedBody.h"
#include "../Files/ExitCode.h"

#include <string>

namespace kolophon
{
struct BodyOptions
{
    std::string input, output;
    int modes = usualModes;
    bool json = false;
};

/** `kolophon body`: takes a body out of a recording or checks a body file, prints its modes, writes it. Throws Failure.
    */
ExitCode body (const BodyOptions& options);

/** What --body names. Throws Failure (3). */
CustomBody bodyFromOption (const std::string& file);
} // namespace kolophon
