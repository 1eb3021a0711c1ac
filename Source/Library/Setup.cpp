// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Files/Bytes/DecodedText.h"
#include "../Files/Songs/PerformanceFile.h"
#include "Handle.h"

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kolophon::library
{
ErrorText& errorOf (const kolophon_synth* synth) noexcept
{
    thread_local ErrorText withoutSynth;
    return synth != nullptr ? synth->error : withoutSynth;
}

kolophon_status refuse (const kolophon_synth* synth, kolophon_status status, std::string_view field,
                        std::string_view problem) noexcept
{
    errorOf (synth).clear().add (field).add (": ").add (problem);
    return status;
}

kolophon_status checkRange (const kolophon_synth* synth, std::string_view field, double value, Range range,
                            bool wholeNumbers) noexcept
{
    const bool inside = value >= range.low && value <= range.high; // false for NaN
    if (inside && ! (wholeNumbers && value != std::round (value)))
        return KOLOPHON_OK;
    auto& text = errorOf (synth).clear().add (field).add (": ").add (value);
    text.add (inside ? " is not a whole number" : " is not in its range").add ("; allowed: ");
    text.add (range.low).add (" to ").add (range.high);
    if (! range.unit.empty())
        text.add (" ").add (range.unit);
    return KOLOPHON_INVALID_ARGUMENT;
}

namespace
{
constexpr Range sampleRates { limits::minSampleRate, limits::maxSampleRate, "Hz" };

/** Text of a caller like that of a file: without a byte order mark, with line feeds. */
std::string decoded (const char* text)
{
    return decodedText (std::string (text));
}

/** Gives a sound to the synth, all of it or, if it throws, nothing. */
void apply (kolophon_synth& handle, PluginState state)
{
    (void)tuningOf (state.preset);
    state.places.clear(); // of a host's sliders, which a library has not
    givePreset (handle.synth, state.preset);
    handle.state = std::move (state);
}
} // namespace
} // namespace kolophon::library

using namespace kolophon;
using namespace kolophon::library;

const char* kolophon_version (void)
{
    return KOLOPHON_VERSION;
}

const char* kolophon_instruction_set (void)
{
    return Synth::instructionSet();
}

kolophon_synth* kolophon_create (double sample_rate)
{
    if (checkRange (nullptr, "sample_rate", sample_rate, sampleRates) != KOLOPHON_OK)
        return nullptr;
    std::unique_ptr<kolophon_synth> made;
    const auto status = guarded (nullptr,
                                 [&]
                                 {
                                     made = std::make_unique<kolophon_synth>();
                                     made->synth.prepare (made->sampleRate = sample_rate);
                                     made->synth.setPatch (made->state.preset.patch);
                                     return KOLOPHON_OK;
                                 });
    return status == KOLOPHON_OK ? made.release() : nullptr;
}

void kolophon_destroy (kolophon_synth* synth)
{
    delete synth;
}

kolophon_status kolophon_set_sample_rate (kolophon_synth* synth, double sample_rate)
{
    if (auto fault = checkSynth (synth))
        return fault;
    if (auto fault = checkRange (synth, "sample_rate", sample_rate, sampleRates))
        return fault;
    return guarded (synth,
                    [&]
                    {
                        synth->playback.stop();
                        synth->synth.prepare (synth->sampleRate = sample_rate);
                        synth->queue.clear();
                        synth->meters = {};
                        return KOLOPHON_OK;
                    });
}

double kolophon_sample_rate (const kolophon_synth* synth)
{
    return synth != nullptr ? synth->sampleRate : 0.0;
}

kolophon_status kolophon_reset (kolophon_synth* synth)
{
    if (auto fault = checkSynth (synth))
        return fault;
    synth->playback.stop();
    synth->synth.reset();
    synth->queue.clear();
    synth->meters = {};
    return KOLOPHON_OK;
}

const char* kolophon_error (const kolophon_synth* synth)
{
    return errorOf (synth).get();
}

int32_t kolophon_preset_count (void)
{
    return static_cast<int32_t> (factoryPresetNames().size());
}

const char* kolophon_preset_name (int32_t index)
{
    // Names are pieces of longer texts.
    static const auto names = []
    {
        const auto all = factoryPresetNames();
        return std::vector<std::string> (all.begin(), all.end());
    }();
    return index >= 0 && index < kolophon_preset_count() ? names[static_cast<std::size_t> (index)].c_str() : nullptr;
}

kolophon_status kolophon_load_preset (kolophon_synth* synth, const char* name)
{
    if (auto fault = checkSynth (synth))
        return fault;
    if (auto fault = checkPointer (synth, "name", name))
        return fault;
    return guarded (synth,
                    [&]
                    {
                        const auto* preset = findFactoryPreset (name);
                        if (preset == nullptr)
                        {
                            errorOf (synth).clear().add ("name: preset not found: \"").add (name).add ("\"");
                            return KOLOPHON_NOT_FOUND;
                        }
                        PluginState state;
                        state.preset = *preset;
                        state.factoryPreset = preset->info.name;
                        apply (*synth, std::move (state));
                        synth->findings.clear();
                        return KOLOPHON_OK;
                    });
}

kolophon_status kolophon_load_json (kolophon_synth* synth, const char* json)
{
    if (auto fault = checkSynth (synth))
        return fault;
    if (auto fault = checkPointer (synth, "json", json))
        return fault;
    return guarded (synth,
                    [&]
                    {
                        Findings findings;
                        auto state = valueOrThrow (stateFromJson (decoded (json), findings));
                        auto text = findings.summary();
                        apply (*synth, std::move (state));
                        synth->findings = std::move (text);
                        return KOLOPHON_OK;
                    });
}

kolophon_status kolophon_load_performance (kolophon_synth* synth, const char* json)
{
    if (auto fault = checkSynth (synth))
        return fault;
    if (json == nullptr)
    {
        synth->playback.stop();
        return kolophon_reset (synth);
    }
    return guarded (synth,
                    [&]
                    {
                        Findings findings;
                        auto performance = valueOrThrow (performanceFromJson (decoded (json), findings));
                        auto text = findings.summary();
                        synth->playback.start (synth->synth, performance, synth->sampleRate);
                        synth->queue.clear();
                        synth->meters = {};
                        synth->state = {};
                        synth->state.preset = std::move (performance.preset);
                        synth->findings = std::move (text);
                        return KOLOPHON_OK;
                    });
}

const char* kolophon_findings (const kolophon_synth* synth)
{
    return synth != nullptr ? synth->findings.c_str() : "";
}

const char* kolophon_state (kolophon_synth* synth)
{
    if (checkSynth (synth) != KOLOPHON_OK)
        return nullptr;
    const auto status = guarded (synth,
                                 [&]
                                 {
                                     synth->state.preset.patch = synth->synth.patch();
                                     synth->stateText = stateToJson (synth->state);
                                     return KOLOPHON_OK;
                                 });
    return status == KOLOPHON_OK ? synth->stateText.c_str() : nullptr;
}

kolophon_status kolophon_set_body (kolophon_synth* synth, const char* json)
{
    if (auto fault = checkSynth (synth))
        return fault;
    return guarded (synth,
                    [&]
                    {
                        std::optional<CustomBody> body;
                        if (json != nullptr)
                            body = valueOrThrow (bodyFromJson (decoded (json)));
                        giveBody (synth->synth, body);
                        if (body)
                        {
                            auto patch = synth->synth.patch();
                            applyBodyKnobs (*body, patch);
                            synth->synth.setPatch (patch);
                        }
                        synth->state.preset.customBody = std::move (body);
                        return KOLOPHON_OK;
                    });
}

kolophon_status kolophon_set_box (kolophon_synth* synth, const double* left, const double* right, size_t count,
                                  double sample_rate)
{
    if (auto fault = checkSynth (synth))
        return fault;
    if (left != nullptr)
    {
        if (auto fault =
                checkRange (synth, "sample_rate", sample_rate, { lowestResponseRate, highestResponseRate, "Hz" }))
            return fault;
        if (auto fault = checkRange (synth, "count", static_cast<double> (count),
                                     { 1.0, longestRecording * sample_rate, "samples" }))
            return fault;
    }
    return guarded (synth,
                    [&]
                    {
                        std::optional<MeasuredBox> box;
                        if (left != nullptr)
                        {
                            Recording sound;
                            sound.sampleRate = sample_rate;
                            sound.left.assign (left, left + count);
                            if (right != nullptr)
                                sound.right.assign (right, right + count);
                            sound.silenceNonNumbers();
                            box = valueOrThrow (boxFromRecording (sound, ""));
                        }
                        giveBox (synth->synth, box);
                        if (box)
                        {
                            auto patch = synth->synth.patch();
                            patch.outBox = boxes::measured;
                            synth->synth.setPatch (patch);
                        }
                        synth->state.preset.measuredBox = std::move (box);
                        return KOLOPHON_OK;
                    });
}

kolophon_status kolophon_set_gesture (kolophon_synth* synth, const char* json)
{
    if (auto fault = checkSynth (synth))
        return fault;
    return guarded (synth,
                    [&]
                    {
                        std::optional<DrawnGesture> gesture;
                        if (json != nullptr)
                            gesture = valueOrThrow (gestureFromJson (decoded (json)));
                        synth->synth.setGesture (gesture.value_or (DrawnGesture::door()));
                        synth->state.preset.gesture = gesture;
                        return KOLOPHON_OK;
                    });
}

kolophon_status kolophon_set_tuning (kolophon_synth* synth, const char* scl, const char* kbm, double a4)
{
    if (auto fault = checkSynth (synth))
        return fault;
    if (auto fault = checkRange (synth, "a4", a4, { lowestA4, highestA4, "Hz" }))
        return fault;
    const auto in = [] (const char* place) { return [place] (const InputError& reason) { return reason.in (place); }; };
    return guarded (synth,
                    [&]
                    {
                        KeyTuning tuning;
                        tuning.a4 = a4;
                        if (scl != nullptr)
                            tuning.scale = valueOrThrow (scaleFromScl (decoded (scl)).map_error (in ("scl")));
                        if (kbm != nullptr)
                            tuning.mapping = valueOrThrow (mappingFromKbm (decoded (kbm)).map_error (in ("kbm")));
                        synth->synth.setTuning (valueOrThrow (tuningOf (tuning)));
                        synth->state.preset.tuning =
                            tuning.isEqual() ? std::nullopt : std::optional (std::move (tuning));
                        return KOLOPHON_OK;
                    });
}
