// SPDX-License-Identifier: GPL-3.0-or-later
#include "ClapParameters.h"

#include "ClapPlugin.h"

#include "../../Core/Fnv.h"
#include "../../Core/Text/CutText.h"
#include "../../Synth/Parameters/NoteKnobs.h"

#include <algorithm>
#include <cmath>

namespace kolophon::clap
{
namespace
{
constexpr std::string_view bypassId = "bypass";

bool isCurved (const ParamInfo& info) noexcept
{
    return info.scale == Scale::log || info.scale == Scale::power;
}
} // namespace

Parameters::Parameters (PluginProcessor& itsProcessor, const Host& itsHost)
    : processor (itsProcessor), host (itsHost), rows (itsProcessor.bridge().parameters()), openGestures (count(), 0),
      waits (count())
{
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        factors.push_back (rows[i]->info.isDiscrete() ? 1.0 : hostUnit (rows[i]->info).factor);
        byId.emplace_back (idOf (i), i);
        byPointer.emplace_back (rows[i], i);
    }
    byId.emplace_back (idOf (bypass()), bypass());
    byPointer.emplace_back (processor.getBypassParameter(), bypass());
    std::sort (byId.begin(), byId.end());
    std::sort (byPointer.begin(), byPointer.end());
    processor.addListener (this);
}

Parameters::~Parameters()
{
    processor.removeListener (this);
}

clap_id Parameters::idOf (std::string_view text) noexcept
{
    Fnv hash;
    hash.add (text);
    const auto value = hash.value();
    return static_cast<clap_id> ((value ^ (value >> 32)) & 0x7fffffff); // some hosts keep signed numbers
}

clap_id Parameters::idOf (std::size_t number) const noexcept
{
    return idOf (number == bypass() ? bypassId : rows[number]->info.id);
}

std::optional<std::size_t> Parameters::find (clap_id id) const noexcept
{
    const auto found = std::lower_bound (byId.begin(), byId.end(), std::pair (id, std::size_t { 0 }));
    return found != byId.end() && found->first == id ? std::optional (found->second) : std::nullopt;
}

//======================================================================================================================
Parameters::Range Parameters::range (std::size_t number) const noexcept
{
    if (number == bypass())
        return { 0.0, 1.0 };
    const auto& info = rows[number]->info;
    if (isCurved (info))
        return { 0.0, 1.0 };
    return { info.minimum / factors[number],
             (info.scale == Scale::menu ? info.span() : info.maximum) / factors[number] };
}

double Parameters::hostValue (std::size_t number, double exact) const noexcept
{
    const auto& info = rows[number]->info;
    return isCurved (info) ? std::clamp (info.toNormalised (exact), 0.0, 1.0) : exact / factors[number];
}

double Parameters::value (std::size_t number) const noexcept
{
    if (number == bypass())
        return processor.getBypassParameter()->getValue() >= 0.5f ? 1.0 : 0.0;
    return hostValue (number, rows[number]->exactValue());
}

std::optional<double> Parameters::meant (std::size_t number, double given) const noexcept
{
    if (! std::isfinite (given))
        return std::nullopt;
    const double now = rows[number]->exactValue();
    if (given == hostValue (number, now)) // a host that sends a value back does not move the knob by a rounding
        return now;
    const auto& info = rows[number]->info;
    return isCurved (info) ? info.fromNormalised (given) : info.nearestValid (given * factors[number]);
}

double Parameters::travel (std::size_t number, double amount) const noexcept
{
    const auto [low, high] = range (number);
    return std::isfinite (amount) ? std::clamp (amount / (high - low), -1.0, 1.0) : 0.0;
}

bool Parameters::describe (std::size_t number, clap_param_info_t& info) const
{
    if (number >= count())
        return false;
    info = {};
    info.id = idOf (number);
    info.flags = CLAP_PARAM_IS_AUTOMATABLE;
    const auto [low, high] = range (number);
    info.min_value = low;
    info.max_value = high;
    if (number == bypass())
    {
        info.flags |= CLAP_PARAM_IS_STEPPED | CLAP_PARAM_IS_BYPASS | paramIsEnum;
        copyCutText ("Bypass", info.name, sizeof (info.name));
        return true;
    }
    const auto& row = rows[number]->info;
    info.default_value = hostValue (number, row.defaultValue);
    if (row.isDiscrete())
        info.flags |= CLAP_PARAM_IS_STEPPED | (row.scale == Scale::integer ? 0u : paramIsEnum);
    if (canBeModulated (row))
        info.flags |= CLAP_PARAM_IS_MODULATABLE;
    if (isOfVoice (row))
        info.flags |= CLAP_PARAM_IS_MODULATABLE_PER_NOTE_ID | CLAP_PARAM_IS_MODULATABLE_PER_KEY |
                      CLAP_PARAM_IS_MODULATABLE_PER_CHANNEL | CLAP_PARAM_IS_MODULATABLE_PER_PORT;
    copyCutText (hostName (row), info.name, sizeof (info.name));
    copyCutText (row.group, info.module, sizeof (info.module));
    return true;
}

bool Parameters::text (std::size_t number, double given, char* destination, std::size_t size) const
{
    if (number >= count() || ! std::isfinite (given) || destination == nullptr || size == 0)
        return false;
    if (number == bypass())
        return copyCutText (given >= 0.5 ? "on" : "off", destination, size), true;
    const auto& info = rows[number]->info;
    auto shown = formatForHost (info, *meant (number, given));
    if (const auto unit = rows[number]->getLabel().toStdString(); ! unit.empty() && ! info.isDiscrete())
        shown += " " + unit;
    copyCutText (shown, destination, size);
    return true;
}

std::optional<double> Parameters::parse (std::size_t number, const char* text) const
{
    if (number >= count() || text == nullptr)
        return std::nullopt;
    std::string typed (text);
    if (number == bypass())
    {
        if (typed == "on" || typed == "1")
            return 1.0;
        return typed == "off" || typed == "0" ? std::optional (0.0) : std::nullopt;
    }
    const auto last = typed.find_last_not_of (" \t");
    if (last == std::string::npos)
        return std::nullopt;
    if (typed[last] == '.' || (typed[last] >= '0' && typed[last] <= '9')) // a bare number is in the unit beside it
        typed += " " + rows[number]->getLabel().toStdString();
    const auto result = parseValue (rows[number]->info, typed);
    return result ? std::optional (hostValue (number, rows[number]->info.nearestValid (*result))) : std::nullopt;
}

//======================================================================================================================
std::optional<std::size_t> Parameters::numberAt (int index) const
{
    const auto& all = processor.getParameters();
    const auto* wanted = all[index];
    const auto found = std::lower_bound (byPointer.begin(), byPointer.end(),
                                         std::pair<const juce::AudioProcessorParameter*, std::size_t> (wanted, 0));
    return found != byPointer.end() && found->first == wanted ? std::optional (found->second) : std::nullopt;
}

void Parameters::queue (std::uint16_t kind, int index)
{
    const auto number = numberAt (index);
    if (! number)
        return;
    const bool isMain = juce::MessageManager::existsAndIsCurrentThread(); // else: the rendering thread, offline
    const bool isValue = kind == CLAP_EVENT_PARAM_VALUE;
    if (! isMain || (isValue && openGestures[*number] == 0)) // a preset or a state: the host reads all values again
    {
        valuesChanged = true;
        return host.requestCallback();
    }
    if (! isValue)
        openGestures[*number] += kind == CLAP_EVENT_PARAM_GESTURE_BEGIN ? 1 : -1;
    // One value at a time waits for the host, which gets the latest.
    if (waits[*number].exchange (isValue) && isValue)
        return;
    if (! changes.push ({ kind, static_cast<std::uint16_t> (*number) }))
    {
        valuesChanged = true;
        waits[*number] = false;
    }
    if (host.parameters != nullptr)
        host.parameters->request_flush (host.host);
}

void Parameters::audioProcessorParameterChanged (juce::AudioProcessor*, int index, float)
{
    queue (CLAP_EVENT_PARAM_VALUE, index);
}

void Parameters::audioProcessorParameterChangeGestureBegin (juce::AudioProcessor*, int index)
{
    queue (CLAP_EVENT_PARAM_GESTURE_BEGIN, index);
}

void Parameters::audioProcessorParameterChangeGestureEnd (juce::AudioProcessor*, int index)
{
    queue (CLAP_EVENT_PARAM_GESTURE_END, index);
}

void Parameters::audioProcessorChanged (juce::AudioProcessor*, const ChangeDetails& details)
{
    if (! details.nonParameterStateChanged && ! details.programChanged)
        return;
    stateChanged = true;
    host.requestCallback();
}

void Parameters::tellHost()
{
    if (valuesChanged.exchange (false) && host.parameters != nullptr)
        host.parameters->rescan (host.host, CLAP_PARAM_RESCAN_VALUES);
    if (stateChanged.exchange (false) && host.state != nullptr)
        host.state->mark_dirty (host.host);
}

bool Parameters::push (const clap_output_events_t& out, const Change& change) const noexcept
{
    if (change.kind != CLAP_EVENT_PARAM_VALUE)
    {
        const clap_event_param_gesture_t gesture {
            { sizeof (gesture), 0, CLAP_CORE_EVENT_SPACE_ID, change.kind, CLAP_EVENT_IS_LIVE }, idOf (change.number)
        };
        return out.try_push (&out, &gesture.header);
    }
    clap_event_param_value_t event {};
    event.header = { sizeof (event), 0, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_PARAM_VALUE, CLAP_EVENT_IS_LIVE };
    event.param_id = idOf (change.number);
    event.note_id = event.port_index = event.channel = event.key = -1;
    event.value = value (change.number);
    return out.try_push (&out, &event.header);
}

void Parameters::give (const clap_output_events_t& out) noexcept
{
    for (;;)
    {
        if (! waiting)
        {
            Change next;
            if (! changes.pop (next))
                return;
            waiting = next;
            if (next.kind == CLAP_EVENT_PARAM_VALUE)
                waits[next.number] = false;
        }
        if (! push (out, *waiting))
            return;
        waiting.reset();
    }
}

//======================================================================================================================
const clap_plugin_params_t parametersExtension {
    [] (const clap_plugin_t* plugin) { return static_cast<std::uint32_t> (Plugin::of (plugin).parameters().count()); },
    [] (const clap_plugin_t* plugin, std::uint32_t index, clap_param_info_t* info)
    { return info != nullptr && Plugin::of (plugin).parameters().describe (index, *info); },
    [] (const clap_plugin_t* plugin, clap_id id, double* value)
    {
        const auto& all = Plugin::of (plugin).parameters();
        const auto number = all.find (id);
        if (! number || value == nullptr)
            return false;
        *value = all.value (*number);
        return true;
    },
    [] (const clap_plugin_t* plugin, clap_id id, double value, char* display, std::uint32_t size)
    {
        const auto& all = Plugin::of (plugin).parameters();
        const auto number = all.find (id);
        return number && all.text (*number, value, display, size);
    },
    [] (const clap_plugin_t* plugin, clap_id id, const char* display, double* value)
    {
        const auto& all = Plugin::of (plugin).parameters();
        const auto number = all.find (id);
        const auto parsed = number ? all.parse (*number, display) : std::nullopt;
        if (! parsed || value == nullptr)
            return false;
        *value = *parsed;
        return true;
    },
    [] (const clap_plugin_t* plugin, const clap_input_events_t* in, const clap_output_events_t* out)
    { Plugin::of (plugin).flush (in, out); }
};
} // namespace kolophon::clap
