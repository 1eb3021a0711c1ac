// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Sounds/SoundSyntax.h"
#include "PresetCommand.h"

#include <CLI/CLI.hpp>

#include <string>

namespace kolophon
{
constexpr auto presetExamples = R"(Examples:
  kolophon preset list
  kolophon preset show "Dark Cello"
  kolophon preset validate presets/*.json
  kolophon preset diff "Dark Cello" mine.json
  kolophon preset convert old.json -o new.json
)";

/** Declares `kolophon preset` and its commands; the one that is asked for is stored in `chosen`. */
inline CLI::App* addPreset (CLI::App& app, PresetOptions& o, ExitCode (*&chosen) (const PresetOptions&))
{
    auto* preset = app.add_subcommand ("preset", std::string ("List, show, check, compare and convert presets.\n\n") +
                                                     presetExamples);
    preset->require_subcommand (1);
    const auto add = [&] (const char* name, const char* help, ExitCode (*run) (const PresetOptions&))
    {
        auto* command = preset->add_subcommand (name, help);
        command->parse_complete_callback ([&chosen, run] { chosen = run; });
        return command;
    };
    const auto json = [&o] (CLI::App* command) { command->add_flag ("--json", o.json, "Print JSON"); };
    auto* list = add ("list", "List the factory presets", listPresetNames);
    list->add_option ("--tag", o.tag, "List only presets with this tag");
    json (list);
    auto* show =
        add ("show", "Show the settings of a preset that differ from the defaults; with --json all of it", showPreset);
    show->add_option ("preset", o.name, "Factory preset or preset file")->type_name (presetType)->required();
    json (show);
    auto* validate = add ("validate",
                          "Check preset files and list every finding; exit code 3 if any file is invalid or "
                          "contains\nsettings that this version cannot use",
                          validatePresets);
    validate->add_option ("files", o.files, "Preset files, or a plugin's saved states; * and ? stand for any letters")
        ->required();
    json (validate);
    auto* diff = add ("diff", "Show the differences between two presets", diffPresets);
    diff->add_option ("preset", o.name, "Factory preset or preset file")->type_name (presetType)->required();
    diff->add_option ("other", o.other, "Factory preset or preset file")->type_name (presetType)->required();
    json (diff);
    auto* convert = add ("convert", "Write a preset in the newest version of its format", convertPreset);
    convert->add_option ("preset", o.name, "Factory preset, preset file or saved state of the plugin")
        ->type_name (presetType)
        ->required();
    convert->add_option ("-o,--output", o.output, "File to write (default: standard output)");
    return preset;
}
} // namespace kolophon
