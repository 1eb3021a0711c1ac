// SPDX-License-Identifier: GPL-3.0-or-later
#include "GivenParts.h"

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

void GivenParts::prepare (double sampleRate)
{
    const std::scoped_lock alone (boxMutex);
    synth.prepare (sampleRate);
}

void GivenParts::setBody (const std::optional<CustomBody>& newBody)
{
    const std::scoped_lock lock (mutex);
    currentBody = newBody;
    const auto number = giveBody (synth, newBody);
    keep (given.bodies, number, newBody);
    numberOfBody = number;
}

void GivenParts::setBox (const std::optional<MeasuredBox>& newBox)
{
    const std::scoped_lock alone (boxMutex);
    if (! newBox && ! box())
        return;
    const auto number = giveBox (synth, newBox); // takes its time
    const std::scoped_lock lock (mutex);
    currentBox = newBox;
    keep (given.boxes, number, newBox, keptBoxes);
}

void GivenParts::setGesture (const std::optional<DrawnGesture>& newGesture)
{
    const std::scoped_lock lock (mutex);
    currentGesture = newGesture;
    keep (given.gestures, synth.setGesture (newGesture.value_or (DrawnGesture::door())), newGesture);
}

void GivenParts::setModulation (const Modulation& newModulation)
{
    const std::scoped_lock lock (mutex);
    currentModulation = newModulation;
    keep (given.modulations, synth.setModulation (newModulation), std::optional (newModulation));
    ++changesOfModulation;
}

void GivenParts::setTuning (const std::optional<KeyTuning>& newTuning)
{
    const auto keys = tuningOf (newTuning.value_or (KeyTuning()));
    if (! keys)
        return;
    const std::scoped_lock lock (mutex);
    currentTuning = newTuning;
    keep (given.tunings, synth.setTuning (*keys), newTuning);
}

void GivenParts::writeTo (Preset& preset) const
{
    const std::scoped_lock lock (mutex);
    preset.customBody = currentBody;
    preset.measuredBox = currentBox;
    preset.gesture = currentGesture;
    preset.tuning = currentTuning && ! currentTuning->isEqual() ? currentTuning : std::nullopt;
    preset.modulation = currentModulation;
}

bool GivenParts::differFrom (const Preset& preset) const
{
    const std::scoped_lock lock (mutex);
    return preset.customBody != currentBody || preset.measuredBox != currentBox || preset.gesture != currentGesture ||
           preset.modulation != currentModulation || (preset.tuning && preset.tuning != currentTuning);
}

void GivenParts::complete (RecordedPerformance& performance) const
{
    {
        const std::scoped_lock lock (boxMutex, mutex);
        performance.given = given;
    }
    const auto thing = [] (const auto& things, std::uint32_t number)
    {
        const auto found = things.find (number);
        return found != things.end() ? found->second : typename std::decay_t<decltype (things)>::mapped_type();
    };
    const auto& things = performance.given;
    const auto& first = performance.log.given;
    auto& preset = performance.preset;
    preset.gesture = thing (things.gestures, first.gesture);
    preset.customBody = thing (things.bodies, first.body);
    preset.measuredBox = thing (things.boxes, first.box);
    preset.tuning = thing (things.tunings, first.tuning);
    preset.modulation = thing (things.modulations, first.modulation).value_or (Modulation());
}
} // namespace kolophon
