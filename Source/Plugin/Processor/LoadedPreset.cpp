// SPDX-License-Identifier: GPL-3.0-or-later
#include "LoadedPreset.h"

namespace kolophon
{
void LoadedPreset::set (const Preset& preset)
{
    {
        const std::scoped_lock lock (mutex);
        own = preset;
    }
    choose (ownPlace());
}

void LoadedPreset::set (const PluginState& state, int itsPlace)
{
    {
        const std::scoped_lock lock (mutex);
        own = state.preset;
        ofSession = state.kept;
    }
    choose (itsPlace);
}

bool LoadedPreset::setWords (const PresetInfo& words)
{
    if (isFactory())
        return false;
    const std::scoped_lock lock (mutex);
    own.info = words;
    own.claims = {};
    return true;
}

Preset LoadedPreset::preset() const
{
    if (const int index = place(); index < ownPlace())
        return factoryPreset (static_cast<std::size_t> (index));
    const std::scoped_lock lock (mutex);
    return own;
}

std::string LoadedPreset::nameOf (int itsPlace) const
{
    if (itsPlace < 0 || itsPlace > ownPlace())
        return {};
    if (itsPlace < ownPlace())
        return std::string (factoryPresetNames()[static_cast<std::size_t> (itsPlace)]);
    const std::scoped_lock lock (mutex);
    return own.info.name.empty() ? "Custom preset" : own.info.name;
}
} // namespace kolophon
