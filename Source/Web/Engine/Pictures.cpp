// SPDX-License-Identifier: GPL-3.0-or-later
#include "Web.h"

#include <algorithm>
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

    std::size_t collect (PictureFeed& feed, Slot slot)
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

struct Head
{
    std::string_view name;
    double value;
};

/** The numbers at the beginning, and their names. */
std::array<Head, WebPicture::heads> headsOf (bool hasShape, std::size_t momentsOfA, std::size_t momentsOfB) noexcept
{
    const auto count = [] (auto number) { return static_cast<double> (number); };
    const bool isString = frame.fundamental > 0.0 && frame.impedance > 0.0;
    return { { { "time", frame.time },
               { "hasShape", hasShape ? 1.0 : 0.0 },
               { "bodyType", count (frame.bodyType) },
               { "secondBody", count (frame.secondBody) },
               { "key", count (frame.key) },
               { "period", frame.period },
               { "phase", frame.phase },
               { "momentInterval", frame.momentInterval },
               { "position", frame.position },
               { "contactDisplacement", frame.contactDisplacement },
               { "secondDisplacement", frame.secondDisplacement },
               { "lift", frame.lift },
               { "handExtension", frame.handExtension },
               { "blockPosition", frame.blockPosition },
               { "blockGap", frame.blockGap },
               { "bodyEnergy", frame.bodyEnergy },
               { "bristleEnergy", frame.bristleEnergy },
               { "handEnergy", frame.handEnergy },
               { "gesture", frame.gesture },
               { "voice", count (frame.voice) },
               { "slot", frame.slot == Slot::a ? 0.0 : 1.0 },
               { "fundamental", frame.fundamental },
               { "mass", isString ? frame.impedance / (2.0 * frame.fundamental) : frame.mass },
               { "modes", count (frame.modes) },
               { "momentsOfA", count (momentsOfA) },
               { "momentsOfB", count (momentsOfB) } } };
}

std::array<Head, 12> metersOf (const MeterFrame& m) noexcept
{
    return { { { "peakLeft", m.peakLeft },
               { "peakRight", m.peakRight },
               { "guardGain", m.guardGain },
               { "voices", static_cast<double> (m.voicesAwake) },
               { "ledgerOn", m.ledgerOn ? 1.0 : 0.0 },
               { "stored", m.storedEnergy },
               { "workIn", m.workIn },
               { "frictionLoss", m.frictionLoss },
               { "bodyLoss", m.bodyLoss },
               { "relativeResidual", m.relativeResidual },
               { "generatorSteps", static_cast<double> (m.generatorSteps) },
               { "energyCreated", m.energyCreated } } };
}

template <std::size_t count>
std::array<std::string_view, count> namesOf (const std::array<Head, count>& heads)
{
    std::array<std::string_view, count> names;
    std::transform (heads.begin(), heads.end(), names.begin(), [] (const Head& head) { return head.name; });
    return names;
}

template <std::size_t count>
void put (const std::array<Head, count>& heads, std::array<double, count>& into) noexcept
{
    std::transform (heads.begin(), heads.end(), into.begin(), [] (const Head& head) { return head.value; });
}
} // namespace

std::span<const std::string_view> web::pictureHeads() noexcept
{
    static const auto names = namesOf (headsOf (false, 0, 0));
    return names;
}

std::span<const std::string_view> web::meterNames() noexcept
{
    static const auto names = namesOf (metersOf ({}));
    return names;
}

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
    const auto ofA = picture.a.collect (feed, Slot::a), ofB = picture.b.collect (feed, Slot::b);
    put (headsOf (hasShape, ofA, ofB), picture.head);
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
    static std::array<double, 12> numbers;
    put (metersOf (synth->meters), numbers);
    return numbers.data();
}
