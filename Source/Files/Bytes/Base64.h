// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** Bytes as text in base 64 (RFC 4648), with padding. */
std::string base64 (std::span<const std::uint8_t> bytes);

/** The inverse; nothing if the text has other characters, another length, or padding elsewhere. */
std::optional<std::vector<std::uint8_t>> bytesOfBase64 (std::string_view text);
} // namespace kolophon
