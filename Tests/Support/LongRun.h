#pragma once

#include <cstdlib>

namespace kolophon::test
{
/** True when the long sweeps were asked for (Scripts/test --long). */
inline bool longRun ()
{
    return std::getenv ("KOLOPHON_LONG") != nullptr;
}
} // namespace kolophon::test
