// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Synth/Bodies/BodyTable.h"
#include "../Synth/Output/BoxLoudnessTables.h"

#include <cstdio>

/** Prints Synth/Bodies/PrecomputedTables.h as C++, each number with all of its bits. */
int main ()
{
    using namespace kolophon;
    const auto print = [] (double number) { std::printf ("%a,\n", number); };

    std::printf ("#include \"Synth/Bodies/PrecomputedTables.h\"\n\nnamespace kolophon\n{\nnamespace\n{\n"
                 "const double bodyNumbers[] = {\n");
    for (int body = 0; body < static_cast<int> (bodyTable().size()); ++body)
        if (const auto table = solvedModes (body))
        {
            print (table->count);
            ModeTable::eachNumber (*table, print);
        }
    std::printf ("};\nconst double boxNumbers[] = {\n");
    boxLoudness::Tables::eachNumber (*boxLoudness::solvedTables(), print);
    std::printf ("};\n} // namespace\n\n"
                 "std::span<const double> finishedBodyNumbers () noexcept\n{\n    return bodyNumbers;\n}\n"
                 "std::span<const double> finishedBoxNumbers () noexcept\n{\n    return boxNumbers;\n}\n"
                 "} // namespace kolophon\n");
    return std::fflush (stdout) == 0 ? 0 : 1;
}
