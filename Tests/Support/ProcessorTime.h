// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/resource.h>

/** Work in seconds of processor time: a machine that is busy with something else adds next to nothing to it. */
namespace kolophon::test
{
inline double secondsOf (const rusage& used)
{
    const auto seconds = [] (const timeval& t)
    { return static_cast<double> (t.tv_sec) + 1e-6 * static_cast<double> (t.tv_usec); };
    return seconds (used.ru_utime) + seconds (used.ru_stime);
}

/** Of all processes that this one has started and waited for. */
inline double secondsOfChildren ()
{
    rusage used {};
    ::getrusage (RUSAGE_CHILDREN, &used);
    return secondsOf (used);
}
} // namespace kolophon::test
