// SPDX-License-Identifier: GPL-3.0-or-later
#include "Takes.h"

#include "../../Analysis/Parallel.h"
#include "../../Core/Fnv.h"
#include "../../Core/Text/NumberText.h"
#include "../../Core/Units.h"
#include "../../Files/Json/ShallowJson.h"
#include "../../Files/Parts/GestureJson.h"
#include "../../Synth/Control/GestureDrawing.h"
#include "../../Synth/Parameters/ParameterTable.h"

#include <numeric>

namespace kolophon
{
namespace
{
constexpr int widestNumber = 9; // digits

/** Seed of a take's gesture: depends on the session's seed and the take only, like those of knobs (Variation.h). */
std::uint64_t seedOfGesture (std::uint64_t seed, int take) noexcept
{
    Fnv draw;
    for (int byte = 0; byte < 8; ++byte)
        draw.add (static_cast<std::uint8_t> (seed >> (8 * byte)));
    draw.add (static_cast<double> (take));
    draw.add ("gesture");
    return draw.value();
}

RenderedTake renderTake (const TakeSession& session, int number)
{
    RenderedTake take;
    take.number = number;
    auto preset = session.preset;
    take.patch = preset.patch = varied (preset.patch, session.variations, session.seed, number);
    if (session.gestureVariation > 0.0)
        preset.gesture = drawing::varied (preset.gesture.value_or (DrawnGesture::door()), session.gestureVariation,
                                          seedOfGesture (session.seed, number));
    take.gesture = preset.gesture;
    RenderSinks sinks;
    sinks.audio = [&take] (auto left, auto right)
    {
        take.sound.left.insert (take.sound.left.end(), left.begin(), left.end());
        take.sound.right.insert (take.sound.right.end(), right.begin(), right.end());
    };
    sinks.interrupted = session.stopped;
    take.result = session.play (preset, sinks);
    take.finished = finish (take.sound, session.finishing, session.sampleRate);
    return take;
}

/** "{i}" or "{i:03}" at the beginning of `text`: its length and the least number of digits. */
struct Field
{
    std::size_t length;
    int digits;
};
std::optional<Field> fieldAt (std::string_view text)
{
    const auto end = text.find ('}');
    if (end == std::string_view::npos || ! text.starts_with ("{i"))
        return std::nullopt;
    const auto inside = text.substr (2, end - 2);
    if (inside.empty())
        return Field { end + 1, 1 };
    const auto digits = integerIn<int> (inside.substr (1));
    if (inside.front() != ':' || ! digits || *digits < 1 || *digits > widestNumber)
        return std::nullopt;
    return Field { end + 1, *digits };
}

Json valueOf (const Parameter& parameter, double value)
{
    if (parameter.scale == Scale::menu || parameter.scale == Scale::toggle)
        return formatValue (parameter, value);
    Json json { { "value", value } };
    if (! unitText (parameter.unit).empty())
        json["unit"] = unitText (parameter.unit);
    json["text"] = formatValue (parameter, value);
    return json;
}

Json optionalNumber (std::optional<double> value)
{
    return value ? Json (*value) : Json (nullptr);
}

} // namespace

Json takeJson (const TakeSession& session, const TakeEntry& entry)
{
    const auto& take = entry.take;
    Json values = Json::object();
    for (const auto& variation : session.variations)
    {
        const auto& parameter = parameterTable()[variation.parameter];
        values[std::string (parameter.id)] = valueOf (parameter, parameter.in (take.patch));
    }
    const auto frames = take.result.frames;
    Json json { { "file", entry.file },
                { "take", take.number },
                { "values", values },
                { "loudnessLufs", optionalNumber (take.finished.loudness) },
                { "peakDbfs", optionalNumber (take.finished.peak > 0.0 ? std::optional (dbFromGain (take.finished.peak))
                                                                       : std::nullopt) },
                { "lengthSeconds", take.finished.seconds },
                { "renderedSeconds", static_cast<double> (frames) / session.sampleRate },
                { "cutBeforeSeconds", take.finished.cutBefore },
                { "gainDb", dbFromGain (take.finished.gain) },
                { "heldByPeak", take.finished.heldByPeak },
                { "hash", formatted ("%016llx", static_cast<unsigned long long> (take.result.hash)) } };
    if (session.gestureVariation > 0.0 && take.gesture)
        json["gesture"] = gestureValue (*take.gesture);
    return json;
}
void renderTakes (const TakeSession& session, const std::function<void (RenderedTake)>& keep)
{
    inParallel (
        static_cast<std::size_t> (session.count), threadsFor (session.jobs),
        [&] (std::size_t i)
        {
            auto take = renderTake (session, static_cast<int> (i) + 1);
            if (! take.result.interrupted)
                keep (std::move (take));
        },
        session.stopped);
}

Result<std::string> takeName (std::string_view pattern, int number)
{
    std::string name;
    for (std::size_t i = 0; i < pattern.size(); ++i)
    {
        const char c = pattern[i];
        if ((c == '{' || c == '}') && pattern.substr (i + 1, 1) == std::string (1, c))
            name += pattern[i++];
        else if (c == '{')
        {
            const auto field = fieldAt (pattern.substr (i));
            if (! field)
                return inputError ("\"" + std::string (pattern) + "\" contains a brace other than {i} or {i:03}");
            const auto digits = std::to_string (number);
            name +=
                std::string (static_cast<std::size_t> (std::max (0, field->digits - static_cast<int> (digits.size()))),
                             '0') +
                digits;
            i += field->length - 1;
        }
        else
            name += c;
    }
    return name;
}

std::string takesManifest (const TakeSession& session, const std::vector<Json>& takes, const std::string& gesture,
                           const std::string& command)
{
    const Json json { { "format", "kolophon-takes" },
                      { "version", 1 },
                      { "kolophon", KOLOPHON_VERSION },
                      { "preset", session.preset.info.name },
                      { "presetFingerprint",
                        formatted ("%016llx", static_cast<unsigned long long> (presetFingerprint (session.preset))) },
                      { "gesture", gesture },
                      { "warnings", session.warnings },
                      { "seed", session.seed },
                      { "sampleRate", session.sampleRate },
                      { "command", command },
                      { "takes", takes } };
    return json.dump (1, ' ', false, Json::error_handler_t::replace) + "\n";
}
} // namespace kolophon
