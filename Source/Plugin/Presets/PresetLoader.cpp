// SPDX-License-Identifier: GPL-3.0-or-later
#include "PresetLoader.h"

#include "../../Files/Presets/PresetFile.h"
#include "../Drawing/LookAndFeel.h"
#include "../Session/InstrumentSession.h"
#include "DroppedFile.h"
#include "UserPresets.h"

namespace kolophon
{
void PresetLoader::loadFactory (int index)
{
    session.chooseFactoryPreset (index);
}

void PresetLoader::loadInit()
{
    last = juce::File();
    session.loadPreset (initPreset());
}

bool PresetLoader::loadFile (const juce::File& file)
{
    const auto preset = readPreset (file);
    if (! preset)
        sentence.showError (toJuce (preset.error().what()));
    else
        adoptSaved (*preset, file);
    return preset.has_value();
}

void PresetLoader::revert()
{
    if (const auto file = current(); file != juce::File())
        loadFile (file);
    else if (const int now = session.getCurrentProgram(); now < static_cast<int> (factoryPresetNames().size()))
        loadFactory (now);
    else
        session.loadPreset (session.loadedPreset());
}

void PresetLoader::adoptSaved (const Preset& preset, const juce::File& file)
{
    last = file;
    nameOfLast = toJuce (preset.info.name);
    session.loadPreset (preset);
}

void PresetLoader::adoptEdited (const Preset& preset, const juce::File& before, const juce::File& file)
{
    if (! plays (before))
        return;
    last = file;
    nameOfLast = toJuce (preset.info.name);
    session.setWords (preset.info);
}

void PresetLoader::step (int by)
{
    const auto files = UserPresets::files();
    const int factory = static_cast<int> (factoryPresetNames().size()), count = factory + files.size();
    int now = session.getCurrentProgram();
    if (now >= factory)
        now = files.contains (current()) ? factory + files.indexOf (current()) : (by > 0 ? -1 : count);
    for (int tried = 0; tried <= files.size(); ++tried)
    {
        now = (now + by + count) % count;
        if (now < factory)
            return loadFactory (now);
        if (loadFile (files[now - factory]))
            return;
    }
}

/** True if this file is played. A session stores only the name. */
bool PresetLoader::plays (const juce::File& file) const
{
    if (session.getCurrentProgram() < static_cast<int> (factoryPresetNames().size()))
        return false;
    const auto name = toJuce (session.currentPreset().info.name);
    return name == nameOfLast && last != juce::File() ? file == last
                                                      : name.isNotEmpty() && file == UserPresets::fileNamed (name);
}

juce::File PresetLoader::current() const
{
    const auto name = toJuce (session.currentPreset().info.name);
    for (const auto& file : { last, UserPresets::fileNamed (name) })
        if (plays (file) && file.existsAsFile() && UserPresets::holds (file))
            return file;
    return {};
}
} // namespace kolophon
