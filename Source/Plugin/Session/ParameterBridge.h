// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Threads/SequenceLock.h"
#include "../../Synth/Control/Performance.h"
#include "../../Synth/Parameters/ParameterTable.h"

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
/** One row of the parameter table as hosts see it. The exact value, in the table's unit, is authoritative; hosts use
    floats 0…1. If a host sends back the float it was given, the value does not change: a preset's 0.2 stays 0.2 to the
    last bit. All functions are wait-free except those that notify. [any] */
class TableParameter final : public juce::RangedAudioParameter
{
public:
    explicit TableParameter (const Parameter& info);

    const Parameter& info;

    double exactValue () const noexcept { return value.load (std::memory_order_relaxed); }

    /** Stores the nearest valid value; ignores NaN. Does not notify the host. */
    void setExactValue (double newValue) noexcept;

    /** Returns the host's last request where several positions mean the same value (as between two choices of a menu).
        */
    float getValue () const override;
    void setValue (float normalised) override;
    float getDefaultValue () const override { return static_cast<float> (info.toNormalised (info.defaultValue)); }

    /** True if the parameter keeps its value when presets are loaded. [any] */
    bool isLocked () const noexcept { return locked.load (std::memory_order_relaxed); }
    void setLocked (bool shouldBe) noexcept { locked.store (shouldBe, std::memory_order_relaxed); }

    /** Position 0…1 requested by the host, if it differs from the one that the value gives. */
    std::optional<float> ownPlace () const noexcept;
    void setOwnPlace (float normalised) noexcept;

    /** Text without the unit, which hosts append themselves: getLabel(). */
    juce::String getText (float normalised, int maximumLength) const override;
    /** Parses a text with or without a unit. An unreadable text leaves the parameter unchanged. */
    float getValueForText (const juce::String& text) const override;

    int getNumSteps () const override;
    bool isDiscrete () const override { return info.isDiscrete(); }
    bool isBoolean () const override { return info.scale == Scale::toggle; }
    /** Range and taper in the unit of the label, for hosts that use units (LV2). Of a menu: the indices of its choices
        from 0 on, including reserved ones for later choices. */
    const juce::NormalisableRange<float>& getNormalisableRange () const override { return range; }
    /** Value in that unit. */
    float hostValue () const noexcept { return inHostUnit (exactValue()); }
    /** True if this number, in that unit, is the value up to the rounding of floats in transit. */
    bool hostMeansValue (float inUnits) const noexcept;

private:
    juce::NormalisableRange<float> rangeForHosts ();
    double valueAt (float normalised) const noexcept;
    float inHostUnit (double inTable) const noexcept { return static_cast<float> (inTable / unit.factor); }

    const HostUnit unit;
    std::atomic<double> value;
    std::atomic<float> asked; // valid only while it still means `value`
    std::atomic<bool> locked { false };
    juce::NormalisableRange<float> range;
};

/** Changes of a parameter by hand. Hosts record a drag as one gesture, and every other change as its own. [message] */
class ParameterGesture
{
public:
    explicit ParameterGesture (TableParameter& its) : parameter (its) {}
    ~ParameterGesture() { end(); }

    void begin ();
    void end ();
    void change (double value);

private:
    TableParameter& parameter;
    bool isOpen = false;
};

/** Label of a row; preceded by "B" in slot B, because hosts show both contacts in one long list. */
std::string hostName (const ParamInfo& info);

/** Version hint by which Audio Units order parameters, computed from `since`: it increases with every version that adds
    parameters, so that new ones follow those that hosts know. */
int versionHint (const ParamInfo& info) noexcept;

/** All rows of the table as parameters of a processor, and their transfer to and from the engine. */
class ParameterBridge
{
public:
    /** Adds one group per group of the table, in the table's order. [message] */
    explicit ParameterBridge (juce::AudioProcessor& processor);

    std::span<TableParameter* const> parameters () const noexcept { return rows; }
    /** Consistent copy of all values. [any but audio] */
    Patch patch () const;
    /** Returns the patch with the current values of locked rows. [any] */
    Patch sparingLocked (Patch patch) const noexcept;

    /** Sets all values exactly; a concurrent reader of all values gets either all of them or none. [any but audio] */
    void setPatch (const Patch& patch);
    /** Applies a change by the player to several knobs at once: hosts record it as gestures, the audio thread gets all
        of it or nothing. Only rows that `edit` changes are touched. [message] */
    void change (const std::function<void (Patch&)>& edit);
    /** Sets a patch, with positions 0…1 by id where they contain more than the value, and notifies host and editor of
        every value that has changed, and of no other. [any but audio] */
    void replace (const Patch& patch, const std::map<std::string, float>& places = {});

    /** Updates `known` and writes one setParameter event at offset 0 per change. Returns their number; `out` must have
        room for the whole table. Returns 0 while a patch is being set. [audio] */
    std::size_t collectChanges (Patch& known, std::span<PerformanceEvent> out) const noexcept;

private:
    Patch read () const noexcept;
    template <class Store>
    void write (Store store);

    std::vector<TableParameter*> rows; // owned by the processor
    mutable std::mutex writing; // one patch at a time, excluding readers on other threads; never the audio thread
    SequenceLock lock;          // signals a patch that is being set to the audio thread
};
} // namespace kolophon
