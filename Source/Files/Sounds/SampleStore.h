// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bytes/AtomicFile.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <vector>

namespace kolophon
{
/** Temporary storage of stereo samples on disk, in full precision: a long song whose loudness is not known yet doesn't
    fit into memory. The file is removed with this object. It contains plain doubles, not a sound format, because only
    this class reads it, at any position and to the last bit. */
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

    std::int64_t length () const noexcept { return frames; } // [samples]

private:
    [[noreturn]] void refuse () const;

    AtomicFile place; // never committed, so removed
    std::FILE* file = nullptr;
    std::int64_t frames = 0;
    std::vector<double> buffer;
};
} // namespace kolophon
