#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace kolophon
{
/** What a file is by its first bytes, whatever its name says: "an MP3 file", "a PNG picture", "empty"; nothing where
    they are unknown. */
std::string_view kindOf (std::span<const std::uint8_t> bytes) noexcept;

/** What kindOf() says of a file that begins with nothing but zeros: it may be anything. */
inline constexpr std::string_view zeros = "full of zeros";

/** Whether the beginning holds no control characters. */
bool isText (std::span<const std::uint8_t> bytes) noexcept;

/** How a sentence goes on that says what a file is not: ": it is an MP3 file", or nothing. */
std::string whatItIs (std::span<const std::uint8_t> bytes);

/** Where what an ID3 tag (version 2) stands in front of begins; 0 without one. */
std::size_t behindTag (std::span<const std::uint8_t> bytes) noexcept;

/** Whether the bytes say that much at that place. */
bool says (std::span<const std::uint8_t> bytes, std::size_t place, std::string_view text) noexcept;
} // namespace kolophon
