// SPDX-License-Identifier: GPL-3.0-or-later
#include "PlayerTraits.h"

#include "../../Core/Noise.h"
#include "../../Physics/PortableMath.h"
#include "../Parameters/ParameterTable.h"
#include "../Parameters/PatchChoices.h"
#include "../Parameters/Stage.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double sdOfLag = 0.06; // [s] with Together 0, at the middle velocity
constexpr double velocityOfLag = 80.0 / 127.0;
constexpr double joinTime = 0.25; // [s] within which players join a note that is held
constexpr double settledShare = 0.35;
constexpr double goldenPart = 0.61803398874989485;
constexpr std::uint64_t ofTime = 1, ofPitch = 2;

/** A normal deviate, nearly: the sum of three uniform ones, of variance 1, within ±3. */
double deviate (Noise& noise) noexcept
{
    const double first = noise.nextBipolar(), second = noise.nextBipolar();
    return first + second + noise.nextBipolar();
}

Noise noiseOf (std::uint64_t seed, int player, std::uint64_t stroke, std::uint64_t what) noexcept
{
    Noise seeds (seed * 0x10001u + static_cast<std::uint64_t> (player) * 0x632be59bd9b4e019u);
    return Noise (seeds.nextBits() ^ (4 * stroke + what));
}
} // namespace

PlayerTraits::PlayerTraits (std::uint64_t itsSeed, int player) noexcept : seed (itsSeed), number (player)
{
    auto noise = noiseOf (seed, player, 0, 0);
    const auto octaves = [&noise] (double sd) { return portable::exp2 (sd * deviate (noise)); };
    // Chairs fill the stage evenly, however many there are, and stay where they are when others come.
    const double turned = 0.5 + goldenPart * player;
    place = 2.0 * (turned - std::floor (turned)) - 1.0;
    row = stage::rowOf (player);
    entry = joinTime * noise.nextUniform();
    speed = octaves (0.083);
    position = octaves (0.08);
    pressurePercent = 5.0 * deviate (noise);
    bowLength = octaves (0.2);
    impedance = octaves (0.057);
    quality = octaves (0.11);
    decay = octaves (0.11);
    inharmonicity = octaves (0.16);
    pace = octaves (0.1);
    vibratoRate = octaves (0.084);
    vibratoDepth = octaves (0.35);
    vibratoDelay = octaves (0.3);
}

void PlayerTraits::apply (Patch& patch) const noexcept
{
    patch.handSpeed *= speed;
    patch.handPosition = std::min (0.5, patch.handPosition * position);
    patch.handPressurePercent = std::max (0.0, patch.handPressurePercent + pressurePercent);
    patch.handForce *= speed;
    patch.handRate *= pace;
    patch.handGestureTime /= pace;
    patch.bodyImpedance *= impedance;
    patch.bodyMass *= impedance;
    patch.bodyQuality *= quality;
    patch.bodyDecay *= decay;
    patch.bodyInharmonicity *= inharmonicity;
    patch.voiceVibratoRate *= vibratoRate;
    patch.voiceVibratoCents *= vibratoDepth;
    patch.voiceVibratoDelay *= vibratoDelay;
    // In a section that bows together the first player turns all bows.
    patch.humanBowLength *= choiceOf<&Patch::sectionBowing> (patch) == Bowing::together ? 0.0 : bowLength;
    patch.outBoxCharacter = stage::characterOf (row, static_cast<int> (patch.outBoxCharacter));
    patch = admissible (patch);
    patch.voiceSeed += 65536.0 * number;
}

double PlayerTraits::lag (const Patch& patch, std::uint64_t stroke, double velocity) const noexcept
{
    auto noise = noiseOf (seed, number, stroke, ofTime);
    const double softer = velocity < velocityOfLag ? 2.0 - velocity / velocityOfLag
                                                   : 1.0 - 0.5 * (velocity - velocityOfLag) / (1.0 - velocityOfLag);
    return sdOfLag * (1.0 - 0.01 * patch.sectionTogetherPercent) * softer * std::abs (deviate (noise));
}

Chair PlayerTraits::chair (const Patch& patch, std::uint64_t stroke) const noexcept
{
    auto noise = noiseOf (seed, number, stroke, ofPitch);
    Chair its;
    const double width = 0.01 * patch.sectionWidthPercent;
    its.pan = width * place;
    its.gain = stage::levelOf (row, place, width);
    its.row = row;
    its.cents = patch.sectionTuningCents * deviate (noise);
    its.settled = settledShare * its.cents;
    its.vibratoPhase = noise.nextUniform();
    its.isBehind = number > 0;
    return its;
}
} // namespace kolophon
