// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bytes/AtomicFile.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace kolophon
{
/** Temporary storage of stereo samples on disk, in full precision: songs through many laws don't fit into memory. The
    file is removed with this object. It contains plain doubles, not a sound format, because only this class reads it,
    at any position and to the last bit. */
class SampleStore
{
public:
    /** Stores the samples beside `target`, which is never written. Throws Failure (5). */
    explicit SampleStore (const std::filesystem::path& target);
    ~SampleStore();
    SampleStore (const SampleStore&) = delete;
    SampleStore& operator= (const SampleStore&) = delete;

    /** Throws Failure (5). */
    void append (std::span<const double> left, std::span<const double> right);

    /** Both channels from sample `begin` on; silence before the start and after the end. Throws Failure (5). */
    void read (std::int64_t begin, std::span<double> left, std::span<double> right);

    /** Mean of both channels times `gain`, `length` samples from `begin` on. Throws Failure (5). */
    std::vector<double> mono (std::int64_t begin, std::int64_t length, double gain);

    std::int64_t length () const noexcept { return frames; } // [samples]

private:
    [[noreturn]] void refuse () const;

    AtomicFile place; // never committed, so removed
    std::FILE* file = nullptr;
    std::int64_t frames = 0;
    std::vector<double> buffer;
};

/** A piece of two recordings; both may be overwritten. */
struct PieceOfTwo
{
    std::span<double> leftA, rightA, leftB, rightB;
};

/** Visits `frames` samples of two recordings side by side, until `stopped` returns true. Throws Failure (5). */
void readTogether (SampleStore& a, SampleStore& b, std::int64_t frames,
                   const std::function<void (const PieceOfTwo&)>& visit, const std::function<bool()>& stopped = {});

/** Measures of the difference of two recordings; energies are sums of squares over both channels. */
struct Distance
{
    double peak = 0.0, energy = 0.0; // of the difference
    double firstEnergy = 0.0;        // of the first recording
};

/** Computes the distance over `frames` samples, or up to the point where it was stopped; missing samples at the end
    count as silence. Throws Failure (5). */
Distance distanceBetween (SampleStore& first, SampleStore& other, std::int64_t frames,
                          const std::function<bool()>& stopped = {});
} // namespace kolophon
