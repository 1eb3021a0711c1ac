// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapAxis.h"

#include "../Core/Text/NumberText.h"
#include "../Files/Bytes/ExitCode.h"
#include "../Shell/Suggestion.h"
#include "../Synth/Parameters/NearestParameter.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
/** Place of a value on the axis' even scale. */
double placeOf (double value, bool logarithmic)
{
    return logarithmic ? std::log (value) : value;
}

std::vector<std::string> fieldsOf (const std::string& text)
{
    std::vector<std::string> fields;
    for (std::size_t begin = 0; begin <= text.size();)
    {
        const auto end = std::min (text.find (':', begin), text.size());
        fields.push_back (text.substr (begin, end - begin));
        begin = end + 1;
    }
    return fields;
}

/** The words of one axis, and what to say about them. */
class AxisReader
{
public:
    AxisReader (std::string itsOption, const std::string& itsText) : option (std::move (itsOption)), text (itsText) {}

    MapAxis read () const
    {
        const auto equals = text.find ('=');
        if (equals == std::string::npos)
            refuse ("\"" + text + "\" must be id=low:high[:lin|log[:cells]], such as hand.position=0.02:0.3:log:40");
        MapAxis axis;
        axis.parameter = parameterNamed (text.substr (0, equals));
        const std::string id (axis.parameter->id);
        const auto fields = fieldsOf (text.substr (equals + 1));
        if (fields.size() < 2 || fields.size() > 4)
            refuse (id + ": \"" + text.substr (equals + 1) + "\" must be low:high[:lin|log[:cells]]");
        const double low = number (*axis.parameter, fields[0]), high = number (*axis.parameter, fields[1]);
        if (! (low < high))
            refuse (id + ": the range " + fields[0] + ":" + fields[1] + " must rise from low to high");
        axis.logarithmic = axis.parameter->scale == Scale::log;
        if (fields.size() > 2)
        {
            if (fields[2] != "lin" && fields[2] != "log")
                refuse (id + ": \"" + fields[2] + "\" is neither lin nor log");
            axis.logarithmic = fields[2] == "log";
        }
        if (axis.logarithmic && ! (low > 0.0))
            refuse (id + ": a log axis begins above 0, not at \"" + fields[0] + "\"");
        const int cells = fields.size() > 3 ? cellCount (id, fields[3]) : usualMapCells;
        axis.values = spread (*axis.parameter, low, high, cells, axis.logarithmic);
        if (std::adjacent_find (axis.values.begin(), axis.values.end(), std::greater_equal<>()) != axis.values.end())
            refuse (id + ": takes whole numbers, and " + fields[0] + " to " + fields[1] + " has too few for " +
                    std::to_string (cells) + (axis.logarithmic ? " log" : "") + " cells");
        return axis;
    }

private:
    [[noreturn]] void refuse (const std::string& reason) const
    {
        throw Failure (ExitCode::usage, option + ": " + reason);
    }

    const Parameter* parameterNamed (const std::string& id) const
    {
        const auto index = findParameter (id);
        if (! index)
            refuse ("unknown parameter \"" + id + "\"" + suggestionOf (nearestParameter (id), "list parameters"));
        const auto& parameter = parameterTable()[*index];
        if (parameter.scale == Scale::menu || parameter.scale == Scale::toggle)
            refuse (id + " is a " + (parameter.scale == Scale::menu ? "menu" : "switch") +
                    ": a map needs a numeric parameter; set this one with --set");
        if (parameter.slot == &Patch::contactB)
            refuse (id + " belongs to slot B of a comparison, which a map does not play");
        return &parameter;
    }

    double number (const Parameter& parameter, const std::string& word) const
    {
        const auto result = parseValue (parameter, word);
        if (! result)
            refuse (result.error().what());
        return result.value();
    }

    int cellCount (const std::string& id, const std::string& word) const
    {
        const auto count = integerIn<int> (word);
        if (! count || *count < fewestMapCells || *count > maxMapCells)
            refuse (id + ": \"" + word + "\" is not a number of cells from " + std::to_string (fewestMapCells) +
                    " to " + std::to_string (maxMapCells));
        return *count;
    }

    static std::vector<double> spread (const Parameter& parameter, double low, double high, int cells, bool logarithmic)
    {
        std::vector<double> values;
        for (int i = 0; i < cells; ++i)
        {
            const double position = static_cast<double> (i) / (cells - 1);
            const double value = i == 0           ? low
                                 : i + 1 == cells ? high
                                 : logarithmic    ? low * std::pow (high / low, position)
                                                  : low + position * (high - low);
            values.push_back (parameter.nearestValid (value));
        }
        return values;
    }

    std::string option;
    const std::string& text;
};
} // namespace

std::vector<double> MapAxis::borders() const
{
    const auto place = [this] (std::size_t i) { return placeOf (values[i], logarithmic); };
    const auto value = [this] (double where) { return logarithmic ? std::exp (where) : where; };
    const auto last = values.size() - 1;
    std::vector<double> result { value (1.5 * place (0) - 0.5 * place (1)) };
    for (std::size_t i = 1; i <= last; ++i)
        result.push_back (value (0.5 * (place (i - 1) + place (i))));
    result.push_back (value (1.5 * place (last) - 0.5 * place (last - 1)));
    return result;
}

double MapAxis::positionOf (double value) const
{
    const auto sides = borders();
    const double first = placeOf (sides.front(), logarithmic), last = placeOf (sides.back(), logarithmic);
    return (placeOf (value, logarithmic) - first) / (last - first);
}

std::vector<std::size_t> MapAxis::shown() const
{
    const auto count = std::min (values.size(), static_cast<std::size_t> (maxShownCells));
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < count; ++i)
        indices.push_back (count == values.size() ? i : i * (values.size() - 1) / (count - 1));
    return indices;
}

MapAxis::Spelling MapAxis::spelling() const
{
    const double largest = values.back();
    const std::string unit (unitText (parameter->unit));
    switch (parameter->unit)
    {
        case Unit::metre:
            if (largest < 1.0)
                return largest < 2e-3 ? Spelling { "µm", 1e-6 } : Spelling { "mm", 1e-3 };
            break;
        case Unit::second:
            if (largest < 2.0)
                return largest < 2e-3 ? Spelling { "µs", 1e-6 } : Spelling { "ms", 1e-3 };
            break;
        case Unit::metrePerSecond:
            if (largest < 0.1)
                return { "mm/s", 1e-3 };
            break;
        case Unit::kilogram:
            if (largest < 1.0)
                return { "g", 1e-3 };
            break;
        default: break;
    }
    return { unit, 1.0 };
}

std::string MapAxis::label() const
{
    const auto unit = spelling().unit;
    return std::string (parameter->label) + (unit.empty() ? "" : " [" + unit + "]") + " (" +
           std::string (parameter->id) + ")";
}

MapAxis mapAxisFromText (const std::string& option, const std::string& text)
{
    return AxisReader (option, text).read();
}

std::vector<MenuOfAxis> menusOfAxes (const MapAxis& x, const MapAxis& y)
{
    static constexpr std::array all { MenuOfAxis { "hand.force", "hand.force_mode", "Absolute" },
                                      MenuOfAxis { "hand.pressure", "hand.force_mode", "Relative" },
                                      MenuOfAxis { "contact.travel", "contact.bristle", "Travel" },
                                      MenuOfAxis { "contact.travel_track", "contact.bristle", "Travel" },
                                      MenuOfAxis { "contact.stiffness", "contact.bristle", "Stiffness" } };
    std::vector<MenuOfAxis> wanted;
    for (const auto* axis : { &x, &y })
        for (const auto& menu : all)
            if (menu.id == axis->parameter->id)
                wanted.push_back (menu);
    if (wanted.size() == 2 && wanted[0].menu == wanted[1].menu && wanted[0].choice != wanted[1].choice)
        throw Failure (ExitCode::usage, std::string (wanted[0].id) + " and " + std::string (wanted[1].id) +
                                            " are never used together: " + std::string (wanted[0].menu) +
                                            " selects one of them");
    return wanted;
}
} // namespace kolophon
