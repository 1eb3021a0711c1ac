#pragma once

#include <string>

namespace kolophon
{
/** What `kolophon map --help` says before its options: what it does, ranges, examples. */
std::string mapDescription ();

/** And after them: what the metrics and columns mean, exit codes. */
std::string mapFooter ();
} // namespace kolophon
