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
    file = std::make_unique<juce::PropertiesFile> (options);
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
