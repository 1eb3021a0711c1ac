// SPDX-License-Identifier: GPL-3.0-or-later
#include "NearestParameter.h"

#include "../../Core/Text/AsciiText.h"
#include "../../Core/Text/Misspelling.h"
#include "ParameterTable.h"

#include <algorithm>
#include <string>
#include <vector>

namespace kolophon
{
namespace
{
/** A name as it is compared: "Bow width" and "bow_width" are "bowwidth". */
std::string compared (std::string_view name)
{
    auto text = lowerCase (std::string (name));
    std::erase_if (text, [] (char c) { return c == ' ' || c == '_' || c == '-'; });
    return text;
}
} // namespace

std::string_view nearestParameter (std::string_view text)
{
    const auto name = compared (text.substr (text.rfind ('.') + 1));
    std::vector<std::string_view> ids, labels;
    std::string_view named;
    for (const auto& parameter : parameterTable())
    {
        const auto id = parameter.id;
        ids.push_back (id);
        labels.push_back (parameter.label);
        const bool isNamed = name == compared (parameter.label) || name == compared (id.substr (id.find ('.') + 1));
        if (isNamed && (named.empty() || editDistance (text, id) < editDistance (text, named)))
            named = id;
    }
    if (! named.empty())
        return named;
    if (const auto id = nearestOf (text, ids); ! id.empty())
        return id;
    const auto label = nearestOf (text.substr (text.rfind ('.') + 1), labels);
    const auto at = std::find (labels.begin(), labels.end(), label);
    return label.empty() ? label : ids[static_cast<std::size_t> (at - labels.begin())];
}
} // namespace kolophon
