// SPDX-License-Identifier: GPL-3.0-or-later
#include "NoteName.h"

#include "../../Core/Text/KeyName.h"
#include "../../Files/Bytes/ExitCode.h"

#include <algorithm>

namespace kolophon
{
std::vector<int> keysFromText (std::string_view text)
{
    std::vector<int> keys;
    while (true)
    {
        const auto comma = std::min (text.find (','), text.size());
        const auto name = text.substr (0, comma);
        const auto key = keyFromName (name);
        if (! key)
            throw Failure (ExitCode::usage, "--note: \"" + std::string (name) +
                                                "\" is an invalid note; use G3, C#4, Bb2 (C4 is middle C) or 0 to 127");
        keys.push_back (*key);
        if (comma == text.size())
            return keys;
        text.remove_prefix (comma + 1);
    }
}
} // namespace kolophon
