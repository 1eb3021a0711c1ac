// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace kolophon
{
/** Detects the kind of a file by its first bytes, independent of its name: "an MP3 file", "a PNG picture", "empty"; an
    empty text if they are unknown. */
std::string_view kindOf (std::span<const std::uint8_t> bytes) noexcept;

/** Result of kindOf() for a file that begins with nothing but zeros, and may be anything. */
inline constexpr std::string_view zeros = "full of zeros";

/** True if the beginning contains no control characters. */
bool isText (std::span<const std::uint8_t> bytes) noexcept;

/** Continuation of an error message about the wrong kind of file: ": it is an MP3 file", or empty. */
std::string whatItIs (std::span<const std::uint8_t> bytes);

/** Offset of the data after an ID3 tag (version 2); 0 without one. */
std::size_t behindTag (std::span<const std::uint8_t> bytes) noexcept;

/** True if the bytes contain `text` at `place`. */
bool says (std::span<const std::uint8_t> bytes, std::size_t place, std::string_view text) noexcept;
} // namespace kolophon
