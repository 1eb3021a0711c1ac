// SPDX-License-Identifier: GPL-3.0-or-later
#include "BodyCommand.h"

#include "../../Core/Text/NumberText.h"
#include "../../Core/Units.h"
#include "../../Files/Bytes/AtomicFile.h"
#include "../../Files/Bytes/PrintableText.h"
#include "../../Shell/Console.h"
#include "RenderInput.h"

#include <array>
#include <cstdio>
#include <filesystem>

namespace kolophon
{
namespace
{
/** "A4 +3": the key that plays a frequency, and how many cents it is above. */
std::string keyText (double frequency)
{
    constexpr const char* names[] = { "C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B" };
    const double note = 69.0 + centsFromRatio (frequency / 440.0) / 100.0;
    const int key = static_cast<int> (std::floor (note + 0.5));
    return formatted ("%s%d %+.0f", names[((key % 12) + 12) % 12], static_cast<int> (std::floor (key / 12.0)) - 1,
                      100.0 * (note - key));
}

std::string shapeText (const std::vector<double>& shape)
{
    return shape.size() == 1 ? formatted ("%10.4g", shape[0]) : formatted ("%7zu pt", shape.size());
}

std::string modeTable (const CustomBody& body)
{
    std::string text = body.name.empty() ? std::string() : printable (body.name, longestLine) + "\n";
    if (body.mass)
        text += formatted ("  mass          %.4g kg\n", *body.mass);
    const double base = body.baseFrequency.value_or (body.modes.front().frequency);
    text += formatted ("  untransposed  at %.2f Hz (%s cents)\n", base, keyText (base).c_str());
    text += "   mode  frequency/Hz  key and cents      T60/s      shape       left      right\n";
    for (std::size_t i = 0; i < body.modes.size(); ++i)
    {
        const auto& mode = body.modes[i];
        text += formatted ("  %5zu  %12.3f  %13s  %9.4g %s %10.4g %10.4g\n", i + 1, mode.frequency,
                           keyText (mode.frequency).c_str(), mode.t60, shapeText (mode.shape).c_str(), mode.left,
                           mode.right);
    }
    return text;
}

std::string recordingText (const RecordedBody& found)
{
    const auto& estimate = found.estimate;
    return formatted (
        "  read          %.2f s at %.0f Hz, from %.3f s%s\n  explained     %.2f %% of its energy by %zu modes\n",
        estimate.seconds, found.sampleRate, estimate.onset,
        found.isWhole ? "" : ", the beginning of a longer recording", 100.0 * estimate.explained,
        estimate.modes.size());
}

template <class Value>
Value valueOf (Result<Value> result)
{
    if (! result)
        throw Failure (ExitCode::badInput, result.error().what());
    return *std::move (result);
}

void refuseSharedFile (const BodyOptions& options)
{
    std::error_code ignored;
    if (std::filesystem::equivalent (options.output, options.input, ignored))
        throw Failure (ExitCode::usage, options.output + " can't be two files at once");
}
} // namespace

CustomBody bodyFromOption (const std::string& file)
{
    if (! isRecording (file))
        return valueOf (readBodyFile (file));
    auto found = valueOf (readRecordedBody (file, usualModes));
    warn (file, found.warnings);
    return std::move (found.body);
}

ExitCode body (const BodyOptions& options)
{
    refuseSharedFile (options);
    const bool printed = options.output == "-";
    if (! options.output.empty() && ! printed)
        refuseOtherEndings ("--output", options.output, std::array<std::string_view, 1> { ".json" },
                            "body files (.json)");
    const bool recorded = isRecording (options.input);
    const auto found = recorded ? valueOf (readRecordedBody (options.input, options.modes))
                                : RecordedBody { valueOf (readBodyFile (options.input)), {} };
    warn (options.input, found.warnings);
    if (! options.output.empty())
        AtomicFile (options.output).commitText (bodyToJson (found.body));
    if (printed)
        return ExitCode::ok;
    const auto text = options.json ? printableJson (bodyToJson (found.body, warned()))
                                   : (recorded ? recordingText (found) : std::string()) + modeTable (found.body);
    print (text);
    return ExitCode::ok;
}
} // namespace kolophon
