// SPDX-License-Identifier: GPL-3.0-or-later
#include "DeviceChoice.h"

#include <juce_audio_plugin_client/Standalone/juce_StandaloneFilterWindow.h>

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
        window = std::make_unique<juce::StandaloneFilterWindow> (
            getApplicationName(),
            juce::LookAndFeel::getDefaultLookAndFeel().findColour (juce::ResizableWindow::backgroundColourId),
            settings.getUserSettings(), false);
        devices = std::make_unique<DeviceChoice> (window->getDeviceManager());
        window->setVisible (true);
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
    juce::ApplicationProperties settings;
    std::unique_ptr<juce::StandaloneFilterWindow> window;
    std::unique_ptr<DeviceChoice> devices; // listens to the window's device manager
};
} // namespace kolophon

JUCE_CREATE_APPLICATION_DEFINE (kolophon::StandaloneApp)
