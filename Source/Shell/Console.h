#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kolophon
{
/** One line on stderr, "kolophon: …". Everything that is said goes through here, so that nothing out of a file or an
    argument steers the terminal, forges a line or fills the screen: see Files/PrintableText.h. */
void tell (std::string_view message);

inline constexpr std::size_t longestMessage = 300; // characters

/** A message as tell() writes it, at most longestMessage characters: of a long list of what is allowed the start and
    the number of its entries, of what is too long all the same both ends. */
std::string messageLine (std::string_view message);
} // namespace kolophon
