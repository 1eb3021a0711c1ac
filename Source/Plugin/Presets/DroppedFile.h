// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Presets/PresetFile.h"

#include <JuceHeader.h>

#include <atomic>
#include <functional>
#include <future>
#include <variant>

namespace kolophon
{
/** Contents of a file dropped on the window: a preset; a body, also one estimated from the recording of a tap; or a
    scale or keyboard mapping, which replaces its half of a tuning. On a knob of the box, a recording is the response of
    a box. */
using DroppedFile = std::variant<Preset, CustomBody, KeyTuning, MeasuredBox>;

/** Part of the window that a file was dropped on. */
enum class DropPlace { window, box };

/** Tells by its name's ending whether a file may be dropped. */
bool canBeDropped (const juce::File& file);

/** Reads the file; the error says why it is not one of these. A recording takes most of a second. `tuning`: the tuning
    that a scale or a mapping changes. Cancels within milliseconds once `stopped` returns true. [any but audio] */
Result<DroppedFile> readDroppedFile (const juce::File& file, const KeyTuning& tuning = {},
                                     const std::function<bool()>& stopped = {}, DropPlace on = DropPlace::window);

/** Reads one dropped file at a time on a thread of its own, which ends before this object does. [message] */
class DroppedFileReader
{
public:
    ~DroppedFileReader() { closing = true; }

    bool isReading () const noexcept { return reading.valid(); }
    void start (const juce::File& file, const KeyTuning& tuning, DropPlace on);
    /** Contents of the file once it has been read; nullopt before. */
    std::optional<Result<DroppedFile>> take ();

private:
    std::atomic<bool> closing { false }; // cancels reading
    std::future<Result<DroppedFile>> reading;
};

/** Reads the impulse response of a box. [any but audio] */
Result<MeasuredBox> readBox (const juce::File& file);

/** Replaces the scale (.scl) or the keyboard mapping (.kbm) of `tuning`; the error says why that is not possible. [any
    but audio] */
Result<KeyTuning> readTuning (const juce::File& file, KeyTuning tuning);

/** Reads a preset file; the preset takes the file's name if it has none of its own. The warning is one line that lists
    the parts that could not be used as written. [any but audio] */
Result<Preset> readPreset (const juce::File& file);
} // namespace kolophon
