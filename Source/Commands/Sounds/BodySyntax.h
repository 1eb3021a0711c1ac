// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "BodyCommand.h"
#include "SoundSyntax.h"

#include <CLI/CLI.hpp>

#include <string>

namespace kolophon
{
constexpr auto bodyExamples = R"(Examples:
  kolophon body pan.wav -o pan.json
  kolophon body bell.wav -o bell.json --modes 24
  kolophon body pan.json
  kolophon render --note A3 --seconds 4 -o pan.wav --body pan.json
)";

/** Declares the options of `kolophon body`. */
inline CLI::App* addBody (CLI::App& app, BodyOptions& o)
{
    auto* command = app.add_subcommand (
        "body",
        std::string ("Find the modes in the recording of a tap (an impulse response), or check a file of modes.\n\n") +
            bodyExamples);
    command
        ->add_option ("input", o.input,
                      "Recording (WAV, Wave64, AIFF, FLAC or Ogg, one or two channels), or body file "
                      "(its format: kolophon schema body)")
        ->required();
    command->add_option ("-o,--output", o.output, "Body file to write");
    command->add_option ("--modes", o.modes, "Maximum number of modes to keep, strongest first")
        ->check (between (1, static_cast<int> (maxBodyModes)))
        ->default_str (digitsOf (o.modes));
    command->add_flag ("--json", o.json, "Print the body as JSON instead of a table");
    return command;
}
} // namespace kolophon
