// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Feeds/PictureFeed.h"
#include "../../Synth/Parameters/Modulation.h"
#include "../Session/InstrumentSession.h"

namespace kolophon
{
/** Modulation of each knob by macros and matrix: its range and its current value. [message] */
class KnobMotion
{
public:
    /** Positions on a knob's slider, 0 … 1. */
    struct Mark
    {
        bool isMoved = false;
        float from = 0.0f, to = 0.0f; // the range of modulation around the value set by hand
        float now = 0.0f;             // the value that the latest voice plays

        bool operator== (const Mark&) const = default;
    };

    explicit KnobMotion (InstrumentSession& itsSession);

    /** Called thirty times per second. */
    void follow (const Patch& patch);
    /** Mark of the parameter at this index of parameterTable(), with its knob at `value`. */
    Mark markOf (std::size_t parameter, double value) const;
    /** Names of the knob's modulation sources: "LFO 1, Macro 2"; empty without modulation. */
    juce::String sourcesOf (std::size_t parameter) const;
    /** Macros and matrix at the last follow(). */
    const Modulation& modulation () const noexcept { return routing; }

private:
    struct Reach
    {
        bool isMoved = false;
        double low = 0.0, high = 0.0; // of the slider's travel
    };
    void measure ();
    void add (const ModulationTarget& to, double amount, bool bipolar);

    InstrumentSession& session;
    std::uint32_t changes;
    Modulation routing;
    std::array<double, Modulation::slotCount> amounts {}; // 0 … 1
    std::vector<Reach> reaches;
    MovedKnobs moved;
};
} // namespace kolophon
