// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Physics/Bodies/Bodies.h"
#include "Support/Scene.h"
#include "Synth/Bank/VoiceGroup.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Bodies/LawTable.h"

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include <functional>
#include <map>
#include <memory>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/** What every body of the list must keep, measured in the engine's loops: its own frequencies and decays, a mobility at
    every place, reciprocity, losses only, and the static compliance of the whole body at any number of modes. */
namespace
{
constexpr double mass = 0.3; // [kg] of every body here

std::string nameOf (int body)
{
    return std::string (bodyTable()[static_cast<std::size_t> (body)].name);
}

std::vector<int> bodiesOfModes ()
{
    std::vector<int> found;
    for (std::size_t i = 0; i < bodyTable().size(); ++i)
        if (modesOf (static_cast<int> (i)) != nullptr)
            found.push_back (static_cast<int> (i));
    return found;
}

/** One body in all lanes. Without a table it is a string of the same mass, nearly without stiffness or torsion. */
class Rig
{
public:
    Rig (const ModeTable* itsTable, double first, double sampleRate, int slots)
        : table (itsTable), rate (sampleRate), group (std::make_unique<VoiceGroup>())
    {
        group->clear();
        group->wanted.pickups = table != nullptr;
        group->table.fill (table);
        group->wanted.sounding = slots / 2 * 2;
        auto& s = group->string;
        s.soundingCount.fill (slots / 2 * 2);
        s.fundamental.fill (first);
        s.inharmonicity.fill (1e-7);
        s.impedance.fill (2.0 * mass * first);
        group->body.mass.fill (mass);
    }

    VoiceGroup* operator->() { return group.get(); }
    VoiceGroup& operator* () { return *group; }

    void update () { lanes::updateBodies (*group, 1.0 / rate); }
    void step () { lanes::render (*group, 1.0 / rate, 2, 1, true); }

    /** A blow at every contact for one step, by a hand that slides past at high speed: 1 N, whatever the body does. */
    void strike ()
    {
        group->setLaw (static_cast<int> (findLaw ("coulomb") - lawTable().data()));
        group->law.muKinetic.fill (1.0);
        group->bow.velocity.fill (1e6);
        group->bow.normalForce.fill (1.0);
        step();
        for (const double force : group->force[0])
            REQUIRE (force == 1.0);
        group->bow.velocity.fill (0.0);
        group->bow.normalForce.fill (0.0);
    }

    std::size_t slots () const { return static_cast<std::size_t> (group->wanted.sounding); }

private:
    const ModeTable* table;
    double rate;
    std::unique_ptr<VoiceGroup> group;
};

/** Of a mode under a lane's knobs: s = decay s_0 + (loss/Q + held) w/2, below 0.9 w. */
double decayOf (const ModeTable& table, std::size_t m, double w, const VoiceGroup::StringKnobs& string,
                std::size_t lane)
{
    const double lost = table.loss / string.quality[lane] + table.held[m];
    return std::min (string.decayRate[lane] * table.decay[m] + 0.5 * lost * w, 0.9 * w);
}

int slotsOf (const ModeTable& table, int most = ModeTable::maxModes)
{
    return std::min (most, table.count / 2 * 2);
}

//======================================================================================================================
/** The root of a function that has one between the bounds. */
double rootBetween (double low, double high, const std::function<double (double)>& f)
{
    const bool rising = f (low) < 0.0;
    for (int i = 0; i < 200; ++i)
    {
        const double middle = 0.5 * (low + high);
        ((f (middle) < 0.0) == rising ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

/** Frequencies of a bar: cos b ch b = sign (0: b = n pi), with the shear and rotary inertia of the slender bar. */
std::vector<double> barFrequencies (double sign)
{
    std::vector<double> found;
    for (int n = 1; n <= 48; ++n)
    {
        const double from = sign < 0.0 ? (n - 1.0) * pi : n * pi;
        const double b = sign == 0.0 ? n * pi
                                     : rootBetween (std::max (from, 0.1), from + pi,
                                                    [sign] (double x) { return std::cos (x) - sign / std::cosh (x); });
        // Timoshenko's dispersion relation in W = w^2/(b^4 c^2): the lower of its two branches, sought from below.
        const double q = b * b * 0.005 * 0.005, g = 3.1;
        const double W =
            rootBetween (0.0, 1.0, [q, g] (double x) { return q * q * g * x * x - (1.0 + q * (1.0 + g)) * x + 1.0; });
        found.push_back (b * b * std::sqrt (W));
    }
    return found;
}

std::vector<double> ringFrequencies (double split)
{
    std::vector<double> found;
    for (int n = 2; n <= 14; ++n)
        for (const double detuned : { 1.0, 1.0 + split })
            found.push_back (detuned * n * (n * n - 1.0) / std::sqrt (n * n + 1.0));
    return found;
}

std::vector<double> plateFrequencies ()
{
    std::vector<double> found;
    for (int m = 1; m <= 40; ++m)
        for (int n = 1; n <= 40; ++n)
            found.push_back (m * m + n * n / (0.73 * 0.73));
    std::sort (found.begin(), found.end());
    return found;
}

/** Zeros of J_n, once for n = 0 and twice for the others. */
std::vector<double> skinFrequencies ()
{
    std::vector<double> found;
    for (int n = 0; n <= 30; ++n)
        for (double x = 0.5; x < 32.0; x += 0.05)
            if (bessel::J (n, x) * bessel::J (n, x + 0.05) < 0.0)
            {
                const double zero = rootBetween (x, x + 0.05, [n] (double y) { return bessel::J (n, y); });
                found.insert (found.end(), n == 0 ? 1 : 2, zero);
            }
    std::sort (found.begin(), found.end());
    return found;
}

//======================================================================================================================
// Static deflection under a newton where it acts, times M w_1^2.

/** A bar of length, mass and bending stiffness 1 under a point load at a; w'''' = load. */
double hingedDeflection (double a)
{
    return std::pow (pi, 4) * std::pow (a * (1.0 - a), 2) / 3.0;
}
double clampedDeflection (double a)
{
    return std::pow (4.730041, 4) * std::pow (a * (1.0 - a), 3) / 3.0;
}
double tongueDeflection (double a) // a from the clamp
{
    return std::pow (1.875104, 4) * a * a * a / 3.0;
}
/** The load, and the inertia of the rigid motion that it makes: w'''' = delta (x - a) - 1 - 12 (a - 1/2) (x - 1/2),
    free ends; of that, what neither lifts nor turns. */
double freeDeflection (double a)
{
    const auto bent = [a] (double x)
    {
        const double beyond = std::max (0.0, x - a), lean = 12.0 * (a - 0.5);
        return beyond * beyond * beyond / 6.0 - std::pow (x, 4) / 24.0 -
               lean * (std::pow (x, 5) / 120.0 - std::pow (x, 4) / 48.0);
    };
    constexpr int n = 2000;
    double lift = 0.0, turn = 0.0;
    for (int i = 0; i < n; ++i)
    {
        const double x = (i + 0.5) / n;
        lift += bent (x) / n;
        turn += 12.0 * bent (x) * (x - 0.5) / n;
    }
    return std::pow (4.730041, 4) * (bent (a) - lift - turn * (a - 0.5));
}
/** Navier's double series. */
double plateDeflection (double p)
{
    const double x = 0.5 - p, y = 0.5 - 0.93 * p, k = 1.0 / (0.73 * 0.73);
    double sum = 0.0;
    for (int m = 300; m >= 1; --m)
        for (int n = 300; n >= 1; --n)
            sum += std::pow (2.0 * std::sin (m * pi * x) * std::sin (n * pi * y) * (1.0 + k) / (m * m + k * n * n), 2);
    return sum;
}
double ringDeflection (double p, double split)
{
    double sum = 0.0;
    for (int n = 1000; n >= 2; --n)
    {
        const double ratio = n * (n * n - 1.0) / std::sqrt (n * n + 1.0) / (6.0 / std::sqrt (5.0)), a = 4.0 * pi * p;
        const double both = std::pow (std::sin (n * a), 2) + std::pow (std::cos (n * a) / (1.0 + split), 2);
        sum += 2.0 / (n * n + 1.0) * both / (ratio * ratio);
    }
    return sum;
}
/** A disc clamped at r = 0.1 under a load at its free rim: for each number of nodal diameters the four powers (or
    logarithms) that solve the biharmonic equation. Frequency of the first mode k^2 = 3.4781, mass pi (1 - 0.01). */
double discRimDeflection ()
{
    constexpr double b = 0.1, v = 0.3;
    double sum = 0.0;
    for (int n = 0; n <= 400; ++n)
    {
        struct Term
        {
            double power;
            bool log;
        };
        std::array<Term, 4> terms {
            Term { double (n), false }, { double (-n), false }, { n + 2.0, false }, { 2.0 - n, false }
        };
        if (n == 0)
            terms = { Term { 0.0, false }, { 0.0, true }, { 2.0, false }, { 2.0, true } };
        if (n == 1)
            terms = { Term { 1.0, false }, { -1.0, false }, { 3.0, false }, { 1.0, true } };
        Eigen::Matrix4d m;
        for (int i = 0; i < 4; ++i)
        {
            const auto [p, log] = terms[static_cast<std::size_t> (i)];
            const double L = std::log (b), size = std::pow (b, std::min (p, 0.0)); // columns of like size
            m (0, i) = (log ? L : 1.0) * std::pow (b, p) / size;
            m (1, i) = (log ? p * L + 1.0 : p) * std::pow (b, p - 1.0) / size;
            const double slope = log ? 1.0 : p, value = log ? 0.0 : 1.0, n2 = double (n) * n;
            const double curve = log ? 2.0 * p - 1.0 : p * (p - 1.0);
            const double lapSlope = log ? p * p - n2 + 2.0 * p * (p - 2.0) : (p * p - n2) * (p - 2.0);
            m (2, i) = (curve + v * (slope - n2 * value)) / size;
            m (3, i) = (lapSlope - (1.0 - v) * n2 * (slope - value)) / size;
        }
        const Eigen::Vector4d c = m.fullPivLu().solve (Eigen::Vector4d (0.0, 0.0, 0.0, -(n == 0 ? 0.5 : 1.0) / pi));
        for (int i = 0; i < 4; ++i)
            if (! terms[static_cast<std::size_t> (i)].log)
                sum += c (i) / std::pow (b, std::min (terms[static_cast<std::size_t> (i)].power, 0.0));
    }
    return sum * pi * (1.0 - b * b) * std::pow (3.4781, 2);
}

/** Of the whole body along its path, and how close the engine has to come. */
struct ClosedDeflection
{
    std::function<double (double)> at;
    double tolerance;
};

std::map<std::string, ClosedDeflection> closedDeflections ()
{
    // The closed forms of bars leave out what shear adds: 0.2 % of a mode's frequency at first, more near a clamp.
    return { { "Free bar", { freeDeflection, 0.01 } },
             { "Tongue", { [] (double p) { return tongueDeflection (1.0 - 2.0 * p); }, 0.01 } },
             { "Clamped bar", { [] (double p) { return clampedDeflection (0.5 - p); }, 0.025 } },
             { "Hinged bar", { [] (double p) { return hingedDeflection (0.5 - p); }, 0.01 } },
             { "Glass", { [] (double p) { return ringDeflection (p, 0.002); }, 1e-4 } },
             { "Bowl", { [] (double p) { return ringDeflection (p, 0.006); }, 1e-4 } },
             { "Plate", { plateDeflection, 0.01 } }, // the table sums 40 times 40 modes
             { "Disc", { [rim = discRimDeflection()] (double p) { return p == 0.0 ? rim : 0.0; }, 5e-3 } } };
}

/** Of the table: every listed mode, and what it says of those that are not. */
double tableDeflection (const ModeTable& table, double p)
{
    double sum = ModeTable::at (table.leftOut, p);
    for (std::size_t m = 0; m < static_cast<std::size_t> (table.count); ++m)
        sum += std::pow (ModeTable::at (table.shape[m], p) / table.ratio[m], 2);
    return sum;
}
} // namespace

TEST_CASE ("bodies with a closed form have its frequencies, every one of them")
{
    const std::map<std::string, std::vector<double>> forms {
        { "Free bar", barFrequencies (1.0) },    { "Tongue", barFrequencies (-1.0) },
        { "Clamped bar", barFrequencies (1.0) }, { "Hinged bar", barFrequencies (0.0) },
        { "Glass", ringFrequencies (0.002) },    { "Bowl", ringFrequencies (0.006) },
        { "Plate", plateFrequencies() },         { "Membrane", skinFrequencies() },
    };
    std::size_t seen = 0;
    for (const int body : bodiesOfModes())
        if (const auto form = forms.find (nameOf (body)); form != forms.end())
        {
            ++seen;
            const auto& table = *modesOf (body);
            REQUIRE (form->second.size() >= static_cast<std::size_t> (table.count));
            for (std::size_t m = 0; m < static_cast<std::size_t> (table.count); ++m)
            {
                CAPTURE (nameOf (body), m);
                CHECK_THAT (table.ratio[m], WithinRel (form->second[m] / form->second[0], 1e-9));
            }
        }
    CHECK (seen == forms.size());
}

TEST_CASE ("every mode of every body rings down as the closed form says, in the engine's loop at every rate")
{
    for (const int body : bodiesOfModes())
        for (const double rate : { 44100.0, 48000.0, 96000.0, 192000.0 })
        {
            const auto& table = *modesOf (body);
            Rig rig (&table, 100.0, rate, slotsOf (table));
            Random random (static_cast<std::uint64_t> (body));
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            {
                rig->string.fundamental[lane] = random.logUniform (30.0, 1500.0);
                rig->string.decayRate[lane] = decayRateFromT60 (random.logUniform (0.2, 60.0));
                rig->string.quality[lane] = random.logUniform (100.0, 5000.0);
                for (std::size_t m = 0; m < rig.slots(); ++m)
                    rig->standing.slots[m].x1[lane] = 1.0;
            }
            rig.update();
            const int steps = static_cast<int> (0.1 * rate) / 32 * 32;
            for (int n = 0; n < steps; n += 32)
                lanes::render (*rig, 1.0 / rate, 2, 32, false);
            const double t = steps / rate;
            double worst = 0.0;
            for (std::size_t m = 0; m < rig.slots(); ++m)
                for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
                {
                    const double w = 2.0 * pi * rig->string.fundamental[lane] * table.ratio[m];
                    if (w > 2.0 * pi * 0.45 * rate)
                        continue;
                    const double s = decayOf (table, m, w, rig->string, lane);
                    if (s * t > 20.0)
                        continue; // nothing is left to look at
                    const double wd = std::sqrt (w * w - s * s), e = std::exp (-s * t);
                    const double x1 = std::cos (wd * t) + s / wd * std::sin (wd * t), x2 = -w / wd * std::sin (wd * t);
                    const auto now = rig->modeNow (static_cast<int> (m), static_cast<int> (lane));
                    worst = std::max ({ worst, std::abs (now.x1 / e - x1), std::abs (now.x2 / e - x2) });
                }
            CAPTURE (nameOf (body), rate);
            // A phase of 1e-7 after 0.1 s: 4e-9 cents at 86 kHz, 6e-6 cents at 50 Hz.
            CHECK (worst < 1e-7);
        }
}

TEST_CASE ("at every place of every body the mobility is positive, and is what a newton moves in one step")
{
    for (const int body : bodiesOfModes())
    {
        const auto& table = *modesOf (body);
        const double rate = 192000.0, h = 1.0 / rate;
        const int slots = slotsOf (table);
        const double first = std::min (1000.0, 0.44 * rate / table.ratio[static_cast<std::size_t> (slots - 1)]);
        for (int from = 0; from < ModeTable::places; from += VoiceGroup::lanes)
        {
            Rig rig (&table, first, rate, slots);
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
                rig->string.position[lane] =
                    ModeTable::placeOf (std::min (from + static_cast<int> (lane), ModeTable::places - 1));
            rig.update();
            rig.strike();
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            {
                const double p = rig->string.position[lane];
                double way = 0.0, expected = 0.0; // of the contact in the step [m]
                for (std::size_t m = 0; m < rig.slots(); ++m)
                {
                    way += rig->standing.slots[m].r[lane] *
                           rig->modeNow (static_cast<int> (m), static_cast<int> (lane)).x1;
                    // q'' + 2 s q' + w^2 q = phi F from rest
                    const double phi = ModeTable::at (table.shape[m], p) / std::sqrt (mass),
                                 w = 2.0 * pi * first * table.ratio[m];
                    const double s = decayOf (table, m, w, rig->string, lane), wd = std::sqrt (w * w - s * s);
                    expected += std::pow (phi / w, 2) *
                                (1.0 - std::exp (-s * h) * (std::cos (wd * h) + s / wd * std::sin (wd * h)));
                }
                CAPTURE (nameOf (body), p);
                CHECK (rig->response.mobility[lane] >= 0.0);
                CHECK ((rig->response.mobility[lane] > 0.0) == (expected > 0.0)); // nothing gives at a clamp
                CHECK_THAT (rig->response.mobility[lane] * h, WithinRel (expected, 1e-9) || WithinAbs (0.0, 1e-25));
                CHECK_THAT (way, WithinRel (expected, 1e-9) || WithinAbs (0.0, 1e-25));
            }
        }
    }
}

TEST_CASE ("struck here and felt there is struck there and felt here, on every body")
{
    // Even lanes: a blow at A, then the hand moves to B without touching. Odd lanes: the other way round.
    for (const int body : bodiesOfModes())
    {
        const auto& table = *modesOf (body);
        Rig rig (&table, 200.0, 48000.0, slotsOf (table));
        Random random (static_cast<std::uint64_t> (10 + body));
        VoiceGroup::Lane other;
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; lane += 2)
        {
            auto& position = rig->string.position;
            position[lane] = other[lane + 1] = random.uniform (0.0, 0.5);
            position[lane + 1] = other[lane] = random.uniform (0.0, 0.5);
        }
        rig.update();
        rig.strike();
        rig->string.position = other;
        rig.update();
        VoiceGroup::Lane most {}, miss {};
        for (int n = 0; n < 2000; ++n)
        {
            rig.step();
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; lane += 2)
            {
                const double here = rig->relativeVelocity[0][lane], there = rig->relativeVelocity[0][lane + 1];
                most[lane] = std::max (most[lane], std::abs (here));
                miss[lane] = std::max (miss[lane], std::abs (here - there));
            }
        }
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; lane += 2)
        {
            CAPTURE (nameOf (body), lane, other[lane], other[lane + 1], most[lane]);
            CHECK (most[lane] > 0.0);
            CHECK (miss[lane] <= 1e-12 * most[lane]);
        }
    }
}

TEST_CASE ("what a pickup hears of a blow at the contact, the contact feels of a blow at the pickup")
{
    struct Pickup
    {
        const char* body;
        double left, right; // positions of the contact at which the pickups lie
    };
    for (const Pickup pickup : { Pickup { "Free bar", 0.0, 0.31 },
                                 { "Tongue", 0.0, 0.215 },
                                 { "Clamped bar", 0.27, 0.09 },
                                 { "Hinged bar", 0.27, 0.09 },
                                 { "Marimba bar", 0.04, 0.43 },
                                 { "Vibraphone bar", 0.04, 0.43 } })
        for (const int body : bodiesOfModes())
        {
            if (nameOf (body) != pickup.body)
                continue;
            // Lanes 0 and 1: struck at the left pickup and at the right one, later to be felt at A; lane 2: struck at
            // A.
            const double A = 0.13;
            Rig rig (modesOf (body), 200.0, 48000.0, 8); // high modes bend within the spacing of the table's places
            rig->string.position[0] = pickup.left;
            rig->string.position[1] = pickup.right;
            rig->string.position[2] = A;
            rig.update();
            rig.strike();
            rig->string.position.fill (A);
            rig.update();
            double most = 0.0, miss = 0.0;
            for (int n = 0; n < 2000; ++n)
            {
                rig.step();
                double felt[2] = {};
                for (std::size_t m = 0; m < rig.slots(); ++m)
                    for (std::size_t side = 0; side < 2; ++side)
                        felt[side] += rig->standing.shapes[m][side] *
                                      rig->modeNow (static_cast<int> (m), static_cast<int> (side)).x1;
                const double heard[] = { rig->odd[0][2] + rig->even[0][2], rig->odd[0][2] - rig->even[0][2] };
                for (std::size_t side = 0; side < 2; ++side)
                {
                    most = std::max (most, std::abs (heard[side]));
                    miss = std::max (miss, std::abs (heard[side] - felt[side]));
                }
            }
            CAPTURE (pickup.body, most, miss);
            CHECK (most > 0.0);
            CHECK (miss < 1e-3 * most);
        }
}

TEST_CASE (
    "struck, every body loses energy at every sample, as fast as its slowest mode at least and its fastest at most")
{
    for (const int body : bodiesOfModes())
        for (int seed = 0; seed < rounds (3, 50); ++seed)
        {
            const auto& table = *modesOf (body);
            Random random (static_cast<std::uint64_t> (100 * body + seed));
            const double rate = random.logUniform (22050.0, 192000.0);
            Rig rig (&table, 100.0, rate, slotsOf (table));
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            {
                rig->string.fundamental[lane] = random.logUniform (30.0, 2000.0);
                rig->string.decayRate[lane] = decayRateFromT60 (random.logUniform (0.1, 60.0));
                rig->string.quality[lane] = random.logUniform (100.0, 5000.0);
                rig->string.position[lane] = random.uniform (0.005, 0.45);
                rig->body.warp[lane] = random.uniform (0.5, 1.5);
            }
            rig.update();
            rig.strike();
            const auto [slow, fast] = std::minmax_element (table.decay.begin(), table.decay.begin() + table.count);
            VoiceGroup::Lane start = rig->stored[0], before = start, dullest {}; // decay over ratio
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
                for (std::size_t m = 0; m < rig.slots(); ++m)
                    dullest[lane] =
                        std::max (dullest[lane], table.decay[m] / std::pow (table.ratio[m], rig->body.warp[lane]));
            for (int n = 1; n <= 2000; ++n)
            {
                rig.step();
                for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
                {
                    const auto& s = rig->string;
                    const double first = 2.0 * pi * s.fundamental[lane], loss = table.loss / (2.0 * s.quality[lane]);
                    const double held = 0.5 * *std::max_element (table.held.begin(), table.held.end());
                    const double slowest = s.decayRate[lane] * *slow + loss * first;
                    const double fastest = s.decayRate[lane] * *fast + (loss + held) * pi * rate;
                    // A mode's energy falls in steps of its period: between exp (-2 s t) (1 - d)/(1 + d) and (1 + d)/(1
                    // - d), d = s/w.
                    const double d = std::min (0.5, loss + held + s.decayRate[lane] * dullest[lane] / first);
                    const double swing = (1.0 + d) / (1.0 - d);
                    const double now = rig->stored[0][lane], t = n / rate;
                    const bool kept = now <= before[lane] * (1.0 + 1e-15) &&
                                      now <= start[lane] * swing * std::exp (-2.0 * slowest * t) &&
                                      now >= start[lane] / swing * std::exp (-2.0 * fastest * t);
                    if (! kept)
                    {
                        CAPTURE (nameOf (body), seed, n, lane, now, before[lane], start[lane], slowest, fastest, swing);
                        FAIL ("the decay of a struck body");
                    }
                    before[lane] = now;
                }
            }
            for (const double energy : start)
                CHECK (energy > 0.0);
        }
}

TEST_CASE ("a hand that holds on feels the static compliance of the whole body, however few modes are played")
{
    const int places[] = { 0, 8, 20, 33, 51, 72, 92, 108 }; // of the tables: between them shapes are straight lines
    auto tables = bodiesOfModes();
    tables.insert (tables.begin(), bodyPlace (BodyModel::string));
    const auto forms = closedDeflections();
    std::size_t closed = 0;
    for (const int body : tables)
        for (const int slots : { 8, 48 })
        {
            const double first = 200.0, rate = 48000.0, stiffness = 1e10, M = mass;
            const auto* table = modesOf (body);
            Rig rig (table, first, rate, table != nullptr ? slotsOf (*table, slots) : slots);
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
                rig->string.position[lane] = ModeTable::placeOf (table != nullptr ? places[lane] : places[lane] + 8);
            rig->string.decayRate.fill (decayRateFromT60 (0.02));
            rig->law.stiffness.fill (stiffness);
            rig->law.damping.fill (10.0);
            rig->law.breakaway.fill (0.99);
            rig->law.muStatic.fill (2.0);
            rig->bow.normalForce.fill (1e9); // it never slips
            rig.update();
            const double way = 1e-4; // [m]
            constexpr int moving = 480;
            for (int n = 0; n < 4800; ++n)
            {
                rig->bow.velocity.fill (n < moving ? way * rate / moving : 0.0);
                rig.step();
            }
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            {
                const double p = rig->string.position[lane], w = 2.0 * pi * first;
                const double felt = (way / rig->force[0][lane] - 1.0 / stiffness) * M * w * w;
                CAPTURE (nameOf (body), slots, p, felt);
                if (table == nullptr) // an ideal string under tension T: beta (1 - beta) L/T
                {
                    CHECK_THAT (felt, WithinRel (pi * pi * p * (1.0 - p), 3e-3));
                    continue;
                }
                // With nothing left out to lie in series, the stiff bristle rings near half the rate, and still does.
                const bool bare = ModeTable::at (table->leftOut, p) == 0.0;
                CHECK_THAT (felt, WithinRel (tableDeflection (*table, p), bare ? 1e-4 : 1e-6));
                const auto form = forms.find (nameOf (body));
                const double expected = form != forms.end() ? form->second.at (p) : 0.0;
                if (expected > 0.0)
                {
                    ++closed;
                    CHECK_THAT (felt, WithinRel (expected, form->second.tolerance));
                }
            }
        }
    CHECK (closed == 2 * (7 * VoiceGroup::lanes + 1)); // of the disc at its rim only
}
