#pragma once

#include <stdexcept>

namespace kolophon
{
/** What is wrong in a file, in one sentence. */
struct Refusal : std::runtime_error
{
    using std::runtime_error::runtime_error;
};
} // namespace kolophon
