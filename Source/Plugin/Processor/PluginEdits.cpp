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
    given.takeGesture (newGesture);
    ++editCount;
    tellHostOfEdit();
}

void PluginProcessor::setModulation (const Modulation& newModulation)
{
    given.takeModulation (newModulation);
    ++editCount;
    tellHostOfEdit();
}

void PluginProcessor::loadTuning (const KeyTuning& tuning)
{
    given.takeTuning (tuning);
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
    given.takeBody (body);
    auto patch = parameterBridge.patch();
    kolophon::takeKnobs (body, patch);
    parameterBridge.replace (parameterBridge.sparingLocked (patch));
    ++editCount;
    tellHostOfEdit();
}

void PluginProcessor::loadBox (const MeasuredBox& box)
{
    given.takeBox (box);
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
        given.takeBody (preset.customBody);
    if (now.measuredBox != preset.measuredBox)
        given.takeBox (preset.measuredBox);
    if (now.gesture != preset.gesture)
        given.takeGesture (preset.gesture);
    if (now.modulation != preset.modulation)
        given.takeModulation (preset.modulation);
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
