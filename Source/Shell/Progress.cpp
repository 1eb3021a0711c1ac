// SPDX-License-Identifier: GPL-3.0-or-later
#include "Progress.h"

#include "../Core/Text/NumberText.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#if defined(_WIN32)
 #include <io.h>
#else
 #include <unistd.h>
#endif

namespace kolophon
{
namespace
{
bool stderrIsTerminal ()
{
#if defined(_WIN32)
    return _isatty (2) != 0;
#else
    return isatty (2) != 0;
#endif
}

int percentOf (double fraction)
{
    return static_cast<int> (100.0 * std::clamp (fraction, 0.0, 1.0));
}

/** "1:05", "2:00:00". */
std::string clock (double seconds)
{
    const auto whole = static_cast<long long> (std::ceil (std::clamp (seconds, 0.0, 1e9)));
    return whole >= 3600 ? formatted ("%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60)
                         : formatted ("%lld:%02lld", whole / 60, whole % 60);
}

void drawBar (int percent)
{
    constexpr int width = 40;
    const auto done = static_cast<std::size_t> (percent * width / 100);
    std::fprintf (stderr, "\r[%s%s] %3d %%  ", std::string (done, '#').c_str(), std::string (width - done, '.').c_str(),
                  percent);
}
} // namespace

Progress::Style Progress::styleFor (bool quiet)
{
    return quiet ? Style::silent : (stderrIsTerminal() ? Style::bar : Style::lines);
}

void Progress::show (double fraction, double speed)
{
    const int percent = percentOf (fraction);
    if (style == Style::bar && percent > shown)
    {
        drawBar (percent);
        std::fputs (formatted ("%.1fx ", speed).c_str(), stderr);
        std::fflush (stderr);
        shown = percent;
    }
    if (style == Style::lines && percent / 10 > std::max (shown, 0))
    {
        shown = percent / 10;
        std::fputs (formatted ("%d %%, %.1fx real time\n", 10 * shown, speed).c_str(), stderr);
    }
}

void Progress::showLeft (double fraction, double secondsLeft)
{
    const int percent = percentOf (fraction);
    if (style == Style::bar)
    {
        drawBar (percent);
        std::fprintf (stderr, "%s left   ", clock (secondsLeft).c_str());
        std::fflush (stderr);
        shown = percent;
    }
    if (style == Style::lines && percent / 10 > std::max (shown, 0))
    {
        shown = percent / 10;
        std::fprintf (stderr, "%d %%, %s left\n", 10 * shown, clock (secondsLeft).c_str());
    }
}

void Progress::showDone (std::size_t done, std::size_t all)
{
    const double took = std::chrono::duration<double> (std::chrono::steady_clock::now() - begin).count();
    const double fraction = static_cast<double> (done) / static_cast<double> (all);
    showLeft (fraction, took * (1.0 - fraction) / fraction);
}

void Progress::finish()
{
    if (style == Style::bar && shown >= 0)
        std::fputc ('\n', stderr);
    shown = -1;
}
} // namespace kolophon
