#include "NoteName.h"

#include "../Files/ExitCode.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace kolophon
{
namespace
{
std::optional<int> wholeNumber (std::string_view text)
{
    int value = 0;
    const auto [end, error] = std::from_chars (text.data(), text.data() + text.size(), value);
    if (error != std::errc {} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::optional<int> keyFromText (std::string_view text)
{
    if (const auto number = wholeNumber (text))
        return number;
    constexpr std::string_view names = "C D EF G A B";
    const auto letter = text.empty() ? std::string_view::npos
                                     : names.find (static_cast<char> (text[0] >= 'a' ? text[0] - 'a' + 'A' : text[0]));
    if (letter == std::string_view::npos || text[0] == ' ')
        return std::nullopt;
    auto pitch = static_cast<int> (letter);
    text.remove_prefix (1);
    for (; ! text.empty() && (text[0] == '#' || text[0] == 'b'); text.remove_prefix (1))
        pitch += text[0] == '#' ? 1 : -1;
    const auto octave = wholeNumber (text);
    if (! octave || *octave < -2 || *octave > 10)
        return std::nullopt;
    return pitch + 12 * (*octave + 1);
}
} // namespace

std::vector<int> keysFromText (std::string_view text)
{
    std::vector<int> keys;
    while (true)
    {
        const auto comma = std::min (text.find (','), text.size());
        const auto name = text.substr (0, comma);
        const auto key = keyFromText (name);
        if (! key || *key < 0 || *key > 127)
            throw Failure (ExitCode::usage, "--note: \"" + std::string (name) +
                                                "\" is not a note; write G3, C#4, Bb2 (C4 is middle C) or 0 to 127");
        keys.push_back (*key);
        if (comma == text.size())
            return keys;
        text.remove_prefix (comma + 1);
    }
}
} // namespace kolophon
