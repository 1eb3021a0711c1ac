// SPDX-License-Identifier: GPL-3.0-or-later
#include "Web.h"

#include <array>
#include <cstddef>

using namespace kolophon;

namespace
{
/** Columns of a contact's moments, see Moments in protocol.ts. */
struct Columns
{
    static constexpr auto capacity = web::PictureLayout::moments;

    std::array<float, capacity> bowVelocity, relativeVelocity, frictionForce, normalForce, elongation;
    std::array<std::uint8_t, capacity> motion, beginsPeriod, follows;

    std::size_t take (PictureFeed& feed, Slot slot)
    {
        std::size_t count = 0;
        for (ContactMoment moment; count < capacity && feed.pop (slot, moment); ++count)
        {
            bowVelocity[count] = moment.bowVelocity;
            relativeVelocity[count] = moment.relativeVelocity;
            frictionForce[count] = moment.frictionForce;
            normalForce[count] = moment.normalForce;
            elongation[count] = moment.elongation;
            motion[count] = static_cast<std::uint8_t> (moment.phase);
            beginsPeriod[count] = moment.beginsPeriod ? 1 : 0;
            follows[count] = moment.follows ? 1 : 0;
        }
        return count;
    }
};

struct WebPicture : web::PictureLayout
{
    std::array<double, heads> head;
    std::array<float, voices * perVoice> dots;
    std::array<float, modes> x1, x2, frequency;
    Columns a, b;
};
static_assert (sizeof (WebPicture) == web::PictureLayout::bytes);

WebPicture picture;
ShapeFrame frame; // too large for a stack

void describe (std::array<double, WebPicture::heads>& head, bool hasShape, std::size_t momentsOfA,
               std::size_t momentsOfB)
{
    head = { frame.time,
             hasShape ? 1.0 : 0.0,
             static_cast<double> (frame.bodyType),
             static_cast<double> (frame.key),
             frame.period,
             frame.phase,
             frame.momentInterval,
             frame.position,
             frame.contactDisplacement,
             frame.handExtension,
             frame.blockPosition,
             frame.blockGap,
             frame.bodyEnergy,
             frame.bristleEnergy,
             frame.handEnergy,
             frame.gesture,
             static_cast<double> (frame.voice),
             frame.slot == Slot::a ? 0.0 : 1.0,
             frame.fundamental,
             frame.fundamental > 0.0 && frame.impedance > 0.0 ? frame.impedance / (2.0 * frame.fundamental)
                                                              : frame.mass,
             static_cast<double> (frame.modes),
             static_cast<double> (momentsOfA),
             static_cast<double> (momentsOfB) };
}
} // namespace

void web_watch (kolophon_synth* synth, std::int32_t on)
{
    auto& feed = synth->synth.pictures();
    if ((on != 0) == feed.isWatched())
        return;
    if (on != 0)
        feed.addViewer();
    else
        feed.removeViewer();
}

const void* web_picture (kolophon_synth* synth)
{
    auto& feed = synth->synth.pictures();
    bool hasShape = false;
    while (feed.pop (frame))
        hasShape = true;
    describe (picture.head, hasShape, picture.a.take (feed, Slot::a), picture.b.take (feed, Slot::b));
    for (std::size_t v = 0; v < WebPicture::voices; ++v)
    {
        const auto& dot = frame.voices[v];
        float* const to = picture.dots.data() + v * WebPicture::perVoice;
        to[0] = static_cast<float> (dot.key);
        to[1] = dot.sounds ? 1.0f : 0.0f;
        to[2] = dot.held ? 1.0f : 0.0f;
        to[3] = dot.position;
        to[4] = dot.normalForce;
        to[5] = dot.speed;
    }
    picture.x1 = frame.x1;
    picture.x2 = frame.x2;
    picture.frequency = frame.frequency;
    return &picture;
}

std::int32_t web_picture_bytes ()
{
    return sizeof (WebPicture);
}

const double* web_meters (kolophon_synth* synth)
{
    static std::array<double, 13> numbers;
    const auto& m = synth->meters;
    numbers = { m.peakLeft,
                m.peakRight,
                m.guardGain,
                static_cast<double> (m.voicesAwake),
                m.ledgerOn ? 1.0 : 0.0,
                m.storedEnergy,
                m.workIn,
                m.frictionLoss,
                m.bodyLoss,
                m.relativeResidual,
                static_cast<double> (m.generatorSteps),
                m.energyCreated,
                static_cast<double> (m.nonFiniteBlocks) };
    return numbers.data();
}
