// SPDX-License-Identifier: GPL-3.0-or-later
#include "ClassicLocale.h"

#include <clocale>
#if defined(_WIN32)
 #include <string>
#elif defined(__APPLE__)
 #include <xlocale.h>
#endif

namespace kolophon
{
#if defined(_WIN32)
namespace
{
struct ThreadLocale
{
    int mode;
    std::string name;
};
} // namespace

ClassicLocale::ClassicLocale() noexcept
    : before (new ThreadLocale { _configthreadlocale (_ENABLE_PER_THREAD_LOCALE), std::setlocale (LC_ALL, nullptr) })
{
    std::setlocale (LC_ALL, "C");
}

ClassicLocale::~ClassicLocale()
{
    auto* const its = static_cast<ThreadLocale*> (before);
    std::setlocale (LC_ALL, its->name.c_str());
    _configthreadlocale (its->mode);
    delete its;
}
#else
ClassicLocale::ClassicLocale() noexcept
{
    static const locale_t classic = ::newlocale (LC_ALL_MASK, "C", nullptr); // never freed
    before = ::uselocale (classic);
}

ClassicLocale::~ClassicLocale()
{
    ::uselocale (static_cast<locale_t> (before));
}
#endif
} // namespace kolophon
