// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Songs/PerformanceFile.h"
#include "../../Synth/Synth.h"

#include <atomic>
#include <mutex>

namespace kolophon
{
/** Inputs of the synth other than its knobs, as they were given last: body, box, gesture, modulation and tuning; and
    those of the last minute, to which the log refers by number. Where one is empty, the synth plays its own. [any but
    audio] */
class GivenParts
{
public:
    explicit GivenParts (Synth& itsSynth) noexcept : synth (itsSynth) {}

    /** Prepares the synth, while no box is being prepared. */
    void prepare (double sampleRate);

    void setBody (const std::optional<CustomBody>& newBody);
    void setBox (const std::optional<MeasuredBox>& newBox);
    void setGesture (const std::optional<DrawnGesture>& newGesture);
    void setModulation (const Modulation& newModulation);
    /** Does nothing for a tuning that is not valid, as the reader has reported. */
    void setTuning (const std::optional<KeyTuning>& newTuning);

    std::optional<CustomBody> body () const { return read (currentBody); }
    std::optional<MeasuredBox> box () const { return read (currentBox); }
    DrawnGesture gesture () const { return read (currentGesture).value_or (DrawnGesture::door()); }
    Modulation modulation () const { return read (currentModulation); }
    KeyTuning tuning () const { return read (currentTuning).value_or (KeyTuning()); }
    /** Numbers that change with body and modulation. [any] */
    std::uint32_t bodyNumber () const noexcept { return numberOfBody.load (std::memory_order_relaxed); }
    std::uint32_t modulationChanges () const noexcept { return changesOfModulation.load (std::memory_order_relaxed); }

    /** Writes all of them into a preset. */
    void writeTo (Preset& preset) const;
    /** True if the preset has others; one without a tuning keeps that of the keys. */
    bool differFrom (const Preset& preset) const;
    /** Completes a performance whose log and preset are there: with what the log refers to, and the parts of its
        beginning. */
    void complete (RecordedPerformance& performance) const;

private:
    template <class Value>
    Value read (const Value& value) const
    {
        const std::scoped_lock lock (mutex);
        return value;
    }

    Synth& synth;
    mutable std::mutex boxMutex; // while a box is prepared, for a preset or a rate; before the other, if both are held
    mutable std::mutex mutex;    // of all that follows
    std::optional<CustomBody> currentBody;
    std::optional<MeasuredBox> currentBox;
    std::optional<DrawnGesture> currentGesture;
    std::optional<KeyTuning> currentTuning;
    Modulation currentModulation;
    GivenThings given;
    std::atomic<std::uint32_t> numberOfBody { 0 }, changesOfModulation { 0 };
};
} // namespace kolophon
