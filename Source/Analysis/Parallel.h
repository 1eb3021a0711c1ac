// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

/** The one way in which work is divided among threads. What comes out must not depend on how many there are. Threads of
    the standard library: its parallel algorithms want TBB, and can't be stopped between two tasks. */
namespace kolophon
{
using Task = std::function<void (std::size_t)>;

/** task (0) … task (count - 1) on up to `threads` threads, this one among them. Before each of them `stopped` is asked,
    by any thread; once it says yes, or a task has thrown, no further ones begin. What was thrown first is thrown here
    when all have ended. Where the system starts fewer threads, those do the work. */
void inParallel (std::size_t count, int threads, const Task& task, const std::function<bool()>& stopped = {});

/** The same where a thread needs something of its own: each calls makeTask() once, and then the task that it got. */
void inParallelEach (std::size_t count, int threads, const std::function<Task()>& makeTask,
                     const std::function<bool()>& stopped = {});

/** `asked` where that is at least 1, else as many as the machine runs at once. */
int threadsFor (int asked) noexcept;
} // namespace kolophon
