// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Sounds/SoundSyntax.h"
#include "MapCommand.h"
#include "MapHelp.h"

namespace kolophon
{
/** Declares the options of `kolophon map`. */
inline CLI::App* addMap (CLI::App& app, MapOptions& o)
{
    auto* command = app.add_subcommand ("map", mapDescription());
    auto& s = o.sound;
    s.seconds = 1.5;
    s.note = "D4";
    s.preset = "Plain String";
    command->add_option ("--x", o.x, "Parameter and range along the map")->required();
    command->add_option ("--y", o.y, "Parameter and range up the map")->required();
    command->add_option ("-o,--output", s.output, "Folder to write into; created if it does not exist")->required();
    command->add_option ("--metric", o.metrics, "Metrics to draw: ids separated by commas, or all")
        ->capture_default_str();
    addPresetOption (*command, s);
    addTuningOptions (*command, s);
    command->add_option ("--body", s.body, "Use this body: a file of modes, or the recording of a tap");
    command->add_option ("--gesture", s.gesture,
                         "Play this gesture on every key: a file of points of speed, force and position");
    command->add_option ("--set", s.settings, "Set another parameter: id=value; may be repeated")
        ->allow_extra_args (false);
    command->add_option ("--law", o.law, "Friction law, by id (kolophon list laws)");
    command->add_option ("--note", s.note, "Key to play in every cell")->capture_default_str();
    command->add_option ("--seconds", s.seconds, "Length of the note")
        ->check (between (0.2, 60.0))
        ->default_str (digitsOf (s.seconds));
    command->add_option ("--velocity", s.velocity, "Velocity of the note")
        ->check (between (1, 127))
        ->default_str (digitsOf (s.velocity));
    addRateOption (*command, s);
    command->add_option ("--passes", s.passes, "Iterations per contact step (quality.passes)");
    command->add_option ("--oversample", s.oversample, "1 or 2 (quality.oversampling)");
    command->add_option ("--seed", s.seed, "Random seed of Human (voice.seed)");
    command->add_option ("--sound-seconds", o.soundSeconds, "Seconds of sound to keep per cell, at most --seconds")
        ->check (between (0.05, 60.0))
        ->default_str (digitsOf (o.soundSeconds));
    command->add_flag ("--no-sounds", o.noSounds, "Keep no sounds");
    addJobsOption (*command, o.jobs);
    command->add_option ("--part", o.part,
                         "Compute part K of N, such as 3/8, into a file of its own; the command without it puts the "
                         "parts together");
    command->add_flag ("--restart", o.restart, "Start again and ignore the contents of the folder");
    command->add_flag ("--json", s.json, "Print the summary (map.json)");
    command->add_flag ("--quiet", s.quiet, "Print no progress and no table");
    command->footer (mapFooter());
    return command;
}
} // namespace kolophon
