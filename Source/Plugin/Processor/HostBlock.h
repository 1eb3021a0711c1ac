// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Samples.h"

#include <span>

namespace kolophon
{
/** One block of a host, as BlockPlayer plays it: its input in order of time, its side-chain and its output. Each format
    has its own. Samples count from the beginning of the block. [audio] */
class HostBlock
{
public:
    virtual ~HostBlock() = default;

    /** Length of the block [samples]. */
    virtual int samples () const noexcept = 0;
    /** Called once, before any input: the host's transport, for example. */
    virtual void begin () noexcept = 0;

    virtual bool atEnd () const noexcept = 0;
    /** Sample of the next input. Precondition: not at the end. */
    virtual int nextSample () const noexcept = 0;
    /** True if the next input must be the first of a piece, because it acts on the output and not on the engine. */
    virtual bool startsPiece () const noexcept { return false; }
    /** Plays the next input, by functions of the player; `offset` is its sample within the current piece. */
    virtual void playNext (int offset) noexcept = 0;

    /** Fills `drive` with the side-chain from sample `start` on; false without one. It is called before write() of
        these samples: hosts may use the same buffers for both. */
    virtual bool readSideChain (int start, std::span<double> drive) noexcept = 0;
    virtual void write (int start, std::span<const double> left, std::span<const double> right) noexcept = 0;
};

/** Mean of the channels of a side-chain. */
template <class Sample>
void mixDown (std::span<const Sample* const> channels, int start, std::span<double> drive) noexcept
{
    for (std::size_t i = 0; i < drive.size(); ++i)
        drive[i] = 0.0;
    for (const auto* channel : channels)
        for (std::size_t i = 0; i < drive.size(); ++i)
            drive[i] += static_cast<double> (channel[static_cast<std::size_t> (start) + i]) /
                        static_cast<double> (channels.size());
}

/** Writes stereo to one channel (their mean), two, or more, which stay silent. */
template <class Sample>
void writeStereo (std::span<Sample* const> channels, std::size_t usedChannels, int start, std::span<const double> left,
                  std::span<const double> right) noexcept
{
    for (std::size_t channel = 0; channel < channels.size(); ++channel)
        for (std::size_t n = 0; n < left.size(); ++n)
        {
            const double heard = usedChannels == 1 ? 0.5 * (left[n] + right[n])
                                                   : (channel == 0 ? left[n] : (channel == 1 ? right[n] : 0.0));
            channels[channel][static_cast<std::size_t> (start) + n] = sampleOf<Sample> (heard);
        }
}
} // namespace kolophon
