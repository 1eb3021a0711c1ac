// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "SchemaCommand.h"

#include <CLI/CLI.hpp>

#include <string>

namespace kolophon
{
/** Declares the argument of `kolophon schema`. */
inline CLI::App* addSchema (CLI::App& app, std::string& kind)
{
    auto* command =
        app.add_subcommand ("schema", "Print the JSON Schema of a file format: editors check files with it.\n\n"
                                      "Examples:\n  kolophon schema preset > preset.schema.json\n");
    command->add_option ("kind", kind, "preset, body, gesture or scenario")->required();
    return command;
}
} // namespace kolophon
