// SPDX-License-Identifier: GPL-3.0-or-later
#include "PluginProcessor.h"

/** Inputs of the synth other than its knobs: body, box, gesture, modulation and tuning; and the last minute, which
    refers to them by number. */
namespace kolophon
{
namespace
{
/** Objects kept of each kind, for references from the log: dragging produces some ten per second, for a minute. */
constexpr std::size_t keptThings = 1024;
constexpr std::size_t keptBoxes = 64; // up to 3 MB each

/** Keeps an object under its number, and discards the oldest. */
template <class Thing>
void keep (std::map<std::uint32_t, std::optional<Thing>>& things, std::uint32_t number,
           const std::optional<Thing>& thing, std::size_t most = keptThings)
{
    things[number] = thing;
    if (things.size() > most)
        things.erase (things.begin());
}
} // namespace

/** Sets the synth's body to that of a preset, or to its built-in set of modes. */
void PluginProcessor::takeCustomBody (const std::optional<CustomBody>& body)
{
    const std::scoped_lock lock (ownPresetMutex);
    customBody = body;
    const auto number = giveBody (synth, body);
    keep (given.bodies, number, body);
    customBodyNumber = number;
}

/** Sets the synth's measured box to that of a preset, or to none. */
void PluginProcessor::takeMeasuredBox (const std::optional<MeasuredBox>& box)
{
    const std::scoped_lock alone (boxMutex);
    if (! box && ! currentBox())
        return;
    const auto number = giveBox (synth, box); // takes its time
    const std::scoped_lock lock (ownPresetMutex);
    measuredBox = box;
    keep (given.boxes, number, box, keptBoxes);
}

std::optional<MeasuredBox> PluginProcessor::currentBox() const
{
    const std::scoped_lock lock (ownPresetMutex);
    return measuredBox;
}

std::optional<CustomBody> PluginProcessor::currentBody() const
{
    const std::scoped_lock lock (ownPresetMutex);
    return customBody;
}

/** Sets the synth's gesture to that of a preset, or to the default. */
void PluginProcessor::takeGesture (const std::optional<DrawnGesture>& drawn)
{
    const std::scoped_lock lock (ownPresetMutex);
    gesture = drawn;
    keep (given.gestures, synth.setGesture (drawn.value_or (DrawnGesture::door())), drawn);
}

DrawnGesture PluginProcessor::currentGesture() const
{
    const std::scoped_lock lock (ownPresetMutex);
    return gesture.value_or (DrawnGesture::door());
}

void PluginProcessor::setGesture (const DrawnGesture& newGesture)
{
    takeGesture (newGesture);
    ++editCount;
    updateHostDisplay (ChangeDetails().withNonParameterStateChanged (true));
}

/** Sets the synth's macros and matrix. */
void PluginProcessor::takeModulation (const Modulation& newModulation)
{
    const std::scoped_lock lock (ownPresetMutex);
    routing = newModulation;
    keep (given.modulations, synth.setModulation (routing), std::optional (routing));
    ++modulationCount;
}

Modulation PluginProcessor::modulation() const
{
    const std::scoped_lock lock (ownPresetMutex);
    return routing;
}

void PluginProcessor::setModulation (const Modulation& newModulation)
{
    takeModulation (newModulation);
    ++editCount;
    updateHostDisplay (ChangeDetails().withNonParameterStateChanged (true));
}

/** Sets the tuning, or equal temperament. */
void PluginProcessor::takeTuning (const std::optional<KeyTuning>& asked)
{
    const auto keys = tuningOf (asked.value_or (KeyTuning()));
    if (! keys) // already reported as invalid when it was read
        return;
    const std::scoped_lock lock (ownPresetMutex);
    tuning = asked;
    keep (given.tunings, synth.setTuning (*keys), asked);
}

void PluginProcessor::loadTuning (const KeyTuning& asked)
{
    takeTuning (asked);
    updateHostDisplay (ChangeDetails().withNonParameterStateChanged (true));
}

KeyTuning PluginProcessor::currentTuning() const
{
    const std::scoped_lock lock (ownPresetMutex);
    return tuning.value_or (KeyTuning());
}

std::optional<RecordedPerformance> PluginProcessor::lastMinute() const
{
    auto logged = log.copy();
    if (! logged)
        return std::nullopt;
    RecordedPerformance performance { currentPreset(), *std::move (logged), {} };
    const std::scoped_lock lock (boxMutex, ownPresetMutex);
    performance.given = given;
    const auto thing = [] (const auto& things, std::uint32_t number)
    {
        const auto found = things.find (number);
        return found != things.end() ? found->second : typename std::decay_t<decltype (things)>::mapped_type();
    };
    performance.preset.patch = performance.log.patch;
    performance.preset.gesture = thing (given.gestures, performance.log.given.gesture);
    performance.preset.customBody = thing (given.bodies, performance.log.given.body);
    performance.preset.measuredBox = thing (given.boxes, performance.log.given.box);
    performance.preset.tuning = thing (given.tunings, performance.log.given.tuning);
    performance.preset.modulation = thing (given.modulations, performance.log.given.modulation).value_or (Modulation());
    return performance;
}

void PluginProcessor::loadBody (const CustomBody& body)
{
    takeCustomBody (body);
    auto patch = parameterBridge.patch();
    kolophon::takeKnobs (body, patch);
    parameterBridge.replace (parameterBridge.sparingLocked (patch));
    ++editCount;
    updateHostDisplay (ChangeDetails().withNonParameterStateChanged (true));
}

void PluginProcessor::loadBox (const MeasuredBox& box)
{
    takeMeasuredBox (box);
    auto patch = parameterBridge.patch();
    patch.outBox = boxes::measured;
    parameterBridge.replace (parameterBridge.sparingLocked (patch));
    ++editCount;
    updateHostDisplay (ChangeDetails().withNonParameterStateChanged (true));
}

void PluginProcessor::setWords (const PresetInfo& words)
{
    if (program.load() < ownProgram())
        return;
    {
        const std::scoped_lock lock (ownPresetMutex);
        ownPreset.info = words;
        ownPreset.claims = {};
    }
    announceProgram();
}

void PluginProcessor::restore (const Preset& preset)
{
    const auto now = currentPreset();
    if (now.customBody != preset.customBody)
        takeCustomBody (preset.customBody);
    if (now.measuredBox != preset.measuredBox)
        takeMeasuredBox (preset.measuredBox);
    if (now.gesture != preset.gesture)
        takeGesture (preset.gesture);
    if (now.modulation != preset.modulation)
        takeModulation (preset.modulation);
    parameterBridge.change ([&preset] (Patch& patch) { patch = preset.patch; });
    updateHostDisplay (ChangeDetails().withNonParameterStateChanged (true));
}

void PluginProcessor::setLocked (TableParameter& parameter, bool shouldBe)
{
    if (parameter.isLocked() == shouldBe)
        return;
    parameter.setLocked (shouldBe);
    updateHostDisplay (ChangeDetails().withNonParameterStateChanged (true));
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
