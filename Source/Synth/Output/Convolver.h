// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace kolophon
{
/** Numbers aligned to 64 bytes, as registers load them. */
class AlignedNumbers
{
public:
    AlignedNumbers() = default;
    explicit AlignedNumbers (std::size_t count) : eights ((count + 7) / 8) {}
    double* data () noexcept { return eights.empty() ? nullptr : eights.front().numbers; }
    const double* data () const noexcept { return eights.empty() ? nullptr : eights.front().numbers; }
    void clear () noexcept { std::fill (eights.begin(), eights.end(), Eight {}); }

private:
    struct alignas (64) Eight
    {
        double numbers[8] {};
    };
    std::vector<Eight> eights;
};

/** Fourier transform of N = 2^stages complex numbers, X_k = sum_n x_n e^(-2 pi i k n/N), in Stockham's order (radix 2,
    no sorting; Cochran et al., Proc. IEEE 55 (1967), (unverified)), a stage at a time, so that the work of a long one
    can be spread. Real and imaginary parts exchanged, it is the inverse times N. Same bits on every machine with fused
    multiply-add, which libraries do not promise: they choose their operations by the machine or by the clock. */
class FourierTransform
{
public:
    struct Complex
    {
        double *real, *imaginary; // N each, aligned to 64 bytes
    };

    /** Allocates the twiddle factors. At least 16 numbers. */
    explicit FourierTransform (int stageCount);

    int stages () const noexcept { return count; }
    int size () const noexcept { return 1 << count; }

    /** Runs one stage, 0 … stages() - 1, from one place to another. */
    void stage (int number, Complex from, Complex to) const noexcept;

private:
    int count;
    AlignedNumbers cosines, sines; // of 2 pi p/N, p < N/2
};

/** Convolution with a fixed response for each of two channels, without latency:

        out[n] = sum_k h[k] in[n - k]

    The first 64 taps are summed directly; the rest are partitions of equal length B on three levels, multiplied as
    spectra of 2 B samples (overlap-save; Gardner, J. Audio Eng. Soc. 43 (1995), (unverified)):

        level       B      taps                work
        0          64      64 … 1023           at once, at the end of each 64 samples
        1         512      1024 … 8191         during the 512 samples after it was filled
        2        4096      8192 …              during the 4096 samples after it was filled

    Levels 1 and 2 begin at 2 B, so that their work can be divided evenly among blocks of 64 samples: every block costs
    about the same. Blocks are counted from reset(), and so a split of the input moves no bit. Both channels share a
    transform, as its real and imaginary part.

    An implementation of our own because zita-convolver leaves its tail to threads of its own, calculates in float, and
    has a latency of its smallest partition; FFTW and other libraries of Debian do not promise bits. */
class Convolver
{
public:
    static constexpr int block = 64;       // [samples]
    static constexpr double faint = 1e-12; // smallest input that is heard

    /** Prepares the spectra. `right` may be empty: then both channels use the left response. [giver] */
    Convolver (std::span<const double> left, std::span<const double> right);

    /** Silence; the next sample begins a block. Clears only what is read before it is written again. [audio] */
    void reset () noexcept;

    /** Convolves `samples` samples of both channels, in place. [audio] */
    void process (double* left, double* right, int samples) noexcept;

    int length () const noexcept { return taps; } // [samples]

    /** True if nothing that has come in is still heard. [audio] */
    bool isQuiet () const noexcept { return ringing <= 0; }

private:
    struct Level
    {
        Level (int size, int begin, int end, bool later, const std::array<std::span<const double>, 2>& responses);

        void reset () noexcept;
        /** Takes a finished block of input, does the work that is due, and adds this level's part of the next block. */
        void advance (const double* left, const double* right, double* nextLeft, double* nextRight) noexcept;

    private:
        using Complex = FourierTransform::Complex;
        Complex place (int which) noexcept
        {
            return { work[static_cast<std::size_t> (which)].data(),
                     work[static_cast<std::size_t> (which)].data() + 2 * size };
        }
        double* spectrum (AlignedNumbers& all, int part) noexcept { return all.data() + 2 * size * part; }
        void load () noexcept;
        void run (int unit) noexcept;
        void unpack () noexcept;
        void multiply (int part) noexcept;
        void pack () noexcept;
        void collectResult () noexcept;

        int size, parts; // B; number of partitions
        bool later;      // the work is spread over the next B samples
        FourierTransform transform;
        int responses;            // 1 if both channels have the same one
        AlignedNumbers filter[2]; // spectra of the partitions: B real parts, B imaginary ones, the highest
                                  // frequency in place of the imaginary part of the lowest
        AlignedNumbers past[2];   // spectra of the input, a ring
        AlignedNumbers sum[2];    // spectra of the output
        AlignedNumbers window[2]; // last 2 B samples of the input
        AlignedNumbers ready[2];  // B samples of the output
        AlignedNumbers work[2];   // of the transform: 2 B real parts, 2 B imaginary ones
        int newest = 0;           // place in the ring
        int filled = 0;           // spectra in it
        int slot = 0;             // blocks since the window was filled
        bool loaded = false;      // `work` belongs to a window since reset()
        int units;                // stages there and back, packing, partitions
    };

    int taps;
    int responses;             // 1 if both channels have the same one
    AlignedNumbers head[2];    // first taps, the last one first
    AlignedNumbers history[2]; // a block before the current one, and that
    AlignedNumbers due[2];     // output of the levels during the current block
    std::vector<Level> levels;
    int position = 0; // in the block
    int ringing = 0;  // [samples] until everything that has come in has passed
};
} // namespace kolophon
