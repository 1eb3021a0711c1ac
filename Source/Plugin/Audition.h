#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <vector>

namespace kolophon
{
/** Lets a finished take be heard beside the instrument. The message thread hands whole sounds over, the audio thread
    never waits, and nothing is freed before it has taken a later one. */
class Audition
{
public:
    struct Sound
    {
        std::vector<float> left, right;
        double sampleRate = 48000.0;
    };

    /** Plays it from its beginning, in place of what sounds; null: silence. [message] */
    void play (std::unique_ptr<const Sound> next)
    {
        // What the audio thread has taken last is the last that was handed over: it will look at no other again.
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
    /** Sounds that are still held. [message] */
    std::size_t held () const noexcept { return kept.size(); }

    /** Adds what sounds to a block at `rate` [Hz]. [audio] */
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
    const Sound* sound = nullptr; // [audio], as is:
    double position = 0.0;        // [samples of the sound]
};
} // namespace kolophon
