// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ClapAbi.h"

namespace kolophon::clap
{
/** The host's side: its extensions, null where it lacks one. */
class Host
{
public:
    explicit Host (const clap_host_t* itsHost) noexcept : host (itsHost) {}

    /** Asks for all extensions; hosts answer from the plugin's init() on. [main] */
    void init () noexcept
    {
        find (parameters, CLAP_EXT_PARAMS);
        find (gui, CLAP_EXT_GUI);
        find (state, CLAP_EXT_STATE);
        find (threads, CLAP_EXT_THREAD_CHECK);
        find (timers, CLAP_EXT_TIMER_SUPPORT);
        find (fds, posixFdId);
        find (tail, tailId);
        find (messages, logId);
        find (noteNames, noteNameId);
        find (voices, voiceInfoId);
        find (presets, presetLoadId);
        if (presets == nullptr)
            find (presets, presetLoadDraftId);
    }

    /** False if the host says that this is not its main thread, which is reported to it. [any but audio] */
    bool isMainThread (const char* caller) const noexcept
    {
        if (threads == nullptr || threads->is_main_thread == nullptr || threads->is_main_thread (host))
            return true;
        tell (logHostMisbehaving, caller);
        return false;
    }
    /** [any but audio] */
    void tell (LogSeverity severity, const char* text) const noexcept
    {
        if (messages != nullptr && messages->log != nullptr)
            messages->log (host, severity, text);
    }
    /** Calls the plugin back on the main thread. [any] */
    void requestCallback () const noexcept { host->request_callback (host); }

    const clap_host_t* const host;
    const clap_host_params_t* parameters = nullptr;
    const clap_host_gui_t* gui = nullptr;
    const clap_host_state_t* state = nullptr;
    const clap_host_thread_check_t* threads = nullptr;
    const clap_host_timer_support_t* timers = nullptr;
    const HostPosixFd* fds = nullptr;
    const HostTail* tail = nullptr;
    const HostLog* messages = nullptr;
    const HostNoteName* noteNames = nullptr;
    const HostVoiceInfo* voices = nullptr;
    const HostPresetLoad* presets = nullptr;

private:
    template <class Extension>
    void find (const Extension*& extension, const char* id) noexcept
    {
        extension = static_cast<const Extension*> (host->get_extension (host, id));
    }
};
} // namespace kolophon::clap
