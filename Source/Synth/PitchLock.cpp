#include "PitchLock.h"

#include "../Core/Units.h"
#include "PortableMath.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double averagedPeriods = 5.0;
constexpr double shortestMemory = 0.006;        // [s]
constexpr double transient = 0.1;               // [s] in which an attack has no pitch to be judged
constexpr double centsPerUnit = 1731.234049067; // 1200/ln 2
constexpr double largest = 150.0;               // [cents]
constexpr double deadBand = 0.25;               // [cents]
constexpr double fastest = 40.0;                // [cents] of error that is acted upon at once
constexpr double purity = 0.9;                  // of a mode that mostly turns, and little else
constexpr double steadiness = 1.5;              // ratio to what it was lately, beyond which a tone grows
} // namespace

double PitchLock::follow (const Modes& modes, double asked, double seconds, double strength) noexcept
{
    const double turn = 2.0 * pi * asked * seconds;
    // What friction pulls all the time stands beside what turns: changes, not states. (x1 + i x2) turns clockwise:
    // times its conjugate before, times the turn it should have made.
    double along = 0.0, across = 0.0, whole = 0.0;
    for (std::size_t i = 0; i < modes.size(); ++i)
    {
        const VoiceGroup::ModeNow change { modes[i].x1 - last[i].x1, modes[i].x2 - last[i].x2 };
        along += change.x1 * before[i].x1 + change.x2 * before[i].x2;
        across += change.x2 * before[i].x1 - change.x1 * before[i].x2;
        whole += std::sqrt ((change.x1 * change.x1 + change.x2 * change.x2) *
                            (before[i].x1 * before[i].x1 + before[i].x2 * before[i].x2));
        last[i] = modes[i];
        before[i] = looked ? change : VoiceGroup::ModeNow { 0.0, 0.0 };
    }
    looked = true;
    const double sine = sineOf (turn), cosine = cosineOf (turn + 0.5 * pi);
    const double memory = std::max (averagedPeriods / asked, shortestMemory);
    const double keep = memory / (memory + seconds);
    real = keep * real + along * cosine - across * sine;
    imaginary = keep * imaginary + across * cosine + along * sine;
    length = keep * length + whole;
    const double slowly = 3.0 * memory / (3.0 * memory + seconds);
    usual = slowly * usual + (1.0 - slowly) * real;
    age += seconds;
    const bool grows = real > steadiness * usual || usual > steadiness * real;
    const bool rattles = real < purity * length;
    if (age < std::max (3.0 * memory, transient) || ! (real > 0.0) || grows || rattles)
        return applied;
    const double error = -imaginary / real / turn * centsPerUnit; // above what it should be
    if (std::abs (error) < largest)                               // else it is another note, or none
        wanted =
            std::clamp (wanted - std::clamp (error, -fastest, fastest) * seconds / (3.0 * memory), -largest, largest);
    const double goal = strength * wanted;
    stood += seconds;
    if (std::abs (goal - applied) > deadBand)
    {
        applied = goal;
        stood = 0.0;
    }
    return applied;
}
} // namespace kolophon
