// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Findings.h"
#include "JsonNumber.h"
#include "ShallowJson.h"

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace kolophon
{
/** Reader of the fields of one object. A missing required field throws InputError; a field that is never read is a
    finding. */
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

    const Json& at (const char* field)
    {
        const auto found = json.find (field);
        if (found == json.end())
            throw InputError ({ .place = path + "." + field, .problem = "missing" });
        ++asked;
        return *found;
    }

    double number (const char* field, double lowest, double highest)
    {
        return readNumber (at (field), { lowest, highest }, path + "." + field, findings);
    }

    std::int64_t integer (const char* field, double lowest, double highest)
    {
        return static_cast<std::int64_t> (readInteger (at (field), { lowest, highest }, path + "." + field, findings));
    }

    int index (const char* field, int lowest, int highest)
    {
        return readIndex (at (field), lowest, highest, path + "." + field);
    }

    bool flag (const char* field)
    {
        const auto& value = at (field);
        if (! value.is_boolean())
            throw InputError ({ path + "." + field, shown (value), "is neither true nor false" });
        return value.get<bool>();
    }

    std::string text (const char* field) { return readText (at (field), path + "." + field); }

    const Json& list (const char* field)
    {
        const auto& value = at (field);
        if (! value.is_array())
            throw InputError ({ path + "." + field, shown (value), "is not a list" });
        return value;
    }

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

    void end (std::size_t others = 0)
    {
        if (json.size() > asked + others)
            findings.add (InputError ({ path, shown (json), "has an extra field" }));
    }

private:
    const Json& json;
    std::string path;
    Findings& findings;
    std::size_t asked = 0;
};
} // namespace kolophon
