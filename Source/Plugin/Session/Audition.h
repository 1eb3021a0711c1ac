// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <vector>

namespace kolophon
{
/** Plays a rendered take in addition to the instrument's output. The message thread hands over complete sounds; the
    audio thread never waits for them. A sound is freed only after the audio thread has taken a later one. */
class Audition
{
public:
    struct Sound
    {
        std::vector<float> left, right;
        double sampleRate = 48000.0;
    };

    /** Plays the sound from its beginning, in place of the current one; null stops playback. [message] */
    void play (std::unique_ptr<const Sound> next)
    {
        // If the audio thread has already taken the last sound handed over, it reads no other: the older ones can be
        // freed.
        if (taken.load (std::memory_order_acquire) == wanted.load (std::memory_order_relaxed))
            std::erase_if (kept, [this] (const auto& each) { return each.get() != wanted.load(); });
        kept.push_back (next != nullptr ? std::move (next) : std::make_unique<const Sound>());
        wanted.store (kept.back().get(), std::memory_order_release);
    }
    void stop ()
    {
        if (isPlaying())
            play (nullptr);
    }
    /** [any] */
    bool isPlaying () const noexcept
    {
        return playing.load (std::memory_order_relaxed) ||
               taken.load (std::memory_order_relaxed) != wanted.load (std::memory_order_relaxed);
    }
    /** Number of sounds not yet freed. [message] */
    std::size_t held () const noexcept { return kept.size(); }

    /** Adds the current sound to a block at `rate` [Hz]. [audio] */
    void mix (double* left, double* right, int samples, double rate) noexcept
    {
        if (const auto* next = wanted.load (std::memory_order_acquire); next != sound)
        {
            sound = next;
            position = 0.0;
            taken.store (sound, std::memory_order_release);
        }
        if (sound == nullptr || position >= static_cast<double> (sound->left.size()))
            return playing.store (false, std::memory_order_relaxed);
        playing.store (true, std::memory_order_relaxed);
        const double step = sound->sampleRate / rate;
        for (int n = 0; n < samples && position < static_cast<double> (sound->left.size()); ++n, position += step)
        {
            const auto at = static_cast<std::size_t> (position);
            const double fraction = position - static_cast<double> (at);
            left[n] += between (sound->left, at, fraction);
            right[n] += between (sound->right, at, fraction);
        }
    }

private:
    static double between (const std::vector<float>& samples, std::size_t at, double fraction) noexcept
    {
        const double a = static_cast<double> (samples[at]);
        const double b = at + 1 < samples.size() ? static_cast<double> (samples[at + 1]) : 0.0;
        return a + fraction * (b - a);
    }

    std::vector<std::unique_ptr<const Sound>> kept; // [message]
    std::atomic<const Sound*> wanted { nullptr }, taken { nullptr };
    std::atomic<bool> playing { false };
    const Sound* sound = nullptr; // [audio], like position
    double position = 0.0;        // [samples of the sound]
};
} // namespace kolophon
