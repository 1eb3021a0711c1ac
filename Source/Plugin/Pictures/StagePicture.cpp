// SPDX-License-Identifier: GPL-3.0-or-later
#include "StagePicture.h"

#include "../../Analysis/RowRules.h"
#include "../../Core/Text/NumberText.h"
#include "../../Files/Parts/BodyFile.h"
#include "../Drawing/LookAndFeel.h"
#include "../Session/InstrumentSession.h"
#include "../Session/ParameterBridge.h"

#include <array>
#include <cmath>
#include <utility>

namespace kolophon
{
namespace
{
constexpr double besideBow = 0.05; // fraction of the length: there the bow itself bends the string
constexpr int wordsEvery = 10;     // ticks

/** Place in bodyTable() of a patch's second body, or -1. */
int secondBodyOf (const Patch& patch)
{
    return bodyOf (patch).model == BodyModel::block ? -1 : secondBodyAt (patch.secondBodyType);
}

/** Knobs of what touches beside the bow, as far as they are drawn. */
std::array<double, 7> besideOf (const Patch& patch)
{
    return { patch.sideKind,    patch.sidePosition,   patch.sideGap,           patch.sideForce,
             patch.fingerTouch, patch.fingerPosition, patch.secondBodyPosition };
}

juce::String keyName (int key)
{
    return juce::MidiMessage::getMidiNoteName (key, true, true, 4);
}
} // namespace

StagePicture::StagePicture (PictureContext& itsContext)
    : Picture (itsContext, PictureKind::stage), hand (itsContext.session)
{
    setWantsKeyboardFocus (true);
    setMouseCursor (juce::MouseCursor::CrosshairCursor);
    const auto patch = context.session.bridge().patch();
    setBody (static_cast<int> (patch.bodyType), secondBodyOf (patch));
}

StagePicture::~StagePicture()
{
    if (alone >= 0)
        context.session.hearPlayer (-1);
}

bool StagePicture::setBody (int newBody, int second)
{
    const bool isOther = second != secondBody;
    if (isOther)
    {
        secondBody = second;
        secondMesh = second >= 0 ? makeBodyMesh (second, nullptr) : BodyMesh {};
    }
    const bool isFromFile = bodyTable()[static_cast<std::size_t> (newBody)].isFromFile;
    const auto number = isFromFile ? context.session.bodyNumber() : 0;
    if (newBody == bodyType && number == bodyNumber)
        return isOther;
    bodyType = newBody;
    bodyNumber = number;
    const auto file = isFromFile ? context.session.currentBody() : std::nullopt;
    bodyName = file && ! file->name.empty() ? toJuce (file->name)
                                            : toJuce (bodyTable()[static_cast<std::size_t> (bodyType)].name);
    mesh = makeBodyMesh (bodyType, file ? tableOf (*file).get() : nullptr);
    displacement.assign (mesh.rest.size(), 0.0f);
    highest = lowest = displacement;
    largest = 0.0;
    hasFrame = false;
    motion = {};
    phase = ContactMotion::lifted;
    return true;
}

void StagePicture::follow (const ShapeFrame& now)
{
    const double since = now.time - frame.time;
    const bool continues = hasFrame && since > 0.0 && since < 0.2;
    frame = now;
    hasFrame = true;
    seats.follow (frame.players, context.reducedMotion);
    if (alone >= 0 && (! seats.isSection() || ! seats.all()[static_cast<std::size_t> (alone)].plays))
        hearPlayer (-1);
    displacement = mesh.displacements (frame);
    const float fade = continues && ! context.reducedMotion ? 0.985f : 0.0f;
    double loudest = 0.0;
    for (std::size_t i = 0; i < displacement.size(); ++i)
    {
        highest[i] = juce::jmax (displacement[i], fade * highest[i]);
        lowest[i] = juce::jmin (displacement[i], fade * lowest[i]);
        loudest = juce::jmax (loudest, static_cast<double> (juce::jmax (highest[i], -lowest[i])));
    }
    // Grows at once; shrinks slowly, so that the decay is visible.
    largest = juce::jmax (loudest, smallestSeen, largest * 0.9995);
    phase = frame.contact.phase;
    position = frame.position;
    const double pace = context.reducedMotion ? 0.0 : 0.02; // the bow is in slow motion, too
    bowDisplacement += pace * static_cast<double> (frame.contact.bowVelocity);
    bowDisplacement = std::fmod (bowDisplacement, 1.0);
}

void StagePicture::advance (int tick)
{
    const auto* now = context.data.shape();
    if (now == nullptr || ! context.data.isLive())
    {
        if (tick % 2 != 0) // at the rate at which knobs are polled
            return;
        const auto& patch = context.patch;
        bool isNew = setBody (static_cast<int> (patch.bodyType), secondBodyOf (patch));
        if (std::exchange (hasFrame, false))
        {
            std::fill (displacement.begin(), displacement.end(), 0.0f);
            highest = lowest = displacement;
            phase = ContactMotion::lifted;
            motion = {};
            isNew = true;
        }
        const double force = hand.forceFraction();
        const auto beside = std::exchange (shownBeside, besideOf (patch));
        isNew = isNew || patch.handPosition != position || force != shownForce || beside != shownBeside;
        position = patch.handPosition;
        shownForce = force;
        if (isNew)
            redraw();
        return;
    }
    if (context.data.version() == version)
        return;
    version = context.data.version();
    setBody (now->bodyType, now->secondBody);
    const bool isFirst = ! hasFrame;
    follow (*now);
    shownForce = hand.forceFraction();
    if (isFirst || tick % wordsEvery == 0)
        write();
    redraw();
}

/** Updates the text, slowly enough for the numbers to be readable. */
void StagePicture::write()
{
    motion = context.data.words();
    const auto& contact = frame.contact;
    size = displacement.empty() ? juce::String() : "largest displacement " + engineering (largest, "m");
    words = wordsOfHeld();
    if (words.isNotEmpty())
        return;
    if (alone >= 0)
    {
        const auto& player = frame.players[static_cast<std::size_t> (alone)];
        words << "player " << alone + 1 << juce::String::fromUTF8 (" alone · row ") << juce::roundToInt (player.row) + 1
              << juce::String::fromUTF8 (" · bow ") << engineering (static_cast<double> (player.speed), "m/s")
              << juce::String::fromUTF8 (" · ") << toJuce (fixed (player.cents, 1)) << " cents off";
        return;
    }
    words << (phase == ContactMotion::stick ? "stick" : phase == ContactMotion::slip ? "slip" : "lifted");
    words << juce::String::fromUTF8 (" · bow ") << engineering (static_cast<double> (contact.bowVelocity), "m/s")
          << juce::String::fromUTF8 (" · pressed at ") << engineering (static_cast<double> (contact.normalForce), "N")
          << juce::String::fromUTF8 (" · at ") << toJuce (fixed (frame.position, 3));
}

juce::String StagePicture::caption() const
{
    auto words = bodyName;
    if (secondBody >= 0)
        words << " and " << toJuce (bodyTable()[static_cast<std::size_t> (secondBody)].name);
    if (hasFrame)
        words << ", " << keyName (frame.key);
    if (hasFrame && seats.isSection())
        words << (alone < 0
                      ? ", " + juce::String (seats.sounding()) + " of " + juce::String (seats.count()) + " players"
                      : ", player " + juce::String (alone + 1) + " of " + juce::String (seats.count()) + " alone");
    if (hasFrame && phase != ContactMotion::lifted && motion.isNotEmpty())
        words << juce::String::fromUTF8 (" – ") << motion;
    return words;
}

juce::String StagePicture::table() const
{
    juce::String text ("point,displacement [m]\n");
    for (std::size_t i = 0; i < displacement.size(); ++i)
        text << static_cast<int> (i) << "," << toJuce (scientific (displacement[i], 9)) << "\n";
    return text;
}

std::optional<double> StagePicture::drawnCorner() const
{
    if (! mesh.isString || ! hasFrame)
        return std::nullopt;
    constexpr std::size_t d = 5; // points
    const std::size_t count = displacement.size();
    float sharpest = 0.0f;
    std::optional<double> place;
    for (std::size_t i = d; i + d < count; ++i)
    {
        const double x = static_cast<double> (i) / static_cast<double> (count - 1);
        const float bend = std::abs (displacement[i - d] - 2.0f * displacement[i] + displacement[i + d]);
        if (bend <= sharpest || std::abs (x - frame.position) < besideBow)
            continue;
        sharpest = bend;
        place = x;
    }
    return place;
}

//======================================================================================================================
void StagePicture::lookAndFeelChanged()
{
    ground = strands = {};
    redraw();
}

juce::Point<float> StagePicture::toScreen (juce::Point<float> unit) const
{
    const auto area = getLocalBounds().reduced (0, wordsHeight).toFloat();
    const float scale = juce::jmin (area.getWidth() / 3.0f, area.getHeight());
    return area.getCentre() + unit * scale;
}

juce::Point<float> StagePicture::toUnit (juce::Point<float> screen) const
{
    const auto area = getLocalBounds().reduced (0, wordsHeight).toFloat();
    const float scale = juce::jmax (1.0f, juce::jmin (area.getWidth() / 3.0f, area.getHeight()));
    return (screen - area.getCentre()) / scale;
}

juce::Point<float> StagePicture::displaced (std::size_t point) const
{
    const float gain = mesh.reach / static_cast<float> (juce::jmax (largest, smallestSeen));
    return toScreen (toJuce (mesh.rest[point] + mesh.direction[point] * (gain * displacement[point])));
}

/** Area of the bow's hair, across the body. */
juce::Rectangle<float> StagePicture::hairArea() const
{
    const auto area = getLocalBounds().reduced (0, wordsHeight + 2).toFloat();
    const auto at =
        hasFrame && ! mesh.rest.empty() ? displaced (contactPoint()) : toScreen (toJuce (mesh.pointAt (position)));
    return juce::Rectangle<float> (13.0f, area.getHeight()).withCentre ({ at.x, area.getCentreY() });
}

/** Size of a finger or a pad [px]. */
float StagePicture::touchSize() const
{
    return 26.0f + 22.0f * static_cast<float> (shownForce);
}

/** Point of the mesh at the contact. */
std::size_t StagePicture::contactPoint() const
{
    return pointAt (position);
}

/** Point of the mesh at a place, as a fraction of the contact's path. */
std::size_t StagePicture::pointAt (double place) const
{
    return mesh.isString ? static_cast<std::size_t> (place * static_cast<double> (mesh.rest.size() - 1) + 0.5)
                         : static_cast<std::size_t> (mesh.nearestPoint (place));
}

/** Middle of the second body: above the contact, where it rubs, moved as it moves there. */
juce::Point<float> StagePicture::secondAt (juce::Point<float> contact) const
{
    const auto moved = static_cast<float> (
        18.0 * std::tanh ((hasFrame ? frame.secondDisplacement : 0.0) / juce::jmax (largest, smallestSeen)));
    return contact.translated (moved, -0.5f * secondHeight() - 7.0f);
}

/** End of the arm's spring. */
juce::Point<float> StagePicture::springEnd (juce::Point<float> contact) const
{
    const auto bent = static_cast<float> (30.0 * std::tanh (frame.handExtension / juce::jmax (largest, smallestSeen)));
    return { toScreen (toJuce (mesh.pointAt (position))).x + 90.0f + bent, contact.y };
}
} // namespace kolophon
