// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ClapPlugin.h"

#include <span>

namespace kolophon::clap
{
/** An event of the core's, or null if it is not of this type or too short. */
template <class Event>
const Event* eventOf (const clap_event_header_t* header, std::uint16_t type) noexcept
{
    const bool fits = header != nullptr && header->space_id == CLAP_CORE_EVENT_SPACE_ID && header->type == type &&
                      header->size >= sizeof (Event);
    return fits ? reinterpret_cast<const Event*> (header) : nullptr;
}

/** One block of a CLAP host. [audio] */
class Block final : public HostBlock
{
public:
    Block (Plugin& itsPlugin, const clap_process_t& itsProcess) noexcept;

    int samples () const noexcept override { return static_cast<int> (process.frames_count); }
    void begin () noexcept override;
    bool atEnd () const noexcept override { return next >= events; }
    int nextSample () const noexcept override;
    bool startsPiece () const noexcept override;
    void playNext (int offset) noexcept override;
    bool readSideChain (int start, std::span<double> drive) noexcept override;
    void write (int start, std::span<const double> left, std::span<const double> right) noexcept override;

private:
    const clap_event_header_t* eventAt (std::uint32_t index) const noexcept
    {
        return process.in_events->get (process.in_events, index);
    }
    void playNote (const clap_event_header_t* header, int offset) noexcept;
    void beginNote (const clap_event_note_t& note, int offset) noexcept;
    void touchAhead (const Notes::Note& note, int offset) noexcept;
    void releaseNotes (const clap_event_note_t& note, int offset) noexcept;
    void chokeNotes (const clap_event_note_t& note, int offset) noexcept;
    void express (const clap_event_note_expression_t& expression, int offset, const Notes::Note* only) noexcept;
    void modulate (const clap_event_param_mod_t& travel, int offset, const Notes::Note* only) noexcept;
    void tellNotes (const Notes::Address& address, const Notes::Note* only, PerformanceEvent event) noexcept;
    template <class Visit>
    void eachNamed (const Notes::Address& address, Visit visit) noexcept;
    void setKnob (const clap_event_param_value_t& value, int offset) noexcept;

    Plugin& plugin;
    BlockPlayer& player;
    const clap_process_t& process;
    std::uint32_t next = 0, events = 0; // in the host's list
    std::size_t nextNote = 0;           // of those that the next event names; 0: it has not begun
};
} // namespace kolophon::clap
