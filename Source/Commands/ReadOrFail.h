#pragma once

#include "../Core/Error.h"
#include "../Files/ExitCode.h"

#include <utility>

namespace kolophon
{
/** What was read of a file that the command line names. Throws Failure (3) with the reason where that went wrong. */
template <class Value>
Value readOrFail (Result<Value> result)
{
    if (! result)
        throw Failure (ExitCode::badInput, result.error().what());
    return *std::move (result);
}
} // namespace kolophon
