// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Presets/PluginState.h"

#include <atomic>
#include <mutex>

namespace kolophon
{
/** The preset that was loaded last, as it was: a factory preset by its place, or one from elsewhere. Also the parts of
    preset and session that this version could not read, for the next state. [any but audio, except place()] */
class LoadedPreset
{
public:
    /** Place of a preset from elsewhere: behind the factory presets. */
    static int ownPlace () noexcept { return static_cast<int> (factoryPresetNames().size()); }
    int place () const noexcept { return thePlace.load(); } // [any]
    bool isFactory () const noexcept { return place() < ownPlace(); }

    void choose (int newPlace) noexcept { thePlace.store (newPlace); }
    /** Takes a preset from elsewhere. */
    void set (const Preset& preset);
    /** Takes a session with its preset, which stands at this place. */
    void set (const PluginState& state, int itsPlace);
    /** Replaces the words of a preset from elsewhere; false for a factory preset. */
    bool setWords (const PresetInfo& words);
    void keep (const KeptParts& newParts)
    {
        const std::scoped_lock lock (mutex);
        ofPreset = newParts;
    }

    Preset preset () const;
    /** Name of the preset at a place; empty: it has none. */
    std::string nameOf (int itsPlace) const;
    KeptParts keptOfPreset () const { return read (ofPreset); }
    KeptParts keptOfSession () const { return read (ofSession); }

private:
    KeptParts read (const KeptParts& parts) const
    {
        const std::scoped_lock lock (mutex);
        return parts;
    }

    std::atomic<int> thePlace { 0 };
    mutable std::mutex mutex;
    Preset own;
    KeptParts ofPreset, ofSession;
};
} // namespace kolophon
