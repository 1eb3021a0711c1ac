// SPDX-License-Identifier: GPL-3.0-or-later
#include "AppArguments.h"

#include "../../Files/Presets/PresetFile.h"
#include "../Drawing/LookAndFeel.h"
#include "../Presets/DroppedFile.h"

namespace kolophon
{
namespace
{
// Read by hand: CLI11 writes numbers by streams, which want the locale (Tests/LocaleSymbolsTest.py).
constexpr auto usage = "kolophon-app [--preset NAME] [FILE]   opens the window of Kolophon, a friction synthesiser\n\n"
                       "  FILE              a preset, body or tuning to open, or the recording of a tap\n"
                       "  -p, --preset NAME a factory preset to start with, such as \"Dark Cello\"\n"
                       "  --version         prints the version\n"
                       "  -h, --help        prints this\n";
} // namespace

Result<AppArguments> readAppArguments (const std::vector<std::string>& arguments)
{
    AppArguments read;
    for (auto at = arguments.begin(); at != arguments.end(); ++at)
    {
        const auto equals = at->find ('=');
        const auto name = at->substr (0, equals);
        if (*at == "-h" || *at == "--help" || *at == "--version")
        {
            read.output = *at == "--version" ? "Kolophon " KOLOPHON_VERSION "\n" : usage;
            return read;
        }
        if (name == "-p" || name == "--preset")
        {
            if (equals == std::string::npos && at + 1 == arguments.end())
                return inputError (name + ": missing the preset's name; see kolophon-app --help");
            const auto preset = equals != std::string::npos ? at->substr (equals + 1) : *++at;
            if (! (read.preset = findFactoryPlace (preset)))
                return tl::unexpected<InputError> (
                    InputError ({ .place = name,
                                  .value = preset,
                                  .problem = "is not a factory preset; see kolophon list presets" }));
        }
        else if (at->starts_with ("-"))
            return inputError ("unknown option " + *at + "; see kolophon-app --help");
        else if (! read.file.empty())
            return inputError (*at + ": open one file at a time; see kolophon-app --help");
        else
            read.file = *at;
    }
    if (! read.file.empty())
    {
        const auto file = juce::File::getCurrentWorkingDirectory().getChildFile (toJuce (read.file));
        if (! file.existsAsFile())
            return inputError (read.file + ": file not found");
        if (! canBeDropped (file))
            return tl::unexpected<InputError> (
                InputError ({ .place = read.file,
                              .problem = "is not a preset, a body or a tuning, or the recording of a tap",
                              .allowed = ".json, .scl, .kbm and sound files" }));
        read.file = file.getFullPathName().toStdString();
    }
    return read;
}
} // namespace kolophon
