// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "FiguresCommand.h"

#include <CLI/CLI.hpp>

namespace kolophon
{
/** Declares the options of `kolophon figures`. */
inline CLI::App* addFigures (CLI::App& app, FiguresOptions& o)
{
    auto* command = app.add_subcommand ("figures", "Draw the pictures of the documentation as SVG (with gnuplot).\n\n"
                                                   "Examples:\n  kolophon figures laws --law lugre -o pictures/\n"
                                                   "  kolophon figures bodies --body glass -o pictures/\n"
                                                   "  kolophon figures strings -o pictures/\n");
    command->add_option ("what", o.what, "laws, bodies or strings");
    command->add_option ("--law", o.law, "Draw only this law, by id");
    command->add_option ("--body", o.body, "Draw only this body, by id");
    command->add_option ("-o,--output", o.output,
                         "Folder to write into (default, in the project's own folder: Resources/Docs/Figures)");
    return command;
}
} // namespace kolophon
