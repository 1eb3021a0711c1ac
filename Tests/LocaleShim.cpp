// SPDX-License-Identifier: GPL-3.0-or-later
#include <clocale>
#include <locale>

/** Loaded before a program (LD_PRELOAD), does what hosts do that follow their user's locale. */
namespace
{
const struct FollowUser
{
    FollowUser()
    {
        std::setlocale (LC_ALL, "");
        std::locale::global (std::locale (""));
    }
} follow;
} // namespace
