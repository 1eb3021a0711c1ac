// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Plugin/Clap/ClapAbi.h"

#include <dlfcn.h>
#include <poll.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

/** A CLAP host of the tests' own, after the specification: it watches which thread calls what, and writes down what it
    is told. No JUCE in it. */
namespace kolophon::test
{
union AnyEvent
{
    clap_event_header_t header;
    clap_event_note_t note;
    clap_event_note_expression_t expression;
    clap_event_param_value_t value;
    clap_event_param_mod_t travel;
    clap_event_param_gesture_t gesture;
    clap_event_transport_t song;
    clap_event_midi_t midi;
    clap_event_midi_sysex_t message;
};

/** Which notes an event is for; -1: any. */
struct ForNote
{
    std::int32_t id = -1;
    std::int16_t port = -1, channel = -1, key = -1;
};

/** Events in order of time, and both interfaces to them. */
class ClapEvents
{
public:
    std::vector<AnyEvent> all;

    ClapEvents()
    {
        in.ctx = out.ctx = this;
        in.size = [] (const clap_input_events_t* list)
        { return static_cast<std::uint32_t> (static_cast<ClapEvents*> (list->ctx)->all.size()); };
        in.get = [] (const clap_input_events_t* list, std::uint32_t index) -> const clap_event_header_t*
        { return &static_cast<ClapEvents*> (list->ctx)->all[index].header; };
        out.try_push = [] (const clap_output_events_t* list, const clap_event_header_t* event)
        {
            auto& self = *static_cast<ClapEvents*> (list->ctx);
            if (self.refuses || self.all.size() == self.all.capacity()) // the audio thread does not allocate
                return false;
            self.all.emplace_back();
            std::memcpy (&self.all.back(), event, std::min<std::size_t> (event->size, sizeof (AnyEvent)));
            return true;
        };
    }
    ClapEvents (const ClapEvents&) = delete;
    ClapEvents& operator= (const ClapEvents&) = delete;

    template <class Event>
    Event& add (Event AnyEvent::*member, std::uint16_t type, std::uint32_t time)
    {
        AnyEvent any;
        std::memset (&any, 0, sizeof (any));
        (any.*member).header = { sizeof (Event), time, CLAP_CORE_EVENT_SPACE_ID, type, 0 };
        all.push_back (any);
        return all.back().*member;
    }
    void note (std::uint16_t type, std::uint32_t time, ForNote which, double velocity = 0.8)
    {
        auto& event = add (&AnyEvent::note, type, time);
        event.note_id = which.id;
        event.port_index = which.port;
        event.channel = which.channel;
        event.key = which.key;
        event.velocity = velocity;
    }
    void on (std::uint32_t time, int key, int id = -1, double velocity = 0.8, int channel = 0)
    {
        note (CLAP_EVENT_NOTE_ON, time, { id, 0, static_cast<std::int16_t> (channel), static_cast<std::int16_t> (key) },
              velocity);
    }
    void off (std::uint32_t time, int key, int id = -1, double velocity = 0.5, int channel = 0)
    {
        note (CLAP_EVENT_NOTE_OFF, time,
              { id, 0, static_cast<std::int16_t> (channel), static_cast<std::int16_t> (key) }, velocity);
    }
    void express (std::uint32_t time, int kind, double value, ForNote which)
    {
        auto& event = add (&AnyEvent::expression, CLAP_EVENT_NOTE_EXPRESSION, time);
        event.expression_id = kind;
        event.note_id = which.id;
        event.port_index = which.port;
        event.channel = which.channel;
        event.key = which.key;
        event.value = value;
    }
    void set (std::uint32_t time, clap_id id, double value, ForNote which = {})
    {
        auto& event = add (&AnyEvent::value, CLAP_EVENT_PARAM_VALUE, time);
        event.param_id = id;
        event.note_id = which.id;
        event.port_index = which.port;
        event.channel = which.channel;
        event.key = which.key;
        event.value = value;
    }
    void modulate (std::uint32_t time, clap_id id, double amount, ForNote which = {})
    {
        auto& event = add (&AnyEvent::travel, CLAP_EVENT_PARAM_MOD, time);
        event.param_id = id;
        event.note_id = which.id;
        event.port_index = which.port;
        event.channel = which.channel;
        event.key = which.key;
        event.amount = amount;
    }
    void midi (std::uint32_t time, std::uint8_t status, std::uint8_t first, std::uint8_t second)
    {
        auto& event = add (&AnyEvent::midi, CLAP_EVENT_MIDI, time);
        event.data[0] = status;
        event.data[1] = first;
        event.data[2] = second;
    }
    std::size_t count (std::uint16_t type) const
    {
        return static_cast<std::size_t> (
            std::count_if (all.begin(), all.end(), [type] (const auto& any) { return any.header.type == type; }));
    }

    clap_input_events_t in {};
    clap_output_events_t out {};
    bool refuses = false;
};

/** A library with its entry, initialised. */
class ClapLibrary
{
public:
    explicit ClapLibrary (const std::string& itsPath)
        : path (itsPath), module (dlopen (itsPath.c_str(), RTLD_NOW | RTLD_LOCAL))
    {
        if (module == nullptr)
            throw std::runtime_error (dlerror());
        entry = static_cast<const clap_plugin_entry_t*> (dlsym (module, "clap_entry"));
        if (entry == nullptr || ! entry->init (path.c_str()))
            throw std::runtime_error ("no clap_entry in " + path);
        plugins = static_cast<const clap_plugin_factory_t*> (entry->get_factory (CLAP_PLUGIN_FACTORY_ID));
        if (plugins == nullptr)
            throw std::runtime_error ("no factory in " + path);
    }
    ~ClapLibrary()
    {
        kept.reset();
        entry->deinit();
        dlclose (module);
    }
    ClapLibrary (const ClapLibrary&) = delete;
    ClapLibrary& operator= (const ClapLibrary&) = delete;

    const std::string path;
    void* const module;
    const clap_plugin_entry_t* entry = nullptr;
    const clap_plugin_factory_t* plugins = nullptr;
    std::shared_ptr<void> kept; // what many tests share, and the library must outlive
};

/** All libraries that were opened. Some must be closed before the program's own objects go: main() clears this. */
inline std::map<std::string, std::unique_ptr<ClapLibrary>>& clapLibraries ()
{
    static std::map<std::string, std::unique_ptr<ClapLibrary>> all;
    return all;
}

inline const ClapLibrary& clapLibrary (const std::string& path)
{
    auto& its = clapLibraries()[path];
    if (its == nullptr)
        its = std::make_unique<ClapLibrary> (path);
    return *its;
}

/** Our own. */
inline const ClapLibrary& ours ()
{
    return clapLibrary (KOLOPHON_CLAP);
}

/** How the host runs the plugin's messages. */
enum class MessagesBy { fds, timers, callbacks };

/** One instance. The thread that constructs it is the main thread; audio() runs a function on another one. */
class ClapInstance
{
public:
    explicit ClapInstance (const ClapLibrary& library, MessagesBy itsMessages = MessagesBy::timers)
        : messages (itsMessages), mainThread (std::this_thread::get_id())
    {
        host = { CLAP_VERSION_INIT,
                 this,
                 "Kolophon's tests",
                 "",
                 "",
                 "1",
                 extension,
                 [] (const clap_host_t*) {},
                 [] (const clap_host_t* h) { ++self (h).processRequests; },
                 [] (const clap_host_t* h) { self (h).callbackWanted = true; } };
        const auto* descriptor = library.plugins->get_plugin_descriptor (library.plugins, 0);
        plugin = library.plugins->create_plugin (library.plugins, &host, descriptor->id);
        if (plugin == nullptr || ! plugin->init (plugin))
            throw std::runtime_error ("no instance of " + library.path);
        find (parameters, CLAP_EXT_PARAMS);
        find (state, CLAP_EXT_STATE);
        find (ports, CLAP_EXT_AUDIO_PORTS);
        find (notePorts, CLAP_EXT_NOTE_PORTS);
        find (gui, CLAP_EXT_GUI);
    }
    ~ClapInstance()
    {
        stop();
        plugin->destroy (plugin);
    }
    ClapInstance (const ClapInstance&) = delete;
    ClapInstance& operator= (const ClapInstance&) = delete;

    template <class Extension>
    void find (const Extension*& extension, const char* id) const
    {
        extension = static_cast<const Extension*> (plugin->get_extension (plugin, id));
    }

    void start (double itsRate = 48000.0, std::uint32_t longest = 4096)
    {
        rate = itsRate;
        active = plugin->activate (plugin, rate, 1, longest);
        if (! active)
            throw std::runtime_error ("the plugin does not start");
        audio ([this] { plugin->start_processing (plugin); });
    }
    void stop ()
    {
        if (! active)
            return;
        audio ([this] { plugin->stop_processing (plugin); });
        plugin->deactivate (plugin);
        active = false;
    }

    /** Runs a function on a thread that the plugin is told to be the audio thread. */
    template <class Function>
    void audio (Function function)
    {
        std::thread (
            [this, &function]
            {
                audioThread = std::this_thread::get_id();
                function();
                audioThread = std::thread::id();
            })
            .join();
    }

    /** Runs messages on the main thread, as the chosen way has them. */
    void pump ()
    {
        if (callbackWanted.exchange (false))
            plugin->on_main_thread (plugin);
        if (messages == MessagesBy::timers)
        {
            const clap_plugin_timer_support_t* timer = nullptr;
            find (timer, CLAP_EXT_TIMER_SUPPORT);
            for (const auto id : std::vector<clap_id> (timers))
                timer->on_timer (plugin, id);
        }
        if (messages == MessagesBy::fds)
        {
            const clap::PluginPosixFd* reader = nullptr;
            find (reader, clap::posixFdId);
            for (const int fd : std::vector<int> (fds))
                if (pollfd one { fd, POLLIN, 0 }; poll (&one, 1, 0) > 0)
                    reader->onFd (plugin, fd, clap::posixFdRead);
        }
    }
    /** Until something has come about; false if it does not within a time that no machine needs. */
    template <class Condition>
    bool pumpUntil (Condition condition)
    {
        for (int tries = 0; tries < 12000; ++tries)
        {
            pump();
            if (condition())
                return true;
            std::this_thread::sleep_for (std::chrono::milliseconds (5));
        }
        return false;
    }

    clap_host_t host {};
    const clap_plugin_t* plugin = nullptr;
    const clap_plugin_params_t* parameters = nullptr;
    const clap_plugin_state_t* state = nullptr;
    const clap_plugin_audio_ports_t* ports = nullptr;
    const clap_plugin_note_ports_t* notePorts = nullptr;
    const clap_plugin_gui_t* gui = nullptr;
    double rate = 48000.0;
    bool active = false;

    // What the plugin has said
    std::vector<std::string> violations, logged;
    std::vector<int> fds;
    std::vector<clap_id> timers;
    std::atomic<bool> callbackWanted { false };
    std::atomic<int> processRequests { 0 }, flushRequests { 0 };
    int rescans = 0, dirtied = 0, voicesChanged = 0, namesChanged = 0, tailChanged = 0, loaded = 0;
    std::string loadError;
    std::uint32_t wantedWidth = 0, wantedHeight = 0;

private:
    static ClapInstance& self (const clap_host_t* h) { return *static_cast<ClapInstance*> (h->host_data); }
    bool isMain () const { return std::this_thread::get_id() == mainThread; }
    bool isAudio () const { return std::this_thread::get_id() == audioThread.load(); }
    static ClapInstance& onMain (const clap_host_t* h, const char* what)
    {
        if (! self (h).isMain())
            self (h).violations.push_back (std::string (what) + " off the main thread");
        return self (h);
    }
    static const void* extension (const clap_host_t* h, const char* id);

    const MessagesBy messages;
    const std::thread::id mainThread;
    std::atomic<std::thread::id> audioThread {};
    clap_id lastTimer = 0;
};

inline const void* ClapInstance::extension (const clap_host_t* h, const char* id)
{
    static const clap_host_thread_check_t threads { [] (const clap_host_t* p) { return self (p).isMain(); },
                                                    [] (const clap_host_t* p) { return self (p).isAudio(); } };
    static const clap_host_params_t parameters {
        [] (const clap_host_t* p, clap_param_rescan_flags) { ++onMain (p, "params.rescan").rescans; },
        [] (const clap_host_t* p, clap_id, clap_param_clear_flags) { onMain (p, "params.clear"); },
        [] (const clap_host_t* p)
        {
            if (self (p).isAudio())
                self (p).violations.push_back ("params.request_flush on the audio thread");
            ++self (p).flushRequests;
        }
    };
    static const clap_host_latency_t latency { [] (const clap_host_t* p) { onMain (p, "latency.changed"); } };
    static const clap_host_state_t state { [] (const clap_host_t* p) { ++onMain (p, "state.mark_dirty").dirtied; } };
    static const clap::HostTail tail { [] (const clap_host_t* p)
                                       {
                                           if (! self (p).isAudio())
                                               self (p).violations.push_back ("tail.changed off the audio thread");
                                           ++self (p).tailChanged;
                                       } };
    static const clap::HostVoiceInfo voices { [] (const clap_host_t* p)
                                              { ++onMain (p, "voice_info.changed").voicesChanged; } };
    static const clap::HostNoteName names { [] (const clap_host_t* p)
                                            { ++onMain (p, "note_name.changed").namesChanged; } };
    static const clap::HostLog log { [] (const clap_host_t* p, std::int32_t severity, const char* text)
                                     {
                                         if (severity >= clap::logHostMisbehaving)
                                             self (p).violations.push_back (text);
                                         self (p).logged.push_back (text);
                                     } };
    static const clap_host_timer_support_t timers { [] (const clap_host_t* p, std::uint32_t, clap_id* timer)
                                                    {
                                                        auto& its = onMain (p, "register_timer");
                                                        its.timers.push_back (*timer = its.lastTimer++);
                                                        return true;
                                                    },
                                                    [] (const clap_host_t* p, clap_id timer) {
                                                        return std::erase (onMain (p, "unregister_timer").timers,
                                                                           timer) == 1;
                                                    } };
    static const clap::HostPosixFd fds { [] (const clap_host_t* p, int fd, std::uint32_t)
                                         {
                                             onMain (p, "register_fd").fds.push_back (fd);
                                             return true;
                                         },
                                         [] (const clap_host_t*, int, std::uint32_t) { return true; },
                                         [] (const clap_host_t* p, int fd)
                                         { return std::erase (onMain (p, "unregister_fd").fds, fd) == 1; } };
    static const clap_host_gui_t gui { [] (const clap_host_t*) {},
                                       [] (const clap_host_t* p, std::uint32_t width, std::uint32_t height)
                                       {
                                           self (p).wantedWidth = width;
                                           self (p).wantedHeight = height;
                                           return true;
                                       },
                                       [] (const clap_host_t*) { return true; },
                                       [] (const clap_host_t*) { return true; }, [] (const clap_host_t*, bool) {} };
    static const clap::HostPresetLoad presets { [] (const clap_host_t* p, std::uint32_t, const char*, const char*,
                                                    std::int32_t, const char* text)
                                                { onMain (p, "preset_load.on_error").loadError = text; },
                                                [] (const clap_host_t* p, std::uint32_t, const char*, const char*)
                                                { ++onMain (p, "preset_load.loaded").loaded; } };
    const auto messages = self (h).messages;
    const std::map<std::string, const void*> all {
        { CLAP_EXT_THREAD_CHECK, &threads },
        { CLAP_EXT_PARAMS, &parameters },
        { CLAP_EXT_STATE, &state },
        { CLAP_EXT_LATENCY, &latency },
        { clap::tailId, &tail },
        { clap::voiceInfoId, &voices },
        { clap::noteNameId, &names },
        { clap::logId, &log },
        { CLAP_EXT_TIMER_SUPPORT, messages == MessagesBy::timers ? &timers : nullptr },
        { clap::posixFdId, messages == MessagesBy::fds ? &fds : nullptr },
        { CLAP_EXT_GUI, &gui },
        { clap::presetLoadId, &presets },
    };
    const auto found = all.find (id);
    return found != all.end() ? found->second : nullptr;
}

/** Blocks of audio in memory of the host's, with room around them in which nothing may be written. */
template <class Sample>
class ClapBlocks
{
public:
    explicit ClapBlocks (ClapInstance& itsInstance) : instance (itsInstance)
    {
        for (const bool isInput : { true, false })
            for (std::uint32_t i = 0; instance.ports != nullptr && i < instance.ports->count (instance.plugin, isInput);
                 ++i)
            {
                clap_audio_port_info_t info {};
                instance.ports->get (instance.plugin, i, isInput, &info);
                (isInput ? inputs : outputs).push_back (info.channel_count);
            }
        produced.all.reserve (65536);
    }

    /** Processes one block; appends its output to `sound`. [audio] */
    clap_process_status play (std::uint32_t frames, ClapEvents& events, const clap_event_transport_t* song = nullptr)
    {
        constexpr std::size_t guard = 16;
        const auto makePorts =
            [&] (const std::vector<std::uint32_t>& channels, std::vector<std::vector<Sample>>& memory,
                 std::vector<std::vector<Sample*>>& pointers, std::vector<clap_audio_buffer_t>& ports)
        {
            memory.clear();
            pointers.assign (channels.size(), {});
            ports.assign (channels.size(), {});
            for (std::size_t port = 0; port < channels.size(); ++port)
                for (std::uint32_t channel = 0; channel < channels[port]; ++channel)
                    memory.emplace_back (frames + 2 * guard, Sample (777));
            std::size_t next = 0;
            for (std::size_t port = 0; port < channels.size(); ++port)
            {
                for (std::uint32_t channel = 0; channel < channels[port]; ++channel)
                    pointers[port].push_back (memory[next++].data() + guard);
                if constexpr (sizeof (Sample) == 8)
                    ports[port].data64 = pointers[port].data();
                else
                    ports[port].data32 = pointers[port].data();
                ports[port].channel_count = channels[port];
            }
        };
        makePorts (inputs, inputMemory, inputPointers, inputPorts);
        makePorts (outputs, outputMemory, outputPointers, outputPorts);
        for (auto& channel : inputMemory)
            for (std::size_t i = 0; i < frames; ++i)
                channel[guard + i] = input ? static_cast<Sample> (input (played + i)) : Sample (0);
        clap_process_t process {};
        process.steady_time = static_cast<std::int64_t> (played);
        process.frames_count = frames;
        process.transport = song;
        process.audio_inputs = inputPorts.data();
        process.audio_outputs = outputPorts.data();
        process.audio_inputs_count = static_cast<std::uint32_t> (inputPorts.size());
        process.audio_outputs_count = static_cast<std::uint32_t> (outputPorts.size());
        process.in_events = &events.in;
        process.out_events = &produced.out;
        const auto before = produced.all.size();
        const auto status = instance.plugin->process (instance.plugin, &process);
        for (auto i = before; i < produced.all.size(); ++i)
        {
            wellOrdered = wellOrdered && produced.all[i].header.time < std::max (1u, frames) &&
                          (i == before || produced.all[i - 1].header.time <= produced.all[i].header.time);
            ends.push_back (played + produced.all[i].header.time);
        }
        for (const auto& channel : outputMemory)
            for (std::size_t i = 0; i < guard; ++i)
                insideBounds =
                    insideBounds && channel[i] == Sample (777) && channel[guard + frames + i] == Sample (777);
        sound.resize (outputMemory.size());
        for (std::size_t channel = 0; channel < outputMemory.size(); ++channel)
            sound[channel].insert (sound[channel].end(), outputMemory[channel].begin() + guard,
                                   outputMemory[channel].begin() + static_cast<std::ptrdiff_t> (guard + frames));
        played += frames;
        return status;
    }

    bool isFinite () const
    {
        for (const auto& channel : sound)
            for (const auto sample : channel)
                if (! (std::abs (sample) < Sample (1e6)))
                    return false;
        return true;
    }
    double peak () const
    {
        double most = 0.0;
        for (const auto& channel : sound)
            for (const auto sample : channel)
                most = std::max (most, std::abs (static_cast<double> (sample)));
        return most;
    }

    ClapInstance& instance;
    std::vector<std::vector<Sample>> sound; // by channel
    ClapEvents produced;
    std::vector<std::uint64_t> ends; // [samples] times of what was produced
    std::function<double (std::uint64_t)> input;
    bool wellOrdered = true, insideBounds = true;
    std::uint64_t played = 0;

private:
    std::vector<std::uint32_t> inputs, outputs;
    std::vector<std::vector<Sample>> inputMemory, outputMemory;
    std::vector<std::vector<Sample*>> inputPointers, outputPointers;
    std::vector<clap_audio_buffer_t> inputPorts, outputPorts;
};

/** A stream in memory that moves at most `most` bytes a call. */
class ClapStream
{
public:
    explicit ClapStream (std::string itsBytes = {}, std::size_t itsMost = 1u << 20)
        : bytes (std::move (itsBytes)), most (itsMost)
    {
        in.ctx = out.ctx = this;
        in.read = [] (const clap_istream_t* stream, void* buffer, std::uint64_t size) -> std::int64_t
        {
            auto& its = *static_cast<ClapStream*> (stream->ctx);
            const auto count =
                std::min<std::size_t> ({ static_cast<std::size_t> (size), its.most, its.bytes.size() - its.at });
            std::memcpy (buffer, its.bytes.data() + its.at, count);
            its.at += count;
            return static_cast<std::int64_t> (count);
        };
        out.write = [] (const clap_ostream_t* stream, const void* buffer, std::uint64_t size) -> std::int64_t
        {
            auto& its = *static_cast<ClapStream*> (stream->ctx);
            const auto count = std::min (static_cast<std::size_t> (size), its.most);
            its.bytes.append (static_cast<const char*> (buffer), count);
            return static_cast<std::int64_t> (count);
        };
    }
    ClapStream (const ClapStream&) = delete;
    ClapStream& operator= (const ClapStream&) = delete;

    std::string bytes;
    clap_istream_t in {};
    clap_ostream_t out {};

private:
    std::size_t most, at = 0;
};

inline std::string stateOf (ClapInstance& instance, std::size_t chunk = 1u << 20)
{
    ClapStream stream ({}, chunk);
    return instance.state->save (instance.plugin, &stream.out) ? stream.bytes : std::string();
}

inline bool load (ClapInstance& instance, const std::string& bytes, std::size_t chunk = 1u << 20)
{
    ClapStream stream (bytes, chunk);
    return instance.state->load (instance.plugin, &stream.in);
}

inline std::vector<clap_param_info_t> parametersOf (const ClapInstance& instance)
{
    std::vector<clap_param_info_t> all;
    for (std::uint32_t i = 0; instance.parameters != nullptr && i < instance.parameters->count (instance.plugin); ++i)
    {
        clap_param_info_t info {};
        if (! instance.parameters->get_info (instance.plugin, i, &info))
            throw std::runtime_error ("a parameter that the plugin does not describe");
        all.push_back (info);
    }
    return all;
}

inline clap_param_info_t infoNamed (const ClapInstance& instance, const std::string& name)
{
    for (const auto& info : parametersOf (instance))
        if (name == info.name)
            return info;
    throw std::runtime_error ("no parameter is called " + name);
}

inline clap_id idNamed (const ClapInstance& instance, const std::string& name)
{
    return infoNamed (instance, name).id;
}

/** Sets parameters by name in a plugin that does not run. */
inline void preset (ClapInstance& instance, const std::vector<std::pair<std::string, double>>& values)
{
    ClapEvents events, nothing;
    for (const auto& [name, value] : values)
        events.set (0, idNamed (instance, name), value);
    instance.parameters->flush (instance.plugin, &events.in, &nothing.out);
}

inline double valueOf (const ClapInstance& instance, clap_id id)
{
    double value = 0.0;
    if (! instance.parameters->get_value (instance.plugin, id, &value))
        throw std::runtime_error ("a parameter without a value");
    return value;
}
} // namespace kolophon::test
