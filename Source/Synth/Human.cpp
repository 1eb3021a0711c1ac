#include "Human.h"

#include "../Core/Units.h"
#include "../Physics/SurfaceProfile.h"
#include "PortableMath.h"

#include <cmath>

namespace kolophon
{
namespace
{
constexpr double driftOfSpeed = 0.1, driftOfForce = 0.12, tremorOfSpeed = 0.06, tremorOfForce = 0.08;
constexpr double textureOfSpeed = 0.06, textureOfForce = 0.1;          // rms
constexpr double slowCents = 1.5, trembleCents = 3.0, fastCents = 1.5; // [cent] rms
constexpr double fingerTime = 0.0025;                                  // [s] between its moves
constexpr double depthOfVibrato = 0.2;                                 // rms
constexpr double finestHair = 0.0015;                                  // [m] between two places of it
constexpr int hairPlaces = 432;                                        // on the finest scale
constexpr double bowLength = finestHair * hairPlaces;                  // [m]; then it begins again
constexpr double slowest = 0.25; // factor of speed and force that no fluctuation goes below
} // namespace

/** Oscillators, one somewhere in each of `number` equal parts of so many octaves from `lowest` [Hz] on, as strong as
    one another, which is 1/f noise, and with an rms of 1 together. */
void Human::draw (int first, int number, double lowest, double octaves) noexcept
{
    const double amplitude = std::sqrt (2.0 / number);
    for (int i = 0; i < number; ++i)
    {
        const auto at = static_cast<std::size_t> (first + i);
        frequency[at] = lowest * portable::exp2 (octaves / number * (i + noise.nextUniform()));
        const double phase = 2.0 * pi * noise.nextUniform();
        cosine[at] = amplitude * portable::sin (phase + 0.5 * pi);
        sine[at] = amplitude * portable::sin (phase);
    }
}

void Human::begin (Noise itsNoise) noexcept
{
    moment = {};
    noise = itsNoise;
    hair = bowLength * noise.nextUniform();
    startingPlace = SurfaceProfile::period * noise.nextUniform();
    reach = 0.8 + 0.2 * noise.nextUniform();
    drawn = 0.0;
    turns = false;
    fingerStands = false;
    hasOscillators = false;
}

/** Draws the oscillators, when somebody wants them. */
void Human::drawAll() noexcept
{
    int first = 0;
    const auto next = [&] (int number, double lowest, double octaves)
    {
        draw (first, number, lowest, octaves);
        first += number;
    };
    next (driftCount, 0.08, 6.64);
    next (tremorCount, 6.0, 0.737);
    next (slowCount, 0.1, 3.32);
    next (trembleCount, 4.0, 0.807);
    next (fastCount, 10.0, 2.17);
    stepSeconds = 0.0;
    hasOscillators = true;
}

Human::Sum Human::sum (int first, int number) const noexcept
{
    Sum all;
    for (int i = first; i < first + number; ++i)
    {
        all.cosine += cosine[static_cast<std::size_t> (i)];
        all.sine += sine[static_cast<std::size_t> (i)];
    }
    return all;
}

void Human::turn (double seconds) noexcept
{
    if (seconds != stepSeconds)
    {
        stepSeconds = seconds;
        for (std::size_t i = 0; i < count; ++i)
        {
            const double angle = 2.0 * pi * frequency[i] * seconds;
            stepCosine[i] = portable::sin (angle + 0.5 * pi);
            stepSine[i] = portable::sin (angle);
        }
    }
    for (std::size_t i = 0; i < count; ++i)
    {
        const double c = cosine[i];
        cosine[i] = c * stepCosine[i] - sine[i] * stepSine[i];
        sine[i] = c * stepSine[i] + sine[i] * stepCosine[i];
    }
}

/** How much hair and rosin differ here from their mean, rms 1: smooth noise over five scales, the bow's own. */
double Human::unevenness() noexcept
{
    static_assert (hairPlaces % (1 << (hairScales - 1)) == 0);
    // A uniform value in each place has the variance 1/3; in between, 26/35 of that on average, and
    // scales are independent.
    constexpr double scale = 0.8987; // 1/sqrt (5 x 1/3 x 26/35)
    double sum = 0.0;
    for (int i = 0; i < hairScales; ++i)
    {
        const int places = hairPlaces >> i;
        const double place = hair * places / bowLength, corner = std::floor (place), x = place - corner;
        auto& here = neighbours[static_cast<std::size_t> (i)];
        if (const int number = static_cast<int> (corner); number != here.corner)
        {
            const auto at = [i, places] (int it)
            { return Noise (static_cast<std::uint64_t> ((i + 1) * 1000 + it % places) << 20).nextBipolar(); };
            here = { number, at (number), at (number + 1) };
        }
        sum += here.low + x * x * (3.0 - 2.0 * x) * (here.high - here.low);
    }
    return scale * sum;
}

bool Human::fingersMove (double before, double now) noexcept
{
    constexpr double clear = 1e-6; // [s]: no rounding decides
    return std::floor ((now + clear) / fingerTime) != std::floor ((before + clear) / fingerTime);
}

void Human::move (const Patch& patch, double seconds, double velocity, bool fingerMoves) noexcept
{
    if (! moves (patch))
    {
        moment = {};
        turns = false;
        return;
    }
    if (! hasOscillators)
        drawAll();
    turn (seconds);
    drawn += std::abs (velocity) * seconds;
    turns = patch.humanBowLength > 0.0 && drawn >= reach * patch.humanBowLength;
    drawn = turns ? 0.0 : drawn;
    hair += velocity * seconds;
    hair -= bowLength * std::floor (hair / bowLength);

    const double human = 1e-4 * patch.voiceHumanisePercent;
    const double drift = human * patch.humanDriftPercent, tremor = human * patch.humanTremorPercent;
    const double texture = human * patch.humanTexturePercent, finger = human * patch.humanFingerPercent;
    const auto slowHand = sum (0, driftCount);
    const auto shaking = sum (driftCount, tremorCount);
    const double uneven = texture > 0.0 ? unevenness() : 0.0;
    const auto factor = [] (double change) { return change > slowest - 1.0 ? 1.0 + change : slowest; };
    const double before = moment.speed;
    moment.speed = factor (drift * driftOfSpeed * slowHand.cosine + tremor * tremorOfSpeed * shaking.cosine +
                           texture * textureOfSpeed * uneven);
    moment.change = std::abs (moment.speed - before);
    moment.force = factor (drift * driftOfForce * slowHand.sine + tremor * tremorOfForce * shaking.sine +
                           texture * textureOfForce * uneven);
    if (fingerStands && ! fingerMoves)
        return;
    fingerStands = true;
    const auto slow = sum (driftCount + tremorCount, slowCount);
    const auto tremble = sum (driftCount + tremorCount + slowCount, trembleCount);
    const auto fast = sum (count - fastCount, fastCount);
    moment.cents = finger * (slowCents * slow.cosine + trembleCents * tremble.cosine + fastCents * fast.cosine);
    moment.vibrato = factor (finger * depthOfVibrato * slow.sine);
}
} // namespace kolophon
