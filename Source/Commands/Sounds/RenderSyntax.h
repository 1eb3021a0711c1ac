// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "RenderCommand.h"
#include "SoundSyntax.h"

#include <CLI/CLI.hpp>

#include <string>

namespace kolophon
{
/** Declares the options of `kolophon render`. `examples`: those of all commands. */
inline CLI::App* addRender (CLI::App& app, RenderOptions& o, const char* examples)
{
    auto* command =
        app.add_subcommand ("render", std::string ("Play a MIDI file or a note into a WAV file.\n\n") + examples);
    command->add_option (
        "song", o.songs,
        "MIDI files (.mid, .kar, .rmi), or recorded performances with their own preset and rate; * and ? stand for any "
        "letters, - for standard input. A damaged file plays as far as possible, with a warning");
    command
        ->add_option ("-o,--output", o.output,
                      "WAV file to write; - for standard output; for several songs a folder, or FOLDER/{name}.wav")
        ->required();
    addSoundOptions (*command, o);
    addFileOptions (*command, o);
    command->add_option ("--seed", o.seed, "Random seed of Human (voice.seed)");
    command
        ->add_option (
            "--phrasing", o.phrasing,
            "Knowledge of the song that Phrasing uses. keys: each note as it comes, with the same bits as in a host; "
            "score: also how long it will last and what follows")
        ->check (CLI::IsMember ({ "keys", "score" }))
        ->default_str (o.phrasing);
    command->add_option (
        "--stems", o.stems,
        "voices: write each voice to its own file beside the sound, FILE.voice1.wav …, without the ear guard");
    command->add_option (
        "--ledger", o.ledger,
        "Write the energy ledger: over time (FILE.csv) or its final state (FILE.json, or - for standard output)");
    command->add_option ("--probes", o.probes,
                         "Write the contact's motion, sample by sample, as columns of FILE.csv; - for standard output");
    return command;
}
} // namespace kolophon
