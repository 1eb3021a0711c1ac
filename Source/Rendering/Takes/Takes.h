// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Json/Json.h"
#include "../../Files/Presets/PresetFile.h"
#include "../Finishing.h"
#include "../Renderer.h"
#include "Variation.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

/** Takes: the same gesture many times, each a little different. Take number i of a seed is the same to the last bit,
    whatever else is rendered beside it, on however many threads. */
namespace kolophon
{
struct TakeSession
{
    Preset preset;
    std::vector<Variation> variations;
    double gestureVariation = 0.0; // fraction by which drawing::varied() moves the drawn gesture
    std::uint64_t seed = 1;
    int count = 1, sampleRate = 48000;
    Finishing finishing;
    int jobs = 0; // threads; 0: one per processor

    /** Plays the gesture with a take's preset. From several threads at once. */
    std::function<RenderResult (const Preset&, const RenderSinks&)> play;
    std::function<bool()> stopped {};     // asked by any thread
    std::vector<std::string> warnings {}; // of the files that were read
};

struct RenderedTake
{
    int number = 1; // from 1
    Patch patch {};
    std::optional<DrawnGesture> gesture {}; // of its preset
    StereoSound sound;
    Finished finished;
    RenderResult result;
};

/** Renders them all. `keep` gets each as soon as it is finished, from several threads at
    once and in no order. After `stopped` the rest is missing. */
void renderTakes (const TakeSession& session, const std::function<void (RenderedTake)>& keep);

/** A file's name out of a pattern: {i} is the take's number, {i:03} the same with at least three digits; {{ and }} are
    braces. Or one sentence that says what is wrong with the pattern. */
Result<std::string> takeName (std::string_view pattern, int number);

/** One line of the manifest. */
struct TakeEntry
{
    std::string file;
    RenderedTake take; // without its samples
};

/** Entry of a take in the manifest. */
Json takeJson (const TakeSession& session, const TakeEntry& entry);

/** Manifest of the rendered takes, with the command that reproduces them, as JSON. `command` as it was typed. */
std::string takesManifest (const TakeSession& session, const std::vector<Json>& takes, const std::string& gesture,
                           const std::string& command);
} // namespace kolophon
