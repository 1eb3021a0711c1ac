#pragma once

namespace kolophon
{
/** What the process does when somebody wants it to end: Ctrl-C (SIGINT), SIGTERM, SIGHUP, SIGQUIT, SIGXCPU. A signal
    that the process was started to ignore (nohup, a background job) stays ignored.

    The signal raises a flag that the work asks for and then closes what it has. What does not ask often enough is ended
    all the same, `interruptPatience` seconds later (more on a machine that lets it do nothing meanwhile) or at a second
    signal: temporary files are removed and the process exits. So nothing has to be perfect for Ctrl-C to answer within
    a second. A limit for the size of files (SIGXFSZ) and a reader who has gone (SIGPIPE) become errors of the write
    that met them. */
void watchForInterrupt ();

inline constexpr double interruptPatience = 0.7; // [s]

/** True once somebody wants to stop. Any thread may ask. */
bool interruptRequested () noexcept;

/** 128 + number of the signal, as shells have it; 0 when there was none. */
int interruptCode () noexcept;

/** True when a write has met a pipe that nobody reads any more. */
bool pipeBroken () noexcept;

/** While one lives, what is left to do is to close files: an interrupt waits for it, up to `closingPatience`. */
class Closing
{
public:
    Closing() noexcept;
    ~Closing();
    Closing (const Closing&) = delete;
    Closing& operator= (const Closing&) = delete;
};

inline constexpr double closingPatience = 10.0; // [s]
} // namespace kolophon
