// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Text/NumberText.h"
#include "../../Files/Parts/TuningFile.h"
#include "../../Synth/Parameters/Limits.h"
#include "RenderCommand.h"

#include <CLI/CLI.hpp>

#include <string>
#include <type_traits>

/** Options common to several commands; those of one command are in its …Syntax.h. Only Main.cpp includes these headers,
    because CLI11 takes long to compile. */
namespace kolophon
{
/** Formats a number for the help. CLI11 would use the global locale. */
template <class Number>
std::string digitsOf (Number number)
{
    if constexpr (std::is_integral_v<Number>)
        return std::to_string (number);
    else
        return shortest (number);
}

/** Validator for numbers in a range. CLI::Range accepts text that is not a number. */
template <class Number>
CLI::Validator between (Number lowest, Number highest)
{
    const auto range = digitsOf (lowest) + " to " + digitsOf (highest);
    const auto check = [lowest, highest, allowed = range] (const std::string& text)
    {
        Number value {};
        return CLI::detail::lexical_cast (text, value) && value >= lowest && value <= highest
                   ? std::string()
                   : "\"" + text + "\" is out of range; allowed: " + allowed;
    };
    return { check, range };
}

/** Type names in the help of options for which a shell should suggest values, in addition to files. */
inline constexpr auto presetType = "PRESET", experimentType = "EXPERIMENT";

inline CLI::Option* addPresetOption (CLI::App& command, RenderOptions& o,
                                     const std::string& help = "Factory preset or preset file")
{
    return command.add_option ("-p,--preset", o.preset, help)->type_name (presetType)->capture_default_str();
}

inline void addRateOption (CLI::App& command, RenderOptions& o, const std::string& help = "Sample rate in Hz")
{
    command.add_option ("--rate", o.rate, help)
        ->check (between (static_cast<int> (limits::minSampleRate), static_cast<int> (limits::maxSampleRate)))
        ->default_str (digitsOf (o.rate));
}

inline void addJobsOption (CLI::App& command, int& jobs)
{
    command.add_option ("--jobs", jobs, "Threads (default: one per processor); never changes the result")
        ->check (between (1, 256));
}

/** Declares the tuning options of every command that plays. */
inline void addTuningOptions (CLI::App& command, RenderOptions& o)
{
    command
        .add_option (
            "--tuning", o.tuning,
            "Scale or keyboard mapping in Scala's formats: scale.scl, map.kbm; may be repeated, or both with a "
            "comma")
        ->allow_extra_args (false);
    command.add_option ("--a4", o.a4, "Frequency of A4 in Hz")->check (between (lowestA4, highestA4));
}

/** Declares options of input, sound and messages for render and take. */
inline void addSoundOptions (CLI::App& command, RenderOptions& o)
{
    const auto* preset = addPresetOption (command, o);
    command.parse_complete_callback ([&o, preset] { o.presetGiven = preset->count() > 0; });
    addTuningOptions (command, o);
    command.add_option ("--body", o.body,
                        "Use this body: a file of modes, or the recording of a tap (kolophon body --help)");
    command.add_option ("--box", o.box,
                        "Radiate from this box: the impulse response of an instrument's body (WAV, AIFF, FLAC), up to "
                        "2 s");
    command.add_option ("--gesture", o.gesture,
                        "Play this gesture on every key: a file of points of speed, force and position");
    command.add_option ("--drive", o.drive,
                        "Recording (WAV, Wave64, AIFF, FLAC, Ogg) that moves the hands like a side-chain: their speed, "
                        "or with hand.drive=\"Audio force\" their force");
    command.add_option ("--set", o.settings, "Set a parameter: id=value; may be repeated")->allow_extra_args (false);
    command.add_option ("--note", o.note,
                        "Play this note instead of a MIDI file: G3, C#4, or a chord G2,D3,B3; C4 is middle C");
    command.add_option ("--seconds", o.seconds, "Length of --note")
        ->check (between (0.001, 3600.0))
        ->default_str (digitsOf (o.seconds));
    command.add_option ("--velocity", o.velocity, "Velocity of --note")
        ->check (between (1, 127))
        ->default_str (digitsOf (o.velocity));
    addRateOption (command, o);
    command.add_option ("--block", o.block, "Samples per block; never changes the sound")
        ->check (between (1, 1 << 20))
        ->default_str (digitsOf (o.block));
    command.add_option ("--bits", o.bits, "16 (dithered), 24 or 32f")->capture_default_str();
    command
        .add_option ("--tail", o.tail, "Seconds after the end of the song; auto: until silence after the last event")
        ->capture_default_str();
    command.add_option ("--passes", o.passes, "Iterations per contact step (quality.passes)");
    command.add_option ("--oversample", o.oversample, "1 or 2 (quality.oversampling)");
    command.add_flag ("--json", o.json, "Print the results as one JSON object");
    command.add_flag ("--quiet", o.quiet, "Print no progress and no table");
}

/** Declares options of files for render and take. */
inline void addFileOptions (CLI::App& command, RenderOptions& o)
{
    command
        .add_option ("--curve", o.curves,
                     "Automate a parameter: id=file.csv, with rows of seconds,value; may be repeated")
        ->allow_extra_args (false);
    command.add_option (
        "--normalise", o.normalise,
        "Level of the files: by loudness, -18LUFS, never with a peak above -1 dBFS; or by peak, -1dBFS");
    addJobsOption (command, o.jobs);
}
} // namespace kolophon
