// SPDX-License-Identifier: GPL-3.0-or-later
#include "Lv2Description.h"

#include "../../Core/Text/NumberText.h"
#include "../Processor/PluginProcessor.h"
#include "Lv2Values.h"
#include "Turtle.h"

#include <algorithm>
#include <array>

/* JUCE's own description lacks units and tapers, splits groups, and uses names that the LV2 vocabulary does not define.
   The ports and features here are those of its wrapper (juce_LV2_Client.cpp). */

namespace kolophon
{
namespace
{
#if JUCE_MAC
constexpr auto editorKind = "CocoaUI", idleInterface = "";
#elif JUCE_WINDOWS
constexpr auto editorKind = "WindowsUI", idleInterface = "";
#else
constexpr auto editorKind = "X11UI", idleInterface = "ui:idleInterface , ";
#endif

constexpr auto prefixes = R"(@prefix atom:  <http://lv2plug.in/ns/ext/atom#> .
@prefix bufs:  <http://lv2plug.in/ns/ext/buf-size#> .
@prefix doap:  <http://usefulinc.com/ns/doap#> .
@prefix foaf:  <http://xmlns.com/foaf/0.1/> .
@prefix lv2:   <http://lv2plug.in/ns/lv2core#> .
@prefix midi:  <http://lv2plug.in/ns/ext/midi#> .
@prefix opts:  <http://lv2plug.in/ns/ext/options#> .
@prefix owl:   <http://www.w3.org/2002/07/owl#> .
@prefix param: <http://lv2plug.in/ns/ext/parameters#> .
@prefix patch: <http://lv2plug.in/ns/ext/patch#> .
@prefix pg:    <http://lv2plug.in/ns/ext/port-groups#> .
@prefix plug:  <)" JucePlugin_LV2URI R"(:> .
@prefix pprop: <http://lv2plug.in/ns/ext/port-props#> .
@prefix pset:  <http://lv2plug.in/ns/ext/presets#> .
@prefix rdf:   <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs:  <http://www.w3.org/2000/01/rdf-schema#> .
@prefix rsz:   <http://lv2plug.in/ns/ext/resize-port#> .
@prefix state: <http://lv2plug.in/ns/ext/state#> .
@prefix time:  <http://lv2plug.in/ns/ext/time#> .
@prefix ui:    <http://lv2plug.in/ns/extensions/ui#> .
@prefix units: <http://lv2plug.in/ns/extensions/units#> .
@prefix urid:  <http://lv2plug.in/ns/ext/urid#> .
@prefix xsd:   <http://www.w3.org/2001/XMLSchema#> .

)";

/** Ardour's extension has no description of its own. */
constexpr auto keyNamesKinds = "<http://ardour.org/lv2/midnam#interface>\n\ta lv2:ExtensionData .\n\n"
                               "<http://ardour.org/lv2/midnam#update>\n\ta lv2:Feature .\n\n";

/** A preset keeps its URI wherever it stands in the list: host sessions store it. */
std::string presetUri (const Preset& preset)
{
    return "plug:preset_" + turtleName (preset.info.name);
}

std::string number (float value, bool isWhole)
{
    if (isWhole)
        return fixed (static_cast<double> (value), 0);
    std::array<char, 32> digits {};
    const auto end = std::to_chars (digits.data(), digits.data() + digits.size(), value).ptr;
    const std::string text (digits.data(), end);
    return text.find_first_of (".e") == std::string::npos ? text + ".0" : text;
}

//======================================================================================================================
/** Unit of the LV2 vocabulary; null: a unit of our own. */
const char* standardUnit (std::string_view symbol)
{
    static constexpr std::pair<std::string_view, const char*> known[] {
        { "s", "units:s" },     { "ms", "units:ms" },     { "m", "units:m" },
        { "mm", "units:mm" },   { "Hz", "units:hz" },     { "dB", "units:db" },
        { "ct", "units:cent" }, { "cent", "units:cent" }, { "st", "units:semitone12TET" },
        { "%", "units:pc" }
    };
    for (const auto& [text, uri] : known)
        if (text == symbol)
            return uri;
    return nullptr;
}

std::string unitUri (const std::string& symbol)
{
    const auto* standard = standardUnit (symbol);
    return standard != nullptr ? standard : "plug:unit_" + turtleName (symbol);
}

const char* typeOf (const ParamInfo& info)
{
    return info.scale == Scale::toggle ? "atom:Bool" : (info.isDiscrete() ? "atom:Int" : "atom:Float");
}

std::string propertiesOf (const ParamInfo& info)
{
    switch (info.scale)
    {
        case Scale::log: return "pprop:logarithmic";
        case Scale::integer: return "lv2:integer";
        case Scale::menu: return "lv2:integer , lv2:enumeration";
        case Scale::toggle: return "lv2:toggled";
        default: return {};
    }
}

std::string describe (const TableParameter& parameter)
{
    const auto& info = parameter.info;
    const bool isWhole = info.isDiscrete();
    const auto range = parameter.getNormalisableRange();
    const auto preset = parameter.convertFrom0to1 (parameter.getDefaultValue());
    std::string text = "<" + lv2Property (info) + ">\n\ta lv2:Parameter ;\n\trdfs:label " + turtle (hostName (info)) +
                       " ;\n\trdfs:comment " + turtle (info.help) + " ;\n\tpg:group plug:paramgroup_" +
                       turtleName (info.group) + " ;\n\trdfs:range " + typeOf (info) + " ;\n\tlv2:default " +
                       number (preset, isWhole) + " ;\n\tlv2:minimum " + number (range.start, isWhole) +
                       " ;\n\tlv2:maximum " + number (range.end, isWhole);
    if (const auto properties = propertiesOf (info); ! properties.empty())
        text += " ;\n\tlv2:portProperty " + properties;
    if (info.unit == Unit::key)
        text += " ;\n\tunits:unit units:midiNote";
    else if (const auto symbol = parameter.getLabel().toStdString(); ! symbol.empty())
        text += " ;\n\tunits:unit " + unitUri (symbol);
    for (std::size_t i = 0; i < info.choices.size(); ++i)
        text += (i == 0 ? " ;\n\tlv2:scalePoint [\n" : " , [\n") + ("\t\trdfs:label " + turtle (info.choices[i])) +
                " ;\n\t\trdf:value " + std::to_string (i) + "\n\t]";
    return text + " .\n\n";
}

/** Joins the texts of all elements of a range. */
template <class Range, class Text>
std::string joined (const Range& range, const char* between, Text text)
{
    std::string all;
    for (const auto& each : range)
        all += (all.empty() ? "" : between) + text (each);
    return all;
}

/** Distinct texts of the parameters, in order. */
template <class Text>
std::vector<std::string> distinct (std::span<TableParameter* const> parameters, Text text)
{
    std::vector<std::string> all;
    for (const auto* parameter : parameters)
        if (auto its = text (*parameter); std::find (all.begin(), all.end(), its) == all.end())
            all.push_back (std::move (its));
    return all;
}

std::string describeUnits (std::span<TableParameter* const> parameters)
{
    std::string text;
    for (const auto& symbol : distinct (parameters, [] (const auto& p) { return p.getLabel().toStdString(); }))
        if (! symbol.empty() && standardUnit (symbol) == nullptr)
            text += unitUri (symbol) + "\n\ta units:Unit ;\n\trdfs:label " + turtle (symbol) + " ;\n\tunits:symbol " +
                    turtle (symbol) + " ;\n\tunits:render " + turtle ("%f " + symbol) + " .\n\n";
    return text;
}

std::string describeGroups (std::span<TableParameter* const> parameters)
{
    std::string text;
    for (const auto& group : distinct (parameters, [] (const auto& p) { return std::string (p.info.group); }))
        text += "plug:paramgroup_" + turtleName (group) + "\n\ta pg:Group ;\n\tlv2:symbol " +
                turtle ("paramgroup_" + turtleName (group)) + " ;\n\tlv2:name " + turtle (group) + " .\n\n";
    return text;
}

//======================================================================================================================
/** Describes an audio port: those of the side-chain are optional. Channels are left and right. */
std::string describeAudioPort (int place, bool isInput, int channel)
{
    const auto number = std::to_string (channel + 1);
    return std::string ("\t\ta lv2:") + (isInput ? "InputPort" : "OutputPort") + " , lv2:AudioPort ;\n\t\tlv2:index " +
           std::to_string (place) + " ;\n\t\tlv2:symbol " + turtle ((isInput ? "audio_in_" : "audio_out_") + number) +
           " ;\n\t\tlv2:name " + turtle ((isInput ? "Audio In " : "Audio Out ") + number) +
           " ;\n\t\tpg:group plug:" + (isInput ? "input" : "output") + "_group_1 ;\n" +
           (isInput ? "\t\tlv2:portProperty lv2:connectionOptional , lv2:isSideChain ;\n" : "") +
           "\t\tlv2:designation pg:" + (channel == 0 ? "left" : "right") + " ;\n\t] , [\n";
}

/** Describes an atom port. `room` suffices for all values at once. */
std::string describeAtomPort (int place, bool isInput, std::size_t room)
{
    return std::string ("\t\ta lv2:") + (isInput ? "InputPort" : "OutputPort") +
           " , atom:AtomPort ;\n\t\trsz:minimumSize " + std::to_string (room) +
           " ;\n\t\tatom:bufferType atom:Sequence ;\n\t\tatom:supports " +
           (isInput ? "midi:MidiEvent , patch:Message , time:Position" : "patch:Message") +
           " ;\n\t\tlv2:designation lv2:control ;\n\t\tlv2:index " + std::to_string (place) + " ;\n\t\tlv2:symbol " +
           (isInput ? "\"in\" ;\n\t\tlv2:name \"In\"" : "\"out\" ;\n\t\tlv2:name \"Out\"") + " ;\n\t] , [\n";
}

/** Describes a switch that the host controls. */
std::string describeSwitch (int place, const char* designation, const char* symbol, const char* name, int preset)
{
    return std::string ("\t\ta lv2:InputPort , lv2:ControlPort ;\n\t\tlv2:designation lv2:") + designation +
           " ;\n\t\tlv2:symbol " + turtle (symbol) + " ;\n\t\tlv2:name " + turtle (name) + " ;\n\t\tlv2:default " +
           std::to_string (preset) + " ;\n\t\tlv2:minimum 0 ;\n\t\tlv2:maximum 1 ;\n\t\tlv2:index " +
           std::to_string (place) +
           " ;\n\t\tlv2:portProperty lv2:toggled , lv2:connectionOptional , pprop:notOnGUI ;\n\t]";
}

std::string describePorts (PluginProcessor& processor, std::size_t room)
{
    const int inputs = processor.getTotalNumInputChannels(), outputs = processor.getTotalNumOutputChannels();
    std::string text = "\tlv2:port [\n";
    for (int channel = 0; channel < inputs; ++channel)
        text += describeAudioPort (channel, true, channel);
    for (int channel = 0; channel < outputs; ++channel)
        text += describeAudioPort (inputs + channel, false, channel);
    const int first = inputs + outputs;
    return text + describeAtomPort (first, true, room) + describeAtomPort (first + 1, false, room) +
           "\t\ta lv2:OutputPort , lv2:ControlPort ;\n\t\tlv2:designation lv2:latency ;\n\t\tlv2:symbol \"latency\" ;\n"
           "\t\tlv2:name \"Latency\" ;\n\t\tlv2:index " +
           std::to_string (first + 2) +
           " ;\n\t\tlv2:portProperty lv2:reportsLatency , lv2:integer , lv2:connectionOptional , pprop:notOnGUI ;\n"
           "\t\tunits:unit units:frame ;\n\t] , [\n" +
           describeSwitch (first + 3, "freeWheeling", "freeWheeling", "Free Wheeling", 0) + " , [\n" +
           describeSwitch (first + 4, "enabled", "enabled", "Enabled", 1) + " ;\n";
}

std::string describeBus (const char* kind, const char* symbol, const juce::String& name)
{
    return std::string ("plug:") + symbol + "\n\ta pg:" + kind + " ;\n\tlv2:name " + turtle (name.toStdString()) +
           " ;\n\tlv2:symbol " + turtle (symbol) + " .\n\n";
}

std::string describeProject ()
{
    const std::string mail = JucePlugin_ManufacturerEmail;
    return "\tlv2:project [\n\t\ta doap:Project ;\n\t\tdoap:name \"" JucePlugin_Name
           "\" ;\n\t\tdoap:homepage <" JucePlugin_ManufacturerWebsite
           "> ;\n\t\tdoap:license <https://spdx.org/licenses/GPL-3.0-or-later.html> ;\n\t\tdoap:maintainer [\n"
           "\t\t\ta foaf:Person ;\n\t\t\tfoaf:name \"" JucePlugin_Manufacturer
           "\" ;\n\t\t\tfoaf:homepage <" JucePlugin_ManufacturerWebsite "> ;\n" +
           (mail.empty() ? "" : "\t\t\tfoaf:mbox <mailto:" + mail + "> ;\n") +
           "\t\t] ;\n\t\tdoap:release [\n\t\t\ta doap:Version ;\n\t\t\tdoap:revision \"" JucePlugin_VersionString
           "\" ;\n\t\t] ;\n\t] ;\n";
}

std::string describePlugin (PluginProcessor& processor)
{
    const auto parameters = processor.bridge().parameters();
    const auto properties = joined (parameters, " ,\n\t\t",
                                    [] (const auto* parameter) { return "<" + lv2Property (parameter->info) + ">"; });
    const auto version = juce::StringArray::fromTokens (JucePlugin_VersionString, ".", "");
    std::string text = prefixes + describeUnits (parameters) + describeGroups (parameters);
    for (const auto* parameter : parameters)
        text += describe (*parameter);
    text += describeBus ("InputGroup", "input_group_1", processor.getBus (true, 0)->getName()) +
            describeBus ("OutputGroup", "output_group_1", processor.getBus (false, 0)->getName()) + keyNamesKinds;
    text +=
        "<" JucePlugin_LV2URI ">\n\ta lv2:InstrumentPlugin ;\n\tdoap:name \"" JucePlugin_Name
        "\" ;\n\tdoap:license <https://spdx.org/licenses/GPL-3.0-or-later.html> ;\n\trdfs:comment " +
        turtle (JucePlugin_Desc) + " ;\n" + describeProject() + "\tlv2:minorVersion " + version[1].toStdString() +
        " ;\n\tlv2:microVersion " + version[2].toStdString() +
        " ;\n\tui:ui plug:UI ;\n\tlv2:optionalFeature lv2:hardRTCapable ,\n\t\t<http://ardour.org/lv2/midnam#update> "
        ";\n\tlv2:extensionData state:interface ,\n\t\t<http://ardour.org/lv2/midnam#interface> ;\n"
        "\tlv2:requiredFeature urid:map , opts:options , bufs:boundedBlockLength ;\n"
        "\topts:supportedOption bufs:maxBlockLength ;\n\tpg:mainOutput plug:output_group_1 ;\n\tpatch:writable\n\t\t" +
        properties + " ;\n\tpatch:readable\n\t\t" + properties + " ;\n";
    // Room for all values at once and everything else that a host may send in a block.
    auto ports = describePorts (processor, lv2Room (parameters.size()));
    return text + ports.substr (0, ports.size() - 2) + ".\n";
}

std::string describeEditor ()
{
    const std::string idle = idleInterface;
    return prefixes + ("plug:UI\n\tlv2:extensionData " + idle) +
           "opts:interface , ui:resize ;\n\tlv2:requiredFeature " + idle +
           "urid:map , ui:parent , <http://lv2plug.in/ns/ext/instance-access> ;\n"
           "\tlv2:optionalFeature ui:resize , opts:options ;\n\topts:supportedOption ui:scaleFactor , param:sampleRate "
           ".\n";
}

std::string describeBundle (const std::string& library)
{
    const auto binary = "<" + juce::URL::addEscapeChars (library, false).toStdString() + ">";
    std::string text = prefixes + ("<" JucePlugin_LV2URI ">\n\ta lv2:Plugin ;\n\tlv2:binary " + binary) +
                       " ;\n\trdfs:seeAlso <dsp.ttl> .\n\nplug:UI\n\ta ui:" + editorKind + " ;\n\tlv2:binary " +
                       binary +
                       " ;\n\trdfs:seeAlso <ui.ttl> .\n\n"
                       "# Number of a factory preset, which the wrapper reads in place of a state.\n"
                       "plug:Program\n\ta rdf:Property , owl:DatatypeProperty ;\n\trdfs:label \"program\" ;\n"
                       "\trdfs:range xsd:int .\n\n";
    for (const auto& preset : factoryPresets())
        text += presetUri (preset) + "\n\ta pset:Preset ;\n\tlv2:appliesTo <" JucePlugin_LV2URI
                                     "> ;\n\trdfs:seeAlso <presets.ttl> .\n\n";
    return text;
}

/** Describes the factory presets, in banks by category. No port belongs to a sound: a preset is a state alone. */
std::string describePresets ()
{
    const auto bankOf = [] (const Preset& preset) { return "plug:bank_" + turtleName (preset.info.category); };
    std::string text = prefixes;
    std::vector<std::string> banks;
    int number = 0;
    for (const auto& preset : factoryPresets())
    {
        const auto& info = preset.info;
        if (const auto bank = bankOf (preset); std::find (banks.begin(), banks.end(), bank) == banks.end())
        {
            banks.push_back (bank);
            text += bank + "\n\ta pset:Bank ;\n\trdfs:label " + turtle (info.category) + " .\n\n";
        }
        text += presetUri (preset) + "\n\ta pset:Preset ;\n\tlv2:appliesTo <" JucePlugin_LV2URI "> ;\n\trdfs:label " +
                turtle (info.name) + " ;\n\trdfs:comment " + turtle (info.intent.empty() ? info.notes : info.intent) +
                " ;\n\tpset:bank " + bankOf (preset) + " ;\n\tstate:state [ plug:Program \"" +
                std::to_string (number++) + "\"^^xsd:int ] .\n\n";
    }
    return text;
}
} // namespace

Lv2Description describeLv2 (PluginProcessor& processor, const std::string& library)
{
    return { describeBundle (library), describePlugin (processor), describeEditor(), describePresets() };
}
} // namespace kolophon
