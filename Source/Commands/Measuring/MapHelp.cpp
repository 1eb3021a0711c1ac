// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapHelp.h"

#include "../../Maps/MapTable.h"

#include <algorithm>
#include <string>

namespace kolophon
{
namespace
{
constexpr auto examples = R"(Examples:
  kolophon map --x hand.position=0.02:0.3:log:40 --y hand.force=0.05:20:log:40 -p "Lab: Helmholtz D4" -o schelleng/
  kolophon map --x hand.speed="50 mm/s:1 m/s" --y hand.pressure="0 %:150 %:lin:30" --note G2 -p "Dark Cello" -o cello/
  kolophon map --x hand.bite=0.3:30 --y hand.force=0.1:5 --metric onset,regime --law lugre --no-sounds -o attack/
  kolophon map … (the same command again)      carries on where it was interrupted, or draws another --metric
)";

/** Wraps words to lines of at most 100 characters, each indented by `indent` spaces. */
std::string wrapped (const std::string& words, std::size_t indent)
{
    constexpr std::size_t longest = 100;
    std::string text, line (indent, ' ');
    for (std::size_t begin = 0, end = 0; begin < words.size(); begin = end + 1)
    {
        end = std::min (words.find (' ', begin), words.size());
        const auto word = words.substr (begin, end - begin);
        if (line.size() + 1 + word.size() > longest)
        {
            text += line + "\n";
            line = std::string (indent, ' ');
        }
        line += (line.size() > indent ? " " : "") + word;
    }
    return text + line + "\n";
}

} // namespace

std::string mapDescription ()
{
    // The list of commands shows the first line.
    return "Play one note at many pairs of values and map the result: regime, pitch, brightness, onset, level.\n\n" +
           wrapped ("A range is id=low:high[:lin|log[:cells]], with units as in --set, of any numeric parameter "
                    "(kolophon list parameters). If only one choice of a menu uses the parameter, the map makes that "
                    "choice: hand.force sets hand.force_mode=Absolute. Default: the scale of the parameter's knob and "
                    "40 cells. 1600 cells take one or two minutes, with about 100 kB of sound per cell.",
                    0) +
           "\n" + examples;
}

std::string mapFooter ()
{
    std::string text = "\nMetrics for --metric, and columns of map.csv:\n";
    for (const auto& metric : mapMetrics())
        text += "  " + std::string (metric.id) + std::string (10 - std::string_view (metric.id).size(), ' ') +
                metric.heading + "\n" + wrapped (metric.meaning, 12);
    return text +
           wrapped ("The first columns are column and row, counted from 0, and both values. The last columns are the "
                    "bow's speed and force at the end of the note, the attenuation of the cell's file to keep it below "
                    "-1 dBFS, faulty samples, a hash of the sound, and the file.",
                    2) +
           "\nExit codes: 0 done, 2 usage or a folder with other settings, 3 bad input, 4 energy ledger out of "
           "balance,\n5 not writable, 130 interrupted (128 + signal).\n";
}
} // namespace kolophon
