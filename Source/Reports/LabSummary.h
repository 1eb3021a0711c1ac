#pragma once

#include "../Files/Json.h"

#include <filesystem>
#include <string>

namespace kolophon
{
/** The results NAME.json that an earlier call of this version left in `folder`; null where there are none. They are
    looked through as if somebody else had written them: every field that a page reads is there and of its kind, and
    files are names inside the folder. Throws Failure (3) with the file, the field and what it should be. */
Json labSummaryFrom (const std::filesystem::path& folder, const std::string& name);
} // namespace kolophon
