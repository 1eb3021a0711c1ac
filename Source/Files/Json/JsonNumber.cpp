// SPDX-License-Identifier: GPL-3.0-or-later
#include "JsonNumber.h"

#include "../../Core/Text/NumberText.h"
#include "ShallowJson.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace kolophon
{
double readNumber (const Json& json, const NumberRange& range, const std::string& path, Findings& findings)
{
    const auto complaint = [&] (const char* problem)
    {
        return InputError ({ path, shown (json), problem,
                             range.text.empty() ? dump (range.lowest) + " to " + dump (range.highest) : range.text });
    };
    const auto value = json.is_number()   ? std::optional (json.get<double>())
                       : json.is_string() ? numberIn (json.get_ref<const std::string&>())
                                          : std::nullopt;
    if (! value)
        throw complaint ("is not a number");
    if (json.is_string())
        findings.add (complaint ("is not a number"));
    if (! (*value >= range.lowest && *value <= range.highest))
        findings.add (complaint ("is out of range"));
    return std::clamp (*value, range.lowest, range.highest);
}

double readInteger (const Json& json, const NumberRange& range, const std::string& path, Findings& findings)
{
    const double value = readNumber (json, range, path, findings);
    if (value != std::round (value))
        findings.add (InputError ({ path, shown (json), "is not a whole number" }));
    return std::round (value);
}

int readIndex (const Json& json, int lowest, int highest, const std::string& path)
{
    const auto allowed = std::to_string (lowest) + " to " + std::to_string (highest);
    if (! json.is_number() || json.get<double>() != std::round (json.get<double>()))
        throw InputError ({ path, shown (json), "is not a whole number", allowed });
    if (json < lowest || json > highest)
        throw InputError ({ path, shown (json), "is out of range", allowed });
    return json.get<int>();
}

bool readFlag (const Json& json, const std::string& path)
{
    if (! json.is_boolean())
        throw InputError ({ path, shown (json), "is neither true nor false" });
    return json.get<bool>();
}

std::string readText (const Json& json, const std::string& path)
{
    if (! json.is_string())
        throw InputError ({ path, shown (json), "is not a string" });
    return json.get<std::string>();
}
} // namespace kolophon
