// SPDX-License-Identifier: GPL-3.0-or-later
#include "SchemaCommand.h"

#include "Schemas.h"

#include "../../Files/Json/ShallowJson.h"
#include "../../Shell/Console.h"
#include "../../Studies/Experiments.h"

#include <cstdio>
#include <span>
#include <stdexcept>

namespace kolophon
{
/** Written at build time from Resources/Schemas (see EmbedTexts.cmake). */
std::span<const std::string_view> embeddedSchemaTexts () noexcept;
std::span<const std::string_view> embeddedSchemaNames () noexcept;

namespace
{
std::string_view writtenSchema (std::string_view kind)
{
    for (std::size_t i = 0; i < embeddedSchemaNames().size(); ++i)
        if (embeddedSchemaNames()[i] == kind)
            return embeddedSchemaTexts()[i];
    throw std::logic_error ("no schema of a " + std::string (kind));
}

std::string schemaText (std::string_view kind)
{
    if (kind == "body" || kind == "gesture")
        return std::string (writtenSchema (kind));
    const auto part = [] (std::string_view name) { return Json::parse (writtenSchema (name)); };
    const auto json = kind == "scenario" ? experimentSchema()
                      : kind == "preset" ? presetSchema (part ("body"), part ("gesture"))
                                         : Json();
    if (json.is_null())
    {
        std::string all;
        for (const auto each : schemaKinds)
            all += (all.empty() ? "" : ", ") + std::string (each);
        throw Failure (ExitCode::usage, "schema: \"" + std::string (kind) + "\" is not one of " + all);
    }
    return json.dump (2) + "\n";
}
} // namespace

ExitCode printSchema (const std::string& kind)
{
    print (schemaText (kind));
    return ExitCode::ok;
}
} // namespace kolophon
