// SPDX-License-Identifier: GPL-3.0-or-later
#include "EffectivePatch.h"

#include "../Parameters/PatchChoices.h"

#include <algorithm>

namespace kolophon
{
namespace
{
/** Loudness (LUFS) gained per octave by a string under the same hand [dB], measured over A1 … A6 in the violin's box;
    and the range around D4, in octaves, in which a player compensates for it. */
constexpr double louderUpwards = 1.7, keyOctaves = 2.5;
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
constexpr DynamicPath tablePath { -1.0, 0.35, 0.4, 0.0, 15.0, 0.6 }, stringPath { -1.0, 0.35, 0.2, 0.25, 15.0, 0.6 };
constexpr double crispTable = 0.8;       // [decades] per decade, of a guided table above its patch
constexpr double loudestHeldTable = 0.1; // [decades] under the guide that holds: sounds of older formats keep it

/** For a string louder than its patch, speed and place stay, because a faster bow rounds the slips: the contact gets
    crisper, friction falls later, and the finger stops the string harder [decades of the Stribeck speed and Q]. */
constexpr double laterFall = 0.5, harderStop = 1.0;
/** [%] of Pressure, which the guide that follows hears as a later fall. With 80, aftertouch made a steel E string
    louder by 11.5 dB instead of 9. */
constexpr double pressedFall = 75.0;

/** A player is louder by speed and force, where the patch has a gain: two thirds of the decibels are the force's, and
    the number of junctions in the contact goes with that (Physics.md 5.1); half of it is the exponent of Texture. */
constexpr double textureByForce = 0.5, pressedForLouder = textureByForce * 2.0 / 3.0;

/** The part of the loudness difference [dB] between a string that sounds `above` [semitones] D4 and one at D4, under
    the same hand, that a player compensates. */
double louderForKey (const Patch& patch, double above, const boxLoudness::Table* measured) noexcept
{
    return louderUpwards * std::clamp (above / 12.0, -keyOctaves, keyOctaves) +
           evened * boxLoudness::atKey (static_cast<int> (patch.outBox), 0.01 * patch.outBoxMixPercent,
                                        0.01 * patch.outBoxSizePercent, referenceNote + above, measured);
}

/** The same of a body of modes, which sounds one tone, in the box: a trough between the box's resonances would leave
    nothing of it. */
double louderForTone (const Patch& patch, double above, const boxLoudness::Table* measured) noexcept
{
    constexpr double deepest = 18.0; // [dB]
    const double heard = boxLoudness::ofTone (static_cast<int> (patch.outBox), 0.01 * patch.outBoxMixPercent,
                                              0.01 * patch.outBoxSizePercent, referenceNote + above, measured);
    return evened * std::clamp (heard, -deepest, deepest);
}

struct SpeedAndPlace
{
    double speed, place; // [m/s], fraction of the path
};

/** Speed and place that `asked` is played with before the dynamics move them. */
SpeedAndPlace unmovedHand (const Patch& asked, const guide::Rubbed& rubbed, double semitones, double pitch,
                           double strength) noexcept
{
    if (! rubbed.follows)
        return { asked.handSpeed, asked.handPosition };
    auto patch = asked;
    guide::adjust (patch, rubbed, semitones, pitch, strength);
    return { patch.handSpeed, patch.handPosition };
}
} // namespace

void EffectivePatch::update (const Patch& asked, const Revision& revision, const Inputs& inputs, const BodyLane& lane,
                             bool isFresh) noexcept
{
    const Key source { revision.patchNumber, inputs, lane.kind().model(), lane.table(), lane.arrived() };
    current = revision.all != 0 && ! isFresh && source == key;
    if (! current)
        compute (asked, inputs, lane);
    key = source;
}

/** Moves the patch along a player's dynamic path: `meant` [decades] louder than the unchanged patch. */
void EffectivePatch::followPath (double meant, bool isString) noexcept
{
    auto& patch = effective;
    const bool follows = choiceOf<&Patch::voiceGuideKind> (patch) == GuideKind::follow; // older formats: holds
    auto way = isString ? stringPath : tablePath;
    if (! isString && ! follows)
        way.loudest = loudestHeldTable;
    // Above the patch a string's path starts twice as steep, because little of it is left, and saturates smoothly.
    const double path = isString && meant > 0.0 ? way.loudest * (1.0 - portable::exp (-2.0 * meant / way.loudest))
                                                : std::clamp (meant, way.softest, way.loudest);
    // Rosin and rust give way as far under a loud note as under a soft one: beside the motion, less. A guided body,
    // which would rattle, follows a part of that; a string, whose motion would change, its path.
    const bool harder = follows && meant > 0.0 && ! isString;
    const double crisp = ! harder ? way.crisp * path : patch.voiceGuidePercent > 0.0 ? crispTable * path : meant;
    for (auto* contact : { &patch.contact, &patch.contactB })
        contact->travel *= crispRatio (-crisp);
    if (isString && path > 0.0)
    {
        if (follows) // which brings the fall to the bow afterwards
            patch.handPressurePercent += pressedFall * path;
        patch.bodyQuality *= speedRatio (harderStop * path);
        for (auto* contact : { &patch.contact, &patch.contactB })
            contact->stribeckSpeed *= placeRatio (laterFall * path);
        return;
    }
    const double faster = speedRatio (way.speed * path);
    // A load in newtons grows with the speed: what creaks slips as often, each time as many times as far.
    if (follows && ! isString)
        patch.handForce *= faster;
    patch.handSpeed *= faster;
    patch.handBite *= faster;
    patch.handPosition *= placeRatio (-way.place * path);
    patch.handPressurePercent += way.pressure * path;
}

void EffectivePatch::compute (const Patch& asked, const Inputs& inputs, const BodyLane& lane) noexcept
{
    Patch& patch = effective;
    patch = asked;
    if (inputs.menus)
        AbruptMenus::write (*inputs.menus, patch);
    if (inputs.isAccented)
        patch.handArticulation = asked.handAccent;
    gain = 1.0;
    const double strength = 0.01 * asked.voiceGuidePercent;
    const bool hasDynamics = isPlayer (asked);
    if (! hasDynamics && strength == 0.0)
        return;
    const auto model = lane.kind().model();
    const double above = inputs.note + patch.bodyTuneSemitones - referenceNote;
    const double pitch = 440.0 * noteRatio ((above + referenceNote - 69.0) / 12.0);
    const double meant = hasDynamics ? 0.05 * inputs.dynamics : 0.0; // decades
    if (hasDynamics && model != BodyModel::block)                    // a block's stroke is its gap
        followPath (meant, model == BodyModel::string);
    const auto rubbed = lane.rubbed (patch);
    guide::adjust (patch, rubbed, above, pitch, strength);
    const auto articulation = choiceOf<&Patch::handArticulation> (patch);
    if (! inputs.isBowed || articulation == Articulation::pluck || articulation == Articulation::strike ||
        articulation == Articulation::colLegno)
    {
        // A body that only rings needs no help to speak: its decay and quality stay as set.
        patch.bodyDecay = asked.bodyDecay;
        patch.bodyQuality = asked.bodyQuality;
        patch.bodyWarp = asked.bodyWarp;
    }
    if (! hasDynamics)
        return;
    // The gain compensates for the loudness that the bow's own changes cause, so that the dynamics are exact. Round a
    // rim the place varies: the usual one is assumed.
    const auto amplitude = [&] (double speed, double place)
    {
        const double where = inputs.isOnRim ? guide::usualPlace : place;
        return lane.ofBody ([&] (const BodyKind& kind, const ModeTable* table)
                            { return kind.amplitude (speed, where, table); });
    };
    const auto unmoved = unmovedHand (asked, rubbed, above, pitch, strength);
    const double sounds = amplitude (patch.handSpeed, patch.handPosition),
                 plain = amplitude (unmoved.speed, unmoved.place);
    // A guide that holds the bow plays at one level whatever place was asked for; unless it scales, whatever speed.
    const double held = amplitude (rubbed.scales ? unmoved.speed : guide::usualSpeed, guide::usualPlace);
    const double reference = rubbed.follows ? plain : plain * portable::power (held / plain, strength);
    gain = loudnessRatio (meant) * reference / sounds;
    patch.surfaceTexturePercent *= guide::roughness (patch, rubbed, above, pitch, strength);
    if (patch.surfaceTexturePercent > 0.0)
        patch.surfaceTexturePercent =
            std::min (100.0, patch.surfaceTexturePercent * textureRatio (0.05 * pressedForLouder * -inputs.dynamics));
    gain *= std::min (1.0, inputs.expression / KeyStrike::silentExpression);
    if (model == BodyModel::string)
        gain *= keyRatio (-0.05 * louderForKey (patch, above, inputs.box.table));
    else if (model == BodyModel::table && strength > 0.0 &&
             choiceOf<&Patch::voiceGuideKind> (patch) == GuideKind::follow)
        gain *= keyRatio (-0.05 * louderForTone (patch, above, inputs.box.table));
}
} // namespace kolophon
