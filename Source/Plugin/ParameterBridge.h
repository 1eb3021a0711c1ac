#pragma once

#include "../Core/SequenceLock.h"
#include "../Synth/ParameterTable.h"
#include "../Synth/Performance.h"

#include <JuceHeader.h>

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace kolophon
{
/** One row of the parameter table as hosts see it.

    The exact value, in the table's unit, is the truth; hosts speak in floats 0…1. A host that sends back the float it
    was given changes nothing, so a preset's 0.2 stays 0.2 to the last bit. All functions are wait-free but those that
    notify. [any] */
class TableParameter final : public juce::RangedAudioParameter
{
public:
    explicit TableParameter (const ParamInfo& info);

    const ParamInfo& info;

    double exactValue () const noexcept { return value.load (std::memory_order_relaxed); }

    /** Stores the nearest valid value; NaN is ignored. Does not tell the host. */
    void setExactValue (double newValue) noexcept;

    /** What the host last asked for, where several places mean the same value (as between two choices of a menu). */
    float getValue () const override;
    void setValue (float normalised) override;
    float getDefaultValue () const override { return static_cast<float> (info.toNormalised (info.defaultValue)); }

    /** Keeps its value when presets are loaded. [any] */
    bool isLocked () const noexcept { return locked.load (std::memory_order_relaxed); }
    void setLocked (bool shouldBe) noexcept { locked.store (shouldBe, std::memory_order_relaxed); }

    /** The place 0…1 that the host asked for, when the value alone would give another one. */
    std::optional<float> ownPlace () const noexcept;
    void setOwnPlace (float normalised) noexcept;

    /** Without the unit, which hosts put there themselves: getLabel(). */
    juce::String getText (float normalised, int maximumLength) const override;
    /** With or without a unit. A text that cannot be read leaves the parameter where it is. */
    float getValueForText (const juce::String& text) const override;

    int getNumSteps () const override;
    bool isDiscrete () const override { return info.isDiscrete(); }
    bool isBoolean () const override { return info.scale == Scale::toggle; }
    /** Range and taper in the unit of the label, for hosts that speak in units (LV2): of a menu, the places of its
        choices from 0 on, with those of choices to come. */
    const juce::NormalisableRange<float>& getNormalisableRange () const override { return range; }
    /** The value in that unit. */
    float hostValue () const noexcept { return inHostUnit (exactValue()); }
    /** True where this number, in that unit, is the value but for the rounding of floats on the way. */
    bool hostMeansValue (float inUnits) const noexcept;

private:
    juce::NormalisableRange<float> rangeForHosts ();
    double valueAt (float normalised) const noexcept;
    float inHostUnit (double inTable) const noexcept { return static_cast<float> (inTable / unit.factor); }

    const HostUnit unit;
    std::atomic<double> value;
    std::atomic<float> asked; // counts only while it still means `value`
    std::atomic<bool> locked { false };
    juce::NormalisableRange<float> range;
};

/** The label of a row, with its group where the label alone would name several: hosts show names in one long list. */
std::string hostName (const ParamInfo& info);

/** What Audio Units order parameters by, out of `since`: rises with every version that brings new ones, so that they
    come behind those that hosts know. */
int versionHint (const ParamInfo& info) noexcept;

/** All rows of the table as parameters of a processor, and the way between them and the engine. */
class ParameterBridge
{
public:
    /** Adds one group per group of the table, in the table's order. [message] */
    explicit ParameterBridge (juce::AudioProcessor& processor);

    std::span<TableParameter* const> parameters () const noexcept { return rows; }
    /** All values, of one moment. [any but audio] */
    Patch patch () const;
    /** A patch with the values that locked rows have now. [any] */
    Patch sparingLocked (Patch patch) const noexcept;

    /** Sets all values exactly; whoever reads them all sees all of them or none. [any but audio] */
    void setPatch (const Patch& patch);
    /** What the player does to several knobs at once: hosts record it as gestures, the audio thread sees all of it or
        nothing. Only rows that `edit` changes are touched. [message] */
    void change (const std::function<void (Patch&)>& edit);
    /** The same, with places 0…1 by id where they say more than the value, and tells host and editor of every value
        that has changed, and of no other. [any but audio] */
    void replace (const Patch& patch, const std::map<std::string, float>& places = {});

    /** Brings `known` up to date and writes one setParameter event at offset 0 per change. Returns how many; `out`
        must have room for the whole table. While a patch is being set: none. [audio] */
    std::size_t collectChanges (Patch& known, std::span<PerformanceEvent> out) const noexcept;

private:
    Patch read () const noexcept;
    template <class Store>
    void write (Store store);

    std::vector<TableParameter*> rows; // owned by the processor
    mutable std::mutex writing; // one patch at a time, and none while another thread reads; never the audio thread
    SequenceLock lock;          // tells the audio thread of a patch that is being set
};
} // namespace kolophon
