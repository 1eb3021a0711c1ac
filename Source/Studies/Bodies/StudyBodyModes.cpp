// SPDX-License-Identifier: GPL-3.0-or-later
#include "../StudyKit.h"
#include "../StudyMaps.h"

#include <memory>

namespace kolophon::study
{
namespace ofBodyModes
{
using lab::Fields;

struct Ratio
{
    int mode; // from 1
    Expectation ratio;
};

struct Settings
{
    Patch patch;
    int key;
    double rate;
    std::vector<Ratio> ratios;
};

StudyResult run (const Settings& s)
{
    const auto lines = BodyBench (s.patch, s.key, s.rate).lines();
    StudyResult result;
    Table table { "",
                  { "mode", "frequency [Hz]", "over the first", "T60 [s]" },
                  {},
                  { { .title = "Frequencies", .x = "mode", .y = { "frequency [Hz]" }, .marks = true },
                    { .title = "Decay", .x = "mode", .y = { "T60 [s]" }, .marks = true, .logY = true } } };
    for (std::size_t i = 0; i < lines.size(); ++i)
        table.rows.push_back ({ static_cast<double> (i + 1), lines[i].frequency,
                                lines[i].frequency / lines[0].frequency, std::log (1000.0) / lines[i].decayRate });
    result.tables.push_back (std::move (table));
    result.caption = "Frequency and decay time of each mode, counted from the lowest.";
    for (const auto& [mode, ratio] : s.ratios)
        if (static_cast<std::size_t> (mode) <= lines.size())
            result.checks.push_back (check ("mode " + std::to_string (mode) + " over the first", "",
                                            lines[static_cast<std::size_t> (mode - 1)].frequency / lines[0].frequency,
                                            ratio));
    return result;
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    auto s = std::make_shared<Settings>();
    s->patch = readPatch (f, "patch", "Parameters of the instrument, by id.", { { "body.type", 6.0 } });
    s->key = f.integer ("key", 0, 127, "Key of the note.", 60);
    s->rate = f.number ("rate", { 8000.0, 384000.0, " Hz" }, "Steps per second.", 96000.0);
    f.list ("ratios", 1, 64, "Measured ratios.",
            [&] (Fields& inner)
            {
                Ratio one { inner.integer ("mode", 2, 128, "Number of the mode, from the lowest; a pair counts twice."),
                            {} };
                readExpectation (inner, "ratio", "Its frequency over that of the first.", one.ratio);
                s->ratios.push_back (one);
            });
    return [s] (const StudyContext&) { return run (*s); };
}
} // namespace ofBodyModes

const Study bodyModes { "body_modes", "Frequencies of a body's modes, beside measured ones.", ofBodyModes::prepare };
} // namespace kolophon::study
