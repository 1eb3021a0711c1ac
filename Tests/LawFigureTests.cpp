// SPDX-License-Identifier: GPL-3.0-or-later
#include "Documentation/LawFigures.h"
#include "Support/Scene.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Bodies/LawTable.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinRel;

/** What the figures of the laws show is what voices play. */
namespace
{
struct Point
{
    double x, y;
};

/** The curves of a gnuplot script, in the order of its data blocks. */
std::vector<std::vector<Point>> curvesOf (const std::string& script)
{
    std::vector<std::vector<Point>> curves;
    std::istringstream lines (script);
    bool inside = false;
    for (std::string line; std::getline (lines, line);)
    {
        if (line.find ("<< EOD") != std::string::npos || line.find ("<<EOD") != std::string::npos)
        {
            curves.emplace_back();
            inside = true;
        }
        else if (line.starts_with ("EOD"))
            inside = false;
        else if (double x = 0.0, y = 0.0; inside && std::istringstream (line) >> x >> y)
            curves.back().push_back ({ x, y });
    }
    return curves;
}
} // namespace

TEST_CASE (
    "the figures of bristles are as soft as they say: drawn back, friction has turned round after ln 2 of the travel")
{
    // A bristle that slides at F_c N under the stiffness F_c N/travel, drawn back by d, at low speed:
    // F = N F_c (2 exp (-d/travel) - 1), both for Dahl's law (exponent 1, F_c = mu_k) and for LuGre's (F_c = mu_s).
    for (const auto* law : { "dahl", "lugre" })
    {
        CAPTURE (law);
        const auto figures = lawFigures();
        const auto figure =
            std::find_if (figures.begin(), figures.end(), [&] (const auto& f) { return f.subject == law; });
        REQUIRE (figure != figures.end());
        int widest = 0;
        for (const auto& curve : curvesOf (figure->script().text()))
        {
            const auto [least, most] = std::minmax_element (curve.begin(), curve.end(),
                                                            [] (const auto& a, const auto& b) { return a.x < b.x; });
            if (curve.empty() || std::abs (most->x - 400.0) > 1.0 || std::abs (least->x + 400.0) > 1.0) // [um]
                continue;
            ++widest;
            for (std::size_t i = 1; i < curve.size(); ++i) // back from +400 um, where F falls through zero
                if (curve[i - 1].y > 0.0 && curve[i].y <= 0.0)
                {
                    const double fraction = curve[i - 1].y / (curve[i - 1].y - curve[i].y);
                    const double displacement = curve[i - 1].x + fraction * (curve[i].x - curve[i - 1].x);
                    CHECK_THAT (400.0 - displacement, WithinRel (80.0 * std::log (2.0), 0.02));
                    ++widest;
                }
        }
        CHECK (widest == 2); // one such curve, with one such place
    }
}

TEST_CASE ("a voice plays the stiffness that the figures show")
{
    // A block between stops leaves nothing out that would yield in series, and at D4 nothing is tracked.
    for (const auto& [law, stiffness] :
         { std::pair ("dahl", 0.3 / 80e-6), std::pair ("lugre", 0.8 / 80e-6) }) // [1/m], over N
    {
        CAPTURE (law);
        auto patch = patchWith ({ { "body.type", static_cast<double> (bodyPlace (BodyModel::block)) },
                                  { "contact.bristle_damping", 0.0 } });
        patch.contact.law = static_cast<double> (findLaw (law) - lawTable().data());
        Synth synth;
        synth.prepare (48000.0);
        synth.setPatch (patch);
        std::vector<ProbeFrame> frames (8192);
        ProbeBuffer probes { frames.data(), frames.size(), 0 };
        render (synth, { noteOn (0, 62) }, 4096, 512, &probes);
        int seen = 0;
        for (std::size_t i = 1; i < probes.count; ++i)
        {
            const auto &before = frames[i - 1], &now = frames[i];
            const double mean = 0.5 * (before.bristleElongation + now.bristleElongation);
            // Where the force moved, its bristle was stretched along (energy coordinates): look where it stands.
            if (now.normalForce < 0.1 || std::abs (mean) < 1e-6 ||
                std::abs (before.normalForce / now.normalForce - 1.0) > 1e-9)
                continue;
            ++seen;
            const double found = now.frictionForce / (mean * now.normalForce);
            if (std::abs (found / stiffness - 1.0) > 1e-6)
            {
                CAPTURE (i, now.normalForce, mean, now.frictionForce);
                REQUIRE_THAT (found, WithinRel (stiffness, 1e-6));
            }
        }
        CHECK (seen > 1000);
    }
}
