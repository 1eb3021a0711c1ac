// SPDX-License-Identifier: GPL-3.0-or-later
#include "LabSummary.h"

#include "../../Core/Fnv.h"
#include "../../Core/Text/HexText.h"
#include "../../Files/Bytes/ExitCode.h"
#include "../../Files/Bytes/WholeFile.h"
#include "../../Files/Json/ShallowJson.h"

namespace kolophon
{
namespace
{
namespace fs = std::filesystem;

constexpr std::size_t largestSummary = 256'000'000; // [bytes]: events of all runs stand in it

/** Fingerprint of a summary without one. */
std::string fingerprintOf (const Json& json)
{
    Fnv hash;
    hash.add (json.dump (-1, ' ', false, Json::error_handler_t::replace));
    return hexText (hash.value());
}
} // namespace

std::string labSummaryText (Json json)
{
    json["fingerprint"] = fingerprintOf (json);
    return json.dump (2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json labSummaryFrom (const fs::path& folder, const std::string& name)
{
    const auto file = folder / (name + ".json");
    std::error_code ignored;
    if (fs::status (file, ignored).type() == fs::file_type::not_found)
        return {};
    try
    {
        auto json = parseShallow (wholeText (file, largestSummary));
        if (! json.is_object())
            throw InputError ("it is not an object");
        const auto version = json.value ("version", Json());
        if (version.is_string() && version != KOLOPHON_VERSION)
            return {};
        const auto fingerprint = json.value ("fingerprint", Json());
        json.erase ("fingerprint");
        if (fingerprint != fingerprintOf (json) || json["name"] != name)
            throw InputError ("it is not as kolophon lab wrote it");
        return json;
    }
    catch (const InputError& reason)
    {
        throw Failure (ExitCode::badInput, file.string() + " contains no results to keep: " + reason.what() +
                                               "; without --resume it is replaced");
    }
}
} // namespace kolophon
