// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "OnTarget.h"
#include "RandomBody.h"
#include "Scene.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Feeds/PictureFeed.h"
#include "Synth/Output/BoxResponse.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/** Random panels: whatever stands on the table and whatever moves, drawn from a seed and played in a manner that must
    not be heard. */
namespace kolophon::test
{
/** True for knobs with which hands would go on moving something, or not leave at once. */
inline bool movesHands (const ParamInfo& p)
{
    static constexpr std::string_view ids[] = { "hand.lift_time", "hand.kind",      "hand.drive",     "side.speed",
                                                "side.hand",      "voice.phrasing", "section.players" };
    return std::find (std::begin (ids), std::end (ids), p.id) != std::end (ids);
}

/** Something that happens in a performance. */
struct Happening
{
    enum class What { knob, event, preset, modulation, tuning, body, gesture, box };

    int at = 0; // [samples]
    What what = What::event;
    PerformanceEvent event;
    std::uint64_t seed = 0; // of what is given between two blocks

    bool isInBlock () const { return what == What::event; }
    /** True for what a panel that is left alone needs for that. */
    bool letsGo () const
    {
        return isInBlock()
                   ? event.type == Type::controller && (event.index == 64 || event.index == 66 || event.index == 123)
                   : what == What::knob && movesHands (parameterTable()[event.index]);
    }
    std::string text () const
    {
        static constexpr const char* names[] = {
            "knob", "", "preset", "modulation", "tuning", "body", "gesture", "box"
        };
        const auto time = std::to_string (at) + ": ";
        if (what == What::knob || (isInBlock() && event.type == Type::setParameter))
            return (what == What::knob ? "" : time) + std::string (parameterTable()[event.index].id) + " = " +
                   shortestOf (event.value);
        if (isInBlock())
            return time + "event " + std::to_string (static_cast<int> (event.type)) + " of " +
                   std::to_string (event.index) + " on " + std::to_string (event.channel) + " with " +
                   shortestOf (event.value);
        return time + names[static_cast<int> (what)] + " " + std::to_string (seed);
    }
    static std::string shortestOf (double value)
    {
        char text[32];
        std::snprintf (text, sizeof text, "%.17g", value);
        return text;
    }
};

struct Panel
{
    double rate = 48000.0;
    int samples = 0, leftAloneFrom = 0; // [samples] from where only what is left rings; `samples`: never
    bool isLiteral = false;             // laws as printed, two of which create energy
    bool isLeft () const { return leftAloneFrom < samples; }
    std::size_t target = 0, other = 0; // instruction sets, in the order of targets()
    bool isFused = true;               // of a set with fused multiply-add, where the machine has one
    std::vector<Happening> happenings; // by time; knobs of the start first

    /** Largest residual that rounding explains, relative to the peak. A bristle that slides is moved by x' = v - z_p,
        the difference of two speeds: rounding it by eps v moves the energy k x^2/2 by 2 eps (v h/x) of it in each of
        the 32 steps of a segment. x is the travel where the bristle slides; a bow that the guide throws off a body
        presses up to 14 times as hard, and Pressure doubles that: a stuck bristle may be bent by a 28th of it. */
    double roundingOfBooks () const
    {
        constexpr double least = 2e-13, eps = 2.220446049250313e-16, thrown = 14.0;
        const auto defaults = Patch::defaults();
        double speed = defaults.handSpeed, travel = defaults.contact.travel, pressure = 100.0;
        for (const auto& each : happenings)
            if (each.what == Happening::What::knob || (each.isInBlock() && each.event.type == Type::setParameter))
            {
                const auto id = parameterTable()[static_cast<std::size_t> (each.event.index)].id;
                if (id == "hand.speed")
                    speed = std::max (speed, each.event.value);
                else if (id == "contact.travel" || id == "contact_b.travel")
                    travel = std::min (travel, each.event.value);
                else if (id == "hand.pressure")
                    pressure = std::max (pressure, each.event.value);
            }
        const double bent = travel / (thrown * 0.01 * pressure);
        return least + limits::controlInterval * 2.0 * eps * speed / (rate * bent);
    }
};

/** True for knobs that a panel may turn. */
inline bool mayTurn (const ParamInfo& p, bool isLiteral, bool isLeft)
{
    return p.id != "quality.ledger" && (isLiteral || ! p.id.ends_with (".literal")) && ! (isLeft && movesHands (p));
}

/** Same bits are promised among instruction sets with fused multiply-add. */
inline bool isFused (std::int64_t target)
{
    const std::string_view name = hwy::TargetName (target);
    return name.starts_with ("AVX") || name.starts_with ("NEON");
}

/** How many times as long as usual panels are played: KOLOPHON_PANEL=0-999x20. */
inline double timesAsLong ()
{
    const char* const asked = std::getenv ("KOLOPHON_PANEL");
    const char* const by = asked == nullptr ? nullptr : std::strchr (asked, 'x');
    return by == nullptr ? 1.0 : std::max (1.0, std::strtod (by + 1, nullptr));
}

/** Draws panels. Knobs of all groups move together, few or many, within their ranges or to their ends. A statement
    draws once for each argument list: compilers differ in the order in which they compute what a function is given. */
class PanelDrawer
{
public:
    explicit PanelDrawer (std::uint64_t seed)
        : random (0x9e3779b97f4a7c15u * (seed + 1)), players (0xd1b54a32d192ed03u * (seed + 1))
    {
    }

    Panel draw ()
    {
        static constexpr double rates[] = { 8e3, 11025.0, 22050.0, 44.1e3, 48e3, 88.2e3, 96e3, 192e3, 384e3, 768e3 };
        panel.rate = rates[random.integer (0, 9)];
        panel.samples = static_cast<int> (timesAsLong() * random.logUniform (400.0, chance (0.02) ? 40000.0 : 5000.0));
        panel.isLiteral = chance (0.1);
        chooseTargets();
        atEnds = chance (0.3) ? 0.7 : chance (0.5) ? 0.15 : 0.0;
        const int playing = chance (0.3) ? panel.samples / 3 : panel.samples;
        panel.leftAloneFrom = std::min (panel.samples, playing + static_cast<int> (0.02 * panel.rate) + 128);
        knobs();
        play (panel.isLeft() ? playing : panel.samples);
        if (panel.isLeft())
            leave (playing);
        else if (players.integer (0, 9) == 0)
            gather();
        std::stable_sort (panel.happenings.begin(), panel.happenings.end(),
                          [] (const auto& a, const auto& b) { return a.at < b.at; });
        return std::move (panel);
    }

private:
    bool chance (double p) { return random.uniform (0.0, 1.0) < p; }

    /** Draws as on a machine that has four sets, the first two of them fused, and so alike on every machine. */
    void chooseTargets ()
    {
        constexpr int sets = 4, fused = 2;
        const auto all = targets();
        const auto one = [&] { return random.integer (0, sets - 1); };
        const auto placeOnThisMachine = [&] (int drawn)
        {
            std::vector<std::size_t> its;
            for (std::size_t n = 0; n < all.size(); ++n)
                if (isFused (all[n]) == (drawn < fused))
                    its.push_back (n);
            return its.empty() ? 0 : its[static_cast<std::size_t> (drawn) % its.size()];
        };
        const int first = one();
        int second = first;
        panel.isFused = first < fused;
        for (int n = 0; n < 8 && panel.isFused; ++n)
            if (const int its = one(); its < fused)
                second = its;
        panel.target = placeOnThisMachine (first);
        panel.other = placeOnThisMachine (second);
    }

    bool allows (const Parameter& p) const { return mayTurn (p, panel.isLiteral, panel.isLeft()); }
    std::size_t anyKnob ()
    {
        return static_cast<std::size_t> (random.integer (0, static_cast<int> (parameterTable().size()) - 1));
    }
    /** A knob that changes the way of a step. */
    std::size_t anyWay ()
    {
        static constexpr std::string_view ways[] = { "out.sympathetic",   "side.contact",        "finger.touch",
                                                     "normal.force",      "body.tension",        "hand.kind",
                                                     "hand.articulation", "second_body.type",    "surface.texture",
                                                     "body.type",         "contact.law",         "side.law",
                                                     "compare.on",        "quality.oversampling" };
        return placeOf (ways[random.integer (0, static_cast<int> (std::size (ways)) - 1)]);
    }
    double valueOf (const Parameter& p)
    {
        if (p.id == "section.players") // every player costs as much as a panel of one
            return random.integer (1, chance (0.04) ? 16 : 3);
        if (chance (atEnds))
            return chance (0.5) ? p.minimum : p.maximum;
        return random.valueOf (p);
    }
    void add (int at, const PerformanceEvent& event)
    {
        panel.happenings.push_back ({ at, Happening::What::event, event, 0 });
    }
    void addKnob (std::size_t index, double value)
    {
        panel.happenings.push_back (
            { -1, Happening::What::knob, event (0, Type::setParameter, static_cast<int> (index), value), 0 });
    }
    void give (int at, Happening::What what)
    {
        panel.happenings.push_back ({ at, what, {}, static_cast<std::uint64_t> (random.integer (0, 1 << 30)) });
    }

    void knobs ()
    {
        const auto table = parameterTable();
        const double some[] = { 0.02, 0.1, 0.3, 1.0 };
        const double moved = some[random.integer (0, 3)];
        for (std::size_t i = 0; i < table.size(); ++i)
            if (allows (table[i]) && chance (moved))
                addKnob (i, valueOf (table[i]));
        for (int n = random.integer (0, 3); n > 0; --n)
            if (const auto index = anyWay(); allows (table[index]))
                addKnob (index, valueOf (table[index]));
        for (std::size_t i = 0; panel.isLeft() && i < table.size(); ++i)
            if (movesHands (table[i]))
                addKnob (i, std::max (0.0, table[i].minimum));
    }

    void play (int until)
    {
        const auto any = [&] { return random.integer (0, std::max (0, until - 1)); };
        const bool isPoly = chance (0.2);
        const auto channel = [&] { return isPoly ? random.integer (0, 15) : 0; };
        for (int notes = random.integer (1, chance (0.1) ? 14 : 5); notes > 0; --notes)
        {
            const int on = chance (0.3) ? 0 : any(), key = random.integer (20, 108), its = channel();
            add (on, noteOn (0, key, random.uniform (0.01, 1.0), its));
            const auto off = event (0, Type::noteOff, key, random.uniform (0.0, 1.0), its);
            add (random.integer (on, until), off);
        }
        for (int more = random.integer (0, 3) * random.integer (0, 6); more > 0; --more)
        {
            const auto its = motion (channel());
            add (any(), its);
        }
        for (int more = chance (0.5) ? random.integer (0, 10) : 0; more > 0; --more)
        {
            const auto index = chance (0.5) ? anyWay() : anyKnob();
            if (const auto& p = parameterTable()[index]; allows (p))
            {
                const auto turn = event (0, Type::setParameter, static_cast<int> (index), valueOf (p));
                add (random.integer (0, panel.samples - 1), turn);
            }
        }
        for (const auto what : { Happening::What::preset, Happening::What::modulation, Happening::What::tuning,
                                 Happening::What::gesture, Happening::What::box, Happening::What::body })
            if (chance (what == Happening::What::modulation ? 0.4 : 0.12))
                give (chance (0.5) ? 0 : any(), what);
        if (panel.happenings.back().what == Happening::What::body)
            addKnob (placeOf ("body.type"), customBody());
    }

    /** Lets a section play, of few strings a player, whose knobs turn while more keys come than it has strings. */
    void gather ()
    {
        static constexpr std::string_view knobs[] = { "section.players", "section.players", "section.together",
                                                      "section.bowing",  "section.divisi",  "section.tuning",
                                                      "section.width",   "voice.count" };
        const auto any = [this] { return players.integer (0, panel.samples - 1); };
        const auto valueFor = [this] (const Parameter& p)
        {
            const bool isCount = p.id == "section.players" || p.id == "voice.count";
            return isCount ? players.integer (1, players.integer (0, 5) == 0 ? 16 : 4) : players.valueOf (p);
        };
        addKnob (placeOf ("section.players"), players.integer (2, players.integer (0, 5) == 0 ? 16 : 6));
        addKnob (placeOf ("voice.count"), players.integer (1, 4));
        for (int keys = players.integer (3, 12); keys > 0; --keys)
        {
            const int on = any(), key = players.integer (30, 100);
            add (on, noteOn (0, key, players.uniform (0.01, 1.0)));
            add (players.integer (on, panel.samples), event (0, Type::noteOff, key, 0.5));
        }
        for (int turns = players.integer (2, 12); turns > 0; --turns)
        {
            const auto index = placeOf (knobs[players.integer (0, static_cast<int> (std::size (knobs)) - 1)]);
            const auto turn =
                event (0, Type::setParameter, static_cast<int> (index), valueFor (parameterTable()[index]));
            add (any(), turn);
        }
    }

    PerformanceEvent motion (int channel)
    {
        static constexpr int controllers[] = { 1, 2, 5, 7, 10, 11, 64, 65, 66, 67, 74, 84, 120, 121, 123 };
        const double unit = random.uniform (0.0, 1.0), both = random.uniform (-1.0, 1.0);
        switch (random.integer (0, 11))
        {
            case 0: return event (0, Type::notePressure, random.integer (20, 108), unit, channel);
            case 1: return event (0, Type::channelPressure, 0, unit, channel);
            case 2: return event (0, Type::pitchBend, 0, both, channel);
            case 3: return event (0, Type::tempo, 0, random.uniform (30.0, 300.0));
            case 4: return event (0, Type::position, 0, random.uniform (0.0, 100.0));
            case 5: return event (0, Type::tuneOctave, random.integer (0, 11), both);
            case 6: return event (0, Type::tuneAll, 0, both);
            case 7:
            {
                const auto index = anyKnob();
                return event (0, Type::modulate, static_cast<int> (index),
                              allows (parameterTable()[index]) ? both : 0.0);
            }
            case 8: return chance (0.1) ? event (0, Type::panic) : event (0, Type::bar, 0, random.uniform (1.0, 8.0));
            default: return control (0, controllers[random.integer (0, 14)], unit, channel);
        }
    }

    /** Lets go of all keys and pedals. */
    void leave (int from)
    {
        for (int channel = 0; channel < 16; ++channel)
            for (const int number : { 64, 66, Controller::allNotesOff })
                add (from, control (0, number, 0.0, channel));
    }

    Random random, players;
    Panel panel;
    double atEnds = 0.0;
};

inline Patch presetOf (std::uint64_t seed, const Patch& before, const Panel& panel)
{
    Random random (seed);
    auto patch = before;
    for (const auto& p : parameterTable())
        if (mayTurn (p, panel.isLiteral, panel.isLeft()) && random.integer (0, 4) == 0)
            p.in (patch) = random.valueOf (p);
    return patch;
}

inline Modulation modulationOf (std::uint64_t seed, bool isLeft)
{
    Random random (seed);
    Modulation modulation;
    const auto target = [&random, isLeft]
    {
        std::size_t index = 0;
        do
            index = static_cast<std::size_t> (random.integer (0, static_cast<int> (parameterTable().size()) - 1));
        while (! canBeModulated (parameterTable()[index]) || (isLeft && movesHands (parameterTable()[index])));
        return ModulationTarget { index, random.uniform (-1.0, 1.0), random.uniform (-1.0, 1.0) };
    };
    for (auto& slot : modulation.slots)
        if (random.integer (0, 2) == 0)
            slot = { static_cast<ModulationSource> (random.integer (0, static_cast<int> (modulationSourceCount) - 1)),
                     target() };
    for (auto& macro : modulation.macros)
        for (int links = random.integer (-2, 3); links > 0; --links)
            macro.to.push_back (target());
    return modulation;
}

inline Tuning tuningOf (std::uint64_t seed)
{
    Random random (seed);
    Tuning tuning;
    for (double& note : tuning.notes)
        note = random.integer (0, 19) == 0 ? Tuning::silent : note + random.uniform (-1.0, 1.0);
    return tuning;
}

inline DrawnGesture gestureOf (std::uint64_t seed)
{
    Random random (seed);
    DrawnGesture gesture;
    for (std::size_t kind = 0; kind < gestureTrackCount; ++kind)
    {
        double time = 0.0;
        for (int points = random.integer (0, 6); points > 0; --points)
        {
            const auto& range = DrawnGesture::ranges[kind];
            gesture.tracks[kind].add (
                { time, random.uniform (range.lowest, range.highest), random.uniform (-1.0, 1.0) });
            time += random.uniform (0.0, 1.0 - time);
        }
    }
    return gesture;
}

inline std::shared_ptr<const BoxResponse> boxOf (std::uint64_t seed)
{
    Random random (seed);
    auto response = std::make_shared<BoxResponse>();
    response->sampleRate = 48000.0;
    for (auto* ear : { &response->left, &response->right })
        for (int n = 0; n < 200; ++n)
            ear->push_back (random.uniform (-1.0, 1.0) * std::exp (-0.03 * n));
    return response;
}

inline void apply (const Happening& happening, Synth& synth, const Panel& panel)
{
    switch (happening.what)
    {
        case Happening::What::knob:
        case Happening::What::event: break;
        case Happening::What::preset: synth.setPatch (presetOf (happening.seed, synth.patch(), panel)); break;
        case Happening::What::modulation: synth.setModulation (modulationOf (happening.seed, panel.isLeft())); break;
        case Happening::What::tuning: synth.setTuning (tuningOf (happening.seed)); break;
        case Happening::What::body:
        {
            Random random (happening.seed);
            synth.setCustomBody (*randomTable (random));
            break;
        }
        case Happening::What::gesture: synth.setGesture (gestureOf (happening.seed)); break;
        case Happening::What::box: synth.setBoxResponse (boxOf (happening.seed)); break;
    }
}

/** How a panel is played: none of it may be heard. */
struct Manner
{
    std::uint64_t cuts = 0; // seed of the blocks' sizes; 0: as long as can be
    bool booked = true;
    bool toggles = false; // its books, now and then
    bool probed = false, watched = false;
    /** The least peaks of both slots' books [J], which are not whole where they are open now and then only. */
    std::array<double, 2> peaks {};
};

struct Outcome
{
    Rendering sound;
    double residual = 0.0; // relative to the peak, or not a number
    double created = 0.0;  // [J]
    double grown = 0.0;    // by the largest step while left alone, relative to the peak
    bool isSilenced = false;
    double roundingOfBooks = 0.0;   // see Panel
    std::array<double, 2> peaks {}; // of both slots' books [J]
    std::uint64_t steps = 0;        // of strings, each with all its contacts, as far as they are booked

    std::string fault () const
    {
        const auto number = [] (double x) { return Happening::shortestOf (x); };
        for (const auto* channel : { &sound.left, &sound.right })
            for (std::size_t n = 0; n < channel->size(); ++n)
                if (! std::isfinite ((*channel)[n]))
                    return "sample " + std::to_string (n) + " is no number";
        if (isSilenced)
            return "something was no number";
        if (! (residual <= roundingOfBooks))
            return "the books are off by " + number (residual);
        if (created > 0.0)
            return "created " + number (created) + " J";
        if (! (grown <= 1e-13))
            return "left alone the energy grew by " + number (grown);
        return {};
    }
};

/** Plays a panel, on a new engine or on one that is silent at the panel's rate. */
class Player
{
    std::unique_ptr<Synth> made;

public:
    Player (const Panel& itsPanel, const Manner& itsManner, Synth* used = nullptr)
        : made (used == nullptr ? std::make_unique<Synth>() : nullptr), synth (used == nullptr ? *made : *used),
          panel (itsPanel), manner (itsManner), random (itsManner.cuts),
          frames (itsManner.probed ? 2 * static_cast<std::size_t> (itsPanel.samples) : 0)
    {
        const auto count = static_cast<std::size_t> (panel.samples);
        out.sound = { std::vector<double> (count), std::vector<double> (count) };
        out.roundingOfBooks = panel.roundingOfBooks();
        for (std::size_t n = 0; n < count; ++n)
            drive.push_back (std::sin (0.03 * static_cast<double> (n)) * (n % 500 < 250 ? 1.0 : 0.3));
        if (made != nullptr)
            synth.prepare (panel.rate);
        auto patch = Patch::defaults();
        patch.qualityLedger = manner.booked ? 1.0 : 0.0;
        for (; next < panel.happenings.size() && panel.happenings[next].at < 0; ++next)
            parameterTable()[panel.happenings[next].event.index].in (patch) = panel.happenings[next].event.value;
        synth.setPatch (patch);
        if (manner.watched)
            synth.pictures().addViewer();
    }

    virtual ~Player() = default;

    Outcome play ()
    {
        ProbeBuffer probes { frames.data(), frames.size(), 0 };
        for (int done = 0; done < panel.samples;)
        {
            for (; isNext (done + 1) && ! panel.happenings[next].isInBlock(); ++next)
                apply (panel.happenings[next], synth, panel);
            int size = blockAt (done);
            const auto events = eventsOf (done, size);
            render (events, out.sound.left.data() + done, out.sound.right.data() + done, size,
                    manner.probed ? &probes : nullptr, drive.data() + done);
            done += size;
            if (looksForGrowth (done))
                lookForGrowth();
        }
        readBooks();
        return std::move (out);
    }

protected:
    virtual void render (std::span<const PerformanceEvent> events, double* left, double* right, int samples,
                         ProbeBuffer* probes, const double* itsDrive)
    {
        synth.render (events, left, right, samples, probes, itsDrive);
    }

    Synth& synth;

private:
    bool isNext (int before) const { return next < panel.happenings.size() && panel.happenings[next].at < before; }
    bool looksForGrowth (int done) const { return manner.booked && ! manner.toggles && done >= panel.leftAloneFrom; }

    int blockAt (int done)
    {
        static constexpr int sizes[] = { 0, 1, 1, 1, 2, 3, 7, 16, 31, 32, 33, 64, 100, 700 };
        const int any = sizes[random.integer (0, static_cast<int> (std::size (sizes)) - 1)];
        const int size = manner.cuts != 0 ? any : looksForGrowth (done) ? limits::controlInterval : panel.samples;
        return std::min (size, panel.samples - done);
    }

    /** Events of a block, which ends where something is done between two. */
    std::vector<PerformanceEvent> eventsOf (int done, int& size)
    {
        std::vector<PerformanceEvent> events;
        if (manner.toggles && size > 0 && random.integer (0, 9) == 0)
            events.push_back (setParameter (0, "quality.ledger", random.integer (0, 1)));
        for (; isNext (done + size); ++next)
        {
            if (! panel.happenings[next].isInBlock())
            {
                size = panel.happenings[next].at - done;
                break;
            }
            events.push_back (panel.happenings[next].event);
            events.back().offset = panel.happenings[next].at - done;
        }
        return events;
    }

    void lookForGrowth ()
    {
        const auto& books = synth.ledger();
        if (before >= 0.0 && books.peakEnergy > 0.0)
            out.grown = std::max (out.grown, (books.storedEnergy - before) / books.peakEnergy);
        before = books.storedEnergy;
    }

    void readBooks ()
    {
        for (std::size_t slot = 0; slot < 2; ++slot)
        {
            const auto* const books = slot == 0 ? &synth.ledger() : &synth.ledgerOfSlotB();
            out.peaks[slot] = books->peakEnergy;
            const double wider = manner.peaks[slot] > books->peakEnergy ? books->peakEnergy / manner.peaks[slot] : 1.0;
            const double residual = books->relativeResidual() * wider;
            out.steps += books->steps;
            if (! (residual <= out.residual))
                out.residual = residual;
            if (! panel.isLiteral && books->generatorSteps > 0)
                out.created += books->created;
        }
        MeterFrame meters;
        while (synth.collectMeters (meters))
            out.isSilenced = out.isSilenced || meters.nonFiniteBlocks > 0;
    }

    const Panel& panel;
    Manner manner;
    Random random; // of cuts
    Outcome out;
    std::vector<double> drive;
    std::vector<ProbeFrame> frames;
    std::size_t next = 0; // of the happenings
    double before = -1.0; // [J] stored at the last look
};

/** The panels from the first on and before the last: so many, or those that are asked for. */
inline std::pair<std::uint64_t, std::uint64_t> askedPanels (int usual)
{
    const char* const asked = std::getenv ("KOLOPHON_PANEL");
    if (asked == nullptr || *asked == '\0')
        return { 0, static_cast<std::uint64_t> (usual) };
    char* end = nullptr;
    const auto first = std::strtoull (asked, &end, 10);
    return { first, (*end == '-' ? std::strtoull (end + 1, nullptr, 10) : first) + 1 };
}

inline Manner otherManner (std::uint64_t seed)
{
    Random random (seed);
    const auto oneOf = [&random] (int n) { return random.integer (1, n) == 1; };
    return { seed + 1, oneOf (2), oneOf (4), oneOf (8), oneOf (8) };
}
} // namespace kolophon::test
