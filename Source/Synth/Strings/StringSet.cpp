// SPDX-License-Identifier: GPL-3.0-or-later
#include "StringSet.h"

#include "../../Core/Index.h"
#include "../../Physics/PortableMath.h"
#include "../Bodies/BodyKind.h"
#include "../Bodies/LawTable.h"

#include <algorithm>

namespace kolophon
{
namespace
{
constexpr double largestYield = 0.02;   // [s/kg] of the bridge, at 100 %
constexpr double sympatheticGain = 0.8; // [1/N] gain of the sympathetic strings in the mix, as for a light string

/** True if the body is coupled to the bridge, not being cross-faded, and without a second body, whose taps are not at
    the bridge. */
bool pullsAtBridge (const VoiceGroup& group, std::size_t lane) noexcept
{
    return BodyKind::of (group.table[lane], group.isBlock (lane)).pullsAtBridge() && group.arrived[lane] == 1.0 &&
           ! group.second[lane].exists();
}

void probe (ProbeBuffer& probes, const VoiceGroup& group, int lane, const Segment& segment) noexcept
{
    const auto at = index (lane);
    for (int n = 0; n < segment.steps && probes.count < probes.capacity; ++n)
    {
        const auto row = index (n);
        auto& frame = probes.frames[probes.count++];
        frame.time = segment.startTime + n * segment.timeStep;
        frame.bowVelocity = group.bowVelocity[row][at];
        frame.normalForce = std::max (0.0, group.normalForce[row][at]);
        frame.relativeVelocity = group.relativeVelocity[row][at];
        frame.frictionForce = group.force[row][at];
        frame.bristleElongation = group.elongation[row][at];
        frame.surfaceVelocity = frame.bowVelocity - frame.relativeVelocity;
        frame.lawState = group.regime[row][at];
        frame.lawMode = group.mode[row][at];
        frame.storedEnergy = group.stored[row][at];
        frame.workIn = group.work[row][at];
        frame.frictionLoss = group.frictionLoss[row][at];
        frame.bodyLoss = group.bodyLoss[row][at];
        frame.residual = group.residual[row][at];
        frame.bridgeForce = group.odd[row][at] + group.even[row][at];
    }
}
} // namespace

//======================================================================================================================
void SympatheticBridge::setYield (double percent) noexcept
{
    const double fraction = 0.01 * percent;
    notePeak();
    yield = largestYield * fraction * fraction;
}

void SympatheticBridge::tune (int set, double decay, double timeStep, const Tuning& tuning) noexcept
{
    const std::array<double, 3> wanted { static_cast<double> (set), decay, timeStep };
    if (wanted == tunedTo)
        return;
    tunedTo = wanted;
    strings.tune (set, decay, timeStep, tuning);
}

void SympatheticBridge::silence() noexcept
{
    strings.ledger.bodyLoss += strings.silence();
    strings.ledger.storedEnergy = 0.0;
    peak = 0.0;
}

void SympatheticBridge::forgetNonFinite() noexcept
{
    if (! strings.ledger.isFinite())
        forgetBooks();
}

SympatheticBridge::Pulling SympatheticBridge::pulling (const VoiceGroups& groups, const AwakeLanes& awake,
                                                       double timeStep) const noexcept
{
    Pulling flags { awake, strings.stiffness(), 0.0 };
    for (int g = 0; g < groups.count(); ++g)
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        {
            auto& pulls = flags.lane[index (g)][lane];
            pulls = pulls && pullsAtBridge (groups[index (g)], lane);
            if (pulls)
                flags.squares += groups[index (g)].response.tapSquares[lane];
        }
    flags.lost = -portable::exponentialMinusOne (-yield * flags.squares * timeStep);
    return flags;
}

void SympatheticBridge::move (VoiceGroups& groups, const Pulling& pulling, int n, EnergyBooks* books, double& middle,
                              double& side) noexcept
{
    strings.swing (books != nullptr);
    double force = strings.force();
    const auto row = index (n);
    const auto pullOf = [&] (int g, std::size_t lane)
    {
        const auto& group = groups[index (g)];
        return (group.odd[row][lane] - group.radiated[row][lane]) + group.even[row][lane];
    };
    const auto eachLane = [&] (auto visit)
    {
        for (int g = 0; g < groups.count(); ++g)
            if (pulling.any (g))
                for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
                    if (pulling.lane[index (g)][lane])
                        visit (g, lane);
    };
    eachLane ([&] (int g, std::size_t lane) { force += pullOf (g, lane); });

    const double shortening = force * pulling.lost / pulling.squares;
    double received = 0.0;
    if (books != nullptr)
        eachLane (
            [&] (int g, std::size_t lane)
            {
                const double its = groups[index (g)].response.tapSquares[lane];
                const double gained = shortening * (0.5 * shortening * its - pullOf (g, lane)); // [J]
                received -= gained;
                books->bookExchange (g * VoiceGroup::lanes + static_cast<int> (lane), gained);
            });
    for (int g = 0; g < groups.count(); ++g)
        if (pulling.any (g))
        {
            VoiceGroup::Lane each;
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
                each[lane] = pulling.lane[index (g)][lane] ? shortening : 0.0;
            lanes::pullAtBridge (groups[index (g)], each);
        }
    strings.pull (shortening);
    middle += sympatheticGain * strings.force();
    side += sympatheticGain * (strings.odd - strings.even);
    if (books != nullptr)
        strings.book (received, 0.5 * force * shortening * (2.0 - pulling.lost));
}

void SympatheticBridge::notePeak() noexcept
{
    if (isInUse())
        peak = std::max (peak, strings.energy());
}

//======================================================================================================================
void updateBodies (VoiceGroup& group, const lanes::LaneFlags& awake, double timeStep, bool booked,
                   bool atGridPoint) noexcept
{
    group.followSides (awake, atGridPoint);
    if (! group.coefficients.needUpdate (timeStep))
        return;
    double sounding = 0.0, silent = 0.0, ofHand = 0.0;
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        if (awake[lane])
        {
            sounding = std::max ({ sounding, group.string.soundingCount[lane], 1.0 * group.second[lane].end });
            silent = std::max (silent, group.string.silentCount[lane]);
            ofHand = std::max (ofHand, group.hand.count[lane]);
        }
    const auto pairs = [] (double count, int largest)
    { return std::min (largest, (static_cast<int> (count) + 1) / 2 * 2); };
    group.wanted.pickups = group.hasPickups();
    group.wanted.sounding = pairs (sounding, VoiceGroup::maxSounding);
    group.wanted.silent = pairs (silent, VoiceGroup::maxSilent);
    group.wanted.hand = static_cast<int> (ofHand);
    group.wanted.tight = group.tightens();
    group.coefficients.wantsLosses = booked;
    lanes::updateBodies (group, timeStep);
}

void StringSet::update (int g, const Segment& segment) noexcept
{
    updateBodies (groups[index (g)], segment.awake.lane[index (g)], segment.timeStep, segment.books != Books::closed,
                  segment.atGridPoint);
}

void StringSet::render (const Segment& segment, StringMix& mix) noexcept
{
    for (int g = 0; g < groups.count(); ++g)
        if (segment.awake.any (g))
            mix.gains[index (g)] = segment.gains[index (g)];
    mix.panned = segment.panned;
    for (auto& desk : mix.desks)
        desk.sounds = &desk == &mix.front();
    for (int g = 0; g < groups.count(); ++g)
        for (std::size_t lane = 0; segment.awake.any (g) && lane < VoiceGroup::lanes; ++lane)
            if (segment.awake.lane[index (g)][lane])
                mix.desks[segment.desk[index (g)][lane]].sounds = true;
    for (auto& desk : mix.desks)
        if (desk.sounds)
        {
            desk.left.silence (segment.steps);
            if (mix.panned)
                desk.right.silence (segment.steps);
        }
    if (bridge.isInUse())
        return renderTied (segment, mix);
    const auto renderGroup = [&] (int g) // at once, while its memory is near
    {
        update (g, segment);
        lanes::render (groups[index (g)], segment.timeStep, segment.passes, segment.steps, segment.books,
                       segment.rubbing, segment.awake.lane[index (g)]);
    };
    if (segment.helpers != nullptr)
        segment.awake.eachGroup (groups.count(), segment.helpers, renderGroup);
    for (int g = 0; g < groups.count(); ++g)
        if (segment.awake.any (g))
        {
            if (segment.helpers == nullptr)
                renderGroup (g);
            if (segment.books != Books::closed)
                books.book (g, groups[index (g)], segment.awake.lane[index (g)], segment.books, 0, segment.steps);
            hear (g, segment, mix);
        }
}

/** Renders sample by sample, because the bridge couples all strings; their books follow. */
void StringSet::renderTied (const Segment& segment, StringMix& mix) noexcept
{
    segment.awake.eachGroup (groups.count(), segment.helpers, [&] (int g) { update (g, segment); });
    const auto pulling = bridge.pulling (groups, segment.awake, segment.timeStep);
    StringMix::Ear ofBridge;
    ofBridge.silence (segment.steps);
    static_assert (groupCount <= lanes::maxTied);
    std::array<lanes::TiedGroup, groupCount> tied;
    std::size_t count = 0;
    for (int g = 0; g < groups.count(); ++g)
        if (segment.awake.any (g))
            tied[count++] = { &groups[index (g)], segment.awake.lane[index (g)] };
    auto between = [&] (int n)
    {
        const bool booked = segment.books != Books::closed;
        for (int g = 0; booked && g < groups.count(); ++g)
            if (segment.awake.any (g))
                books.book (g, groups[index (g)], segment.awake.lane[index (g)], segment.books, n, 1);
        bridge.move (groups, pulling, n, booked ? &books : nullptr, ofBridge.middle[index (n)],
                     ofBridge.side[index (n)]);
    };
    const auto call = [] (void* context, int n) { (*static_cast<decltype (between)*> (context)) (n); };
    lanes::renderTied ({ tied.data(), count }, segment.timeStep, segment.passes, segment.steps, segment.books,
                       segment.rubbing, { &between, call }, tiedRoom);
    for (int g = 0; g < groups.count(); ++g)
        if (segment.awake.any (g))
            hear (g, segment, mix);
    if (! segment.bridgeHeard)
        return;
    auto pan = segment.bridgePan;
    for (int n = 0; n < segment.steps; ++n)
    {
        const double place = pan.next();
        const auto hears = [&, n] (StringMix::Ear& ear, double gain)
        {
            ear.middle[index (n)] += gain * ofBridge.middle[index (n)];
            ear.side[index (n)] += gain * ofBridge.side[index (n)];
        };
        hears (mix.front().left, std::min (1.0, 1.0 - place));
        if (mix.panned)
            hears (mix.front().right, std::min (1.0, 1.0 + place));
    }
}

/** Adds the lanes of a group to the signals of the desks at which they are played. */
void StringSet::mixDesks (int g, const Segment& segment, StringMix& mix) noexcept
{
    const auto& desks = segment.desk[index (g)];
    auto& gains = mix.gains[index (g)];
    const auto sums = [] (StringMix::Ear& ear) { return lanes::EarSums { ear.middle.data(), ear.side.data() }; };
    const auto mixTo = [&] (StringMix::Desk& desk, lanes::MixGains& its)
    {
        const auto right = sums (desk.right);
        lanes::mix (groups[index (g)], its, segment.steps, sums (desk.left), mix.panned ? &right : nullptr);
    };
    unsigned present = 0;
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        if (segment.awake.lane[index (g)][lane])
            present |= 1u << desks[lane];
    if (std::has_single_bit (present))
        return mixTo (mix.desks[static_cast<std::size_t> (std::countr_zero (present))], gains);
    for (std::size_t desk = 0; desk < mix.desks.size(); ++desk)
    {
        if ((present >> desk & 1u) == 0)
            continue;
        lanes::MixGains its {};
        const auto copy = [&] (const lanes::MixGains& from, lanes::MixGains& to)
        {
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
                for (const auto gain :
                     { &lanes::MixGains::now, &lanes::MixGains::step, &lanes::MixGains::place,
                       &lanes::MixGains::placeStep, &lanes::MixGains::pan, &lanes::MixGains::panStep })
                    if (desks[lane] == desk)
                        (to.*gain)[lane] = (from.*gain)[lane];
        };
        copy (gains, its);
        mixTo (mix.desks[desk], its);
        copy (its, gains);
    }
}

/** Adds a group's rendered segment to the mix, and passes it to contact watch, probes and pictures. */
void StringSet::hear (int g, const Segment& segment, StringMix& mix) noexcept
{
    const auto& group = groups[index (g)];
    const auto& awake = segment.awake.lane[index (g)];
    const int steps = segment.steps, lane = segment.probedString - g * VoiceGroup::lanes;
    const bool isHere = lane >= 0 && lane < VoiceGroup::lanes && awake[index (lane)];
    mixDesks (g, segment, mix);
    for (int each = 0; segment.watch != nullptr && each < VoiceGroup::lanes; ++each)
        if (const int voice = g * VoiceGroup::lanes + each; voice < limits::maxVoices && awake[index (each)])
            segment.watch->look (voice, group, each, steps, segment.timeStep);
    if (segment.probes != nullptr && isHere)
        probe (*segment.probes, group, lane, segment);
    if (segment.pictures != nullptr && isHere)
        segment.pictures->publish (group, lane, segment.startTime, steps, segment.timeStep);
}

void StringSet::openBooks() noexcept
{
    books.open (groups);
    bridge.openBooks();
}

void StringSet::forgetNonFinite() noexcept
{
    books.forgetNonFinite();
    bridge.forgetNonFinite();
}

EnergyLedger StringSet::ledger() const noexcept
{
    auto sum = books.total();
    if (bridge.ledger().steps > 0)
        sum.add (bridge.ledger());
    return sum;
}
} // namespace kolophon
