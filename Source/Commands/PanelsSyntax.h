// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "PanelsCommand.h"
#include "SoundSyntax.h"

#include <CLI/CLI.hpp>

#include <string>

namespace kolophon
{
constexpr auto panelsExamples = R"(Examples:
  kolophon panels
  kolophon panels --set contact.law=LuGre --count 300
  kolophon panels -p "Glass Rim" --keys C3,C6 --within 400
  kolophon panels -p "Gut Cello" --wiggle 15 --keys C2,C5 -o wiggles.csv
  kolophon panels --tuning werckmeister.scl --a4 432
)";

/** Declares the options of `kolophon panels`. */
inline CLI::App* addPanels (CLI::App& app, PanelsOptions& o)
{
    auto* command = app.add_subcommand (
        "panels", std::string ("Play random front panels and count how many speak: at the key, and as loud as the "
                               "preset; with its Guide and without.\n\n") +
                      panelsExamples);
    o.sound.velocity = 80;
    addPresetOption (*command, o.sound, "Factory preset or preset file: everything that is not drawn");
    addTuningOptions (*command, o.sound);
    command->add_option ("--set", o.sound.settings, "Change another parameter: id=value; may be repeated")
        ->allow_extra_args (false);
    command->add_option ("--count", o.count, "How many panels")
        ->check (between (1, 1'000'000))
        ->default_str (digitsOf (o.count));
    command->add_option ("--seed", o.seed, "Which panels")
        ->check (between (0, 1 << 30))
        ->default_str (digitsOf (o.seed));
    command->add_option ("--keys", o.keys, "Lowest and highest key")->capture_default_str();
    command->add_option ("--velocity", o.sound.velocity, "Velocity of the notes")
        ->check (between (1, 127))
        ->default_str (digitsOf (o.sound.velocity));
    command->add_option ("--within", o.within, "Milliseconds after the key in which a panel has to speak")
        ->check (between (1.0, 10'000.0))
        ->default_str (digitsOf (o.within));
    command->add_option ("--wiggle", o.wiggle, "Percent of its way that a knob may stand from the preset; 0: anywhere")
        ->check (between (0.0, 100.0))
        ->default_str (digitsOf (o.wiggle));
    command->add_option ("-o,--output", o.sound.output, "Table of all panels (.csv)");
    addJobsOption (*command, o.jobs);
    command->add_flag ("--json", o.sound.json, "Results as one JSON object");
    return command;
}
} // namespace kolophon
