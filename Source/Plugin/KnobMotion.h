#pragma once

#include "../Synth/PictureFeed.h"
#include "PluginProcessor.h"

namespace kolophon
{
/** How macros and matrix move each knob: how far they may, and where it stands this moment. [message] */
class KnobMotion
{
public:
    /** On a knob's slider, 0 … 1. */
    struct Mark
    {
        bool isMoved = false;
        float from = 0.0f, to = 0.0f; // as far as it may be moved from where the hand has left it
        float now = 0.0f;             // as the latest voice plays it

        bool operator== (const Mark&) const = default;
    };

    explicit KnobMotion (PluginProcessor& itsProcessor);

    /** Thirty times a second. */
    void follow (const Patch& patch);
    /** Of a place in parameterTable(), whose knob stands at `value`. */
    Mark markOf (std::size_t parameter, double value) const;
    /** Names of what moves it: "LFO 1, Macro 2"; empty when nothing does. */
    juce::String sourcesOf (std::size_t parameter) const;
    /** Macros and matrix, as they were at the last follow(). */
    const Modulation& modulation () const noexcept { return routing; }

private:
    struct Reach
    {
        bool isMoved = false;
        double low = 0.0, high = 0.0; // of the slider's travel
    };
    void measure ();
    void add (const ModulationTarget& to, double amount, bool bipolar);

    PluginProcessor& processor;
    std::uint32_t changes;
    Modulation routing;
    std::array<double, Modulation::slotCount> amounts {}; // 0 … 1
    std::vector<Reach> reaches;
    MovedKnobs moved;
};
} // namespace kolophon
