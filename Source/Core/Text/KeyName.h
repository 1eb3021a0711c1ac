// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "NumberText.h"

#include <optional>
#include <string>
#include <string_view>

/** Names of keys: C4 is middle C, MIDI note 60. */
namespace kolophon
{
/** Name of a key 0 … 127: "C4", "Bb2". */
inline std::string keyName (int key)
{
    constexpr const char* names[] = { "C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B" };
    return names[key % 12] + std::to_string (key / 12 - 1);
}

/** Key named by "G3", "C#4", "Bb2" or "60"; nullopt if it is not one of 0 … 127. */
inline std::optional<int> keyFromName (std::string_view text)
{
    const auto known = [] (int key) { return key >= 0 && key <= 127 ? std::optional (key) : std::nullopt; };
    if (const auto number = integerIn<int> (text))
        return known (*number);
    constexpr std::string_view names = "C D EF G A B";
    if (text.empty() || text[0] == ' ')
        return std::nullopt;
    const auto letter = names.find (static_cast<char> (text[0] >= 'a' ? text[0] - 'a' + 'A' : text[0]));
    if (letter == std::string_view::npos)
        return std::nullopt;
    auto pitch = static_cast<int> (letter);
    text.remove_prefix (1);
    for (; ! text.empty() && (text[0] == '#' || text[0] == 'b'); text.remove_prefix (1))
        pitch += text[0] == '#' ? 1 : -1;
    const auto octave = integerIn<int> (text);
    return octave && *octave >= -2 && *octave <= 10 ? known (pitch + 12 * (*octave + 1)) : std::nullopt;
}
} // namespace kolophon
