#pragma once

#include "AtomicFile.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace kolophon
{
/** Stereo samples that wait on disk, in full precision, until somebody knows what becomes of them: songs through many
    laws outgrow memory. The file disappears with this object. Bare doubles, not a sound file: nobody but this class
    reads them, at any place and to the last bit. */
class SampleStore
{
public:
    /** Keeps them beside `target`, which is never written. Throws Failure (5). */
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

/** Goes through `frames` samples of two recordings side by side, until `stopped` says yes. Throws Failure (5). */
void readTogether (SampleStore& a, SampleStore& b, std::int64_t frames,
                   const std::function<void (const PieceOfTwo&)>& visit, const std::function<bool()>& stopped = {});

/** What one recording minus another one amounts to; energies are sums of squares over both channels. */
struct Distance
{
    double peak = 0.0, energy = 0.0; // of the difference
    double firstEnergy = 0.0;        // of the first recording
};

/** Over `frames` samples, or as far as it came before it was stopped; what is missing at an end counts as silence.
    Throws Failure (5). */
Distance distanceBetween (SampleStore& first, SampleStore& other, std::int64_t frames,
                          const std::function<bool()>& stopped = {});
} // namespace kolophon
