#pragma once

#include "../Lab/Check.h"
#include "Plot.h"

#include <string>
#include <vector>

namespace kolophon
{
/** One table of results: becomes NAME.csv. */
struct Table
{
    std::string name;                 // of the file, behind the experiment's; empty: the experiment's own
    std::vector<std::string> columns; // "force [N]"
    std::vector<std::vector<double>> rows;
};

/** One picture: becomes NAME.svg and NAME.png. */
struct Picture
{
    std::string name; // of the file, behind the experiment's; empty: the experiment's own
    std::string caption;
    std::vector<PlotPanel> panels;
    std::size_t columns = 0; // as plotScript() has it
    PanelSize size = {};
};

/** A sound that a reader of the page may want to hear. */
struct Sound
{
    std::string name; // of the file, behind the experiment's
    std::string caption;
    std::vector<double> samples; // any level: it is normalised when written
    double rate;                 // [Hz]

    // Where a click on the first picture plays it: inside the frame of a panel, 0 … 1 from the left and from below;
    // nowhere where across is negative.
    std::size_t panel = 0;
    double across = -1.0, up = -1.0;
};

struct StudyResult
{
    std::vector<Check> checks;
    std::vector<Table> tables;
    std::vector<Picture> pictures;
    std::vector<Sound> sounds;
    bool interrupted = false; // what is here is what there was until then
};
} // namespace kolophon
