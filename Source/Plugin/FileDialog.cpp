#include "FileDialog.h"

namespace kolophon
{
using Browser = juce::FileBrowserComponent;

void FileDialog::open (juce::Component& asker, const juce::String& title, const juce::File& from,
                       const juce::String& patterns, Answer answer)
{
    chooser = std::make_unique<juce::FileChooser> (title, from, patterns);
    ask (asker, Browser::openMode | Browser::canSelectFiles, std::move (answer));
}

void FileDialog::save (juce::Component& asker, const juce::String& title, const juce::File& from,
                       const juce::String& extension, Answer answer)
{
    chooser = std::make_unique<juce::FileChooser> (title, from, "*." + extension);
    ask (asker, Browser::saveMode | Browser::canSelectFiles | Browser::warnAboutOverwriting,
         [extension, answer = std::move (answer)] (const juce::File& file)
         { answer (file.withFileExtension (extension)); });
}

void FileDialog::chooseFolder (juce::Component& asker, const juce::String& title, const juce::File& from, Answer answer)
{
    chooser = std::make_unique<juce::FileChooser> (title, from);
    ask (asker, Browser::openMode | Browser::canSelectDirectories, std::move (answer));
}

void FileDialog::ask (juce::Component& asker, int flags, Answer answer)
{
    chooser->launchAsync (
        flags,
        [safe = juce::Component::SafePointer (&asker), answer = std::move (answer)] (const juce::FileChooser& its)
        {
            if (const auto file = its.getResult(); safe != nullptr && file != juce::File())
                answer (file);
        });
}
} // namespace kolophon
