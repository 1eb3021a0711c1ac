// SPDX-License-Identifier: GPL-3.0-or-later
#include "Finishing.h"

#include "../Core/Text/AsciiText.h"
#include "../Core/Text/NumberText.h"
#include "../Core/Units.h"
#include "../Physics/PortableMath.h"
#include "Loudness.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace kolophon
{
namespace
{
constexpr double highestPeakDb = -1.0;   // [dBFS] that levelling by loudness may reach
constexpr double longestFade = 60.0;     // [s]
constexpr double shortestMeasured = 0.4; // [s] a block of BS.1770

struct Quantity
{
    double number;
    std::string unit; // small letters
};

std::optional<Quantity> quantityFrom (std::string_view text)
{
    while (text.starts_with (' '))
        text.remove_prefix (1);
    const auto number = leadingNumber (text);
    if (! number)
        return std::nullopt;
    Quantity quantity { number->value, {} };
    for (const char c : number->rest)
        if (c != ' ')
            quantity.unit += lowerCase (c);
    return quantity;
}

double timeFrom (std::string_view text)
{
    const auto quantity = quantityFrom (text);
    const double factor = ! quantity ? 0.0 : quantity->unit == "ms" ? 0.001 : quantity->unit == "s" ? 1.0 : 0.0;
    const double seconds = factor > 0.0 ? factor * quantity->number : -1.0;
    if (! (seconds >= 0.0 && seconds <= longestFade))
        throw InputError ({ .value = "\"" + std::string (text) + "\"",
                            .problem = "is not a valid length of a fade",
                            .allowed = "5ms or 0.2s, up to 60 s" });
    return seconds;
}

double peakOf (const StereoSound& sound)
{
    double peak = 0.0;
    for (const auto* channel : { &sound.left, &sound.right })
        for (const double sample : *channel)
            peak = std::max (peak, std::abs (sample));
    return peak;
}

/** Cuts both ends; returns how many samples went from the beginning. */
std::size_t trim (StereoSound& sound, double threshold)
{
    const auto loud = [&] (std::size_t n)
    { return std::abs (sound.left[n]) >= threshold || std::abs (sound.right[n]) >= threshold; };
    std::size_t begin = 0, end = sound.left.size();
    while (begin < end && ! loud (begin))
        ++begin;
    while (end > begin && ! loud (end - 1))
        --end;
    for (auto* channel : { &sound.left, &sound.right })
    {
        channel->erase (channel->begin() + static_cast<std::ptrdiff_t> (end), channel->end());
        channel->erase (channel->begin(), channel->begin() + static_cast<std::ptrdiff_t> (begin));
    }
    return begin;
}

/** sin^2: the two halves of a cut add up to the original. */
void fade (std::vector<double>& channel, const Fades& fades, double sampleRate)
{
    const auto slope = [] (std::size_t n, double length)
    {
        const double sine = portable::sin (0.5 * pi * (static_cast<double> (n) + 0.5) / length);
        return sine * sine;
    };
    const double in = fades.in * sampleRate, out = fades.out * sampleRate;
    for (std::size_t n = 0; n < channel.size(); ++n)
    {
        if (static_cast<double> (n) + 0.5 < in)
            channel[n] *= slope (n, in);
        if (const auto left = channel.size() - 1 - n; static_cast<double> (left) + 0.5 < out)
            channel[n] *= slope (left, out);
    }
}

std::optional<double> loudnessOf (const StereoSound& sound, double sampleRate)
{
    const auto least = static_cast<std::size_t> (std::ceil (shortestMeasured * sampleRate)) + 1;
    if (sound.left.size() >= least)
        return integratedLoudness (sound.left, sound.right, sampleRate);
    auto padded = sound;
    padded.left.resize (least);
    padded.right.resize (least);
    return integratedLoudness (padded.left, padded.right, sampleRate);
}
} // namespace

Result<LevelTarget> levelFromText (std::string_view text)
{
    const auto quantity = quantityFrom (text);
    const bool loudness = quantity && quantity->unit == "lufs";
    if (! loudness && ! (quantity && quantity->unit == "dbfs"))
        return inputError ("\"" + std::string (text) + "\" is not a valid level; use -18LUFS or -1dBFS");
    if (! (quantity->number >= -70.0 && quantity->number <= 0.0))
        return inputError ("\"" + std::string (text) + "\" is out of range; allowed: -70 to 0");
    return LevelTarget { loudness ? LevelTarget::Measure::loudness : LevelTarget::Measure::peak, quantity->number };
}

Result<Fades> fadesFromText (std::string_view text)
{
    return resultOf (
        [text]
        {
            const auto comma = text.find (',');
            const double in = timeFrom (text.substr (0, comma));
            return Fades { in, comma == std::string_view::npos ? in : timeFrom (text.substr (comma + 1)) };
        });
}

double gainFor (const LevelTarget& target, std::optional<double> loudness, double peak, bool& heldByPeak)
{
    heldByPeak = false;
    if (! (peak > 0.0))
        return 1.0;
    if (target.measure == LevelTarget::Measure::peak)
        return gainFromDb (target.level) / peak;
    if (! loudness)
        return 1.0;
    const double wanted = gainFromDb (target.level - *loudness), largest = gainFromDb (highestPeakDb) / peak;
    heldByPeak = wanted > largest;
    return std::min (wanted, largest);
}

Finished finish (StereoSound& sound, const Finishing& finishing, double sampleRate)
{
    Finished done;
    if (const double peak = peakOf (sound); finishing.trimDb && peak > 0.0)
        done.cutBefore = static_cast<double> (trim (sound, peak * gainFromDb (-*finishing.trimDb))) / sampleRate;
    fade (sound.left, finishing.fades, sampleRate);
    fade (sound.right, finishing.fades, sampleRate);
    done.seconds = static_cast<double> (sound.left.size()) / sampleRate;
    done.peak = peakOf (sound);
    done.loudness = loudnessOf (sound, sampleRate);
    if (! finishing.level)
        return done;
    done.gain = gainFor (*finishing.level, done.loudness, done.peak, done.heldByPeak);
    for (auto* channel : { &sound.left, &sound.right })
        for (double& sample : *channel)
            sample *= done.gain;
    done.peak *= done.gain;
    if (done.loudness)
        done.loudness = *done.loudness + dbFromGain (done.gain);
    return done;
}
} // namespace kolophon
