// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Panels.h"

#include <catch2/catch.hpp>

/** The same performance has the same bits, whatever the engine has played before. */
using namespace kolophon;
using namespace kolophon::test;

namespace
{
/** A panel of the random ones; every other one is a section of players who turn. */
Panel panelOf (std::uint64_t seed, double rate)
{
    auto panel = PanelDrawer (seed).draw();
    panel.rate = rate;
    std::erase_if (panel.happenings, [&] (const auto& each) { return each.at >= panel.samples; }); // never comes
    Random random (seed);
    if (random.integer (0, 1) == 0)
        return panel;
    const auto change = [&] (int at, std::string_view id, double value)
    {
        const auto what = at < 0 ? Happening::What::knob : Happening::What::event;
        panel.happenings.push_back ({ at, what, setParameter (0, id, value), 0 });
    };
    change (-1, "section.players", random.integer (2, 9));
    change (-1, "human.turning", random.uniform (0.0, 400.0));
    change (-1, "voice.humanise", random.uniform (10.0, 200.0));
    change (random.integer (0, panel.samples - 1), "section.players", random.uniform (1.0, 12.0));
    std::stable_sort (panel.happenings.begin(), panel.happenings.end(),
                      [] (const auto& a, const auto& b) { return a.at < b.at; });
    return panel;
}

/** Ends the host's modulation of all knobs, which is a setting, and not the past. */
void letGo (Panel& panel)
{
    for (std::size_t n = 0, count = panel.happenings.size(); n < count; ++n)
        if (auto last = panel.happenings[n]; last.isInBlock() && last.event.type == Type::modulate)
        {
            last.at = panel.samples - 1;
            last.event.value = 0.0;
            panel.happenings.push_back (last);
        }
}

/** Where an engine that has played other things plays a panel otherwise than a new one; negative: nowhere. */
int difference (std::uint64_t seed)
{
    static constexpr double rates[] = { 8e3, 22050.0, 48e3, 96e3 };
    Random random (seed);
    const double rate = rates[random.integer (0, 3)];
    auto before = panelOf (100000 + 2 * seed, random.integer (0, 3) == 0 ? rates[random.integer (0, 3)] : rate);
    const auto after = panelOf (100001 + 2 * seed, rate);
    letGo (before);
    Synth old, fresh;
    old.prepare (before.rate);
    Player (before, otherManner (seed), &old).play();
    before.rate == rate ? old.reset() : old.prepare (rate);
    fresh.prepare (rate);
    for (const auto& each : before.happenings)
        if (each.what != Happening::What::preset)
            apply (each, fresh, before);
    const auto one = Player (after, {}, &old).play().sound, other = Player (after, {}, &fresh).play().sound;
    for (std::size_t n = 0; n < one.left.size(); ++n)
        if (one.left[n] != other.left[n] || one.right[n] != other.right[n])
            return static_cast<int> (n);
    return -1;
}
} // namespace

TEST_CASE ("an engine that has played any panel and is reset plays the next one as a new engine does")
{
    const auto [first, last] = askedPanels (rounds (96, 6000));
    int failed = 0;
    for (auto seed = first; seed < last; ++seed)
        if (const int at = difference (seed); at >= 0 && ++failed <= 20)
            UNSCOPED_INFO ("KOLOPHON_PANEL=" << seed << ": sample " << at << " differs");
    CHECK (failed == 0);
}
