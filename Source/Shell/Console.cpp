#include "Console.h"

#include "../Files/PrintableText.h"
#include "../Files/Warnings.h"

#include <algorithm>
#include <cstdio>
#include <mutex>

namespace kolophon
{
void tell (std::string_view message)
{
    constexpr std::size_t maxLength = 1200; // a list of all laws' names has 300, of all parameters nearly 1000
    std::fprintf (stderr, "kolophon: %s\n", printable (message, maxLength).c_str());
}

namespace
{
struct Warned
{
    std::mutex guard;
    std::vector<std::string> files, sentences;
};

Warned& everWarned ()
{
    static Warned all;
    return all;
}
} // namespace

void warn (const std::string& file, std::span<const std::string> warnings)
{
    auto& all = everWarned();
    const std::scoped_lock lock (all.guard);
    if (warnings.empty() || std::find (all.files.begin(), all.files.end(), file) != all.files.end())
        return;
    all.files.push_back (file);
    for (auto& sentence : withFile (file, warnings))
        all.sentences.push_back (std::move (sentence));
    tell (printable (warningLine (file, warnings), longestLine));
}

std::vector<std::string> warned ()
{
    auto& all = everWarned();
    const std::scoped_lock lock (all.guard);
    return all.sentences;
}

std::vector<std::string> withFile (const std::string& file, std::span<const std::string> warnings)
{
    std::vector<std::string> sentences;
    for (const auto& warning : warnings)
        sentences.push_back (file + ": " + warning);
    return sentences;
}
} // namespace kolophon
