// SPDX-License-Identifier: GPL-3.0-or-later
#include "AppArguments.h"
#include "DeviceChoice.h"

#include <juce_audio_plugin_client/Standalone/juce_StandaloneFilterWindow.h>

#include <cstdio>

namespace kolophon
{
/** The stand-alone app: JUCE's window around the instrument. */
class StandaloneApp final : public juce::JUCEApplication
{
public:
    StandaloneApp()
    {
        juce::PropertiesFile::Options options;
        options.applicationName = getApplicationName();
        options.filenameSuffix = ".settings";
        options.osxLibrarySubFolder = "Application Support";
#if JUCE_LINUX || JUCE_BSD
        options.folderName = "~/.config";
#endif
        settings.setStorageParameters (options);
    }

    const juce::String getApplicationName () override
    {
        return JucePlugin_Name;
    }
    const juce::String getApplicationVersion () override
    {
        return JucePlugin_VersionString;
    }
    bool moreThanOneInstanceAllowed () override
    {
        return true;
    }

    void initialise (const juce::String&) override
    {
        std::vector<std::string> arguments;
        for (const auto& argument : getCommandLineParameterArray())
            arguments.push_back (argument.toStdString());
        const auto asked = readAppArguments (arguments);
        if (! asked || ! asked->output.empty())
        {
            if (asked)
                std::fputs (asked->output.c_str(), stdout);
            else
                std::fprintf (stderr, "kolophon-app: %s\n", asked.error().what());
            setApplicationReturnValue (asked ? 0 : 2);
            return quit();
        }
        window = std::make_unique<juce::StandaloneFilterWindow> (
            getApplicationName(),
            juce::LookAndFeel::getDefaultLookAndFeel().findColour (juce::ResizableWindow::backgroundColourId),
            settings.getUserSettings(), false);
        devices = std::make_unique<DeviceChoice> (window->getDeviceManager());
        window->setVisible (true);
        open (*asked);
    }

    void shutdown () override
    {
        devices = nullptr;
        window = nullptr;
        settings.saveIfNeeded();
    }

    /** Closes open dialogs before quitting. */
    void systemRequestedQuit () override
    {
        constexpr int soon = 100; // [ms]
        if (window != nullptr)
            window->pluginHolder->savePluginState();
        if (! juce::ModalComponentManager::getInstance()->cancelAllModalComponents())
            return quit();
        juce::Timer::callAfterDelay (soon,
                                     []
                                     {
                                         if (auto* app = JUCEApplicationBase::getInstance())
                                             app->systemRequestedQuit();
                                     });
    }

private:
    void open (const AppArguments& asked)
    {
        auto* processor = window->getAudioProcessor();
        if (asked.preset)
            processor->setCurrentProgram (static_cast<int> (*asked.preset));
        if (auto* editor = dynamic_cast<juce::FileDragAndDropTarget*> (processor->getActiveEditor());
            editor != nullptr && ! asked.file.empty())
            editor->filesDropped ({ asked.file }, 0, 0);
    }

    juce::ApplicationProperties settings;
    std::unique_ptr<juce::StandaloneFilterWindow> window;
    std::unique_ptr<DeviceChoice> devices; // listens to the window's device manager
};
} // namespace kolophon

JUCE_CREATE_APPLICATION_DEFINE (kolophon::StandaloneApp)
