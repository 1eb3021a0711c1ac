// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Lab/Check.h"
#include "Plot.h"

#include <string>
#include <vector>

namespace kolophon
{
/** One table of results: written to NAME.csv. */
struct Table
{
    std::string name;                 // suffix of the file's name after the experiment's; empty: none
    std::vector<std::string> columns; // "force [N]"
    std::vector<std::vector<double>> rows;
};

/** One picture: written to NAME.svg and NAME.png. */
struct Picture
{
    std::string name; // suffix of the file's name after the experiment's; empty: none
    std::string caption;
    std::vector<PlotPanel> panels;
    std::size_t columns = 0; // see plotScript()
    PanelSize size = {};
};

/** A sound that can be played from the page. */
struct Sound
{
    std::string name; // suffix of the file's name after the experiment's
    std::string caption;
    std::vector<double> samples; // any level: it is normalised when written
    double rate;                 // [Hz]

    // Point of the first picture that plays the sound when clicked: inside the frame of a panel, 0 … 1 from the left
    // and from below; none if `across` is negative.
    std::size_t panel = 0;
    double across = -1.0, up = -1.0;
};

struct StudyResult
{
    std::vector<Check> checks;
    std::vector<Table> tables;
    std::vector<Picture> pictures;
    std::vector<Sound> sounds;
    bool interrupted = false; // true: contains only the results before the interruption
};
} // namespace kolophon
