// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kolophon
{
/** Installs the handlers of signals that end the process: Ctrl-C (SIGINT), SIGTERM, SIGHUP, SIGQUIT, SIGXCPU. A
    signal that the process was started to ignore (nohup, a background job) stays ignored.

    The signal sets a flag that the work polls in order to close its files and end. If the work doesn't poll often
    enough, the process ends all the same, `interruptPatience` seconds later (more if other processes keep it from
    running) or at a second signal: temporary files are removed and the process exits. So Ctrl-C stops within a
    second even if the work doesn't poll. A limit for the size of files (SIGXFSZ) and a reader that has closed its
    pipe (SIGPIPE) become errors of the write concerned. */
void watchForInterrupt ();

inline constexpr double interruptPatience = 0.7; // [s]

/** True once an interrupt has been requested. Callable from any thread. */
bool interruptRequested () noexcept;

/** 128 + number of the signal, as in shells; 0 without a signal. */
int interruptCode () noexcept;

/** True if a write met a pipe without a reader. */
bool pipeBroken () noexcept;

/** Marks a phase in which only closing of files remains: while an object exists, an interrupt waits for it, up to
    `closingPatience`. */
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
