// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Physics/Bodies/Cup.h"
#include "../Bowing/BowedCells.h"
#include "../StudyMaps.h"

#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofCup
{
using lab::Fields;

/** A cup of the band; its liquid stands as high as its volume to a power, 1 for a cylinder. */
struct Glass
{
    glass::Cup cup;
    double power;

    /** Frequency of a mode, filled with a fraction of the largest volume, over that of the empty cup. */
    double filled (int waves, double volume) const
    {
        auto full = cup;
        full.fill = std::pow (volume, power);
        return glass::cupFrequency (waves, full) / glass::cupFrequency (waves, cup);
    }
    double ratio (int waves) const { return glass::cupFrequency (waves, cup) / glass::cupFrequency (2, cup); }
};

struct Number
{
    int waves;
    double volume;
    std::string name; // of what was measured
    Expectation measured;
};

struct Settings
{
    std::vector<Glass> band;
    std::vector<Number> modes, fills;
    std::vector<double> between; // two volumes
    Expectation power;
};

/** Power of the volume with which the liquid's part of the inertia grows between two volumes. */
double powerBetween (const Glass& glass, const std::vector<double>& volumes)
{
    const auto added = [&] (double volume) { return std::pow (glass.filled (2, volume), -2.0) - 1.0; };
    return std::log (added (volumes[1]) / added (volumes[0])) / std::log (volumes[1] / volumes[0]);
}

std::vector<double> overBand (const Settings& s, const std::function<double (const Glass&)>& predict)
{
    std::vector<double> predictions;
    for (const auto& glass : s.band)
        predictions.push_back (predict (glass));
    return predictions;
}

void addCurves (const Settings& s, StudyResult& result)
{
    const std::string volume = "volume over the largest", column = "f over that of the empty glass";
    Table curves {
        "fill", { volume, column, "glass" }, {}, { { .title = "fill", .x = volume, .y = { column }, .by = "glass" } }
    };
    for (std::size_t g = 0; g < s.band.size(); ++g)
    {
        const auto& cup = s.band[g].cup;
        curves.views[0].kinds.push_back ({ "load " + text (cup.load) + ", power " + text (s.band[g].power) });
        for (int i = 0; i <= 50; ++i)
            curves.rows.push_back ({ i / 50.0, s.band[g].filled (2, i / 50.0), static_cast<double> (g) });
    }
    auto measured = measuredPoints ("fill-measured", "fill", volume, "f over that of the empty glass");
    for (const auto& number : s.fills)
        addMeasured (measured, number.volume, number.measured);
    result.tables.push_back (std::move (curves));
    result.tables.push_back (std::move (measured));
}

StudyResult run (const Settings& s)
{
    StudyResult result;
    for (const auto& number : s.modes)
        judgeBand (result, number.name + "mode with " + std::to_string (number.waves) + " waves over the one with 2",
                   "", overBand (s, [&] (const Glass& glass) { return glass.ratio (number.waves); }), number.measured);
    for (const auto& number : s.fills)
        judgeBand (result, "f with " + text (number.volume) + " of the volume over f of the empty glass", "",
                   overBand (s, [&] (const Glass& glass) { return glass.filled (2, number.volume); }), number.measured);
    if (! s.between.empty())
        judgeBand (result, "power of the volume with which the liquid's inertia grows", "",
                   overBand (s, [&] (const Glass& glass) { return powerBetween (glass, s.between); }), s.power);
    if (! s.fills.empty())
        addCurves (s, result);
    result.caption = "Frequency of a glass over its filling: predicted by each glass of the band, and measured.";
    return result;
}

void readBand (Fields& f, Settings& s)
{
    const double radius = f.number ("radius", { 1e-3, 1.0, " m" }, "Radius R of the cup."),
                 wall = f.number ("wall_density", { 1.0, 1e5, " kg/m^3" }, "Density of the wall.", 2500.0),
                 liquid = f.number ("liquid_density", { 0.0, 1e5, " kg/m^3" }, "Density of the liquid.", 1000.0),
                 poisson = f.number ("poisson", { 0.0, 0.5 }, "Poisson's ratio of the wall.", 0.22);
    const auto heights = f.numbers ("radius_over_height", { 0.0, 10.0 }, 1, 16, "R over the height H: a band.");
    const auto walls = f.numbers ("thickness", { 1e-5, 0.1, " m" }, 1, 16, "Thickness of the wall: a band.");
    const auto powers = f.numbers (
        "height_power", { 0.1, 10.0 }, 1, 16,
        "Power of the volume with which the height of the liquid grows: 1 in a cylinder, less in a glass that "
        "widens. A band.");
    for (const double height : heights)
        for (const double thickness : walls)
            for (const double power : powers)
                s.band.push_back ({ { height, poisson, liquid * radius / (wall * thickness) }, power });
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    auto s = std::make_shared<Settings>();
    readBand (f, *s);
    const auto measured = [] (Fields& inner, Number& number)
    { readExpectation (inner, "measured", "Over the lowest mode of the empty cup.", number.measured); };
    f.list ("modes", 0, 16, "Modes of the empty cup.",
            [&] (Fields& inner)
            {
                Number number { inner.integer ("waves", 3, 14, "Waves round the rim."), 0.0, {}, {} };
                if (const auto name = inner.text ("name", "Name of the cup, of several.", ""); ! name.empty())
                    number.name = name + ", ";
                measured (inner, number);
                s->modes.push_back (number);
            });
    f.list ("fills", 0, 32, "Fillings.",
            [&] (Fields& inner)
            {
                Number number { 2, inner.number ("volume", { 0.0, 1.0 }, "Volume over the largest."), {}, {} };
                measured (inner, number);
                s->fills.push_back (number);
            });
    s->between = f.numbers ("between", { 1e-3, 1.0 }, 0, 2, "Two volumes for the growth of the inertia.");
    if (s->between.size() == 1)
        f.refuse ("between", "must be two volumes");
    readExpectation (f, "power", "Power of the volume with which the liquid's inertia grows between them.", s->power);
    return [s] (const StudyContext&) { return run (*s); };
}
} // namespace ofCup

const Study cup { "cup", "Modes of a cup, and their fall as it fills, beside measured ones.", ofCup::prepare };
} // namespace kolophon::study
