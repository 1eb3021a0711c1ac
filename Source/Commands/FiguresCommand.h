// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Files/ExitCode.h"

#include <string>

namespace kolophon
{
struct FiguresOptions
{
    std::string what, law, body, output;
};

/** Runs `kolophon figures laws`, `bodies` and `strings`: the pictures of Resources/Docs/Laws.md and Bodies.md. Throws
    Failure. */
ExitCode figures (const FiguresOptions& options);
} // namespace kolophon
