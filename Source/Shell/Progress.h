// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>

namespace kolophon
{
/** Progress display on stderr: a bar on a terminal, a line every tenth otherwise. */
class Progress
{
public:
    enum class Style { silent, lines, bar };

    /** silent, or the style that suits stderr. */
    static Style styleFor (bool quiet);

    explicit Progress (Style howShown) : style (howShown) {}

    /** Shows `fraction` 0…1 of the work and `speed` relative to real time. */
    void show (double fraction, double speed);

    /** Shows the fraction and the remaining time [s]; updates the bar at every call. */
    void showLeft (double fraction, double secondsLeft);

    /** Shows that `done` of `all` tasks of about equal length are done: the remaining time is estimated from the
        time taken so far. */
    void showDone (std::size_t done, std::size_t all);

    /** Ends the bar's line. */
    void finish ();

private:
    Style style;
    int shown = -1; // [%] on the bar, or tenths already printed
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};
} // namespace kolophon
