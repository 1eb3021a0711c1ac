#include "Core/Units.h"
#include "Support/Scene.h"
#include "Synth/LawTable.h"
#include "Tools/BowedStrings.h"
#include "Tools/Regime.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/** Bowed strings against what is known about them without this code: Helmholtz's kinematics, Schelleng's two limits, and
    the numbers B.5 to B.9 and B.14 of the design's FIDELITY page, which came from other programs. Everything runs through
    VoiceGroup and lanes::render, the engine's own loops. */
namespace
{
constexpr double muStatic = 0.8, muKinetic = 0.3;
constexpr double bowSpeed = 0.1; // [m/s], of Schelleng's maps
constexpr std::array betas { 0.0403, 0.0571, 0.0807, 0.1139, 0.1607 };

int lawNamed (std::string_view id)
{
    return static_cast<int> (findLaw (id) - lawTable().data());
}

/** "static": friction is a curve over the velocity, and a set at rest. */
ContactSpec rigidContact (double stribeckSpeed)
{
    return { lawNamed ("stribeck"), muStatic, muKinetic, stribeckSpeed, 0.0, 0.0, 0.0, false };
}

/** "EP-KV": the Kolophon element with a spring of its own and nothing else that yields, as in the table. */
ContactSpec bristleContact (double stribeckSpeed, double stiffness)
{
    return { lawNamed ("kolophon"), muStatic, muKinetic, stribeckSpeed, stiffness, 0.3, 0.7, false };
}

StringSpec withoutTorsion (StringSpec string)
{
    string.torsionPartials = 0;
    return string;
}

/** Friction that is lost between sticking and a slip in Helmholtz motion, over N. */
double frictionDrop (const ContactSpec& contact, double beta)
{
    const double ratio = bowSpeed / beta / contact.stribeckSpeed;
    return (contact.muStatic - contact.muKinetic) * (1.0 - std::exp (-ratio * ratio));
}

/** Schelleng's largest bow force [N], 2 Z_0 v_b/(beta dmu). */
double schellengMaximum (const StringSpec& string, const ContactSpec& contact, double beta)
{
    return 2.0 * string.impedance * bowSpeed / (beta * frictionDrop (contact, beta));
}

/** The smallest bow force [N] of a string with rigid ends and modal losses: what its partials lose in a period of Helmholtz
    motion pulls at the bow most in the middle between two slips,

        f_min dmu = sum over odd n, n beta < 1/2, of 4 mu L s_n v_b/(n pi beta sin n pi beta) */
double modalMinimum (const StringSpec& string, const ContactSpec& contact, double beta)
{
    const double mass = 0.5 * string.impedance / string.fundamental;
    double sum = 0.0;
    for (int n = 1; n * beta < 0.5; n += 2)
    {
        const double decayRate = string.decayRate + pi * n * string.fundamental / string.quality;
        sum += 4.0 * mass * decayRate * bowSpeed / (n * pi * beta * std::sin (n * pi * beta));
    }
    return sum / frictionDrop (contact, beta);
}

/** What the string did in its last 30 periods. */
Motion lastMotion (const ExperimentRecord& record, const StringSpec& string, double rate)
{
    const double period = rate / string.fundamental;
    return motionOf (record.slips, record.steps - static_cast<std::int64_t> (30.0 * period), record.steps, period);
}

/** `count` numbers from `low` to `high` in equal ratios. */
std::vector<double> ladder (double low, double high, int count)
{
    std::vector<double> steps;
    for (int i = 0; i < count; ++i)
        steps.push_back (low * std::pow (high / low, i / (count - 1.0)));
    return steps;
}

/** Exponent b of the power a x^b that fits best. */
template <class Values>
double exponentOf (const Values& x, const std::vector<double>& y)
{
    double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    const auto n = static_cast<double> (y.size());
    for (std::size_t i = 0; i < y.size(); ++i)
    {
        const double a = std::log (x[i]), b = std::log (y[i]);
        sx += a;
        sy += b;
        sxx += a * a;
        sxy += a * b;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

int threads ()
{
    return longRun() ? 2 : 1;
}

/** For each share of a force limit: does the string still move as Helmholtz saw it, after 0.8 s from the ideal motion? */
std::vector<bool> holdsHelmholtz (const StringSpec& string, const ContactSpec& contact, double beta, double limit,
                                  const std::vector<double>& shares, double rate)
{
    std::vector<Experiment> experiments;
    for (const double share : shares)
        experiments.push_back ({ string, contact, { beta, share * limit, bowSpeed, 0.0 }, StringStart::helmholtz });
    std::vector<bool> holds;
    for (const auto& record : perform (experiments, { rate, 0.8, 0.0, 3, threads() }))
        holds.push_back (lastMotion (record, string, rate).regime == Regime::helmholtz);
    return holds;
}

/** The last of the shares at which it holds. A limit is ragged: in its last tenth the motion breaks off and comes back, now at
    one force and now at another, which no classification can help; it can be held until here. */
double lastShare (const std::vector<double>& shares, const std::vector<bool>& holds)
{
    double last = 0.0;
    for (std::size_t i = 0; i < shares.size(); ++i)
        last = holds[i] ? shares[i] : last;
    return last;
}
} // namespace

//==============================================================================
// B.5  Helmholtz motion
//==============================================================================

TEST_CASE ("a bowed string moves as Helmholtz saw it", "[strings]")
{
    // Contact stiff against the string and friction falling steeply enough to be textbook: slip for the share beta of the
    // period, at speed v_b (1 - beta)/beta, once a period; sawtooth of 2 Z_0 v_b/beta at the bridge. Ripples of the
    // friction force run between bow and bridge, 1/beta a period (Schelleng).
    const double rate = 192000.0, speed = 0.2;
    constexpr double pitches[] = { 98.0, 130.8, 146.8, 196.0, 220.0, 293.7, 392.0, 440.0 };
    std::vector<Experiment> experiments;
    for (int i = 0; i < 8; ++i)
    {
        const double beta = 0.08 + 0.02 * i, pitch = pitches[i], z = 0.3 * std::sqrt (293.7 / pitch);
        const StringSpec string { pitch, z, 1e-5, 2.0, 300.0, 80, 3.3 * z, 5.2 * pitch, 34.0, 16 };
        ContactSpec contact = bristleContact (0.2, 3e5);
        contact.residual = true;
        experiments.push_back (
            { string, contact, { beta, 0.45 * 2.0 * z * speed / (beta * 0.5), speed, 0.0 }, StringStart::helmholtz });
    }
    const auto records = perform (experiments, { rate, 1.2, 0.5, 2, threads(), 0.5 });
    for (std::size_t i = 0; i < records.size(); ++i)
    {
        const auto& e = experiments[i];
        const auto& record = records[i];
        const double beta = e.bow.position, period = rate / e.string.fundamental;
        const auto motion = lastMotion (record, e.string, rate);
        const auto count = static_cast<std::size_t> (30.0 * period);
        const std::span velocity (record.velocity.end() - static_cast<std::ptrdiff_t> (count), count);
        const std::span bridge (record.bridge.end() - static_cast<std::ptrdiff_t> (count), count);
        double slipSpeed = 0.0, slipping = 0.0;
        for (const double v : velocity)
            if (v > 0.5 * speed / beta)
            {
                slipSpeed += v - speed;
                slipping += 1.0;
            }
        const auto [low, high] = std::minmax_element (bridge.begin(), bridge.end());
        const double sawtooth = 2.0 * e.string.impedance * speed / beta;
        CAPTURE (i, beta, e.string.fundamental, motion.slipShare, motion.jitter, (*high - *low) / sawtooth);
        CHECK (motion.regime == Regime::helmholtz);
        CHECK_THAT (motion.period, WithinRel (period, 0.01));
        CHECK_THAT (motion.slipsPerPeriod, WithinAbs (1.0, 0.04)); // 29 to 31 onsets in 30 periods
        CHECK (motion.jitter < 0.03);
        CHECK_THAT (slipping / static_cast<double> (count), WithinRel (beta, 0.15));
        CHECK_THAT (slipSpeed / slipping, WithinRel (speed * (1.0 - beta) / beta, 0.15));
        CHECK ((*high - *low) / sawtooth > 0.7);
        CHECK ((*high - *low) / sawtooth < 1.45);
    }
}

//==============================================================================
// B.6  Schelleng's limits
//==============================================================================

TEST_CASE ("the largest bow force is Schelleng's, at every place of the bow", "[strings]")
{
    // Within 15 %, slope -1 +- 0.1 over beta, in steps of 3.4 % of force. Measured over Schelleng's, beta = 0.0403 … 0.1607:
    //   rigid      88.2 kHz   0.91 0.91 0.91 0.94 0.94   slope -0.97
    //   rigid     176.4 kHz   0.93 0.92 0.93 0.93 0.93   slope -1.00     (long run, steps of 1.6 %)
    //   bristle    88.2 kHz   0.97 0.97 0.94 0.94 0.91   slope -1.05
    // A soft bristle takes the limit away: at 1e5 N/m, slipping takes longer than the corner of the string does to pass,
    // and Helmholtz motion goes on at more than 18 times Schelleng's force (v_s = 0.05 m/s).
    struct Case
    {
        const char* name;
        ContactSpec contact;
        double rate;
    };
    std::vector<Case> cases { { "rigid", rigidContact (0.05), 88200.0 }, { "bristle", bristleContact (0.05, 1e7), 88200.0 } };
    if (longRun())
        cases.push_back ({ "rigid", rigidContact (0.05), 176400.0 });
    const auto string = withoutTorsion (celloD());
    const auto shares = ladder (0.65, 1.4, longRun() ? 48 : 24);
    for (const auto& c : cases)
    {
        std::vector<double> found, ratios;
        for (const double beta : betas)
        {
            const double limit = schellengMaximum (string, c.contact, beta);
            ratios.push_back (lastShare (shares, holdsHelmholtz (string, c.contact, beta, limit, shares, c.rate)));
            found.push_back (ratios.back() * limit);
        }
        CAPTURE (c.name, c.rate, ratios, exponentOf (betas, found));
        for (const double ratio : ratios)
            CHECK_THAT (ratio, WithinAbs (1.0, 0.15));
        CHECK_THAT (exponentOf (betas, found), WithinAbs (-1.0, 0.1));
    }
}

TEST_CASE ("the smallest bow force follows the losses of the string", "[strings]")
{
    // Within 0.7 … 1.7 of the sum over the modes, slope -2 +- 0.4, in steps of 8 % of force. Measured over the sum:
    //   rigid     0.89 0.89 0.89 0.89 0.76   slope -2.24
    //   bristle   0.82 0.89 0.89 0.89 0.76   slope -2.19
    const std::pair<const char*, ContactSpec> cases[] { { "rigid", rigidContact (0.2) },
                                                        { "bristle", bristleContact (0.2, 1e5) } };
    const auto string = withoutTorsion (celloD());
    auto shares = ladder (0.4, 2.5, longRun() ? 48 : 24);
    std::reverse (shares.begin(), shares.end());
    for (const auto& [name, contact] : cases)
    {
        std::vector<double> found, ratios;
        for (const double beta : betas)
        {
            const double limit = modalMinimum (string, contact, beta);
            ratios.push_back (lastShare (shares, holdsHelmholtz (string, contact, beta, limit, shares, 88200.0)));
            found.push_back (ratios.back() * limit);
        }
        CAPTURE (name, ratios, exponentOf (betas, found));
        for (const double ratio : ratios)
        {
            CHECK (ratio > 0.7);
            CHECK (ratio < 1.7);
        }
        CHECK_THAT (exponentOf (betas, found), WithinAbs (-2.0, 0.4));
    }
}
