// SPDX-License-Identifier: GPL-3.0-or-later
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Synth/Output/Convolver.cpp"
#include <hwy/foreach_target.h>

#include "../../Physics/Lanes-inl.h"
#include "Convolver.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** Loads a pack from any address. */
template <class Real>
struct Anywhere;
template <>
struct Anywhere<Register>
{
    static HWY_INLINE Register load (const double* from) { return Register (hn::LoadU (RegisterTag(), from)); }
};
template <class Half>
struct Anywhere<PackPair<Half>>
{
    static HWY_INLINE PackPair<Half> load (const double* from)
    {
        return { Anywhere<Half>::load (from), Anywhere<Half>::load (from + Lanes<Half>::count) };
    }
};

/** out[n] += sum of 64 taps (last one first) times the 64 inputs up to sample n; `inputs` begins 63 before the first.
    */
void addHead (const double* taps, const double* inputs, double* out, int samples)
{
    for (int n = 0; n < samples; ++n)
    {
        Pack sum (0.0);
        for (int k = 0; k < Convolver::block; k += 8)
            sum = mulAdd (Lanes<Pack>::load (taps + k), Anywhere<Pack>::load (inputs + n + k), sum);
        out[n] += sumOf (sum);
    }
}

/** One stage of Stockham's transform: `stride` interleaved transforms of 2 `half` numbers. */
void stage (const double* cosines, const double* sines, int half, int stride, FourierTransform::Complex from,
            FourierTransform::Complex to)
{
    const int apart = half * stride;
    if (stride < 8) // the first three stages
    {
        for (int p = 0; p < half; ++p)
            for (int q = 0; q < stride; ++q)
            {
                const int a = q + stride * p, b = a + apart, even = q + stride * 2 * p, odd = even + stride;
                const double real = from.real[a] - from.real[b], imaginary = from.imaginary[a] - from.imaginary[b];
                const double c = cosines[p * stride], s = sines[p * stride];
                to.real[even] = from.real[a] + from.real[b];
                to.imaginary[even] = from.imaginary[a] + from.imaginary[b];
                to.real[odd] = real * c + imaginary * s;
                to.imaginary[odd] = imaginary * c - real * s;
            }
        return;
    }
    using L = Lanes<Pack>;
    for (int p = 0; p < half; ++p)
    {
        const Pack c (cosines[p * stride]), s (sines[p * stride]);
        for (int q = 0; q < stride; q += 8)
        {
            const int a = q + stride * p, b = a + apart, even = q + stride * 2 * p, odd = even + stride;
            const Pack realA = L::load (from.real + a), realB = L::load (from.real + b);
            const Pack imaginaryA = L::load (from.imaginary + a), imaginaryB = L::load (from.imaginary + b);
            const Pack real = realA - realB, imaginary = imaginaryA - imaginaryB;
            L::store (realA + realB, to.real + even);
            L::store (imaginaryA + imaginaryB, to.imaginary + even);
            L::store (mulAdd (real, c, imaginary * s), to.real + odd);
            L::store (negMulAdd (real, s, imaginary * c), to.imaginary + odd);
        }
    }
}

/** Adds the product of two half spectra: `size` real parts, then as many imaginary ones, of which the first is the real
    highest one. */
void addProduct (const double* a, const double* b, double* sum, int size)
{
    using L = Lanes<Pack>;
    const double lowest = sum[0] + a[0] * b[0], highest = sum[size] + a[size] * b[size];
    for (int k = 0; k < size; k += 8)
    {
        const Pack realA = L::load (a + k), imaginaryA = L::load (a + size + k);
        const Pack realB = L::load (b + k), imaginaryB = L::load (b + size + k);
        const Pack real = L::load (sum + k), imaginary = L::load (sum + size + k);
        L::store (negMulAdd (imaginaryA, imaginaryB, mulAdd (realA, realB, real)), sum + k);
        L::store (mulAdd (imaginaryA, realB, mulAdd (realA, imaginaryB, imaginary)), sum + size + k);
    }
    sum[0] = lowest;
    sum[size] = highest;
}
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
 #include "../../Core/Units.h"
 #include "../../Physics/PortableMath.h"

 #include <algorithm>
 #include <cmath>

namespace kolophon
{
HWY_EXPORT (addHead);
HWY_EXPORT (stage);
HWY_EXPORT (addProduct);

FourierTransform::FourierTransform (int stageCount)
    : count (stageCount), cosines (static_cast<std::size_t> (size() / 2)), sines (static_cast<std::size_t> (size() / 2))
{
    for (int p = 0; p < size() / 2; ++p)
    {
        const double angle = 2.0 * pi * p / size();
        cosines.data()[p] = portable::sin (0.5 * pi - angle);
        sines.data()[p] = portable::sin (angle);
    }
}

void FourierTransform::stage (int number, Complex from, Complex to) const noexcept
{
    const int stride = 1 << number;
    HWY_DYNAMIC_DISPATCH (stage) (cosines.data(), sines.data(), size() / 2 / stride, stride, from, to);
}

//======================================================================================================================
namespace
{
/** Number of stages of a transform of 2 `size` numbers. */
int stagesFor (int size) noexcept
{
    int stages = 1;
    while (1 << stages < 2 * size)
        ++stages;
    return stages;
}
} // namespace

Convolver::Level::Level (int blockSize, int begin, int end, bool isLater,
                         const std::array<std::span<const double>, 2>& given)
    : size (blockSize), parts ((end - begin + blockSize - 1) / blockSize), later (isLater),
      transform (stagesFor (blockSize)), responses (given[1].empty() ? 1 : 2),
      units (2 * (transform.stages() + 1) + parts)
{
    const auto numbers = static_cast<std::size_t> (2 * size);
    for (auto& each : work)
        each = AlignedNumbers (2 * numbers);
    for (int ear = 0; ear < 2; ++ear)
    {
        past[ear] = AlignedNumbers (numbers * static_cast<std::size_t> (parts));
        sum[ear] = window[ear] = AlignedNumbers (numbers);
        ready[ear] = AlignedNumbers (static_cast<std::size_t> (size));
    }
    for (int ear = 0; ear < responses; ++ear)
        filter[ear] = AlignedNumbers (numbers * static_cast<std::size_t> (parts));
    // Each partition is transformed like a window of input, with zeros behind it.
    for (int part = 0; part < parts; ++part)
    {
        for (int ear = 0; ear < 2; ++ear)
            for (int n = 0; n < 2 * size; ++n)
            {
                const auto& response = given[static_cast<std::size_t> (responses == 2 ? ear : 0)];
                const auto tap = static_cast<std::size_t> (begin + part * size + n);
                window[ear].data()[n] = n < size && tap < response.size() ? response[tap] / (2.0 * size) : 0.0;
            }
        load();
        for (int unit = 0; unit <= transform.stages(); ++unit)
            run (unit);
        for (int ear = 0; ear < responses; ++ear)
            std::copy_n (spectrum (past[ear], newest), 2 * size, spectrum (filter[ear], part));
    }
    reset();
}

void Convolver::Level::reset() noexcept
{
    for (int ear = 0; ear < 2; ++ear)
    {
        window[ear].clear();
        ready[ear].clear();
    }
    newest = filled = slot = 0;
    loaded = false;
}

void Convolver::Level::advance (const double* left, const double* right, double* nextLeft, double* nextRight) noexcept
{
    std::copy_n (left, block, window[0].data() + size + block * slot);
    std::copy_n (right, block, window[1].data() + size + block * slot);
    const int slots = size / block;
    if (++slot == slots)
    {
        slot = 0;
        if (later && loaded)
            collectResult();
        load();
    }
    for (int unit = units * slot / slots; loaded && unit < units * (slot + 1) / slots; ++unit)
        run (unit);
    if (! later)
        collectResult();
    for (int n = 0; n < block; ++n)
    {
        nextLeft[n] += ready[0].data()[block * slot + n];
        nextRight[n] += ready[1].data()[block * slot + n];
    }
}

/** Begins the work on a full window: its left channel is the real part of what is transformed, its right one the
    imaginary part. */
void Convolver::Level::load() noexcept
{
    const auto to = place (0);
    std::copy_n (window[0].data(), 2 * size, to.real);
    std::copy_n (window[1].data(), 2 * size, to.imaginary);
    for (auto& each : window)
        std::copy_n (each.data() + size, size, each.data());
    newest = (newest + 1) % parts;
    filled = std::min (filled + 1, parts);
    loaded = true;
}

void Convolver::Level::run (int unit) noexcept
{
    const int stages = transform.stages(), backwards = stages + 1 + parts;
    if (unit < stages)
        transform.stage (unit, place (unit % 2), place ((unit + 1) % 2));
    else if (unit == stages)
        unpack();
    else if (unit < backwards)
        multiply (unit - stages - 1);
    else if (unit == backwards)
        pack();
    else
    {
        const int number = unit - backwards - 1;
        const auto swapped = [this] (int which)
        {
            const auto it = place (which % 2);
            return Complex { it.imaginary, it.real };
        };
        transform.stage (number, swapped (number), swapped (number + 1));
    }
}

/** Separates the spectra of both channels: L_k = (Z_k + Z*_-k)/2, R_k = (Z_k - Z*_-k)/(2 i). */
void Convolver::Level::unpack() noexcept
{
    const auto z = place (transform.stages() % 2);
    double *left = spectrum (past[0], newest), *right = spectrum (past[1], newest);
    left[0] = z.real[0];
    left[size] = z.real[size];
    right[0] = z.imaginary[0];
    right[size] = z.imaginary[size];
    for (int k = 1; k < size; ++k)
    {
        const int mirrored = 2 * size - k;
        left[k] = 0.5 * (z.real[k] + z.real[mirrored]);
        left[size + k] = 0.5 * (z.imaginary[k] - z.imaginary[mirrored]);
        right[k] = 0.5 * (z.imaginary[k] + z.imaginary[mirrored]);
        right[size + k] = 0.5 * (z.real[mirrored] - z.real[k]);
    }
    for (auto& each : sum)
        each.clear();
}

/** Adds one partition of the response times the input of as many windows ago. */
void Convolver::Level::multiply (int part) noexcept
{
    if (part >= filled)
        return;
    const int then = (newest - part + parts) % parts;
    for (int ear = 0; ear < 2; ++ear)
        HWY_DYNAMIC_DISPATCH (addProduct)
    (spectrum (past[ear], then), spectrum (filter[responses == 2 ? ear : 0], part), sum[ear].data(), size);
}

/** The inverse of unpack(), into the first place. */
void Convolver::Level::pack() noexcept
{
    const auto z = place (0);
    const double *left = sum[0].data(), *right = sum[1].data();
    z.real[0] = left[0];
    z.real[size] = left[size];
    z.imaginary[0] = right[0];
    z.imaginary[size] = right[size];
    for (int k = 1; k < size; ++k)
    {
        const int mirrored = 2 * size - k;
        z.real[k] = left[k] - right[size + k];
        z.imaginary[k] = left[size + k] + right[k];
        z.real[mirrored] = left[k] + right[size + k];
        z.imaginary[mirrored] = right[k] - left[size + k];
    }
}

void Convolver::Level::collectResult() noexcept
{
    const auto z = place (transform.stages() % 2);
    std::copy_n (z.real + size, size, ready[0].data());
    std::copy_n (z.imaginary + size, size, ready[1].data());
}

//======================================================================================================================
Convolver::Convolver (std::span<const double> left, std::span<const double> right)
    : taps (static_cast<int> (std::max (left.size(), right.size()))), responses (right.empty() ? 1 : 2)
{
    const std::array<std::span<const double>, 2> given { left, right };
    for (std::size_t ear = 0; ear < 2; ++ear)
    {
        history[ear] = AlignedNumbers (2 * block);
        due[ear] = AlignedNumbers (block);
        head[ear] = AlignedNumbers (block);
        const auto& response = given[responses == 2 ? ear : 0];
        for (std::size_t k = 0; k < std::min<std::size_t> (block, response.size()); ++k)
            head[ear].data()[block - 1 - k] = response[k];
    }
    constexpr int sizes[] = { block, 8 * block, 64 * block };
    for (int level = 0; level < 3; ++level)
    {
        const int begin = level == 0 ? block : 2 * sizes[level];
        const int end = level == 2 ? taps : std::min (taps, 2 * sizes[level + 1]);
        if (end > begin)
            levels.emplace_back (sizes[level], begin, end, level > 0, given);
    }
}

void Convolver::reset() noexcept
{
    for (int ear = 0; ear < 2; ++ear)
    {
        history[ear].clear();
        due[ear].clear();
    }
    for (auto& level : levels)
        level.reset();
    position = ringing = 0;
}

void Convolver::process (double* left, double* right, int samples) noexcept
{
    double* const channels[2] = { left, right };
    for (int done = 0; done < samples;)
    {
        const int now = std::min (samples - done, block - position);
        for (std::size_t ear = 0; ear < 2; ++ear)
        {
            double* const out = channels[ear] + done;
            double* const in = history[ear].data() + block + position;
            std::copy_n (out, now, in);
            std::copy_n (due[ear].data() + position, now, out);
            HWY_DYNAMIC_DISPATCH (addHead) (head[ear].data(), in - (block - 1), out, now);
        }
        done += now;
        position += now;
        if (position < block)
            return;
        position = 0;
        double loudest = 0.0;
        for (int ear = 0; ear < 2; ++ear)
        {
            due[ear].clear();
            const double* const in = history[ear].data() + block;
            for (int n = 0; n < block; ++n)
                loudest = std::max (loudest, std::abs (in[n]));
        }
        ringing = loudest > faint ? taps + block : std::max (0, ringing - block);
        for (auto& level : levels)
            level.advance (history[0].data() + block, history[1].data() + block, due[0].data(), due[1].data());
        for (auto& each : history)
            std::copy_n (each.data() + block, block, each.data());
    }
}
} // namespace kolophon
#endif
