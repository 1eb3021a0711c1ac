// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Presets/PresetFile.h"
#include "../../Files/Songs/MidiFile.h"
#include "../../Files/Songs/PerformanceFile.h"
#include "../../Files/Sounds/WavFile.h"
#include "RenderCommand.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

/** Parsing of command-line texts that commands have in common. */
namespace kolophon
{
/** Longest tail [s], given or by `auto`. */
inline constexpr double longestTail = 600.0;

/** Parses a tail: nullopt for "auto", else 0 … longestTail seconds. Throws Failure (2). */
std::optional<double> tailFromText (const std::string& text);

/** Parses "16", "24" or "32f". Throws Failure (2). */
WavFormat wavFormatFromText (const std::string& text);

/** Reads the MIDI file, or makes a song of the keys of --note held for --seconds. Throws Failure: 2 if both or neither
    are given, with the name of `command`; 3 if the file cannot be read. */
Song songFromOptions (const RenderOptions& options, const std::string& command);

/** Input of a rendering: a song, or a recorded performance. */
struct PlayedInput
{
    std::string name; // for messages
    Song song;
    std::optional<RecordedPerformance> performance {};
};

/** Reads the file `options.song`, standard input if that is "-", or --note. Throws Failure like songFromOptions(). */
PlayedInput inputFromOptions (const RenderOptions& options, const std::string& command);

/** Adds --curve to a song and, for a curve that begins at time 0, to the patch. Throws Failure: 2 for an option, 3 for
    a file. */
void addCurves (const RenderOptions& options, Song& song, Patch& patch);

/** Expands patterns with * and ? in their last part to files, in alphabetical order; the name of an existing file, and
    "-", stay unchanged. Throws Failure (3) for a pattern without a match. */
std::vector<std::string> filesOf (const std::vector<std::string>& patterns);

/** Recipe of the sound, as JSON on one line. It contains no date and no instruction set, so that equal commands give
    equal files. */
std::string manifest (const RenderOptions& options, const Preset& preset);

/** Checks that `path` ends in one of `endings` (".wav"), ignoring case, or is not a regular file: a device accepts any
    content. Throws Failure (2) with a description of the output of `option`. */
void refuseOtherEndings (const std::string& option, const std::string& path, std::span<const std::string_view> endings,
                         const std::string& whatIsWritten);
} // namespace kolophon
