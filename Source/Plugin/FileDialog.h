#pragma once

#include <JuceHeader.h>

#include <functional>
#include <memory>

namespace kolophon
{
/** Asks the player for a file, one question at a time, without blocking: the answer comes where something was chosen
    and the asker is still there. [message] */
class FileDialog
{
public:
    using Answer = std::function<void (const juce::File&)>;

    /** A file that is there, with a name like one of `patterns` ("*.scl;*.kbm"); the dialog shows the folder `from`. */
    void open (juce::Component& asker, const juce::String& title, const juce::File& from, const juce::String& patterns,
               Answer answer);
    /** A file to write, which gets this extension; warns of one that is there. `from`: a folder, or a file to begin
        with. */
    void save (juce::Component& asker, const juce::String& title, const juce::File& from, const juce::String& extension,
               Answer answer);
    void chooseFolder (juce::Component& asker, const juce::String& title, const juce::File& from, Answer answer);

    /** JUCE's own dialog, where the desktop has none: in a window of the desktop's, with its frame. */
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
    void ask (juce::Component& asker, const Question& question, Answer answer);

    std::unique_ptr<juce::FileChooser> chooser;
    std::unique_ptr<Box> box;
};
} // namespace kolophon
