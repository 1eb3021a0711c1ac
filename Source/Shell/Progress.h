#pragma once

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

    /** Ends the bar's line. */
    void finish ();

private:
    Style style;
    int shown = -1; // [%] on the bar, or tenths already told
};
} // namespace kolophon
