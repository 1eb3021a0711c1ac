// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <locale>
#include <string>
#include <unistd.h>

namespace kolophon::test
{
/** A locale of the C library in a folder of its own, compiled from the sources of Debian's package `locales`:
    "de_DE" has a comma for a decimal point, "ps_AF" one of two bytes, "tr_TR" an i without a dot for a small I. */
class CompiledLocale
{
public:
    explicit CompiledLocale (const std::string& itsName)
        : name (itsName + ".UTF-8"), folder (std::filesystem::temp_directory_path() /
                                             ("kolophon-locale-" + std::to_string (::getpid()) + "-" + itsName))
    {
        std::filesystem::create_directories (folder);
        const auto command = "localedef -i " + itsName + " -f UTF-8 '" + (folder / name).string() + "' > '" +
                             (folder / "log").string() + "' 2>&1";
        [[maybe_unused]] const int warnings = std::system (command.c_str());
        ::setenv ("LOCPATH", folder.c_str(), 1);
    }
    ~CompiledLocale()
    {
        ::unsetenv ("LOCPATH");
        std::filesystem::remove_all (folder);
    }
    CompiledLocale (const CompiledLocale&) = delete;
    CompiledLocale& operator= (const CompiledLocale&) = delete;

    const std::string name; // for setlocale
    const std::filesystem::path folder;
};

/** While one lives, this process is a host that has taken over its user's locale, in C and in C++. */
class CommaHost
{
public:
    explicit CommaHost (const CompiledLocale& user)
    {
        taken = std::setlocale (LC_ALL, user.name.c_str()) != nullptr;
        if (taken)
            std::locale::global (std::locale (user.name));
    }
    ~CommaHost()
    {
        std::locale::global (before);
        std::setlocale (LC_ALL, "C");
    }
    CommaHost (const CommaHost&) = delete;
    CommaHost& operator= (const CommaHost&) = delete;

    bool isThere () const { return taken; }

private:
    std::locale before = std::locale();
    bool taken = false;
};
} // namespace kolophon::test
