// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Analysis/Notes/RecordedStrings.h"
#include "../../Files/Presets/PresetFile.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kolophon
{
/** A note that was measured. */
struct MeasuredNote
{
    std::string name; // a file's, or a key's
    NoteMeasures measures;
    std::optional<double> loudness;       // [LUFS]
    std::optional<NoteDistance> distance; // where a family was named
    std::vector<std::string> warnings {}; // of the file's reader
};

/** Playing of a preset's notes for measurement. */
struct NoteSession
{
    std::vector<int> keys;
    double seconds = 2.5; // held; 0.3 s more are rendered
    int velocity = 80;    // 80: the preset as it stands
    int sampleRate = 48000;
    std::optional<StringFamily> family;
    int jobs = 0; // threads; 0: one per processor
    std::function<bool()> stopped;
};

/** Plays and measures every key by itself, all in parallel: the pitch is the key's. Each is another stroke:
    voice.seed grows by one from
    key to key. Throws InputError where a note can't be measured. Notes after `stopped` are missing. */
std::vector<MeasuredNote> measurePreset (const Preset& preset, const NoteSession& session);

/** Measures a sound, one channel or two (measured: their mean). Throws InputError. */
MeasuredNote measuredNote (std::string name, std::span<const double> left, std::span<const double> right,
                           double sampleRate, std::optional<double> pitch, std::optional<StringFamily> family);
} // namespace kolophon
