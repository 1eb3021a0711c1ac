// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bytes/Findings.h"
#include "JsonNumber.h"
#include "ShallowJson.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace kolophon
{
/** Reader of the fields of one object. A missing required field throws InputError; `absent` stands for a missing
    optional one; a field that is never read is a finding. */
class JsonFields
{
public:
    JsonFields (const Json& itsJson, std::string itsPath, Findings& itsFindings)
        : json (itsJson), path (std::move (itsPath)), findings (itsFindings)
    {
        if (! json.is_object())
            throw InputError ({ path, shown (json), "is not an object" });
    }

    bool has (const char* field) const { return json.contains (field); }

    /** Returns a field; null without it. */
    const Json* find (const char* field)
    {
        asked.emplace_back (field);
        const auto found = json.find (field);
        return found != json.end() ? &*found : nullptr;
    }

    const Json& at (const char* field, const std::string& allowed = {})
    {
        if (const auto* found = find (field))
            return *found;
        throw InputError ({ .place = place (field), .problem = "missing", .allowed = allowed });
    }

    double number (const char* field, const NumberRange& range)
    {
        return readNumber (at (field), range, place (field), findings);
    }

    double number (const char* field, const NumberRange& range, double absent)
    {
        return has (field) ? number (field, range) : absent;
    }

    std::int64_t integer (const char* field, const NumberRange& range)
    {
        return static_cast<std::int64_t> (readInteger (at (field), range, place (field), findings));
    }

    int index (const char* field, int lowest, int highest)
    {
        const auto& value = at (field, std::to_string (lowest) + " to " + std::to_string (highest));
        return readIndex (value, lowest, highest, place (field));
    }

    int index (const char* field, int lowest, int highest, int absent)
    {
        return has (field) ? index (field, lowest, highest) : absent;
    }

    bool flag (const char* field) { return readFlag (at (field), place (field)); }

    std::string text (const char* field) { return readText (at (field), place (field)); }

    const Json& list (const char* field)
    {
        const auto& value = at (field);
        if (! value.is_array())
            throw InputError ({ place (field), shown (value), "is not a list" });
        return value;
    }

    /** Place of a field in the file, as findings name it. */
    std::string place (const char* field) const { return path + "." + field; }

    /** Returns the result of `read()`; if that fails, which is a finding, `otherwise`. */
    template <class Read, class Value = std::invoke_result_t<Read>>
    Value orElse (Value otherwise, Read&& read)
    {
        auto value = resultOf (std::forward<Read> (read));
        if (value)
            return *std::move (value);
        findings.add (value.error());
        return otherwise;
    }

    /** Returns the names of fields that have not been asked for. */
    std::vector<std::string> unread () const
    {
        std::vector<std::string> names;
        for (const auto& [field, value] : json.items())
            if (std::find (asked.begin(), asked.end(), std::string_view (field)) == asked.end())
                names.push_back (field);
        return names;
    }

    /** Notes unread fields, except `others`, which are read elsewhere. */
    void end (std::initializer_list<std::string_view> others = {})
    {
        for (const auto& field : unread())
            if (std::find (others.begin(), others.end(), std::string_view (field)) == others.end())
                findings.add (InputError ({ .place = path, .problem = "has an unknown field " + shown (field) }));
    }

private:
    const Json& json;
    std::string path;
    Findings& findings;
    std::vector<std::string> asked;
};
} // namespace kolophon
