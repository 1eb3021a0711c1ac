// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kolophon
{
/** Text of `kolophon map --help` before the options: purpose, ranges, examples. */
std::string mapDescription ();

/** Text after the options: metrics, columns, exit codes. */
std::string mapFooter ();
} // namespace kolophon
