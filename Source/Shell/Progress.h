#pragma once

#include <chrono>
#include <cstddef>

namespace kolophon
{
/** How far the work is, on stderr: a bar on a terminal, a line every tenth otherwise. */
class Progress
{
public:
    enum class Style { silent, lines, bar };

    /** silent, or what stderr is good for. */
    static Style styleFor (bool quiet);

    explicit Progress (Style howShown) : style (howShown) {}

    /** `share` 0…1 of the work, `speed` against real time. */
    void show (double fraction, double speed);

    /** The same with the time that the rest will take [s], shown whenever it is told. */
    void showLeft (double fraction, double secondsLeft);

    /** So many of all tasks, which take about as long each, are done: the time left is told from what they took. */
    void showDone (std::size_t done, std::size_t all);

    /** Ends the bar's line. */
    void finish ();

private:
    Style style;
    int shown = -1; // [%] on the bar, or tenths already told
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};
} // namespace kolophon
