#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** What a reader puts up with in a file that is not as its format has it. A file may be wrong in a thousand places: of
    each kind the first is kept, the others are counted. */
class Warnings
{
public:
    /** A sentence without a full stop, with the place of what it speaks of. */
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
