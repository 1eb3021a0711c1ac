// SPDX-License-Identifier: GPL-3.0-or-later
#include "EditorSettings.h"

namespace kolophon
{
EditorSettings::EditorSettings (bool isKept)
{
    if (! isKept)
        return;
    juce::PropertiesFile::Options options;
    options.applicationName = "Editor";
    options.filenameSuffix = "settings";
    options.folderName = "Kolophon";
    options.osxLibrarySubFolder = "Application Support";
    options.millisecondsBeforeSaving = 1000;
#if JUCE_LINUX || JUCE_BSD // in the presets' parent folder; formerly a separate folder in the home directory
    const auto place = juce::File::getSpecialLocation (juce::File::userApplicationDataDirectory)
                           .getChildFile ("Kolophon/Editor.settings");
    if (const auto before = options.getDefaultFile(); ! place.existsAsFile() && before.existsAsFile())
    {
        place.getParentDirectory().createDirectory();
        before.moveFileTo (place);
    }
    file = std::make_unique<juce::PropertiesFile> (place, options);
#else
    file = std::make_unique<juce::PropertiesFile> (options);
#endif
}

juce::PropertySet& EditorSettings::properties() const
{
    return file != nullptr ? *file : memory;
}

void EditorSettings::set (const juce::String& key, const juce::var& value)
{
    properties().setValue (key, value);
}

juce::StringArray EditorSettings::stars() const
{
    return juce::StringArray::fromLines (properties().getValue ("stars"));
}

void EditorSettings::setStarred (const juce::String& preset, bool shouldBe)
{
    auto all = stars();
    all.removeEmptyStrings();
    all.removeString (preset);
    if (shouldBe)
        all.add (preset);
    set ("stars", all.joinIntoString ("\n"));
}
} // namespace kolophon
