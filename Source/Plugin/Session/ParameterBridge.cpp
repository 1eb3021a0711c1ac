// SPDX-License-Identifier: GPL-3.0-or-later
#include "ParameterBridge.h"

#include "../../Core/Text/NumberText.h"

#include <cmath>
#include <map>
#include <utility>

namespace kolophon
{
namespace
{
juce::String text (std::string_view utf8)
{
    return juce::String::fromUTF8 (utf8.data(), static_cast<int> (utf8.size()));
}

HostUnit labelOf (const ParamInfo& info) noexcept
{
    return info.isDiscrete() ? HostUnit { unitText (info.unit), 1.0 } : hostUnit (info);
}
} // namespace

std::string hostName (const ParamInfo& info)
{
    return (info.group == "Contact B" ? "B " : "") + std::string (info.label);
}

int versionHint (const ParamInfo& info) noexcept
{
    const auto point = std::min (info.since.find ('.'), info.since.size());
    const auto major = integerIn<int> (info.since.substr (0, point));
    const auto behind = info.since.substr (std::min (point + 1, info.since.size()));
    const auto minor = integerIn<int> (behind.substr (0, behind.find ('.')));
    return 100 * major.value_or (0) + minor.value_or (0); // 0.1: 1
}

TableParameter::TableParameter (const Parameter& itsInfo)
    : RangedAudioParameter (juce::ParameterID { text (itsInfo.id), versionHint (itsInfo) }, text (hostName (itsInfo)),
                            juce::AudioProcessorParameterWithIDAttributes().withLabel (text (labelOf (itsInfo).text))),
      info (itsInfo), unit (labelOf (itsInfo)), value (itsInfo.defaultValue),
      asked (static_cast<float> (itsInfo.toNormalised (itsInfo.defaultValue))), range (rangeForHosts())
{
}

juce::NormalisableRange<float> TableParameter::rangeForHosts()
{
    // If a host sends back the value in units that it was given, the value does not change either.
    const auto toUnits = [this] (float, float, float normalised)
    { return inHostUnit (normalised == getValue() ? exactValue() : valueAt (normalised)); };
    const auto fromUnits = [this] (float, float, float inUnits)
    {
        if (std::isnan (inUnits) || inUnits == hostValue())
            return getValue();
        return static_cast<float> (info.toNormalised (info.nearestValid (unit.factor * static_cast<double> (inUnits))));
    };
    const auto limit = [] (float low, float high, float inUnits) { return juce::jlimit (low, high, inUnits); };
    return { inHostUnit (info.minimum), inHostUnit (info.scale == Scale::menu ? info.span() : info.maximum), toUnits,
             fromUnits, limit };
}

bool TableParameter::hostMeansValue (float inUnits) const noexcept
{
    const double said = info.toNormalised (unit.factor * static_cast<double> (inUnits));
    return std::abs (said - info.toNormalised (exactValue())) < 1e-6; // a float in transit has 24 bits
}

double TableParameter::valueAt (float normalised) const noexcept
{
    return info.fromNormalised (static_cast<double> (normalised));
}

void TableParameter::setExactValue (double newValue) noexcept
{
    if (! std::isnan (newValue))
        value.store (info.nearestValid (newValue), std::memory_order_relaxed);
}

float TableParameter::getValue() const
{
    const double now = exactValue();
    const float hint = asked.load (std::memory_order_relaxed);
    return valueAt (hint) == now ? hint : static_cast<float> (info.toNormalised (now));
}

void TableParameter::setValue (float normalised)
{
    if (std::isnan (normalised) || normalised == getValue())
        return;
    const float inside = juce::jlimit (0.0f, 1.0f, normalised);
    asked.store (inside, std::memory_order_relaxed);
    value.store (valueAt (inside), std::memory_order_relaxed);
}

std::optional<float> TableParameter::ownPlace() const noexcept
{
    const float place = getValue();
    return place == static_cast<float> (info.toNormalised (exactValue())) ? std::nullopt : std::optional (place);
}

void TableParameter::setOwnPlace (float normalised) noexcept
{
    if (! std::isnan (normalised))
        asked.store (juce::jlimit (0.0f, 1.0f, normalised), std::memory_order_relaxed);
}

juce::String TableParameter::getText (float normalised, int maximumLength) const
{
    const double shown = normalised == getValue() ? exactValue() : valueAt (normalised);
    const auto all = text (formatForHost (info, shown));
    return maximumLength > 0 ? all.substring (0, maximumLength) : all;
}

float TableParameter::getValueForText (const juce::String& typed) const
{
    // A number without a unit is in the unit displayed beside it.
    const auto last = typed.trimEnd().getLastCharacter();
    const bool isBare = last == '.' || juce::CharacterFunctions::isDigit (last);
    const auto result = parseValue (info, (isBare ? typed + " " + getLabel() : typed).toStdString());
    return result ? static_cast<float> (info.toNormalised (*result)) : getValue();
}

int TableParameter::getNumSteps() const
{
    switch (info.scale)
    {
        case Scale::menu: return info.places;
        case Scale::toggle: return 2;
        case Scale::integer: return static_cast<int> (info.maximum - info.minimum) + 1;
        default: return juce::AudioProcessor::getDefaultNumParameterSteps();
    }
}

//======================================================================================================================
ParameterBridge::ParameterBridge (juce::AudioProcessor& processor)
{
    // Newer rows of a group stand at the table's end, since hosts count parameters: each such run is another group of
    // the same name. Its id must be its own, because VST3 hosts know units by it.
    const auto table = parameterTable();
    std::map<std::string_view, int> runs;
    for (std::size_t i = 0; i < table.size();)
    {
        const auto group = table[i].group;
        const auto run = ++runs[group];
        auto parameterGroup = std::make_unique<juce::AudioProcessorParameterGroup> (
            run == 1 ? text (group) : text (group) + " " + juce::String (run), text (group), " | ");
        for (; i < table.size() && table[i].group == group; ++i)
        {
            auto parameter = std::make_unique<TableParameter> (table[i]);
            rows.push_back (parameter.get());
            parameterGroup->addChild (std::move (parameter));
        }
        processor.addParameterGroup (std::move (parameterGroup));
    }
}

Patch ParameterBridge::read() const noexcept
{
    Patch patch {};
    const auto table = parameterTable();
    for (std::size_t i = 0; i < rows.size(); ++i)
        table[i].in (patch) = rows[i]->exactValue();
    return patch;
}

template <class Store>
void ParameterBridge::write (Store store)
{
    const std::scoped_lock alone (writing);
    lock.write (store);
}

Patch ParameterBridge::patch() const
{
    const std::scoped_lock alone (writing);
    return read();
}

Patch ParameterBridge::sparingLocked (Patch patch) const noexcept
{
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i]->isLocked())
            parameterTable()[i].in (patch) = rows[i]->exactValue();
    return patch;
}

void ParameterBridge::setPatch (const Patch& patch)
{
    const auto table = parameterTable();
    write (
        [&]
        {
            for (std::size_t i = 0; i < rows.size(); ++i)
                rows[i]->setExactValue (table[i].in (patch));
        });
}

void ParameterBridge::change (const std::function<void (Patch&)>& edit)
{
    const Patch before = patch();
    Patch after = before;
    edit (after);
    const auto table = parameterTable();
    std::vector<std::size_t> changed;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (table[i].in (after) != table[i].in (before))
            changed.push_back (i);

    for (const auto i : changed)
        rows[i]->beginChangeGesture();
    write (
        [&]
        {
            for (const auto i : changed)
                rows[i]->setExactValue (table[i].in (after));
        });
    for (const auto i : changed)
    {
        rows[i]->sendValueChangedMessageToListeners (rows[i]->getValue());
        rows[i]->endChangeGesture();
    }
}

void ParameterBridge::replace (const Patch& patch, const std::map<std::string, float>& places)
{
    std::vector<float> before (rows.size());
    std::transform (rows.begin(), rows.end(), before.begin(), [] (const auto* row) { return row->getValue(); });
    setPatch (patch);
    for (auto* row : rows)
        if (const auto place = places.find (std::string (row->info.id)); place != places.end())
            row->setOwnPlace (place->second);
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (const float now = rows[i]->getValue(); now != before[i])
            rows[i]->sendValueChangedMessageToListeners (now);
}

std::size_t ParameterBridge::collectChanges (Patch& known, std::span<PerformanceEvent> out) const noexcept
{
    Patch now {};
    if (! lock.read ([&] { now = read(); }))
        return 0;

    std::size_t count = 0;
    const auto table = parameterTable();
    for (std::size_t i = 0; i < table.size() && count < out.size(); ++i)
        if (table[i].in (now) != table[i].in (known))
        {
            const double value = table[i].in (now);
            table[i].in (known) = value;
            out[count++] = { 0, PerformanceEvent::Type::setParameter, 0, static_cast<std::uint16_t> (i), value };
        }
    return count;
}

void ParameterGesture::begin()
{
    isOpen = true;
    parameter.beginChangeGesture();
}

void ParameterGesture::end()
{
    if (std::exchange (isOpen, false))
        parameter.endChangeGesture();
}

void ParameterGesture::change (double value)
{
    const bool isAlone = ! isOpen;
    if (isAlone)
        begin();
    parameter.setExactValue (value);
    parameter.sendValueChangedMessageToListeners (parameter.getValue());
    if (isAlone)
        end();
}
} // namespace kolophon
