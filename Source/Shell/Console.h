#pragma once

#include <string_view>

namespace kolophon
{
/** One line on stderr, "kolophon: …". Everything that is said goes through here, so that nothing out of a file or an
    argument steers the terminal, forges a line or fills the screen: see Files/PrintableText.h. */
void tell (std::string_view message);
} // namespace kolophon
