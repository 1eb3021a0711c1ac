// SPDX-License-Identifier: GPL-3.0-or-later
#include "AnswerReport.h"

#include "../../Core/Text/NumberText.h"
#include "../../Synth/Parameters/ParameterTable.h"

#include <nlohmann/json.hpp>

namespace kolophon
{
namespace
{
using Json = nlohmann::ordered_json;

const Parameter& rowOf (const KnobAnswer& answer)
{
    return parameterTable()[findParameter (answer.id).value()];
}

std::string_view verdictOf (const KnobAnswer& answer)
{
    return answer.isHeard() ? "heard" : "not heard";
}

std::string centsText (const AnswerPoint& point)
{
    return point.cents ? fixed (*point.cents, 1) : "-";
}
} // namespace

std::string answerText (std::span<const KnobAnswer> answers)
{
    std::string text;
    for (const auto& answer : answers)
    {
        const auto most = answer.change();
        text +=
            formatted ("%-26s %-9s  third octave %.1f dB, attack %.1f dB, level %.1f dB, pitch %.1f cents, onset %.0f "
                       "ms, fall %.0f ms\n",
                       std::string (answer.id).c_str(), std::string (verdictOf (answer)).c_str(), most.thirdOctave,
                       most.attack, most.level, most.cents, most.onset, most.fall);
        for (const auto& point : answer.points)
            text += formatted ("  %4.1f %%  %-14s level %6.1f dB  brightness %6.1f dB  %7s cents  onset %4.0f ms\n",
                               100.0 * point.place, formatValue (rowOf (answer), point.value).c_str(), point.level,
                               point.brightness, centsText (point).c_str(), point.onset);
    }
    return text;
}

std::string answerJson (std::span<const KnobAnswer> answers)
{
    Json json = Json::object();
    for (const auto& answer : answers)
    {
        Json points = Json::array();
        for (const auto& point : answer.points)
            points.push_back ({ { "place", point.place },
                                { "value", point.value },
                                { "text", formatValue (rowOf (answer), point.value) },
                                { "level_db", point.level },
                                { "brightness_db", point.brightness },
                                { "cents", point.cents ? Json (*point.cents) : Json() },
                                { "onset_ms", point.onset },
                                { "fall_ms", point.fall } });
        const auto most = answer.change();
        json[std::string (answer.id)] = { { "label", rowOf (answer).label },
                                          { "heard", answer.isHeard() },
                                          { "change",
                                            { { "third_octave_db", most.thirdOctave },
                                              { "attack_db", most.attack },
                                              { "level_db", most.level },
                                              { "cents", most.cents },
                                              { "onset_ms", most.onset },
                                              { "fall_ms", most.fall } } },
                                          { "points", points } };
    }
    return json.dump (2) + "\n";
}
} // namespace kolophon
