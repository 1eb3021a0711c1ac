// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Json/Json.h"

#include <filesystem>
#include <string>

namespace kolophon
{
/** The results of an experiment as the file NAME.json, with a fingerprint of them. */
std::string labSummaryText (Json json);
/** Reads the results NAME.json that an earlier call of this version wrote to `folder`; null if they don't exist. Throws
    Failure (3) with the file if it is another one, or was changed since. */
Json labSummaryFrom (const std::filesystem::path& folder, const std::string& name);
} // namespace kolophon
