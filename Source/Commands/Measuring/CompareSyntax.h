// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Sounds/SoundSyntax.h"
#include "CompareCommand.h"

#include <CLI/CLI.hpp>

#include <string>

namespace kolophon
{
constexpr auto compareExamples = R"(Examples:
  kolophon compare --note D4 --seconds 3 --laws kolophon,lugre,dupont -o laws/
  kolophon compare song.mid -p "Dark Cello" --laws all -o laws/ --set hand.pressure="60 %"
  kolophon list laws
)";

/** Declares the options of `kolophon compare`. */
inline CLI::App* addCompare (CLI::App& app, CompareOptions& o)
{
    auto* command =
        app.add_subcommand ("compare", std::string ("Play the same gesture under several friction laws: sounds, "
                                                    "differences, numbers and a page with figures.\n\n") +
                                           compareExamples);
    command->add_option ("song", o.sound.song, "MIDI file (.mid, .kar, .rmi)");
    command->add_option ("-o,--output", o.sound.output, "Folder to write into; created if it does not exist")
        ->required();
    command->add_option ("--laws", o.laws, "Ids of laws separated by commas, the reference first; or all")
        ->capture_default_str();
    o.sound.preset = "Plain String";
    addSoundOptions (*command, o.sound);
    command->add_option ("--seed", o.sound.seed, "Random seed of Human (voice.seed)");
    return command;
}
} // namespace kolophon
