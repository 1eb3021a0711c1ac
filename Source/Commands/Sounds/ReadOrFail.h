// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"
#include "../../Files/Bytes/ExitCode.h"

#include <utility>

namespace kolophon
{
/** Returns the value read from a file of the command line. Throws Failure (3) with the reason on an error. */
template <class Value>
Value readOrFail (Result<Value> result)
{
    if (! result)
        throw Failure (ExitCode::badInput, result.error().what());
    return *std::move (result);
}
} // namespace kolophon
