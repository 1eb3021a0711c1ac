// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Units.h"
#include "../Bodies/LawTable.h"
#include "../Modulation/Modulation.h"
#include "../Output/BoxLoudness.h"
#include "../PortableMath.h"
#include "Voice.h"

#include <algorithm>
#include <cmath>

/** Parts of Voice that turn velocity, controllers and the pitch lock into the hand's parameters. */
namespace kolophon
{
namespace
{
constexpr double controllerTime = 0.005;         // [s] smoothing of controllers
constexpr double neutralVelocity = 80.0 / 127.0; // at which a patch sounds unchanged
constexpr double usualVelocity = 60.0; // [%] of Velocity and Touch at which a keyboard plays as a player expects

/** Fractions of the dynamic range by which the softest key is softer, and the loudest key louder, than the unchanged
    patch; the same for pressure, and for members of MPE zones. */
constexpr double softest = 23.0 / 36.0, loudest = 3.0 / 36.0, pressedLoudest = 9.0 / 36.0, memberSoftest = 27.0 / 36.0,
                 memberLoudest = 7.0 / 36.0;
constexpr double neutralDynamics = 0.7;   // of the knob's range
constexpr double softer = 6.0 / 36.0;     // under the soft pedal
constexpr double silentExpression = 0.02; // below it expression and breath fade to silence

/** Loudness (LUFS) gained per octave by a string under the same hand [dB], measured over A1 … A6 in the violin's box;
    and the range around D4, in octaves, in which a player compensates for it. */
constexpr double louderUpwards = 1.7, keyOctaves = 2.5;
constexpr double usualSpeed = 0.2, usualPlace = 0.13; // [m/s], fraction of the path: of the hand of a patch
constexpr double evened = 0.7; // of the box's differences between keys; the rest remains as its character

/** Changes of the hand per decade of loudness: decades of speed, place and travel, percent of Pressure. Louder is
    brighter because the bow comes nearer to the bridge and the contact gets crisper; faster alone would be darker.
    Bodies other than strings keep their place: a glass has a node at 0.19, which a softer stroke would run into
    (Physics.md, 10). */
struct DynamicPath
{
    double softest, loudest; // [decades] limits
    double speed, place, pressure, crisp;
};
constexpr DynamicPath tablePath { -1.0, 0.1, 0.4, 0.0, 15.0, 0.6 }, stringPath { -1.0, 0.35, 0.2, 0.25, 15.0, 0.6 };

/** For a string louder than its patch, speed and place stay, because a faster bow rounds the slips: the contact gets
    crisper, friction falls later, and the finger stops the string harder [decades of the Stribeck speed and Q]. */
constexpr double laterFall = 0.5, harderStop = 1.0;

/** Distance of a velocity from the neutral one, as a fraction of the dynamic range. */
double strikeOf (double velocity) noexcept
{
    return velocity < neutralVelocity ? softest * (velocity / neutralVelocity - 1.0)
                                      : loudest * (velocity - neutralVelocity) / (1.0 - neutralVelocity);
}
} // namespace

/** Takes the key's velocity. */
void Voice::takeStrike (double velocity, const Patch& patch, const Channels& channels) noexcept
{
    const auto map = mapOf (patch);
    isMember = channels.managerOf (channel) >= 0 || map == ControllerMap::mpe;
    isLed = isMember || map == ControllerMap::breath || map == ControllerMap::wheels;
    softness = channels.soft (channel);
    const double sensitivity = 0.01 * patch.voiceVelocityPercent;
    const double over = sensitivity * (velocity - neutralVelocity);
    accented = 127.0 * velocity > patch.handAccentFrom - 0.5;
    strike = 0.0;
    biteFactor = speedFactor = 1.0;
    if (isPlayer (patch) && ! isLed)
        strike = strikeOf (velocity) * patch.voiceVelocityPercent / usualVelocity;
    else
        biteFactor = portable::exp10 (over); // Bite moves by up to a decade
    if (! isPlayer (patch))
        speedFactor = portable::exp2 (over - 0.5 * softness); // and Speed by up to an octave
}

double Voice::pressed (const Patch& patch, const Channels& channels) const noexcept
{
    const double floor = 0.01 * patch.voicePressFloorPercent;
    const double above = (std::max (keyPressure, channels.pressure (channel)) - floor) / (1.0 - floor);
    if (patch.voicePressCurve == 0.0)
        return std::max (0.0, above);
    return bentBy (portable::exp2 (2.0 * patch.voicePressCurve), std::max (0.0, above));
}

/** Smooths the controllers; a new stroke takes their values at once. True while any of them still moves. */
bool Voice::followControllers (const Patch& patch, const Channels& channels, double seconds) noexcept
{
    const auto map = mapOf (patch);
    const double breath = channels.breath (channel);
    double given = channels.expression (channel) * (breath >= 0.0 ? breath : 1.0);
    double leading = pressed (patch, channels);
    if (map == ControllerMap::wheels)
        leading = channels.wheel (channel);
    else if (map == ControllerMap::breath && isPlayer (patch))
    {
        leading = std::max (0.0, breath);
        given = channels.expression (channel) * std::min (1.0, leading / silentExpression);
    }
    const double fraction = 1.0 - controllerDecay (-seconds / controllerTime);
    bool moves = false;
    const auto follow = [this, fraction, &moves] (double& now, double goal)
    {
        const double before = now;
        now = fresh ? goal : now + fraction * (goal - now);
        moves = moves || now != before;
    };
    follow (bend, channels.bendSemitones (channel, patch.voiceBendRangeSemitones));
    follow (press, 0.01 * patch.voiceTouchPercent * leading);
    follow (timbre, slid (patch, channels));
    follow (wheel, map == ControllerMap::wheels ? 0.0 : channels.wheel (channel));
    follow (volume, channels.volume (channel));
    const double panBefore = panned,
                 panGoal = channels.pan (channel); // a voice that still rings moves gradually
    panned = gain.now == 0.0 ? panGoal : panned + fraction * (panGoal - panned);
    moves = moves || panned != panBefore;
    if (isPlayer (patch))
    {
        follow (expression, given);
        const double before = dynamics, goal = dynamicsDb (patch);
        dynamics = gain.now == 0.0 ? goal : before + fraction * (goal - before);
        moves = moves || dynamics != before;
        effort = 1.0;
    }
    else
        follow (effort, given * std::sqrt (given));
    return moves;
}

bool Voice::isPlayer (const Patch& patch) const noexcept
{
    return static_cast<Response> (static_cast<int> (patch.voiceResponse)) == Response::player;
}

ControllerMap Voice::mapOf (const Patch& patch) noexcept
{
    return static_cast<ControllerMap> (static_cast<int> (patch.voiceController));
}

/** Dynamics [dB] relative to the patch, from velocity, controllers and the Dynamics knob. */
double Voice::dynamicsDb (const Patch& patch) noexcept
{
    const double pressed = press * 100.0 / usualVelocity;
    const double touched = (isLed ? pressed * (memberSoftest + memberLoudest) - memberSoftest
                                  : strike + pressed * std::max (0.0, pressedLoudest - strike)) -
                           softer * softness;
    return patch.voiceDynamicRangeDb * (0.01 * patch.handDynamicsPercent - neutralDynamics + touched +
                                        std::max (expression, silentExpression) - 1.0);
}

/** Moves the patch along a player's dynamic path: `meant` [decades] louder than the unchanged patch. */
void Voice::followPath (Patch& patch, double meant, bool isString) noexcept
{
    const auto& way = isString ? stringPath : tablePath;
    // Above the patch a string's path starts twice as steep, because little of it is left, and saturates smoothly.
    const double path = isString && meant > 0.0 ? way.loudest * (1.0 - portable::exp (-2.0 * meant / way.loudest))
                                                : std::clamp (meant, way.softest, way.loudest);
    for (auto* contact : { &patch.contact, &patch.contactB })
        contact->travel *= crispRatio (-way.crisp * path);
    if (isString && path > 0.0)
    {
        patch.bodyQuality *= speedRatio (harderStop * path);
        for (auto* contact : { &patch.contact, &patch.contactB })
            contact->stribeckSpeed *= placeRatio (laterFall * path);
        return;
    }
    const double faster = speedRatio (way.speed * path);
    patch.handSpeed *= faster;
    patch.handBite *= faster;
    patch.handPosition *= placeRatio (-way.place * path);
    patch.handPressurePercent += way.pressure * path;
}

/** Recomputes `effectivePatch` if any of its inputs has changed. */
void Voice::updateEffectivePatch (const Patch& asked, const Revision& revision) noexcept
{
    const EffectivePatchKey source {
        revision.patchNumber,   dynamics, expression,     baseNote(),
        phase == Phase::bowing, accented, kind().model(), group->table[static_cast<std::size_t> (lane)]
    };
    effectivePatchIsCurrent = revision.all != 0 && ! fresh && source == effectivePatchKey;
    if (! effectivePatchIsCurrent)
        computeEffectivePatch (asked);
    effectivePatchKey = source;
}

/** Computes `effectivePatch`: dynamics move speed, place and pressure of the bow together along a player's path, louder
    being brighter; the guide keeps the result within the playable range; the rest of the dynamics becomes a gain. */
void Voice::computeEffectivePatch (const Patch& asked) noexcept
{
    Patch& patch = effectivePatch;
    patch = asked;
    if (accented)
        patch.handArticulation = asked.handAccent;
    loudness = 1.0;
    const double strength = 0.01 * asked.voiceGuidePercent;
    const bool hasDynamics = isPlayer (asked);
    if (! hasDynamics && strength == 0.0)
        return;
    const auto model = kind().model();
    const double above = baseNote() + patch.bodyTuneSemitones - referenceNote;
    const double pitch = 440.0 * playedRatio ((above + referenceNote - 69.0) / 12.0);
    const double meant = hasDynamics ? 0.05 * dynamics : 0.0; // decades
    if (hasDynamics && model != BodyModel::block)             // a block's stroke is its gap
        followPath (patch, meant, model == BodyModel::string);
    guide::adjust (patch, rubbed (patch), above, pitch, strength);
    const auto articulation = static_cast<Articulation> (static_cast<int> (patch.handArticulation));
    if (phase != Phase::bowing || articulation == Articulation::pluck || articulation == Articulation::strike ||
        articulation == Articulation::colLegno)
    {
        // A body that only rings needs no help to speak: its decay and quality stay as set.
        patch.bodyDecay = asked.bodyDecay;
        patch.bodyQuality = asked.bodyQuality;
    }
    if (hasDynamics)
    {
        // The gain compensates for the loudness that the bow's own changes cause, so that the dynamics are exact.
        const bool string = model == BodyModel::string;
        const double sounds = amplitudeOf (patch, patch.handSpeed, patch.handPosition),
                     plain = amplitudeOf (patch, asked.handSpeed, asked.handPosition),
                     usual = amplitudeOf (patch, usualSpeed, usualPlace);
        const double reference = plain * portable::power (usual / plain, strength);
        loudness = loudnessRatio (meant) * reference / sounds;
        loudness *= std::min (1.0, expression / silentExpression);
        if (string)
            loudness *= keyRatio (-0.05 * louderForKey (patch, above));
    }
}

/** Amplitude that the hand's speed and place cause. Round a rim the place varies: the usual one is assumed. */
double Voice::amplitudeOf (const Patch& patch, double speed, double place) const noexcept
{
    const double where = goesRound (patch) ? usualPlace : place;
    return ofBody ([&] (const BodyKind& itsKind, const ModeTable* table)
                   { return itsKind.amplitude (speed, where, table); });
}

/** The part of the loudness difference [dB] between a string that sounds `above` [semitones] D4 and one at D4, under
    the same hand, that a player compensates. */
double Voice::louderForKey (const Patch& patch, double above) noexcept
{
    return louderUpwards * std::clamp (above / 12.0, -keyOctaves, keyOctaves) +
           evened * boxLoudness::atKey (static_cast<int> (patch.outBox), 0.01 * patch.outBoxMixPercent,
                                        0.01 * patch.outBoxSizePercent, referenceNote + above);
}

/** True if the pitch lock has a pitch to follow: friction does not flatten a body under a law without a fall. */
bool Voice::isHeard (const Patch& patch) const noexcept
{
    return patch.voicePitchLockPercent != 0.0 && ! group->isBlock (static_cast<std::size_t> (lane)) &&
           phase != Phase::asleep && fallOf (static_cast<int> (patch.contact.law)) != Fall::none;
}

/** The modes that the pitch lock follows. */
PitchLock::Modes Voice::heardModes() const noexcept
{
    PitchLock::Modes modes { group->modeNow (0, lane), {} };
    if (const auto* table = group->table[static_cast<std::size_t> (lane)]; table != nullptr && table->firstModes() == 2)
        modes[1] = group->modeNow (1, lane);
    return modes;
}

/** Corrects the pitch by the pitch lock, which follows the body while the bow is on the string. */
void Voice::followPitch (Plan& plan) noexcept
{
    if (! isHeard (plan.patch))
        return;
    if (phase == Phase::bowing && ! fresh)
    {
        if (! heard)
            lock.follow (heardModes(), plan.body.pitch, plan.seconds, 0.01 * plan.patch.voicePitchLockPercent);
        plan.listens = ! lock.isSettled();
    }
    plan.body.pitch *= lockRatio (lock.cents() / 1200.0);
}
} // namespace kolophon
