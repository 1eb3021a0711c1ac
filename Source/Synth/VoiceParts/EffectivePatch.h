// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/PortableMath.h"
#include "../Hands/KeyStrike.h"
#include "../Output/BoxLoudness.h"
#include "AbruptMenus.h"
#include "BodyLane.h"
#include "VoicePlan.h"

#include <optional>

namespace kolophon
{
/** Holds the patch as the hand of one voice plays it: dynamics move speed, place and pressure of the bow together
    along a player's path, louder being brighter; the guide keeps the result within the playable range; the rest of the
    dynamics becomes a gain. It is computed again only when something that it depends on has changed. [audio] */
class EffectivePatch
{
public:
    /** Inputs in addition to the player's patch. */
    struct Inputs
    {
        double dynamics = 0.0;   // [dB] relative to the patch
        double expression = 0.0; // 0 … 1
        double note = 0.0;       // [semitones]
        bool isBowed = false;
        bool isAccented = false; // the key plays Accent
        bool isOnRim = false;    // the contact runs round a rim, so that its place varies
        boxLoudness::Measured box {};
        std::optional<AbruptMenus::Choices> menus {}; // in the place of the patch's
        bool operator== (const Inputs&) const = default;
    };

    /** Computes the patch if its inputs have changed, or anyway if the stroke `isFresh`. */
    void update (const Patch& asked, const Revision& revision, const Inputs& inputs, const BodyLane& lane,
                 bool isFresh) noexcept;

    const Patch& patch () const noexcept { return effective; }
    double loudness () const noexcept { return gain; } // for the dynamics that the bow alone doesn't reach

    /** True if the last update() has left the patch as it was. */
    bool isCurrent () const noexcept { return current; }

    /** The note [semitones] that the patch was computed for. */
    double note () const noexcept { return key.inputs.note; }

private:
    void compute (const Patch& asked, const Inputs& inputs, const BodyLane& lane) noexcept;
    void followPath (double meant, bool isString) noexcept;

    /** Everything that the patch was computed from; the player's patch by its number. */
    struct Key
    {
        std::uint64_t patchNumber = 0; // 0: valid for one segment only
        Inputs inputs;
        BodyModel model = BodyModel::string;
        const ModeTable* table = nullptr;
        double arrived = 1.0; // of a body that another turns into
        bool operator== (const Key&) const = default;
    } key;
    Patch effective {};
    double gain = 1.0;
    bool current = false;
    portable::Remembered<portable::exp2> noteRatio;
    portable::Remembered<portable::exp10> speedRatio, placeRatio, loudnessRatio, crispRatio, keyRatio, textureRatio;
};
} // namespace kolophon
