#include "ShallowJson.h"

#include "../Core/ClassicLocale.h"
#include "PrintableText.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kolophon
{
namespace
{
/** The library's message without its class name and number: "line 1, column 3: …". */
std::string plainReason (std::string_view what)
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
} // namespace

std::string dump (const Json& json)
{
    return json.dump (-1, ' ', false, Json::error_handler_t::replace);
}

std::string terminalJson (const Json& json)
{
    return printableJson (json.dump (4, ' ', false, Json::error_handler_t::replace)) + "\n";
}

Json numberOrNull (double value)
{
    return std::isfinite (value) ? Json (value) : Json (nullptr);
}

std::string shown (const Json& json)
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

Json parseShallow (std::string_view text)
{
    const ClassicLocale scope; // the library reads numbers by strtod, and knows decimal points of one byte
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
