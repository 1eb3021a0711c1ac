// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Lab/Scenarios/Check.h"

#include <string>
#include <vector>

namespace kolophon
{
/** Columns of a table that a page shows, by their headings. Views of one title share a panel. */
struct View
{
    std::string title = {};
    std::string x = {};
    std::vector<std::string> y = {};
    std::string by = {}; // a column whose values make curves of their own
    struct Kind
    {
        std::string name, colour = {};
    };
    std::vector<Kind> kinds = {}; // of these values 0, 1, 2 …; none: the values themselves
    bool marks = false;           // points instead of lines
    bool logX = false, logY = false;
    std::string label = {}; // of the vertical axis, if it is not the first column's heading
};

/** One table of results: written to NAME.csv. */
struct Table
{
    std::string name = {};                 // suffix of the file's name after the experiment's; empty: none
    std::vector<std::string> columns = {}; // "force [N]"
    std::vector<std::vector<double>> rows = {};
    std::vector<View> views = {};
};

/** A sound that can be played from the page. */
struct Sound
{
    std::string name; // suffix of the file's name after the experiment's
    std::string caption;
    std::vector<double> samples; // any level: it is normalised when written
    double rate;                 // [Hz]
};

struct StudyResult
{
    std::vector<Check> checks;
    std::vector<Table> tables;
    std::vector<Sound> sounds;
    std::string caption;      // of the views of the tables
    bool interrupted = false; // true: contains only the results before the interruption
};
} // namespace kolophon
