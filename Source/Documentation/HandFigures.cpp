// SPDX-License-Identifier: GPL-3.0-or-later
#include "HandFigures.h"

#include "../Analysis/BenchContact.h"
#include "../Analysis/HandWall.h"
#include "../Core/Units.h"
#include "../Lab/BodyBench.h"
#include "../Reports/Plot.h"
#include "../Synth/Bodies/LawTable.h"
#include "../Synth/Parameters/ParameterTable.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double sampleRate = 48000.0;

double knob (std::string_view id)
{
    return parameterTable()[findParameter (id).value()].defaultValue;
}

void set (Patch& patch, std::string_view id, double value)
{
    parameterTable()[findParameter (id).value()].in (patch) = value;
}

int lawPlace (std::string_view id)
{
    return static_cast<int> (findLaw (id) - lawTable().data());
}

//======================================================================================================================
constexpr double hingeForce = 10.0, hingeSpeed = 12e-3, stribeckSpeed = 0.02; // [N], [m/s]

/** The drawn gesture of a door, on a heavy panel. */
PlotPanel creakPanel ()
{
    auto patch = defaultsOfFormat1();
    for (const auto& [id, value] : { std::pair { "body.type", 8.0 },
                                     { "body.mass", 5.0 },
                                     { "hand.kind", static_cast<double> (HandKind::arm) },
                                     { "hand.drive", static_cast<double> (Drive::gesture) },
                                     { "hand.speed", hingeSpeed },
                                     { "hand.force_mode", static_cast<double> (ForceMode::absolute) },
                                     { "hand.force", hingeForce },
                                     { "contact.law", static_cast<double> (lawPlace ("stribeck")) },
                                     { "contact.stribeck_exponent", 1.0 },
                                     { "contact.stribeck_speed", stribeckSpeed } })
        set (patch, id, value);
    BodyBench bench (patch, 36, sampleRate);
    PlotCurve friction { "friction", ink::blue, 1.2, 1, { {} } }, speed { "hand", ink::orange, 2.2, 2, { {} } };
    speed.right = true;
    for (int n = 0; bench.time() < patch.handGestureTime; ++n)
    {
        bench.play();
        if (n % 12 != 0) // finer than a picture can show
            continue;
        friction.pieces[0].push_back ({ bench.time(), bench.force() });
        speed.pieces[0].push_back ({ bench.time(), toMilli * bench.bowVelocity() });
    }
    PlotPanel panel { "A hinge: the door gesture", "time [s]", "friction force [N]", { speed, friction } };
    panel.rightLabel = "speed of the hand [mm/s]";
    return panel;
}

/** Slips per second of an arm on a wall, against the hand's speed. */
PlotPanel creakRatePanel ()
{
    const double k = knob ("hand.stiffness"), m = knob ("hand.mass"),
                 damper = 2.0 * knob ("hand.damping") * std::sqrt (k * m);
    constexpr double muStatic = 0.8, muKinetic = 0.3, difference = hingeForce * (muStatic - muKinetic),
                     v_s = stribeckSpeed;
    PlotCurve law { "k v/(2 ΔF)", ink::grey, 3.0, 1, { {} } }, marks { "slips counted", ink::blue, 1.8, 1, { {} } };
    marks.marks = true;
    // sliding is stable if the damper absorbs more than the falling curve supplies
    const double critical = v_s * std::log (difference / v_s / damper);
    PlotCurve edge { "limit of steady sliding", ink::vermilion, 1.8, 2, { {} } };
    constexpr double lowest = 0.5, highest = 2000.0; // [1/s], of the axis
    edge.pieces[0] = { { toMilli * critical, lowest }, { toMilli * critical, highest } };
    for (int i = 0; i <= 22; ++i)
    {
        const double v = 5e-4 * std::pow (10.0, 0.125 * i);
        law.pieces[0].push_back ({ toMilli * v, k * v / (2.0 * difference) });
        auto contact = plainContact ("stribeck");
        contact.muStatic = muStatic;
        contact.muKinetic = muKinetic;
        contact.stribeckExponent = 1.0;
        contact.stribeckSpeed = v_s;
        HandWall wall (HandKind::arm, contact, sampleRate);
        wall->bow.last.fill (v); // already at constant speed
        const double counted = std::min (4.0, 40.0 / (k * v / (2.0 * difference)));
        const int settle = static_cast<int> (sampleRate), steps = static_cast<int> (counted * sampleRate);
        int slips = 0, first = 0, last = 0;
        bool sliding = false;
        for (int n = 0; n < settle + steps; ++n)
        {
            wall.rub (v, hingeForce);
            const bool slides = std::abs (wall.slip()) > 1e-6;
            if (slides && ! sliding && n >= settle)
            {
                last = n;
                first = slips++ == 0 ? n : first;
            }
            sliding = slides;
        }
        if (slips > 1)
            marks.pieces[0].push_back ({ toMilli * v, (slips - 1) * sampleRate / (last - first) });
    }
    PlotPanel panel {
        "Creaks per second of an arm", "speed of the hand [mm/s]", "slips per second", { law, edge, marks }
    };
    panel.logarithmicX = true;
    panel.settings = "set logscale y\nset format '%g'\nset xrange [0.4:400]\nset yrange [" + gnuplot::number (lowest) +
                     ":" + gnuplot::number (highest) + "]\n";
    return panel;
}

/** Normal force along the path, there and back. */
PlotPanel texturePanel ()
{
    constexpr double grain = 3e-4, texture = 0.5, normalForce = 2.0, speed = 0.1; // [m], [N], [m/s]
    HandWall wall (HandKind::rigid, plainContact ("coulomb"), sampleRate);
    wall.profile.roughen (3);
    wall->surface.texture.fill (texture);
    wall->surface.perGrain.fill (1.0 / grain);
    PlotCurve there { "there", ink::blue, 1.8, 1, { {} } }, back { "and back", ink::vermilion, 1.8, 2, { {} } };
    double displacement = 0.0;
    for (auto* curve : { &there, &back })
        for (int n = 0; n < 2400; ++n)
        {
            wall.rub (curve == &there ? speed : -speed, normalForce);
            displacement += wall.slip() / sampleRate;
            curve->pieces[0].push_back ({ toMilli * displacement, wall.force() });
        }
    return { "Texture 50 %, grain 300 µm", "displacement [mm]", "friction force [N]", { there, back } };
}

/** Break-away force after a rest. */
PlotPanel ageingPanel ()
{
    constexpr double normalForce = 1.0, muStatic = 0.5, muKinetic = 0.2, speed = 0.5, stiffness = 1e3;
    PlotPanel panel { "Ageing: break-away after a rest", "time at rest [s]", "break-away force [N]", {} };
    const std::array strengths { 0.5, 1.0, 1.5 };
    const std::array colours { ink::black, ink::blue, ink::vermilion };
    const double tau = knob ("surface.ageing_time");
    for (std::size_t i = 0; i < strengths.size(); ++i)
    {
        PlotCurve law { quantity (100.0 * strengths[i], "%"), colours[i], 1.8, 1, { {} } },
            marks { "", colours[i], 1.8, 1, { {} } };
        marks.marks = true;
        for (int step = 0; step <= 100; ++step)
        {
            const double rest = 0.01 * std::pow (10.0, 0.025 * step);
            const double age = 1.0 - std::exp (-rest / tau);
            law.pieces[0].push_back ({ rest, muStatic * normalForce * (1.0 + strengths[i] * age) });
            if (step % 10 != 0)
                continue;
            auto contact = plainContact ("stiction");
            contact.muStatic = muStatic;
            contact.muKinetic = muKinetic;
            HandWall wall (HandKind::arm, contact, sampleRate);
            wall->hand.stiffness.fill (stiffness);
            wall->hand.mass.fill (1e-4);
            wall->hand.damping.fill (0.5);
            wall->surface.ageing.fill (strengths[i]);
            wall->surface.ageingTime.fill (tau);
            wall->surface.ageingSlip.fill (knob ("surface.ageing_slip"));
            for (int n = 0; n < static_cast<int> (rest * sampleRate); ++n)
                wall.rub (0.0, normalForce);
            double largest = 0.0;
            int pulled = 0;
            for (int n = 0; n < 4800; ++n)
            {
                wall.rub (speed, normalForce);
                pulled = wall.force() > largest ? n : pulled;
                largest = std::max (largest, wall.force());
            }
            marks.pieces[0].push_back ({ rest + pulled / sampleRate, largest });
        }
        panel.curves.push_back (std::move (law));
        panel.curves.push_back (std::move (marks));
    }
    panel.logarithmicX = true;
    panel.keyColumns = 3;
    return panel;
}

/** Compliance of the hair along its length, for a force of 1 N. */
PlotPanel hairPanel ()
{
    constexpr double bristle = 3e5, away = 2e-5; // [N/m], [m]
    const double k = knob ("hand.stiffness");
    PlotCurve law { "4 p (1 - p)/k", ink::grey, 3.0, 1, { {} } }, marks { "the engine", ink::blue, 1.8, 1, { {} } };
    marks.marks = true;
    for (int i = 0; i <= 48; ++i)
    {
        const double p = 0.02 + 0.01 * i;
        law.pieces[0].push_back ({ p, toMicro * 4.0 * p * (1.0 - p) / k });
        if (i % 4 != 0)
            continue;
        auto contact = plainContact ("kolophon");
        contact.stiffness = bristle;
        contact.muStatic = 2.0;
        contact.breakaway = 0.99;
        HandWall wall (HandKind::hair, contact, sampleRate);
        wall->hand.place.fill (p);
        wall->hand.mass.fill (4.5e-3);
        wall->hand.damping.fill (0.2);
        for (int n = 0; n < 24000; ++n)
            wall.rub (n < 4800 ? away / 0.1 : 0.0, 100.0);
        marks.pieces[0].push_back ({ p, toMicro * (away / wall.force() - 1.0 / bristle) });
    }
    return { "Hair: deflection under load",
             plainText ("hand.hair_place") + " p",
             "deflection under a newton [µm]",
             { law, marks } };
}

/** A glass with a finger that rubs along its rim. */
PlotPanel roundPanel ()
{
    constexpr double v = 0.15, R = 0.035, from = 2.0, duration = 2.0; // [m/s], [m], [s]
    auto patch = defaultsOfFormat1();
    for (const auto& [id, value] : { std::pair { "body.type", 6.0 },
                                     { "body.round", 1.0 },
                                     { "body.radius", R },
                                     { "hand.speed", v },
                                     { "body.mass", 0.09 },
                                     { "body.decay", 0.3 },
                                     { "contact.viscosity", 0.1 } })
        set (patch, id, value);
    BodyBench bench (patch, 72, sampleRate);
    PlotCurve level { "sound, both pickups together", ink::blue, 1.8, 1, { {} } };
    PlotCurve turns { "2 n = 4 beats per turn", ink::orange, 1.4, 2, {} };
    double peak = 0.0, loudest = 0.0, loudestAt = 0.0;
    for (int n = 0; bench.time() < from + duration; ++n)
    {
        bench.play();
        peak = std::max (peak, std::abs (bench.output()));
        if (n % 240 != 239)
            continue;
        if (bench.time() > from)
            level.pieces[0].push_back ({ bench.time() - from, peak });
        if (bench.time() > from && bench.time() < from + 0.35 && peak > loudest)
        {
            loudest = peak;
            loudestAt = bench.time() - from;
        }
        peak = 0.0;
    }
    const double beat = 2.0 * pi * R / v / 4.0;
    for (double t = std::fmod (loudestAt, beat); t < duration; t += beat)
        turns.pieces.push_back ({ { t, 0.0 }, { t, 1.05 * loudest } });
    return { "A finger round the rim of a glass", "time [s]", "peak of the sound", { turns, level } };
}
} // namespace

Figure handFigure ()
{
    return {
        "hand", "hand", "The hand: a hinge, slips of an arm, rubbing, ageing, hair, and a finger round a glass",
        "Top left: a hinge. An arm (`hand.kind`; 20 kN/m, 50 g) draws the door gesture over a panel of 5 kg under 10 "
        "N, with the law Stribeck (exponent 1, 20 mm/s). Top right: slips per second of the same arm on a wall; line: "
        "the spring's extension 2 ΔF/k at the speed of the hand, ΔF = (μ_s - μ_k) N; dashed: beyond it 2 ζ sqrt(k m) "
        "exceeds the slope of the falling curve. Middle left: Coulomb friction on a rough surface, rubbed there and "
        "back. Middle right: the largest force that an aged contact holds, for three values of `surface.ageing`; "
        "lines: μ_s N (1 + A (1 - exp(-t/τ))). Bottom left: deflection of hair (20 kN/m) by the position of the "
        "contact. Bottom right: C5 on a glass of 90 g and 35 mm, with the finger running round at 150 mm/s.",
        [] {
            return plotScript (
                { creakPanel(), creakRatePanel(), texturePanel(), ageingPanel(), hairPanel(), roundPanel() }, 2);
        }
    };
}
} // namespace kolophon
