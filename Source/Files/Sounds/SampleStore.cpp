// SPDX-License-Identifier: GPL-3.0-or-later
#include "SampleStore.h"

#include "../Bytes/ExitCode.h"
#include "../Bytes/SystemReason.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <utility>

namespace kolophon
{
namespace
{
bool seek (std::FILE* file, std::int64_t bytes)
{
#if defined(_WIN32)
    return _fseeki64 (file, bytes, SEEK_SET) == 0;
#else
    return fseeko (file, bytes, SEEK_SET) == 0;
#endif
}
} // namespace

SampleStore::SampleStore (const std::filesystem::path& target) : place (target)
{
    file = std::fopen (place.path().string().c_str(), "w+b");
    if (file == nullptr)
        refuse();
}

SampleStore::~SampleStore()
{
    std::fclose (file);
}

void SampleStore::append (std::span<const double> left, std::span<const double> right)
{
    buffer.clear();
    for (std::size_t i = 0; i < left.size(); ++i)
    {
        buffer.push_back (left[i]);
        buffer.push_back (right[i]);
    }
    if (std::fwrite (buffer.data(), sizeof (double), buffer.size(), file) != buffer.size())
        refuse();
    frames += static_cast<std::int64_t> (left.size());
}

void SampleStore::read (std::int64_t begin, std::span<double> left, std::span<double> right)
{
    std::fill (left.begin(), left.end(), 0.0);
    std::fill (right.begin(), right.end(), 0.0);
    const auto from = std::clamp<std::int64_t> (begin, 0, frames);
    const auto to = std::clamp<std::int64_t> (begin + static_cast<std::int64_t> (left.size()), from, frames);
    buffer.resize (2 * static_cast<std::size_t> (to - from));
    if (! seek (file, from * static_cast<std::int64_t> (2 * sizeof (double))) ||
        std::fread (buffer.data(), sizeof (double), buffer.size(), file) != buffer.size())
        refuse();
    for (std::size_t i = 0; 2 * i < buffer.size(); ++i)
    {
        left[i + static_cast<std::size_t> (from - begin)] = buffer[2 * i];
        right[i + static_cast<std::size_t> (from - begin)] = buffer[2 * i + 1];
    }
}

void SampleStore::refuse() const
{
    throw Failure (ExitCode::notWritable,
                   "cannot store samples in " + place.path().string() + ": " + systemReason (errno));
}
} // namespace kolophon
