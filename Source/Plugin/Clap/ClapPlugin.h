// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Control/KnobTravel.h"
#include "../Processor/PluginProcessor.h"
#include "ClapHost.h"
#include "ClapLoop.h"
#include "ClapNotes.h"
#include "ClapParameters.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace kolophon::clap
{
class Editor;

/** One instance, as CLAP sees it: the processor with its parameters, notes and editor. CLAP's main thread is JUCE's
    message thread. */
class Plugin final : private juce::Timer
{
public:
    explicit Plugin (const clap_host_t* itsHost);
    ~Plugin() override;

    static Plugin& of (const clap_plugin_t* plugin) noexcept { return *static_cast<Plugin*> (plugin->plugin_data); }
    const clap_plugin_t* interface () const noexcept { return &functions; }
    static const clap_plugin_descriptor_t& descriptor () noexcept;

    PluginProcessor& processor () noexcept { return *kolophon; }
    Parameters& parameters () noexcept { return *knobs; }
    Notes& notes () noexcept { return played; }
    const Host& host () const noexcept { return its; }
    Loop& loop () noexcept { return *messages; }
    Editor* editor () noexcept { return window.get(); }
    /** Opens the editor, or closes it with null. [main] */
    void setEditor (std::unique_ptr<Editor> newEditor);

    /** Takes changes of parameters outside of a block; then as Parameters::give(). [audio if active, else main] */
    void flush (const clap_input_events_t* in, const clap_output_events_t* out) noexcept;
    /** Takes a travel of the whole instrument's knob at the beginning of the next block. */
    void keepTravel (std::size_t number, double amount) noexcept;
    /** Passes the latest kept travel of each knob to `play`. [audio] */
    template <class Play>
    void playKeptTravels (Play play) noexcept
    {
        if (! std::exchange (keepsTravels, false))
            return;
        for (std::size_t knob = 0; knob < keptTravels.size(); ++knob)
            if (const auto travel = std::exchange (keptTravels[knob], std::nullopt))
                play (knob, *travel);
    }
    /** Tells the host, at the end of the block, that a note has ended; false if it wants to be told later. [audio] */
    bool tellEnd (const Notes::Note& note) noexcept;
    double sampleRate () const noexcept { return rate; }

private:
    bool init ();
    bool activate (double sampleRate, std::uint32_t longest);
    void deactivate ();
    void reset () noexcept;
    clap_process_status process (const clap_process_t& process) noexcept;
    void onMainThread ();
    void timerCallback () override;
    static const void* extension (const char* id) noexcept;

    clap_plugin_t functions;
    Host its;
    std::unique_ptr<juce::ScopedJuceInitialiser_GUI> juce; // from init() on, like all below
    std::unique_ptr<PluginProcessor> kolophon;
    std::unique_ptr<Parameters> knobs;
    std::unique_ptr<Loop> messages;
    std::unique_ptr<Editor> window;        // while the host shows it
    std::atomic<bool> isWatched { false }; // the editor is open
    Notes played;
    std::array<std::optional<double>, KnobTravel::knobs> keptTravels {}; // [audio if active, else main]
    bool keepsTravels = false;
    const clap_process_t* current = nullptr; // [audio] the block that is being played
    double rate = 48000.0;                   // [Hz]
    std::uint32_t toldTail = 0;              // [audio] [samples]
    std::uint32_t toldVoices = 0;            // [main]
    std::string toldNames;                   // [main]

    JUCE_DECLARE_NON_COPYABLE (Plugin)
};
} // namespace kolophon::clap
