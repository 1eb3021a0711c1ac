// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Synth/Control/Tuning.h"
#include "../Synth/Parameters/Patch.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

/** Random front panels: statistics of an instrument whose knobs are at random positions. */
namespace kolophon
{
/** Settings of the random draw. Every knob of hand, contact and body that is in use gets a uniformly distributed
    position in its range, and so do those of what touches beside the bow, of the spring that presses it, and of a
    second body. Tune keeps the note within the keys that are drawn from. Surface and tension stand as they are. */
struct PanelSettings
{
    Patch patch = Patch::defaults(); // all other values; also the centre of `wiggle`
    Tuning tuning = {};              // of the keys; keys that are not mapped are not drawn
    int count = 1000;
    std::uint64_t seed = 1;
    int lowestKey = 33, highestKey = 93; // A1 to A6, drawn uniformly
    double velocity = 80.0 / 127.0;
    double within = 0.15; // [s] after note-on: latest time at which the note has to speak
    double wiggle = 0.0;  // fraction of a knob's range to either side of the patch; 0: anywhere
    int threads = 1;
    std::function<bool()> interrupted = {}; // called from any thread
};

/** Result of one random panel. */
struct PanelResult
{
    std::vector<double> places; // positions of its knobs, 0 … 1, in the order of PanelReport::knobs
    int key = 0;
    std::optional<double> cents; // deviation from the key; nullopt: no pitch at that time
    double level = 0.0;          // [dB] mean square, re full scale
    double overPreset = 0.0;     // [dB] relative to the unchanged patch at the same pitch

    bool isAsLoud () const noexcept { return overPreset > -6.0 && overPreset < 6.0; }

    /** At the key, within 10 cents: how loud is asked of its speed and place. */
    bool speaks () const noexcept { return cents && *cents > -10.0 && *cents < 10.0; }
};

struct PanelReport
{
    std::vector<std::string> knobs; // ids
    std::vector<PanelResult> results;

    /** Fraction of the panels for which `holds` returns true. */
    double fraction (const std::function<bool (const PanelResult&)>& holds) const;
    double fractionThatSpeaks () const;

    /** The knob that affects speaking most: with its range divided into fifths, the fraction of panels that speak
        differs most between them. And these fractions. */
    struct Explanation
    {
        std::string knob;
        std::vector<double> fifths;
    };
    Explanation explanation () const;
};

/** Ids of the knobs that are drawn for a patch: those that its body, law and hand use. */
std::vector<std::string> frontPanel (const Patch& patch);

/** The keys that are drawn from. */
std::vector<int> keysOf (const PanelSettings& settings);

/** Draws the panels: their knobs and keys, nothing heard yet. */
PanelReport drawPanels (const PanelSettings& settings);

/** Draws and plays the panels. Equal settings give equal results, for any number of threads. Box, room, width and
    guard are off, because only the body is judged. Nullopt if interrupted. Precondition: keysOf() is not empty. */
std::optional<PanelReport> playPanels (const PanelSettings& settings);
} // namespace kolophon
