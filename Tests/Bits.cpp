// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Fnv.h"
#include "Support/OnTarget.h"
#include "Synth/Synth.h"

#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

/** kolophon_bits [FILE] : what this machine's arithmetic makes of the default patch, A3 for four seconds at 48 kHz, by
    itself and in a chord of eight voices. Prints the bits of the sound for every instruction set of the program that
    runs here; with a file that lists them, says whether they are the same. It consists of the engine alone, so that it
    can be compiled for systems that have none of the libraries of the tool and of the tests. */
namespace
{
using namespace kolophon;

std::string bitsOf (int voices)
{
    constexpr int length = 4 * 48000, block = 480;
    Synth synth;
    synth.prepare (48000.0);
    synth.setPatch (Patch::defaults());
    std::vector<PerformanceEvent> chord;
    for (int voice = 0; voice < voices; ++voice)
        chord.push_back ({ 0, PerformanceEvent::Type::noteOn, 0, static_cast<std::uint16_t> (57 + 2 * voice), 0.63 });
    std::vector<double> left (block), right (block);
    Fnv hash;
    for (int done = 0; done < length; done += block)
    {
        synth.render (done == 0 ? chord : std::vector<PerformanceEvent> {}, left.data(), right.data(), block, nullptr);
        for (std::size_t n = 0; n < left.size(); ++n)
        {
            hash.add (left[n]);
            hash.add (right[n]);
        }
    }
    char text[17];
    std::snprintf (text, sizeof text, "%016llx", static_cast<unsigned long long> (hash.value()));
    return text;
}

/** How products and sums are rounded by the instruction set in use: together, by a fused operation, or each. */
std::string rounding ()
{
    const std::string name = Synth::instructionSet();
    return name.starts_with ("AVX") || name.starts_with ("NEON") ? "fused" : "separate";
}
} // namespace

int main (int count, char** words)
{
    std::map<std::pair<std::string, int>, std::string> listed;
    if (count > 1)
    {
        std::ifstream file (words[1]);
        std::string how, bits;
        for (int voices = 0; file >> how >> voices >> bits;)
            listed[{ how, voices }] = bits;
        if (listed.empty())
        {
            std::fprintf (stderr, "%s lists nothing.\n", words[1]);
            return 2;
        }
    }
    bool same = true;
    for (const auto target : test::targets())
    {
        const test::OnTarget on (target);
        const auto how = rounding();
        for (const int voices : { 1, 8 })
        {
            const auto bits = bitsOf (voices);
            std::printf ("%s %d %s", how.c_str(), voices, bits.c_str());
            if (count > 1)
            {
                const auto expected = listed[{ how, voices }];
                same = same && bits == expected;
                std::printf (bits == expected ? ", as listed" : ", but listed is %s", expected.c_str());
            }
            std::printf ("  (%s)\n", Synth::instructionSet());
            std::fflush (stdout);
        }
    }
    return same ? 0 : 1;
}
