// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ListCommand.h"

#include <CLI/CLI.hpp>

namespace kolophon
{
/** Declares the options of `kolophon list`. */
inline CLI::App* addList (CLI::App& app, ListOptions& o)
{
    auto* command = app.add_subcommand ("list", "List parameters, presets, laws, bodies, or columns of the laboratory.");
    command->add_option ("what", o.what, "parameters, presets, laws, bodies or columns");
    command->add_flag ("--json", o.json, "Print JSON");
    return command;
}
} // namespace kolophon
