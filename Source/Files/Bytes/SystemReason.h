// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Text/ClassicLocale.h"

#include <cstring>
#include <string>
#include <system_error>

namespace kolophon
{
/** The system's message for an error, in English in every locale: "No such file or directory". */
inline std::string systemReason (int error)
{
    const ClassicLocale scope;
    return std::strerror (error);
}

inline std::string systemReason (const std::error_code& error)
{
    const ClassicLocale scope;
    return error.message();
}
} // namespace kolophon
