// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kolophon
{
inline constexpr std::string_view utf8Mark = "\xef\xbb\xbf"; // a byte order mark

/** Normalises text for this program's readers: without a byte order mark of UTF-8, every line ended by a line feed
    (Windows writes CR LF, classic Macs wrote CR). Throws InputError for UTF-16 and UTF-32. */
std::string decodedText (std::string bytes);

/** Detects "UTF-16 (little endian)" and the like: by the byte order mark, or by the zeros next to a first character of
    ASCII, as in RFC 4627. Empty for everything else. */
std::string_view wideEncodingOf (std::string_view text);
} // namespace kolophon
