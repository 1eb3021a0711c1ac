// SPDX-License-Identifier: GPL-3.0-or-later
#include "Overrides.h"

#include "../../Core/Text/NumberText.h"
#include "../../Files/Json/ShallowJson.h"

namespace kolophon::lab
{
namespace
{
/** Splits "run.rate" into "run" and the rest, "rate". */
std::pair<std::string, std::string> firstOf (const std::string& path)
{
    const auto end = std::min (path.find_first_of (".["), path.size());
    return { path.substr (0, end), end < path.size() ? path.substr (path[end] == '.' ? end + 1 : end) : std::string() };
}

/** Splits "[3].set.x" into "3" and "set.x". */
std::optional<std::pair<std::size_t, std::string>> indexOf (const std::string& rest)
{
    const auto end = rest.find (']');
    if (! rest.starts_with ('[') || end == std::string::npos)
        return {};
    const auto index = integerIn<std::size_t> (std::string_view (rest).substr (1, end - 1));
    if (! index)
        return {};
    const auto next = rest.compare (end + 1, 1, ".") == 0 ? end + 2 : end + 1;
    return std::pair (*index, rest.substr (next));
}

/** True when setting `key` sets `path`, too. */
bool covers (const std::string& key, const std::string& path)
{
    return path.compare (0, key.size(), key) == 0 &&
           (path.size() == key.size() || path[key.size()] == '.' || path[key.size()] == '[');
}

const Json& listOf (const Json& document, const char* name)
{
    static const Json none = Json::array();
    const auto found = document.is_object() ? document.find (name) : document.end();
    return document.is_object() && found != document.end() && found->is_array() ? *found : none;
}

/** The variant's own key that sets `path`; empty: none. */
std::string ownKey (const Json& variant, const std::string& path)
{
    if (variant.is_object() && variant.contains ("set") && variant["set"].is_object())
        for (const auto& [key, value] : variant["set"].items())
            if (covers (key, path))
                return key;
    return {};
}

std::string nameOf (const Json& variant)
{
    return variant.contains ("name") && variant["name"].is_string() ? "\"" + variant["name"].get<std::string>() + "\""
                                                                    : "?";
}

/** Remark about the runs that a setting does not reach. Throws InputError if it reaches none. */
std::string reachOf (const Json& document, const std::string& path)
{
    const auto& sweeps = listOf (document, "sweep");
    for (std::size_t i = 0; i < sweeps.size(); ++i)
        if (sweeps[i].is_object() && sweeps[i].contains ("path") && sweeps[i]["path"].is_string() &&
            covers (sweeps[i]["path"].get<std::string>(), path))
            throw InputError ({ .place = "--set " + path,
                                .problem = "has no effect, because the sweep sets it; set sweep[" + std::to_string (i) +
                                           "].values instead" });
    const auto& variants = listOf (document, "variants");
    std::string own;
    std::size_t count = 0;
    for (const auto& variant : variants)
        if (! ownKey (variant, path).empty())
        {
            own += (count == 0 ? "" : ", ") + nameOf (variant);
            ++count;
        }
    if (count == 0)
        return {};
    if (count < variants.size())
        return "--set " + path + " does not affect " + own + ", which " + (count == 1 ? "sets" : "set") + " it again";
    const auto key = ownKey (variants[0], path);
    throw InputError (
        { .place = "--set " + path,
          .problem = "has no effect, because every variant sets it; set it in one variant: --set \"variants[0].set." +
                     path + "=…\" is for " + nameOf (variants[0]) });
}
} // namespace

bool touchesModel (const std::string& path)
{
    const auto [first, rest] = firstOf (path);
    if (first == "title" || first == "source" || first == "notes" || first == "figures" || first == "analyses" ||
        first == "$schema")
        return false;
    if (first == "run")
        return rest.empty() || firstOf (rest).first == "seconds";
    if (first == "variants")
        if (const auto inside = indexOf (rest))
        {
            const auto [field, value] = firstOf (inside->second);
            return field == "name" ? false : (field != "set" || value.empty() || touchesModel (value));
        }
    return true;
}

Overridden overrideWith (Json& document, const std::vector<Setting>& settings)
{
    Overridden result;
    for (const auto& setting : settings)
    {
        const auto before = document;
        change (document, setting);
        result.model = result.model || (touchesModel (setting.path) && document != before);
        const auto [first, rest] = firstOf (setting.path);
        if (first != "analyses")
            continue;
        if (const auto one = indexOf (rest))
            result.analyses.insert (one->first);
        else
            for (std::size_t i = 0; i < listOf (document, "analyses").size(); ++i)
                result.analyses.insert (i);
    }
    for (const auto& setting : settings)
        if (auto remark = reachOf (document, setting.path); ! remark.empty())
            result.remarks.push_back (std::move (remark));
    return result;
}
} // namespace kolophon::lab
