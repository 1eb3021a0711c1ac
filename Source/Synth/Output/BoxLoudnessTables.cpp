// SPDX-License-Identifier: GPL-3.0-or-later
#include "BoxLoudnessTables.h"

#include "../../Physics/PortableMath.h"

#include <numbers>
#include <vector>

namespace kolophon::boxLoudness
{
namespace
{
constexpr double firstAveraged = 33.0, lastAveraged = 84.0; // A1 … C6
constexpr std::size_t finePerSemitone = 16;
constexpr std::size_t partials = 48;
constexpr std::size_t finePoints = static_cast<std::size_t> (highestKey - lowestKey + 68.0) * finePerSemitone + 1;

/** Averages over so many boxes of a kind: a table that knew one of them would not know the next. */
constexpr int characters = 24;

/** Adds the responses of one box. Loops over modes outside, so that the frequencies are contiguous for vectorisation. */
void addResponses (const boxes::Modes& modes, const std::vector<double>& frequencies, std::vector<Response>& responses)
{
    const auto count = frequencies.size();
    std::vector<double> real[2], imaginary[2];
    for (auto* sums : { &real[0], &real[1], &imaginary[0], &imaginary[1] })
        sums->resize (count);
    for (const auto& each : modes.list())
        for (std::size_t i = 0; i < count; ++i)
        {
            const double x = frequencies[i] / each.frequency, y = x / each.quality, z = 1.0 - x * x;
            const double norm = y / (z * z + y * y); // (i y)/(z + i y) = norm (y + i z)
            real[0][i] += each.left * norm * y;
            imaginary[0][i] += each.left * norm * z;
            real[1][i] += each.right * norm * y;
            imaginary[1][i] += each.right * norm * z;
        }
    for (std::size_t i = 0; i < count; ++i)
    {
        responses[i].real += 0.5 / characters * (real[0][i] + real[1][i]);
        for (std::size_t ear = 0; ear < 2; ++ear)
            responses[i].square +=
                0.5 / characters * (real[ear][i] * real[ear][i] + imaginary[ear][i] * imaginary[ear][i]);
    }
}

std::vector<Response> responsesOf (int box, const std::vector<double>& frequencies)
{
    std::vector<Response> responses (frequencies.size());
    const auto modes = std::make_unique<boxes::Modes>();
    for (int character = 1; character <= characters; ++character)
    {
        boxes::makeModes (box, character, *modes);
        addResponses (*modes, frequencies, responses);
    }
    return responses;
}

void finish (Table& table, double all) noexcept
{
    double averaged = 0.0;
    for (std::size_t i = 0; i < points; ++i)
    {
        table.byKey[i].real /= all;
        table.byKey[i].square /= all;
        const double key = lowestKey + static_cast<double> (i) / perSemitone;
        if (key < firstAveraged || key > lastAveraged)
            continue;
        table.average.real += table.byKey[i].real;
        table.average.square += table.byKey[i].square;
        averaged += 1.0;
    }
    table.average.real /= averaged;
    table.average.square /= averaged;
}
} // namespace

std::vector<double> fineFrequencies ()
{
    std::vector<double> frequencies;
    for (std::size_t i = 0; i < finePoints; ++i)
        frequencies.push_back (440.0 *
                               portable::exp2 ((lowestKey + static_cast<double> (i) / finePerSemitone - 69.0) / 12.0));
    return frequencies;
}

Table tableOf (std::span<const Response> responses)
{
    std::array<double, partials> powers, up; // of each partial, and its interval above the first [semitones]
    double all = 0.0;
    for (std::size_t n = 0; n < partials; ++n)
    {
        const auto order = static_cast<double> (n + 1);
        powers[n] = 1.0 / (order * order);
        up[n] = 12.0 * portable::log (order) / std::numbers::ln2;
        all += powers[n];
    }
    Table table;
    for (std::size_t i = 0; i < points; ++i)
        for (std::size_t n = 0; n < partials; ++n)
        {
            const double semitones = static_cast<double> (i) / perSemitone;
            const auto response = Between (finePoints, (semitones + up[n]) * finePerSemitone) (responses);
            table.byKey[i].real += powers[n] * response.real;
            table.byKey[i].square += powers[n] * response.square;
        }
    finish (table, all);
    return table;
}

std::unique_ptr<Tables> solvedTables ()
{
    auto tables = std::make_unique<Tables>();
    const auto frequencies = fineFrequencies();
    for (std::size_t box = 1; box < tables->ofBox.size(); ++box)
        tables->ofBox[box] = tableOf (responsesOf (static_cast<int> (box), frequencies));
    return tables;
}
} // namespace kolophon::boxLoudness
