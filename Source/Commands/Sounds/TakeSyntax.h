// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "SoundSyntax.h"
#include "TakeCommand.h"

#include <CLI/CLI.hpp>

#include <string>

namespace kolophon
{
constexpr auto takeExamples = R"(Examples:
  kolophon take -p "Old Hinge" --note A3 --seconds 2.5 --count 32 --vary "hand.speed=±20%,*.seed=*" -o "creak_{i:03}.wav"
  kolophon take --note G3 --vary "hand.position=0.08:0.2" --trim --fade 2ms,50ms --normalise -18LUFS -o "g{i}.wav"
  kolophon take --from last.performance --vary "*.seed=*,hand.force=±10%" --count 8 -o "again-{i}.wav"
)";

/** Declares the options of `kolophon take`. */
inline CLI::App* addTake (CLI::App& app, TakeOptions& o)
{
    auto* command = app.add_subcommand ("take", std::string ("Render many variations of one gesture into files.\n\n") +
                                                    takeExamples);
    auto& s = o.sound;
    s.seconds = 2.5;
    command
        ->add_option ("-o,--output", s.output,
                      "WAV files to write: {i} is the take's number, {i:03} the same with leading zeros")
        ->required();
    command->add_option ("--count", o.count, "Number of takes")
        ->check (between (1, 10'000))
        ->default_str (digitsOf (o.count));
    command->add_option ("--vary", o.vary,
                         "Variations: id=±20%, id=±5 mm/s, id=lowest:highest or id=*, separated by commas; * in an id "
                         "stands for any letters");
    command
        ->add_option ("--vary-gesture", o.varyGesturePercent,
                      "Move the points of the gesture: by up to this percentage of speed and force, of an octave of "
                      "position, and of half the time to the next point")
        ->check (between (0.0, 100.0));
    command->add_option ("--seed", o.seed, "Random seed of the takes: the same seed gives the same files")
        ->check (between (std::uint64_t { 0 }, std::uint64_t { 1 } << 53))
        ->default_str (digitsOf (o.seed));
    command->add_option ("--from", o.from, "Vary this recorded performance instead of --note");
    command->add_option ("--trim", o.trimDb, "Cut both ends where they lie this many dB below the peak (default: 60)")
        ->expected (0, 1)
        ->default_str ("60")
        ->check (between (6.0, 140.0));
    command->add_option ("--fade", o.fade, "Fade in and out: 5ms, or 2ms,50ms for the beginning and the end");
    command->add_option ("--manifest", o.manifest, "File for the list of takes (default: beside them, .takes.json)");
    addSoundOptions (*command, s);
    addFileOptions (*command, s);
    return command;
}
} // namespace kolophon
