// SPDX-License-Identifier: GPL-3.0-or-later
#include "ClapPlugin.h"

#include "../../Synth/Parameters/NoteKnobs.h"
#include "../Processor/KeyNames.h"
#include "ClapBlock.h"
#include "ClapEditor.h"
#include "ClapNames.h"
#include "ClapPorts.h"
#include "ClapPresets.h"
#include "ClapState.h"

#include <array>
#include <cstring>

namespace kolophon::clap
{
namespace
{
constexpr int lookRate = 10; // [Hz] at which the host is told of what the player has changed
} // namespace

const clap_plugin_descriptor_t& Plugin::descriptor() noexcept
{
    static const char* const features[] = { CLAP_PLUGIN_FEATURE_INSTRUMENT, CLAP_PLUGIN_FEATURE_SYNTHESIZER,
                                            CLAP_PLUGIN_FEATURE_STEREO, nullptr };
    static const clap_plugin_descriptor_t text { CLAP_VERSION_INIT,
                                                 "org.kolophon.kolophon",
                                                 "Kolophon",
                                                 "Kolophon",
                                                 "https://kolophon.org",
                                                 "",
                                                 "",
                                                 KOLOPHON_VERSION,
                                                 "Friction synthesiser: bowed strings with balanced energy books",
                                                 const_cast<const char**> (features) };
    return text;
}

Plugin::Plugin (const clap_host_t* itsHost)
    : functions { &descriptor(),
                  this,
                  [] (const clap_plugin_t* plugin) { return of (plugin).init(); },
                  [] (const clap_plugin_t* plugin) { delete &of (plugin); },
                  [] (const clap_plugin_t* plugin, double sampleRate, std::uint32_t, std::uint32_t longest)
                  { return of (plugin).activate (sampleRate, longest); },
                  [] (const clap_plugin_t* plugin) { of (plugin).deactivate(); },
                  [] (const clap_plugin_t*) { return true; },
                  [] (const clap_plugin_t*) {},
                  [] (const clap_plugin_t* plugin) { of (plugin).reset(); },
                  [] (const clap_plugin_t* plugin, const clap_process_t* process) -> clap_process_status
                  { return of (plugin).process (*process); },
                  [] (const clap_plugin_t*, const char* id) { return extension (id); },
                  [] (const clap_plugin_t* plugin) { of (plugin).onMainThread(); } },
      its (itsHost)
{
}

Plugin::~Plugin()
{
    stopTimer();
    window.reset();
    messages.reset();
    knobs.reset();
    kolophon.reset();
}

bool Plugin::init()
{
    its.init();
    its.isMainThread ("clap_plugin.init was not called on the main thread");
    juce = std::make_unique<juce::ScopedJuceInitialiser_GUI>();
    juce::MessageManager::getInstance()->setCurrentThreadAsMessageThread();
    kolophon = std::make_unique<PluginProcessor>();
    kolophon->setHosted();
    kolophon->enableAllBuses();
    knobs = std::make_unique<Parameters> (*kolophon, its);
    messages = std::make_unique<Loop> (functions, its);
    toldVoices = voiceCount (*kolophon);
    toldNames = namesOfKeys (*kolophon).summary;
    startTimerHz (lookRate);
    return true;
}

bool Plugin::activate (double sampleRate, std::uint32_t longest)
{
    its.isMainThread ("clap_plugin.activate was not called on the main thread");
    if (! (sampleRate >= limits::minSampleRate && sampleRate <= limits::maxSampleRate))
    {
        its.tell (logError, "Kolophon needs a sample rate from 8 to 768 kHz");
        return false;
    }
    rate = sampleRate;
    played.clear();
    for (std::size_t i = 0; i < parameterTable().size(); ++i) // ends the host's earlier modulation
        keptTravels[i] = kolophon->engine().movedByHost().of (i) != 0.0 ? std::optional (0.0) : std::nullopt;
    keepsTravels = true;
    kolophon->setRateAndBufferSizeDetails (sampleRate, static_cast<int> (longest));
    kolophon->prepareToPlay (sampleRate, static_cast<int> (longest));
    toldTail = tailOf (*this);
    return true;
}

void Plugin::deactivate()
{
    its.isMainThread ("clap_plugin.deactivate was not called on the main thread");
    kolophon->releaseResources();
}

void Plugin::reset() noexcept
{
    kolophon->reset();
    played.clear();
}

clap_process_status Plugin::process (const clap_process_t& process) noexcept
{
    current = &process;
    if (process.out_events != nullptr)
        knobs->give (*process.out_events);
    Block block (*this, process);
    kolophon->renderBlock (block, false);
    played.endFinished ([this] (std::uint32_t number) { return kolophon->isPlaying (number); },
                        [this] (const Notes::Note& note) { return tellEnd (note); });
    if (const auto tail = tailOf (*this); tail != toldTail && its.tail != nullptr)
    {
        toldTail = tail;
        its.tail->changed (its.host);
    }
    // An open editor plays takes and keys, of which the host knows nothing.
    return kolophon->isResting() && ! isWatched.load (std::memory_order_relaxed) ? CLAP_PROCESS_SLEEP
                                                                                 : CLAP_PROCESS_CONTINUE;
}

bool Plugin::tellEnd (const Notes::Note& note) noexcept
{
    const auto* out = current->out_events;
    if (out == nullptr)
        return true;
    clap_event_note_t event {};
    event.header = { sizeof (event), std::max (1u, current->frames_count) - 1, CLAP_CORE_EVENT_SPACE_ID,
                     CLAP_EVENT_NOTE_END, 0 };
    event.note_id = note.id;
    event.port_index = note.port;
    event.channel = note.channel;
    event.key = note.key;
    return out->try_push (out, &event.header);
}

void Plugin::flush (const clap_input_events_t* in, const clap_output_events_t* out) noexcept
{
    const auto events = in != nullptr ? in->size (in) : 0u;
    for (std::uint32_t i = 0; i < events; ++i)
    {
        const auto* header = in->get (in, i);
        if (const auto* value = eventOf<clap_event_param_value_t> (header, CLAP_EVENT_PARAM_VALUE))
        {
            const auto number = knobs->find (value->param_id);
            if (! number || ! Notes::Address::of (*value).isEverything())
                continue;
            if (*number == knobs->bypass())
                kolophon->playBypass (value->value >= 0.5);
            else if (const auto exact = knobs->meant (*number, value->value))
                kolophon->bridge().parameters()[*number]->setExactValue (*exact);
        }
        else if (const auto* travel = eventOf<clap_event_param_mod_t> (header, CLAP_EVENT_PARAM_MOD))
            if (const auto number = knobs->find (travel->param_id);
                number && Notes::Address::of (*travel).isEverything())
                keepTravel (*number, travel->amount);
    }
    if (out != nullptr)
        knobs->give (*out);
}

void Plugin::keepTravel (std::size_t number, double amount) noexcept
{
    if (number >= parameterTable().size() || ! canBeModulated (parameterTable()[number]))
        return;
    keptTravels[number] = knobs->travel (number, amount);
    keepsTravels = true;
}

void Plugin::setEditor (std::unique_ptr<Editor> newEditor)
{
    window = std::move (newEditor);
    isWatched = window != nullptr;
    if (isWatched)
        its.host->request_process (its.host);
}

void Plugin::onMainThread()
{
    messages->dispatchIfPolled();
    knobs->tellHost();
}

/** Tells the host what follows from knobs and presets: the number of voices, and names of keys. */
void Plugin::timerCallback()
{
    knobs->tellHost();
    if (const auto voices = voiceCount (*kolophon); voices != toldVoices)
    {
        toldVoices = voices;
        if (its.voices != nullptr)
            its.voices->changed (its.host);
    }
    if (its.noteNames == nullptr)
        return;
    if (auto names = namesOfKeys (*kolophon).summary; names != toldNames)
    {
        toldNames = std::move (names);
        its.noteNames->changed (its.host);
    }
}

const void* Plugin::extension (const char* id) noexcept
{
    static const std::array<std::pair<const char*, const void*>, 16> all { {
        { CLAP_EXT_PARAMS, &parametersExtension },
        { CLAP_EXT_STATE, &stateExtension },
        { CLAP_EXT_AUDIO_PORTS, &audioPortsExtension },
        { CLAP_EXT_NOTE_PORTS, &notePortsExtension },
        { CLAP_EXT_LATENCY, &latencyExtension },
        { tailId, &tailExtension },
        { renderId, &renderExtension },
        { voiceInfoId, &voiceInfoExtension },
        { noteNameId, &noteNameExtension },
        { remoteControlsId, &remoteControlsExtension },
        { remoteControlsDraftId, &remoteControlsExtension },
        { presetLoadId, &presetLoadExtension },
        { presetLoadDraftId, &presetLoadExtension },
        { CLAP_EXT_GUI, &editorExtension },
        { CLAP_EXT_TIMER_SUPPORT, &timerExtension },
        { posixFdId, &posixFdExtension },
    } };
    for (const auto& [name, functions] : all)
        if (id != nullptr && std::strcmp (name, id) == 0)
            return functions;
    return nullptr;
}
} // namespace kolophon::clap
