// SPDX-License-Identifier: GPL-3.0-or-later
#include "BoxResponse.h"

#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace kolophon
{
namespace
{
/** The spectra of both ears, in bins that are finer than the response's own structure. */
class Spectrum
{
public:
    explicit Spectrum (const BoxResponse& response)
        : stages (stagesFor (response.left.size())), size (std::size_t { 1 } << stages),
          bin (response.sampleRate / static_cast<double> (size))
    {
        const FourierTransform transform (stages);
        const auto ofLeft = response.left.size(), ofRight = response.right.size();
        for (auto& each : parts)
            each = AlignedNumbers (size);
        std::copy_n (response.left.data(), ofLeft, parts[0].data());
        std::copy_n (ofRight != 0 ? response.right.data() : response.left.data(), ofRight != 0 ? ofRight : ofLeft,
                     parts[1].data());
        for (int n = 0; n < stages; ++n)
        {
            const auto from = static_cast<std::size_t> (n % 2 * 2), to = 2 - from;
            transform.stage (n, { parts[from].data(), parts[from + 1].data() },
                             { parts[to].data(), parts[to + 1].data() });
        }
    }

    /** Real part and square at a frequency below half of the rate, averaged over both ears; 0 above. */
    boxLoudness::Response at (double frequency) const noexcept
    {
        const double place = frequency / bin;
        const auto below = static_cast<std::size_t> (place);
        if (below + 1 > size / 2)
            return {};
        const auto low = atBin (below), high = atBin (below + 1);
        const double t = place - static_cast<double> (below);
        return { low.real + t * (high.real - low.real), low.square + t * (high.square - low.square) };
    }

private:
    static int stagesFor (std::size_t length) noexcept
    {
        constexpr std::size_t finer = 2;
        int stages = 15;
        while (std::size_t { 1 } << stages < finer * length)
            ++stages;
        return stages;
    }

    /** L_k = (Z_k + Z*_-k)/2, R_k = (Z_k - Z*_-k)/(2 i): |L|^2 + |R|^2 = (|Z_k|^2 + |Z_-k|^2)/2. */
    boxLoudness::Response atBin (std::size_t k) const noexcept
    {
        const auto from = static_cast<std::size_t> (stages % 2 * 2), mirrored = (size - k) % size;
        const double *real = parts[from].data(), *imaginary = parts[from + 1].data();
        const auto square = [&] (std::size_t i) { return real[i] * real[i] + imaginary[i] * imaginary[i]; };
        return { 0.25 * (real[k] + real[mirrored] + imaginary[k] + imaginary[mirrored]),
                 0.25 * (square (k) + square (mirrored)) };
    }

    int stages;
    std::size_t size;
    double bin; // [Hz]
    AlignedNumbers parts[4];
};

/** Square of the K-weighting's analogue prototype: a shelf of 4 dB above 1.7 kHz, a high-pass at 38 Hz. */
double weightAt (double frequency) noexcept
{
    constexpr double shelfAt = 1681.97, shelfQ = 0.7072, high = 1.58489, middle = 1.25872; // gains; sqrt (high)
    constexpr double passAt = 38.135, passQ = 0.5003;
    const double x = frequency / shelfAt, y = frequency / passAt;
    const auto square = [] (double real, double imaginary) { return real * real + imaginary * imaginary; };
    return square (1.0 - high * x * x, middle * x / shelfQ) / square (1.0 - x * x, x / shelfQ) * y * y * y * y /
           square (1.0 - y * y, y / passQ);
}

std::vector<boxLoudness::Response> responsesOf (const BoxResponse& response)
{
    const Spectrum spectrum (response);
    std::vector<boxLoudness::Response> responses;
    for (const double frequency : boxLoudness::fineFrequencies())
        responses.push_back (spectrum.at (frequency));
    return responses;
}

/** Above half of the file's rate nothing is known, and the force is taken as it is. */
bool isKnown (double frequency, const BoxResponse& response) noexcept
{
    return frequency < 0.5 * response.sampleRate;
}

double gainFor (const BoxResponse& response, std::vector<boxLoudness::Response> responses)
{
    const auto frequencies = boxLoudness::fineFrequencies();
    std::vector<boxLoudness::Response> bare (responses.size());
    for (std::size_t i = 0; i < responses.size(); ++i)
    {
        const double weight = isKnown (frequencies[i], response) ? weightAt (frequencies[i]) : 0.0;
        bare[i].square = weight;
        responses[i].square *= weight;
    }
    const double loud = boxLoudness::tableOf (responses).average.square;
    if (! (loud > 0.0))
        return 0.0;
    return std::sqrt (boxLoudness::tableOf (bare).average.square / loud);
}

/** Another rate by sums of inputs, weighted by a sinc under a Blackman-Harris window. Between two whole numbers of
    samples per second, only so many different places lie between two inputs: their weights are computed once. */
class Resampler
{
public:
    Resampler (double from, double to)
        : ratio (from / to), cut (std::min (1.0, 1.0 / ratio)), reach (lobes / cut),
          side (static_cast<std::ptrdiff_t> (std::ceil (reach)))
    {
        if (from == std::round (from) && to == std::round (to))
        {
            const auto common = std::gcd (std::llround (from), std::llround (to));
            input = std::llround (from) / common;
            output = std::llround (to) / common;
        }
    }

    std::vector<double> operator() (const std::vector<double>& in)
    {
        if (in.empty())
            return {};
        std::vector<double> out (static_cast<std::size_t> (static_cast<double> (in.size()) / ratio) + 1);
        for (std::size_t n = 0; n < out.size(); ++n)
            out[n] = sampleAt (in, static_cast<std::int64_t> (n));
        for (std::int64_t n = -1; ratio * static_cast<double> (-n) < reach; --n)
            out[0] += sampleAt (in, n);
        return out;
    }

private:
    static constexpr double lobes = 48.0;
    static constexpr std::int64_t mostPlaces = 1 << 12; // whose weights are kept

    /** Weights of the inputs around a place that lies `behind` one of them, 0 <= behind < 1. */
    std::vector<double> weightsAt (double behind) const
    {
        std::vector<double> weights (static_cast<std::size_t> (2 * side + 1), 0.0);
        for (auto k = -side; k <= side; ++k)
            if (const double away = behind - static_cast<double> (k); std::abs (away) <= reach)
            {
                const double x = pi * cut * away;
                const double c = portable::sin (0.5 * pi * (1.0 + 2.0 * away / reach)); // cos (pi away/reach)
                const double window =
                    0.35875 + 0.48829 * c + 0.14128 * (2.0 * c * c - 1.0) + 0.01168 * (4.0 * c * c - 3.0) * c;
                weights[static_cast<std::size_t> (k + side)] =
                    ratio * window * cut * (std::abs (x) < 1e-9 ? 1.0 : portable::sin (x) / x);
            }
        return weights;
    }

    double sampleAt (const std::vector<double>& in, std::int64_t n)
    {
        if (output == 0 || output > mostPlaces)
        {
            const double place = ratio * static_cast<double> (n), below = std::floor (place);
            return sum (in, static_cast<std::ptrdiff_t> (below), weightsAt (place - below));
        }
        const auto part = ((n * input) % output + output) % output;
        auto& weights = kept[part];
        if (weights.empty())
            weights = weightsAt (static_cast<double> (part) / static_cast<double> (output));
        return sum (in, static_cast<std::ptrdiff_t> ((n * input - part) / output), weights);
    }

    double sum (const std::vector<double>& in, std::ptrdiff_t middle, const std::vector<double>& weights) const
    {
        const auto first = std::max<std::ptrdiff_t> (0, middle - side),
                   last = std::min (static_cast<std::ptrdiff_t> (in.size()) - 1, middle + side);
        double total = 0.0;
        for (auto k = first; k <= last; ++k)
            total += in[static_cast<std::size_t> (k)] * weights[static_cast<std::size_t> (k - middle + side)];
        return total;
    }

    double ratio; // input samples per output sample
    double cut;   // relative to half of the input's rate
    double reach; // [input samples]
    std::ptrdiff_t side;
    std::int64_t input = 0, output = 0; // the ratio in lowest terms; 0: none
    std::map<std::int64_t, std::vector<double>> kept;
};
} // namespace

double loudnessGain (const BoxResponse& response)
{
    return gainFor (response, responsesOf (response));
}

BoxResponse atRate (const BoxResponse& response, double sampleRate)
{
    if (response.sampleRate == sampleRate)
        return response;
    Resampler resampled (response.sampleRate, sampleRate);
    return { sampleRate, resampled (response.left), resampled (response.right) };
}

std::unique_ptr<GivenBox> prepareBox (const BoxResponse* response, double sampleRate, std::uint32_t number)
{
    auto box = std::make_unique<GivenBox>();
    box->number = number;
    if (response == nullptr)
        return box;
    auto responses = responsesOf (*response);
    const double gain = gainFor (*response, responses);
    const auto frequencies = boxLoudness::fineFrequencies();
    for (std::size_t i = 0; i < responses.size(); ++i)
        responses[i] = isKnown (frequencies[i], *response)
                           ? boxLoudness::Response { gain * responses[i].real, gain * gain * responses[i].square }
                           : boxLoudness::Response { 1.0, 1.0 };
    box->loudness = boxLoudness::tableOf (responses);
    auto heard = atRate (*response, sampleRate);
    for (auto* ear : { &heard.left, &heard.right })
        for (double& tap : *ear)
            tap *= gain;
    box->seconds = heard.seconds();
    box->convolver.emplace (heard.left, heard.right);
    return box;
}
} // namespace kolophon
