#pragma once

#include "ExitCode.h"

#include <string>

namespace kolophon
{
struct FiguresOptions
{
    std::string what, law, output;
};

/** `kolophon figures laws`: the pictures of Resources/Docs/Laws.md. Throws Failure. */
ExitCode figures (const FiguresOptions& options);
} // namespace kolophon
