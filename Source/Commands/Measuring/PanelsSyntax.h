// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Sounds/SoundSyntax.h"
#include "PanelsCommand.h"

#include <CLI/CLI.hpp>

#include <string>

namespace kolophon
{
constexpr auto panelsExamples = R"(Examples:
  kolophon panels
  kolophon panels --set contact.law=LuGre --count 300
  kolophon panels -p "Glass Rim" --keys C3,C6 --within 400
  kolophon panels -p "Dark Cello" --wiggle 15 --keys C2,C5 -o wiggles.csv
  kolophon panels --tuning werckmeister.scl --a4 432
)";

/** Declares the options of `kolophon panels`. */
inline CLI::App* addPanels (CLI::App& app, PanelsOptions& o)
{
    auto* command = app.add_subcommand (
        "panels", std::string ("Play random front panels and count those that speak, within 10 cents "
                               "of the key, with Guide and without. Draws every "
                               "knob of hand, contact and body that is in use, except Dynamics and "
                               "Tension; Tune stays within --keys. Surface stays as in the preset.\n\n") +
                      panelsExamples);
    o.sound.velocity = 80;
    addPresetOption (*command, o.sound, "Factory preset or preset file for everything that is not random");
    addTuningOptions (*command, o.sound);
    command->add_option ("--set", o.sound.settings, "Set another parameter: id=value; may be repeated")
        ->allow_extra_args (false);
    command->add_option ("--count", o.count, "Number of panels")
        ->check (between (1, 1'000'000))
        ->default_str (digitsOf (o.count));
    command->add_option ("--seed", o.seed, "Random seed of the panels")
        ->check (between (0, 1 << 30))
        ->default_str (digitsOf (o.seed));
    command->add_option ("--keys", o.keys, "Lowest and highest key")->capture_default_str();
    command->add_option ("--velocity", o.sound.velocity, "Velocity of the notes")
        ->check (between (1, 127))
        ->default_str (digitsOf (o.sound.velocity));
    command->add_option ("--within", o.within, "Time limit in milliseconds for a panel to speak after the key")
        ->check (between (1.0, 10'000.0))
        ->default_str (digitsOf (o.within));
    command
        ->add_option ("--wiggle", o.wiggle,
                      "Largest distance of a knob from the preset, in percent of its range; 0: anywhere")
        ->check (between (0.0, 100.0))
        ->default_str (digitsOf (o.wiggle));
    command->add_option ("-o,--output", o.sound.output, "Write a table of all panels (.csv)");
    addJobsOption (*command, o.jobs);
    command->add_flag ("--json", o.sound.json, "Print the results as one JSON object");
    return command;
}
} // namespace kolophon
