// SPDX-License-Identifier: GPL-3.0-or-later
#include "KeptParts.h"

#include "../Json/ShallowJson.h"

#include <utility>

namespace kolophon
{
namespace
{
bool isIndex (std::string_view name)
{
    return ! name.empty() && name.size() < 6 && name.find_first_not_of ("0123456789") == std::string_view::npos;
}

std::vector<std::string> namesOf (std::string_view pointer)
{
    std::vector<std::string> names;
    for (const char c : pointer)
        if (c == '/')
            names.emplace_back();
        else
            names.back() += c;
    for (auto& name : names)
        for (const auto& [code, sign] : { std::pair ("~1", "/"), std::pair ("~0", "~") })
            for (auto at = name.find (code); at != std::string::npos; at = name.find (code, at + 1))
                name.replace (at, 2, sign);
    return names;
}

bool isAppended (const KeptPart& part)
{
    return part.pointer.ends_with ("/-");
}

const Json* found (const Json& document, std::string_view pointer)
{
    const auto* place = &document;
    for (const auto& name : namesOf (pointer))
        if (place->is_array() && isIndex (name) && std::stoul (name) < place->size())
            place = &(*place)[std::stoul (name)];
        else if (place->is_object() && place->contains (name))
            place = &(*place)[name];
        else
            return nullptr;
    return place;
}

/** Text at a pointer; empty for a missing value, or for an empty entry of a list. */
std::string textAt (const Json& document, std::string_view pointer)
{
    const auto* place = found (document, pointer);
    return place == nullptr || (place->is_object() && place->empty()) ? std::string() : dump (*place);
}

/** Creates the place of a pointer; null if a value on the way is not a list or an object. */
Json* made (Json& document, std::string_view pointer)
{
    auto* place = &document;
    for (const auto& name : namesOf (pointer))
    {
        if (place->is_null())
            *place = name == "-" || isIndex (name) ? Json::array() : Json::object();
        if (place->is_object())
            place = &(*place)[name];
        else if (place->is_array() && name == "-")
            place = &place->emplace_back();
        else if (place->is_array() && isIndex (name))
        {
            const auto index = std::stoul (name);
            while (place->size() <= index)
                place->push_back (Json::object());
            place = &(*place)[index];
        }
        else
            return nullptr;
    }
    return place;
}
} // namespace

std::string pointerName (std::string_view name)
{
    std::string text;
    for (const char c : name)
        text += c == '~' ? "~0" : c == '/' ? "~1" : std::string (1, c);
    return text;
}

void rememberOurs (KeptParts& parts, const Json& written)
{
    for (auto& part : parts)
        if (! isAppended (part))
            part.ours = textAt (written, part.pointer);
}

void putBack (const KeptParts& parts, Json& written)
{
    for (const auto& part : parts)
        if (isAppended (part) || textAt (written, part.pointer) == part.ours)
            if (auto* place = made (written, part.pointer))
                *place = Json::parse (part.text);
}
} // namespace kolophon
