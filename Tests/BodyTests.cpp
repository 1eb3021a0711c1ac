// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Physics/ModalBank-inl.h"
#include "Physics/StringModes-inl.h"
#include "Support/Scene.h"
#include "Synth/Bank/VoiceGroup.h"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <unsupported/Eigen/MatrixFunctions>

#include <complex>
#include <memory>

using namespace kolophon;
using namespace kolophon::HWY_NAMESPACE;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
/** The step of one mode by the matrix exponential of its equations, force included: an independent solution.
    Rows: x1, x2, force; the last row keeps the force constant. */
Eigen::Matrix3d exactStep (double w, double s, double phi, double h)
{
    Eigen::Matrix3d m = Eigen::Matrix3d::Zero();
    m (0, 1) = w;  // x1' = w x2
    m (1, 0) = -w; // x2' = -w x1 - 2 s x2 + phi F
    m (1, 1) = -2.0 * s;
    m (1, 2) = phi;
    return (m * h).exp();
}

constexpr double rates[] = { 22050.0, 44100.0, 48000.0, 88200.0, 96000.0, 192000.0 };
} // namespace

TEST_CASE ("our exponential, sine and cosine agree with the C library to the last places")
{
    test::Random random (1);
    for (int i = 0; i < 200000; ++i)
    {
        const double x = random.uniform (-690.0, 690.0);
        REQUIRE_THAT (exponential (x), WithinRel (std::exp (x), 6e-16));
        const double small = random.uniform (-1.0, 1.0) * std::exp2 (random.uniform (-60.0, 0.0));
        REQUIRE_THAT (
            exponentialMinusOne (small),
            WithinRel (std::expm1 (small), 4e-16) ||
                WithinAbs (std::expm1 (small), 3e-16 * std::abs (small) + (std::abs (small) > 0.3 ? 3e-16 : 0.0)));
        const double angle = random.uniform (-400.0, 400.0);
        REQUIRE_THAT (sineCosine (angle).sine, WithinAbs (std::sin (angle), 4e-16));
        REQUIRE_THAT (sineCosine (angle).cosine, WithinAbs (std::cos (angle), 4e-16));
    }
    REQUIRE (exponential (0.0) == 1.0);
    REQUIRE (exponential (-800.0) == 0.0);
}

TEST_CASE ("a mode's step is the exact solution of its equation, at any rate, frequency and decay")
{
    test::Random random (2);
    for (int i = 0; i < 20000; ++i)
    {
        const double h = 1.0 / random.logUniform (8000.0, 400000.0);
        const double w = random.uniform (1e-4, 0.98 * pi) / h;
        const double s = w * random.logUniform (1e-7, 0.9);
        const double phi = random.logUniform (0.1, 100.0), r = phi / w, force = random.uniform (-1.0, 1.0);
        const double x1 = random.uniform (-1.0, 1.0), x2 = random.uniform (-1.0, 1.0);

        const auto step = modeStep (w, s, h);
        const Eigen::Vector3d expected = exactStep (w, s, phi, h) * Eigen::Vector3d (x1, x2, force);
        CAPTURE (i, w, s, h);
        const double scale = std::abs (x1) + std::abs (x2) + std::abs (r * force);
        REQUIRE_THAT (x1 + step.S * x2 - step.Q * (x1 - r * force), WithinAbs (expected (0), 2e-13 * scale));
        REQUIRE_THAT (step.D * x2 - step.S * (x1 - r * force), WithinAbs (expected (1), 2e-13 * scale));
    }
}

TEST_CASE ("a mode's loss over a step is the work of its damper, from an independent integral, and never negative")
{
    test::Random random (3);
    for (int i = 0; i < 300; ++i)
    {
        const double h = 1.0 / random.logUniform (8000.0, 200000.0);
        const double w = random.uniform (1e-3, 0.98 * pi) / h, s = w * random.logUniform (1e-5, 0.8);
        const double y = random.uniform (-1.0, 1.0), v = random.uniform (-1.0, 1.0);

        // Integral of 2 s x2^2 by Gauss-Legendre (5 points) on 16 pieces of the exact motion.
        constexpr double nodes[] = { -0.9061798459386640, -0.5384693101056831, 0.0, 0.5384693101056831,
                                     0.9061798459386640 };
        constexpr double weights[] = { 0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                                       0.2369268850561891 };
        double expected = 0.0;
        constexpr int pieces = 16;
        for (int piece = 0; piece < pieces; ++piece)
            for (int node = 0; node < 5; ++node)
            {
                const double t = h * (piece + 0.5 * (1.0 + nodes[node])) / pieces;
                const Eigen::Vector3d state = exactStep (w, s, 0.0, t) * Eigen::Vector3d (y, v, 0.0);
                expected += weights[node] * 0.5 * (h / pieces) * 2.0 * s * state (1) * state (1);
            }
        const auto step = modeStep (w, s, h);
        const double lost = (step.lossYY * y + step.lossYV * v) * y + step.lossVV * v * v;
        CAPTURE (i, w, s, h);
        REQUIRE_THAT (lost, WithinRel (expected, 1e-9) || WithinAbs (expected, 1e-16));
        // the form is positive: both diagonal terms and the determinant
        REQUIRE (step.lossYY >= -1e-16);
        REQUIRE (step.lossVV >= -1e-16);
        REQUIRE (4.0 * step.lossYY * step.lossVV - step.lossYV * step.lossYV >= -1e-16);

        // The same loss, told from where the step has led to.
        const auto behind = lossesBehind (modeFlow (w, 1.0 / w, s, h));
        const double after = (1.0 - step.Q) * y + step.S * v, speed = step.D * v - step.S * y;
        const double leaning = speed + behind.lean * after;
        const double lostBefore = behind.vv * leaning * leaning + behind.yy * after * after;
        REQUIRE_THAT (lostBefore, WithinRel (expected, 1e-9) || WithinAbs (expected, 1e-14));
        REQUIRE (behind.vv >= 0.0);
        REQUIRE (behind.yy >= 0.0);
    }
}

TEST_CASE ("how far a slow mode goes that a steady force holds far out, and what it loses, have every digit")
{
    // From (y, 0) the velocity is -y e^(-st) (w/wd) sin wd t; the way is its integral, and the loss that of 2 s times
    // its square: both positive throughout, by Gauss-Legendre on pieces. Of a slow mode's loss 1e-14 is left where 1 -
    // e^2 and the rest cancel, and of the way of a strongly damped one 1e-4.
    test::Random random (5);
    constexpr double nodes[] = { -0.9061798459386640, -0.5384693101056831, 0.0, 0.5384693101056831,
                                 0.9061798459386640 };
    constexpr double weights[] = { 0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                                   0.2369268850561891 };
    for (int i = 0; i < 2000; ++i)
    {
        const double h = 1.0 / random.logUniform (8000.0, 400000.0);
        const double w = random.logUniform (1e-5, 0.98 * pi) / h, s = w * random.logUniform (1e-5, 0.95);
        const double wd = std::sqrt ((w - s) * (w + s));
        double expected = 0.0, way = 0.0;
        constexpr int pieces = 32;
        for (int piece = 0; piece < pieces; ++piece)
            for (int node = 0; node < 5; ++node)
            {
                const double t = h * (piece + 0.5 * (1.0 + nodes[node])) / pieces;
                const double velocity = std::exp (-s * t) * (w / wd) * std::sin (wd * t);
                expected += weights[node] * 0.5 * (h / pieces) * 2.0 * s * velocity * velocity;
                way += weights[node] * 0.5 * (h / pieces) * w * velocity;
            }
        CAPTURE (i, w * h, s / w);
        const auto step = modeStep (w, s, h);
        REQUIRE_THAT (step.lossYY, WithinRel (expected, 5e-13));
        REQUIRE_THAT (step.Q, WithinRel (way, 2e-14));
        const auto behind = lossesBehind (modeFlow (w, 1.0 / w, s, h));
        const double after = 1.0 - step.Q, speed = -step.S, leaning = speed + behind.lean * after;
        REQUIRE_THAT (behind.vv * leaning * leaning + behind.yy * after * after, WithinRel (expected, 2e-12));
    }
}

TEST_CASE ("every partial of every string has its closed-form frequency and T60 at 22.05 to 192 kHz")
{
    auto group = std::make_unique<VoiceGroup>();
    test::Random random (4);
    for (const double rate : rates)
        for (int round = 0; round < 8; ++round)
        {
            group->clear();
            group->wanted.sounding = VoiceGroup::maxSounding;
            group->wanted.silent = VoiceGroup::maxSilent;
            auto& s = group->string;
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            {
                s.fundamental[lane] = random.logUniform (30.0, 2000.0);
                s.inharmonicity[lane] = random.logUniform (1e-7, 1e-2);
                s.decayRate[lane] = decayRateFromT60 (random.logUniform (0.2, 60.0));
                s.quality[lane] = random.logUniform (20.0, 5000.0);
                s.torsionRatio[lane] = random.uniform (2.0, 8.0);
                s.torsionQuality[lane] = random.logUniform (10.0, 300.0);
                s.airLoss[lane] = lane % 2 == 0 ? 0.0 : random.uniform (0.0, 20.0);
                s.bendingLoss[lane] = lane % 4 < 2 ? 0.0 : random.uniform (0.0, 1.0);
                s.soundingCount[lane] = VoiceGroup::maxSounding;
                s.silentCount[lane] = VoiceGroup::maxSilent;
            }
            lanes::updateBodies (*group, 1.0 / rate);

            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
                for (std::size_t slot = 0; slot < VoiceGroup::maxSlots; ++slot)
                {
                    if (slot >= VoiceGroup::maxSounding && slot < VoiceGroup::firstTorsional)
                        continue; // of the hand
                    const bool twist = slot >= VoiceGroup::firstTorsional;
                    const double n = 1.0 + static_cast<double> (twist ? slot - VoiceGroup::firstTorsional : slot);
                    const double frequency =
                        twist ? n * s.fundamental[lane] * s.torsionRatio[lane]
                              : n * s.fundamental[lane] * std::sqrt (1.0 + s.inharmonicity[lane] * n * n);
                    if (frequency > 0.49 * rate) // faded out: neither felt nor heard
                    {
                        REQUIRE (group->standing.slots[slot].r[lane] == 0.0);
                        REQUIRE (group->standing.slots[slot].tap[lane] == 0.0);
                        continue;
                    }
                    // Young's modulus E (1 + i d) makes f^2 complex: twice the imaginary part of f over its real part.
                    const double bending = s.inharmonicity[lane] * n * n;
                    const std::complex<double> squared (1.0 + bending, s.bendingLoss[lane] * bending * 1e-6);
                    const double lossFactor = 2e6 * std::sqrt (squared).imag() / std::sqrt (squared).real();
                    const double decay = twist ? pi * frequency / s.torsionQuality[lane]
                                               : s.decayRate[lane] +
                                                     pi * frequency * (1.0 / s.quality[lane] + lossFactor) +
                                                     s.airLoss[lane] * std::sqrt (frequency / 1000.0);

                    // What rings is read from the eigenvalues exp ((-s +- j wd) h) of the step that the engine uses.
                    Eigen::Matrix2d step;
                    step << 1.0 - group->standing.slots[slot].Q[lane], group->standing.slots[slot].S[lane],
                        -group->standing.slots[slot].S[lane], group->standing.slots[slot].D[lane];
                    const std::complex<double> pole = std::log (step.eigenvalues() (0)) * rate;
                    const double rings = std::abs (pole) / (2.0 * pi), falls = -pole.real();
                    CAPTURE (rate, lane, slot, frequency, decay);
                    // Of eigenvalues near 1 a logarithm loses five digits at 20 Hz and 192 kHz.
                    REQUIRE_THAT (centsFromRatio (rings / frequency), WithinAbs (0.0, 1e-9));
                    REQUIRE_THAT (t60FromDecayRate (falls), WithinRel (t60FromDecayRate (decay), 1e-9));
                }
        }
}

TEST_CASE ("the bridge feels T y'(0) of every partial, however stiff the string is")
{
    // y = sqrt (2/M) q sin (n pi x/L) with c = 2 L f_0, T = c Z_0, M = L Z_0/c, and x1 = w q. L cancels; any will do.
    const double L = 0.7, f = 196.0, Z = 0.35, c = 2.0 * L * f, T = c * Z, M = L * Z / c;
    for (const double B : { 1e-7, 1e-3, 0.1 })
        for (int n = 1; n <= 8; ++n)
        {
            const StringParameters<double> string { .fundamental = f,
                                                    .inharmonicity = B,
                                                    .impedance = Z,
                                                    .decayRate = 1.0,
                                                    .quality = 500.0,
                                                    .position = 0.13,
                                                    .torsionImpedance = 3.3,
                                                    .torsionRatio = 5.2,
                                                    .torsionQuality = 34.0,
                                                    .airLoss = 0.0,
                                                    .bendingLoss = 0.0 };
            const auto mode = StringModes<double>::transverse (string, n, 64.0, 1.0 / 192000.0);
            const double w = 2.0 * pi * n * f * std::sqrt (1.0 + B * n * n);
            CAPTURE (B, n);
            CHECK_THAT (mode.tap, WithinRel (T * std::sqrt (2.0 / M) * n * pi / L / w, 1e-12));
            CHECK_THAT (mode.contact, WithinRel (std::sqrt (2.0 / M) * std::sin (n * pi * 0.13), 1e-12));
        }
}

TEST_CASE ("a plucked string rings down sample by sample as the closed form says")
{
    for (const double rate : rates)
    {
        auto group = std::make_unique<VoiceGroup>();
        group->clear();
        group->wanted.sounding = 2;
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        {
            group->string.fundamental[lane] = 55.0 * std::exp2 (static_cast<double> (lane) * 0.7);
            group->string.soundingCount[lane] = 2;
            group->standing.slots[0].x1[lane] = 1.0;
        }
        lanes::updateBodies (*group, 1.0 / rate);
        const int steps = static_cast<int> (rate) / 32 * 32;
        for (int n = 0; n < steps; n += 32)
            lanes::render (*group, 1.0 / rate, 2, 32, false);
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        {
            const auto& s = group->string;
            const double w = 2.0 * pi * s.fundamental[lane] * std::sqrt (1.0 + s.inharmonicity[lane]);
            const double decay = s.decayRate[lane] + w / (2.0 * s.quality[lane]),
                         wd = std::sqrt (w * w - decay * decay);
            const double t = steps / rate, e = std::exp (-decay * t);
            CAPTURE (rate, lane);
            const auto now = group->modeNow (0, static_cast<int> (lane));
            REQUIRE_THAT (now.x1, WithinAbs (e * (std::cos (wd * t) + decay / wd * std::sin (wd * t)), 1e-9 * e));
            REQUIRE_THAT (now.x2, WithinAbs (-e * w / wd * std::sin (wd * t), 1e-9 * e));
        }
    }
}

TEST_CASE ("the static compliance of a string equals the sum over its modes")
{
    test::Random random (5);
    for (int i = 0; i < 40; ++i)
    {
        const StringParameters<double> string { .fundamental = random.logUniform (40.0, 2000.0),
                                                .inharmonicity = random.logUniform (1e-6, 1e-2),
                                                .impedance = random.logUniform (0.05, 3.0),
                                                .decayRate = 2.0,
                                                .quality = 300.0,
                                                .position = random.uniform (0.01, 0.5),
                                                .torsionImpedance = random.uniform (1.0, 6.0),
                                                .torsionRatio = random.uniform (2.0, 8.0),
                                                .torsionQuality = 30.0,
                                                .airLoss = 0.0,
                                                .bendingLoss = 0.0 };
        // Tiny steps in time: no mode is near Nyquist. The tail beyond the last mode falls as 1/n (twist) and 1/n^3.
        const double h = 1e-12;
        double transverse = 0.0, torsional = 0.0;
        constexpr int modes = 200000;
        for (int n = modes; n >= 1; --n)
        {
            const auto transposed = StringModes<double>::transverse (string, n, modes, h);
            const auto twist = StringModes<double>::torsional (string, n, modes, h);
            transverse += std::pow (transposed.contact / transposed.frequency, 2);
            torsional += std::pow (twist.contact / twist.frequency, 2);
        }
        CAPTURE (i, string.position, string.inharmonicity);
        // Of pi^2 beta (1 - beta)/2, the sum of sin^2/n^2, what is left out: of a stiff string of 1/(B n^4) at most.
        const double whole = pi * pi * string.position * (1.0 - string.position);
        const double left = 2.0 / (3.0 * string.inharmonicity * std::pow (modes, 3.0));
        REQUIRE_THAT (StringModes<double>::transverseCompliance (string),
                      WithinRel (transverse, left / whole + modes * 0x1p-52));
        REQUIRE_THAT (StringModes<double>::torsionalCompliance (string), WithinRel (torsional, 2.0 / (modes * whole)));
    }
}

TEST_CASE ("with the modes it leaves out, the contact yields as the whole string does, at any number of modes")
{
    auto group = std::make_unique<VoiceGroup>();
    for (const int modes : { 2, 8, 32, 128 })
    {
        group->clear();
        group->wanted.sounding = modes;
        group->wanted.silent = 8;
        group->string.soundingCount.fill (modes);
        group->string.silentCount.fill (8);
        group->string.torsionImpedance.fill (1e6); // all but rigid against twisting
        lanes::updateBodies (*group, 1.0 / 768000.0);
        const double beta = group->string.position[0], z = group->string.impedance[0], f = group->string.fundamental[0];
        double kept = 0.0;
        for (std::size_t m = 0; m < static_cast<std::size_t> (modes); ++m)
            kept += group->standing.slots[m].r[0] * group->standing.slots[m].r[0];
        // An ideal string yields beta (1 - beta) L/T = beta (1 - beta)/(2 Z_0 f_0); bending takes a little of it away.
        CAPTURE (modes);
        REQUIRE_THAT (kept + group->law.residualCompliance[0], WithinRel (beta * (1.0 - beta) / (2.0 * z * f), 0.01));
        REQUIRE (group->law.residualCompliance[0] >= 0.0);
    }
}

TEST_CASE ("the mobility that the contact is told is the mean velocity that a newton makes")
{
    auto group = std::make_unique<VoiceGroup>();
    group->clear();
    group->wanted.sounding = 40;
    group->wanted.silent = 8;
    group->string.soundingCount.fill (40);
    group->string.silentCount.fill (8);
    const double h = 1.0 / 48000.0;
    lanes::updateBodies (*group, h);
    double expected = 0.0; // from rest: mean velocity = displacement at the contact over h, by the matrix exponential
    const StringParameters<double> string { .fundamental = 440.0,
                                            .inharmonicity = 1e-5,
                                            .impedance = 0.3,
                                            .decayRate = 2.0,
                                            .quality = 300.0,
                                            .position = 0.12,
                                            .torsionImpedance = 3.0,
                                            .torsionRatio = 5.0,
                                            .torsionQuality = 30.0,
                                            .airLoss = 0.0,
                                            .bendingLoss = 0.0 };
    for (int n = 1; n <= 40; ++n)
    {
        const auto mode = StringModes<double>::transverse (string, n, 40, h);
        expected +=
            mode.contact * exactStep (mode.frequency, mode.decayRate, mode.contact, h) (0, 2) / mode.frequency / h;
    }
    for (int n = 1; n <= 8; ++n)
    {
        const auto mode = StringModes<double>::torsional (string, n, 8, h);
        expected +=
            mode.contact * exactStep (mode.frequency, mode.decayRate, mode.contact, h) (0, 2) / mode.frequency / h;
    }
    REQUIRE_THAT (group->response.mobility[0], WithinRel (expected, 1e-10));
}
