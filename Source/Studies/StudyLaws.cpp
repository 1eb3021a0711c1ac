// SPDX-License-Identifier: GPL-3.0-or-later
#include "StudyLaws.h"

#include "../Lab/Motion/WithLaw.h"
#include "../Lab/Scenarios/Scenario.h"
#include "../Synth/Bodies/LawTable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace kolophon
{
namespace
{
using namespace HWY_NAMESPACE;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double anyStep = 1e-5; // [s]: required by prepare(), without effect on flow()

/** Force of steady sliding at v > 0 [N], with all states settled. */
template <class Law>
double steadyForce (const typename Law::Parameters& p, double N, double v)
{
    if constexpr (std::is_same_v<Law, Armstrong<double>>)
        return Law::flow (p, N, v, p.muStatic - p.muKinetic, v).force;
    else if constexpr (requires { Law::heating (p, v, v, v); })
    {
        // Iterates, because flash temperature and friction depend on each other.
        double temperature = 0.0, g = N * p.muStatic;
        for (int i = 0; i < 400; ++i)
        {
            g = N * Law::hotFriction (p, temperature);
            temperature += 0.5 * ((g + p.viscosity * v) * v * p.inverseThermalVelocity / N - temperature);
        }
        return g + p.viscosity * v;
    }
    else if constexpr (Law::sticksAtEnd)
        return Law::flow (p, N, 0.0, v).force;
    else
    {
        // Bisects for the elongation at which the whole motion is plastic.
        double low = 0.0, high = 1.0;
        for (int i = 0; i < 200; ++i)
        {
            const double middle = 0.5 * (low + high);
            (Law::flow (p, N, middle, v).plasticVelocity < v ? low : high) = middle;
        }
        return Law::flow (p, N, high, v).force;
    }
}

struct SteadyCurve
{
    std::vector<std::array<double, 2>> sliding; // v > 0 [m/s], force [N]
    double rest;                                // largest force at rest [N]; a set-valued law takes any force up to it
    bool setValued;
};

SteadyCurve steadyCurve (const lab::LawChoice& law, double N, double fastest)
{
    constexpr int count = 400;
    SteadyCurve curve {};
    const auto runLaw = [&]<class Law>()
    {
        const auto p = lab::parametersOf<Law> (law, anyStep);
        for (int i = 0; i <= count; ++i)
        {
            const double fraction = static_cast<double> (i) / count, v = fastest * std::max (fraction * fraction, 1e-9);
            curve.sliding.push_back ({ v, steadyForce<Law> (p, N, v) });
        }
        curve.setValued = Law::sticksAtEnd;
        if constexpr (Law::sticksAtEnd)
            curve.rest = N * holdingFriction (p);
        else
            curve.rest = N * (readsStaticFriction (static_cast<int> (findLaw (law.id) - lawTable().data()))
                                  ? law.knobs.muStatic
                                  : law.knobs.muKinetic);
    };
    lab::withLaw (law, runLaw);
    return curve;
}

/** Static friction models as in a lecture: one panel each. */
// Long: the fields of one experiment and the curves computed from them, side by side.
std::function<StudyResult (const StudyContext&)> prepareCurves (lab::Fields& f)
{
    struct Panel
    {
        std::string title;
        std::vector<lab::LawChoice> laws;
        std::vector<std::string> names;
        double fastest, expectedAtRest, expectedFast, fastSpeed;
    };
    const double N = f.number ("normal_force", { 1e-6, 1e6, " N" }, "Normal force.", 1.0);
    std::vector<Panel> panels;
    f.list ("panels", 1, 12, "Pictures, one object each.",
            [&] (lab::Fields& g)
            {
                Panel panel {};
                panel.title = g.text ("title", "Title above the picture.");
                panel.fastest = g.number ("fastest", { 1e-6, 1e3, " m/s" }, "End of the axis.", 1.0);
                g.list ("curves", 1, 7, "Curves.",
                        [&panel] (lab::Fields& h)
                        {
                            panel.names.push_back (h.text ("name", "Name in the legend.", ""));
                            h.inside ("law", true, "Friction law.",
                                      [&panel] (lab::Fields& l) { lab::readLaw (l, panel.laws.emplace_back()); });
                            if (! h.describing() && ! panel.laws.back().hasRealtimeForm())
                                h.refuse ("law", "is neither table nor one of kolophon list laws");
                        });
                panel.fastSpeed = g.number ("checked_speed", { 1e-9, 1e3, " m/s" },
                                            "Speed at which the first curve is checked.", panel.fastest);
                panel.expectedAtRest =
                    g.number ("expect_at_rest", { 0.0, 1e9, " N" }, "Largest static friction of the first curve.");
                panel.expectedFast =
                    g.number ("expect_sliding", { 0.0, 1e9, " N" }, "Value of the first curve at checked_speed.");
                panels.push_back (std::move (panel));
            });
    return [N, panels] (const StudyContext&)
    {
        StudyResult result;
        for (std::size_t p = 0; p < panels.size(); ++p)
        {
            const auto& panel = panels[p];
            Table table { panels.size() == 1 ? "" : std::string (1, static_cast<char> ('a' + p)),
                          { "curve", "v [m/s]", "F [N]" },
                          {},
                          { { .title = panel.title, .x = "v [m/s]", .y = { "F [N]" }, .by = "curve" } } };
            for (std::size_t i = 0; i < panel.laws.size(); ++i)
            {
                const auto curve = steadyCurve (panel.laws[i], N, panel.fastest);
                table.views[0].kinds.push_back ({ panel.names[i] });
                const auto add = [&] (double v, double force) {
                    table.rows.push_back ({ static_cast<double> (i), v, force });
                };
                for (auto point = curve.sliding.rbegin(); point != curve.sliding.rend(); ++point)
                    add (-(*point)[0], -(*point)[1]);
                if (curve.setValued)
                {
                    add (0.0, -curve.rest);
                    add (0.0, curve.rest);
                }
                for (const auto& [v, force] : curve.sliding)
                    add (v, force);
                if (i == 0)
                {
                    const auto fast = steadyCurve (panel.laws[i], N, panel.fastSpeed).sliding.back()[1];
                    const auto check = [&] (const char* what, double obtained, double expected)
                    {
                        const double slack = 1e-9 * std::max (1.0, std::abs (expected));
                        result.checks.push_back ({ panel.title + ": " + what, "N", obtained, expected - slack,
                                                   expected + slack, expected, "closed form" });
                    };
                    check ("largest force at rest", curve.rest, panel.expectedAtRest);
                    check ("sliding", fast, panel.expectedFast);
                }
            }
            result.tables.push_back (std::move (table));
        }
        result.caption =
            "Friction force against sliding speed. Vertical line: at rest the force takes any value between the "
            "ends of the line.";
        return result;
    };
}

//==============================================================================

/** Dissipated power z_i = R w_i of Falaize & Roze, eq. (1), for a bristle law at one instant: P_D = w_rel z_rel +
    w_p z_p with w_rel = v, w_p = k x. Written from the abstract, not from the law's own computation of its loss. */
double dissipated (double k, double x, double v, double plasticVelocity, double force)
{
    const double wp = k * x, zRel = force - wp;
    return v * zRel + wp * plasticVelocity;
}

/** Bristle laws at given elongations. */
struct HeldBristles
{
    struct Panel
    {
        std::string title;
        lab::LawChoice law;
        bool passive;
    };
    double normalForce, fastest;     // [N], [m/s]
    std::vector<double> elongations; // over F_s/k_e
    std::vector<Panel> panels;
};

/** Dissipated power against the speed, for each elongation. */
struct PowerCurves
{
    std::vector<std::array<double, 3>> rows; // elongation [m], v [m/s], P_D [W]
    double smallest = infinite, largest = 0.0;
    double difference = 0.0; // largest, from the law's own computation
};

PowerCurves powerCurves (const HeldBristles& held, const lab::LawChoice& choice)
{
    PowerCurves found;
    const double N = held.normalForce;
    const auto runLaw = [&]<class Law>()
    {
        if constexpr (! Law::sticksAtEnd &&
                      ! requires (typename Law::Parameters p) { Law::heating (p, 1.0, 1.0, 1.0); })
        {
            const auto p = lab::parametersOf<Law> (choice, anyStep);
            const double k = choice.knobs.stiffness + choice.knobs.stiffnessPerForce * N;
            for (std::size_t c = 0; c < held.elongations.size(); ++c)
            {
                const double x = held.elongations[c] * choice.knobs.muStatic * N / k;
                constexpr int count = 400;
                for (int n = -count; n <= count; ++n)
                {
                    const double fraction = static_cast<double> (n) / count,
                                 v = held.fastest * fraction * std::abs (fraction);
                    const auto flow = Law::flow (p, N, x, v);
                    const double power = dissipated (k, x, v, flow.plasticVelocity, flow.force);
                    found.smallest = std::min (found.smallest, power);
                    found.largest = std::max (found.largest, power);
                    found.difference = std::max (found.difference, std::abs (power - flow.power));
                    found.rows.push_back ({ x, v, power });
                }
            }
        }
    };
    lab::withLaw (choice, runLaw);
    return found;
}

StudyResult dissipation (const HeldBristles& held)
{
    StudyResult result;
    for (std::size_t i = 0; i < held.panels.size(); ++i)
    {
        const auto& panel = held.panels[i];
        auto found = powerCurves (held, panel.law);
        Table table { held.panels.size() == 1 ? "" : std::string (1, static_cast<char> ('a' + i)),
                      { "elongation [m]", "v [m/s]", "P_D [W]" },
                      {},
                      { { .title = panel.title, .x = "v [m/s]", .y = { "P_D [W]" }, .by = "elongation [m]" } } };
        for (const auto& row : found.rows)
            table.rows.emplace_back (row.begin(), row.end());
        result.tables.push_back (std::move (table));
        const double rounding = 1e-12 * found.largest;
        result.checks.push_back ({ panel.title + ": least power", "W", found.smallest,
                                   panel.passive ? -rounding : -infinite, panel.passive ? infinite : -rounding,
                                   std::numeric_limits<double>::quiet_NaN(),
                                   panel.passive ? "R >= 0" : "Physics.md 3.1: the literal law is active in places" });
        result.checks.push_back (
            { panel.title + ": power of eq. (1) against the law's own loss, largest difference over the largest power",
              "", found.difference / found.largest, 0.0, 1e-12, 0.0, "Falaize & Roze, eq. (1)" });
    }
    result.caption = "Dissipated power against sliding speed, for bristles held at several elongations.";
    return result;
}

std::function<StudyResult (const StudyContext&)> prepareDissipation (lab::Fields& f)
{
    HeldBristles held {};
    held.normalForce = f.number ("normal_force", { 1e-6, 1e6, " N" }, "Normal force.", 1.0);
    held.fastest = f.number ("fastest", { 1e-9, 1e3, " m/s" }, "End of the axis.");
    held.elongations = f.numbers ("elongations", { -1.0, 1.0 }, 1, 7, "Elongations x_e of the bristle over F_s/k_e.");
    f.list ("panels", 1, 6, "Pictures, one object each.",
            [&held] (lab::Fields& g)
            {
                HeldBristles::Panel panel {};
                panel.title = g.text ("title", "Title above the picture.");
                panel.passive = g.flag ("passive", "Requires that the power is nowhere negative.", true);
                g.inside ("law", true, "A bristle law.", [&panel] (lab::Fields& l) { lab::readLaw (l, panel.law); });
                const auto* info = findLaw (panel.law.id);
                if (! g.describing() && (info == nullptr || info->family != "Bristle" || panel.law.id == "thermal"))
                    g.refuse ("law", "has no bristle to hold; allowed: kolophon, lugre, dupont, dahl");
                held.panels.push_back (std::move (panel));
            });
    return [held] (const StudyContext&) { return dissipation (held); };
}
} // namespace

std::span<const Study> lawStudies () noexcept
{
    static constexpr std::array all {
        Study { "static-curves", "Friction force against the speed of steady sliding.", prepareCurves },
        Study { "dissipated-power", "Dissipated power of a bristle law against speed, for held elongations.",
                prepareDissipation }
    };
    return all;
}
} // namespace kolophon
