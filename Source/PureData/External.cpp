// SPDX-License-Identifier: GPL-3.0-or-later
#include "External.h"

#include "../Library/ErrorText.h"

#include <algorithm>
#include <cstddef>
#include <new>

namespace kolophon::puredata
{
namespace
{
/** An object as Pd makes it: plain memory. */
struct Object
{
    t_object object;
    t_float unconnected; // value of the signal inlet without a connection
    External* external;
    bool renders; // false if the sample rate was refused
};

t_class* objectClass = nullptr;

/** Tells Pd's console a reason. What a patch sends may hold anything: its control characters and what is cut are shown
    as question marks. */
void tell (Object& object, std::string_view reason) noexcept
{
    constexpr std::size_t longest = 500;
    library::ErrorText line;
    pd_error (&object, "kolophon~: %s", line.add (reason.substr (0, longest)).get());
}

/** Calls `act`; what it refuses goes to Pd's console. */
template <class Do>
void guarded (Object& object, Do&& act) noexcept
{
    try
    {
        act();
    }
    catch (const Refused& refused)
    {
        tell (object, refused.sentence);
    }
    catch (const std::bad_alloc&)
    {
        tell (object, "out of memory");
    }
}

// Pd calls methods with an object of any class.

void follow (void* its, Act* act, t_symbol* selector, int count, t_atom* atoms) noexcept
{
    auto& object = *static_cast<Object*> (its);
    guarded (object,
             [&]
             {
                 Arguments values (selector, count, atoms);
                 act (*object.external, values);
             });
}

/** Pd's method for any message: it knows the function by the selector. */
void receive (void* object, t_symbol* selector, int count, t_atom* atoms)
{
    for (const auto messages : { playingMessages(), soundMessages() })
        for (const auto& message : messages)
            if (std::string_view (message.selector) == selector->s_name)
                return follow (object, message.act, selector, count, atoms);
    follow (object, setParameter, selector, count, atoms);
}

/** Pd's method for lists; a bang is an empty one, without a selector. */
void receiveList (void* object, t_symbol*, int count, t_atom* atoms)
{
    follow (object, playNote, gensym ("note"), count, atoms);
}

t_int* perform (t_int* w)
{
    auto* object = reinterpret_cast<Object*> (w[1]);
    const auto count = static_cast<std::size_t> (w[5]);
    auto *in = reinterpret_cast<t_sample*> (w[2]), *left = reinterpret_cast<t_sample*> (w[3]),
         *right = reinterpret_cast<t_sample*> (w[4]);
    if (object->renders)
        object->external->instrument.render (in, left, right, count);
    else
    {
        std::fill_n (left, count, t_sample {});
        std::fill_n (right, count, t_sample {});
    }
    return w + 6;
}

void addToGraph (void* its, t_signal** signals)
{
    auto* const object = static_cast<Object*> (its);
    guarded (*object,
             [&]
             {
                 object->renders = false;
                 check (*object->external, object->external->instrument.prepare (signals[0]->s_sr, signals[0]->s_n));
                 object->renders = true;
             });
    dsp_add (perform, 5, object, signals[0]->s_vec, signals[1]->s_vec, signals[2]->s_vec,
             static_cast<t_int> (signals[0]->s_n));
}

void* create (t_symbol* selector, int count, t_atom* atoms)
{
    auto* object = reinterpret_cast<Object*> (pd_new (objectClass));
    outlet_new (&object->object, &s_signal);
    outlet_new (&object->object, &s_signal);
    auto* replies = outlet_new (&object->object, nullptr);
    const double rate = sys_getsr() > 0 ? static_cast<double> (sys_getsr()) : 48000.0; // until the graph is built
    guarded (*object,
             [&]
             {
                 auto made = std::make_unique<External> (canvas_getcurrent(), replies, rate);
                 if (made->synth() == nullptr)
                     throw Refused { kolophon_error (nullptr) };
                 object->external = made.release();
             });
    if (object->external == nullptr)
    {
        pd_free (&object->object.ob_pd);
        return nullptr;
    }
    if (count > 0)
        guarded (*object, [&] { loadSound (*object->external, Arguments (selector, count, atoms).rest()); });
    return object;
}

void destroy (void* object)
{
    delete static_cast<Object*> (object)->external;
}

template <class Function>
t_method asMethod (Function* function) noexcept
{
    return reinterpret_cast<t_method> (reinterpret_cast<void*> (function));
}
} // namespace

void check (const External& external, kolophon_status status)
{
    if (status != KOLOPHON_OK)
        throw Refused { kolophon_error (external.synth()) };
}
} // namespace kolophon::puredata

using namespace kolophon::puredata;

/** Entry: Pd calls it when it loads the external. */
extern "C" __attribute__ ((visibility ("default"))) void kolophon_tilde_setup ()
{
    objectClass = class_new (gensym ("kolophon~"), reinterpret_cast<t_newmethod> (reinterpret_cast<void*> (create)),
                             asMethod (destroy), sizeof (Object), CLASS_DEFAULT, A_GIMME, A_NULL);
    class_domainsignalin (objectClass, offsetof (Object, unconnected));
    class_addmethod (objectClass, asMethod (addToGraph), gensym ("dsp"), A_CANT, A_NULL);
    class_addlist (objectClass, asMethod (receiveList));
    class_addanything (objectClass, asMethod (receive));
}
