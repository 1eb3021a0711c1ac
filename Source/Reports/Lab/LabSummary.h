// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Json/Json.h"

#include <filesystem>
#include <string>

namespace kolophon
{
/** Reads the results NAME.json that an earlier call of this version wrote to `folder`; null if they don't exist. The
    file is validated like any untrusted input: every field that a page reads is present and has the right type, and
    files are names inside the folder. Throws Failure (3) with the file, the field and its expected type. */
Json labSummaryFrom (const std::filesystem::path& folder, const std::string& name);
} // namespace kolophon
