// SPDX-License-Identifier: GPL-3.0-or-later
#include "AppArguments.h"

#include "../../Files/PresetFile.h"
#include "../Controls/LookAndFeel.h"
#include "../Presets/DroppedFile.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace kolophon
{
namespace
{
/** Throws why the file cannot be opened. */
void check (const juce::File& file, const std::string& asWritten)
{
    if (! file.existsAsFile())
        throw InputError ({ .place = asWritten, .problem = "file not found" });
    if (! canBeDropped (file))
        throw InputError ({ .place = asWritten,
                            .problem = "is not a preset, a body or a tuning, or the recording of a tap",
                            .allowed = ".json, .scl, .kbm and sound files" });
}
} // namespace

Result<AppArguments> readAppArguments (std::vector<std::string> arguments)
{
    AppArguments read;
    std::string preset;
    CLI::App app ("Kolophon, a friction synthesiser: opens its window.", "kolophon-app");
    app.add_option ("file", read.file, "Open a preset, body, tuning, or the recording of a tap");
    app.add_option ("-p,--preset", preset, "Start with a factory preset, such as \"Dark Cello\"");
    app.set_version_flag ("--version", "Kolophon " KOLOPHON_VERSION);
    std::reverse (arguments.begin(), arguments.end()); // as CLI11 takes them
    try
    {
        app.parse (std::move (arguments));
    }
    catch (const CLI::CallForHelp&)
    {
        read.answer = app.help();
        return read;
    }
    catch (const CLI::CallForVersion& version)
    {
        read.answer = std::string (version.what()) + "\n";
        return read;
    }
    catch (const CLI::ParseError& error)
    {
        return inputError (std::string (error.what()) + "; see kolophon-app --help");
    }
    if (! read.file.empty())
    {
        const auto file = juce::File::getCurrentWorkingDirectory().getChildFile (toJuce (read.file));
        if (const auto known = resultOf ([&] { return check (file, read.file), true; }); ! known)
            return tl::unexpected (known.error());
        read.file = file.getFullPathName().toStdString();
    }
    if (! preset.empty() && ! (read.preset = findFactoryPlace (preset)))
        return tl::unexpected<InputError> (InputError (
            { .place = "--preset", .value = preset, .problem = "is not a factory preset; see kolophon list presets" }));
    return read;
}
} // namespace kolophon
