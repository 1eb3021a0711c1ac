// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kolophon::lab
{
/** One end of an interval with a change of sign. */
struct RootEnd
{
    double x, value;
};

/** Finds the point where f rises through zero between low, where it is not positive, and high, where it is: by the
    Illinois variant of the false position (Dowell & Jarratt, BIT 11 (1971) 168-174), to within `width`. f is positive
    at the result, so that the event has happened there. */
template <class Function>
double risingRoot (Function&& f, RootEnd low, RootEnd high, double width)
{
    for (int i = 0; i < 60 && high.x - low.x > width; ++i)
    {
        double middle = high.x - high.value * (high.x - low.x) / (high.value - low.value);
        if (! (middle > low.x && middle < high.x))
            middle = 0.5 * (low.x + high.x);
        const double value = f (middle);
        if (value > 0.0)
        {
            low.value *= high.x - middle < 0.5 * (high.x - low.x) ? 0.5 : 1.0;
            high = { middle, value };
        }
        else
        {
            high.value *= middle - low.x < 0.5 * (high.x - low.x) ? 0.5 : 1.0;
            low = { middle, value };
        }
    }
    return high.x;
}
} // namespace kolophon::lab
