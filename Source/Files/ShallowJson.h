#pragma once

#include "../Core/Error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

/** Reading of JSON that somebody else wrote: the one door through which all of it comes into the program. */
namespace kolophon
{
using Json = nlohmann::ordered_json;

/** The text is no JSON at all; any other Refusal means that it is JSON which nobody here would write. */
struct NotJson : Refusal
{
    using Refusal::Refusal;
};

/** What is nested deeper is refused: copying, comparing and printing a value take a stack frame a level. A preset is
    three levels deep, a state around it two more; a scenario, with the results of its runs around it, comes to about
    ten. */
inline constexpr int deepestJson = 16;

/** On one line. Bytes of a text that are not UTF-8 become U+FFFD: what we write can always be read. */
inline std::string dump (const Json& json)
{
    return json.dump (-1, ' ', false, Json::error_handler_t::replace);
}

/** How an offending value is shown: long ones are cut. */
inline std::string shown (const Json& json)
{
    auto text = dump (json);
    constexpr std::size_t longest = 60;
    if (text.size() > longest)
    {
        std::size_t end = longest;
        while (end > 0 && (static_cast<unsigned char> (text[end]) & 0xc0) == 0x80)
            --end;
        text = text.substr (0, end) + "…";
    }
    return text;
}

/** The library's message without its class name and number: "line 1, column 3: …". */
inline std::string plainReason (std::string_view what)
{
    if (const auto bracket = what.find ("] "); bracket != std::string_view::npos)
        what.remove_prefix (bracket + 2);
    if (what.starts_with ("parse error at "))
        what.remove_prefix (std::string_view ("parse error at ").size());
    return std::string (what);
}

/** Where a parser stands: follows its events. */
class JsonPlace
{
public:
    /** Throws Refusal for a name that its object has already, and for one name too many: the library's search for a
        name is linear. */
    void follow (Json::parse_event_t event, const Json& parsed)
    {
        using Event = Json::parse_event_t;
        switch (event)
        {
            case Event::object_start: levels.push_back ({ false, 0, {}, {} }); break;
            case Event::array_start: levels.push_back ({ true, 0, {}, {} }); break;
            case Event::object_end:
            case Event::array_end:
                levels.pop_back();
                step();
                break;
            case Event::value: step(); break;
            case Event::key:
                auto& top = levels.back();
                top.name = parsed.get<std::string>();
                if (std::find (top.names.begin(), top.names.end(), top.name) != top.names.end())
                    throw Refusal (path() + " stands twice in one object");
                if (top.names.size() == maxNames)
                    throw Refusal (path() + ": one object has more than " + std::to_string (maxNames) + " names");
                top.names.push_back (top.name);
                break;
        }
    }

    /** "modes[3].t60" */
    std::string path () const
    {
        std::string text;
        for (const auto& level : levels)
            if (level.isList)
                text += "[" + std::to_string (level.index) + "]";
            else if (! level.name.empty())
                text += (text.empty() ? "" : ".") + level.name;
        return text;
    }

private:
    static constexpr std::size_t maxNames = 1000;

    struct Level
    {
        bool isList;
        std::size_t index;
        std::string name;
        std::vector<std::string> names;
    };

    void step ()
    {
        if (! levels.empty() && levels.back().isList)
            ++levels.back().index;
    }

    std::vector<Level> levels;
};

/** The text as JSON. Throws Refusal; NotJson where it isn't any. */
inline Json parseShallow (std::string_view text)
{
    JsonPlace place;
    try
    {
        return Json::parse (text.begin(), text.end(),
                            [&place] (int depth, Json::parse_event_t event, const Json& parsed)
                            {
                                if (depth > deepestJson)
                                    throw Refusal ("nested too deeply: at most " + std::to_string (deepestJson) +
                                                   " levels are read");
                                place.follow (event, parsed);
                                return true;
                            });
    }
    catch (const Json::exception& error)
    {
        const auto path = place.path();
        throw NotJson ("not valid JSON" + (path.empty() ? "" : " at " + path) + ": " + plainReason (error.what()));
    }
}
} // namespace kolophon
