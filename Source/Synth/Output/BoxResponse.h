// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "BoxLoudnessTables.h"
#include "Convolver.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/** The box "Measured": an impulse response from a file instead of modes. It is heard at any sample rate, and as loud as
    the other boxes, which are as loud as the bare force at the bridge:

        gain^2 = sum of w / (sum of w |H|^2)        w: power of the first 48 partials of a saw tooth, K-weighted
                                                    (ITU-R BS.1770), averaged over the keys A1 … C6

    so that a response of one sample is the bare force, whatever its size. */
namespace kolophon
{
/** An impulse response, of any level. */
struct BoxResponse
{
    double sampleRate = 0.0;         // [Hz]
    std::vector<double> left, right; // `right` is empty if both ears hear the same

    double seconds () const noexcept { return static_cast<double> (left.size()) / sampleRate; }
    bool operator== (const BoxResponse&) const = default;
};

/** Factor that makes a response as loud as the bare force. 0 for one that is silent. */
double loudnessGain (const BoxResponse& response);

/** The same response at another rate, by windowed sinc, below half of the lower rate: equal in its integral, so that it
    is equally loud. What would ring before its first sample comes with it, because waiting for it would be latency. */
BoxResponse atRate (const BoxResponse& response, double sampleRate);

/** A box from a file, or its absence, ready for the audio thread; with its number, see Synth::Given. */
struct GivenBox
{
    std::optional<Convolver> convolver; // nothing: no response
    boxLoudness::Table loudness {};     // of its keys; unused without a response
    double seconds = 0.0;               // length
    std::uint32_t number = 0;
};

/** Prepares a box for a host's sample rate; `response` may be null. [giver] */
std::unique_ptr<GivenBox> prepareBox (const BoxResponse* response, double sampleRate, std::uint32_t number);
} // namespace kolophon
