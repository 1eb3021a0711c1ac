// SPDX-License-Identifier: GPL-3.0-or-later
#include "BoxFile.h"

#include "../../Core/Text/CutText.h"
#include "../../Core/Text/NumberText.h"
#include "../../Core/Text/SizeText.h"
#include "../../Core/Units.h"
#include "../Bytes/Base64.h"
#include "../Json/JsonFields.h"
#include "BoxJson.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double fullScale = 8388607.0;              // of 24 bits
constexpr double faintest = 1e-5;                    // peak of a recording that is not silent
constexpr double beginsAt = 1e-3, endsAt = 3.2e-5;   // of the peak: -60 and -90 dB
constexpr double hit = 0.03, lead = 0.002;           // of the peak; [s] kept before it in a recording with a noisy lead
constexpr double longestLead = 0.02;                 // [s]
constexpr double window = 0.005;                     // [s] in which levels are compared
constexpr double latestPeak = 0.1;                   // [s]
constexpr double late = 0.25, mostOfItLate = 0.4;    // [s]; fraction of the energy after it
constexpr double fallPerSecond = 200.0, fall = 20.0; // [dB/s] of short responses; [dB] from the peak to the end

double loudestOf (const BoxResponse& response)
{
    double peak = 0.0;
    for (const auto* channel : { &response.left, &response.right })
        for (const double sample : *channel)
            peak = std::max (peak, std::abs (sample));
    return peak;
}

/** Place of the first sample of either channel at or above a level; the length without one. */
std::size_t firstAbove (const BoxResponse& response, double level)
{
    std::size_t first = response.left.size();
    for (const auto* channel : { &response.left, &response.right })
    {
        const auto found = std::find_if (channel->begin(), channel->end(),
                                         [level] (double sample) { return std::abs (sample) >= level; });
        if (found != channel->end())
            first = std::min (first, static_cast<std::size_t> (found - channel->begin()));
    }
    return first;
}

/** Removes what comes before and after the response. */
void trim (BoxResponse& response, double peak)
{
    const auto samples = [rate = response.sampleRate] (double seconds)
    { return static_cast<std::size_t> (seconds * rate); };
    auto begin = firstAbove (response, beginsAt * peak);
    if (const auto struck = firstAbove (response, hit * peak); struck - begin > samples (longestLead))
        begin = struck - samples (lead);
    std::size_t end = 0;
    for (const auto* channel : { &response.left, &response.right })
        for (std::size_t n = channel->size(); n > end; --n)
            if (std::abs ((*channel)[n - 1]) >= endsAt * peak)
                end = n;
    for (auto* channel : { &response.left, &response.right })
        if (! channel->empty())
        {
            channel->resize (end);
            channel->erase (channel->begin(), channel->begin() + static_cast<std::ptrdiff_t> (begin));
        }
}

/** Rounds to 24 bits of the peak, as it is stored. */
void round24 (BoxResponse& response, double peak)
{
    for (auto* channel : { &response.left, &response.right })
        for (double& sample : *channel)
            sample = std::round (sample / peak * fullScale) / fullScale;
}

/** Energy of both channels from one sample to another. */
double energyOf (const BoxResponse& response, std::size_t from, std::size_t to)
{
    double energy = 0.0;
    for (const auto* channel : { &response.left, &response.right })
        for (std::size_t n = from; n < std::min (to, channel->size()); ++n)
            energy += (*channel)[n] * (*channel)[n];
    return energy;
}

[[noreturn]] void refuse (const std::string& value, const std::string& problem, const std::string& allowed)
{
    throw InputError ({ .value = value, .problem = problem, .allowed = allowed });
}

std::string secondsText (double seconds)
{
    return fixed (seconds, 3) + " s";
}

/** Throws InputError if a sound does not begin with its loudest moment and then decay. */
void checkDecay (const BoxResponse& response)
{
    const auto length = response.left.size();
    const auto step = std::max<std::size_t> (1, static_cast<std::size_t> (window * response.sampleRate));
    double loudest = 0.0;
    std::size_t when = 0;
    for (std::size_t n = 0; n < length; n += step)
        if (const double power = energyOf (response, n, n + step); power > loudest)
        {
            loudest = power;
            when = n;
        }
    if (const double at = static_cast<double> (when) / response.sampleRate; at > latestPeak)
        refuse ("is not an impulse response: its loudest moment comes " + secondsText (at), "after its beginning",
                "0 to " + secondsText (latestPeak));
    const auto then = static_cast<std::size_t> (late * response.sampleRate);
    if (const double part = energyOf (response, then, length) / energyOf (response, 0, length); part > mostOfItLate)
        refuse ("is not an impulse response: " + fixed (100.0 * part, 0) + " % of its energy",
                "comes later than " + secondsText (late), "0 to " + fixed (100.0 * mostOfItLate, 0) + " %");
    if (length <= step)
        return;
    const auto last = std::max (step, length / 10);
    const double ends =
        energyOf (response, length - last, length) / static_cast<double> (last) * static_cast<double> (step);
    const double fallen = 10.0 * std::log10 (loudest / std::max (ends, 1e-30));
    const double needed = std::min (fall, fallPerSecond * response.seconds());
    if (fallen < needed)
        refuse ("is not an impulse response: it falls by " + fixed (fallen, 1) + " dB", "to its end",
                fixed (needed, 1) + " dB or more");
}

void check (const BoxResponse& response)
{
    if (response.seconds() > longestResponse)
        refuse ("lasts " + secondsText (response.seconds()), "from -60 dB of its peak to -90 dB",
                "up to " + secondsText (longestResponse));
    if (loudestOf (response) == 0.0)
        refuse ("is silent", "and so not an impulse response", "any other sample than 0");
    checkDecay (response);
    if (! (loudnessGain (response) > 0.0))
        refuse ("", "has no sound between 20 Hz and half of its sample rate", "any");
}

MeasuredBox boxOf (BoxResponse response, std::string name)
{
    check (response);
    name.resize (cutText (name, longestBoxName).size());
    return { std::move (name), std::make_shared<const BoxResponse> (std::move (response)) };
}

std::vector<std::uint8_t> bytesOf (const BoxResponse& response)
{
    std::vector<std::uint8_t> bytes;
    for (std::size_t n = 0; n < response.left.size(); ++n)
        for (const auto* channel : { &response.left, &response.right })
            if (! channel->empty())
            {
                const auto number =
                    static_cast<std::uint32_t> (static_cast<std::int32_t> (std::lround ((*channel)[n] * fullScale)));
                for (const int shift : { 0, 8, 16 })
                    bytes.push_back (static_cast<std::uint8_t> (number >> shift & 255));
            }
    return bytes;
}

double numberAt (const std::vector<std::uint8_t>& bytes, std::size_t place)
{
    std::uint32_t bits = 0; // the highest of 32
    for (std::size_t byte = 0; byte < 3; ++byte)
        bits |= std::uint32_t { bytes[place + byte] } << (8 * byte + 8);
    return std::max (-1.0, static_cast<std::int32_t> (bits) / 256 / fullScale);
}
} // namespace

Result<MeasuredBox> boxFromRecording (const Recording& recording, std::string name)
{
    return resultOf (
        [&]
        {
            if (recording.notNumbers > 0)
                refuse (std::to_string (recording.notNumbers),
                        recording.notNumbers == 1 ? "sample is not a number" : "samples are not numbers", "0");
            if (recording.sampleRate > highestResponseRate)
                refuse (fixed (recording.sampleRate, 0) + " samples per second", "are too many for a box",
                        fixed (lowestResponseRate, 0) + " to " + fixed (highestResponseRate, 0));
            BoxResponse response { recording.sampleRate, recording.left, recording.right };
            const double peak = loudestOf (response);
            if (peak < faintest)
                refuse (peak == 0.0 ? "is silent" : "peaks at " + fixed (dbFromGain (peak), 0) + " dBFS",
                        "and so not an impulse response", fixed (dbFromGain (faintest), 0) + " dBFS or more");
            trim (response, peak);
            round24 (response, peak);
            return boxOf (std::move (response), std::move (name));
        });
}

MeasuredBox boxFromValue (const Json& json, const std::string& path, Findings& findings)
{
    JsonFields fields (json, path, findings);
    auto name = fields.has ("name") ? fields.text ("name") : std::string();
    BoxResponse response;
    response.sampleRate = fields.number ("sample_rate", { lowestResponseRate, highestResponseRate });
    const int channels = fields.index ("channels", 1, 2);
    fields.index ("bits", 24, 24);
    const auto text = fields.text ("samples");
    const auto frame = static_cast<std::size_t> (3 * channels);
    const auto most = static_cast<std::size_t> (longestResponse * response.sampleRate) * frame;
    if (text.size() > (most + 2) / 3 * 4)
        throw InputError ({ path + ".samples", sizeText (static_cast<double> (text.size())), "are too many for a box",
                            "up to " + secondsText (longestResponse) });
    const auto bytes = bytesOfBase64 (text);
    if (! bytes || bytes->empty() || bytes->size() % frame != 0)
        throw InputError ({ .place = path + ".samples",
                            .problem = "is not a list of 24-bit samples in base 64",
                            .allowed = "a multiple of " + std::to_string (frame) + " bytes" });
    for (std::size_t n = 0; n < bytes->size(); n += frame)
    {
        response.left.push_back (numberAt (*bytes, n));
        if (channels == 2)
            response.right.push_back (numberAt (*bytes, n + 3));
    }
    fields.end();
    return valueOrThrow (
        inFile (path + ".samples", resultOf ([&] { return boxOf (std::move (response), std::move (name)); })));
}

Json boxValue (const MeasuredBox& box)
{
    return { { "name", box.name },
             { "sample_rate", box.response->sampleRate },
             { "channels", box.response->right.empty() ? 1 : 2 },
             { "bits", 24 },
             { "samples", base64 (bytesOf (*box.response)) } };
}
} // namespace kolophon
