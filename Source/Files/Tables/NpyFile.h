// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bytes/AtomicFile.h"

#include <cstddef>
#include <cstdio>
#include <vector>

namespace kolophon
{
/** Writes an array of doubles in numpy's format (NEP 1, version 1.0), value by value; complete or absent. */
class NpyFile
{
public:
    /** An array of this shape, the last index fastest. Throws Failure (5). */
    NpyFile (const std::filesystem::path& target, const std::vector<std::size_t>& shape);
    ~NpyFile();
    NpyFile (const NpyFile&) = delete;
    NpyFile& operator= (const NpyFile&) = delete;

    /** Throws Failure (5). */
    void add (double value);

    /** Throws Failure (5). Precondition: all values were added. */
    void commit ();

private:
    void write (const void* data, std::size_t bytes);

    AtomicFile place;
    std::FILE* file = nullptr;
};
} // namespace kolophon
