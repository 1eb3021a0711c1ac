// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Bytes/ExitCode.h"

#include <string>

namespace kolophon
{
enum class ListFormat { text, json, markdown };

/** Output of `kolophon list`: parameters, presets, laws or bodies. */
std::string listParameters (ListFormat format);
std::string listPresets (ListFormat format);
std::string listLaws (ListFormat format);
std::string listBodies (ListFormat format);

struct ListOptions
{
    std::string what;
    bool json = false, markdown = false;
};

/** Prints the list. Throws Failure (2). */
ExitCode list (const ListOptions& options);
} // namespace kolophon
