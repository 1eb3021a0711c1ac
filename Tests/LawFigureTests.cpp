// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Scene.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Bodies/LawTable.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinRel;

/** The figures of the laws show the same: Tests/Python/FiguresTest.py. */
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
        PreparedSynth synth (patch);
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
