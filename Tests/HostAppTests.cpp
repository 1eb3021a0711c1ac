// SPDX-License-Identifier: GPL-3.0-or-later
#include "Plugin/Formats/AppArguments.h"
#include "Support/Host.h"

#include "Files/Presets/PresetFile.h"

namespace kolophon
{
namespace
{
std::string refusalOf (const std::vector<std::string>& arguments)
{
    const auto read = readAppArguments (arguments);
    return read ? "" : read.error().what();
}
} // namespace

TEST_CASE ("the stand-alone app opens a file and a preset that its command line names, and refuses the rest")
{
    const juce::TemporaryFile tuning (".scl"), text (".txt");
    for (const auto* file : { &tuning, &text })
        REQUIRE (file->getFile().replaceWithText ("! x"));
    const auto path = tuning.getFile().getFullPathName().toStdString();

    CHECK (readAppArguments ({})->file.empty());
    CHECK (readAppArguments ({ path })->file == path);
    const auto here = juce::File::getCurrentWorkingDirectory();
    CHECK (readAppArguments ({ tuning.getFile().getRelativePathFrom (here).toStdString() })->file == path);

    const auto chosen = readAppArguments ({ "--preset", "glass rim" });
    REQUIRE (chosen);
    REQUIRE (chosen->preset);
    CHECK (factoryPreset (*chosen->preset).info.name == "Glass Rim");
    CHECK (readAppArguments ({ "--help" })->output.find ("--preset") != std::string::npos);
    CHECK (readAppArguments ({ "--version" })->output == "Kolophon " KOLOPHON_VERSION "\n");

    CHECK (refusalOf ({ "nowhere.json" }) == "nowhere.json: file not found");
    CHECK (refusalOf ({ text.getFile().getFullPathName().toStdString() }).find ("allowed: .json, .scl, .kbm") !=
           std::string::npos);
    CHECK (refusalOf ({ "--preset=Nothing" }) ==
           "--preset: Nothing is not a factory preset; see kolophon list presets");
    CHECK (refusalOf ({ "--bogus" }).find ("--bogus") != std::string::npos);
    CHECK (refusalOf ({ path, path }).find ("see kolophon-app --help") != std::string::npos);
}
} // namespace kolophon
