#include "BoxLoudness.h"

#include "../Core/Units.h"
#include "Boxes.h"
#include "PortableMath.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <span>
#include <vector>

namespace kolophon::boxLoudness
{
namespace
{
constexpr double lowestKey = 16.0, highestKey = 112.0;      // [semitones] of the tables; beyond them, as at their end
constexpr double firstAveraged = 33.0, lastAveraged = 84.0; // A1 … C6
constexpr std::size_t perSemitone = 8, finePerSemitone = 16;
constexpr std::size_t partials = 48;
constexpr std::size_t points = static_cast<std::size_t> (highestKey - lowestKey) * perSemitone + 1;
constexpr std::size_t finePoints = static_cast<std::size_t> (highestKey - lowestKey + 68.0) * finePerSemitone + 1;

/** What a box makes of a unit force at one frequency: real part and square, averaged over both ears. */
struct Answer
{
    double real = 0.0, square = 0.0;
};

/** B/A and C/A over the key, and their averages. */
struct Table
{
    std::array<Answer, points> at {};
    Answer average;
};

double hertzOf (double key) noexcept
{
    return 440.0 * portable::exp2 ((key - 69.0) / 12.0);
}

Answer answerOf (int box, double frequency) noexcept
{
    double real[2] = {}, imaginary[2] = {};
    for (const auto& each : boxes::resonancesOf (box))
    {
        const double x = frequency / each.frequency, y = x / each.quality, z = 1.0 - x * x;
        const double norm = y / (z * z + y * y); // (i y)/(z + i y) = norm (y + i z)
        for (std::size_t ear = 0; ear < 2; ++ear)
        {
            const double gain = ear == 0 ? each.left : each.right;
            real[ear] += gain * norm * y;
            imaginary[ear] += gain * norm * z;
        }
    }
    Answer answer { 0.5 * (real[0] + real[1]), 0.0 };
    for (std::size_t ear = 0; ear < 2; ++ear)
        answer.square += 0.5 * (real[ear] * real[ear] + imaginary[ear] * imaginary[ear]);
    return answer;
}

Answer between (std::span<const Answer> list, double place) noexcept
{
    const double inside = std::clamp (place, 0.0, static_cast<double> (list.size() - 1));
    const auto below = std::min (static_cast<std::size_t> (inside), list.size() - 2);
    const double t = inside - static_cast<double> (below);
    return { list[below].real + t * (list[below + 1].real - list[below].real),
             list[below].square + t * (list[below + 1].square - list[below].square) };
}

void fill (Table& table, int box)
{
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < finePoints; ++i)
        answers.push_back (answerOf (box, hertzOf (lowestKey + static_cast<double> (i) / finePerSemitone)));
    std::array<double, partials> powers, up; // of each partial, and where it lies [semitones] over the first
    double all = 0.0;
    for (std::size_t n = 0; n < partials; ++n)
    {
        const auto order = static_cast<double> (n + 1);
        powers[n] = 1.0 / (order * order);
        up[n] = 12.0 * portable::log (order) / std::numbers::ln2;
        all += powers[n];
    }
    double averaged = 0.0;
    for (std::size_t i = 0; i < points; ++i)
    {
        const double semitones = static_cast<double> (i) / perSemitone;
        for (std::size_t n = 0; n < partials; ++n)
        {
            const auto answer = between (answers, (semitones + up[n]) * finePerSemitone);
            table.at[i].real += powers[n] * answer.real;
            table.at[i].square += powers[n] * answer.square;
        }
        table.at[i].real /= all;
        table.at[i].square /= all;
        if (lowestKey + semitones < firstAveraged || lowestKey + semitones > lastAveraged)
            continue;
        table.average.real += table.at[i].real;
        table.average.square += table.at[i].square;
        averaged += 1.0;
    }
    table.average.real /= averaged;
    table.average.square /= averaged;
}

struct Tables
{
    std::array<Table, std::size (boxes::names)> ofBox;

    Tables()
    {
        for (std::size_t box = 1; box < ofBox.size(); ++box) // None needs no table
            fill (ofBox[box], static_cast<int> (box));
    }
};

const Tables& tables ()
{
    static const Tables all;
    return all;
}

double powerOf (const Answer& answer, double mix) noexcept
{
    const double bare = 1.0 - mix;
    return bare * bare + 2.0 * mix * bare * answer.real + mix * mix * answer.square;
}
} // namespace

void prepare ()
{
    tables();
}

double atKey (int box, double mix, double size, double key) noexcept
{
    if (box == 0 || mix == 0.0)
        return 0.0;
    const auto& table = tables().ofBox[static_cast<std::size_t> (box)];
    const double smaller = portable::log (size) * (12.0 / std::numbers::ln2); // to a larger box the key is higher
    const double here = powerOf (between (table.at, (key + smaller - lowestKey) * perSemitone), mix);
    return 10.0 / std::numbers::ln10 * portable::log (here / powerOf (table.average, mix));
}
} // namespace kolophon::boxLoudness
