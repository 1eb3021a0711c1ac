#include "Core/Units.h"
#include "Physics/ContactLoop-inl.h"
#include "Physics/StringModes-inl.h"
#include "Support/Scene.h"
#include "Synth/VoiceGroup.h"

#include <catch2/catch.hpp>

#include <memory>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
/** Eight strings under eight steady bows. */
std::unique_ptr<VoiceGroup> bowedGroup (int sounding, int silent)
{
    auto group = std::make_unique<VoiceGroup>();
    group->clear();
    group->soundingSlots = sounding;
    group->silentSlots = silent;
    group->string.soundingCount.fill (sounding);
    group->string.silentCount.fill (silent);
    return group;
}

/** Force of the first 30 ms of a stroke on an open G3 with 40 modes (PHYSICS 4), mean over each step of 48 kHz. */
std::vector<double> forceOfStroke (double rate, int passes, double breakaway)
{
    auto group = bowedGroup (40, 0);
    group->string.fundamental.fill (196.0);
    group->law.stiffness.fill (1e4);
    group->law.damping.fill (0.1);
    group->law.breakaway.fill (breakaway);
    group->bow.velocity.fill (0.0);
    group->bow.velocityStep.fill (5.0 / rate); // from rest at 5 m/s^2
    group->bow.normalForce.fill (0.8);
    // The bow's speed is the mean over a step at every rate: start half a step early.
    group->bow.velocity.fill (-0.5 * 5.0 / rate);
    lanes::updateBodies (*group, 1.0 / rate);
    const int perSample = static_cast<int> (rate / 48000.0);
    std::vector<double> force;
    for (int n = 0; n < 1440; ++n)
    {
        double mean = 0.0;
        for (int done = 0; done < perSample;)
        {
            const int steps = std::min (VoiceGroup::maxSteps, perSample - done);
            lanes::render (*group, 1.0 / rate, passes, steps, true);
            for (int i = 0; i < steps; ++i)
                mean += group->force[static_cast<std::size_t> (i)][0];
            done += steps;
        }
        force.push_back (mean / perSample);
    }
    return force;
}

double relativeError (const std::vector<double>& found, const std::vector<double>& expected)
{
    double error = 0.0, size = 0.0;
    for (std::size_t i = 0; i < found.size(); ++i)
    {
        error += std::pow (found[i] - expected[i], 2);
        size += std::pow (expected[i], 2);
    }
    return std::sqrt (error / size);
}

/** Period [samples] of a steady tone near `guess`, from the autocorrelation over many periods. */
double periodOf (const std::vector<double>& x, std::size_t from, std::size_t count, double guess)
{
    const auto likeness = [&] (double lag)
    {
        const auto whole = static_cast<std::size_t> (lag);
        const double part = lag - static_cast<double> (whole);
        double cross = 0.0, one = 0.0, other = 0.0;
        for (std::size_t i = from; i < from + count; ++i)
        {
            const double later = x[i + whole] * (1.0 - part) + x[i + whole + 1] * part;
            cross += x[i] * later;
            one += x[i] * x[i];
            other += later * later;
        }
        return 2.0 * cross / (one + other + 1e-300);
    };
    double period = guess;
    for (int k = 1; k <= 16; k *= 2)
    {
        // golden-section search of the peak; each doubling halves what is left of the window
        double low = k * period - guess * (k == 1 ? 0.05 : 0.02), high = k * period + guess * (k == 1 ? 0.05 : 0.02);
        for (int i = 0; i < 24; ++i)
        {
            const double a = high - 0.618033988749895 * (high - low), b = low + 0.618033988749895 * (high - low);
            (likeness (a) > likeness (b) ? high : low) = likeness (a) > likeness (b) ? b : a;
        }
        period = 0.5 * (low + high) / k;
    }
    return period;
}
} // namespace

TEST_CASE ("two and three passes converge with second order to the finely resolved motion")
{
    for (const double breakaway : { 0.0, 0.7 })
    {
        const auto converged = forceOfStroke (48000.0 * 64, 4, breakaway);
        for (const int passes : { 2, 3 })
        {
            double errors[4];
            for (int i = 0; i < 4; ++i)
                errors[i] = relativeError (forceOfStroke (48000.0 * (2 << i), passes, breakaway), converged);
            const double order = std::log2 (errors[0] / errors[3]) / 3.0;
            CAPTURE (breakaway, passes, errors[0], errors[1], errors[2], errors[3], order);
            WARN ("xi " << breakaway << ", " << passes << " passes: error " << errors[0] << " at 96 kHz, " << errors[3]
                        << " at 768 kHz, order " << order);
            REQUIRE (order > 1.6);
            REQUIRE (errors[0] < 0.05);
        }
    }
}

TEST_CASE ("a bowed string moves as Helmholtz saw it")
{
    // FIDELITY B.5. Contact stiff against the string and friction falling steeply enough to be textbook: slip for the
    // share beta of the period, at speed v_b (1 - beta)/beta, once a period; sawtooth of 2 Z_0 v_b/beta at the bridge.
    const double rate = 192000.0, h = 1.0 / rate, bowSpeed = 0.2;
    auto group = bowedGroup (80, 16);
    const double betas[] = { 0.08, 0.1, 0.12, 0.14, 0.16, 0.18, 0.2, 0.22 };
    const double pitches[] = { 98.0, 130.8, 146.8, 196.0, 220.0, 293.7, 392.0, 440.0 };
    for (std::size_t lane = 0; lane < 8; ++lane)
    {
        const double beta = betas[lane], z = 0.3 * std::sqrt (293.7 / pitches[lane]);
        group->string.fundamental[lane] = pitches[lane];
        group->string.position[lane] = beta;
        group->string.impedance[lane] = z;
        group->string.quality[lane] = 300.0;
        group->string.torsionImpedance[lane] = 3.3;
        group->string.torsionRatio[lane] = 5.2;
        group->string.torsionQuality[lane] = 34.0;
        group->law.inverseStribeckVelocity[lane] = 1.0 / 0.2;
        group->law.stiffness[lane] = 3e5;
        group->law.damping[lane] = 0.3;
        group->law.breakaway[lane] = 0.7;
        group->bow.velocity[lane] = bowSpeed;
        group->bow.normalForce[lane] = 0.45 * 2.0 * z * bowSpeed / (beta * 0.5);
    }
    lanes::updateBodies (*group, h);
    // Start in the ideal motion (as B.6): a sawtooth of partials, all of the string's velocity in step with the bow.
    for (std::size_t lane = 0; lane < 8; ++lane)
        for (std::size_t slot = 0; slot < 80; ++slot)
        {
            const double n = static_cast<double> (slot) + 1.0, beta = betas[lane];
            // Velocity of the contact: v_b while it sticks, -v_b (1 - beta)/beta for the share beta around t = 0.
            // Fourier: u = sum -(2 v_b/(n pi beta)) sin (n pi beta) cos (n w t); a mode gives phi q' = phi x2.
            const double phi = group->slots[slot].r[lane] * 2.0 * pi * pitches[lane] * n
                               * std::sqrt (1.0 + group->string.inharmonicity[lane] * n * n);
            if (std::abs (phi) > 1e-9)
                group->slots[slot].x2[lane] = -2.0 * bowSpeed / (n * pi * beta) * std::sin (n * pi * beta) / phi;
        }
    std::vector<std::vector<double>> velocity (8), bridge (8);
    const int samples = static_cast<int> (1.2 * rate) / 64 * 64;
    for (int n = 0; n < samples; n += 64)
    {
        lanes::render (*group, h, 2, 64, true);
        for (std::size_t row = 0; row < 64; ++row)
            for (std::size_t lane = 0; lane < 8; ++lane)
            {
                velocity[lane].push_back (group->relativeVelocity[row][lane]);
                bridge[lane].push_back (group->odd[row][lane] + group->even[row][lane]);
            }
    }
    for (std::size_t lane = 0; lane < 8; ++lane)
    {
        const double beta = betas[lane], period = rate / pitches[lane];
        const auto& v = velocity[lane];
        const auto from = static_cast<std::size_t> (samples - 30 * period);
        std::vector<std::size_t> slips;
        std::size_t slipping = 0;
        double slipSpeed = 0.0;
        for (std::size_t i = from; i < v.size(); ++i)
        {
            const bool slips_ = v[i] > 0.5 * bowSpeed / beta, slipped = v[i - 1] > 0.5 * bowSpeed / beta;
            slipping += slips_;
            slipSpeed += slips_ ? v[i] - bowSpeed : 0.0;
            if (slips_ && ! slipped)
                slips.push_back (i);
        }
        const auto [low, high] = std::minmax_element (bridge[lane].begin() + static_cast<std::ptrdiff_t> (from), bridge[lane].end());
        const double fraction = static_cast<double> (slipping) / static_cast<double> (v.size() - from);
        const double sawtooth = 2.0 * group->string.impedance[lane] * bowSpeed / beta;
        CAPTURE (lane, beta, pitches[lane], fraction, slips.size(), (*high - *low) / sawtooth);
        REQUIRE (slips.size() >= 29u);
        REQUIRE (slips.size() <= 31u);
        REQUIRE_THAT (fraction, WithinRel (beta, 0.15));
        REQUIRE_THAT (slipSpeed / static_cast<double> (slipping), WithinRel (bowSpeed * (1.0 - beta) / beta, 0.15));
        REQUIRE ((*high - *low) / sawtooth > 0.7);
        REQUIRE ((*high - *low) / sawtooth < 1.45);
        double sum = 0.0, squares = 0.0;
        for (std::size_t i = 1; i < slips.size(); ++i)
        {
            const double interval = static_cast<double> (slips[i] - slips[i - 1]);
            sum += interval;
            squares += interval * interval;
        }
        const double mean = sum / static_cast<double> (slips.size() - 1);
        REQUIRE (std::sqrt (std::max (0.0, squares / static_cast<double> (slips.size() - 1) - mean * mean)) < 0.03 * mean);
        REQUIRE_THAT (mean, WithinRel (period, 0.01));
    }
}

TEST_CASE ("the default instrument plays in tune from A1 to A6, at every rate and quality")
{
    // Probed on the velocity of the contact, without box and level: within 2 cents of equal temperament.
    double worst = 0.0;
    for (const double rate : { 44100.0, 48000.0, 96000.0 })
        for (const double oversampling : { 0.0, 1.0 })
            for (const double passes : { 2.0, 3.0, 4.0 })
                for (int key = 33; key <= 93; key += longRun() ? 1 : 4)
                {
                    Synth synth;
                    synth.prepare (rate);
                    synth.setPatch (patchWith ({ { "quality.oversampling", oversampling }, { "quality.passes", passes }, { "out.box", 0.0 } }));
                    const double period = rate / frequencyFromNote (key);
                    const int samples = static_cast<int> (1.2 * rate);
                    const auto out = render (synth, { noteOn (0, key) }, samples);
                    const auto count = static_cast<std::size_t> (0.15 * rate);
                    const auto from = static_cast<std::size_t> (samples) - count - static_cast<std::size_t> (17.0 * period) - 2;
                    const double cents = centsFromRatio (period / periodOf (out.left, from, count, period));
                    CAPTURE (rate, oversampling, passes, key, cents);
                    REQUIRE_THAT (cents, WithinAbs (0.0, 2.0));
                    worst = std::max (worst, std::abs (cents));
                }
    WARN ("largest deviation " << worst << " cents");
}

TEST_CASE ("every note from A1 to A6 speaks: Helmholtz motion within half a second, whatever the touch")
{
    int notes = 0, speaking = 0;
    for (int key = 33; key <= 93; key += 6)
        for (const double velocity : { 0.4, 0.63, 0.9 })
            for (const double pressure : { 50.0, 65.0, 80.0 })
            {
                Synth synth;
                synth.prepare (48000.0);
                synth.setPatch (patchWith ({ { "hand.pressure", pressure } }));
                std::vector<ProbeFrame> frames (48000);
                ProbeBuffer probes { frames.data(), frames.size(), 0 };
                render (synth, { noteOn (0, key, velocity) }, 38400, 512, &probes);
                int slips = 0;
                for (std::size_t i = 24001; i < probes.count; ++i)
                {
                    const auto slipsAt = [&] (std::size_t n)
                    { return std::abs (frames[n].relativeVelocity) > 0.5 * std::abs (frames[n].bowVelocity); };
                    slips += slipsAt (i) && ! slipsAt (i - 1);
                }
                ++notes;
                speaking += std::abs (slips - 0.3 * frequencyFromNote (key)) < 0.05 * 0.3 * frequencyFromNote (key) + 1.0;
            }
    CAPTURE (speaking, notes);
    WARN (speaking << " of " << notes << " notes speak within half a second");
    REQUIRE (speaking >= 0.95 * notes);
}

TEST_CASE ("more force flattens the pitch, as it does on real strings, and by how much is reported")
{
    std::string table;
    double last = 0.0;
    for (const double pressure : { 60.0, 80.0, 100.0 })
    {
        Synth synth;
        synth.prepare (96000.0);
        synth.setPatch (patchWith ({ { "hand.pressure", pressure }, { "out.box", 0.0 } }));
        const double period = 96000.0 / frequencyFromNote (62);
        const auto out = render (synth, { noteOn (0, 62) }, 144000);
        last = centsFromRatio (period / periodOf (out.left, 120000, 14400, period));
        table += std::to_string (static_cast<int> (pressure)) + " %: " + std::to_string (last) + " cents  ";
    }
    WARN (table);
    REQUIRE (last < 0.5);
    REQUIRE (last > -40.0);
}
