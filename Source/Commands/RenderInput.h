#pragma once

#include "../Files/MidiFile.h"
#include "../Files/PerformanceFile.h"
#include "../Files/PresetFile.h"
#include "../Files/WavFile.h"
#include "RenderCommand.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

/** Command-line texts that `render` and `compare` share, read. */
namespace kolophon
{
/** Longest tail that can be asked for, and what `auto` may need. [s] */
inline constexpr double longestTail = 600.0;

/** Nothing for "auto", else 0 … longestTail seconds. Throws Failure (2). */
std::optional<double> tailFromText (const std::string& text);

/** "16", "24" or "32f". Throws Failure (2). */
WavFormat wavFormatFromText (const std::string& text);

/** The MIDI file, or the keys of --note held for --seconds. Throws Failure: 2 when there are both or neither, said in
    the name of `command`; 3 when the file cannot be read. */
Song songFromOptions (const RenderOptions& options, const std::string& command);

/** What is played: a song, or a performance that was recorded. */
struct PlayedInput
{
    std::string name; // for messages
    Song song;
    std::optional<RecordedPerformance> performance {};
};

/** The file `options.song`, standard input where that is "-", or --note. Throws Failure as songFromOptions() does. */
PlayedInput inputFromOptions (const RenderOptions& options, const std::string& command);

/** Adds --curve to a song, and where a curve begins at 0 to the patch. Throws Failure: 2 for an option, 3 for a
    file. */
void addCurves (const RenderOptions& options, Song& song, Patch& patch);

/** The files that patterns with * and ? in their last part stand for, in alphabetical order; a name that is a file, and
    "-", stands for itself. Throws Failure (3) for a pattern that no file fits. */
std::vector<std::string> filesOf (const std::vector<std::string>& patterns);

/** How to get this sound again, as JSON on one line. No date and no instruction set: equal commands give equal files.
 */
std::string manifest (const RenderOptions& options, const Preset& preset);

/** `path` must end in one of `endings` (".wav"), in capitals or not, or be no ordinary file: a device takes anything.
    Throws Failure (2), which says what `option` writes. */
void refuseOtherEndings (const std::string& option, const std::string& path, std::span<const std::string_view> endings,
                         const std::string& whatIsWritten);
} // namespace kolophon
