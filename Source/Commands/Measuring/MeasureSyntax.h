// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Sounds/SoundSyntax.h"
#include "MeasureCommand.h"

#include <CLI/CLI.hpp>

#include <string>

namespace kolophon
{
constexpr auto measureExamples = R"(Examples:
  kolophon measure violin-a4.wav --family violin
  kolophon measure cello-*.wav --family cello --csv cello.csv
  kolophon measure -p "Cello Gut" --notes C2,G2,D3,A3 --family cello
  kolophon measure -p "Violin Gut" --notes A4,E5 --set "voice.humanise=0 %" --json
  kolophon measure -p "Old Hinge" --card
  kolophon measure -p "First Light" --answer --note A4
  kolophon measure melody.wav --line
  kolophon measure -p "Old Hinge" --sound "early clicks" --sound "late clicks"
)";

/** Declares the options of `kolophon measure`. */
inline CLI::App* addMeasure (CLI::App& app, MeasureOptions& o)
{
    auto* command = app.add_subcommand (
        "measure",
        std::string ("Measure held notes, of files or of a preset, and compare them with recorded strings.\n\n") +
            measureExamples);
    auto& s = o.sound;
    s.seconds = 2.5;
    s.velocity = 80;
    command->add_option ("files", o.files,
                         "Recordings of one note each, or with --line of a melody (WAV, Wave64, AIFF, FLAC, Ogg)");
    command->add_option ("--note", s.note, "Pitch of the files, if known: G3, C#4; C4 is middle C");
    command->add_option ("--family", o.family,
                         "Compare with these recorded strings: bass, cello, viola or violin. A distance below 0.1 "
                         "means: as close as another recording");
    auto* preset = addPresetOption (*command, s);
    addTuningOptions (*command, s);
    command->add_option ("--notes", o.notes, "Play and measure these keys of the preset, one by one: G3,D4,A4");
    command->add_option ("--set", s.settings, "Set a parameter: id=value; may be repeated")->allow_extra_args (false);
    command->add_option ("--seconds", s.seconds, "Length of each note")
        ->check (between (0.6, 60.0))
        ->default_str (digitsOf (s.seconds));
    command->add_option ("--velocity", s.velocity, "Velocity of the keys; 80 plays the preset unchanged")
        ->check (between (1, 127))
        ->default_str (digitsOf (s.velocity));
    addRateOption (*command, s, "Sample rate in Hz for the keys");
    command->add_flag ("--line", o.line,
                       "Find the notes of a melody in each file, and measure how they join: dip, swell, transition, "
                       "vibrato and its spread, note by note; of a preset, play lines from --note upwards");
    command->add_flag ("--card", o.card,
                       "Measure the preset's claims: loudness, peaks, time to speak, and its own claims");
    command->add_flag ("--answer", o.answer,
                       "Move every knob of hand, contact, body and surface over its travel, on the key --note or the "
                       "preset's middle one, and tell which are heard");
    command
        ->add_option ("--sound", o.asked,
                      "Measure one quantity on the preset's middle key: clicks, centroid, strongest, pulse, …; words "
                      "before it choose the part: \"late clicks\", \"C2 loud peak\"")
        ->allow_extra_args (false);
    command->add_option ("--csv", o.csv, "Write all measures as a table: FILE.csv");
    addJobsOption (*command, o.jobs);
    command->add_flag ("--json", o.json, "Print all measures as JSON");
    command->add_flag ("--quiet", o.quiet, "Print no table");
    command->parse_complete_callback ([&o, preset] { o.presetGiven = preset->count() > 0; });
    return command;
}
} // namespace kolophon
