// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Text/NumberText.h"
#include "Scenario.h"

namespace kolophon::lab
{
Setting settingOf (const std::string& text)
{
    const auto equals = text.find ('=');
    if (equals == std::string::npos || equals == 0)
        throw InputError ("--set expects path.to.value=…, such as run.rate=96000, not \"" + text + "\"");
    const auto value = text.substr (equals + 1);
    try
    {
        return { text.substr (0, equals), parseShallow (value) };
    }
    catch (const NotJson&)
    {
        return { text.substr (0, equals), Json (value) };
    }
    catch (const InputError& reason)
    {
        throw reason.in ("set " + text.substr (0, equals));
    }
}

void change (Json& document, const Setting& setting)
{
    Json* place = &document;
    const auto& path = setting.path;
    constexpr std::size_t longest = 1000; // [bytes] of a path
    if (path.size() > longest)
        throw InputError ({ .place = "set " + path.substr (0, 40) + "…",
                            .problem = "a path of " + std::to_string (path.size()) + " bytes",
                            .allowed = "up to " + std::to_string (longest) });
    const auto refuse = [&path] (const std::string& why, const std::string& allowed = {})
    { throw InputError ({ .place = "set " + path, .problem = why, .allowed = allowed }); };
    int depth = 0;
    for (std::size_t begin = 0; begin < path.size();)
    {
        // A path makes the objects that it names, and what it makes is copied and compared as deep as it is.
        if (++depth > deepestJson)
            refuse ("nested too deeply", "at most " + std::to_string (deepestJson) + " levels");
        std::size_t end = std::min (path.find_first_of (".[", begin), path.size());
        if (path[begin] == '[')
        {
            end = path.find (']', begin);
            const auto digits = path.substr (begin + 1, end == std::string::npos ? 0 : end - begin - 1);
            const auto index = integerIn<std::size_t> (digits);
            if (! index)
                refuse ("\"[\" must be followed by a number and \"]\"");
            if (! place->is_array() || *index >= place->size())
                refuse ("not found: [" + digits + "]");
            place = &(*place)[*index];
            begin = end + 1;
            if (begin < path.size() && path[begin] == '.')
                ++begin;
            continue;
        }
        if (place->is_object() && place->contains (path.substr (begin)))
            end = path.size(); // a variant's own "drive.push.to"
        const auto name = path.substr (begin, end - begin);
        if (name.empty())
            refuse ("a name in the path is empty");
        if (! place->is_object())
            refuse ("\"" + name + "\" can't be set in " + shown (*place) + ", which is not an object");
        if (! place->contains (name) && end < path.size())
            (*place)[name] = Json::object();
        place = &(*place)[name];
        begin = end + (end < path.size() && path[end] == '.' ? 1 : 0);
    }
    if (place == &document)
        refuse ("the path is empty");
    *place = setting.value;
}
} // namespace kolophon::lab
