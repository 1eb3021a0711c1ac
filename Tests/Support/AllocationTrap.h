// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kolophon
{
/** Scope in which this thread must neither allocate nor lock, and in which every attempt is counted.

    Counts malloc and all its relatives (so also new, std::string, Eigen temporaries, exceptions) and
    pthread_mutex_lock (so also std::mutex). The calls are carried out all the same. Scopes nest; an outer one counts
    what an inner one has seen. Other threads are not watched.

    A sanitizer brings its own malloc, and other C libraries have no second name for theirs: there `works` is false and
    nothing is counted. */
class AllocationTrap
{
public:
    static const bool works;

    AllocationTrap() noexcept;
    ~AllocationTrap();
    AllocationTrap (const AllocationTrap&) = delete;
    AllocationTrap& operator= (const AllocationTrap&) = delete;

    /** Since this scope was opened: */
    int allocations () const noexcept; // and frees
    int locks () const noexcept;

private:
    int allocationsBefore, locksBefore;
};
} // namespace kolophon
