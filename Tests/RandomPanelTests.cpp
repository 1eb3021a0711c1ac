// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Panels.h"
#include "Support/Rounding.h"

#include <catch2/catch.hpp>

/** The engine's promises as one property of random panels: whatever stands on the table and whatever moves, books
    close to rounding, nothing that is no number leaves, no law creates energy, and what is left alone only loses it;
    and all of that in the same bits for blocks of any size, with books and pictures open or closed, on every
    instruction set.

        KOLOPHON_PANEL=1234 kolophon_tests "random panels*"            one panel again, and the least of it that fails
        KOLOPHON_PANEL=1000-9999 kolophon_tests "random panels*"       these
        KOLOPHON_PANEL=0-4999x20 kolophon_tests "random panels*"       these, twenty times as long; and their steps

    The bits that are printed then are those of other machines which round in the same way (Scripts/portable
    --suite). */
using namespace kolophon;
using namespace kolophon::test;

namespace
{
std::string differenceOf (const Rendering& a, const Rendering& b)
{
    for (std::size_t n = 0; n < a.left.size(); ++n)
        if (a.left[n] != b.left[n] || a.right[n] != b.right[n])
            return "sample " + std::to_string (n) + " depends on how it is played, by " +
                   Happening::shortestOf (
                       std::max (std::abs (a.left[n] - b.left[n]), std::abs (a.right[n] - b.right[n])));
    return {};
}

/** What was played so far. */
struct Sum
{
    std::uint64_t panels = 0, steps = 0, loose = 0, silenced = 0, fused = 0, separate = 0; // bits of their sounds
    double residual = 0.0, created = 0.0, grown = 0.0;

    void add (const Outcome& outcome)
    {
        steps += outcome.steps;
        loose += outcome.residual <= booksClose ? 0 : 1;
        silenced += outcome.isSilenced ? 1 : 0;
        residual = std::max (residual, outcome.residual);
        created = std::max (created, outcome.created);
        grown = std::max (grown, outcome.grown);
    }
    void print () const
    {
        std::printf ("%.0f panels, %.3g booked steps: residual at most %.2g of the peak (above 1e-13 in %.0f), "
                     "created %g J, grown by %.2g, no number in %.0f; bits %016llx fused, %016llx separate\n",
                     static_cast<double> (panels), static_cast<double> (steps), residual, static_cast<double> (loose),
                     created, grown, static_cast<double> (silenced), static_cast<unsigned long long> (fused),
                     static_cast<unsigned long long> (separate));
        std::fflush (stdout);
    }
} sum;

/** What is wrong with a panel; empty: nothing. */
std::string faultOf (const Panel& panel, std::uint64_t seed)
{
    Outcome plain, other;
    {
        const OnTarget on (targets()[panel.target]);
        plain = Player (panel, {}).play();
    }
    {
        const OnTarget on (targets()[panel.other]);
        auto manner = otherManner (seed);
        manner.peaks = plain.peaks;
        other = Player (panel, manner).play();
    }
    ++sum.panels;
    (panel.isFused ? sum.fused : sum.separate) ^= hash (plain.sound);
    sum.add (plain);
    sum.add (other);
    if (const auto fault = plain.fault(); ! fault.empty())
        return fault;
    if (const auto fault = other.fault(); ! fault.empty())
        return "in small blocks: " + fault;
    return differenceOf (plain.sound, other.sound);
}

/** The least of a panel that still fails in the same way. */
Panel leastOf (Panel panel, std::uint64_t seed)
{
    const auto wayOf = [seed] (const Panel& its)
    {
        const auto fault = faultOf (its, seed);
        return fault.substr (0, fault.find_first_of ("0123456789"));
    };
    const auto way = wayOf (panel);
    for (std::size_t part = panel.happenings.size(); part >= 1; part /= 2)
        for (std::size_t from = 0; from < panel.happenings.size();)
        {
            auto less = panel;
            const auto begin = less.happenings.begin() + static_cast<std::ptrdiff_t> (from);
            const auto end = begin + static_cast<std::ptrdiff_t> (std::min (part, less.happenings.size() - from));
            const auto stays = [&panel] (const Happening& h) { return panel.isLeft() && h.letsGo(); };
            less.happenings.erase (std::remove_if (begin, end, [&] (const auto& h) { return ! stays (h); }), end);
            if (less.happenings.size() == panel.happenings.size())
            {
                from += part;
                continue;
            }
            if (wayOf (less) == way)
                panel = std::move (less);
            else
                from += part;
        }
    return panel;
}

std::string reportOf (std::uint64_t seed)
{
    auto panel = PanelDrawer (seed).draw();
    const auto fault = faultOf (panel, seed);
    if (fault.empty())
        return {};
    auto text = "KOLOPHON_PANEL=" + std::to_string (seed) + ": " + fault;
    panel = leastOf (std::move (panel), seed);
    const auto manner = otherManner (seed);
    text += "\n  at " + Happening::shortestOf (panel.rate) + " Hz, " + std::to_string (panel.samples) + " samples, " +
            hwy::TargetName (targets()[panel.target]) + ", then " + hwy::TargetName (targets()[panel.other]) +
            (manner.booked ? ", booked" : "") + (manner.toggles ? ", booked now and then" : "") +
            (manner.probed ? ", probed" : "") + (manner.watched ? ", watched" : "") +
            "; least: " + faultOf (panel, seed);
    for (const auto& happening : panel.happenings)
        if (! panel.isLeft() || ! happening.letsGo())
            text += "\n  " + happening.text();
    return text;
}

} // namespace

// In parts, for several processors.
TEMPLATE_TEST_CASE_SIG (
    "random panels close their books, create nothing and have the same bits, however they are played", "",
    ((std::uint64_t part), part), 0, 1, 2, 3, 4, 5, 6, 7)
{
    constexpr std::uint64_t parts = 8;
    constexpr int told = 8;
    const auto [first, last] = askedPanels (rounds (1000, 1000000));
    int failed = 0;
    for (auto seed = first + (part + parts - first % parts) % parts; seed < last; seed += parts)
        if (! faultOf (PanelDrawer (seed).draw(), seed).empty() && ++failed <= told)
            UNSCOPED_INFO (reportOf (seed));
    if (std::getenv ("KOLOPHON_PANEL") != nullptr)
        sum.print();
    REQUIRE (failed == 0);
}

TEST_CASE ("panels that failed once hold in any blocks, and beside a knob that is turned to where it stands")
{
    struct Found
    {
        double rate;
        int samples, at; // [samples] of that knob
        Settings knobs;
        std::vector<PerformanceEvent> events;
    };
    const auto host = event (0, Type::modulate, static_cast<int> (placeOf ("out.level")), -0.3);
    const Found all[] = {
        // a soft spring that a metre presses in
        { 8e3,
          2400,
          500,
          { { "hand.pressure", 200.0 },
            { "hand.position", 0.006032141877774007 },
            { "voice.guide", 0.0 },
            { "normal.force", 1.0 },
            { "normal.stiffness", 100.0 },
            { "normal.restitution", 0.9934799209323965 } },
          { noteOn (82, 35, 0.5651944109870812), noteOff (904, 35) } },
        // the side's own sound, which pulls at no bridge
        { 48e3, 3000, 500, { { "out.sympathetic", 50.0 }, { "side.contact", 1.0 } }, { noteOn (100, 55, 0.7) } },
        // a note that slides to another tuning
        { 48e3,
          2500,
          1690,
          { { "voice.humanise", 0.0 } },
          { noteOn (845, 62, 0.584), event (1690, Type::tuneAll, 0, -0.83) } },
        // a voice that falls silent while a controller is a rounding away from its goal
        { 22050.0,
          71000,
          69472,
          { { "voice.mode", 0.0 }, { "voice.glide", 3.7302490523943508 } },
          { noteOn (0, 46, 0.063112094352656189), event (15936, Type::channelPressure, 0, 0.56528804301368762),
            setParameter (22500, "voice.press_floor", 42.229666213940561), noteOn (22853, 92, 0.3588018670822351),
            event (43358, Type::noteOff, 92, 0.82674734864001698), setParameter (68856, "second_body.type", 15.0) } },
        // a knob in a rest, and the host's modulation
        { 8e3, 2269, 1463, {}, { host, noteOn (1464, 64, 0.9) } }
    };
    for (const auto& found : all)
    {
        Panel panel;
        panel.rate = found.rate;
        panel.samples = panel.leftAloneFrom = found.samples;
        for (const auto& [id, value] : found.knobs)
            panel.happenings.push_back ({ -1, Happening::What::knob, setParameter (0, id, value), 0 });
        for (const auto& each : found.events)
            panel.happenings.push_back ({ each.offset, Happening::What::event, each, 0 });
        const auto plain = Player (panel, {}).play();
        CAPTURE (found.rate, found.samples);
        CHECK (plain.fault().empty());
        for (std::uint64_t seed = 0; seed < 4; ++seed)
            CHECK (faultOf (panel, seed).empty());
        panel.happenings.push_back (
            { found.at, Happening::What::event, setParameter (0, "block.mass", Patch::defaults().blockMass), 0 });
        std::stable_sort (panel.happenings.begin(), panel.happenings.end(),
                          [] (const auto& a, const auto& b) { return a.at < b.at; });
        CHECK (differenceOf (plain.sound, Player (panel, {}).play().sound).empty());
    }
}
