#include "Console.h"

#include "../Files/PrintableText.h"

#include <cstdio>

namespace kolophon
{
void tell (std::string_view message)
{
    constexpr std::size_t maxLength = 1200; // a list of all laws' names has 300, of all parameters nearly 1000
    std::fprintf (stderr, "kolophon: %s\n", printable (message, maxLength).c_str());
}
} // namespace kolophon
