// SPDX-License-Identifier: GPL-3.0-or-later
#include "UserPresets.h"

#include "../../Files/Bytes/AtomicFile.h"
#include "../../Files/Bytes/ExitCode.h"
#include "../Drawing/LookAndFeel.h"

namespace kolophon
{
namespace
{
std::filesystem::path pathOfPreset (const juce::File& file)
{
    const auto path = file.getFullPathName().toStdString();
    return std::u8string (path.begin(), path.end());
}
} // namespace

juce::File UserPresets::folder()
{
    auto settings = juce::File::getSpecialLocation (juce::File::userApplicationDataDirectory);
#if JUCE_MAC
    settings = settings.getChildFile ("Application Support");
#endif
    return settings.getChildFile ("Kolophon/Presets");
}

juce::File UserPresets::madeFolder()
{
    folder().createDirectory(); // if that fails, a later write fails and reports why
    return folder();
}

juce::Array<juce::File> UserPresets::files()
{
    auto all = folder().findChildFiles (juce::File::findFiles, true, "*.json", juce::File::FollowSymlinks::noCycles);
    all.sort();
    if (all.size() > maxFiles)
        all.removeRange (maxFiles, all.size());
    return all;
}

juce::String UserPresets::subfolderOf (const juce::File& file)
{
    const auto parent = file.getParentDirectory();
    return parent == folder() ? juce::String() : parent.getRelativePathFrom (folder());
}

juce::File UserPresets::fileNamed (const juce::File& where, const juce::String& name)
{
    const auto legal = juce::File::createLegalFileName (name.trim()).trimCharactersAtStart (".");
    return where.getChildFile ((legal.isEmpty() ? juce::String ("Preset") : legal) + ".json");
}

juce::String UserPresets::freeName (const juce::String& name)
{
    auto free = name;
    const auto isTaken = [&free]
    { return fileNamed (free).exists() || findFactoryPlace (free.toStdString()) || free == "Init"; };
    for (int number = 2; isTaken(); ++number)
        free = name + " " + juce::String (number);
    return free;
}

Preset UserPresets::owned (Preset preset, const PresetInfo& words)
{
    preset.info.name = words.name;
    preset.info.author = words.author;
    preset.info.tags = words.tags;
    preset.info.notes = words.notes;
    preset.info.category.clear();
    preset.info.intent.clear();
    preset.claims = {};
    return preset;
}

Result<void> UserPresets::write (const Preset& preset, const juce::File& file)
{
    try
    {
        AtomicFile (pathOfPreset (file)).commitText (presetToJson (preset));
        return {};
    }
    catch (const std::exception& error)
    {
        return tl::unexpected<InputError> (InputError (error.what()));
    }
}

Preset initPreset ()
{
    return { .info = { .name = "Init", .author = {}, .notes = "Every knob at its default.", .tags = { "Init" } } };
}
} // namespace kolophon
