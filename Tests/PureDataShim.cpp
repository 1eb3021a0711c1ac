// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <m_pd.h>

/** Loaded before Pure Data (LD_PRELOAD) and by it (-lib watch): counts allocations in that part of a tick that is
    computed between the objects [begin~] and [end~]. The allocator is the C library's. [begin~ 1] allocates itself. */
namespace
{
std::atomic<int> inside { 0 };
std::atomic<long> ticks { 0 }, allocations { 0 };

void count () noexcept
{
    if (inside > 0)
        ++allocations;
}

struct Marker
{
    t_object object;
    t_float unconnected;
    bool guilty;
};
t_class *beginClass = nullptr, *endClass = nullptr;

t_int* begin (t_int* words)
{
    ++ticks;
    inside = 1;
    if (reinterpret_cast<Marker*> (words[1])->guilty)
        std::free (std::malloc (16));
    return words + 2;
}

t_int* end (t_int* words)
{
    inside = 0;
    return words + 2;
}

void addBegin (Marker* marker, t_signal** signals)
{
    dsp_add_zero (signals[1]->s_vec, signals[1]->s_n);
    dsp_add (begin, 1, marker);
}

void addEnd (Marker* marker, t_signal**)
{
    dsp_add (end, 1, marker);
}

void* makeBegin (t_floatarg guilty)
{
    auto* marker = reinterpret_cast<Marker*> (pd_new (beginClass));
    marker->guilty = guilty != 0;
    outlet_new (&marker->object, &s_signal);
    return marker;
}

void* makeEnd ()
{
    return pd_new (endClass);
}

template <class Function>
t_method method (Function* function)
{
    return reinterpret_cast<t_method> (reinterpret_cast<void*> (function));
}

t_class* made (const char* name, void* make, t_method dsp)
{
    auto* type = class_new (gensym (name), reinterpret_cast<t_newmethod> (make), nullptr, sizeof (Marker),
                            CLASS_DEFAULT, A_DEFFLOAT, A_NULL);
    CLASS_MAINSIGNALIN (type, Marker, unconnected);
    class_addmethod (type, dsp, gensym ("dsp"), A_CANT, A_NULL);
    return type;
}

const struct Report
{
    ~Report()
    {
        if (ticks > 0)
            std::fprintf (stderr, "%ld ticks, %ld allocations\n", ticks.load(), allocations.load());
    }
} report;
} // namespace

extern "C"
{
    void* __libc_malloc (std::size_t);
    void* __libc_calloc (std::size_t, std::size_t);
    void* __libc_realloc (void*, std::size_t);
    void* __libc_memalign (std::size_t, std::size_t);

    void* malloc (std::size_t size)
    {
        count();
        return __libc_malloc (size);
    }
    void* calloc (std::size_t number, std::size_t size)
    {
        count();
        return __libc_calloc (number, size);
    }
    void* realloc (void* old, std::size_t size)
    {
        count();
        return __libc_realloc (old, size);
    }
    void* aligned_alloc (std::size_t alignment, std::size_t size)
    {
        count();
        return __libc_memalign (alignment, size);
    }

    /** What Pd calls when it loads the shim. */
    void watch_setup ()
    {
        beginClass = made ("begin~", reinterpret_cast<void*> (makeBegin), method (addBegin));
        endClass = made ("end~", reinterpret_cast<void*> (makeEnd), method (addEnd));
    }
}
