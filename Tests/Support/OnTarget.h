// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hwy/targets.h>

#include <cstdint>
#include <vector>

/** Instruction sets of Highway, to be chosen by a test. A program for one set alone chooses nothing, and does not need
    Highway's library: Scripts/portable has none for other systems. */
namespace kolophon::test
{
/** Those of the program that run on this machine, the newest first. */
inline std::vector<std::int64_t> targets ()
{
#if defined(HWY_COMPILE_ONLY_STATIC)
    return { HWY_STATIC_TARGET };
#else
    return hwy::SupportedAndGeneratedTargets();
#endif
}

/** Chooses an instruction set while it lives. */
class OnTarget
{
public:
    explicit OnTarget (std::int64_t target) { choose (target); }
    ~OnTarget() { choose (0); }
    OnTarget (const OnTarget&) = delete;
    OnTarget& operator= (const OnTarget&) = delete;

private:
    static void choose ([[maybe_unused]] std::int64_t target)
    {
#if ! defined(HWY_COMPILE_ONLY_STATIC)
        hwy::SetSupportedTargetsForTest (target);
        hwy::GetChosenTarget().Update (hwy::SupportedTargets());
#endif
    }
};
} // namespace kolophon::test
