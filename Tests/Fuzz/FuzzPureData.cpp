// SPDX-License-Identifier: GPL-3.0-or-later
#include "FuzzFeed.h"

#include <m_pd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

/* Bytes as what a patch does to an object [kolophon~]: messages with any atoms at any time within a tick, blocks of
   other lengths, other rates, DSP off and on. The Pd around it is the few functions that the external calls, so that a
   run needs no display, no sound card, and no second program. */

namespace
{
using kolophon::test::BrokenPromise;
using kolophon::test::promise;

constexpr double tickLength = 64.0 / 48.0; // [ms]

/** Pd, as far as an external sees it. */
struct PretendedPd
{
    double now = 0.0;                                         // logical time [ms]
    std::map<std::string, std::unique_ptr<t_symbol>> symbols; // with the texts that they point to
    t_newmethod create = nullptr;
    t_method addToGraph = nullptr, list = nullptr, anything = nullptr;
    std::size_t size = 0;
    t_perfroutine perform = nullptr;
    std::array<t_int, 8> performed {};
    std::string file;   // contents of every file
    std::string broken; // the first promise that was broken inside a call of Pd's, which no exception may leave

    template <class Judge>
    void watch (const Judge& judge) noexcept
    {
        try
        {
            judge();
        }
        catch (const BrokenPromise& reason)
        {
            broken = broken.empty() ? reason.what() : broken;
        }
    }
};

PretendedPd& pd ()
{
    static PretendedPd one;
    return one;
}

std::string formatted (const char* format, std::va_list values)
{
    std::array<char, 20000> text {};
    const int length = std::vsnprintf (text.data(), text.size(), format, values);
    return length >= 0 ? text.data() : "";
}
} // namespace

extern "C"
{
    void kolophon_tilde_setup (void);

    t_symbol* gensym (const char* name)
    {
        const auto [found, isNew] = pd().symbols.try_emplace (name);
        if (isNew)
            found->second = std::make_unique<t_symbol> (t_symbol { found->first.c_str(), nullptr, nullptr });
        return found->second.get();
    }
    void atom_string (const t_atom*, char* buffer, unsigned int size)
    {
        std::snprintf (buffer, size, "(pointer)");
    }
    void outlet_anything (t_outlet*, t_symbol* selector, int count, t_atom* atoms)
    {
        pd().watch (
            [&]
            {
                promise (*selector->s_name != '\0', "an answer without a name");
                for (int i = 0; i < count; ++i)
                    promise (atoms[i].a_type == A_SYMBOL || std::isfinite (atoms[i].a_w.w_float),
                             "an answer that is no number");
            });
    }
    void post (const char* format, ...)
    {
        std::va_list values;
        va_start (values, format);
        pd().watch ([&] { kolophon::test::promiseSentence (formatted (format, values).substr (0, 500)); });
        va_end (values);
    }
    void pd_error (const void*, const char* format, ...)
    {
        std::va_list values;
        va_start (values, format);
        pd().watch ([&] { kolophon::test::promiseSentence (formatted (format, values)); });
        va_end (values);
    }
    int canvas_open (const t_canvas*, const char*, const char*, char*, char**, unsigned int, int)
    {
        int ends[2] = {}; // a pipe holds what a file has, as long as it is short
        if (pd().file.empty() || ::pipe (ends) != 0)
            return -1;
        const auto written = ::write (ends[1], pd().file.data(), std::min<std::size_t> (pd().file.size(), 60000));
        ::close (ends[1]);
        pd().watch ([&] { promise (written >= 0, "no file"); });
        return ends[0];
    }
    int sys_close (int descriptor)
    {
        return ::close (descriptor);
    }
    t_float sys_getsr (void)
    {
        return 48000;
    }
    int sys_getblksize (void)
    {
        return 64;
    }
    double clock_getlogicaltime (void)
    {
        return pd().now;
    }
    double clock_getsystimeafter (double milliseconds)
    {
        return pd().now + milliseconds;
    }
    double clock_gettimesince (double before)
    {
        return pd().now - before;
    }
    t_pd* pd_new (t_class*)
    {
        return static_cast<t_pd*> (std::calloc (1, pd().size));
    }
    void pd_free (t_pd* object)
    {
        std::free (object);
    }
    t_outlet* outlet_new (t_object*, t_symbol*)
    {
        return nullptr;
    }
    t_canvas* canvas_getcurrent (void)
    {
        return nullptr;
    }
    t_class* class_new (t_symbol*, t_newmethod create, t_method, std::size_t size, int, t_atomtype, ...)
    {
        pd().create = create;
        pd().size = size;
        return nullptr;
    }
    void class_addmethod (t_class*, t_method method, t_symbol*, t_atomtype, ...)
    {
        pd().addToGraph = method;
    }
    void (class_addlist) (t_class*, t_method method)
    {
        pd().list = method;
    }
    void (class_addanything) (t_class*, t_method method)
    {
        pd().anything = method;
    }
    void class_domainsignalin (t_class*, int) {}
    void dsp_add (t_perfroutine function, int count, ...)
    {
        std::va_list values;
        va_start (values, count);
        pd().perform = function;
        for (int i = 0; i < count; ++i)
            pd().performed[static_cast<std::size_t> (i + 1)] = va_arg (values, t_int);
        va_end (values);
    }
    t_symbol s_signal { "signal", nullptr, nullptr };
}

namespace kolophon::test
{
namespace
{
template <class Function>
Function* as (t_method method)
{
    return reinterpret_cast<Function*> (reinterpret_cast<void*> (method));
}

/** The object, and the patch around it. */
class Patch
{
public:
    Patch()
    {
        kolophon_tilde_setup();
        object = as<void*(t_symbol*, int, t_atom*)> (reinterpret_cast<t_method> (pd().create)) (gensym ("kolophon~"), 0,
                                                                                                nullptr);
        promise (object != nullptr, "no object");
    }

    /** As it was at first, for the next input. */
    void begin ()
    {
        pd().file.clear();
        pd().broken.clear();
        build (48000, 64);
        for (const char* message : { "reset", "panic" })
            send (message, {});
        t_atom name;
        SETSYMBOL (&name, gensym ("First Light"));
        send ("preset", { name });
        send ("tuning", {});
    }

    void send (const std::string& selector, std::vector<t_atom> atoms)
    {
        as<void (void*, t_symbol*, int, t_atom*)> (pd().anything) (object, gensym (selector.c_str()),
                                                                   static_cast<int> (atoms.size()), atoms.data());
    }
    void sendList (std::vector<t_atom> atoms)
    {
        as<void (void*, t_symbol*, int, t_atom*)> (pd().list) (object, nullptr, static_cast<int> (atoms.size()),
                                                               atoms.data());
    }

    void build (float rate, int itsBlock)
    {
        block = itsBlock;
        for (auto& samples : sound)
            samples.assign (static_cast<std::size_t> (block) + 1, 0.25f); // one more, in which nothing may be written
        std::array<t_signal, 3> signals {};
        std::array<t_signal*, 3> given {};
        for (std::size_t i = 0; i < 3; ++i)
        {
            signals[i].s_n = block;
            signals[i].s_sr = rate;
            signals[i].s_vec = sound[i].data();
            given[i] = &signals[i];
        }
        as<void (void*, t_signal**)> (pd().addToGraph) (object, given.data());
    }

    /** One block; Pd computes several short ones in a tick, and a long one once in several. */
    void tick ()
    {
        pd().now = std::floor (pd().now / tickLength + 1e-6) * tickLength;
        for (int done = 0; done < 64; done += block)
        {
            pd().perform (pd().performed.data());
            for (std::size_t channel = 1; channel < 3; ++channel)
                for (std::size_t i = 0; i < static_cast<std::size_t> (block); ++i)
                    promise (std::isfinite (sound[channel][i]), "a sample is not a number");
            for (const auto& samples : sound)
                promise (samples.back() == 0.25f, "a sample behind the block");
        }
        pd().now += tickLength * std::max (1, block / 64);
    }

private:
    void* object = nullptr;
    int block = 64;
    std::array<std::vector<t_sample>, 3> sound;
};

constexpr const char* selectors[] = { "note",       "off",        "begin",
                                      "release",    "choke",      "express",
                                      "modulate",   "cc",         "bend",
                                      "touch",      "midi",       "tempo",
                                      "bar",        "position",   "panic",
                                      "reset",      "polytouch",  "preset",
                                      "open",       "body",       "gesture",
                                      "tuning",     "get",        "parameters",
                                      "choices",    "presets",    "describe",
                                      "energy",     "voices",     "body.modes",
                                      "hand.speed", "hand.force", "section.players",
                                      "contact.law" };

std::vector<t_atom> atoms (Feed& feed)
{
    std::vector<t_atom> made (feed.byte() % 8);
    for (auto& atom : made)
        switch (feed.byte() % 8)
        {
            case 0: SETFLOAT (&atom, static_cast<t_float> (feed.number())); break;
            case 1: SETSYMBOL (&atom, gensym (feed.text().c_str())); break;
            case 2: SETSYMBOL (&atom, gensym ("hand.force")); break;
            case 3: SETPOINTER (&atom, nullptr); break;
            default: SETFLOAT (&atom, static_cast<t_float> (feed.whole())); break;
        }
    return made;
}

void act (Patch& patch, Feed& feed)
{
    constexpr std::array blocks { 1, 16, 64, 128, 1024 };
    const int which = feed.byte();
    if (which < 96)
        patch.tick();
    else if (which < 200)
    {
        const auto selector = feed.byte();
        const std::string name = selector < 250 ? selectors[selector % std::size (selectors)] : feed.text();
        patch.send (name, atoms (feed));
    }
    else if (which < 220)
        patch.sendList (atoms (feed));
    else if (which < 235)
        pd().now += tickLength * feed.byte() / 256.0; // within a tick
    else if (which < 240)
        pd().now += 1000.0 * feed.byte(); // DSP was off
    else if (which < 248)
        pd().file = feed.text();
    else
    {
        const double rate = which % 2 == 0 ? 48000.0 : 96000.0 * feed.number();
        patch.build (static_cast<float> (rate), blocks[feed.byte() % blocks.size()]);
    }
}
} // namespace

bool callPureData (FuzzBytes bytes)
{
    static Patch patch;
    patch.begin();
    Feed feed (bytes);
    for (int done = 0; ! feed.isEmpty() && done < 200; ++done)
    {
        act (patch, feed);
        promise (pd().broken.empty(), pd().broken);
    }
    patch.tick();
    return true;
}
} // namespace kolophon::test
