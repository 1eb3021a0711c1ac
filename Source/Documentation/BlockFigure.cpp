// SPDX-License-Identifier: GPL-3.0-or-later
#include "BlockFigure.h"

#include "../Core/Units.h"
#include "../Lab/BodyBench.h"
#include "../Physics/BlockBetweenStops-inl.h"
#include "PlainBody.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kolophon
{
using namespace plainbody;

namespace
{
using namespace HWY_NAMESPACE;

struct BlockSample
{
    double time, position, velocity, force;
    std::size_t mode;
};

/** One curve for each state of the block, in its colour. */
std::vector<PlotCurve> byState (const std::vector<BlockSample>& samples, double BlockSample::*y, double timeScale,
                                double scale)
{
    constexpr std::array names { "stopped", "sliding right", "sliding left", "left stop", "right stop" };
    constexpr std::array colours { ink::black, ink::blue, ink::vermilion, ink::green, ink::sky };
    std::vector<PlotCurve> curves;
    for (std::size_t state = 0; state < names.size(); ++state)
    {
        PlotCurve curve { names[state], colours[state], state == 0 || state > 2 ? 3.0 : 1.6, 1, {} };
        bool inside = false;
        for (std::size_t i = 0; i < samples.size(); ++i)
        {
            if (samples[i].mode != state)
            {
                inside = false;
                continue;
            }
            if (! inside)
                curve.pieces.emplace_back();
            inside = true;
            for (auto to = i; to <= std::min (i + 1, samples.size() - 1); ++to) // up to the beginning of the next state
                if (to == i || samples[to].mode != state)
                    curve.pieces.back().push_back ({ timeScale * samples[to].time, scale * (samples[to].*y) });
        }
        if (! curve.pieces.empty())
            curves.push_back (std::move (curve));
    }
    return curves;
}

/** A hand that pushes with a given force. */
struct PushedBy
{
    struct Parameters
    {
        double force;
    };
    static void resume (const Parameters&, ContactState<double>&) {}
    static ContactStep<double> solve (const Parameters& p, ContactState<double>&, const ContactPort<double>& port,
                                      double, double h, int)
    {
        const double v = port.freeVelocity - port.mobility * p.force;
        return { p.force, v, 0.0, 0.0, h * p.force * v, 2.0, 1.0, 0.0 };
    }
};

/** Klaffenbach's run: 1 kg, stops at 0.5 m, mu_s = 0.8, mu_k = 0.5, pushed by t/2 sin (pi t) for 25 s and by (25 -
    t/2) sin (pi t) after. */
std::vector<BlockSample> printedRun (double restitution)
{
    constexpr double h = 1e-4, begin = 14.0, end = 36.0; // [s]: the block is at rest before and after
    const BlockParameters<double> block { 1.0, 0.5, restitution, 0.8, 0.5 };
    BlockState<double> state { 0.0, 0.0, 0.0 };
    ContactState<double> contact {};
    std::vector<BlockSample> samples;
    for (double t = 0.0; t < end; t += h)
    {
        const double middle = t + 0.5 * h;
        const PushedBy::Parameters push { (middle < 25.0 ? 0.5 * middle : 25.0 - 0.5 * middle) *
                                          std::sin (pi * middle) };
        stepBlock (block, state, ErasedLaw<double>::of<PushedBy> (push), contact, 0.0, 1.0, h, 1);
        if (t >= begin)
            samples.push_back ({ t + h, state.position, state.momentum / std::sqrt (block.mass), push.force,
                                 static_cast<std::size_t> (std::lround (state.mode)) });
    }
    return samples;
}

/** Some periods of the note, with the hand rubbing to and fro. */
std::vector<BlockSample> rubbedBlock (const Patch& patch, std::vector<PlotPoint>& hand)
{
    BodyBench bench (patch, noteKey, sampleRate);
    while (bench.time() < 0.5)
        bench.play();
    const double from = bench.time(), duration = 4.0 / frequencyFromNote (noteKey);
    std::vector<BlockSample> samples;
    while (bench.time() < from + duration)
    {
        bench.play();
        const auto& motion = bench.block();
        samples.push_back ({ bench.time() - from, motion.position[0], bench.surfaceVelocity(), bench.force(),
                             static_cast<std::size_t> (std::lround (motion.mode[0])) });
        hand.push_back ({ toMilli * samples.back().time, bench.bowVelocity() });
    }
    return samples;
}
} // namespace

Figure blockFigure (int body)
{
    return { "block", "body-block", "Block: position, velocity and force of Klaffenbach's run and of a C4",
             "Left: Klaffenbach's printed run, with stops without rebound (e = 0) so that all five states occur: 1 kg, "
             "stops at ±0.5 m, μ_s = 0.8, μ_k = 0.5, pushed by a sine of 0.5 Hz whose amplitude rises to 12.5 N in 25 "
             "s and falls again; outside the shown interval the block is at rest. (The printed run has e = 0.3, with "
             "which it never rests at a stop.) Right: four periods of C4 with every knob at its default: the hand rubs "
             "to and fro under the friction law, the block follows and knocks.",
             [body]
             {
                 PlotCurve hand { "hand", ink::grey, 2.6, 1, { {} } };
                 const auto printed = printedRun (0.0), rubbed = rubbedBlock (patchOf (body), hand.pieces[0]);
                 const auto panel = [] (const std::string& heading, const char* timeLabel, const char* label,
                                        std::vector<PlotCurve> curves)
                 {
                     PlotPanel made { heading, timeLabel, label, std::move (curves) };
                     made.keyColumns = 3;
                     made.settings = smallKey;
                     return made;
                 };
                 auto velocities = byState (rubbed, &BlockSample::velocity, toMilli, 1.0);
                 velocities.insert (velocities.begin(), std::move (hand));
                 return plotScript ({ panel ("Klaffenbach's run: position", "time [s]", "position x [m]",
                                             byState (printed, &BlockSample::position, 1.0, 1.0)),
                                      panel ("C4: position", "time [ms]", "position x [µm]",
                                             byState (rubbed, &BlockSample::position, toMilli, toMicro)),
                                      panel ("Klaffenbach's run: velocity", "time [s]", "velocity [m/s]",
                                             byState (printed, &BlockSample::velocity, 1.0, 1.0)),
                                      panel ("C4: velocity", "time [ms]", "velocity [m/s]", std::move (velocities)),
                                      panel ("Klaffenbach's run: push", "time [s]", "force [N]",
                                             byState (printed, &BlockSample::force, 1.0, 1.0)),
                                      panel ("C4: force of the hand on the block", "time [ms]", "force [N]",
                                             byState (rubbed, &BlockSample::force, toMilli, 1.0)) },
                                    2);
             } };
}
} // namespace kolophon
