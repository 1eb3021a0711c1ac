// SPDX-License-Identifier: GPL-3.0-or-later
#include "Physics/Contacts/ContactNetwork-inl.h"
#include "Support/LongRun.h"
#include "Support/NetworkBench.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"

#include <catch2/catch.hpp>

#include <numeric>

using namespace kolophon;
using namespace kolophon::test;
using namespace kolophon::HWY_NAMESPACE;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
constexpr double pi = std::numbers::pi;

/** Root of w + b N (w) = c by halving, with N as the header's first equation has it, in long double. */
long double rootByHalving (bool hertz, long double k, long double R, long double h, long double d, long double b,
                           long double c, long double& N)
{
    const auto psi = [&] (long double x)
    { return x <= 0.0L ? 0.0L : (hertz ? 0.4L * k * x * x * std::sqrt (x) : 0.5L * k * x * x); };
    const auto force = [&] (long double w)
    {
        const long double end = d + h * w, in = std::max (0.0L, d), inEnd = std::max (0.0L, end);
        // Where w is so small that the chord is all rounding, the tangent.
        const long double slope = d <= 0.0L ? 0.0L : (hertz ? k * d * std::sqrt (d) : k * d);
        const long double chord =
            std::abs (h * w) < 1e-9L * std::abs (d) ? slope : (w == 0.0L ? 0.0L : (psi (end) - psi (d)) / (h * w));
        return std::max (0.0L, chord + R * (inEnd - in) / h);
    };
    long double low = c - 1.0L, high = c;
    while (low + b * force (low) > c)
        low = high - 2.0L * (high - low);
    for (int i = 0; i < 400; ++i)
    {
        const long double w = 0.5L * (low + high);
        if (w == low || w == high)
            break;
        (w + b * force (w) > c ? high : low) = w;
    }
    N = force (low);
    return low;
}

template <class... Laws>
TouchingLaw<double> randomLawOf (LawList<Laws...>, NetworkBench& bench, const ContactKnobs<double>& knobs, int which)
{
    TouchingLaw<double> law;
    int at = 0;
    ((at++ == which ? void (law = bench.law<Laws> (knobs)) : void()), ...);
    return law;
}

ContactKnobs<double> randomKnobs (Random& random)
{
    ContactKnobs<double> k {};
    for (const auto& field : ContactKnobs<double>::fields())
        k.*field.member = field.neutral;
    k.muStatic = random.uniform (0.05, 2.0);
    k.muKinetic = k.muStatic * random.uniform (0.01, 1.0);
    k.inverseStribeckVelocity = 1.0 / random.logUniform (5e-4, 1.0);
    const bool travels = random.integer (0, 1) == 1;
    k.stiffness = travels ? 0.0 : random.logUniform (1e2, 1e7);
    k.stiffnessPerForce = travels ? k.muStatic / random.logUniform (0.5e-6, 500e-6) : 0.0;
    k.damping = random.integer (0, 2) == 0 ? 0.0 : random.logUniform (1e-4, 50.0);
    k.viscosity = random.integer (0, 1) == 0 ? 0.0 : random.logUniform (1e-4, 10.0);
    k.breakaway = random.uniform (0.0, 0.99);
    k.stickBand = random.logUniform (1e-6, 0.05);
    k.stickRate = random.logUniform (100.0, 1e6);
    return k;
}

/** A network whose every parameter can be drawn again at any moment. */
struct RandomNetwork
{
    Random& random;
    NetworkBench bench;
    bool driven = true;

    RandomNetwork (Random& itsRandom, int modes) : random (itsRandom), bench (0, random.logUniform (2e4, 4e5))
    {
        int ports = 0;
        const int touching = random.integer (1, 3);
        for (int k = 0; k < touching; ++k)
        {
            NetworkBench::Contact contact;
            const int kind = random.integer (0, 3);
            if (kind != 3)
                contact.along = ports++;
            if (kind >= 2 && ports < 4)
                contact.into = ports++;
            if (contact.along < 0 && contact.into < 0)
                continue;
            which.push_back (random.integer (0, FrictionLaws<double>::count));
            bench.net.contacts.push_back (contact);
        }
        tense = random.integer (0, 2) == 0;
        if (tense)
            bench.net.tensions.push_back ({ ports++, 0.0, 0.0, {} });
        if (ports < NetworkBench::maxPorts && random.integer (0, 2) == 0)
            bench.net.pushes.push_back ({ ports++, 0.0 });
        ports = std::max (ports, 1);
        bench.net.ports.count = ports;
        bench.body = PortedModes<double, NetworkBench::maxPorts> (ports, bench.h);
        bench.net.passes = random.integer (1, 3);
        for (int m = 0; m < modes; ++m)
            bench.body.add (1000.0, 1.0);
        jump();
        for (auto& mode : bench.body.all())
        {
            mode.x1 = random.uniform (-1e-3, 1e-3);
            mode.x2 = random.uniform (-1e-3, 1e-3);
        }
        for (auto& contact : bench.net.contacts)
            contact.normal.penetration = random.uniform (-1e-5, 1e-5);
    }

    void jump ()
    {
        auto& net = bench.net;
        for (auto& mode : bench.body.all())
        {
            const double w = random.logUniform (100.0, 0.4 / bench.h);
            bench.body.tune (mode, w, w * random.logUniform (1e-6, 0.5));
            for (int i = 0; i < net.ports.count; ++i)
                mode.shape[i] = random.uniform (-10.0, 10.0);
        }
        bench.forgetLaws();
        for (std::size_t k = 0; k < net.contacts.size(); ++k)
        {
            auto& contact = net.contacts[k];
            const auto knobs = randomKnobs (random);
            if (contact.along >= 0)
                contact.law = which[k] == FrictionLaws<double>::count
                                  ? bench.law<Clamp<double>> (knobs)
                                  : randomLawOf (FrictionLaws<double>(), bench, knobs, which[k]);
            contact.pressed = random.integer (0, 4) == 0 ? 0.0 : random.logUniform (1e-3, 30.0);
            const bool hertz = random.integer (0, 1) == 1;
            contact.spring = { hertz ? random.logUniform (1e5, 1e11) : random.logUniform (1e2, 1e7),
                               random.integer (0, 1) == 0 ? 0.0 : random.logUniform (1e-3, 10.0), hertz };
        }
        for (auto& tension : net.tensions)
        {
            tension.coefficients.resize (bench.body.all().size());
            for (auto& coefficient : tension.coefficients)
                coefficient = random.logUniform (1e3, 1e9);
        }
        for (auto& push : net.pushes)
            push.force = driven ? random.uniform (-1.0, 1.0) * random.logUniform (1e-3, 30.0) : 0.0;
        for (int i = 0; i < net.ports.count; ++i)
        {
            bench.bow[i] = driven ? random.uniform (-0.5, 0.5) : 0.0;
            bench.bowEnd[i] = bench.bow[i];
        }
    }

    std::vector<int> which;
    bool tense = false;
};
} // namespace

TEST_CASE ("a normal contact meets any port where halving finds the one root, and keeps what a chord keeps")
{
    Random random (431);
    double worst = 0.0, worstForce = 0.0;
    for (int n = 0; n < rounds (20000, 1000000); ++n)
    {
        const bool hertz = random.integer (0, 1) == 1;
        const double k = hertz ? random.logUniform (1e5, 1e11) : random.logUniform (1e1, 1e8);
        const NormalSpring<double> spring { k, 0.0, hertz };
        const double h = random.logUniform (1e-6, 1e-3), b = random.logUniform (1e-6, 1e3);
        const double d = random.uniform (-1.0, 1.0) * random.logUniform (1e-9, 1e-3);
        const double c = random.uniform (-1.0, 1.0) * random.logUniform (1e-6, 10.0);
        const double R = random.integer (0, 1) == 0 ? 0.0 : random.logUniform (1e-4, 1e3);
        const auto found = NormalStep<double> (spring, d, R, h).meet (b, c);
        long double N = 0.0L;
        const auto w = rootByHalving (hertz, k, R, h, d, b, c, N);
        CAPTURE (n, hertz, k, h, b, d, c, R, found.speed, static_cast<double> (w));
        const double scale = std::abs (c) + std::abs (static_cast<double> (w)) + std::abs (d) / h;
        worst = std::max (worst, std::abs (found.speed - static_cast<double> (w)) / scale);
        worstForce = std::max (worstForce, std::abs (found.speed + b * found.force - c) /
                                               (scale * (1.0 + b * (0.5 * h * k * (hertz ? 0.05 : 1.0) + R))));
        REQUIRE (found.force >= 0.0);
    }
    INFO (worst << " " << worstForce);
    CHECK (worst < 1e-12);
    CHECK (worstForce < 1e-12);
}

TEST_CASE ("a contact that is pressed at rest pushes by its law, whatever rounding has left in its state")
{
    for (const bool hertz : { false, true })
        for (const double drift : { -1e-9, 1e-9 })
            for (const double moved : { -1e-9, -1e-12, 1e-12, 1e-9 }) // of the depth, in the step
            {
                constexpr double d = 2e-4, h = 1.0 / 48e3;
                const NormalSpring<double> spring { hertz ? 1e8 : 1e5, 0.0, hertz };
                const NormalState<double> state { .penetration = d,
                                                  .coordinate = (1.0 + drift) * spring.coordinate (d) };
                const double w = moved * d / h;
                const auto line = NormalLine<double>::of (spring, state, 0.0, w, h).line (state, h);
                CAPTURE (hertz, drift, moved);
                CHECK_THAT (line.at (w), WithinRel (hertz ? 1e8 * d * std::sqrt (d) : 1e5 * d, 1e-7));
            }
}

TEST_CASE ("the tension of a network is steered to that of its modes, without work")
{
    // A string at 110 Hz is struck a hundred times while it rings, so hard that its tension rises to several times that
    // at rest; 1 % of the tension is put beside what its modes ask for.
    constexpr double ga = 1e6;
    NetworkBench bench (2, 48e3);
    bench.mode (110.0, 1.0, 2e-3, { 0.0, 1.0 });
    bench.mode (221.0, 1.5, 2e-3, { 0.0, 1.4 });
    bench.mode (333.0, 2.5, 2e-3, { 0.0, 1.0 });
    bench.net.tensions.push_back ({ 0, 0.0, 0.0, { ga, 4.0 * ga, 9.0 * ga } });
    bench.net.pushes.push_back ({ 1, 0.0 });
    auto& tension = bench.net.tensions[0];
    double largest = 0.0, apart = 0.0;
    for (int n = 0; n < 100 * 1200; ++n)
    {
        bench.net.pushes[0].force = n % 1200 < 24 ? 20.0 : 0.0;
        bench.step();
        if (n == 48)
            tension.state *= 1.01;
        largest = std::max (largest, tension.of (bench.body));
        if (n % 1200 == 1199)
            apart = std::max (apart, std::abs (tension.state - tension.of (bench.body)));
    }
    CAPTURE (largest, apart, bench.residual, bench.peak);
    const double w = 2.0 * pi * 110.0;
    CHECK (ga * largest / (w * w) > 1.0); // dT/T
    // A step's own force, -psi ga q, moves the place by h^2 psi ga q/2, and psi by h^2 ga psi^2.
    CHECK (apart < bench.h * bench.h * ga * largest * largest);
    CHECK (bench.residual <= booksClose * bench.peak);
}

TEST_CASE ("random networks close their books, whatever touches, while every parameter jumps")
{
    Random random (432);
    const int networks = rounds (800, 80000);
    for (int n = 0; n < networks; ++n)
    {
        RandomNetwork network (random, random.integer (1, 12));
        for (int step = 0; step < 126; ++step)
        {
            if (step % 7 == 6)
                network.jump();
            network.bench.step();
            for (const auto& contact : network.bench.net.contacts)
                REQUIRE (contact.normalForce >= 0.0);
        }
        const auto& b = network.bench;
        CAPTURE (n, b.residual, b.peak, b.smallestLoss);
        REQUIRE (std::isfinite (b.stored()));
        // With fewer modes than ports B is singular: contacts on one mode pull against each other with a thousand times
        // what moves it, and as many digits are lost: in 1e7 steps 1.3e-13 once.
        const bool opposed = static_cast<int> (b.body.all().size()) < b.net.ports.count;
        REQUIRE (b.residual <= (opposed && longRun() ? 2e-13 : 1e-13) * b.peak);
        REQUIRE (b.smallestLoss >= -1e-15 * b.peak);
        REQUIRE (b.net.solutions <= 8);
    }
}

TEST_CASE ("nothing that touches grows while everything is at rest, whichever knob jumps")
{
    Random random (433);
    for (int n = 0; n < rounds (800, 80000); ++n)
    {
        RandomNetwork network (random, random.integer (1, 12));
        network.driven = false;
        double before = network.bench.stored();
        network.jump();
        for (int step = 0; step < 126; ++step)
        {
            if (step % 7 == 6)
                network.jump();
            network.bench.step();
            const double after = network.bench.stored();
            CAPTURE (n, step, before, after);
            REQUIRE (after - before <= 2e-15 * network.bench.peak);
            before = after;
        }
    }
}

TEST_CASE (
    "a sliding contact has friction of the same step's normal force, however closely both directions are coupled")
{
    Random random (434);
    for (int n = 0; n < rounds (500); ++n)
    {
        NetworkBench bench (2, 2000.0);
        const double lean = random.uniform (-1.5, 1.5), mu = random.uniform (0.05, 0.6);
        bench.mode (random.uniform (20.0, 200.0), 1.0, 0.01, { 1.0, lean });
        bench.mode (random.uniform (20.0, 200.0), 1.0, 0.01, { 0.3, -1.0 });
        ContactKnobs<double> knobs {};
        for (const auto& field : ContactKnobs<double>::fields())
            knobs.*field.member = field.neutral;
        knobs.muStatic = knobs.muKinetic = mu;
        NetworkBench::Contact contact;
        contact.along = 0;
        contact.into = 1;
        contact.law = bench.law<Coulomb<double>> (knobs);
        contact.normal.coefficient = mu;                               // it slides
        contact.spring = { random.logUniform (1e3, 2e4), 0.0, false }; // it stays closed
        contact.normal.penetration = 1e-3;
        contact.normal.coordinate = contact.spring.coordinate (1e-3);
        contact.friction.mode = ContactMode::forward;
        contact.friction.lastVelocity = contact.friction.endVelocity = 1e3;
        bench.net.contacts.push_back (contact);
        bench.net.passes = 2;
        bench.bow[0] = bench.bowEnd[0] = 1e3; // far too fast to stop within the step
        bench.step();
        const auto& after = bench.net.contacts[0];
        CAPTURE (n, lean, mu, after.spring.stiffness, after.force, after.normalForce);
        REQUIRE_THAT (after.force, WithinAbs (mu * after.normalForce, 1e-10 * contact.spring.force (1e-3)));
    }
}
