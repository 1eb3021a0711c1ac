// SPDX-License-Identifier: GPL-3.0-or-later
#include "ShallowJson.h"

#include "../../Core/Text/AsciiText.h"
#include "../../Core/Text/ClassicLocale.h"
#include "../../Core/Text/CutText.h"
#include "../../Core/Text/NumberText.h"
#include "../Bytes/PrintableText.h"

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

/** Position of a parser, tracked by its events. */
class JsonPlace
{
public:
    /** Takes an event; false for a value to leave out: beyond the number of names (the library's search for a name is
        linear), or nested too deeply. These, and repeated names of an object, are findings. */
    bool follow (Json::parse_event_t event, int depth, const Json& parsed, Findings& findings)
    {
        using Event = Json::parse_event_t;
        const bool isTooDeep = depth >= deepestJson && (event == Event::object_start || event == Event::array_start);
        if (isTooDeep)
            findings.add (
                InputError ("nested too deeply: at most " + std::to_string (deepestJson) + " levels are read"));
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
            case Event::key: return takeName (parsed.get<std::string>(), findings);
        }
        return ! isTooDeep;
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
        return printable (text, longestCell); // names may hold anything
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

    bool takeName (const std::string& name, Findings& findings)
    {
        auto& top = levels.back();
        top.name = name;
        if (std::find (top.names.begin(), top.names.end(), name) != top.names.end())
            findings.add (InputError (path() + " occurs twice in one object"));
        else if (top.names.size() == maxNames)
        {
            findings.add (InputError (path() + ": one object has more than " + std::to_string (maxNames) + " names"));
            return false;
        }
        else
            top.names.push_back (name);
        return true;
    }

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
    auto text = printable (dump (json));
    constexpr std::size_t longest = 60;
    if (text.size() > longest)
        text = std::string (cutText (text, longest)) + "…";
    return text;
}

namespace
{
/** The text with numbers out of the range of double replaced by the largest double: the library would refuse the whole
    text. */
std::string withoutOverflow (std::string_view text)
{
    std::string result;
    bool inString = false;
    for (std::size_t at = 0; at < text.size();)
    {
        const char c = text[at];
        const auto numeral = "+-.0123456789Ee";
        auto end = inString || ((c < '0' || c > '9') && c != '-') ? at + 1 : text.find_first_not_of (numeral, at);
        end = std::min (inString && c == '\\' ? at + 2 : end, text.size());
        const auto piece = text.substr (at, end - at);
        const auto digits = piece.substr (c == '-' ? 1 : 0);
        const bool isTooLarge = ! inString && piece.size() > 3 && isDigit (digits.front()) && ! leadingNumber (piece) &&
                                piece.find ("e-") == std::string_view::npos &&
                                piece.find ("E-") == std::string_view::npos;
        if (isTooLarge)
            result += c == '-' ? "-1.7976931348623157e308" : "1.7976931348623157e308";
        else
            result += piece;
        inString = inString != (c == '"');
        at = end;
    }
    return result;
}

/** Parses a text. Throws Json::out_of_range for a number out of the range of double, NotJson, and with `strict` the
    first finding. */
Json parsed (std::string_view text, Findings& findings, bool strict)
{
    const ClassicLocale scope; // the library reads numbers by strtod, and supports only decimal points of one byte
    JsonPlace place;
    const auto notJson = [&place] (const Json::exception& error)
    {
        const auto path = place.path();
        const auto reason = printable (plainReason (error.what()), longestCell); // which quotes all of a long text
        return NotJson ("not valid JSON" + (path.empty() ? "" : " at " + path) + ": " + reason);
    };
    try
    {
        return Json::parse (text.begin(), text.end(),
                            [&] (int depth, Json::parse_event_t event, const Json& value)
                            {
                                const bool isKept = place.follow (event, depth, value, findings);
                                if (strict && findings.fault())
                                    throw InputError (*findings.fault());
                                return isKept;
                            });
    }
    catch (const Json::out_of_range& error)
    {
        if (! strict)
            throw;
        throw notJson (error);
    }
    catch (const Json::exception& error)
    {
        throw notJson (error);
    }
}
} // namespace

Json parseShallow (std::string_view text)
{
    Findings findings;
    return parsed (text, findings, true);
}

Json parseShallow (std::string_view text, Findings& findings)
{
    const auto before = findings;
    try
    {
        return parsed (text, findings, false);
    }
    catch (const Json::out_of_range&)
    {
        findings = before;
    }
    try
    {
        return parsed (withoutOverflow (text), findings, false);
    }
    catch (const Json::out_of_range&)
    {
        throw NotJson ("not valid JSON: a number is too large");
    }
}
} // namespace kolophon
