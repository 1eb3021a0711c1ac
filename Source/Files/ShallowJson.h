#pragma once

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace kolophon
{
using Json = nlohmann::ordered_json;

struct NestedTooDeeply : std::length_error
{
    using std::length_error::length_error;
};

/** Reads JSON that somebody else wrote. A preset is three levels deep, a state around it two more; what is nested without
    end would overflow the stack of whoever walks it. Throws NestedTooDeeply or Json::exception. */
inline Json parseShallow (std::string_view text)
{
    constexpr int deepest = 16;
    return Json::parse (text.begin(), text.end(),
                        [] (int depth, Json::parse_event_t, const Json&)
                        {
                            if (depth > deepest)
                                throw NestedTooDeeply ("nested too deeply: at most " + std::to_string (deepest)
                                                       + " levels are read");
                            return true;
                        });
}
} // namespace kolophon
