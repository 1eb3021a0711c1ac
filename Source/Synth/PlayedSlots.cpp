// SPDX-License-Identifier: GPL-3.0-or-later
#include "PlayedSlots.h"

#include "../Core/Index.h"
#include "Feeds/PictureFeed.h"

#include <algorithm>

namespace kolophon
{
/** Discards the strings. */
void PlayedSlots::clear() noexcept
{
    each ([] (StringSet& slot) { slot.groups.clear(); });
}

void PlayedSlots::reset() noexcept
{
    each (
        [] (StringSet& slot)
        {
            slot.groups.reset();
            slot.bridge = {};
            slot.books.reset();
        });
    comparison = {};
    segment.gains.fill ({});
    booksOpen = false;
    total = totalOfB = {};
}

void PlayedSlots::silenceBridges() noexcept
{
    each ([] (StringSet& slot) { slot.bridge.silence(); });
}

void PlayedSlots::startOver() noexcept
{
    clear();
    each ([] (StringSet& slot) { slot.forgetNonFinite(); });
    comparison.forgetLevels();
}

void PlayedSlots::rest() noexcept
{
    a.groups.renew();
    b.groups.forgetOthers();
}

bool PlayedSlots::followComparison (bool wanted, bool hearB, bool atOnce, const AwakeLanes& awake) noexcept
{
    const auto change = comparison.follow (wanted, hearB, atOnce);
    if (change == SlotComparison::Change::began)
    {
        // Copies whole groups at once: both slots must be at the same sample, and a copy in pieces would have to
        // follow changes in the meantime. The cost is bounded and occurs when the user turns the comparison on:
        // half a megabyte per group, measured 45 µs with a cold cache (both groups 90 µs, to clear them again
        // 80 µs), while a block of 64 samples at 48 kHz lasts 1333 µs. A rest comes with every phrase, so that
        // groups are renewed from spares instead.
        for (int g = 0; g < a.groups.count(); ++g)
            if (awake.any (g))
                b.groups[index (g)] = a.groups[index (g)];
        b.bridge = a.bridge;
        b.bridge.forgetBooks();
        b.books.reset();
        booksOpen = false;
    }
    if (change == SlotComparison::Change::ended)
    {
        b.groups.clear();
        b.bridge.silence();
    }
    return change != SlotComparison::Change::none;
}

void PlayedSlots::book (bool booked) noexcept
{
    if (booked && ! booksOpen)
    {
        a.openBooks();
        if (comparison.isOn())
            b.openBooks();
    }
    booksOpen = booked;
}

void PlayedSlots::render (ProbeBuffer* probes, PictureFeed* pictures, bool seenB) noexcept
{
    segment.probes = seenB ? nullptr : probes;
    segment.pictures = pictures != nullptr ? &pictures->of (Slot::a) : nullptr;
    a.render (segment, mix);
    segment.watch = nullptr;
    if (! comparison.isOn())
        return;
    segment.probes = seenB ? probes : nullptr;
    segment.pictures = pictures != nullptr ? &pictures->of (Slot::b) : nullptr;
    b.render (segment, mixOfB);
    comparison.mix (mix, mixOfB, segment.steps, segment.timeStep);
}

std::array<double, limits::maxStrings> PlayedSlots::energies (const AwakeLanes& awake) noexcept
{
    std::array<double, limits::maxStrings> energies {};
    for (int g = 0; g < a.groups.count(); ++g)
    {
        if (! awake.any (g))
            continue;
        VoiceGroup::Lane energy, other {};
        lanes::energies (a.groups[index (g)], energy);
        if (comparison.isOn())
            lanes::energies (b.groups[index (g)], other);
        for (int lane = 0; lane < VoiceGroup::lanes; ++lane)
            energies[index (g * VoiceGroup::lanes + lane)] = std::max (energy[index (lane)], other[index (lane)]);
    }
    return energies;
}

bool PlayedSlots::plays (const ModeTable& table) const noexcept
{
    const auto has = [&table] (const auto& tables)
    { return std::find (tables.begin(), tables.end(), &table) != tables.end(); };
    const auto rubs = [&table] (const auto& bodies)
    {
        return std::any_of (bodies.begin(), bodies.end(),
                            [&table] (const SecondBody& second) { return second.table == &table; });
    };
    const auto anyOf = [&] (const StringSet& slot)
    {
        for (int g = 0; g < slot.groups.count(); ++g)
            if (const auto& group = slot.groups[index (g)];
                has (group.table) || has (group.before) || rubs (group.second) || rubs (group.secondBefore))
                return true;
        return false;
    };
    return anyOf (a) || anyOf (b);
}
} // namespace kolophon
