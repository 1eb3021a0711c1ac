// SPDX-License-Identifier: GPL-3.0-or-later
#include "LabSummary.h"

#include "../../Files/Bytes/ExitCode.h"
#include "../../Files/Bytes/WholeFile.h"
#include "../../Files/Json/ShallowJson.h"

namespace kolophon
{
namespace
{
namespace fs = std::filesystem;

constexpr std::size_t largestSummary = 256'000'000; // [bytes]: events of all runs stand in it

enum class Kind { text, fileName, fileNameOrNull, number, numberOrNull, flag, object, list };

struct Member
{
    const char* name;
    Kind kind;
    bool optional = false;
};

constexpr Member head[] { { "schema", Kind::text },      { "version", Kind::text }, { "name", Kind::text },
                          { "title", Kind::text },       { "source", Kind::text },  { "notes", Kind::list },
                          { "interrupted", Kind::flag }, { "passed", Kind::flag },  { "seconds", Kind::number },
                          { "checks", Kind::list },      { "runs", Kind::list },    { "figures", Kind::fileNameOrNull },
                          { "sounds", Kind::list },      { "files", Kind::list },   { "scenario", Kind::object } };
constexpr Member ofCheck[] { { "name", Kind::text },
                             { "unit", Kind::text },
                             { "obtained", Kind::numberOrNull },
                             { "expected", Kind::numberOrNull },
                             { "lowest", Kind::numberOrNull },
                             { "highest", Kind::numberOrNull },
                             { "judged", Kind::flag },
                             { "passed", Kind::flag },
                             { "source", Kind::text } };
constexpr Member ofRun[] { { "run", Kind::text },
                           { "solver", Kind::text },
                           { "steps", Kind::number },
                           { "eventCount", Kind::number },
                           { "energy", Kind::object } };
constexpr Member ofEnergy[] { { "driven", Kind::numberOrNull },
                              { "frictionLoss", Kind::numberOrNull },
                              { "bodyLoss", Kind::numberOrNull },
                              { "stored", Kind::numberOrNull },
                              { "balance", Kind::numberOrNull } };
constexpr Member ofSound[] { { "file", Kind::fileName }, { "caption", Kind::text }, { "place", Kind::object, true } };
constexpr Member ofPlace[] { { "panel", Kind::text }, { "x", Kind::number }, { "y", Kind::number } };

/** A name in the folder of the page, and of nothing outside of it. */
bool isFileName (const Json& json)
{
    if (! json.is_string())
        return false;
    const auto& name = json.get_ref<const std::string&>();
    return ! name.empty() && name[0] != '.' && name.find_first_of ("/\\") == std::string::npos;
}

void demand (const Json& json, Kind kind, const std::string& path)
{
    const auto check = [&] (bool fits, const char* what)
    {
        if (! fits)
            throw InputError ({ path, shown (json), std::string ("is not ") + what });
    };
    switch (kind)
    {
        case Kind::text: return check (json.is_string(), "a string");
        case Kind::fileName: return check (isFileName (json), "the name of a file in the folder");
        case Kind::fileNameOrNull:
            return check (isFileName (json) || json.is_null(), "the name of a file in the folder or null");
        case Kind::number: return check (json.is_number(), "a number");
        case Kind::numberOrNull: return check (json.is_number() || json.is_null(), "a number or null");
        case Kind::flag: return check (json.is_boolean(), "true or false");
        case Kind::object: return check (json.is_object(), "an object");
        case Kind::list: return check (json.is_array(), "a list");
    }
}

template <std::size_t count>
void demandFields (const Json& json, const Member (&fields)[count], const std::string& path)
{
    if (! json.is_object())
        throw InputError ({ path.empty() ? "the whole" : path, shown (json), "is not an object" });
    for (const auto& [name, kind, optional] : fields)
    {
        const auto here = path.empty() ? std::string (name) : path + "." + name;
        const auto found = json.find (name);
        if (found != json.end())
            demand (*found, kind, here);
        else if (! optional)
            throw InputError ({ .place = here, .problem = "missing" });
    }
}

template <std::size_t count>
void demandList (const Json& json, const char* name, const Member (&fields)[count])
{
    for (std::size_t i = 0; i < json[name].size(); ++i)
        demandFields (json[name][i], fields, name + ("[" + std::to_string (i) + "]"));
}

/** Members that every version of the program writes. */
constexpr Member ofAnyVersion[] { { "schema", Kind::text }, { "version", Kind::text } };

void demandAll (const Json& json, const std::string& name)
{
    demandFields (json, head, {});
    if (json["schema"] != "kolophon-lab" || json["name"] != name)
        throw InputError ({ "schema and name", shown (json["schema"]) + ", " + shown (json["name"]),
                            "are not \"kolophon-lab\", \"" + name + "\"" });
    demandList (json, "checks", ofCheck);
    demandList (json, "runs", ofRun);
    demandList (json, "sounds", ofSound);
    for (std::size_t i = 0; i < json["sounds"].size(); ++i)
        if (const auto& sound = json["sounds"][i]; sound.contains ("place"))
            demandFields (sound["place"], ofPlace, "sounds[" + std::to_string (i) + "].place");
    for (std::size_t i = 0; i < json["runs"].size(); ++i)
        demandFields (json["runs"][i]["energy"], ofEnergy, "runs[" + std::to_string (i) + "].energy");
    for (std::size_t i = 0; i < json["notes"].size(); ++i)
        demand (json["notes"][i], Kind::text, "notes[" + std::to_string (i) + "]");
    for (std::size_t i = 0; i < json["files"].size(); ++i)
        demand (json["files"][i], Kind::fileName, "files[" + std::to_string (i) + "]");
}
} // namespace

Json labSummaryFrom (const fs::path& folder, const std::string& name)
{
    const auto file = folder / (name + ".json");
    std::error_code ignored;
    if (fs::status (file, ignored).type() == fs::file_type::not_found)
        return {};
    try
    {
        auto json = parseShallow (wholeText (file, largestSummary));
        demandFields (json, ofAnyVersion, {});
        if (json["version"] != KOLOPHON_VERSION)
            return {};
        demandAll (json, name);
        return json;
    }
    catch (const InputError& reason)
    {
        throw Failure (ExitCode::badInput, file.string() + " contains no results to keep: " + reason.what() +
                                               "; without --resume it is replaced");
    }
}
} // namespace kolophon
