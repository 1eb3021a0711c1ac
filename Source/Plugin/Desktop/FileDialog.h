// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <JuceHeader.h>

#include <functional>
#include <memory>

namespace kolophon
{
/** Asks the player for a file, one question at a time, without blocking. The chosen is called only if a file was chosen
    and the asking component still exists. [message] */
class FileDialog
{
public:
    using Chosen = std::function<void (const juce::File&)>;

    /** Asks for an existing file with a name like one of `patterns` ("*.scl;*.kbm"); the dialog shows the folder
        `from`. */
    void open (juce::Component& asker, const juce::String& title, const juce::File& from, const juce::String& patterns,
               Chosen chosen);
    /** Asks for a file to write, which gets this extension; warns before replacing one. `from`: a folder, or a file
        that is suggested. */
    void save (juce::Component& asker, const juce::String& title, const juce::File& from, const juce::String& extension,
               Chosen chosen);
    void chooseFolder (juce::Component& asker, const juce::String& title, const juce::File& from, Chosen chosen);

    /** JUCE's own dialog for desktops without a native one, in a native window with the desktop's frame. */
    struct Box
    {
        Box (const juce::String& title, const juce::File& from, const juce::String& patterns, int flags);
        ~Box();
        juce::WildcardFileFilter filter;
        juce::FileBrowserComponent browser;
        juce::FileChooserDialogBox window;
    };

private:
    struct Question
    {
        juce::String title, patterns;
        juce::File from;
        int flags;
    };
    void ask (juce::Component& asker, const Question& question, Chosen chosen);

    std::unique_ptr<juce::FileChooser> chooser;
    std::unique_ptr<Box> box;
};
} // namespace kolophon
