#pragma once

#include "../Synth/Patch.h"
#include "../Synth/Tuning.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/** Random front panels: what becomes of an instrument whose knobs stand anywhere. */
namespace kolophon
{
/** What is drawn at random. Every knob of the front panel stands uniformly on its way: speed, pressure, place and bite
    of the hand; the continuous knobs that the law reads; weight, decay and quality of the body. */
struct PanelSettings
{
    Patch patch = Patch::defaults(); // everything else, and what a wiggle begins from
    Tuning tuning = {};              // what keys play; those that are not mapped are not drawn
    int count = 1000;
    std::uint64_t seed = 1;
    int lowestKey = 33, highestKey = 93; // A1 to A6, drawn uniformly
    double velocity = 80.0 / 127.0;
    double within = 0.15; // [s] after the key, in which it has to speak
    double wiggle = 0.0;  // fraction of a knob's way to either side of the patch; 0: anywhere
    int threads = 1;
    std::function<bool()> interrupted = {}; // asked by any thread
};

/** One of them, played. */
struct PanelResult
{
    std::vector<double> places; // of its knobs on their ways, 0 … 1, as PanelReport::knobs lists them
    int key = 0;
    std::optional<double> cents; // from the key; nothing: it has no pitch there
    double level = 0.0;          // [dB] mean square, re full scale
    double overPreset = 0.0;     // [dB] against the patch as it stands, at this key

    bool inTune () const noexcept { return cents && *cents > -10.0 && *cents < 10.0; }
    bool isAsLoud () const noexcept { return overPreset > -6.0 && overPreset < 6.0; }
    bool speaks () const noexcept { return inTune() && isAsLoud(); }
};

struct PanelReport
{
    std::vector<std::string> knobs; // ids
    std::vector<PanelResult> results;

    /** Fraction of the panels for which `holds`. */
    double fraction (const std::function<bool (const PanelResult&)>& holds) const;
    double fractionThatSpeaks () const;

    /** The knob whose fifths differ most in how many speak, and the fractions in each fifth of its way. */
    struct Explanation
    {
        std::string knob;
        std::vector<double> fifths;
    };
    Explanation explanation () const;
};

/** The knobs of the front panel for a patch's body and law: ids. */
std::vector<std::string> frontPanel (const Patch& patch);

/** The keys that the settings draw from. */
std::vector<int> keysOf (const PanelSettings& settings);

/** Draws and plays them. The same settings give the same numbers, whatever the threads. Box, room, width and guard are
    off: what counts is whether the body speaks. Nothing where it was interrupted. There must be a key to play. */
std::optional<PanelReport> playPanels (const PanelSettings& settings);
} // namespace kolophon
