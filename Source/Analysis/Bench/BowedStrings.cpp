// SPDX-License-Identifier: GPL-3.0-or-later
#include "BowedStrings.h"

#include "../../Core/FloatEnvironment.h"
#include "../../Core/Units.h"
#include "../../Physics/Friction/LawInfo.h"
#include "../../Physics/ModalBank-inl.h"
#include "../../Synth/Bodies/LawTable.h"
#include "../../Synth/Output/Decimator.h"
#include "../Parallel.h"
#include "BenchContact.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace kolophon
{
namespace
{
constexpr auto laneCount = static_cast<std::size_t> (VoiceGroup::lanes);

/** Sets one lane of a group to one experiment. Call updateBodies() afterwards. */
void setUp (VoiceGroup& group, std::size_t lane, const Experiment& e, double timeStep)
{
    setString (group, lane, e.string, e.bow.position);
    setContact (group, lane, settingsOf (e.contact));

    // The ramps advance before each sample, which gets the mean over its step.
    const bool accelerates = e.bow.acceleration > 0.0;
    group.bow.velocityStep[lane] = e.bow.acceleration * timeStep;
    group.bow.velocity[lane] = accelerates ? -0.5 * group.bow.velocityStep[lane] : e.bow.speed;
    group.bow.normalForce[lane] = e.bow.force;
    group.bow.last[lane] = accelerates ? 0.0 : e.bow.speed;

    if (e.hand.mass > 0.0)
    {
        group.hand.kind[lane] = 1.0; // an arm, see HandParameters
        group.hand.mass[lane] = e.hand.mass;
        group.hand.stiffness[lane] = e.hand.stiffness;
        group.hand.damping[lane] = 0.5 * e.hand.damping / std::sqrt (e.hand.stiffness * e.hand.mass);
        group.wanted.hand = 1;
    }
}

/** Number of steps that the bow takes to reach its speed. */
std::int64_t stepsOfRamp (const BowSpec& bow, const ExperimentRun& run)
{
    const double steps = bow.acceleration > 0.0 ? bow.speed / bow.acceleration * run.rate : 0.0;
    return std::llround (std::min (steps, run.seconds * run.rate + 1.0));
}

/** Angular frequency of a partial [rad/s]. */
double frequencyOf (const StringSpec& s, int partial)
{
    return 2.0 * pi * partial * s.fundamental * std::sqrt (1.0 + s.inharmonicity * partial * partial);
}

/** Gives the modes of one lane the losses that a voice does not have, after updateBodies(). */
void loseMore (VoiceGroup& group, std::size_t lane, const StringSpec& s, double timeStep)
{
    for (int n = 1; n <= s.partials; ++n)
    {
        const auto at = static_cast<std::size_t> (n - 1);
        const double w = frequencyOf (s, n);
        if (w * timeStep >= pi)
            break; // above the audible range, without effect on the contact
        const double decayRate = std::min (decayRateOf (s, n), 0.9 * w);
        const auto step = HWY_NAMESPACE::modeFlow (w, 1.0 / w, decayRate, timeStep);
        const auto lost = HWY_NAMESPACE::lossesBehind (step);
        auto& slot = group.standing.slots[at];
        auto& losses = group.standing.losses[at];
        const double r = slot.r[lane];
        group.response.mobility[lane] += r * r * (step.Q - slot.Q[lane]) / timeStep;
        group.response.endMobility[lane] += group.standing.shapes[at][lane] * r * (step.S - slot.S[lane]);
        slot.Q[lane] = step.Q;
        slot.S[lane] = step.S;
        slot.D[lane] = step.D;
        losses.vv[lane] = lost.vv;
        losses.lean[lane] = lost.lean;
        losses.yy[lane] = lost.yy;
    }
}

/** Difference of the friction force between sticking and a slip of Helmholtz motion, over N. */
double frictionDrop (const Experiment& e)
{
    const double ratio = e.bow.speed / e.bow.position / e.contact.stribeckSpeed;
    return (e.contact.muStatic - e.contact.muKinetic) * (1.0 - std::exp (-ratio * ratio));
}

/** Starts with Helmholtz motion in the middle of a slip: the contact moves with the bow, and at -v_b (1 - beta)/beta
    for the fraction beta of the period around t = 0:

        u = - sum 2 v_b/(n pi beta) sin (n pi beta) cos (n w t)
        phi_n q_n' = u_n,    phi_n = sqrt (2/M) sin (n pi beta)

    so that x2_n = -2 v_b/(n pi beta) sqrt (M/2), for any position of the bow; M = Z_0/(2 f_0). The centre of the
    motion is the displacement that sliding friction causes: x1_n = r_n F. */
void startInHelmholtz (VoiceGroup& group, std::size_t lane, const Experiment& e)
{
    const double slipSpeed = e.bow.speed / e.bow.position;
    const double force = e.bow.force * (e.contact.muStatic - frictionDrop (e));
    const double amplitude = -2.0 * slipSpeed / pi * std::sqrt (0.25 * e.string.impedance / e.string.fundamental);
    for (int n = 1; n <= e.string.partials; ++n)
        group.standing.slots[static_cast<std::size_t> (n - 1)].x2[lane] = amplitude / n;
    for (auto& slot : group.standing.slots)
        slot.x1[lane] = slot.r[lane] * force;
    group.contact.mode[lane] = ContactMode::forward;
    group.contact.lastVelocity[lane] = group.contact.endVelocity[lane] = slipSpeed;
    if (e.contact.stiffness > 0.0)
    {
        const double stiffness = e.contact.stiffness / (1.0 + e.contact.stiffness * group.law.residualCompliance[lane]);
        group.contact.bristleCoordinate[lane] = force / std::sqrt (stiffness);
    }
}

/** Runs up to eight experiments, one per lane. */
// Long: one loop over the samples of eight strings; everything that it records shares its state.
void performGroup (std::span<const Experiment> experiments, const ExperimentRun& run,
                   std::span<ExperimentRecord> records)
{
    const FloatEnvironment environment;
    const double h = 1.0 / run.rate;
    auto group = std::make_unique<VoiceGroup>();
    group->clear();
    group->lawIndex = experiments.front().contact.law;
    for (std::size_t lane = 0; lane < laneCount; ++lane)
        setUp (*group, lane, experiments[std::min (lane, experiments.size() - 1)], h);
    lanes::updateBodies (*group, h);
    for (std::size_t lane = 0; lane < experiments.size(); ++lane)
    {
        const auto& e = experiments[lane];
        if (! e.contact.residual)
            group->law.residualCompliance[lane] = 0.0;
        if (e.string.bendingDecay > 0.0 || ! e.string.damping.empty())
            loseMore (*group, lane, e.string, h);
        if (e.start == StringStart::helmholtz)
            startInHelmholtz (*group, lane, e);
    }

    const auto steps = static_cast<std::int64_t> (std::llround (run.seconds * run.rate));
    const auto keepFrom = steps - static_cast<std::int64_t> (std::llround (run.kept * run.rate));
    std::vector<SlipRecorder> slips (experiments.size(), SlipRecorder (run.slipThreshold));
    for (std::int64_t done = 0; done < steps && ! (run.interrupted && run.interrupted());)
    {
        auto end = std::min (steps, done + VoiceGroup::maxSteps);
        for (std::size_t lane = 0; lane < experiments.size(); ++lane)
        {
            const auto& bow = experiments[lane].bow;
            const auto ramp = stepsOfRamp (bow, run);
            if (ramp > done)
                end = std::min (end, ramp);
            else
            {
                group->bow.velocity[lane] = bow.speed;
                group->bow.velocityStep[lane] = 0.0;
            }
        }
        const int segment = static_cast<int> (end - done);
        lanes::render (*group, h, run.passes, segment, true);
        for (std::size_t lane = 0; lane < experiments.size(); ++lane)
        {
            auto& record = records[lane];
            for (std::size_t row = 0; row < static_cast<std::size_t> (segment); ++row)
            {
                const auto sample = done + static_cast<std::int64_t> (row);
                const double velocity = group->relativeVelocity[row][lane];
                slips[lane].add (sample, velocity, group->bowVelocity[row][lane], group->normalForce[row][lane]);
                record.worstResidual = std::max (record.worstResidual, std::abs (group->residual[row][lane]));
                record.peakEnergy = std::max (record.peakEnergy, group->stored[row][lane]);
                record.peakExchange = std::max ({ record.peakExchange, std::abs (group->work[row][lane]),
                                                  std::abs (group->frictionLoss[row][lane]) });
                record.smallestLoss =
                    std::min ({ record.smallestLoss, group->frictionLoss[row][lane], group->bodyLoss[row][lane] });
                record.finite = record.finite && std::isfinite (velocity);
                if (sample >= keepFrom)
                {
                    record.velocity.push_back (velocity);
                    record.force.push_back (group->force[row][lane]);
                    record.bridge.push_back (group->odd[row][lane] + group->even[row][lane]);
                    record.elongation.push_back (group->elongation[row][lane]);
                }
            }
        }
        done += segment;
    }
    for (std::size_t lane = 0; lane < experiments.size(); ++lane)
    {
        records[lane].slips = slips[lane].phases();
        records[lane].steps = steps;
    }
}
} // namespace

void setString (VoiceGroup& group, std::size_t lane, const StringSpec& s, double position)
{
    auto& knobs = group.string;
    knobs.fundamental[lane] = s.fundamental;
    knobs.inharmonicity[lane] = std::max (s.inharmonicity, 1e-12);
    knobs.impedance[lane] = s.impedance;
    knobs.decayRate[lane] = s.decayRate;
    knobs.quality[lane] = s.quality;
    knobs.position[lane] = position;
    knobs.soundingCount[lane] = s.partials;
    knobs.silentCount[lane] = s.torsionPartials;
    if (s.torsionPartials > 0)
    {
        knobs.torsionImpedance[lane] = s.torsionImpedance / s.impedance;
        knobs.torsionRatio[lane] = s.torsionFundamental / s.fundamental;
        knobs.torsionQuality[lane] = s.torsionQuality;
    }
    group.wanted.sounding = std::max (group.wanted.sounding, s.partials + s.partials % 2);
    group.wanted.silent = std::max (group.wanted.silent, s.torsionPartials);
}

void setString (VoiceGroup& group, const StringSpec& string, double position)
{
    for (std::size_t lane = 0; lane < laneCount; ++lane)
        setString (group, lane, string, position);
}

double decayRateOf (const StringSpec& s, int partial)
{
    const double w = frequencyOf (s, partial);
    if (s.damping.empty())
        return s.decayRate + 0.5 * w / s.quality + s.bendingDecay * partial * partial;
    const auto& points = s.damping;
    std::size_t right = 1;
    while (right + 1 < points.size() && points[right].partial < partial)
        ++right;
    if (points.size() == 1)
        return points.front().ratio * w;
    const auto &a = points[right - 1], &b = points[right];
    const double slope = std::log (b.ratio / a.ratio) / std::log (b.partial / a.partial);
    return a.ratio * std::pow (partial / a.partial, slope) * w;
}

StringSpec celloD ()
{
    constexpr double length = 0.69, tension = 111.0, density = 2.7e-3;
    return { 146.93, std::sqrt (tension * density), 0.0, 1.0, 300.0, 0.0, 122, 1.8, 1060.0 / (2.0 * length), 34.0, 23 };
}

Contact settingsOf (const ContactSpec& spec)
{
    auto contact = plainContact (lawTable()[static_cast<std::size_t> (spec.law)].id);
    contact.muStatic = spec.muStatic;
    contact.muKinetic = spec.muKinetic;
    contact.stribeckSpeed = spec.stribeckSpeed;
    contact.stiffness = spec.stiffness;
    contact.bristleDamping = spec.damping;
    contact.breakaway = spec.breakaway;
    contact.viscosity = spec.viscosity;
    contact.literal = spec.literal ? 1.0 : 0.0;
    contact.thermalVelocity = spec.thermalSpeed;
    contact.thermalTime = spec.thermalTime;
    return contact;
}

double schellengMaximum (const Experiment& e)
{
    return 2.0 * e.string.impedance * e.bow.speed / (e.bow.position * frictionDrop (e));
}

double modalMinimum (const Experiment& e)
{
    const double mass = 0.5 * e.string.impedance / e.string.fundamental, beta = e.bow.position;
    double sum = 0.0;
    for (int n = 1; n * beta < 0.5; n += 2)
    {
        sum += 4.0 * mass * decayRateOf (e.string, n) * e.bow.speed / (n * pi * beta * std::sin (n * pi * beta));
    }
    return sum / frictionDrop (e);
}

std::vector<Experiment> attackMap (const StringSpec& string, const ContactSpec& contact, double position, int cells,
                                   double maxForce, double maxAcceleration)
{
    constexpr double anySpeed = 1e9; // [m/s]: out of the bow's reach
    std::vector<Experiment> map;
    for (int row = 1; row <= cells; ++row)
        for (int column = 1; column <= cells; ++column)
            map.push_back ({ string,
                             contact,
                             { position, maxForce * row / cells, anySpeed, maxAcceleration * column / cells },
                             StringStart::rest });
    return map;
}

std::vector<ExperimentRecord> perform (std::span<const Experiment> experiments, const ExperimentRun& run)
{
    std::vector<ExperimentRecord> records (experiments.size());
    const auto groups = (experiments.size() + laneCount - 1) / laneCount;
    inParallel (groups, run.threads,
                [&] (std::size_t g)
                {
                    const auto count = std::min (laneCount, experiments.size() - g * laneCount);
                    performGroup (experiments.subspan (g * laneCount, count), run,
                                  std::span (records).subspan (g * laneCount, count));
                });
    return records;
}

std::vector<double> decimated (std::vector<double> signal, int factor)
{
    for (; factor > 1; factor /= 2)
    {
        Decimator decimator;
        std::vector<double> half;
        for (std::size_t n = 0; n + 1 < signal.size(); n += 2)
            half.push_back (decimator.process (signal[n], signal[n + 1]));
        signal = std::move (half);
    }
    return signal;
}
} // namespace kolophon
