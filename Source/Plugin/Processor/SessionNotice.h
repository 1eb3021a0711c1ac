// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <string>

namespace kolophon
{
/** The line about the session or preset that came last, and a state that could not be read at all: the host gets its
    bytes back until a change is made. [any but audio] */
class SessionNotice
{
public:
    /** Sets the line, of a sound that has been loaded; an unread state is discarded. */
    void set (const std::string& newText)
    {
        const std::scoped_lock lock (mutex);
        line = newText;
        unread = {};
    }
    /** Sets the line, where the sound stays as it is. */
    void warn (const std::string& newText)
    {
        const std::scoped_lock lock (mutex);
        line = newText;
    }
    std::string text () const
    {
        const std::scoped_lock lock (mutex);
        return line;
    }

    /** A state as received from the host, and the session that would have been written instead. */
    struct UnreadState
    {
        std::string bytes, session; // no bytes: none
    };
    void keep (UnreadState state)
    {
        const std::scoped_lock lock (mutex);
        unread = std::move (state);
    }
    UnreadState unreadState () const
    {
        const std::scoped_lock lock (mutex);
        return unread;
    }

private:
    mutable std::mutex mutex;
    std::string line;
    UnreadState unread;
};
} // namespace kolophon
