// SPDX-License-Identifier: GPL-3.0-or-later
#include "PluginProcessor.h"

/** Edits by the windows of other things than knobs, and the last minute. */
namespace kolophon
{
/** Tells the host that its session has changed. */
void PluginProcessor::tellHostOfEdit()
{
    updateHostDisplay (ChangeDetails().withNonParameterStateChanged (true));
}

void PluginProcessor::setGesture (const DrawnGesture& newGesture)
{
    given.setGesture (newGesture);
    ++editCount;
    tellHostOfEdit();
}

void PluginProcessor::setModulation (const Modulation& newModulation)
{
    given.setModulation (newModulation);
    ++editCount;
    tellHostOfEdit();
}

void PluginProcessor::loadTuning (const KeyTuning& tuning)
{
    given.setTuning (tuning);
    tellHostOfEdit();
}

std::optional<RecordedPerformance> PluginProcessor::lastMinute() const
{
    auto logged = log.copy();
    if (! logged)
        return std::nullopt;
    RecordedPerformance performance { currentPreset(), *std::move (logged), {} };
    performance.preset.patch = performance.log.patch;
    given.complete (performance);
    return performance;
}

void PluginProcessor::loadBody (const CustomBody& body)
{
    given.setBody (body);
    auto patch = parameterBridge.patch();
    kolophon::applyBodyKnobs (body, patch);
    parameterBridge.replace (parameterBridge.sparingLocked (patch));
    ++editCount;
    tellHostOfEdit();
}

void PluginProcessor::loadBox (const MeasuredBox& box)
{
    given.setBox (box);
    auto patch = parameterBridge.patch();
    patch.outBox = boxes::measured;
    parameterBridge.replace (parameterBridge.sparingLocked (patch));
    ++editCount;
    tellHostOfEdit();
}

void PluginProcessor::setWords (const PresetInfo& words)
{
    if (loaded.setWords (words))
        announceProgram();
}

void PluginProcessor::restore (const Preset& preset)
{
    const auto now = currentPreset();
    if (now.customBody != preset.customBody)
        given.setBody (preset.customBody);
    if (now.measuredBox != preset.measuredBox)
        given.setBox (preset.measuredBox);
    if (now.gesture != preset.gesture)
        given.setGesture (preset.gesture);
    if (now.modulation != preset.modulation)
        given.setModulation (preset.modulation);
    parameterBridge.change ([&preset] (Patch& patch) { patch = preset.patch; });
    tellHostOfEdit();
}

void PluginProcessor::setLocked (TableParameter& parameter, bool shouldBe)
{
    if (parameter.isLocked() == shouldBe)
        return;
    parameter.setLocked (shouldBe);
    tellHostOfEdit();
}

void PluginProcessor::unlockAll()
{
    for (auto* parameter : parameterBridge.parameters())
        setLocked (*parameter, false);
}

std::vector<std::string> PluginProcessor::locked() const
{
    std::vector<std::string> ids;
    for (const auto* parameter : parameterBridge.parameters())
        if (parameter->isLocked())
            ids.emplace_back (parameter->info.id);
    return ids;
}
} // namespace kolophon
