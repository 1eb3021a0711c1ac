// SPDX-License-Identifier: GPL-3.0-or-later
#include "AllocationTrap.h"
#include "Sanitized.h"

#include <cstdlib> // defines __GLIBC__

#if defined(__GLIBC__) && ! KOLOPHON_SANITIZED
 #define KOLOPHON_TRAP_WORKS 1
#else
 #define KOLOPHON_TRAP_WORKS 0
#endif

namespace
{
thread_local int depth = 0, allocationCount = 0, lockCount = 0;
}

namespace kolophon
{
const bool AllocationTrap::works = KOLOPHON_TRAP_WORKS != 0;

AllocationTrap::AllocationTrap() noexcept : allocationsBefore (allocationCount), locksBefore (lockCount)
{
    ++depth;
}

AllocationTrap::~AllocationTrap()
{
    --depth;
}

int AllocationTrap::allocations() const noexcept
{
    return allocationCount - allocationsBefore;
}

int AllocationTrap::locks() const noexcept
{
    return lockCount - locksBefore;
}
} // namespace kolophon

#if KOLOPHON_TRAP_WORKS
 #include <cerrno>
 #include <dlfcn.h>
 #include <pthread.h>

// An executable's own definitions win over the C library's, for every library that is loaded with it. Link option
// --wrap would miss what libstdc++ calls.
extern "C"
{
    void* __libc_malloc (std::size_t);
    void* __libc_calloc (std::size_t, std::size_t);
    void* __libc_realloc (void*, std::size_t);
    void* __libc_memalign (std::size_t, std::size_t);
    void __libc_free (void*);
}

namespace
{
void noteAllocation () noexcept
{
    if (depth > 0)
        ++allocationCount;
}

using LockFunction = int (*) (pthread_mutex_t*);

LockFunction realLock () noexcept
{
    // Not a static local: its guard could lock. Two threads that race here store the same pointer.
    static LockFunction found = nullptr;
    LockFunction lock = __atomic_load_n (&found, __ATOMIC_RELAXED);
    if (lock == nullptr)
    {
        lock = reinterpret_cast<LockFunction> (dlsym (RTLD_NEXT, "pthread_mutex_lock"));
        __atomic_store_n (&found, lock, __ATOMIC_RELAXED);
    }
    return lock;
}
} // namespace

extern "C"
{
    void* malloc (std::size_t size)
    {
        noteAllocation();
        return __libc_malloc (size);
    }

    void* calloc (std::size_t count, std::size_t size)
    {
        noteAllocation();
        return __libc_calloc (count, size);
    }

    void* realloc (void* block, std::size_t size)
    {
        noteAllocation();
        return __libc_realloc (block, size);
    }

    void free (void* block)
    {
        if (block != nullptr)
            noteAllocation();
        __libc_free (block);
    }

    void* memalign (std::size_t alignment, std::size_t size)
    {
        noteAllocation();
        return __libc_memalign (alignment, size);
    }

    void* aligned_alloc (std::size_t alignment, std::size_t size)
    {
        noteAllocation();
        return __libc_memalign (alignment, size);
    }

    int posix_memalign (void** block, std::size_t alignment, std::size_t size)
    {
        noteAllocation();
        const bool powerOfTwo = alignment != 0 && (alignment & (alignment - 1)) == 0;
        if (! powerOfTwo || alignment % sizeof (void*) != 0)
            return EINVAL;
        *block = __libc_memalign (alignment, size);
        return *block != nullptr ? 0 : ENOMEM;
    }

    int pthread_mutex_lock (pthread_mutex_t* mutex)
    {
        if (depth > 0)
            ++lockCount;
        return realLock() (mutex);
    }
}
#endif
