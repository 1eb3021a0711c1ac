// SPDX-License-Identifier: GPL-3.0-or-later
#include "FileDialog.h"

namespace kolophon
{
using Browser = juce::FileBrowserComponent;

void FileDialog::open (juce::Component& asker, const juce::String& title, const juce::File& from,
                       const juce::String& patterns, Chosen chosen)
{
    ask (asker, { title, patterns, from, Browser::openMode | Browser::canSelectFiles }, std::move (chosen));
}

void FileDialog::save (juce::Component& asker, const juce::String& title, const juce::File& from,
                       const juce::String& extension, Chosen chosen)
{
    ask (asker,
         { title, "*." + extension, from, Browser::saveMode | Browser::canSelectFiles | Browser::warnAboutOverwriting },
         [extension, chosen = std::move (chosen)] (const juce::File& file)
         { chosen (file.withFileExtension (extension)); });
}

void FileDialog::chooseFolder (juce::Component& asker, const juce::String& title, const juce::File& from, Chosen chosen)
{
    ask (asker, { title, "*", from, Browser::openMode | Browser::canSelectDirectories }, std::move (chosen));
}

FileDialog::Box::Box (const juce::String& title, const juce::File& from, const juce::String& patterns, int flags)
    : filter ((flags & Browser::canSelectFiles) != 0 ? patterns : juce::String(),
              (flags & Browser::canSelectDirectories) != 0 ? "*" : juce::String(), {}),
      browser (flags, from, &filter, nullptr),
      window (title, {}, browser, (flags & Browser::warnAboutOverwriting) != 0,
              browser.findColour (juce::AlertWindow::backgroundColourId), nullptr)
{
    window.setUsingNativeTitleBar (true);
}

FileDialog::Box::~Box()
{
    window.exitModalState (0);
}

void FileDialog::ask (juce::Component& asker, const Question& question, Chosen chosen)
{
    const auto tell =
        [safe = juce::Component::SafePointer (&asker), chosen = std::move (chosen)] (const juce::File& file)
    {
        if (safe != nullptr && file != juce::File())
            chosen (file);
    };
    if (juce::FileChooser::isPlatformDialogAvailable())
    {
        chooser = std::make_unique<juce::FileChooser> (question.title, question.from, question.patterns);
        return chooser->launchAsync (question.flags, [tell] (const juce::FileChooser& its) { tell (its.getResult()); });
    }
    box = std::make_unique<Box> (question.title, question.from, question.patterns, question.flags);
    box->window.centreWithDefaultSize (nullptr);
    box->window.enterModalState (true,
                                 juce::ModalCallbackFunction::create (
                                     [this, tell, safe = juce::Component::SafePointer (&asker)] (int result)
                                     {
                                         if (safe == nullptr) // the asker owns this dialog
                                             return;
                                         box->window.setVisible (false);
                                         if (result != 0)
                                             tell (box->browser.getSelectedFile (0));
                                     }),
                                 false);
}
} // namespace kolophon
