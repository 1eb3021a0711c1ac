// SPDX-License-Identifier: GPL-3.0-or-later
#include "Page.h"

#include "../../Core/Text/NumberText.h"
#include "../../Files/Json/ShallowJson.h"
#include "Html.h"

#include <kainjow/mustache.hpp>

#include <span>
#include <stdexcept>

namespace kolophon
{
/** Texts embedded at build time from Resources/Pages (see EmbedTexts.cmake). */
std::span<const std::string_view> embeddedPageTexts () noexcept;
std::span<const std::string_view> embeddedPageNames () noexcept;

namespace
{
namespace mustache = kainjow::mustache;

/** Embedded text with this name; empty if not found. */
std::string textNamed (const std::string& name)
{
    const auto names = embeddedPageNames();
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == name)
            return std::string (embeddedPageTexts()[i]);
    return {};
}

mustache::data dataOf (const Json& json)
{
    switch (json.type())
    {
        case Json::value_t::object:
        {
            mustache::data object (mustache::data::type::object);
            for (const auto& [name, value] : json.items())
                object.set (name, dataOf (value));
            return object;
        }
        case Json::value_t::array:
        {
            mustache::data list (mustache::data::type::list);
            for (const auto& value : json)
                list.push_back (dataOf (value));
            return list;
        }
        case Json::value_t::string:
            return json.get_ref<const std::string&>().empty() ? mustache::data (false)
                                                              : mustache::data (json.get<std::string>());
        case Json::value_t::boolean: return json.get<bool>();
        case Json::value_t::number_integer:
        case Json::value_t::number_unsigned: return std::to_string (json.get<long long>());
        case Json::value_t::number_float: return shortest (json.get<double>());
        default: return false;
    }
}

std::string filled (const std::string& name, const Json& values)
{
    mustache::mustache text (textNamed (name));
    text.set_custom_escape ([] (const std::string& words) { return escapedHtml (words); });
    auto result = text.render (dataOf (values));
    if (! text.error_message().empty())
        throw std::logic_error ("Resources/Pages/" + name + ".html: " + text.error_message());
    return result;
}
} // namespace

std::string page (std::string_view name, Json values)
{
    const std::string own (name);
    values["plots"] = textNamed ("uplot") + textNamed ("plots");
    values["behaviour"] = textNamed (own + "-behaviour");
    return filled (
        "frame", { { "title", values["title"] },
                   { "commonStyle", textNamed ("uplot-style") + textNamed ("frame-style") + textNamed ("plots-style") },
                   { "style", textNamed (own + "-style") },
                   { "body", filled (own, values) } });
}
} // namespace kolophon
