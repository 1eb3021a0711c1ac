// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** Violations of a file's format that a reader tolerates. A file may be wrong in a thousand places: the first of each
    kind is kept, the others are counted. */
class Warnings
{
public:
    /** Adds a sentence without a full stop, with the place of the error. */
    void add (std::string_view kind, std::string sentence);

    bool empty () const noexcept { return found.empty(); }

    /** All findings [those counted include the first]. */
    std::size_t count () const noexcept;

    /** One sentence per kind. */
    std::vector<std::string> list () const;

private:
    struct Finding
    {
        std::string kind, sentence;
        std::size_t count = 1;
    };
    std::vector<Finding> found;

    friend Warnings joined (Warnings first, const Warnings& second);
};

Warnings joined (Warnings first, const Warnings& second);

/** One line about a file: its first warning, and how many more there are. */
std::string warningLine (std::string_view file, std::span<const std::string> warnings);
} // namespace kolophon
