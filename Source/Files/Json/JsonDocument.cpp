// SPDX-License-Identifier: GPL-3.0-or-later
#include "JsonDocument.h"

#include "ShallowJson.h"

namespace kolophon
{
namespace
{
constexpr int deepestOpen = 1; // deepest level of objects with one line per field

std::string onOneLine (const Json& json)
{
    if (! json.is_object())
        return dump (json);
    std::string text;
    for (const auto& [name, value] : json.items())
        text += (text.empty() ? "{ " : ", ") + dump (name) + ": " + onOneLine (value);
    return text.empty() ? "{}" : text + " }";
}

std::string written (const Json& json, int level)
{
    const std::string outer (static_cast<std::size_t> (4 * level), ' '), inner = outer + "    ";
    std::string lines;
    const auto add = [&lines, &inner] (const std::string& line)
    { lines += (lines.empty() ? "" : ",\n") + inner + line; };
    if (json.is_object() && ! json.empty() && level <= deepestOpen)
    {
        for (const auto& [name, value] : json.items())
            add (dump (name) + ": " + written (value, level + 1));
        return "{\n" + lines + "\n" + outer + "}";
    }
    if (json.is_array() && ! json.empty() && json.front().is_object())
    {
        for (const auto& entry : json)
            add (onOneLine (entry));
        return "[\n" + lines + "\n" + outer + "]";
    }
    return onOneLine (json);
}
} // namespace

std::string jsonDocument (const Json& document)
{
    return written (document, 0) + "\n";
}
} // namespace kolophon
