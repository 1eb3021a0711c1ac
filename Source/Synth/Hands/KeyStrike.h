// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Control/Channels.h"
#include "../Parameters/PatchChoices.h"

namespace kolophon
{
/** True if controllers move speed, place, pressure and gain together, as a player does. */
inline bool isPlayer (const Patch& patch) noexcept
{
    return choiceOf<&Patch::voiceResponse> (patch) == Response::player;
}

inline ControllerMap controllerMap (const Patch& patch) noexcept
{
    return choiceOf<&Patch::voiceController> (patch);
}

/** Translates the key's velocity, the soft pedal and the kind of channel for a stroke, once when it begins. [audio] */
class KeyStrike
{
public:
    KeyStrike() = default;
    KeyStrike (double velocity, int channel, const Patch& patch, const Channels& channels) noexcept;

    /** Factors of speed and bite, where Response is Direct. */
    double speedFactor () const noexcept { return speed; }
    double biteFactor () const noexcept { return bite; }

    /** True if the velocity is high enough to play Accent. */
    bool isAccented () const noexcept { return accented; }

    /** Dynamics [dB] relative to the patch, from velocity, the Dynamics knob and the smoothed controllers, 0 … 1. */
    double dynamicsDb (const Patch& patch, double pressure, double expression) const noexcept;

    /** [dB] by which the key's velocity makes the note louder than the patch; 0 for softer ones. */
    double louderDb (const Patch& patch) const noexcept
    {
        return fraction > 0.0 ? patch.voiceDynamicRangeDb * fraction : 0.0;
    }

    /** Time of the release [s]. In MPE zones, with voiceReleaseSpeedPercent at 100: a quarter of the patch's at release
        velocity 127, the patch's at 64. */
    double liftTime (const Patch& patch, double releaseVelocity) const noexcept;

    /** Expression and breath below it fade to silence. */
    static constexpr double silentExpression = 0.02;

private:
    double fraction = 0.0;          // of the dynamic range, from velocity, if Response is Player
    double speed = 1.0, bite = 1.0; // factors, if it is Direct
    double softness = 0.0;          // of the soft pedal, 0 … 1
    bool accented = false;
    bool isMember = false; // of an MPE zone, or controlled as if it were
    bool isLed = false;    // loudness comes from one source: pressure, breath or wheel
};
} // namespace kolophon
