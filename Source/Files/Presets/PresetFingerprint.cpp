// SPDX-License-Identifier: GPL-3.0-or-later
#include "PresetFile.h"

#include "../../Core/Fnv.h"
#include "../../Synth/Parameters/ParameterTable.h"

namespace kolophon
{
namespace
{
void add (Fnv& hash, const Patch& patch) noexcept
{
    for (const auto& parameter : parameterTable())
    {
        hash.add (parameter.id);
        hash.add (parameter.in (patch));
    }
}

/** Adds a gesture. One that can be written as points keeps the fingerprint that it had before tracks existed. */
void add (Fnv& hash, const DrawnGesture& gesture) noexcept
{
    const bool corners = gesture.hasOnlyCorners();
    for (std::size_t i = 0; corners && i < static_cast<std::size_t> (gesture.tracks[0].count); ++i)
        for (const double number :
             { gesture.tracks[0].points[i].time, gesture.tracks[0].points[i].value, gesture.tracks[1].points[i].value })
            hash.add (number);
    for (const auto& track : gesture.tracks)
    {
        if (corners)
            break;
        hash.add (static_cast<double> (track.count));
        for (std::size_t i = 0; i < static_cast<std::size_t> (track.count); ++i)
            for (const double number : { track.points[i].time, track.points[i].value, track.points[i].curve })
                hash.add (number);
    }
}

void add (Fnv& hash, const Modulation& modulation) noexcept
{
    const auto target = [&hash] (const ModulationTarget& to)
    {
        hash.add (parameterTable()[to.parameter].id);
        hash.add (to.depth);
        hash.add (to.curve);
    };
    for (std::size_t n = 0; n < modulation.macros.size(); ++n)
        for (const auto& to : modulation.macros[n].to)
        {
            hash.add (static_cast<double> (n));
            target (to);
        }
    for (std::size_t n = 0; n < modulation.slots.size(); ++n)
        if (const auto& slot = modulation.slots[n]; slot.source != ModulationSource::none)
        {
            hash.add (modulationSourceNames()[static_cast<std::size_t> (slot.source)]);
            hash.add (static_cast<double> (n));
            target (slot.to);
        }
}
} // namespace

std::uint64_t patchFingerprint (const Patch& patch) noexcept
{
    Fnv hash;
    add (hash, patch);
    return hash.value();
}

std::uint64_t presetFingerprint (const Preset& preset) noexcept
{
    Fnv hash;
    add (hash, preset.patch);
    if (preset.gesture)
        add (hash, *preset.gesture);
    add (hash, preset.modulation);
    if (preset.customBody)
    {
        hash.add (preset.customBody->baseFrequency.value_or (0.0));
        for (const auto& mode : preset.customBody->modes)
        {
            for (const double number : { mode.frequency, mode.t60, mode.left, mode.right })
                hash.add (number);
            for (const double value : mode.shape)
                hash.add (value);
        }
    }
    if (preset.measuredBox)
    {
        const auto& response = *preset.measuredBox->response;
        hash.add (response.sampleRate);
        for (const auto* channel : { &response.left, &response.right })
            for (const double sample : *channel)
                hash.add (sample);
    }
    if (preset.tuning && ! preset.tuning->isEqual())
        for (const double note : tuningOf (preset).notes)
            hash.add (note);
    return hash.value();
}
} // namespace kolophon
