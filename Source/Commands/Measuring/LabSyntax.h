// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Sounds/SoundSyntax.h"
#include "LabCommand.h"

#include <CLI/CLI.hpp>

#include <string>

namespace kolophon
{
constexpr auto labExamples = R"(Examples:
  kolophon lab list
  kolophon lab drill-string -o lab/
  kolophon lab drill-string --set drive.push=6500 --set run.seconds=200 -o mine/
  kolophon lab all -o lab/ --resume
  kolophon lab measured -o lab/
  kolophon lab my-experiment.json --solver reference -o lab/
)";

/** Declares the options of `kolophon lab`. */
inline CLI::App* addLab (CLI::App& app, LabOptions& o)
{
    auto* command = app.add_subcommand (
        "lab", std::string ("Run experiments from the literature, or your own: numbers, figures and a page.\n\n") +
                   labExamples);
    command
        ->add_option (
            "experiment", o.what,
            "list, all, measured (beside measurements), or experiments and scenario files, - for standard input (see "
            "Resources/Docs/Laboratory.md)")
        ->type_name (experimentType)
        ->required();
    command->add_option ("--set", o.settings, "Change a value of the scenario: path.to.value=…; may be repeated")
        ->allow_extra_args (false);
    command->add_option ("--solver", o.solver, "realtime (the engine), reference (CVODE), both, or explicit")
        ->check (CLI::IsMember ({ "realtime", "reference", "both", "explicit" }));
    command->add_option ("-o,--output", o.output, "Folder for CSV, JSON and index.html; created if it does not exist");
    command->add_option ("-j,--jobs", o.jobs, "Threads (default: one per core)")->check (between (1, 1024));
    command->add_flag ("--resume", o.resume, "Keep finished results of an earlier run in the folder");
    command->add_flag ("--json", o.json, "Print the numbers, or the list, as JSON");
    command->add_flag ("--quiet", o.quiet, "Print no progress and no table");
    return command;
}
} // namespace kolophon
