// SPDX-License-Identifier: GPL-3.0-or-later
#include "GestureAxes.h"

#include "../../Core/Text/NumberText.h"
#include "../../Core/Ticks.h"
#include "../../Synth/Parameters/ParameterTable.h"
#include "../../Synth/Parameters/PatchChoices.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr int digits = 4;

double framesPerSecond (TimeAxis::Unit unit) noexcept
{
    switch (unit)
    {
        case TimeAxis::Unit::frames24: return 24.0;
        case TimeAxis::Unit::frames25: return 25.0;
        case TimeAxis::Unit::frames30: return 30.0;
        default: return 0.0;
    }
}

const char* nameOf (TimeAxis::Unit unit) noexcept
{
    return unit == TimeAxis::Unit::seconds ? " s" : (unit == TimeAxis::Unit::beats ? " beats" : " fr");
}

/** Description of the knob that scales a track, with another range. */
ParamInfo knob (std::string_view id, double lowest, double highest)
{
    ParamInfo info = parameterTable()[findParameter (id).value()];
    info.minimum = lowest;
    info.maximum = highest;
    info.scale = Scale::linear;
    return info;
}

bool isAbsolute (const Patch& patch) noexcept
{
    return choiceOf<&Patch::handForceMode> (patch) == ForceMode::absolute;
}
} // namespace

TimeAxis TimeAxis::of (const Patch& patch, Unit wanted) noexcept
{
    if (patch.gestureSync >= 0.5)
        return { Unit::beats, patch.gestureBeats };
    const double rate = framesPerSecond (wanted);
    return rate > 0.0 ? TimeAxis { wanted, rate * patch.handGestureTime }
                      : TimeAxis { Unit::seconds, patch.handGestureTime };
}

double TimeAxis::lineEvery (double pixels, double leastPixels) const noexcept
{
    const double least = leastPixels / pixels * length;
    switch (unit)
    {
        case Unit::seconds: return roundStepFrom (std::max (least, 1e-3));
        case Unit::beats: return std::exp2 (std::ceil (std::log2 (std::max (least, 1.0 / 64.0))));
        default: break;
    }
    const double rate = framesPerSecond (unit);
    return least <= 10.0 ? roundStepFrom (std::max (least, 1.0)) : rate * roundStepFrom (std::max (least / rate, 1.0));
}

std::string TimeAxis::number (double inUnit) const
{
    return significant (std::round (inUnit * 1e6) / 1e6, digits);
}

std::string TimeAxis::text (double time) const
{
    return number (time * length) + nameOf (unit);
}

Result<double> TimeAxis::timeFrom (std::string_view text) const
{
    const auto wrong = [&]
    {
        std::string sentence ("\"");
        sentence.append (text)
            .append ("\" is an invalid time in this gesture; allowed: 0 to ")
            .append (number (length));
        return inputError (sentence.append (nameOf (unit)));
    };
    auto rest = text.substr (std::min (text.find_first_not_of (' '), text.size()));
    const auto leading = leadingNumber (rest);
    if (! leading)
        return wrong();
    double value = leading->value;
    rest = leading->rest;
    rest.remove_prefix (std::min (rest.find_first_not_of (' '), rest.size()));
    rest = rest.substr (0, rest.find_last_not_of (' ') + 1);
    if (unit == Unit::seconds && rest == "ms")
        value *= 1e-3;
    else if (! rest.empty() && rest != std::string_view (nameOf (unit)).substr (1))
        return wrong();
    // The axis shows rounded values; its own end must be accepted.
    const double time = value / length;
    return time >= 0.0 && time <= 1.0 + 1e-3 ? Result<double> (std::min (1.0, time)) : wrong();
}

std::vector<TimeAxis::Step> TimeAxis::steps() const
{
    if (unit == Unit::seconds)
        return { { "Off", 0.0 },   { "10 ms", 0.01 }, { "50 ms", 0.05 },
                 { "0.1 s", 0.1 }, { "0.5 s", 0.5 },  { "1 s", 1.0 } };
    if (unit == Unit::beats)
        return { { "Off", 0.0 }, { "1/32", 0.125 }, { "1/16", 0.25 }, { "1/8 triplet", 1.0 / 3.0 },
                 { "1/8", 0.5 }, { "1/4", 1.0 },    { "1/2", 2.0 },   { "1/1", 4.0 } };
    return { { "Off", 0.0 }, { "1 frame", 1.0 }, { "2 frames", 2.0 }, { "5 frames", 5.0 } };
}

//======================================================================================================================
std::string ValueAxis::text (double value) const
{
    switch (kind)
    {
        case GestureTrackKind::speed:
        {
            const double speed = value * patch.handSpeed;
            std::string text (speed < 0.0 ? "-" : "");
            return text += formatValue (knob ("hand.speed", 0.0, 10.0), std::abs (speed));
        }
        case GestureTrackKind::force:
            return isAbsolute (patch) ? formatValue (knob ("hand.force", 0.0, 1e5), value * patch.handForce)
                                      : significant (100.0 * value, 3) + " %";
        case GestureTrackKind::place: break;
    }
    return significant (nearestPlace (placeAt (value)), 3);
}

double ValueAxis::placeAt (double octave) const
{
    return patch.handPosition * std::exp2 (octave);
}

double ValueAxis::nearestPlace (double place)
{
    return parameterTable()[*findParameter ("hand.position")].nearestValid (place);
}

std::string ValueAxis::label (double value) const
{
    if (kind == GestureTrackKind::speed)
    {
        const bool isSlow = patch.handSpeed < 0.5;
        return significant (value * patch.handSpeed * (isSlow ? 1e3 : 1.0), 3) + (isSlow ? " mm/s" : " m/s");
    }
    if (kind == GestureTrackKind::force && isAbsolute (patch))
        return significant (value * patch.handForce, 3) + " N";
    return text (value);
}

Result<double> ValueAxis::valueFrom (std::string_view text) const
{
    const auto over = [this] (Result<double> typed, double reference)
    {
        return std::move (typed).map ([this, reference] (double value)
                                      { return std::clamp (value / reference, range().lowest, range().highest); });
    };
    switch (kind)
    {
        case GestureTrackKind::speed:
            return over (parseValue (knob ("hand.speed", -patch.handSpeed, patch.handSpeed), text), patch.handSpeed);
        case GestureTrackKind::force:
            if (isAbsolute (patch))
                return over (parseValue (knob ("hand.force", 0.0, 2.0 * patch.handForce), text), patch.handForce);
            return over (parseValue (knob ("hand.pressure", 0.0, 200.0), text), 100.0);
        case GestureTrackKind::place: break;
    }
    return parseValue (knob ("hand.position", std::max (0.005, 0.25 * patch.handPosition),
                             std::min (0.5, 4.0 * patch.handPosition)),
                       text)
        .map ([this] (double position) { return std::clamp (std::log2 (position / patch.handPosition), -2.0, 2.0); });
}

std::vector<double> ValueAxis::lines() const
{
    switch (kind)
    {
        case GestureTrackKind::speed: return { -1.0, -0.5, 0.0, 0.5, 1.0 };
        case GestureTrackKind::force: return { 0.0, 0.5, 1.0, 1.5, 2.0 };
        case GestureTrackKind::place: break;
    }
    std::vector<double> octaves { -2.0, -1.0, 0.0, 1.0, 2.0 };
    std::erase_if (octaves, [this] (double octave) { return placeAt (octave) != nearestPlace (placeAt (octave)); });
    return octaves;
}
} // namespace kolophon
