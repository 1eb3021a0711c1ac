// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Core/Text/CutText.h"
#include "../Synth/Parameters/ParameterTable.h"
#include "Handle.h"

#include <deque>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon::library
{
namespace
{
/** The table as C reads it. Texts are copies: a view need not end with a zero byte. */
class DescribedParameters
{
public:
    DescribedParameters()
    {
        for (const auto& parameter : parameterTable())
            described.push_back (describe (parameter));
    }

    const kolophon_parameter& at (std::size_t index) const { return described[index]; }

private:
    static constexpr kolophon_scale scaleOf (Scale scale) noexcept
    {
        switch (scale)
        {
            case Scale::linear: return KOLOPHON_LINEAR;
            case Scale::log: return KOLOPHON_LOGARITHMIC;
            case Scale::power: return KOLOPHON_CUBIC;
            case Scale::integer: return KOLOPHON_INTEGER;
            case Scale::menu: return KOLOPHON_MENU;
            case Scale::toggle: return KOLOPHON_TOGGLE;
        }
        return KOLOPHON_LINEAR;
    }

    const char* kept (std::string_view text) { return texts.emplace_back (text).c_str(); }

    kolophon_parameter describe (const Parameter& parameter)
    {
        auto& choices = lists.emplace_back();
        for (const auto choice : parameter.choices)
            choices.push_back (kept (choice));
        return { kept (parameter.id),
                 kept (parameter.group),
                 kept (parameter.label),
                 kept (unitText (parameter.unit)),
                 kept (formatRange (parameter)),
                 kept (parameter.help),
                 kept (parameter.since),
                 parameter.minimum,
                 parameter.maximum,
                 parameter.defaultValue,
                 scaleOf (parameter.scale),
                 static_cast<int32_t> (choices.size()),
                 choices.data() };
    }

    std::deque<std::string> texts;
    std::deque<std::vector<const char*>> lists;
    std::vector<kolophon_parameter> described;
};

const Parameter* parameterAt (int32_t index) noexcept
{
    const auto table = parameterTable();
    return index >= 0 && static_cast<std::size_t> (index) < table.size() ? &table[static_cast<std::size_t> (index)]
                                                                         : nullptr;
}

/** Finds a parameter by id, or refuses. */
kolophon_status findById (const kolophon_synth* synth, const char* id, const Parameter*& found) noexcept
{
    if (auto fault = checkSynth (synth))
        return fault;
    if (auto fault = checkPointer (synth, "id", id))
        return fault;
    found = parameterAt (kolophon_parameter_index (id));
    if (found != nullptr)
        return KOLOPHON_OK;
    errorOf (synth).clear().add ("id: parameter not found: \"").add (id).add ("\"");
    return KOLOPHON_NOT_FOUND;
}

void set (kolophon_synth& handle, const Parameter& parameter, double value) noexcept
{
    handle.synth.setParameter (static_cast<std::size_t> (&parameter - parameterTable().data()), value);
}
} // namespace

kolophon_status checkParameter (const kolophon_synth* synth, const ParamInfo& parameter, double value) noexcept
{
    return checkRange (synth, parameter.id, value, { parameter.minimum, parameter.maximum, unitText (parameter.unit) },
                       parameter.isDiscrete());
}
} // namespace kolophon::library

using namespace kolophon;
using namespace kolophon::library;

int32_t kolophon_parameter_count (void)
{
    return static_cast<int32_t> (parameterTable().size());
}

const kolophon_parameter* kolophon_parameter_info (int32_t index)
{
    static const DescribedParameters described;
    return parameterAt (index) != nullptr ? &described.at (static_cast<std::size_t> (index)) : nullptr;
}

int32_t kolophon_parameter_index (const char* id)
{
    const auto place = id != nullptr ? findParameter (id) : std::nullopt;
    return place ? static_cast<int32_t> (*place) : -1;
}

double kolophon_parameter_position (int32_t index, double value)
{
    const auto* parameter = parameterAt (index);
    return parameter != nullptr ? parameter->toNormalised (parameter->nearestValid (value))
                                : std::numeric_limits<double>::quiet_NaN();
}

double kolophon_parameter_value (int32_t index, double position)
{
    const auto* parameter = parameterAt (index);
    return parameter != nullptr ? parameter->fromNormalised (position) : std::numeric_limits<double>::quiet_NaN();
}

kolophon_status kolophon_parameter_text (int32_t index, double value, char* text, size_t capacity)
{
    if (auto fault = checkRange (nullptr, "index", index, { 0.0, kolophon_parameter_count() - 1.0 }))
        return fault;
    if (auto fault = checkPointer (nullptr, "text", text))
        return fault;
    if (capacity == 0)
        return refuse (nullptr, KOLOPHON_INVALID_ARGUMENT, "capacity", "0 is not in its range; allowed: 1 or more");
    return guarded (nullptr,
                    [&]
                    {
                        const auto& parameter = *parameterAt (index);
                        copyCutText (formatValue (parameter, parameter.nearestValid (value)), text, capacity);
                        return KOLOPHON_OK;
                    });
}

kolophon_status kolophon_parameter_parse (int32_t index, const char* text, double* value)
{
    if (auto fault = checkRange (nullptr, "index", index, { 0.0, kolophon_parameter_count() - 1.0 }))
        return fault;
    if (auto fault = checkPointer (nullptr, "text", text))
        return fault;
    if (auto fault = checkPointer (nullptr, "value", value))
        return fault;
    return guarded (nullptr,
                    [&]
                    {
                        *value = valueOrThrow (parseValue (*parameterAt (index), text));
                        return KOLOPHON_OK;
                    });
}

kolophon_status kolophon_get (const kolophon_synth* synth, const char* id, double* value)
{
    const Parameter* parameter = nullptr;
    if (auto fault = findById (synth, id, parameter))
        return fault;
    if (auto fault = checkPointer (synth, "value", value))
        return fault;
    *value = parameter->in (synth->synth.patch());
    return KOLOPHON_OK;
}

kolophon_status kolophon_set (kolophon_synth* synth, const char* id, double value)
{
    const Parameter* parameter = nullptr;
    if (auto fault = findById (synth, id, parameter))
        return fault;
    if (auto fault = checkParameter (synth, *parameter, value))
        return fault;
    set (*synth, *parameter, value);
    return KOLOPHON_OK;
}

kolophon_status kolophon_set_text (kolophon_synth* synth, const char* id, const char* text)
{
    const Parameter* parameter = nullptr;
    if (auto fault = findById (synth, id, parameter))
        return fault;
    if (auto fault = checkPointer (synth, "text", text))
        return fault;
    return guarded (synth,
                    [&]
                    {
                        set (*synth, *parameter, valueOrThrow (parseValue (*parameter, text)));
                        return KOLOPHON_OK;
                    });
}
