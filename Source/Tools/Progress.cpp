#include "Progress.h"

#include <algorithm>
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
} // namespace

Progress::Style Progress::styleFor (bool quiet)
{
    return quiet ? Style::silent : (stderrIsTerminal() ? Style::bar : Style::lines);
}

void Progress::show (double share, double speed)
{
    const int percent = static_cast<int> (100.0 * std::clamp (share, 0.0, 1.0));
    if (style == Style::bar && percent > shown)
    {
        constexpr int width = 40;
        const auto done = static_cast<std::size_t> (percent * width / 100);
        std::fprintf (stderr, "\r[%s%s] %3d %%  %.1fx ", std::string (done, '#').c_str(),
                      std::string (width - done, '.').c_str(), percent, speed);
        std::fflush (stderr);
        shown = percent;
    }
    if (style == Style::lines && percent / 10 > std::max (shown, 0))
    {
        shown = percent / 10;
        std::fprintf (stderr, "%d %%, %.1fx real time\n", 10 * shown, speed);
    }
}

void Progress::finish()
{
    if (style == Style::bar && shown >= 0)
        std::fputc ('\n', stderr);
    shown = -1;
}
} // namespace kolophon
