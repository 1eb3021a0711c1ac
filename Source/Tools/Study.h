#pragma once

#include "../Lab/Check.h"
#include "../Lab/Fields.h"
#include "Plot.h"

#include <functional>
#include <span>
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

    // Where a click on the first picture plays it: inside the frame of a panel, 0 … 1 from the left and from below; nowhere
    // where across is negative.
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

/** What a study may use of the world. */
struct StudyContext
{
    int jobs = 1;
    std::function<void (double share)> progress = [] (double) {}; // 0 … 1
    std::function<bool()> interrupted = [] { return false; }; // any thread may ask
};

/** An experiment that is more than motions of one contact: a map, a sweep, a table over many runs. Its fields stand in the
    scenario under "study", beside its kind; what it reads is what can be set. */
struct Study
{
    std::string_view kind;
    const char* meaning;
    /** Reads the fields (and only these) and gives what runs; while describing, what runs is not used. */
    std::function<StudyResult (const StudyContext&)> (*prepare) (lab::Fields&);
};
std::span<const Study> studies () noexcept;
} // namespace kolophon
