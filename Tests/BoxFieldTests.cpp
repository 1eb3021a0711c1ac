// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Support/Listener.h"
#include "Support/Rounding.h"
#include "Synth/Boxes/BoxField.h"
#include "Synth/Output/SoundingBox.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <vector>

using namespace kolophon;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
enum FieldBox { violinBox = 1, celloBox, violaBox, bassBox, guitarBox = 11 };
constexpr int instruments[] = { violinBox, celloBox, violaBox, bassBox, guitarBox };

/** The lowest note of an instrument [Hz]. */
double lowestOf (int box)
{
    return box == violinBox ? 196.0 : box == violaBox ? 130.8 : box == celloBox ? 65.4 : box == bassBox ? 41.2 : 82.4;
}

boxes::Modes fieldModesOf (int box, int character)
{
    boxes::Modes modes;
    boxes::makeModes (box, character, modes);
    const auto lows = static_cast<std::ptrdiff_t> (boxes::resonancesOf (box).size());
    std::rotate (modes.all.begin(), modes.all.begin() + lows, modes.all.begin() + modes.count);
    modes.count -= static_cast<int> (lows);
    return modes;
}

double levelAt (const boxes::Modes& modes, double frequency, bool right)
{
    std::complex<double> sum = 0.0;
    for (const auto& mode : modes.list())
    {
        const double x = frequency / mode.frequency;
        const std::complex<double> damping (0.0, x / mode.quality);
        sum += (right ? mode.right : mode.left) * damping / (1.0 - x * x + damping);
    }
    return 10.0 * std::log10 (std::norm (sum));
}

/** Levels [dB] of a partial over one vibrato, without their mean. */
std::vector<double> overVibrato (const boxes::Modes& modes, double frequency, double cents)
{
    std::vector<double> levels;
    for (int i = 0; i < 32; ++i)
        levels.push_back (
            levelAt (modes, frequency * std::exp2 (cents / 1200.0 * std::sin (2.0 * pi * i / 32.0)), false));
    const double mean = std::accumulate (levels.begin(), levels.end(), 0.0) / 32.0;
    for (double& level : levels)
        level -= mean;
    return levels;
}

double productOf (const std::vector<double>& a, const std::vector<double>& b)
{
    return std::inner_product (a.begin(), a.end(), b.begin(), 0.0) / static_cast<double> (a.size());
}
} // namespace

TEST_CASE ("a violin has as many modes as plates, ribs and air of its size")
{
    // Modes per hertz of a plate S/(2 h) sqrt (12 rho/sqrt (E_x E_y)), worked out by hand from spruce 2.8 mm and
    // maple 3.3 mm of 0.05 m^2: 0.01177 and 0.01050; ribs of 1.1 by 0.031 m, 1 mm: 0.02363 from their ring at
    // 6.39 kHz on; air of 1.55 litres within 0.134 m^2: 4 pi V f^2/c^3 + pi A f/(2 c^2).
    const auto expected = [] (double from, double to)
    {
        double sum = 0.0;
        for (double f = from; f < to; f += 1.0)
            sum += 0.01177 + 0.01050 + 0.02363 * std::sqrt (f / 6392.0) + 4.0 * pi * 0.00155 * f * f / 40.354e6 +
                   pi * 0.1341 * f / (2.0 * 117649.0);
        return sum;
    };
    int counted = 0;
    constexpr int characters = 300;
    for (int character = 1; character <= characters; ++character)
        for (const auto modes = fieldModesOf (violinBox, character); const auto& mode : modes.list())
            counted += mode.frequency >= 900.0 && mode.frequency < 2000.0 ? 1 : 0;
    // Three standard errors of modes that repel each other as below, and the figures by hand, to 0.4 %.
    CHECK_THAT (static_cast<double> (counted) / characters,
                WithinRel (expected (900.0, 2000.0), 3.0 * std::sqrt ((4.0 / pi - 1.0) / counted) + 0.004));
}

TEST_CASE ("boxes of instruments have 200 to 400 modes, a hundred and more of a violin's below 4 kHz")
{
    for (const int box : instruments)
        for (int character = 1; character <= 100; ++character)
        {
            boxes::Modes modes;
            boxes::makeModes (box, character, modes);
            CAPTURE (box, character);
            CHECK (modes.count >= 200);
            CHECK (modes.count < static_cast<int> (boxes::maxModes)); // none is left out
            const auto below = std::count_if (modes.list().begin(), modes.list().end(),
                                              [] (const auto& mode) { return mode.frequency < 4000.0; });
            CHECK (below >= 100);
        }
}

TEST_CASE ("modes of a box repel each other as Wigner's surmise has it")
{
    for (const int box : { violinBox, bassBox })
    {
        const auto& field = boxes::fieldOf (box);
        double sum = 0.0, squares = 0.0;
        int count = 0, near = 0;
        for (int character = 1; character <= 200; ++character)
        {
            const auto modes = fieldModesOf (box, character);
            for (std::size_t i = 1; i < modes.list().size(); ++i)
            {
                const double between = 0.5 * (modes.all[i].frequency + modes.all[i - 1].frequency);
                const double spacing =
                    (modes.all[i].frequency - modes.all[i - 1].frequency) * boxes::madeDensityOf (field, between);
                sum += spacing;
                squares += spacing * spacing;
                near += spacing < 0.25 ? 1 : 0;
                ++count;
            }
        }
        const double mean = sum / count;
        CAPTURE (box);
        // Three standard errors: of Wigner's surmise the variance is 4/pi - 1, of its square's 0.16. The density grows
        // by a hundredth within a spacing.
        const double error = 3.0 / std::sqrt (count), variance = 4.0 / pi - 1.0, few = 1.0 - std::exp (-pi / 64);
        CHECK_THAT (mean, WithinAbs (1.0, 0.01 + error * std::sqrt (variance)));
        CHECK_THAT (squares / count - mean * mean, WithinAbs (variance, 0.01 + error * 0.4));      // Poisson: 1
        CHECK_THAT (static_cast<double> (near) / count, WithinAbs (few, error * std::sqrt (few))); // Poisson: 0.22
    }
}

TEST_CASE ("wood of boxes has qualities of 29 to 62, scattered from mode to mode")
{
    for (const int box : instruments)
    {
        std::vector<double> qualities;
        for (int character = 1; character <= 20; ++character)
            for (const auto modes = fieldModesOf (box, character); const auto& mode : modes.list())
                if (mode.frequency < 1500.0) // where few modes are of the air, which rings longer
                    qualities.push_back (mode.quality);
        std::sort (qualities.begin(), qualities.end());
        CAPTURE (box);
        // 42, 5 % more or less, times 1.4^u of a uniform u from -1 to 1, and half as much again in air, to which up to
        // a tenth of the modes belongs; three standard errors of u where a part p of the modes lies below.
        const auto most = [&qualities] (double p, double air)
        {
            const double error = 6.0 * std::sqrt (p * (1.0 - p) / static_cast<double> (qualities.size()));
            return std::pow (1.4, 2.0 * p / (1.0 - air) - 1.0 + (air > 0.0 ? error : -error));
        };
        const auto& middle = boxes::fieldOf (box).quality;
        CHECK_THAT (middle, WithinRel (42.0, 0.05));
        CHECK (qualities.front() >= middle / 1.4 * (1.0 - test::rounded));
        CHECK (qualities[qualities.size() / 10] < middle * most (0.1, 0.1));
        CHECK (qualities[qualities.size() / 2] > middle * most (0.5, 0.0));
        CHECK (qualities[qualities.size() / 2] < middle * most (0.5, 0.1));
        CHECK (qualities[qualities.size() * 9 / 10] > middle * most (0.9, 0.0));
        CHECK (qualities.back() <= middle * 1.4 * 1.5 * (1.0 + test::rounded));
    }
}

TEST_CASE ("under 20 cents of vibrato each partial's level moves by 2 dB, each its own way")
{
    for (const int box : instruments)
    {
        double moved = 0.0, span = 0.0, together = 0.0;
        int notes = 0;
        for (const int character : { 1, 2, 3, 4 })
        {
            boxes::Modes modes;
            boxes::makeModes (box, character, modes);
            for (int semitones = 5; semitones <= 33; semitones += 4)
            {
                const double first = lowestOf (box) * std::exp2 (semitones / 12.0);
                std::vector<std::vector<double>> partials;
                for (int n = 1; n <= 20 && n * first < 0.9 * boxes::fieldOf (box).to; ++n)
                    partials.push_back (overVibrato (modes, n * first, 20.0));
                double sum = 0.0, spans = 0.0, products = 0.0;
                int pairs = 0;
                for (std::size_t i = 0; i < partials.size(); ++i)
                {
                    const auto [low, high] = std::minmax_element (partials[i].begin(), partials[i].end());
                    spans += *high - *low;
                    sum += std::sqrt (productOf (partials[i], partials[i]));
                    for (std::size_t k = 0; k < i; ++k, ++pairs)
                        products +=
                            productOf (partials[i], partials[k]) /
                            std::sqrt (productOf (partials[i], partials[i]) * productOf (partials[k], partials[k]));
                }
                moved += sum / static_cast<double> (partials.size());
                span += spans / static_cast<double> (partials.size());
                together += products / pairs;
                ++notes;
            }
        }
        CAPTURE (box, moved / notes, span / notes, together / notes);
        CHECK (moved / notes > 1.8); // root mean square
        CHECK (moved / notes < 3.2);
        CHECK (span / notes > 5.0);
        CHECK_THAT (together / notes, WithinAbs (0.0, 0.1)); // a hundredth of the power is shared
    }
}

TEST_CASE ("a box goes on to the end of hearing as it was, and does not end with its sharp modes")
{
    // What many boxes to one plan pass, on the average, against the plan: the hill's flank, and the fall above `top`.
    // Of 60 boxes at two frequencies that are a resonance apart three standard errors are 4.34 * 3 sqrt (2/120) dB.
    for (const int box : instruments)
        for (const double f : { 8000.0, 10079.0, 12699.0, 16000.0 })
        {
            double power = 0.0, below = 0.0;
            for (int character = 1; character <= 60; ++character)
            {
                boxes::Modes modes;
                boxes::makeModes (box, character, modes);
                for (const double x : { 0.91, 0.94, 0.97, 1.0, 1.03, 1.06, 1.09 })
                {
                    power += std::pow (10.0, 0.1 * levelAt (modes, x * f, character % 2 == 0));
                    below += std::pow (10.0, 0.1 * levelAt (modes, x * 6350.0, character % 2 == 0));
                }
            }
            const auto& plan = boxes::fieldOf (box);
            CAPTURE (box, f);
            CHECK_THAT (10.0 * std::log10 (power / below),
                        WithinAbs (10.0 * std::log10 (boxes::powerOf (plan, f) / boxes::powerOf (plan, 6350.0)), 1.5));
        }
    // A bass, by the falls of its plan alone: (1 + (6350/4500)^2)/(1 + (16000/4500)^2), 6.6 dB.
    const auto& bass = boxes::fieldOf (bassBox);
    CHECK_THAT (10.0 * std::log10 (boxes::powerOf (bass, 6350.0) / boxes::powerOf (bass, 16000.0)),
                WithinAbs (6.59, 0.5 * test::listener::level));
}

TEST_CASE ("half of a box's modes push the air out while the others pull")
{
    for (const int box : instruments)
    {
        int out = 0, all = 0;
        for (int character = 1; character <= 50; ++character)
            for (const auto modes = fieldModesOf (box, character); const auto& mode : modes.list())
            {
                out += mode.left + mode.right > 0.0 ? 1 : 0;
                ++all;
            }
        CHECK_THAT (static_cast<double> (out) / all, WithinAbs (0.5, 1.5 / std::sqrt (all))); // three standard errors
    }
}

TEST_CASE ("ears hear long waves alike, and each partial above its own way")
{
    // Two independent levels of diffuse fields differ by 5.6 sqrt (2) dB root mean square, 6 in the mean of sizes.
    for (const int box : instruments)
    {
        const double apart = boxes::fieldOf (box).directional;
        double low = 0.0, high = 0.0;
        int lows = 0, highs = 0;
        for (int character = 1; character <= 20; ++character)
        {
            boxes::Modes modes;
            boxes::makeModes (box, character, modes);
            for (double f = boxes::resonancesOf (box).back().frequency; f < 8000.0; f *= 1.117)
            {
                const double difference = std::abs (levelAt (modes, f, false) - levelAt (modes, f, true));
                if (f < 0.4 * apart)
                    low += difference, ++lows;
                if (f > 4.0 * apart)
                    high += difference, ++highs;
            }
        }
        CAPTURE (box);
        CHECK_THAT (high / highs, WithinAbs (6.0, test::listener::level));
        if (lows > 0)
            CHECK (low / lows < 0.6 * high / highs);
    }
}

TEST_CASE ("a bridge hill stands over the plateau, at 2.5 kHz on a violin, lower on larger instruments")
{
    double before = 1e9;
    for (const int box : { violinBox, violaBox, celloBox, bassBox })
    {
        // Mean power over thirds of an octave of many boxes.
        double highest = -200.0, at = 0.0, plateau = 0.0;
        const double from = 1.6 * boxes::fieldOf (box).from;
        for (double centre = from; centre < 6000.0; centre *= std::exp2 (1.0 / 6.0))
        {
            double power = 0.0;
            for (int character = 1; character <= 40; ++character)
            {
                boxes::Modes modes;
                boxes::makeModes (box, character, modes);
                for (const double x : { 0.92, 0.96, 1.0, 1.04, 1.08 })
                    power += std::pow (10.0, 0.1 * levelAt (modes, x * centre, character % 2 == 0));
            }
            const double level = 10.0 * std::log10 (power / 200.0);
            if (centre == from)
                plateau = level;
            if (level > highest)
                highest = level, at = centre;
        }
        CAPTURE (box, highest, plateau, at);
        CHECK (highest > plateau + 2.5);
        CHECK (at < 0.95 * before);
        before = at;
        if (box == violinBox)
        {
            CHECK (at > 2000.0);
            CHECK (at < 3000.0);
        }
    }
}

TEST_CASE ("one character is one box for ever, and two differ as two violins do")
{
    boxes::Modes one, same, other;
    boxes::makeModes (violinBox, 1, one);
    boxes::makeModes (violinBox, 2, other);
    boxes::makeModes (violinBox, 1, same);
    REQUIRE (one.count == same.count);
    for (int i = 0; i < one.count; ++i)
        REQUIRE (one.all[static_cast<std::size_t> (i)].left == same.all[static_cast<std::size_t> (i)].left);
    CHECK_THAT (one.all[0].frequency, WithinAbs (275.0, 0.03 * 275.0)); // A0 is an A0
    CHECK (one.all[0].frequency != other.all[0].frequency);
    double squares = 0.0, differences = 0.0;
    constexpr int pairs = 12;
    for (int pair = 0; pair < pairs; ++pair)
    {
        boxes::makeModes (violinBox, 1 + 2 * pair, one);
        boxes::makeModes (violinBox, 2 + 2 * pair, other);
        double bands[2][10] = {};
        for (int step = 0; step < 1000; ++step) // of ten thirds of an octave
        {
            const double f = 700.0 * std::exp2 (step / 300.0);
            const double levels[2] = { levelAt (one, f, false), levelAt (other, f, false) };
            squares += std::pow (levels[0] - levels[1], 2) / (1000.0 * pairs);
            for (std::size_t i = 0; i < 2; ++i)
                bands[i][step / 100] += std::pow (10.0, 0.1 * levels[i]);
        }
        for (std::size_t band = 0; band < 10; ++band)
            differences += std::pow (10.0 * std::log10 (bands[0][band] / bands[1][band]), 2) / (10.0 * pairs);
    }
    CAPTURE (squares, differences);
    CHECK_THAT (std::sqrt (squares), WithinAbs (5.57 * std::sqrt (2.0), 1.0)); // two diffuse fields
    CHECK (std::sqrt (differences) < 3.5);                                     // and alike by thirds of an octave
    CHECK (std::sqrt (differences) > 1.0);
}

TEST_CASE ("a string on one side of the stage excites more of the modes that radiate there")
{
    SoundingBox box;
    box.prepare (48000.0);
    box.aim ({ violinBox, 1 }, 1.0, 0);
    double power[2] = {};
    for (int n = 0; n < 9600; ++n)
    {
        double left = n == 0 ? 1.35 : 0.0, right = n == 0 ? 0.65 : 0.0;
        box.process (&left, &right, 1);
        power[0] += left * left;
        power[1] += right * right;
    }
    // 6.3 dB without a box. With angles of all sizes E cos^2 (0.65 + 0.7 cos^2)^2 over E sin^2 (…)^2 is 1.98, 3 dB.
    // One box has some 50 strong modes, whose powers vary by themselves: 4.34 sqrt (2 * 2/50) dB.
    CHECK_THAT (10.0 * std::log10 (power[0] / power[1]), WithinAbs (3.0, 1.2));
}

TEST_CASE ("the time that a box rings for at most holds for every character")
{
    for (int box = 1; box < boxes::measured; ++box)
        for (int character = 1; character <= 50; ++character)
        {
            boxes::Modes modes;
            boxes::makeModes (box, character, modes);
            for (const auto& mode : modes.list())
                REQUIRE (mode.quality / (pi * mode.frequency) <=
                         boxes::longestTimeConstant (box) * (1.0 + test::rounded));
        }
}
